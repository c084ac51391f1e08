import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// Turns the days of all accounts, each soon after its own boundary. Every server process does it, all at once if need
/// be: they take accounts from different places of the queue, and who meets another waits for the account's lock and
/// finds nothing left to do. An account with much to do is turned in pieces, and the others go in between.
package struct DayTurns: Sendable {
    let database: Database
    let log: Log
    var turn: DayTurn
    private let dayNews: Bell
    /// Accounts under way at once in this process.
    var breadth = 2
    /// Accounts looked up at once.
    var page = 64
    /// So that a zone full of accounts leaves room for requests.
    var pace: WorkPace { WorkPace(resting: rest, atMost: .seconds(1)) }
    var rest = 1
    package let figures = DayTurnFigures()

    /// No boundary is further away, so what says so was written by a server whose clock ran ahead.
    static let furthest = 3 * Instant.dayLength
    /// Other processes may bring a boundary nearer without a word, so nobody looks away for longer than this.
    static let longestPause: Int64 = 60_000
    /// An account whose turn failed is left alone for so long.
    static let patience: Int64 = 5 * 60_000

    package init(_ database: Database, _ ledger: Ledger, _ boundaries: DayBoundaries, _ log: Log) {
        self.database = database
        self.log = log
        dayNews = boundaries.news
        turn = DayTurn(ledger)
    }

    /// Looks when the next boundary has passed, until its task is cancelled.
    @Sendable package func run() async {
        var pause = Self.soon
        while true {
            await dayNews.wait(atMost: pause)
            // However much news there is, one look a second will do.
            await Reactor.current?.sleep(for: .seconds(1))
            if Task.isCancelled { return }
            pause = Self.soon
            do {
                if let rest = try await untilNext(now: .now()) {
                    pause = rest
                    continue
                }
                let turned = try await turnAll { .now() }
                if turned > 0 { log.info("days turned", .count(turned)) }
            } catch {
                log.interrupted("turning days interrupted", error)
            }
        }
    }

    /// Not all processes at once.
    private static var soon: Duration { .milliseconds(.random(in: 1_000...3_000)) }

    /// How long nothing will be due; nil where something is.
    func untilNext(now: Instant) async throws -> Duration? {
        let rows = try await database.read("SELECT min(due_at), max(due_at) FROM day_turn")
        let (first, last) = try rows.first?.decode((Instant?, Instant?).self) ?? (nil, nil)
        guard let first, let last else { return .milliseconds(Self.longestPause) }
        guard first > now, last <= now.adding(milliseconds: Self.furthest) else { return nil }
        let rest = min(first.milliseconds - now.milliseconds, Self.longestPause)
        return .milliseconds(rest + .random(in: 0...1_000))
    }

    /// Turns what is due until nothing is. Answers for how many accounts.
    @discardableResult
    func turnAll(clock: @escaping @Sendable () -> Instant) async throws -> Int {
        var turned = 0
        while !Task.isCancelled {
            let due = try await due(now: clock())
            if due.isEmpty { break }
            let queue = DueAccounts(due)
            turned += try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<breadth {
                    group.addTask(executorPreference: Reactor.current) {
                        var (turned, pace) = (0, pace)
                        while !Task.isCancelled, let next = queue.next() {
                            let (isTurned, left) = try await goOn(next, clock)
                            if isTurned { turned += 1 }
                            // Whoever has more to do goes to the end of the line.
                            if let left { queue.append(left) }
                            await pace.rest()
                        }
                        return turned
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        return turned
    }

    /// A piece of one account's turn: whether the whole of it is done, and what is left. Throws where the database is
    /// away, which is not the account's fault.
    private func goOn(_ due: Due, _ clock: @Sendable () -> Instant) async throws -> (isTurned: Bool, left: Due?) {
        var due = due
        var progress = due.progress ?? DayTurn.Progress(due.account, now: clock())
        let now = progress.now
        do {
            try await turn.goOn(&progress)
            due.progress = progress
            if progress.isOver {
                figures.turned(changes: progress.changes, late: due.at.map { now.milliseconds - $0.milliseconds } ?? 0)
            }
            return (progress.isOver, progress.isOver ? nil : due)
        } catch is NoAccount {
            // On its way out; its row goes with it.
            try await putOff(due.account, now: now)
        } catch let error as PostgresError {
            guard case .server = error else { throw error }
            try await giveUp(due.account, now, error)
        } catch {
            try await giveUp(due.account, now, error)
        }
        return (false, nil)
    }

    private func giveUp(_ account: Identifier, _ now: Instant, _ error: any Error) async throws {
        figures.failed()
        log.interrupted("a day was not turned", error)
        try await putOff(account, now: now)
    }

    // MARK: The queue

    struct Due: Sendable {
        var account: Identifier
        /// Nil where the row makes no sense.
        var at: Instant?
        /// Once it is under way.
        var progress: DayTurn.Progress?
    }

    private final class DueAccounts: Sendable {
        private let left: Mutex<ArraySlice<Due>>

        init(_ due: [Due]) { left = Mutex(due[...]) }

        func next() -> Due? { left.withLock { $0.popFirst() } }
        func append(_ due: Due) { left.withLock { $0.append(due) } }
    }

    /// Some of what is due, the oldest first, beginning somewhere among those that are due together, so that processes
    /// do not all take the same.
    private func due(now: Instant) async throws -> [Due] {
        let somewhere = Identifier.random()
        let found = try await due(now, from: somewhere)
        if !found.isEmpty { return found }
        let first = try await due(now, from: .zero)
        if !first.isEmpty { return first }
        return try await database.read(
            """
            SELECT account_id FROM day_turn WHERE due_at > \(now.adding(milliseconds: Self.furthest))
            ORDER BY due_at DESC LIMIT \(page)
            """
        ).map { row in Due(account: try row.decode(0, as: Identifier.self), at: nil) }
    }

    private func due(_ now: Instant, from account: Identifier) async throws -> [Due] {
        try await database.read(
            """
            SELECT account_id, due_at FROM day_turn
            WHERE (due_at, account_id) >= ((SELECT min(due_at) FROM day_turn), \(account)) AND due_at <= \(now)
            ORDER BY due_at, account_id LIMIT \(page)
            """
        ).decode((Identifier, Instant).self).map { Due(account: $0, at: $1) }
    }

    private func putOff(_ account: Identifier, now: Instant) async throws {
        try await database.write(
            "UPDATE day_turn SET due_at = \(now.adding(milliseconds: Self.patience)) WHERE account_id = \(account)")
    }
}
