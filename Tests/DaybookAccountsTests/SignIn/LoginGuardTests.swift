import DaybookCore
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct LoginGuardTests {
    let subject = [UInt8](repeating: 7, count: 32)

    @Test func waitsGrowAndEndWithASuccess() async throws {
        let guardian = try await LoginGuard(database: openMigrated())
        var now = Instant(milliseconds: 1_780_000_000_000)
        for _ in 0..<5 { #expect(try await guardian.attempt(subject, now: now) == .mayTry) }
        var wait: Int64 = 1000
        for _ in 0..<14 {
            #expect(try await guardian.attempt(subject, now: now) == .mustWait(.milliseconds(wait)))
            now = now.adding(milliseconds: wait)
            #expect(try await guardian.attempt(subject, now: now) == .mayTry)
            wait = min(wait * 2, 900_000)
        }
        #expect(wait == 900_000)
        #expect(try await guardian.attempt([UInt8](repeating: 8, count: 32), now: now) == .mayTry)
        try await guardian.succeed(subject)
        for _ in 0..<5 { #expect(try await guardian.attempt(subject, now: now) == .mayTry) }
        // A day later it is forgotten.
        now = now.adding(milliseconds: LoginGuard.memory + 1_000_000)
        for _ in 0..<5 { #expect(try await guardian.attempt(subject, now: now) == .mayTry) }
    }

    @Test func manyAtOnceAreNoMoreAttempts() async throws {
        let guardian = try await LoginGuard(database: openMigrated())
        let now = Instant(milliseconds: 1_780_000_000_000)
        let answers = try await atOnce(0..<40) { _ in try await guardian.attempt(subject, now: now) }
        #expect(answers.count { $0 == .mayTry } == LoginGuard.free)
    }

    @Test func whatWasNotTriedDoesNotCount() async throws {
        let guardian = try await LoginGuard(database: openMigrated())
        let now = Instant(milliseconds: 1_780_000_000_000)
        for _ in 0..<30 {
            #expect(try await guardian.attempt(subject, now: now) == .mayTry)
            try await guardian.takeBack(subject, now: now)
        }
    }
}
