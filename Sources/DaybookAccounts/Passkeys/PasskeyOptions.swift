import DaybookCore

/// What a page hands to `navigator.credentials`, as browsers read it (`parseCreationOptionsFromJSON` and
/// `parseRequestOptionsFromJSON`).
extension Passkeys {
    /// Milliseconds that a person has; the challenge counts for longer.
    private static let patience = 300_000

    /// For a new one.
    func creation(
        at party: RelyingParty, of account: Identifier, called name: String, besides others: [[UInt8]], now: Instant,
        in json: inout JSONWriter
    ) {
        let challenge = challenges(for: .adding(account)).issue(at: now)
        json.object("publicKey") { json in
            json.object("rp") { json in
                json.member("id", party.id)
                json.member("name", "Daybook")
            }
            json.object("user") { json in
                json.member("id", Base64URL.encode([UInt8](words: account.high, account.low)))
                json.member("name", name)
                json.member("displayName", name)
            }
            json.member("challenge", challenge.text)
            json.objects("pubKeyCredParams", CredentialKey.Algorithm.allCases) { json, algorithm in
                json.member("type", "public-key")
                json.member("alg", algorithm.rawValue)
            }
            json.member("timeout", Self.patience)
            json.credentials("excludeCredentials", others)
            json.object("authenticatorSelection") { json in
                json.member("residentKey", "required")
                json.member("requireResidentKey", true)
                json.member("userVerification", "required")
            }
            json.member("attestation", "none")
        }
        json.member("expiresAt", challenge.expiresAt)
    }

    /// For one of these, or for any where none is named.
    func request(
        at party: RelyingParty, for purpose: Purpose, among credentials: [[UInt8]] = [], now: Instant,
        in json: inout JSONWriter
    ) {
        let challenge = challenges(for: purpose).issue(at: now)
        json.object("publicKey") { json in
            json.member("challenge", challenge.text)
            json.member("rpId", party.id)
            json.member("timeout", Self.patience)
            json.credentials("allowCredentials", credentials)
            json.member("userVerification", "required")
        }
        json.member("expiresAt", challenge.expiresAt)
    }
}

extension JSONWriter {
    fileprivate mutating func credentials(_ name: String, _ credentials: [[UInt8]]) {
        objects(name, credentials) { json, credential in
            json.member("type", "public-key")
            json.member("id", Base64URL.encode(credential))
        }
    }
}
