import Postgres

/// Brings a database's schema to where the migrations say.
///
/// However many processes do it at once, each migration is applied once: the process that migrates holds an advisory
/// lock for the whole run, in a transaction of its own that does nothing else. A lock of a transaction, unlike one of a
/// session, works behind a pooler in transaction mode and cannot be left behind. And because a migration's row is
/// written in the same transaction as its statements, the table's primary key would refuse a second time even without
/// the lock.
public struct Migrator: Sendable {
    public struct Patience: Sendable {
        /// How long to wait for another process that is migrating.
        public var forLock: Duration = .seconds(120)
        /// How often a migration is tried whose tables are in use.
        public var attempts = 20
        /// The pause after such a try grows from the first to the second, so twenty tries take about a minute.
        public var pause: (first: Duration, last: Duration) = (.milliseconds(200), .seconds(5))

        public init() {}
    }

    public let migrations: MigrationSet
    public var patience = Patience()
    /// Whether it may work on a database that a backup is being restored into; only the restore itself may.
    package var isRestoring = false
    package let database: Database
    let report: @Sendable (MigrationEvent) -> Void

    /// The database's role must own the tables.
    public init(
        _ migrations: MigrationSet, of database: Database,
        report: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
    ) {
        self.migrations = migrations
        self.database = database
        self.report = report
    }

    /// What the database says of itself. Changes nothing.
    public func status() async throws(MigrationError) -> MigrationStatus {
        MigrationStatus(migrations: migrations, record: try await record())
    }

    /// What a run would do. Changes nothing, takes no lock.
    public func plan(_ goal: MigrationGoal) async throws(MigrationError) -> MigrationPlan {
        try migrations.plan(goal, from: try await record())
    }

    /// Whether going back would take something away from under a server.
    public func isServed() async throws(MigrationError) -> Bool {
        do throws(PostgresError) { return try await database.isServed() } catch { throw MigrationError(error) }
    }

    /// Does it, and answers the plan that was carried out.
    @discardableResult
    public func run(_ goal: MigrationGoal) async throws(MigrationError) -> MigrationPlan {
        // Nothing to do is the common case, and needs no lock; a refusal needs none either.
        do throws(MigrationError) {
            let plan = try await plan(goal)
            if plan.steps.isEmpty { return plan }
        } catch {
            // Whether one that is not finished was interrupted, or another process is in the middle of it, can be told
            // only under the lock, which that process holds.
            guard case .unfinished = error else { throw error }
        }
        return try await underLock { guardian throws(MigrationError) in
            try await makeRecord()
            let plan = try await plan(goal)
            for step in plan.steps {
                try await guardian.check()
                try await carryOut(step)
            }
            return plan
        }
    }

    /// Refuses unless the database has exactly the schema of these migrations.
    public func requireCurrent() async throws(MigrationError) {
        let record = try await record()
        try requireServable(record)
        try migrations.requireKnown(record)
    }

    /// Refuses unless a server of these migrations can serve: the schema is theirs, or that of a newer release which
    /// keeps the servers before it going.
    package func requireServable() async throws(MigrationError) { try requireServable(try await record()) }

    private func requireServable(_ record: [MigrationRecord]) throws(MigrationError) {
        let plan = try migrations.plan(.up(to: nil), from: record)
        guard plan.steps.isEmpty else { throw .stale(database: record.count, binary: migrations.latest) }
    }
}

/// What a run has to tell while it lasts.
public enum MigrationEvent: Equatable, Sendable {
    case waitingForLock
    case began(file: String, MigrationDirection, again: Bool)
    /// What it changes is in use; it let everybody else go first and tries again.
    case postponed(file: String, statement: Int, attempt: Int)
    case finished(file: String, MigrationDirection, took: Duration)
}

extension MigrationEvent {
    /// The number of the migration that it is about, with which its file begins; 0 if about none.
    package var migration: Int {
        switch self {
        case .waitingForLock: 0
        case .began(let file, _, _), .postponed(let file, _, _), .finished(let file, _, _):
            Int(file.prefix { $0.isNumber }) ?? 0
        }
    }
}

/// Where a database stands, migration by migration.
public struct MigrationStatus: Equatable, Sendable {
    public enum State: String, Sendable {
        case applied, pending
        /// Begun without a transaction and interrupted.
        case unfinished
        /// Applied, but the file has changed since.
        case drifted
        /// Applied by a newer daybook.
        case unknown
    }

    public struct Line: Equatable, Sendable {
        public let number: Int
        public let name: String
        public let state: State
        public let appliedAt: String?
    }

    public let lines: [Line]
    /// Why neither up nor serve would work, if so.
    public let trouble: MigrationError?

    public var pending: Int { lines.count { $0.state == .pending } }
    public var isCurrent: Bool { trouble == nil && lines.allSatisfy { $0.state == .applied } }
    /// Migrations of a newer release, beside which this one goes on.
    package var unknown: Int { lines.count { $0.state == .unknown } }

    init(migrations: MigrationSet, record: [MigrationRecord]) {
        var lines = record.map { row in
            let known = migrations[row.number]
            let state: State =
                if row.state != .applied {
                    .unfinished
                } else if let known {
                    known.checksum == row.checksum && known.name == row.name ? .applied : .drifted
                } else {
                    .unknown
                }
            return Line(number: row.number, name: row.name, state: state, appliedAt: row.appliedAt)
        }
        let applied = Set(record.map(\.number))
        for migration in migrations.migrations where !applied.contains(migration.number) {
            lines.append(Line(number: migration.number, name: migration.name, state: .pending, appliedAt: nil))
        }
        self.lines = lines.sorted { $0.number < $1.number }
        do throws(MigrationError) {
            _ = try migrations.plan(.up(to: nil), from: record)
            trouble = nil
        } catch {
            trouble = error
        }
    }
}
