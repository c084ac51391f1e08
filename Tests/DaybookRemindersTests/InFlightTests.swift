import DaybookCore
import Testing

@testable import DaybookReminders

/// Who has much to be told, or receivers that are slow, stands in nobody's way.
struct InFlightTests {
    private let now = Instant(milliseconds: 1_780_000_000_000)

    private func rows(_ count: Int, of account: Identifier) -> [ReminderRow] {
        (0..<count).map { _ in ReminderRow(account: account, subject: .random(), dueAt: now, lookAt: now) }
    }

    @Test func whoHasSlowReceiversHasAPartOfTheRoom() {
        let inFlight = InFlight()
        let slow = (0..<200).map { _ in Identifier.random() }
        for account in slow {
            #expect(inFlight.admit(rows(1, of: account), now: now).rows.count == 1)
            inFlight.leave(account, after: 5_000, now: now)
        }
        let admitted = slow.map { inFlight.admit(rows(32, of: $0), now: now).rows.count }
        #expect(admitted.allSatisfy { $0 <= 4 } && admitted.reduce(0, +) == 500)
        #expect(inFlight.admit(rows(32, of: .random()), now: now).rows.count == 32)

        // After a while it is forgotten.
        for account in slow { inFlight.leave(account, now: now) }
        let later = now.adding(seconds: 600)
        #expect(inFlight.admit(rows(32, of: slow[0]), now: later).rows.count == 32)
    }

    @Test func rowsThatWaitComeOneAfterTheOther() {
        let inFlight = InFlight()
        let account = Identifier.random()
        let first = inFlight.admit(rows(250, of: account), now: now)
        #expect(first.rows.count == 32 && first.later.count == 218)
        let second = inFlight.admit(rows(250, of: account), now: now)
        #expect(second.rows.isEmpty && second.later.count == 250)
        let turns = (first.later + second.later).compactMap(\.lookAt)
        #expect(Set(turns).count == 468 && turns == turns.sorted())
        #expect(turns.allSatisfy { $0 >= now.adding(seconds: 1) && $0 <= now.adding(seconds: 6) })
    }
}
