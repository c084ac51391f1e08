import DaybookCore
import DaybookLedger
import Postgres
import Reactor
import Synchronization

/// Makes pages for the search beside the requests, so that whoever searches next need not wait for all of it: with each
/// five-thousandth change of an account, and where a search met more than it could fold itself. What is less the next
/// search folds in a moment, or housekeeping; most accounts never come so far, and while they are written nothing is
/// folded.
///
/// A hint and no more: what is missed here, because the process ends or the database is away, the next such change, the
/// next round of housekeeping or the next search makes up for.
final class FoldingAhead: Sendable {
    private let database: Database
    /// Accounts for which pages are being made.
    private let busy = Mutex<Set<Identifier>>([])

    private let stride: Int64

    init(_ database: Database, stride: Int64 = 5000) {
        self.database = database
        self.stride = stride
    }

    func hear(_ news: News) {
        guard case .committed(let commit, after: let before, in: let account) = news,
            commit.revision / stride > before / stride
        else { return }
        begin(account)
    }

    /// Whether it is being done, so that nobody else need do the same.
    func isFolding(_ account: Identifier) -> Bool { busy.withLock { $0.contains(account) } }

    /// Folds whatever is unfolded, unless it is being done.
    func begin(_ account: Identifier) {
        guard busy.withLock({ $0.insert(account).inserted }) else { return }
        Task(executorPreference: database.reactors.reactors[0]) { [self] in
            try? await SearchPages(database: database).fold(account)
            _ = busy.withLock { $0.remove(account) }
        }
    }
}
