import DaybookHost

/// A passkey as it is kept.
struct PasskeyRecord: Sendable, Equatable {
    let credential: [UInt8]
    let key: CredentialKey
    let counter: UInt32
    let mayBeCopied: Bool
}

/// What a client hands over of a passkey that was just made (WebAuthn, 7.1).
struct PasskeyRegistration: Sendable {
    /// Without an attestation, as is asked for, they have a few hundred bytes.
    static let longest = 16 << 10

    let clientData: [UInt8]
    let attestationObject: [UInt8]

    /// The passkey; throws where it must not be kept.
    func verified(
        at party: RelyingParty, _ isOurs: (_ challenge: String) -> Bool
    ) throws(PasskeyRefusal) -> PasskeyRecord {
        try ClientData(clientData).check(.create, at: party, isOurs)
        let data: AuthenticatorData
        do throws(CBORRefusal) { data = try AuthenticatorData(attestationObject: attestationObject) } catch {
            throw .malformed
        }
        try data.check(party)
        guard let credential = data.credential else { throw .malformed }
        guard let key = CredentialKey(credential.key) else { throw .key }
        return PasskeyRecord(
            credential: credential.id, key: key, counter: data.counter, mayBeCopied: data.mayBeCopied)
    }
}

/// What a client hands over of a passkey that was shown (WebAuthn, 7.2).
struct PasskeyAssertion: Sendable {
    let credential: [UInt8]
    /// Whose it is, as the authenticator was told when it was made.
    let owner: [UInt8]?
    let clientData: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]

    /// What can be said without knowing the passkey.
    func check(
        at party: RelyingParty, _ isOurs: (_ challenge: String) -> Bool
    ) throws(PasskeyRefusal) -> AuthenticatorData {
        try ClientData(clientData).check(.get, at: party, isOurs)
        let data: AuthenticatorData
        do throws(CBORRefusal) { data = try AuthenticatorData(authenticatorData) } catch { throw .malformed }
        try data.check(party)
        return data
    }

    /// Throws where it was not this passkey, or a copy of it.
    func verify(_ data: AuthenticatorData, _ record: PasskeyRecord) throws(PasskeyRefusal) {
        guard credential == record.credential, data.mayBeCopied == record.mayBeCopied,
            record.key.verifies(signature, of: authenticatorData + Sodium.sha256(clientData))
        else { throw .credential }
        // Authenticators that do not count say zero always.
        guard data.counter > record.counter || (data.counter, record.counter) == (0, 0) else { throw .counter }
    }
}

extension AuthenticatorData {
    fileprivate func check(_ party: RelyingParty) throws(PasskeyRefusal) {
        guard self.party == party.hash else { throw .party }
        guard isPresent else { throw .presence }
        guard isVerified else { throw .verification }
        guard mayBeCopied || !isCopied else { throw .malformed }
    }
}
