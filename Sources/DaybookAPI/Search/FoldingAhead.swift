import DaybookCore
import DaybookLedger
import Postgres
import Reactor
import Synchronization

/// Makes pages for the search beside the requests, so that whoever searches next need not wait for all of it: with each
/// five-thousandth change of an account, and where a search met more than it could fold itself. What is less the next
/// search folds in a moment, or housekeeping; most accounts never come so far, and while they are written nothing is
/// folded, which would slow an import, or a device that brings what it made elsewhere.
///
/// A hint and no more: what is missed here, because the process ends or the database is away, the next such change, the
/// next round of housekeeping or the next search makes up for.
final class FoldingAhead: Sendable {
    private let database: Database
    /// Accounts for which pages are being made, or will be once they rest, with the last revision that was heard of.
    private let busy = Mutex<[Identifier: Int64]>([:])

    private let stride: Int64
    /// An account rests once nothing was heard of it for this long.
    private let rest: Duration
    /// At most so many of these are waited for.
    private static let mostRests = 60

    init(_ database: Database, stride: Int64 = 5000, rest: Duration = .seconds(1)) {
        self.database = database
        self.stride = stride
        self.rest = rest
    }

    func hear(_ news: News) {
        guard case .committed(let commit, after: let before, in: let account) = news else { return }
        busy.withLock { busy in if busy[account] != nil { busy[account] = commit.revision } }
        if commit.revision / stride > before / stride { begin(account, at: commit.revision) }
    }

    /// Whether it is being done, so that nobody else need do the same.
    func isFolding(_ account: Identifier) -> Bool { busy.withLock { $0[account] != nil } }

    /// Folds whatever is unfolded, unless it is being done.
    ///
    /// - Parameter revision: of a change that was heard of; then first the account is given time to rest.
    func begin(_ account: Identifier, at revision: Int64? = nil) {
        let isBegun = busy.withLock { busy in
            guard busy[account] == nil else { return false }
            busy[account] = revision ?? 0
            return true
        }
        guard isBegun else { return }
        Task(executorPreference: database.reactors.reactors[0]) { [self] in
            if revision != nil { await waitForRest(of: account) }
            try? await SearchPages(database: database).fold(account)
            _ = busy.withLock { $0.removeValue(forKey: account) }
        }
    }

    private func waitForRest(of account: Identifier) async {
        for _ in 0..<Self.mostRests {
            let heard = busy.withLock { $0[account] }
            await Reactor.current?.sleep(for: rest)
            if busy.withLock({ $0[account] }) == heard { return }
        }
    }
}
