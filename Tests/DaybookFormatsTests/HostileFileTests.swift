import DaybookFormats
import Foundation
import Seeds
import Testing

@testable import DaybookCore

/// Whatever comes, it is read to its end or refused with a place, and no item takes others along.
@Suite struct HostileFileTests {
    /// To todo.txt it is a task with a strange title.
    @Test(arguments: Format.allCases.filter { $0 != .todoTxt }) func depthWithoutEndIsRefused(format: Format) {
        let deep = ReadFile(String(repeating: "[", count: 100_000), as: format)
        #expect(deep.tasks.isEmpty)
        #expect(deep.failure != nil)
        let objects = ReadFile("[" + String(repeating: "{\"a\":", count: 20_000), as: format)
        #expect(objects.tasks.isEmpty)
    }

    static let files: [(name: String, format: Format)] = [
        ("Tasks.json", .googleTasks), ("Work [220474322].csv", .todoistCSV), ("calendar.ics", .ics),
        ("taskwarrior.json", .taskwarrior), ("todo.txt", .todoTxt), ("todoist.json", .todoistJSON),
    ]

    /// In the place of whatever stands in a file, one after the other: what is counted with overflows nowhere.
    @Test(arguments: files) func numbersWithoutMeasure(file: (name: String, format: Format)) throws {
        let text = String(decoding: try ReadFile.bytes(file.name), as: UTF8.self)
        let whole = ReadFile(text, as: file.format).tasks.count
        for place in text.ranges(of: /"[^"\n]*"|-?\d+(\.\d+)?/) {
            for number in ["-9223372036854775808", "9223372036854775807", "1e308", "-1", "99999999999999999999"] {
                let read = ReadFile(text.replacingCharacters(in: place, with: number), as: file.format)
                #expect(read.tasks.count <= whole + 1)
            }
        }
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
    @Test(.timeLimit(.minutes(5))) func aTaskOfAHundredThousandAnnotations() throws {
        let annotations = Array(repeating: #"{"description":"x"}"#, count: 100_000).joined(separator: ",")
        let file = ReadFile("[{\"description\":\"a\",\"annotations\":[\(annotations)]}]", as: .taskwarrior)
        #expect(try file.task("a").notes?.utf8.count == 199_999)
    }

    // MARK: More of one thing than anybody has

    @Test(.timeLimit(.minutes(5)), arguments: [Format.csv, .todoistCSV])
    func aTableOfManyColumns(format: Format) {
        let header = "TYPE,CONTENT,id,text" + String(repeating: ",x", count: 300_000)
        let rows = String(repeating: "task,a,b,c\n", count: 10_000)
        let file = ReadFile("\(header)\n\(rows)", as: format)
        #expect(file.failure?.code == .otherFormat && file.tasks.isEmpty)
    }

    @Test func aRowOfManyCellsTakesNoOtherAlong() {
        let row = "task,a" + String(repeating: ",x", count: 300_000)
        let file = ReadFile("TYPE,CONTENT,PRIORITY\ntask,b,4\n\(row)\ntask,c,4\n", as: .todoistCSV)
        #expect(file.tasks.map(\.title) == ["b", "c"] && file.report.refused == 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\n", "X-THING:1\n"])
    func aTaskOfManyParts(part: String) {
        let many = String(repeating: part, count: 200_000)
        let file = ReadFile(
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\n\(many)END:VTODO\n"
                + "BEGIN:VTODO\nUID:2\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR\n", as: .ics)
        #expect(file.tasks.map(\.title) == ["b"] && file.report.refused == 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [Format.taskwarrior, .todoistJSON, .googleTasks])
    func aTaskOfManyMembers(format: Format) {
        let many = (0..<200_000).map { "\"m\($0)\":1" }.joined(separator: ",")
        let texts: [Format: String] = [
            .taskwarrior: "[{\"description\":\"a\",\(many)},{\"description\":\"b\"}]",
            .todoistJSON: "{\"items\":[{\"id\":\"1\",\"content\":\"a\",\(many)},{\"id\":\"2\",\"content\":\"b\"}]}",
            .googleTasks:
                "{\"kind\":\"tasks#taskLists\",\"items\":[{\"kind\":\"tasks#taskList\",\"title\":\"l\",\"items\":"
                + "[{\"id\":\"1\",\"title\":\"a\",\(many)},{\"id\":\"2\",\"title\":\"b\"}]}]}",
        ]
        let file = ReadFile(texts[format] ?? "", as: format)
        #expect(file.tasks.map(\.title) == ["b"] && file.report.refused == 1)
    }

    /// Each the part of the one before, and the first of the last.
    @Test(.timeLimit(.minutes(5)), arguments: [true, false]) func projectsInAChainOrARing(isRing: Bool) {
        let count = 20_000
        let projects = (0..<count).map { number in
            let parent = number > 0 ? "\"\(number - 1)\"" : isRing ? "\"\(count - 1)\"" : "null"
            return "{\"id\":\"\(number)\",\"name\":\"p\(number)\",\"parent_id\":\(parent)}"
        }
        let items = (0..<count).map { number in
            let parent = number > 0 ? "\"\(number - 1)\"" : isRing ? "\"\(count - 1)\"" : "null"
            return "{\"id\":\"\(number)\",\"content\":\"t\(number)\",\"parent_id\":\(parent)}"
        }
        let file = ReadFile(
            "{\"projects\":[\(projects.joined(separator: ","))],\"items\":[\(items.joined(separator: ","))]}",
            as: .todoistJSON)
        #expect(file.lists.count == count && file.tasks.count == count)
        #expect(file.lists.last?.title == "p\(count - 2) / p\(count - 1)")
    }

    @Test(.timeLimit(.minutes(5))) func rowsThatAreIndentedEverFarther() {
        let rows = (1...20_000).map { "task,t\($0),\($0)\n" }.joined()
        let file = ReadFile("TYPE,CONTENT,INDENT\n\(rows)", as: .todoistCSV)
        #expect(file.tasks.count == 20_000)
    }

    /// Rules of days, and two hundred of them.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: ["FREQ=DAILY", "FREQ=YEARLY;BYDAY=MO", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"])
    func aTimeZoneOfManyRules(rule: String) {
        let observances = (0..<200).map { number in
            """
            BEGIN:STANDARD
            DTSTART:19700101T0\(number % 10)0000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0\(number % 10)00
            RRULE:\(rule)
            END:STANDARD

            """
        }
        let tasks = (0..<500).map { number in
            let year = 1980 + number % 100
            return """
                BEGIN:VTODO
                UID:\(number)
                SUMMARY:t
                DUE;TZID=Told:\(year)1121T100000
                DTSTART;TZID=Told:\(year)1120T100000
                END:VTODO

                """
        }
        let file = ReadFile(
            "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Told\n\(observances.joined())END:VTIMEZONE\n"
                + tasks.joined() + "END:VCALENDAR\n", as: .ics)
        #expect(file.tasks.count == 500 && file.tasks.allSatisfy { $0.dueAt != nil })
    }

    /// As libical tells Berlin: its rules give the offsets of the tz database.
    @Test func aToldTimeZoneIsTheOneItTells() throws {
        let zone = try #require(Zone("Europe/Berlin"))
        let times = (0..<600).map { day in CalendarDate("2019-01-01").adding(days: day * 5) }
        let tasks = times.map { date in
            let digits = date.text.filter { $0 != "-" }
            return "BEGIN:VTODO\nUID:\(digits)\nSUMMARY:t\nDUE;TZID=Told:\(digits)T120000\nEND:VTODO\n"
        }
        let file = ReadFile(
            """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:Told
            BEGIN:DAYLIGHT
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            DTSTART:19810329T020000
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            BEGIN:STANDARD
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            DTSTART:19961027T030000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE
            \(tasks.joined())END:VCALENDAR

            """, as: .ics)
        for (task, date) in zip(file.tasks, times) {
            #expect(
                task.dueAt?.adding(seconds: Int64(zone.offset(at: task.dueAt ?? "1970-01-01T00:00:00Z"))).text
                    == "\(date.text)T12:00:00.000Z")
        }
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
        var random = RandomSeed.generator()
        let fixtures: [(String, Format)] = [
            ("taskwarrior.json", .taskwarrior), ("calendar.ics", .ics), ("todoist.json", .todoistJSON),
            ("Work [220474322].csv", .todoistCSV), ("Tasks.json", .googleTasks), ("todo.txt", .todoTxt),
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
                        "\(RandomSeed.current)")
                    #expect(task.line >= 1 && task.line <= bytes.count)
                }
            }
        }
    }

    @Test(arguments: [
        ("taskwarrior.json", Format.taskwarrior), ("calendar.ics", .ics), ("todoist.json", .todoistJSON),
        ("Work [220474322].csv", .todoistCSV), ("Tasks.json", .googleTasks), ("todo.txt", .todoTxt),
    ]) func aFileTellsWhatItIs(name: String, format: Format) throws {
        #expect(Format.detect(try ReadFile.bytes(name)) == format)
        #expect(Format.detect([0xEF, 0xBB, 0xBF] + (try ReadFile.bytes(name))) == format)
    }

    @Test func aTextIsTodoTxtBySignsOrByItsName() {
        #expect(Format.detect(Array("Buy milk\nBuy bread\n".utf8), name: "Todo") == .todoTxt)
        #expect(Format.detect(Array("Buy milk\nBuy bread +home\n".utf8)) == nil)
        #expect(Format.detect(Array("Buy milk @shop\n(B) Buy bread\nCall\n".utf8)) == .todoTxt)
        #expect(Format.detect([0x50, 0x4B, 3, 4], name: "todo") == nil)
    }

    @Test(arguments: ["", "hello", "{}", "[]", "[1,2]", "a,b,c\n1,2,3\n", "PK\u{3}\u{4}"])
    func whatIsNoneOfTheseIsNotGuessed(text: String) { #expect(Format.detect(Array(text.utf8)) == nil) }
}
