import DaybookCore

/// What a browser adds to what an authenticator signs (WebAuthn, 5.8.1): what for, in answer to what, on whose page.
struct ClientData: Sendable {
    /// Real ones have about 150 bytes.
    static let longest = 4096

    enum Kind: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    private let json: JSONValue

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count <= Self.longest, let json = try? JSONValue(json: bytes), case .object = json else {
            throw .malformed
        }
        self.json = json
    }

    /// Throws where it was for something else.
    func check(
        _ kind: Kind, at party: RelyingParty, _ isOurs: (_ challenge: String) -> Bool
    ) throws(PasskeyRefusal) {
        guard json["type"]?.text == kind.rawValue else { throw .type }
        // Also not in a frame of another page.
        guard json["origin"]?.text == party.origin, json["crossOrigin"] != true, json["topOrigin"]?.text == nil else {
            throw .origin
        }
        guard let challenge, isOurs(challenge) else { throw .challenge }
    }

    var challenge: String? { json["challenge"]?.text }
}
