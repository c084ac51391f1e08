import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService
@testable import TestStore

@Suite(.closing) struct InviteTests {
    private func openRegistration(perAddress: Int = 0) async throws -> (Registration, Invites, Database) {
        let database = try await openMigrated()
        let registration = Registration(
            database: database, sessions: Sessions(deviceLimit: 0),
            throttle: Throttle(database: database, secret: .random()), policy: .invite, perAddress: perAddress)
        return (registration, Invites(database: database), database)
    }

    private func outcome(_ registration: Registration, _ code: String?) async throws -> String {
        switch try await registration.register(NewAccount(invite: code), at: .loopback) {
        case .registered: "registered"
        case .closed: "closed"
        case .inviteRequired: "required"
        case .inviteRefused: "refused"
        case .tooMany: "too many"
        }
    }

    @Test func anInvitationIsUsedAsOftenAsItMayBeByHoweverManyAtOnce() async throws {
        let (registration, invites, database) = try await openRegistration()
        let (invite, code) = try await invites.create(label: "Family", uses: 3)
        // As people type it.
        let typed = code.text.lowercased().split(separator: "-").joined(separator: " ")
        let outcomes = try await atOnce(0..<12) { _ in try await outcome(registration, typed) }
        #expect(outcomes.count { $0 == "registered" } == 3)
        #expect(outcomes.count { $0 == "refused" } == 9)
        // A use and an account come and go together.
        #expect(try await database.read("SELECT 1 FROM account").count == 3)
        #expect(try await database.read("SELECT 1 FROM account_clock").count == 3)
        #expect(try await invites.list().isEmpty)
        #expect(try await invites.revoke(invite.id))
        #expect(try await !invites.revoke(invite.id))
    }

    @Test func withoutAnInvitationThatCountsNobodyComesIn() async throws {
        let (registration, invites, database) = try await openRegistration()
        #expect(try await outcome(registration, nil) == "required")
        #expect(try await outcome(registration, "not a code") == "required")
        #expect(try await outcome(registration, InviteCode().text) == "refused")
        let old = try await invites.create(expiresAt: Instant.now().adding(seconds: -1))
        #expect(try await outcome(registration, old.code.text) == "refused")
        let revoked = try await invites.create()
        _ = try await invites.revoke(revoked.invite.id)
        #expect(try await outcome(registration, revoked.code.text) == "refused")
        #expect(try await database.read("SELECT 1 FROM account").isEmpty)
    }

    @Test func theOwnersInvitationIsTheSameAtEveryStartUntilSomebodyHasIt() async throws {
        let (registration, invites, database) = try await openRegistration()
        let secret = SecretKey.random()
        let now = Instant.now()
        let first = try #require(try await offered(database, secret, now))
        let second = try #require(try await offered(database, secret, now.adding(seconds: 60)))
        #expect(second.code == first.code && second.expiresAt > first.expiresAt)
        // Taken back, it counts again with the next start, as long as there is nobody.
        let listed = try #require(try await invites.list().first)
        #expect(listed.label == "owner" && listed.usesLeft == 1)
        #expect(try await invites.revoke(listed.id))
        #expect(try await outcome(registration, first.code.text) == "refused")
        #expect(try await offered(database, secret, now)?.code == first.code)
        // Another server's key makes another code.
        #expect(try await offered(database, .random(), now)?.code != first.code)
        #expect(try await outcome(registration, first.code.text) == "registered")
        #expect(try await outcome(registration, first.code.text) == "refused")
        // Of a code that nobody used, as that of the other key, nothing is left where there is an account.
        let other = SecretKey.random()
        try await database.write("TRUNCATE account CASCADE")
        let unused = try #require(try await offered(database, other, now))
        #expect(try await outcome(registration, try await invites.create().code.text) == "registered")
        for key in [secret, other] {
            guard case .isNotNeeded = try await OwnersInvite.offer(in: database, key) else {
                Issue.record("there is an account")
                return
            }
        }
        #expect(try await outcome(registration, unused.code.text) == "refused")
        // It never counts twice, also where the account is gone, and long after.
        try await database.write("TRUNCATE account CASCADE")
        try await dropExpiredRows(from: database, now: now.adding(milliseconds: 100 * Instant.dayLength))
        guard case .isUsedUp = try await OwnersInvite.offer(in: database, secret) else {
            Issue.record("it was used")
            return
        }
        #expect(try await outcome(registration, first.code.text) == "refused")
    }

    private func offered(_ database: Database, _ secret: SecretKey, _ now: Instant) async throws -> OwnersInvite? {
        guard case .offered(let invite) = try await OwnersInvite.offer(in: database, secret, now: now) else {
            return nil
        }
        return invite
    }

    @Test func guessesAreCounted() async throws {
        let (registration, invites, _) = try await openRegistration(perAddress: 4)
        let (_, code) = try await invites.create(uses: 10)
        for _ in 0..<4 { #expect(try await outcome(registration, InviteCode().text) == "refused") }
        #expect(try await outcome(registration, code.text) == "too many")
    }
}
