import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Takes a census every hour, by one server process at a time.
struct CensusRound: Sendable {
    let database: Database
    let log: Log
    private let chore: Chore

    static let interval: Int64 = 3_600_000

    init(_ database: Database, _ log: Log) {
        self.database = database
        self.log = log
        chore = Chore(name: "take a census", database: database, holder: .random())
    }

    /// Looks every few minutes whether one is due, and soon after the start, until its task is cancelled.
    @Sendable func run() async {
        await log.repeatedly(60_000...180_000, first: 5_000...60_000, interrupted: "census interrupted") {
            try await take { .now() }
        }
    }

    /// Whether it was due, this process's turn, and brought to its end.
    @discardableResult
    func take(clock: () -> Instant) async throws -> Bool {
        guard try await chore.claim(now: clock()) != nil else { return false }
        var heldAt = clock()
        let census = try await Census.take(of: database, now: heldAt) {
            if Task.isCancelled { return false }
            guard heldAt.adding(milliseconds: Chore.term / 4) <= clock() else { return true }
            heldAt = clock()
            return try await chore.hold(doneThrough: nil, now: heldAt)
        }
        guard let census else { return false }
        try await census.write(to: database)
        try await chore.finish(dueAt: clock().adding(milliseconds: Self.interval))
        return true
    }
}
