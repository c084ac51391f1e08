import Foundation
import Testing

/// What other packages see of the libraries is a decision, is said in words, and is enough to write an app with.
@Suite struct PublicFaceTests {
    private static let fixture = House.root.appending(path: "Tests/Fixtures/public-face.txt")
    private static let imports = PublicFace.modules.map { "import \($0)\n" }.joined() + "import Foundation\n"

    /// A new public name is written down, or is `package`: `make public-face` writes them down.
    @Test func everyPublicDeclarationIsWrittenDown() throws {
        let face = try PublicFace.ofAll().flatMap(\.lines).joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["DAYBOOK_WRITE_PUBLIC_FACE"] != nil {
            try face.write(to: Self.fixture, atomically: true, encoding: .utf8)
        }
        let known = Set(try String(contentsOf: Self.fixture, encoding: .utf8).split(separator: "\n"))
        let found = Set(face.split(separator: "\n"))
        #expect(found.subtracting(known).sorted() == [], "public, and not written down")
        #expect(known.subtracting(found).sorted() == [], "written down, and not public")
        #expect(found.count > 500, "the sources were not found, so nothing was checked")
    }

    @Test func everyPublicDeclarationSaysWhatItIsFor() throws {
        for face in try PublicFace.ofAll() { #expect(face.undocumented == []) }
    }

    /// Every public type can be named beside Foundation's, so none of them has the name of one of those.
    @Test func noPublicTypeHasTheNameOfOneOfFoundations() async throws {
        let names = try PublicFace.ofAll().flatMap(\.topTypes).sorted()
        #expect(names.count > 70)
        #expect(try await Outsider().complaints(about: Self.naming(names)) == "")
    }

    @Test func theExampleIsWrittenWithWhatOthersSee() async throws {
        let app = try String(
            contentsOf: House.root.appending(path: "Examples/tasklist/TaskList.swift"), encoding: .utf8)
        #expect(try await Outsider().complaints(about: app) == "")
    }

    /// What a screen does with the values that it gets.
    @Test func aScreenIsWrittenWithWhatOthersSee() async throws {
        let screen = """
            \(Self.imports)
            func show(_ notebook: Notebook, _ task: TaskItem) async throws -> [String] {
                let snapshot = await notebook.snapshot
                let rows = snapshot.search("tea").map { "\\($0.task.title) \\($0.highlights.title.map(\\.text))" }
                let date = task.scheduledDate?.adding(days: 1).text ?? "\\(snapshot.moment.today.year)"
                let rule = try task.recurrence.map { try RecurrenceRule($0) }
                try await notebook.edit(task.id) {
                    $0.dueAt = task.dueAt?.adding(seconds: 60)
                    $0.recurrence = .rule(rule?.rrule ?? "FREQ=DAILY")
                }
                try await notebook.move(task.id, .toRegion(.morning, .mustDo))
                let undone = try await notebook.undo()
                let kept = undone?.kept.map(\\.field) ?? []
                let done = undone?.deed.operations.map { "\\($0.kind) \\($0.fields.map(\\.name))" } ?? []
                let refused = try await notebook.refusedChanges().map { "\\($0.operation.id) \\($0.sentence)" }
                let lost = try await notebook.lostChanges().map { "\\($0.conflict.mine) \\($0.conflict.theirs)" }
                let figures = try await notebook.dailySeries().statistic.days.map { "\\($0.date): \\($0.count)" }
                return rows + [date] + kept + done + refused + lost + figures
            }
            """
        #expect(try await Outsider().complaints(about: screen) == "")
    }

    // MARK: The checks themselves must be able to fail

    @Test func whatIsOfThePackageIsNotSeen() async throws {
        let hidden = "\(Self.imports)\nfunc look(_ task: TaskItem, _ replica: Replica) { _ = task.clocks }\n"
        let complaints = try await Outsider().complaints(about: hidden)
        #expect(complaints.contains("cannot find type 'Replica' in scope"))
        #expect(complaints.contains("'clocks' is inaccessible due to 'package' protection level"))
    }

    @Test func aNameOfFoundationsIsFound() async throws {
        let outsider = try Outsider()
        #expect(try await outsider.make(library: "Clash", of: "public struct Operation {}\n") == "")
        let complaints = try await outsider.complaints(about: "import Clash\n" + Self.naming(["Operation"]))
        #expect(complaints.contains("'Operation' is ambiguous"))
    }

    private static func naming(_ names: [String]) -> String {
        imports + names.map { "public typealias Named\($0) = \($0)\n" }.joined()
    }

    @Test func whatIsPublicIsRead() {
        let source = """
            import struct Foundation.URL

            /// A barrel.
            public struct Barrel: Hashable {
                public var lid = 1
                /// Its hoops.
                @discardableResult
                public func bind(
                    _ hoops: [Int] = [1, 2], with hammer: (Int) -> Void = { _ in }
                ) throws -> Int {
                    let public = 1
                    return 2
                }
                package var stave: Int { 1 }
                struct Hidden { public var nail = 1 }
                /// Its wood.
                public enum Wood: String {
                    case oak = "public let", ash
                    var name: String { \"\"\"
                        public let text = 1
                        \"\"\" }
                }
            }

            public protocol Cooper {
                func make() -> Barrel
            }

            extension Barrel: Comparable {
                public static func < (left: Barrel, right: Barrel) -> Bool { true }
            }

            package struct Shelf { public var board = 1 }
            """
        let face = PublicFace(of: "Cellar", [source])
        #expect(
            face.lines == [
                "Cellar Barrel.Wood: case oak = \"public let\", ash",
                "Cellar Barrel: enum Wood: String",
                "Cellar Barrel: func bind(_ hoops: [Int] = [1, 2], with hammer: (Int) -> Void = { _ in }) throws -> Int",
                "Cellar Barrel: static func < (left: Barrel, right: Barrel) -> Bool",
                "Cellar Barrel: var lid",
                "Cellar Cooper: func make() -> Barrel",
                "Cellar protocol Cooper",
                "Cellar struct Barrel: Hashable",
            ])
        #expect(
            face.undocumented == [
                "Cellar Barrel.Wood: case oak = \"public let\", ash", "Cellar Barrel: var lid",
                "Cellar Cooper: func make() -> Barrel", "Cellar protocol Cooper",
            ])
        #expect(face.topTypes == ["Barrel", "Cooper"])
    }
}
