import Foundation
import Glibc
import Synchronization
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore

@Suite struct PasswordTests {
    let cheap = PasswordHash.Cost(memory: 8 << 20, passes: 1)

    @Test func aHashSaysHowItWasMadeAndFitsItsPasswordAlone() throws {
        let password = try #require(Password(claimed: "seven bells and a whistle"))
        let hash = try #require(PasswordHash(of: password, PasswordHash.Cost(memory: 19 << 20, passes: 2)))
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(hash.cost == PasswordHash.Cost(memory: 19 << 20, passes: 2))
        #expect(hash.fits(password))
        #expect(!hash.fits(try #require(Password(claimed: "seven bells and a whistl"))))
        #expect(!PasswordHash(stored: "$argon2id$nonsense").fits(password))
        #expect(try #require(PasswordHash(of: password, cheap)) != (try #require(PasswordHash(of: password, cheap))))
    }

    @Test func itIsDearEnoughUntilTheCostRises() throws {
        let hash = PasswordHash(stored: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA")
        #expect(!hash.isCheaper(than: PasswordHash.Cost(memory: 19 << 20, passes: 2)))
        #expect(!hash.isCheaper(than: PasswordHash.Cost(memory: 8 << 20, passes: 1)))
        #expect(hash.isCheaper(than: PasswordHash.Cost(memory: 20 << 20, passes: 2)))
        #expect(hash.isCheaper(than: PasswordHash.Cost(memory: 19 << 20, passes: 3)))
    }

    @Test(arguments: [
        ("nine char", Password.Weakness.tooShort), (String(repeating: "ab1", count: 342), .tooLong),
        ("Password123", .common), ("aaaaaaaaaaaa", .repetitive), ("abababababab", .repetitive),
        ("Anna.Maria@example.org", .isEmail), ("ANNA.MARIA", .isEmail),
    ])
    func weakPasswordsAreRefused(_ password: String, _ weakness: Password.Weakness) {
        #expect(Password.weakness(of: password, for: EmailAddress("anna.maria@example.org")) == weakness)
    }

    @Test(arguments: ["aaaaaaaaab1", "pässwörter", "correct horse", "🐙🐙🐙🦀🦀🦀🐠🐠🐠🐡", String(repeating: "x y", count: 341)])
    func lengthIsAllThatIsAskedFor(_ password: String) {
        #expect(Password.weakness(of: password, for: EmailAddress("anna@example.org")) == nil)
    }

    @Test func everyKeyboardMeansTheSameByAPassword() throws {
        let composed = try #require(Password(claimed: "p\u{E4}ssw\u{F6}rter"))
        let decomposed = try #require(Password(claimed: "pa\u{308}sswo\u{308}rter"))
        #expect(composed.bytes == decomposed.bytes)
    }

    @Test func emailsAreFoundHoweverTheyAreTyped() throws {
        let secret = SecretKey.random()
        let email = try #require(EmailAddress("  Anna.M\u{FC}ller@Example.ORG\n"))
        #expect(email.text == "Anna.M\u{FC}ller@Example.ORG")
        #expect(email.hash(secret) == EmailAddress("anna.mu\u{308}ller@example.org")?.hash(secret))
        #expect(email.hash(secret) != email.hash(.random()))
        for wrong in [
            "", "anna", "@example.org", "anna@", "an na@example.org", "a@b\u{0}c",
            String(repeating: "a", count: 250) + "@b.org",
        ] {
            #expect(EmailAddress(wrong) == nil, "\(wrong)")
        }
    }

    @Test func moreThanTheLineTakesIsTurnedAway() async throws {
        let work = PasswordWork(threads: 1, longest: 2)
        let gate = DispatchSemaphore(value: 0)
        let tally = Tally()
        let first = Task {
            await work.run {
                tally.add("running")
                gate.wait()
            }
        }
        while tally["running"] == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await atOnce(0..<10) { _ in
            guard await work.run({}) == nil else { return }
            // Two of the ten wait until the others have been turned away.
            if tally.add("refused") == 8 { gate.signal() }
        }
        #expect(tally["refused"] == 8)
        #expect(await first.value != nil)
    }
}

private final class Tally: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    @discardableResult
    func add(_ name: String) -> Int {
        counts.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name, default: 0]
        }
    }

    subscript(name: String) -> Int { counts.withLock { $0[name, default: 0] } }
}
