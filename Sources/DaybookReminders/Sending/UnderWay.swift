import DaybookCore
import Reactor
import Synchronization

/// The accounts that this process works on, with how many rows of each.
final class UnderWay: Sendable {
    private let accounts = Mutex<[Identifier: Int]>([:])
    private let bell = Bell()

    /// Rows of one account at once: whoever has many, or slow receivers, waits for their own.
    private static let mostOfAccount = 32
    /// Rows at once, of all accounts: what they are told of is in memory meanwhile.
    private static let most = 2_000

    typealias Later = (row: ReminderRow, dueAt: Instant?, lookAt: Instant?)

    /// Waits until there is room for more.
    func room() async {
        while !Task.isCancelled, accounts.withLock({ $0.values.reduce(0, +) }) >= Self.most { await bell.wait() }
    }

    /// Takes some rows of each account that is not worked on already; the others are looked at again later.
    func admit(_ rows: [ReminderRow], now: Instant) -> (rows: [ReminderRow], later: [Later]) {
        accounts.withLock { accounts in
            var admitted: [ReminderRow] = []
            var later: [Later] = []
            var counts: [Identifier: Int] = [:]
            let busy = accounts
            for row in rows {
                let count = counts[row.account, default: 0]
                counts[row.account] = count + 1
                if count < Self.mostOfAccount, busy[row.account] == nil {
                    admitted.append(row)
                    accounts[row.account, default: 0] += 1
                } else {
                    later.append((row, row.dueAt, now.adding(milliseconds: Self.wait(behind: count))))
                }
            }
            return (admitted, later)
        }
    }

    /// Those behind come later the more of them there are, or the rows of one account with a slow receiver would be
    /// written again and again.
    private static func wait(behind count: Int) -> Int64 { Int64(1_000 * (1 + count / 8)) }

    func leave(_ account: Identifier) {
        accounts.withLock { _ = $0.removeValue(forKey: account) }
        bell.ring()
    }
}
