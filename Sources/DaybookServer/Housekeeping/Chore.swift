import DaybookCore
import Postgres

/// Work that one server process does at a time, claimed by a row.
///
/// The claim is a time and not a lock: it needs no session, so it works behind PgBouncer in transaction mode, and a
/// killed process holds it for a minute at most. Processes whose clocks differ by more than that may hold it at once,
/// and one that was suspended may believe that it still does; so whatever is done under a claim must be safe beside
/// another that does the same, and the claim only sees to it that it is not done twice for nothing.
struct Chore: Sendable {
    let name: String
    let database: Database
    /// This process.
    let holder: Identifier

    /// How long a claim counts without being renewed.
    static let term: Int64 = 60_000

    /// What the previous holder left to do.
    struct Claim: Hashable, Sendable {
        /// Accounts up to here are done.
        var doneThrough: Identifier?
    }

    /// Nil where it is not due, or another process does it.
    func claim(now: Instant) async throws -> Claim? {
        let until = now.adding(milliseconds: Self.term)
        let rows = try await database.write(
            """
            INSERT INTO chore (name, holder, held_until, due_at) VALUES (\(name), \(holder), \(until), \(now))
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
            WHERE chore.due_at <= excluded.due_at AND (chore.held_until <= excluded.due_at OR chore.holder = excluded.holder)
            RETURNING done_through
            """)
        return try rows.first.map { row in Claim(doneThrough: try row.decode(0, as: Identifier?.self)) }
    }

    /// Renews the claim, and records how far the work is. False if another process has it by now: stop.
    func hold(doneThrough: Identifier?, now: Instant) async throws -> Bool {
        let rows = try await database.write(
            """
            UPDATE chore SET held_until = \(now.adding(milliseconds: Self.term)), done_through = \(doneThrough as Identifier?)
            WHERE name = \(name) AND holder = \(holder) AND held_until > \(now)
            RETURNING 1
            """)
        return !rows.isEmpty
    }

    /// The round is over.
    func finish(dueAt: Instant) async throws {
        try await database.write(
            """
            UPDATE chore SET held_until = \(Instant(milliseconds: 0)), due_at = \(dueAt), done_through = NULL
            WHERE name = \(name) AND holder = \(holder)
            """)
    }
}
