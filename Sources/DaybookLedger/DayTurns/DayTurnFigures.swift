import DaybookHost
import Synchronization

/// What /metrics shows of the turning of days in this process.
package final class DayTurnFigures: Sendable {
    private let accounts = Atomic<Int>(0)
    private let changes = Atomic<Int>(0)
    private let failures = Atomic<Int>(0)
    private let lateness = Atomic<Int64>(0)

    func turned(changes count: Int, late milliseconds: Int64) {
        accounts.add(1, ordering: .relaxed)
        changes.add(count, ordering: .relaxed)
        lateness.store(milliseconds, ordering: .relaxed)
    }

    func failed() { failures.add(1, ordering: .relaxed) }

    package var exposed: @Sendable () async -> CapabilityFigures {
        { [self] in
            let (turned, failed) = (accounts.load(ordering: .relaxed), failures.load(ordering: .relaxed))
            let (made, late) = (changes.load(ordering: .relaxed), lateness.load(ordering: .relaxed))
            return { page in
                page.begin("daybook_day_turns_total", .counter, "Accounts whose day was turned at its boundary.")
                page.sample(turned, ["result": "done"])
                page.sample(failed, ["result": "failed"])
                page.single(
                    "daybook_day_turn_changes_total", .counter, "Changes that came with a new day.", Double(made))
                page.single(
                    "daybook_day_turn_late_seconds", .gauge, "How long after its boundary the last day was turned.",
                    Double(late) / 1000)
            }
        }
    }
}
