import DaybookCore
import Postgres
import Reactor
import Synchronization

/// Takes changes to the database: some few write transactions of a process at once. What comes while all of them are
/// busy waits, and goes together with what waits beside it.
///
/// A lane that is free takes its share of those who are under way (``Crowd``), so that many do not come in transactions
/// of two or three: while another is busy, fewer wait for company, for a millisecond or two. Who is alone never waits.
///
/// Where tables are spread over several servers, only those go together that are in the same part of them.
///
/// Whoever brings much goes by itself and takes no lane, so that nobody waits for it, and so does what works in the
/// background. An account's own changes come one after the other (``AccountGate``), so there is one of each at most.
///
/// A lane that is held for long, because a lock is waited for perhaps, is given up to whoever holds it, and another
/// opens in its place: those behind it may need nothing of what it waits for.
final class WriteLanes: Sendable {
    /// So many go together at most: more gain little by it, and all of them wait for the slowest.
    static let mostTogether = 16
    /// And so many operations.
    static let mostOperations = 200
    /// More than these are turned away.
    static let longestQueue = 10_000
    /// So long one waits for company, and twice that where others had begun to wait before.
    private static let companyTime = Duration.milliseconds(1)

    let figures = WriteFigures()
    private let database: Database
    private let shards: AccountShards
    private let mostGivenUp: Int
    private let state: Mutex<State>

    private struct State {
        var free: Int
        /// Lanes that are held, by their numbers.
        var held: [Int: Held] = [:]
        var lastNumber = 0
        /// Lanes that were given up to who holds them still.
        var givenUp: Set<Int> = []
        var waiting: [Waiting] = []
        var crowd: Crowd
        /// Somebody looks after those who wait too long.
        var isWatched = false
        /// And somebody after those who wait for company.
        var isTimed = false

        init(lanes: Int) {
            free = lanes
            crowd = Crowd(lanes: lanes)
        }

        /// The number of the lane, if one is free for a change that goes by itself.
        mutating func takeLane() -> Int? {
            guard free > 0, waiting.isEmpty else { return nil }
            crowd.meet(underWay + 1)
            guard held.isEmpty || crowd.share == 1 else { return nil }
            return takeLane(for: 1)
        }

        /// Who came first, and those who may go along, in the order in which they came; nil where nobody waits, no lane
        /// is free, or company is waited for.
        mutating func takeGroup() -> (group: [Waiting], lane: Int)? {
            guard free > 0, let first = waiting.first else { return nil }
            crowd.meet(underWay + waiting.count)
            // Where tables are spread, those who wait beside each other may go to different places.
            guard
                held.isEmpty || first.shard != nil || waiting.count >= crowd.share
                    || first.since.duration(to: .now) >= WriteLanes.companyTime
            else { return nil }
            let group = takeFirst { first.shard == nil || $0.shard == first.shard }
            return (group, takeLane(for: group.count))
        }

        private var underWay: Int { held.values.reduce(0) { $0 + $1.count } }

        private mutating func takeLane(for count: Int) -> Int {
            crowd.leave()
            free -= 1
            lastNumber += 1
            held[lastNumber] = Held(since: .now, count: count)
            return lastNumber
        }

        private mutating func takeFirst(_ mayGo: (Waiting) -> Bool) -> [Waiting] {
            var taken: [Waiting] = []
            var operations = 0
            for place in waiting.indices where mayGo(waiting[place]) {
                operations += max(1, waiting[place].change.request.operations.count)
                if taken.count == mostTogether || !taken.isEmpty && operations > mostOperations { break }
                taken.append(waiting[place])
            }
            waiting.removeAll { one in taken.contains { $0.change === one.change } }
            return taken
        }
    }

    private struct Held {
        let since: ContinuousClock.Instant
        /// How many changes go along it.
        let count: Int
    }

    private struct Waiting: Sendable {
        let change: AskedChange
        let shard: Int64?
        let since: ContinuousClock.Instant
        /// Where its task lives, and what that is for.
        let reactor: Reactor?
        let cause: Int?
        let continuation: CheckedContinuation<Turn, Never>
    }

    /// What a change has waited for.
    private enum Turn {
        /// A lane of its own, by its number.
        case lane(Int)
        /// It went with others.
        case answered(Result<PushResult, any Error>)
    }

    /// - Parameter lanes: one more than there are cores unless said, so that while one transaction waits for the disk
    ///   the cores have work. More make smaller groups and bring nothing (docs/house/storage.md).
    ///   Where a number is given there are never more.
    init(_ database: Database, lanes: Int? = nil) {
        self.database = database
        mostGivenUp = lanes == nil ? database.configuration.maximumConnections / 2 : 0
        shards = AccountShards(database)
        state = Mutex(State(lanes: lanes ?? database.reactors.reactors.count + 1))
    }

    /// Answers once the change is durable. Where it is alone its statements end with the caller's task; among others it
    /// drops out as long as nothing is written, and is written to the end after that.
    func pass(_ change: AskedChange) async throws -> PushResult {
        var lane: Int?
        if change.request.isShort, !Database.isInBackground {
            switch await turn(of: change, in: try await shards.shard(of: change.account)) {
            case .lane(let number): lane = number
            case .answered(.success(let answered)): return answered
            case .answered(.failure(let error)): guard error is BetterAlone else { throw error }
            }
        }
        defer { if let lane { leave(lane) } }
        var givesOtherNames = false
        while true {
            do {
                let answered = try await database.transaction { [givesOtherNames] transaction in
                    var alone = LedgerTransaction(of: change, givingOtherNames: givesOtherNames)
                    try await alone.pass(through: transaction)
                    return try alone.outcome(of: change).get()
                }
                figures.count(1)
                return answered
            } catch let error as PostgresError where error.isOfTakenName && !givesOtherNames {
                givesOtherNames = true
            }
        }
    }

    /// How many lanes nobody uses, and how many changes wait for one.
    var free: Int { state.withLock(\.free) }
    var waiting: Int { state.withLock(\.waiting.count) }
    /// How many are waited for while another lane is held.
    var share: Int { state.withLock(\.crowd.share) }

    // MARK: Together

    /// Hands the lane to those who wait, unless it was given up.
    private func leave(_ lane: Int) {
        let isOneOfMany = state.withLock { state in
            guard state.held.removeValue(forKey: lane) == nil else { return true }
            state.givenUp.remove(lane)
            return false
        }
        if isOneOfMany { openLane() }
    }

    /// One more lane is free: those who wait go along it.
    private func openLane() {
        state.withLock { $0.free += 1 }
        letGo()
    }

    /// Those who wait go, as many together as may; who has to wait for company goes when that is long enough.
    private func letGo() {
        while let (group, lane) = state.withLock({ $0.takeGroup() }) {
            if group.count == 1 {
                group[0].continuation.resume(returning: .lane(lane))
            } else {
                Task(executorPreference: group[0].reactor) { await self.passTogether(group, in: lane) }
            }
        }
        let isToBeTimed = state.withLock { state in
            guard state.free > 0, !state.waiting.isEmpty, !state.isTimed else { return false }
            state.isTimed = true
            return true
        }
        if isToBeTimed { Task(executorPreference: database.reactors.reactors[0]) { await self.endWaitForCompany() } }
    }

    private func endWaitForCompany() async {
        await database.reactors.reactors[0].sleep(for: Self.companyTime)
        state.withLock { $0.isTimed = false }
        letGo()
    }

    private func passTogether(_ group: [Waiting], in lane: Int) async {
        Reactor.current?.cause = group[0].cause
        var together = LedgerTransaction(together: group.map(\.change))
        do {
            // Run again they are one by one, each for itself.
            try await database.transaction(attempts: 1) { try await together.pass(through: $0) }
            figures.count(group.count)
        } catch {
            together.fail(error)
        }
        leave(lane)
        for waiting in group { waiting.continuation.resume(returning: .answered(together.outcome(of: waiting.change))) }
    }

    // MARK: Waiting

    private func turn(of change: AskedChange, in shard: Int64?) async -> Turn {
        if let lane = state.withLock({ $0.takeLane() }) { return .lane(lane) }
        let cause = Reactor.current?.cause
        defer { Reactor.current?.cause = cause }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(change, in: shard, cause, $0) }
        } onCancel: {
            giveUp(change)
        }
    }

    private func wait(
        _ change: AskedChange, in shard: Int64?, _ cause: Int?, _ continuation: CheckedContinuation<Turn, Never>
    ) {
        let reactor = Reactor.current
        let (turn, isToBeWatched): (Turn?, Bool) = state.withLock { state in
            // A task cancelled before it came here has been asked to give up already.
            if Task.isCancelled { return (.answered(.failure(PostgresError.cancelled)), false) }
            if let lane = state.takeLane() { return (.lane(lane), false) }
            guard state.waiting.count < Self.longestQueue else {
                return (.answered(.failure(PostgresError.unavailable(.queueFull))), false)
            }
            state.waiting.append(
                Waiting(
                    change: change, shard: shard, since: .now, reactor: reactor, cause: cause,
                    continuation: continuation))
            defer { state.isWatched = true }
            return (nil, !state.isWatched)
        }
        if let turn { continuation.resume(returning: turn) } else { letGo() }
        if isToBeWatched { Task(executorPreference: database.reactors.reactors[0]) { await self.watch() } }
    }

    private func giveUp(_ change: AskedChange) {
        change.abandon()
        let waiting: Waiting? = state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.change === change }) else { return nil }
            return state.waiting.remove(at: place)
        }
        waiting?.continuation.resume(returning: .answered(.failure(PostgresError.cancelled)))
    }

    /// Gives up lanes that are held for long, and turns away those who wait for longer than one waits for a connection:
    /// the database does not answer.
    private func watch() async {
        let patience = database.configuration.queueTimeout
        while true {
            await database.reactors.reactors[0].sleep(for: min(patience, Self.look))
            for _ in 0..<giveUpLanes() { openLane() }
            let (late, isOver): ([Waiting], Bool) = state.withLock { state in
                let count = state.waiting.prefix { $0.since.duration(to: .now) >= patience }.count
                defer {
                    state.waiting.removeFirst(count)
                    state.isWatched = !state.waiting.isEmpty
                }
                return (Array(state.waiting.prefix(count)), count == state.waiting.count)
            }
            for waiting in late {
                let refused = PostgresError.unavailable(.poolExhausted)
                waiting.continuation.resume(returning: .answered(.failure(refused)))
            }
            if isOver { return }
        }
    }

    /// While somebody waits.
    private static let look = Duration.milliseconds(250)
    private static let longest = Duration.milliseconds(500)

    /// How many were given up.
    private func giveUpLanes() -> Int {
        state.withLock { state in
            let late = state.held.filter { $0.value.since.duration(to: .now) >= Self.longest }.keys.sorted()
            let given = late.prefix(max(0, min(state.waiting.count, mostGivenUp - state.givenUp.count)))
            for lane in given { state.held[lane] = nil }
            state.givenUp.formUnion(given)
            return given.count
        }
    }
}
