/// One row of the database's own record.
public struct MigrationRecord: Equatable, Sendable {
    public enum State: String, Sendable {
        case applied
        /// Begun without a transaction and not finished, or not known to be.
        case applying, reverting
    }

    public let number: Int
    public let name: String
    public let checksum: String
    public let state: State
    /// Servers that do not know of it may go on.
    public var keepsOlderServers = false
    /// As PostgreSQL writes it, in UTC.
    public let appliedAt: String?
}

public enum MigrationGoal: Equatable, Sendable {
    /// Up to a number, inclusive; to the newest if none is given. A database already past it stays as it is.
    case up(to: Int?)
    /// Back until a number is the newest applied one; 0 for an empty schema. A database already below stays as it is.
    case down(to: Int)
}

/// What a run would do, in order.
public struct MigrationPlan: Equatable, Sendable {
    public struct Step: Equatable, Sendable {
        public let migration: Migration
        public let direction: MigrationDirection
        /// Whether it takes up again what an interrupted run began.
        public let again: Bool
        public let statements: [SQLStatement]
    }

    /// The newest migration applied before.
    public let current: Int
    public let steps: [Step]
}

extension MigrationSet {
    /// Compares the record with the files. A mismatch is refused whatever the goal; that others have gone further is
    /// none, as long as this program can go on.
    func verify(_ record: [MigrationRecord]) throws(MigrationError) {
        let record = record.sorted { $0.number < $1.number }
        for (index, row) in record.enumerated() {
            guard row.number == index + 1 else { throw .historyGap(missing: index + 1, present: row.number) }
            guard let migration = self[row.number] else { continue }
            guard migration.checksum == row.checksum, migration.name == row.name else {
                throw .drift(number: row.number, applied: row.name, file: migration.file)
            }
        }
        guard record.allSatisfy({ $0.number <= latest || $0.keepsOlderServers }) else {
            throw .databaseNewer(database: record.count, binary: latest)
        }
    }

    /// What is done with tables that this program may not know must be done by one that does.
    func requireKnown(_ record: [MigrationRecord]) throws(MigrationError) {
        if record.count > latest { throw .databaseNewer(database: record.count, binary: latest) }
    }

    /// What leads from the record to the goal.
    public func plan(_ goal: MigrationGoal, from record: [MigrationRecord]) throws(MigrationError) -> MigrationPlan {
        try verify(record)
        var steps: [MigrationPlan.Step] = []
        // Only the newest can be unfinished: nothing is begun after it.
        var applied = record.count
        if let row = record.first(where: { $0.state != .applied }), let migration = self[row.number] {
            let direction: MigrationDirection = row.state == .applying ? .forward : .backward
            guard migration.rules.repeatable != nil, row.number == record.count else {
                throw .unfinished(number: row.number, name: row.name, direction: direction)
            }
            // Begun forward, it is finished forward before anything else, and likewise backward.
            steps.append(try step(migration, direction, again: true))
            if direction == .backward { applied -= 1 }
        }
        switch goal {
        case .up(let target):
            let target = target ?? latest
            guard (0...latest).contains(target) else { throw .unknownTarget(target, latest: latest) }
            for migration in migrations where migration.number > applied && migration.number <= target {
                steps.append(try step(migration, .forward))
            }
        case .down(let target):
            try requireKnown(record)
            guard (0...latest).contains(target) else { throw .unknownTarget(target, latest: latest) }
            for migration in migrations.reversed() where migration.number <= applied && migration.number > target {
                steps.append(try step(migration, .backward))
            }
        }
        return MigrationPlan(current: record.count, steps: steps)
    }

    private func step(
        _ migration: Migration, _ direction: MigrationDirection, again: Bool = false
    ) throws(MigrationError) -> MigrationPlan.Step {
        if direction == .forward {
            return .init(migration: migration, direction: direction, again: again, statements: migration.forward)
        }
        switch migration.backward {
        case .statements(let statements):
            return .init(migration: migration, direction: direction, again: again, statements: statements)
        case .impossible(let reason): throw .irreversible(file: migration.file, reason: reason)
        }
    }
}
