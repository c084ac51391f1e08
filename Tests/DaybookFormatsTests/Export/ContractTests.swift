import DaybookCore
import DaybookFormats
import Foundation
import Testing

/// The documents that apps and people rely on, to the letter.
@Suite struct ContractTests {
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/export")

    /// What was agreed on with the apps: its own keys come first, in its order and its form.
    @Test func theContractComesFirstInEveryTask() throws {
        let contract = try text("contract.json")
        let read = ReadFile(contract, as: .json)
        var task = try #require(read.tasks.first)
        task.sortOrder = nil
        var account = DraftedAccount()
        account.tasks = [task]
        let ours = text(account.file(.json, date: "2026-02-11T15:30:00.000Z"))
        // Up to the end of the contract's last key, the two are one text.
        let end = try #require(contract.range(of: "\"sortOrder\": 0"))
        #expect(ours.hasPrefix(contract[..<end.upperBound]), "\(ours)")
    }

    static let account: DraftedAccount = {
        var account = DraftedAccount()
        var list = ListDraft(.own(Identifier("11111111-1111-4111-8111-111111111111")!), line: 0, title: "Home, =sweet")
        list.colorHex = "#2E7D32"
        list.createdAt = "2026-01-01T08:00:00.000Z"
        list.updatedAt = "2026-01-02T08:00:00.500Z"
        list.sortOrder = OrderKey("V")
        account.lists = [list]
        var plain = TaskDraft(
            .own(Identifier("550e8400-e29b-41d4-a716-446655440000")!), line: 0, title: "Review chapter 3 feedback")
        plain.state = .completed
        plain.createdAt = "2026-02-10T09:15:00.000Z"
        plain.updatedAt = "2026-02-11T14:30:00.000Z"
        plain.completedAt = "2026-02-11T14:30:00.000Z"
        plain.scheduledDate = "2026-02-11"
        plain.sortOrder = OrderKey("a0")
        var full = TaskDraft(
            .own(Identifier("550e8400-e29b-41d4-a716-446655440001")!), line: 0, title: "=1+1 \"quoted\" 😀")
        full.createdAt = "2026-02-10T09:15:00.001Z"
        full.updatedAt = "2026-02-11T14:30:00.020Z"
        full.notes = "One line,\nand another; with a \\"
        full.scheduledDate = "2026-02-12"
        full.dueAt = "2026-02-12T18:00:00.000Z"
        full.reminderAt = "2026-02-12T17:30:00.250Z"
        full.list = list.name
        full.sortOrder = OrderKey("a1")
        full.region = .morning
        full.bucket = .mustDo
        full.carryCount = 2
        full.sticky = true
        full.autoCarry = true
        full.category = "Health"
        full.priority = 1
        full.tags = ["home", "on, my way"]
        full.recurrence = .weekly(Weekdays([1, 3, 5])!)
        full.parentRecurringId = Identifier("550e8400-e29b-41d4-a716-446655440009")
        full.parent = plain.name
        full.recurrence?.except = ["2026-12-25", "2026-12-24"]
        full.unknown = [JSONMember("effort", .decimal("1.50"))]
        var waiting = TaskDraft(.own(Identifier("550e8400-e29b-41d4-a716-446655440002")!), line: 0, title: "Later")
        waiting.state = .active
        waiting.createdAt = "2026-02-10T09:15:00.000Z"
        waiting.updatedAt = "2026-02-11T14:30:00.000Z"
        waiting.sortOrder = OrderKey("a2")
        waiting.region = .backlog
        waiting.enteredBacklogAt = "2026-02-11T00:00:00.000Z"
        waiting.deletedAt = "2026-02-11T14:30:00.000Z"
        account.tasks = [plain, full, waiting]
        return account
    }()

    /// One account in every format. Where a change of these files is meant, DAYBOOK_WRITE_FIXTURES=1 writes them anew.
    @Test(arguments: ExportFormat.allCases)
    func everyFormatIsAsItsFixtureSays(_ format: ExportFormat) throws {
        let file = Self.account.file(format, date: "2026-02-11T15:30:00.000Z")
        let name = "account.\(format.rawValue)"
        if ProcessInfo.processInfo.environment["DAYBOOK_WRITE_FIXTURES"] != nil {
            try Data(file).write(to: Self.fixtures.appending(path: name))
        }
        #expect(text(file) == (try text(name)))
    }

    @Test func filesAreCalledAsAgreed() {
        #expect(ExportFormat.json.fileName(on: "2026-02-11") == "Daybook-Tasks-Export-2026-02-11.json")
        #expect(ExportFormat.ics.fileName(on: "2026-02-11") == "Daybook-Tasks-Export-2026-02-11.ics")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: Self.fixtures.appending(path: name)), as: UTF8.self)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
