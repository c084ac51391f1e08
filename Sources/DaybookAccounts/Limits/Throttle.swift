import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// Counts attempts at what must not be guessed, strictly: over all processes, in the database, one statement each.
///
/// A subject (an address, an email, an account) is stored as a hash under the server's secret, so the table tells
/// nobody who tried what. Windows are at most a day; older counts are swept away.
package struct Throttle: Sendable {
    let database: Database
    let secret: SecretKey

    package init(database: Database, secret: SecretKey) { (self.database, self.secret) = (database, secret) }

    /// What is counted; each kind counts for itself. A name is kept for ever, or old counts are forgotten.
    package struct Kind: Hashable, Sendable {
        let name: String
        package init(_ name: String) { self.name = name }

        static let registration = Kind("registration")
    }

    package enum Attempt: Equatable, Sendable {
        case permitted
        case refused(retryAfter: Duration)

        /// Throws the 429 problem where it was refused.
        package func orThrow() throws {
            if case .refused(let wait) = self { throw Problem.rateLimited(retryAfter: wait) }
        }
    }

    /// Counts one attempt and says whether it may go on: `limit` of them in a window that begins with the first.
    /// Refused attempts count but do not prolong the window. A limit of 0 means no limit.
    package func attempt(
        _ kind: Kind, _ subject: String, limit: Int, window: Duration, now: Instant = .now()
    ) async throws -> Attempt {
        guard limit > 0 else { return .permitted }
        let key = secret.derive(.throttle, from: Array("\(kind.name)\n\(subject)".utf8))
        let ended = now.adding(milliseconds: -window.milliseconds)
        let rows = try await database.write(
            """
            INSERT INTO throttle (subject, began_at, count) VALUES (\(key), \(now), 1)
            ON CONFLICT (subject) DO UPDATE SET
                began_at = CASE WHEN throttle.began_at <= \(ended) THEN excluded.began_at ELSE throttle.began_at END,
                count = CASE WHEN throttle.began_at <= \(ended) THEN 1 ELSE least(throttle.count, 999999) + 1 END
            RETURNING began_at, count
            """)
        guard let row = rows.first else { return .permitted }
        let (began, count) = try row.decode((Instant, Int32).self)
        guard count > limit else { return .permitted }
        let left = window.milliseconds - (now.milliseconds - began.milliseconds)
        return .refused(retryAfter: .milliseconds(max(1, min(left, window.milliseconds))))
    }
}

extension Duration {
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// Whole seconds, rounded up, for `Retry-After`.
    package var wholeSeconds: Int64 { (milliseconds + 999) / 1000 }
}

extension Problem {
    static func rateLimited(
        retryAfter wait: Duration, _ standing: ResponseFields = ResponseFields()
    ) -> Problem {
        var fields: ResponseFields = ["retry-after": "\(max(1, wait.wholeSeconds))"]
        fields.append(standing)
        return Problem(.rateLimited, fields: fields)
    }
}

extension ProblemType {
    static let rateLimited = ProblemType(
        "rate_limited", .tooManyRequests, "Too many requests; wait as long as Retry-After says")

    package static let ofLimits: [ProblemType] = [
        .rateLimited, .tooManyDevices, .taskQuotaExceeded, .byteQuotaExceeded,
    ]
}
