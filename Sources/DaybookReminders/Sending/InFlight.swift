import DaybookCore
import Reactor
import Synchronization

/// The accounts that this process works on, with how many rows of each.
final class InFlight: Sendable {
    private let state = Mutex(State())
    private let bell = Bell()

    private struct State {
        /// How many rows of each are worked on.
        var accounts: [Identifier: Int] = [:]
        /// Whose receivers were slow lately, and until when that counts.
        var slow: [Identifier: Instant] = [:]
        /// For each account whose rows have to wait for each other: when the last of them is looked at again.
        var queues: [Identifier: Instant] = [:]

        var rows: Int { accounts.values.reduce(0, +) }
        var slowRows: Int { accounts.reduce(0) { $0 + (slow[$1.key] == nil ? 0 : $1.value) } }

        /// What is remembered for as long as it counts.
        mutating func forget(now: Instant) {
            if slow.values.contains(where: { $0 <= now }) { slow = slow.filter { $0.value > now } }
            if queues.values.contains(where: { $0 <= now }) { queues = queues.filter { $0.value > now } }
        }

        mutating func nextTurn(of account: Identifier, now: Instant) -> Instant {
            let first = now.adding(milliseconds: InFlight.shortestWait)
            let turn = max(first, queues[account] ?? first).adding(milliseconds: InFlight.turn)
            queues[account] = turn
            return turn
        }
    }

    /// Rows of one account at once: whoever has many, or slow receivers, waits for their own.
    private static let mostOfAccount = 32
    /// Rows at once, of all accounts: what they are told of is in memory meanwhile.
    private static let most = 2_000
    /// The part of them that accounts with slow receivers have together, and each of these: the rest is for all others.
    private static let mostOfSlow = 500
    private static let mostOfSlowAccount = 4
    /// Who takes longer is slow, and for how long that is remembered.
    private static let slowAfter: Int64 = 2_000
    private static let memory: Int64 = 5 * 60_000
    /// Accounts that are remembered.
    private static let mostRemembered = 10_000
    /// Rows of an account that have to wait are looked at so many milliseconds after each other: each is written once,
    /// for its own turn, and not all of them again and again.
    private static let turn: Int64 = 10
    private static let shortestWait: Int64 = 1_000

    typealias Later = (row: ReminderRow, dueAt: Instant?, lookAt: Instant?)

    /// Waits until there is room for more.
    func room() async {
        while !Task.isCancelled, state.withLock({ $0.rows }) >= Self.most { await bell.wait() }
    }

    /// Takes some rows of each account that is not worked on already; the others are looked at again later.
    func admit(_ rows: [ReminderRow], now: Instant) -> (rows: [ReminderRow], later: [Later]) {
        state.withLock { state in
            state.forget(now: now)
            var admitted: [ReminderRow] = []
            var later: [Later] = []
            let busy = state.accounts
            var slowRows = state.slowRows
            for row in rows {
                let account = row.account
                let isSlow = state.slow[account] != nil
                let most = isSlow ? Self.mostOfSlowAccount : Self.mostOfAccount
                if busy[account] == nil, state.accounts[account, default: 0] < most,
                    !isSlow || slowRows < Self.mostOfSlow
                {
                    admitted.append(row)
                    state.accounts[account, default: 0] += 1
                    slowRows += isSlow ? 1 : 0
                } else {
                    later.append((row, row.dueAt, state.nextTurn(of: account, now: now)))
                }
            }
            return (admitted, later)
        }
    }

    func leave(_ account: Identifier, after milliseconds: Int64 = 0, now: Instant) {
        state.withLock { state in
            state.accounts[account] = nil
            if milliseconds > Self.slowAfter {
                if state.slow.count < Self.mostRemembered {
                    state.slow[account] = now.adding(milliseconds: Self.memory)
                }
            }
        }
        bell.ring()
    }
}
