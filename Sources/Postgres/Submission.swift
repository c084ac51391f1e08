import Reactor

/// A statement on its way, or several under one sync, and the caller who waits for it.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only; it merely travels through the
/// cancellation handler, which goes to that thread first.
final class Submission: @unchecked Sendable {
    enum Kind {
        /// May share a sync with others and may be run again.
        case read
        /// Has a sync, and so a transaction, of its own.
        case write
        /// Part of what a leased connection does.
        case exclusive
    }

    enum Place {
        case nowhere
        /// Gathered in this turn, or in the pool's queue.
        case waiting
        case sent
        case done
    }

    let kind: Kind
    let queries: ContiguousArray<Query>
    /// The setting that must hold while it runs; a lease's statements set it themselves.
    let setting: LocalSetting?
    let deadline: LoopTime
    let submittedAt: LoopTime
    var place = Place.nowhere
    var continuation: UnsafeContinuation<Answer, Never>?

    var results: ContiguousArray<ResultMemory> = []
    var failure: PostgresError?
    /// A statement before it in the same sync failed, so it was never run.
    var wasAborted = false
    var timesRun = 0
    /// How often it was run again through no fault of its own.
    var retries = 0
    /// How often it was taken away from behind a slow statement.
    var moves = 0
    var movedAt = LoopTime(nanoseconds: 0)
    /// It was slow and delayed others: it has a connection of its own if there is one to be had, and is stopped again
    /// where others wait for that, each time after a longer while.
    var isSlow = false
    var timesStopped = 0
    /// It has that connection for itself.
    var hasOwnConnection = false
    /// Its name was of no use to the server, so it goes without one.
    var avoidsNames = false
    /// Its failure may be a cancel request's that was meant for another.
    var mayBeMisfire = false
    /// Nobody waits for what a connection begins with, and it is not stopped all the same.
    var mayBeStopped = true
    /// Since when no caller has waited for it, although the server still runs it.
    var abandonedAt: LoopTime?

    init(kind: Kind, query: Query, under setting: LocalSetting?, submittedAt: LoopTime, deadline: LoopTime) {
        self.kind = kind
        queries = [query]
        self.setting = setting
        self.submittedAt = submittedAt
        self.deadline = deadline
    }

    init(exclusive queries: ContiguousArray<Query>, submittedAt: LoopTime, deadline: LoopTime) {
        kind = .exclusive
        self.queries = queries
        setting = nil
        self.submittedAt = submittedAt
        self.deadline = deadline
    }

    /// Receives answers that no caller waits for.
    init(answeredAt now: LoopTime) {
        kind = .read
        queries = []
        setting = nil
        submittedAt = now
        deadline = now
        place = .done
        abandonedAt = now
    }

    /// Runs again where others do not wait for it.
    func giveWay() {
        isSlow = true
        hasOwnConnection = false
        timesStopped += 1
    }

    var isDone: Bool { if case .done = place { true } else { false } }

    /// Answers the caller, once.
    func complete(_ answer: Answer) {
        guard !isDone else { return }
        place = .done
        continuation.take()?.resume(returning: answer)
    }

    /// As it was before it was sent.
    func reset() {
        results.removeAll(keepingCapacity: true)
        failure = nil
        mayBeMisfire = false
        wasAborted = false
        hasOwnConnection = false
        place = .waiting
    }
}

enum Answer: Sendable {
    case rows(ResultMemory)
    case failed(PostgresError)
}
