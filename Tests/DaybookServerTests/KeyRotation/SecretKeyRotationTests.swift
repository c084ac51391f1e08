import DaybookCore
import Foundation
import Postgres
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookReminders
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What is sealed with the key when it is replaced; logins are looked at from outside.
@Suite(.closing) struct SecretKeyRotationTests {
    let issuer = "https://appleid.apple.com"
    private let folder: String
    private let old = SecretKey.random()
    private let database: Database

    private var path: String { folder + "/secret.key" }

    init() async throws {
        folder = try openFolder().path
        database = try await openMigrated()
        #expect(try SecretKey.settle(old.written, path))
    }

    private func rotate(lost: Bool) async throws -> (outcome: KeyRotation.Outcome, opened: [String?]) {
        let account = try await SomeAccount.make(in: database).id
        let (one, two) = (
            SealedRefreshToken("first", of: "app", at: issuer, old),
            SealedRefreshToken("second", of: "app", at: issuer, old)
        )
        try await database.transaction(of: account) { transaction in
            try await transaction.run([
                "INSERT INTO identity (issuer, subject, account_id) VALUES (\(issuer), 'subject', \(account))",
                """
                INSERT INTO identity_link
                    (account_id, link_id, issuer, subject, linked_at, client_id, refresh_token_sealed)
                VALUES (\(account), \(Identifier.random()), \(issuer), 'subject', \(Instant.now()), 'app', \(one.sealed))
                """,
                """
                INSERT INTO token_revocation (refresh_token_sealed, issuer, client_id, tries, due_at)
                VALUES (\(two.sealed), \(issuer), 'app', 0, \(Instant.now()))
                """,
            ])
        }
        let outcome = try await KeyRotation(database: database, path: path, old: lost ? nil : old).run()
        let new = try #require(try SecretKey.find(path))
        #expect(try await KeyStanding.of(new, in: database) == .known)
        #expect(try await KeyStanding.of(old, in: database) == .another(KeyFingerprint(new)))
        let links = try await database.read(
            of: account, "SELECT refresh_token_sealed FROM identity_link WHERE account_id = \(account)")
        let revocations = try await database.read("SELECT refresh_token_sealed FROM token_revocation")
        var sealed: [[UInt8]] = []
        for row in [links, revocations].joined() {
            if let bytes = try row.decode(0, as: [UInt8]?.self) { sealed.append(bytes) }
        }
        return (outcome, sealed.map { SealedRefreshToken(client: "app", sealed: $0).open(at: issuer, new) })
    }

    @Test func tokensOfProvidersAreSealedAnew() async throws {
        let (outcome, opened) = try await rotate(lost: false)
        #expect(outcome.sealed == 2 && outcome.dropped == 0)
        #expect(opened == ["first", "second"])
    }

    @Test func tokensSealedWithALostKeyAreForgotten() async throws {
        let (outcome, opened) = try await rotate(lost: true)
        #expect(outcome.sealed == 0 && outcome.dropped == 2)
        #expect(opened.isEmpty)
    }

    @Test(arguments: [false, true]) func channelsOfAllAccountsAreSealedAnew(lost: Bool) async throws {
        let channels = Channels(database, old, Ledger(database: database, announcements: Announcements()))
        let wish = ChannelWish(
            address: try ChannelAddress(.ntfy, ["url": "https://ntfy.example.org/mine"]), name: "Phone", wants: .usual,
            language: .english)
        var accounts: [Identifier] = []
        for _ in 1...3 {
            let account = try await SomeAccount.make(in: database)
            _ = try await channels.open(wish, for: account.device, of: account.id)
            accounts.append(account.id)
        }
        let outcome = try await KeyRotation(database: database, path: path, old: lost ? nil : old).run()
        #expect(outcome.channels.sealed == (lost ? 0 : 3) && outcome.channels.ended == (lost ? 3 : 0))
        let new = try #require(try SecretKey.find(path))
        for account in accounts {
            let channel = try #require(try await channels.list(of: account).first)
            #expect(channel.address(new)?["url"] == (lost ? nil : "https://ntfy.example.org/mine"))
            #expect(channel.offReason == (lost ? "key_lost" : nil))
        }
    }

    /// With a lost key no code would count any more, so the password alone lets in again.
    @Test(arguments: [false, true]) func secondFactorsAreSealedAnewOrGo(lost: Bool) async throws {
        let account = try await SomeAccount.make(in: database)
        let credentials = Credentials(database: database, secret: old)
        let email = try #require(EmailAddress("anna@example.org"))
        let hash = PasswordHash(stored: "$argon2id$v=19$")
        #expect(try await credentials.claim(account.id, email, hash, codes: [], now: .now()) == .claimed)
        let secret = [UInt8](repeating: 7, count: SealedFactor.secretLength)
        try await database.transaction(of: account.id) { transaction in
            try await transaction.run([
                """
                INSERT INTO second_factor
                VALUES (\(account.id), \(SealedFactor(secret, of: account.id, old).bytes), now(), now(), 7)
                """,
                "INSERT INTO trusted_device VALUES (\(account.id), \(account.device), now() + interval '1 day')",
            ])
        }
        let outcome = try await KeyRotation(database: database, path: path, old: lost ? nil : old).run()
        #expect(outcome.factors == (lost ? 0 : 1) && outcome.factorsRemoved == (lost ? 1 : 0))
        let new = try #require(try SecretKey.find(path))
        let after = try await Credentials(database: database, secret: new).credential(of: email)
        let credential = try #require(after)
        #expect(credential.factor?.sealed.open(of: account.id, new) == (lost ? nil : secret))
        #expect(credential.factor?.lastStep == (lost ? nil : 7))
        let trusted = try await database.read(
            of: account.id, "SELECT 1 FROM trusted_device WHERE account_id = \(account.id)")
        #expect(trusted.count == (lost ? 0 : 1))
    }

    /// Whatever goes wrong before the commit leaves the old key, and no other file.
    @Test func aRotationThatFailsHasNotBegun() async throws {
        #expect(try await KeyStanding.record(old, in: database) == KeyFingerprint(old))
        try await database.write("ALTER TABLE pairing RENAME TO elsewhere")
        await #expect(throws: PostgresError.self) {
            try await KeyRotation(database: database, path: path, old: old).run()
        }
        #expect(try await KeyStanding.of(old, in: database) == .known)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret.key"])
        #expect(try SecretKey.find(path)?.written == old.written)
    }
}
