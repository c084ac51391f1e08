import DaybookCore
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct ThrottleTests {
    @Test func attemptsAreCountedStrictlyWhateverHappensAtOnce() async throws {
        let (database, _) = try openStorage()
        try await migrate(database)
        let throttle = Throttle(database: database, secret: .random())
        let kind = Throttle.Kind("test")
        let start = Instant(milliseconds: 1_800_000_000_000)
        @Sendable func attempt(_ subject: String, at now: Instant) async throws -> Throttle.Attempt {
            try await throttle.attempt(kind, subject, limit: 5, window: .seconds(60), now: now)
        }
        let answers = try await atOnce(0..<40) { _ in try await attempt("anna", at: start) }
        #expect(answers.count { $0 == .permitted } == 5)
        #expect(try await attempt("anna", at: start.adding(seconds: 20)) == .refused(retryAfter: .seconds(40)))
        #expect(try await attempt("bert", at: start) == .permitted)
        let other = try await throttle.attempt(
            Throttle.Kind("other"), "anna", limit: 5, window: .seconds(60), now: start)
        #expect(other == .permitted)
        #expect(try await attempt("anna", at: start.adding(seconds: 60)) == .permitted, "a new window")
        for _ in 0..<5 { _ = try await attempt("anna", at: start.adding(seconds: 61)) }
        #expect(try await attempt("anna", at: start.adding(seconds: 62)) != .permitted)
        // Who it was stands nowhere.
        let rows = try await database.read("SELECT encode(subject, 'escape') FROM throttle")
        #expect(rows.count == 3)
        for row in rows { #expect(try !row.decode(0, as: String.self).contains("anna")) }
    }
}
