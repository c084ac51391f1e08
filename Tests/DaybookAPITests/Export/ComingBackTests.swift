import DaybookCore
import DaybookFormats
import Foundation
import Postgres
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookLedger
@testable import TestAccounts

/// Whoever leaves with everything comes back with everything: exported, imported into an empty account and exported
/// again, it is the same file.
@Suite(.closing) struct ComingBackTests {
    private static let hostile = [
        "=HYPERLINK(\"http://x\")", "+1", "'quoted'", "a,b;c\"d\"", "first\nsecond\r\nthird", "👩‍👧 🏳️‍🌈",
        "עברית\u{200F} و عربي",
        "\\n \\, \\;", "control \u{01}\u{07} end", "null", "{\"json\":[1]}", "BEGIN:VTODO", "\u{2028}line",
        String(repeating: "ä😀", count: 5_000),
    ]

    /// Pushes of devices that merge, complete, delete and place, and then texts that no format likes.
    private func fill(_ house: LedgerHouse, _ random: inout RandomPushes) async throws {
        for _ in 0..<40 {
            var push = random.next()
            // With limits that were made smaller a region may hold what it would not take in again.
            push.operations.removeAll { $0.entity == .settings }
            _ = try await house.ledger.push(push, to: house.account, now: random.now)
        }
        var now = random.now
        for number in 0..<30 {
            now = now.adding(milliseconds: 1500)
            func text() -> JSONValue { .string(Self.hostile[Int(random.pick(UInt64(Self.hostile.count)))]) }
            var fields = [JSONMember("title", .string("\(number) ")), JSONMember("notes", text())]
            fields[0].value = text()
            if random.pick(2) == 0 { fields.append(JSONMember("category", text())) }
            if random.pick(3) == 0 {
                fields.append(JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")])))
            }
            if random.pick(3) == 0 { fields.append(JSONMember("dueAt", .string(now.text))) }
            if random.pick(3) == 0 { fields.append(JSONMember("scheduledDate", "2026-11-29")) }
            if random.pick(3) == 0 { fields.append(JSONMember("reminderAt", .string(now.text))) }
            if random.pick(3) == 0 { fields.append(JSONMember("=effort", .array([text(), .decimal("1.50")]))) }
            if random.pick(4) == 0 { fields.append(JSONMember("region", "backlog")) }
            let task = Identifier(high: 0x7A5C, low: number < 12 ? UInt64(number) : UInt64(number) + 100)
            let create = SyncOperation(
                opId: Identifier(high: 0xF111, low: UInt64(number)), id: task,
                at: HybridTime(now, device: house.devices[0]), fields: fields)
            let edit = SyncOperation(
                opId: Identifier(high: 0xED17, low: UInt64(number)), id: task,
                at: HybridTime(now.adding(milliseconds: 1), device: house.devices[1]),
                fields: [JSONMember("state", random.pick(2) == 0 ? "active" : "completed")])
            _ = try await house.ledger.push(Push(operations: [create, edit]), to: house.account, now: now)
        }
        let settings = SyncOperation(
            opId: Identifier(high: 0x5E77, low: 1), entity: .settings, id: house.account,
            at: HybridTime(now, device: house.devices[0]),
            fields: [JSONMember("timeZone", "Europe/Berlin"), JSONMember("firstWeekday", 7)])
        _ = try await house.ledger.push(Push(operations: [settings]), to: house.account, now: now)
    }

    private func file(_ format: ExportFormat, of account: Identifier, _ database: Database) async throws -> [UInt8] {
        var order = ExportOrder()
        order.format = format
        var bytes: [UInt8] = []
        _ = try await AccountExport(database: database, order: order).write(
            account: account, now: Instant(milliseconds: 1_800_000_000_000)
        ) { part, _ in bytes += part }
        return bytes
    }

    /// `DAYBOOK_SEED` replays.
    @Test(arguments: ExportFormat.allCases)
    func exportedImportedAndExportedItIsTheSame(_ format: ExportFormat) async throws {
        let seed = RandomSeed.current
        print("\(format): \(seed)")
        let house = try await LedgerHouse.open()
        var random = RandomPushes(seed: seed.value, account: house.account)
        try await fill(house, &random)
        let first = try await file(format, of: house.account, house.database)
        let empty = try await SomeAccount.make(in: house.database)
        var source = TextSource(first, size: 10_000)
        let reading = Format(rawValue: format.rawValue)
        let report = try await Import(database: house.database, ledger: house.ledger).run(
            ImportOrder(account: empty.id, format: reading), from: &source)
        #expect(report.count(.made(.task)) > 20, "\(seed)")
        let second = try await file(format, of: empty.id, house.database)
        if first != second {
            let lines = zip(first.split(separator: 0x0A), second.split(separator: 0x0A))
            let other = lines.first { $0 != $1 }.map {
                (String(decoding: $0.prefix(300), as: UTF8.self), String(decoding: $1.prefix(300), as: UTF8.self))
            }
            Issue.record("\(seed): \(String(describing: other)), \(first.count) and \(second.count) bytes")
        }
    }
}
