import DaybookHost
import Notifying
import Synchronization

/// What /metrics shows of reminders in this process.
package final class ReminderFigures: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sent: [Key: UInt64] = [:]
        /// Changes, by outcome.
        var told: [String: UInt64] = [:]
        var late: [ChannelKind: Late] = [:]
    }

    private struct Late {
        var counts = [UInt64](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private struct Key: Hashable {
        let kind: ChannelKind
        let outcome: String
    }

    private static let bounds = [0.5, 1, 2, 5, 15, 60, 300, 3600]

    func sent(over kind: ChannelKind, _ outcome: SendOutcome, late milliseconds: Int64) {
        let (name, seconds) = (outcome.name, Double(max(0, milliseconds)) / 1000)
        state.withLock { state in
            state.sent[Key(kind: kind, outcome: name), default: 0] += 1
            guard outcome == .delivered else { return }
            state.late[kind, default: Late()].counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            state.late[kind, default: Late()].sum += seconds
        }
    }

    /// A change over a webhook.
    func told(_ outcome: SendOutcome) { state.withLock { $0.told[outcome.name, default: 0] += 1 } }

    func put(on page: inout Exposition) {
        let now = state.withLock { $0 }
        // A family without a sample is none.
        if !now.told.isEmpty {
            page.begin(
                "daybook_changes_told_total", .counter,
                "Attempts to tell a program of a change over a webhook, by outcome.")
            for (outcome, count) in now.told.sorted(by: { $0.key < $1.key }) {
                page.sample(count, ["outcome": "\(outcome)"])
            }
        }
        page.begin("daybook_notifications_total", .counter, "Attempts to notify a device, by channel and outcome.")
        for (key, count) in now.sent.sorted(by: {
            ($0.key.kind.rawValue, $0.key.outcome) < ($1.key.kind.rawValue, $1.key.outcome)
        }) {
            page.sample(count, ["channel": "\(key.kind.rawValue)", "outcome": "\(key.outcome)"])
        }
        page.begin(
            "daybook_notification_late_seconds", .histogram,
            "How long after its time a notification was delivered, by channel.")
        for (kind, late) in now.late.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            page.histogram(bounds: Self.bounds, counts: late.counts, sum: late.sum, ["channel": "\(kind.rawValue)"])
        }
    }
}

extension SendOutcome {
    fileprivate var name: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retried"
        case .gone: "gone"
        case .refused: "refused"
        }
    }
}
