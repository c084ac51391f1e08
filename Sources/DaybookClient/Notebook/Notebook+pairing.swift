import DaybookCore

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
import struct FoundationEssentials.URLComponents
#else
import struct Foundation.URL
import struct Foundation.URLComponents
#endif

/// What a device shows so that another one can come in.
public struct PairingOffer: Hashable, Sendable {
    /// The offer's identifier.
    public let id: Identifier
    /// Good for ten minutes and one device.
    public let code: String
    /// The code and the server's address, for a QR code.
    public let link: String
    /// Until when somebody may come.
    public let expiresAt: Instant?
}

/// How far an offer has come.
public enum PairingState: Hashable, Sendable {
    /// Nobody has used the code yet.
    case offered
    /// A device of this name wants in; it shows a number that is to be confirmed.
    case claimed(deviceName: String)
    /// The other device is in.
    case confirmed
}

/// Where a new device is to knock: `daybook://pair?server=ADDRESS&code=CODE`.
public struct PairingLink: Hashable, Sendable {
    /// Which server.
    public let server: URL
    /// The code that opens the door there.
    public let code: String

    /// Reads a link as `PairingOffer.link` has it; nil for any other.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "daybook", parts.host == "pair",
            let address = parts.queryItems?.first(where: { $0.name == "server" })?.value,
            let server = URL(string: address), server.scheme != nil,
            let code = parts.queryItems?.first(where: { $0.name == "code" })?.value, !code.isEmpty
        else { return nil }
        self.server = server
        self.code = code
    }
}

extension Notebook {
    // MARK: The device that is in

    /// Offers another device to come in, without a password.
    public func offerPairing() async throws -> PairingOffer {
        let answer = try await asked("POST", "/v1/pairing")
        guard let id = answer["id"]?.identifier, case .string(let code)? = answer["code"],
            case .string(let link)? = answer["url"]
        else { throw EntryFailure.unreadable }
        var expiresAt: Instant?
        if case .string(let text)? = answer["expiresAt"] { expiresAt = Instant(text) }
        return PairingOffer(id: id, code: code, link: link, expiresAt: expiresAt)
    }

    /// How far an offer has come; ask now and then while it is shown.
    public func state(of offer: PairingOffer) async throws -> PairingState {
        let answer = try await asked("GET", "/v1/pairing/\(offer.id.text)")
        switch answer["state"] {
        case "claimed"?:
            guard case .string(let name)? = answer["deviceName"] else { return .claimed(deviceName: "") }
            return .claimed(deviceName: name)
        case "confirmed"?: return .confirmed
        default: return .offered
        }
    }

    /// Lets the device in that shows this number; another number is refused.
    public func confirm(_ offer: PairingOffer, number: Int) async throws {
        _ = try await asked(
            "POST", "/v1/pairing/\(offer.id.text)/confirmation", [JSONMember("number", .integer(Int64(number)))])
    }

    /// Takes an offer back.
    public func cancel(_ offer: PairingOffer) async throws {
        _ = try await asked("DELETE", "/v1/pairing/\(offer.id.text)")
    }

    // MARK: The device that wants in

    /// Comes in with a code. `show` is given the number that the other device's owner has to confirm; this returns when
    /// they have. What was done here before goes along.
    public func join(
        on address: URL, code: String, deviceName: String? = nil, show: @Sendable (String) async -> Void
    ) async throws {
        guard await !isLetIn() else { throw EntryFailure.otherAccount }
        let server = session.door(at: address)
        var claim = [JSONMember("code", .string(code))]
        if let deviceName { claim.append(JSONMember("deviceName", .string(deviceName))) }
        let claimed = try await Self.entering { () async throws(Server.Failure) in
            try await server.object("POST", "/v1/pairing/claim", claim)
        }
        guard case .integer(let number)? = claimed["number"], case .string(let secret)? = claimed["secret"] else {
            throw EntryFailure.unreadable
        }
        let digits = String(number)
        await show(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
        let ask = [JSONMember("code", .string(code)), JSONMember("secret", .string(secret)), JSONMember("wait", 15)]
        while true {
            try Task.checkCancellation()
            let answer = try await Self.entering { () async throws(Server.Failure) in
                try await server.object("POST", "/v1/pairing/token", ask)
            }
            if answer["token"] != nil { return try moveIn(answer, address) }
            await time.sleep(500)
        }
    }

    private static func entering(
        _ ask: () async throws(Server.Failure) -> JSONValue
    ) async throws(EntryFailure) -> JSONValue {
        do { return try await ask() } catch { throw EntryFailure(error) }
    }
}
