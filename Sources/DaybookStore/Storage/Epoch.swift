import DaybookCore
import Postgres

/// The epoch of the database: the history that revisions and cursors belong to.
///
/// A standby that is promoted has what had reached it, and may lack what its predecessor acknowledged last. It goes on
/// in a new timeline of the log, so the epoch is compared with the timeline wherever it is asked for: from the first
/// statement that a promoted server answers, whichever way it was reached, devices meet another epoch. They pull
/// everything anew and send again what they hold, and nothing depends on a process that notices in time.
package enum Epoch {
    /// The present epoch, where a statement asks for a value.
    package static let current: Query = "(SELECT \(column) FROM instance)"

    /// The same where the statement reads `instance` itself. A server in recovery cannot tell its timeline, and answers
    /// for the epoch it has.
    package static let column: Query = """
        CASE WHEN instance.loses_nothing OR \(isUnknown) OR instance.timeline = \(present) THEN instance.epoch
            ELSE encode(substring(sha256(convert_to(instance.epoch::text || \(present), 'UTF8')) FOR 16), 'hex')::uuid END
        """

    /// The timeline that the log is in, where `instance` is read; empty if that cannot be told.
    package static let timeline: Query = "CASE WHEN \(isUnknown) THEN '' ELSE \(present) END"

    /// Another epoch from now on. Where tables are spread each node has a timeline of its own, and none is recorded.
    package static func rotation(spread isSpread: Bool) -> Query {
        let next = Identifier.random()
        if isSpread { return "UPDATE instance SET epoch = \(next), epoch_began_at = \(Instant.now())" }
        return """
            UPDATE instance SET epoch = \(next), epoch_began_at = now(),
                timeline = CASE WHEN \(isUnknown) THEN instance.timeline ELSE \(present) END
            """
    }

    private static let isUnknown: Query = "instance.timeline IS NULL OR pg_is_in_recovery()"
    private static let present: Query = "left(pg_walfile_name(pg_current_wal_lsn()), 8)"

    package enum Settlement: Sendable, Equatable {
        case unchanged
        /// A promotion, or a restoration of PostgreSQL's own files, that began another epoch.
        case began
        /// The same, where standbys lose nothing.
        case kept
    }

    /// Writes down the timeline that the log is in, together with the epoch that it has there anyway.
    package static func settle(in database: Database) async throws(PostgresError) -> Settlement {
        guard try await !database.isSpread() else { return .unchanged }
        let rows = try await database.read("SELECT timeline IS NULL, \(timeline) IN ('', timeline) FROM instance")
        guard let (isFirst, isSettled) = try rows.first?.decode((Bool, Bool?).self) else { return .unchanged }
        if isFirst {
            // Not every server that speaks PostgreSQL's protocol has a log with timelines.
            _ = try? await database.write(
                "UPDATE instance SET timeline = \(present) WHERE timeline IS NULL AND NOT pg_is_in_recovery()")
            return .unchanged
        }
        guard isSettled == false else { return .unchanged }
        let moved = try await database.write(
            """
            UPDATE instance SET epoch = \(column), timeline = \(present),
                epoch_began_at = CASE WHEN loses_nothing THEN epoch_began_at ELSE now() END
            WHERE NOT (\(isUnknown)) AND timeline <> \(present) RETURNING loses_nothing
            """)
        // Another process may have been first.
        guard let losesNothing = try moved.first?.decode(0, as: Bool.self) else { return .unchanged }
        return losesNothing ? .kept : .began
    }

    /// Notes whether standbys are synchronous, which counts for promotions from now on.
    package static func declare(synchronous: Bool, in database: Database) async throws(PostgresError) {
        try await database.write(
            "UPDATE instance SET loses_nothing = \(synchronous) WHERE loses_nothing <> \(synchronous)")
    }
}
