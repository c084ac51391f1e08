import DaybookCore
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts
@testable import TestService

/// An authenticator with a browser around it, which answers whatever it is asked, right or wrong as a test wants it.
struct SoftAuthenticator: Sendable {
    /// Where the servers of these tests are said to be.
    static let settings = cheapPasswords.merging(["DAYBOOK_PUBLIC_URL": "https://tasks.example.org"]) { $1 }

    let key = TestKey("passkey", .es256)
    let id = Sodium.randomBytes(32)
    var origin = "https://tasks.example.org"
    var party = "tasks.example.org"
    /// Present and verified.
    var flags: UInt8 = 0x05
    /// Whose it is, once it was made.
    var owner: [UInt8] = []

    /// What a browser hands over for a new one; remembers whose it is.
    mutating func create(_ options: Caller.Answer) throws -> String {
        owner = try #require(Base64URL.decode(options.string("publicKey.user.id")))
        guard case .string(let x)? = key.published["x"], case .string(let y)? = key.published["y"] else {
            throw Unreadable()
        }
        let point = try (#require(Base64URL.decode(x)), #require(Base64URL.decode(y)))
        let cose: [UInt8] =
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.0 + [0x22, 0x58, 0x20] + point.1
        let attested = [UInt8](repeating: 0, count: 16) + [0x00, 0x20] + id + cose
        let data = head(flags | 0x40, counter: 0) + attested
        let object =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xA0, 0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return credential("attestationObject", object, of: clientData("webauthn.create", options))
    }

    /// What a browser hands over for one that was shown.
    func get(_ options: Caller.Answer, counter: UInt32 = 0, as other: [UInt8]? = nil) throws -> String {
        let client = clientData("webauthn.get", options)
        let data = head(flags, counter: counter)
        let pair = try #require(Signatures.sign(data + Sodium.sha256(client), withPEM: key.pem, .es256))
        let signature = DER.sequence(DER.integer(pair[..<32]), DER.integer(pair[32...]))
        return credential(
            "authenticatorData", data, of: client,
            more: #","signature":"\#(Base64URL.encode(signature))","userHandle":"\#(Base64URL.encode(other ?? owner))""#
        )
    }

    private func head(_ flags: UInt8, counter: UInt32) -> [UInt8] {
        Sodium.sha256(Array(party.utf8)) + [flags] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    }

    private func clientData(_ type: String, _ options: Caller.Answer) -> [UInt8] {
        let challenge = options.string("publicKey.challenge")
        return Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func credential(
        _ name: String, _ bytes: [UInt8], of client: [UInt8], more: String = ""
    ) -> String {
        let id = Base64URL.encode(id)
        return #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","clientExtensionResults":{},"response":{"#
            + #""clientDataJSON":"\#(Base64URL.encode(client))","\#(name)":"\#(Base64URL.encode(bytes))"\#(more)}}"#
    }

    private struct Unreadable: Error {}
}

extension Caller {
    static let passkeys = "/v1/account/passkeys"

    /// Adds a new one to whoever is in.
    func addPasskey(_ proof: String? = nil, name: String = "Phone") async throws -> (SoftAuthenticator, Answer) {
        var authenticator = SoftAuthenticator()
        let credential = try authenticator.create(await post(Self.passkeys + "/options"))
        let proven = proof.map { #","proof":\#($0)"# } ?? ""
        let answer = await post(Self.passkeys, #"{"credential":\#(credential),"name":"\#(name)"\#(proven)}"#)
        return (authenticator, answer)
    }

    func signInOptions() async -> Answer { await post("/v1/login/passkey/options") }

    func signIn(_ credential: String, more: String = "") async -> Answer {
        await post("/v1/login/passkey", #"{"credential":\#(credential)\#(more)}"#)
    }

    /// That its owner asks, by a passkey.
    func passkeyProof(_ authenticator: SoftAuthenticator, counter: UInt32 = 0) async throws -> String {
        #"{"passkey":\#(try authenticator.get(await post(Self.passkeys + "/proof"), counter: counter))}"#
    }
}
