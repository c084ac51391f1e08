import DaybookCore
import Postgres
import Testing

@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// Days of tasks that hold much text turn in pieces, and nothing of it is lost.
@Suite(.closing) struct LongTextTurnTests {
    private let evening = at("2026-06-01T20:00:00Z")
    private let night = at("2026-06-02T00:00:05Z")

    /// Each goes to the backlog, and an occurrence takes its text along: together more than one transaction reads.
    @Test func occurrencesWithLongTextsAreMadeInPieces() async throws {
        let days = try await DayHouse.open()
        let limits: [JSONMember] = [
            JSONMember("mustDo", 1), JSONMember("complementary", 3), JSONMember("misc", 100),
        ]
        try await days.settings(["rollover": "backlog", "regionLimits": .object(limits)], at: evening)
        let title = String(repeating: "t", count: 200_000)
        let notes = String(repeating: "n", count: 900_000)
        let long = [JSONMember("title", .string(title)), JSONMember("notes", .string(notes)), daily]
        for number in 1...12 as ClosedRange<UInt64> {
            try await days.task(number, on: "2026-06-01", long, at: evening.adding(seconds: Int64(number)))
        }
        try await days.turn(at: night)
        let (slice, ledger) = try await days.stored()
        #expect(slice.tasks.count == 24)
        #expect(slice.tasks.values.allSatisfy { $0.title == title && $0.notes == notes })
        #expect(slice.tasks.values.count { $0.region == .backlog } == 12)
        #expect(try await days.turn(at: night) == 0)
        #expect(try await days.dueAt() == at("2026-06-03T00:00:00Z"))
        let made = ledger.filter { $0.created && $0.operation.at.device == .zero }
        #expect(made.count == 12)
        let transactions = try await days.database.read(
            of: days.account,
            """
            SELECT count(DISTINCT xmin::text) FROM change
            WHERE account_id = \(days.account) AND device_id = \(Identifier.zero) AND created
            """)
        #expect(try transactions[0].decode(0, as: Int64.self) >= 2)
    }

    /// A subtask's long title is made again, whatever of it was read when the day was looked at.
    @Test func aSubtaskWithALongTitleIsMadeAgain() async throws {
        let days = try await DayHouse.open()
        let title = String(repeating: "t", count: 20_000)
        try await days.task(1, on: "2026-06-01", [daily], at: evening)
        let part = [
            JSONMember("title", .string(title)), JSONMember("parentId", .string(DayHouse.id(1).text)),
            JSONMember("notes", "n"),
        ]
        try await days.change(DayHouse.id(2), part, at: evening.adding(seconds: 2))
        try await days.turn(at: night)
        let slice = try await days.stored().slice
        let parts = slice.tasks.values.filter { $0.parentId != nil }
        #expect(parts.count == 2 && parts.allSatisfy { $0.title == title && $0.notes == "n" })
    }
}
