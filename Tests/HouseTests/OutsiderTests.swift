import Foundation
import Testing

/// What other packages see of the libraries, as they were built, is enough to write an app with.
@Suite struct OutsiderTests {
    private static let imports = PublicFace.modules.map { "import \($0)\n" }.joined() + "import Foundation\n"

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
                let lost = try await notebook.lostChanges().flatMap(\\.conflicts).map { "\\($0.mine) \\($0.theirs)" }
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
}
