import DaybookFormats
import Foundation
import Simulation
import Testing

@testable import DaybookCore

/// Whatever comes, it is read to its end or refused with a place, and no item takes others along.
@Suite struct HostileFileTests {
    @Test(arguments: Format.allCases) func depthWithoutEndIsRefused(format: Format) {
        let deep = ReadFile(String(repeating: "[", count: 100_000), as: format)
        #expect(deep.tasks.isEmpty)
        #expect(deep.failure != nil)
        let objects = ReadFile("[" + String(repeating: "{\"a\":", count: 20_000), as: format)
        #expect(objects.tasks.isEmpty)
    }

    @Test func oneTaskThatIsNestedTooDeepTakesNoOtherAlong() {
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        let file = ReadFile(
            """
            [{"description":"a","x":\(deep)},
             {"description":"b"}]
            """, as: .taskwarrior)
        #expect(file.tasks.map(\.title) == ["b"])
        #expect(file.report.remarks.map(\.line) == [1])
    }

    /// One of seventeen megabytes, which is as good as one of a hundred.
    @Test func aLineWithoutEndIsPassedOver() {
        let long = [UInt8](repeating: 0x61, count: 1 << 20)
        var reading = Reading(ReadingContext(now: Instant(milliseconds: 0)))
        var reader = Format.taskwarrior.reader()
        func read(_ text: String) throws(UnreadableSource) { try reader.read(Array(text.utf8), into: &reading) }
        #expect(throws: Never.self) {
            try read("[{\"description\":\"")
            for _ in 0..<17 { try reader.read(long, into: &reading) }
            try read("\"},{\"description\":\"short\"}]")
            try reader.finish(into: &reading)
        }
        #expect(reading.report.refused == 1)
        #expect(reading.report.tasks == 1)
    }

    /// What is put together is put together once.
    @Test(.timeLimit(.minutes(1))) func aTaskOfAHundredThousandAnnotations() throws {
        let annotations = Array(repeating: #"{"description":"x"}"#, count: 100_000).joined(separator: ",")
        let file = ReadFile("[{\"description\":\"a\",\"annotations\":[\(annotations)]}]", as: .taskwarrior)
        #expect(try file.task("a").notes?.utf8.count == 199_999)
    }

    @Test func whatIsTooLongForAFieldIsMadeToFit() throws {
        let title = String(repeating: "Ä", count: 140_000)
        let file = ReadFile("[{\"description\":\"\(title)\",\"uuid\":\"1\"}]", as: .taskwarrior)
        let task = try #require(file.tasks.first)
        #expect(task.title.utf8.count <= TaskItem.longestTitle)
        #expect(task.notes?.hasPrefix(title) == true)
        #expect(file.report.remarks.map(\.code) == [.fitted])
    }

    /// Fixtures with bytes changed at random are read or refused, never more.
    @Test func brokenFilesBreakNothing() throws {
        let given = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        let fixtures: [(String, Format)] = [
            ("taskwarrior.json", .taskwarrior), ("calendar.ics", .ics), ("todoist.json", .todoistJSON),
            ("Work [220474322].csv", .todoistCSV), ("Tasks.json", .googleTasks),
        ]
        for (name, format) in fixtures {
            let bytes = try ReadFile.bytes(name)
            for _ in 0..<12 {
                var broken = bytes
                for _ in 0...(random.next() % 8) {
                    let place = Int(random.next() % UInt64(broken.count))
                    switch random.next() % 4 {
                    case 0: broken[place] = UInt8(truncatingIfNeeded: random.next())
                    case 1: broken.remove(at: place)
                    case 2: broken.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                    default: broken.removeSubrange(place..<min(place + 40, broken.count))
                    }
                }
                let file = ReadFile(broken, as: format, cutting: 1 + Int(random.next() % 500))
                for task in file.tasks {
                    #expect(
                        !task.title.isEmpty && task.title.utf8.count <= TaskItem.longestTitle,
                        "replay with DAYBOOK_SEED=\(seed)")
                    #expect(task.line >= 1 && task.line <= bytes.count)
                }
            }
        }
    }

    @Test(arguments: [
        ("taskwarrior.json", Format.taskwarrior), ("calendar.ics", .ics), ("todoist.json", .todoistJSON),
        ("Work [220474322].csv", .todoistCSV), ("Tasks.json", .googleTasks),
    ]) func aFileTellsWhatItIs(name: String, format: Format) throws {
        #expect(Format.detect(try ReadFile.bytes(name)) == format)
        #expect(Format.detect([0xEF, 0xBB, 0xBF] + (try ReadFile.bytes(name))) == format)
    }

    @Test(arguments: ["", "hello", "{}", "[]", "[1,2]", "a,b,c\n1,2,3\n", "PK\u{3}\u{4}"])
    func whatIsNoneOfTheseIsNotGuessed(text: String) {
        #expect(Format.detect(Array(text.utf8)) == nil)
    }
}
