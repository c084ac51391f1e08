import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// The cleaning that one server process at a time does beside the requests.
struct Housekeeping: Sendable {
    let database: Database
    let retention: Retention
    let log: Log
    /// From the end of one round over all accounts to the beginning of the next, in milliseconds.
    let interval: Int64
    private let accounts: Chore
    private let expired: Chore
    /// Accounts looked up at once.
    var page = 100
    var batch = 500

    /// Between removals of what has expired.
    static let expiryInterval: Int64 = 10 * 60_000
    /// Accounts of a round that may fail; what more share is no fault of theirs.
    private static let mostFailed = 10

    init(_ database: Database, _ retention: Retention, interval: Int64, _ log: Log) {
        self.database = database
        self.retention = retention
        self.interval = interval
        self.log = log
        let me = Identifier.random()
        accounts = Chore(name: "sweep accounts", database: database, holder: me)
        expired = Chore(name: "drop what expired", database: database, holder: me)
    }

    init(_ database: Database, _ configuration: Configuration, _ log: Log) {
        self.init(
            database, Retention(configuration), interval: configuration.housekeepingInterval.nanoseconds / 1_000_000,
            log)
    }

    /// Looks every few minutes whether something is due, until its task is cancelled.
    @Sendable func run() async {
        // Not in the middle of a start. Nothing is half done where it is interrupted.
        await log.repeatedly(60_000...180_000, interrupted: "housekeeping interrupted") {
            try await dropExpired { .now() }
            try await sweepAccounts { .now() }
        }
    }

    /// Whether it was due, and this process's turn.
    @discardableResult
    func dropExpired(clock: () -> Instant) async throws -> Bool {
        guard try await expired.claim(now: clock()) != nil else { return false }
        try await ExpiredRows.drop(from: database, now: clock())
        try await expired.finish(dueAt: clock().adding(milliseconds: Self.expiryInterval))
        return true
    }

    /// A round over all accounts, or the rest of an interrupted one. Returns how many accounts it saw; nil if it is not
    /// due or another process does it.
    @discardableResult
    func sweepAccounts(clock: () -> Instant) async throws -> Int? {
        guard let claim = try await accounts.claim(now: clock()) else { return nil }
        var sweep = AccountSweep(database: database, retention: retention)
        sweep.batch = batch
        var seen = 0
        var failed = 0
        var done = claim.doneThrough
        var heldAt = clock()
        func keepHolding() async throws -> Bool {
            guard heldAt.adding(milliseconds: Chore.term / 4) <= clock() else { return true }
            heldAt = clock()
            return try await accounts.hold(doneThrough: done, now: heldAt)
        }
        while true {
            let next = try await accountsAfter(done)
            for account in next {
                if Task.isCancelled { return seen }
                do {
                    try await sweep.run(account, now: clock(), mayGoOn: keepHolding)
                } catch let error as PostgresError where error.isOfTheStatement {
                    // Those behind it are swept, and it is tried again in the next round.
                    failed += 1
                    guard failed <= Self.mostFailed else { throw error }
                    log.interrupted("an account was not swept", error)
                }
                guard try await keepHolding() else { return seen }
                done = account
                seen += 1
            }
            guard next.count == page else { break }
            heldAt = clock()
            guard try await accounts.hold(doneThrough: done, now: heldAt) else { return seen }
        }
        try await accounts.finish(dueAt: clock().adding(milliseconds: interval))
        return seen
    }

    func accountsAfter(_ account: Identifier?) async throws -> [Identifier] {
        try await database.read(
            """
            SELECT account_id FROM account_clock WHERE account_id > \(account ?? .zero) ORDER BY account_id LIMIT \(page)
            """
        ).map { row in try row.decode(0, as: Identifier.self) }
    }
}

extension PostgresError {
    /// Whether it is the statement or what it read that failed, so that others may succeed.
    fileprivate var isOfTheStatement: Bool {
        switch self {
        case .server, .timedOut, .decoding: !isUnavailable
        default: false
        }
    }
}
