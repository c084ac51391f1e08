import DaybookCore
import DaybookLedger
import Reactor
import Synchronization

/// Accounts with changes that programs want to be notified of, in the order in which they changed. A hint and no more:
/// what is lost with this process is found by a look at the database.
package final class ChangeNews: Projection {
    let bell = Bell()
    private let announcements: Announcements
    private let state = Mutex(State())

    private struct State {
        var accounts: [Identifier] = []
        var known: Set<Identifier> = []
        var isEverywhere = false
    }

    /// Where there are more, it is cheaper to look at all.
    private static let most = 10_000

    package init(_ announcements: Announcements) {
        self.announcements = announcements
        announcements.onWake { [weak self] wake in
            if wake.isOfChanges { self?.note(wake.account) }
        }
    }

    package func committed(_ commit: Commit, of account: Identifier) {
        if commit.tellsChanges { announcements.hasChangesToTell(of: account) }
    }

    func note(_ account: Identifier) {
        state.withLock { state in
            guard state.known.insert(account).inserted else { return }
            state.accounts.append(account)
            if state.accounts.count > Self.most { state = State(isEverywhere: true) }
        }
        bell.ring()
    }

    /// Some accounts, which are no longer noted; or that there is something everywhere.
    func take(atMost limit: Int) -> (accounts: [Identifier], isEverywhere: Bool) {
        state.withLock { state in
            if state.isEverywhere {
                state = State()
                return ([], true)
            }
            let taken = Array(state.accounts.prefix(limit))
            state.accounts.removeFirst(taken.count)
            state.known.subtract(taken)
            return (taken, false)
        }
    }

    var isEmpty: Bool { state.withLock { $0.accounts.isEmpty && !$0.isEverywhere } }
}
