import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// Makes guessing slow: after a few failures each further attempt on the same subject has to wait, longer every time.
///
/// A subject is an email, whether or not an account has it, or a device that has logged in before: it is counted
/// separately, so that its owner can log in while a stranger tries the email. An attempt is counted as failed before it
/// is made and taken back when it succeeds, in one statement, so a thousand at once are no more attempts than one after
/// the other.
package struct LoginGuard: Sendable {
    let database: Database

    static let free = 5
    /// Seconds: one, two, four and so on up to this.
    static let longestWait = 900
    /// Failures are forgotten after so long without another.
    package static let memory: Int64 = 24 * 3600 * 1000

    enum Verdict: Equatable, Sendable {
        case mayTry
        case mustWait(Duration)
    }

    func attempt(_ subject: [UInt8], now: Instant = .now()) async throws -> Verdict {
        let forgotten = now.adding(milliseconds: -Self.memory)
        // Clocks of processes, and of requests that overtake each other, differ a little.
        let open = now.adding(milliseconds: -60_000)
        let counted = try await database.write(
            """
            INSERT INTO login_guard AS guard (subject, failures, failed_at, blocked_until)
            VALUES (\(subject), 1, \(now), \(open))
            ON CONFLICT (subject) DO UPDATE SET
                failures = CASE WHEN guard.failed_at < \(forgotten) THEN 1 ELSE least(guard.failures, 1000) + 1 END,
                failed_at = excluded.failed_at,
                blocked_until = CASE
                    WHEN guard.failed_at < \(forgotten) OR guard.failures + 1 < \(Int32(Self.free)) THEN \(open)
                    ELSE excluded.failed_at + interval '1 second'
                        * least(power(2, least(guard.failures + 1 - \(Int32(Self.free)), 30)), \(Int32(Self.longestWait)))
                    END
            WHERE guard.blocked_until <= \(now)
            RETURNING failures
            """)
        if !counted.isEmpty { return .mayTry }
        let rows = try await database.read("SELECT blocked_until FROM login_guard WHERE subject = \(subject)")
        let until = try rows.first?.decode(0, as: Instant.self) ?? now
        return .mustWait(.milliseconds(max(1000, until.milliseconds - now.milliseconds)))
    }

    /// The attempt was not made after all.
    func takeBack(_ subject: [UInt8], now: Instant = .now()) async throws {
        try await database.write(
            """
            UPDATE login_guard SET failures = greatest(failures - 1, 1), blocked_until = \(now.adding(milliseconds: -60_000)) WHERE subject = \(subject)
            """)
    }

    /// Runs what proves the owner, or fails to, as one attempt on the subject; throws the problem where that has to
    /// wait.
    func guarded<Outcome>(
        _ subject: [UInt8], now: Instant, refusals: Set<ProblemType> = [.loginFailed, .proofFailed],
        _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        if case .mustWait(let wait) = try await attempt(subject, now: now) {
            throw Problem.rateLimited(retryAfter: wait)
        }
        let outcome: Outcome
        do {
            outcome = try await body()
        } catch let problem as Problem where refusals.contains(problem.type) {
            throw problem
        } catch {
            // Whatever else went wrong says nothing about who it was.
            try await takeBack(subject, now: now)
            throw error
        }
        try await succeed(subject)
        return outcome
    }

    /// It was the owner.
    func succeed(_ subject: [UInt8]) async throws {
        try await database.write("DELETE FROM login_guard WHERE subject = \(subject)")
    }
}
