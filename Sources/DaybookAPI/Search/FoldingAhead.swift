import DaybookCore
import DaybookLedger
import Postgres
import Reactor
import Synchronization

/// Makes pages for the search while an account is being filled, so that whoever searches next need not wait for all
/// of it: with each thousandth change of an account what is unfolded is folded, beside the requests.
///
/// A hint and no more: what is missed here, because the process ends or the database is away, the next such change, the
/// next round of housekeeping or the next search makes up for.
final class FoldingAhead: Sendable {
    private let database: Database
    /// Accounts for which pages are being made.
    private let busy = Mutex<Set<Identifier>>([])

    static let stride: Int64 = 1000

    init(_ database: Database) { self.database = database }

    func hear(_ news: News) {
        guard case .committed(let commit, after: let before, in: let account) = news,
            commit.revision / Self.stride > before / Self.stride,
            busy.withLock({ $0.insert(account).inserted })
        else { return }
        Task(executorPreference: database.reactors.reactors[0]) { [self] in
            try? await SearchPages(database: database).fold(account)
            _ = busy.withLock { $0.remove(account) }
        }
    }
}
