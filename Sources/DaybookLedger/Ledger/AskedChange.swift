import DaybookCore
import Synchronization

/// A request on its way to the database, with what decides about it.
final class AskedChange: Sendable {
    let request: LedgerRequest
    let projections: Projections
    /// May be asked several times; the last time counts.
    let decide: @Sendable (AccountSight) throws -> Decision<Void>
    private let isAbandoned = Atomic<Bool>(false)

    init(
        _ request: LedgerRequest, followedBy projections: Projections,
        _ decide: @escaping @Sendable (AccountSight) throws -> Decision<Void>
    ) {
        (self.request, self.projections) = (request, projections)
        self.decide = decide
    }

    var account: Identifier { request.account }

    /// Nobody waits for it any more: what is not written yet need not be.
    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    var isWanted: Bool { !isAbandoned.load(ordering: .relaxed) }
}

/// What was decided last.
final class LastAnswer<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)

    var value: Answer? { answer.withLock { $0 } }

    func keep(_ newest: Answer) { answer.withLock { $0 = newest } }
}

/// It is more than those who share its transaction should wait for, or failed where nobody knows through whom. Nothing
/// of it was done, and it is passed again by itself.
struct BetterAlone: Error {}
