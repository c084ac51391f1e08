/// What an authenticator says and signs (WebAuthn, 6.1): for whom it was asked, how sure it is of its person, and, of a
/// new passkey, its key.
struct AuthenticatorData: Equatable, Sendable {
    /// Credential ids have at most so many bytes.
    static let longestID = 1023

    struct Credential: Equatable, Sendable {
        let id: [UInt8]
        /// As COSE has keys (RFC 9052, 7).
        let key: CBOR
    }

    /// A hash of the relying party's id.
    let party: [UInt8]
    let isPresent: Bool
    /// Whether the person was verified: by a finger, a face, a PIN.
    let isVerified: Bool
    /// Whether the passkey may be copied to the person's other devices, and whether it was.
    let mayBeCopied: Bool
    let isCopied: Bool
    /// How often it was used; zero with authenticators that do not count.
    let counter: UInt32
    /// Of a passkey that was just made.
    let credential: Credential?

    init(_ bytes: [UInt8]) throws(CBORRefusal) {
        guard bytes.count >= 37 else { throw .truncated }
        party = Array(bytes[..<32])
        let flags = bytes[32]
        func has(_ bit: UInt8) -> Bool { flags & (1 << bit) != 0 }
        (isPresent, isVerified, mayBeCopied, isCopied) = (has(0), has(2), has(3), has(4))
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        if has(6) {
            // Behind the model of the authenticator, of which nothing is asked.
            guard rest.count >= 18 else { throw .truncated }
            let length = Int(bytes[53]) << 8 | Int(bytes[54])
            guard 1...Self.longestID ~= length else { throw .malformed }
            rest = rest.dropFirst(18)
            guard rest.count >= length else { throw .truncated }
            var reader = CBORReader(rest.dropFirst(length))
            credential = Credential(id: Array(rest.prefix(length)), key: try reader.value())
            rest = reader.rest
        } else {
            credential = nil
        }
        if has(7) {
            // Extensions: none was asked for, and nothing follows from them.
            var reader = CBORReader(rest)
            guard case .map = try reader.value() else { throw .malformed }
            rest = reader.rest
        }
        guard rest.isEmpty else { throw .trailing }
    }

    /// What a new passkey comes in. The attestation, whatever its form, was not asked for, and nothing is believed for
    /// it.
    init(attestationObject bytes: [UInt8]) throws(CBORRefusal) {
        let object = try CBORReader.read(bytes)
        guard case .text? = object["fmt"], case .map? = object["attStmt"], let data = object["authData"]?.bytes else {
            throw .malformed
        }
        try self.init(data)
    }
}
