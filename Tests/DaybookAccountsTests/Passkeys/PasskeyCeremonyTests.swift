import Seeds
import Testing

@testable import DaybookAccounts
@testable import DaybookHost

/// Making passkeys and showing them, as `fido2` and `soft-webauthn` do it.
@Suite struct PasskeyCeremonyTests {
    private let vectors: PasskeyVectors

    init() throws { vectors = try PasskeyVectors() }

    @Test func whatOthersMadeIsAccepted() throws {
        #expect(vectors.passkeys.count == 5)
        for passkey in vectors.passkeys {
            var record = try passkey.registration.verified(at: vectors.party, vectors.isOurs)
            for assertion in passkey.assertions {
                #expect(assertion.owner == PasskeyVectors.owner)
                record = record.counted(to: try verify(assertion, record))
            }
            // As it is kept.
            let again = CredentialKey(record.key.algorithm, encoded: record.key.key.encoded)
            #expect(again == record.key, "\(passkey.name)")
        }
        let algorithms = try vectors.passkeys.map {
            try $0.registration.verified(at: vectors.party, vectors.isOurs).key.algorithm
        }
        #expect(Set(algorithms) == Set(CredentialKey.Algorithm.allCases))
    }

    @Test func whatMustNotBeKeptIsRefused() {
        #expect(vectors.refusedRegistrations.count == 15)
        for (index, (reason, given)) in vectors.refusedRegistrations.enumerated() {
            #expect(refusal { _ = try given.verified(at: vectors.party, vectors.isOurs) } == reason, "\(index)")
        }
    }

    @Test func whatProvesNothingIsRefused() throws {
        let record = try first()
        #expect(vectors.refusedAssertions.count == 11)
        for (index, (reason, given)) in vectors.refusedAssertions.enumerated() {
            #expect(refusal { _ = try verify(given, record) } == reason, "\(index)")
        }
    }

    /// One of the other passkeys, shown as this one.
    @Test func onlyItsOwnKeySignsForAPasskey() throws {
        let record = try first()
        for other in vectors.passkeys.dropFirst() {
            for assertion in other.assertions {
                #expect(refusal { _ = try verify(assertion, record) } == "credential", "\(other.name)")
            }
        }
    }

    @Test func aCounterThatDoesNotGoOnIsThatOfACopy() throws {
        let shown = vectors.passkeys[0].assertions
        let record = try first().counted(to: 900)
        for assertion in shown { #expect(refusal { _ = try verify(assertion, record) } == "counter") }
        // Who counts does not stop counting.
        let uncounted = vectors.passkeys[1]
        let other = try uncounted.registration.verified(at: vectors.party, vectors.isOurs).counted(to: 1)
        #expect(refusal { _ = try verify(uncounted.assertions[0], other) } == "counter")
    }

    @Test func aChangedByteIsNoSignature() throws {
        for passkey in vectors.passkeys {
            let record = try passkey.registration.verified(at: vectors.party, vectors.isOurs)
            let good = passkey.assertions[0]
            for place in good.signature.indices {
                var signature = good.signature
                signature[place] ^= 1
                let changed = PasskeyAssertion(
                    credential: good.credential, owner: good.owner, clientData: good.clientData,
                    authenticatorData: good.authenticatorData, signature: signature)
                #expect(refusal { _ = try verify(changed, record) } == "credential", "\(passkey.name), byte \(place)")
            }
        }
    }

    /// Whatever is cut off or changed: read to its end, or refused.
    @Test func anythingElseIsRefusedAndReadNoFurther() throws {
        var random = RandomSeed.generator()
        for passkey in vectors.passkeys {
            let whole = passkey.registration.attestationObject
            for length in whole.indices {
                let given = PasskeyRegistration(
                    clientData: passkey.registration.clientData, attestationObject: Array(whole[..<length]))
                let reason = refusal { _ = try given.verified(at: vectors.party, vectors.isOurs) }
                #expect(reason == "malformed", "\(passkey.name) without its end, \(length)")
            }
            for _ in 0..<2000 {
                var bytes = whole
                for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
                _ = try? AuthenticatorData(attestationObject: bytes)
                _ = try? AuthenticatorData(Array(bytes.dropFirst(random.below(bytes.count))))
            }
        }
    }

    @Test(arguments: [
        ("https://tasks.example.org", "tasks.example.org", "https://tasks.example.org"),
        ("https://Tasks.Example.org:443/", "tasks.example.org", "https://tasks.example.org"),
        ("https://tasks.example.org:8443/daybook/", "tasks.example.org", "https://tasks.example.org:8443"),
        ("http://localhost:17080", "localhost", "http://localhost:17080"),
    ])
    func theRelyingPartyIsThePublicAddress(address: String, id: String, origin: String) throws {
        let party = try #require(WebAddress(address).flatMap { RelyingParty($0) })
        #expect(party.id == id && party.origin == origin)
    }

    @Test(arguments: ["http://127.0.0.1:8080", "https://192.0.2.7", "https://[2001:db8::7]:8443"])
    func anAddressWithoutANameHasNone(address: String) throws {
        #expect(RelyingParty(try #require(WebAddress(address))) == nil)
    }

    private func first() throws -> PasskeyRecord {
        try vectors.passkeys[0].registration.verified(at: vectors.party, vectors.isOurs)
    }

    private func verify(_ assertion: PasskeyAssertion, _ record: PasskeyRecord) throws -> UInt32 {
        let data = try assertion.check(at: vectors.party, vectors.isOurs)
        try assertion.verify(data, record)
        return data.counter
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? PasskeyRefusal)?.rawValue ?? "\(error)" }
        return nil
    }
}

extension PasskeyRecord {
    fileprivate func counted(to counter: UInt32) -> PasskeyRecord {
        PasskeyRecord(credential: credential, key: key, counter: counter, mayBeCopied: mayBeCopied)
    }
}
