import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/login/passkey/options` and `POST /v1/login/passkey`: signing in with a passkey, without an email or a
/// password. A passkey is two factors by itself, the authenticator and what it knows its person by, so nothing more is
/// asked for.
struct PasskeySignIn: Sendable {
    let passkeys: Passkeys
    let login: Login
    /// Takes the account of the token, which is the request's, along into another one.
    let merge: @Sendable (PresentedToken?, _ into: ProvenOwner) async throws -> EnteredAccount

    var routes: [GuardedRoute] {
        [.post("/v1/login/passkey/options", options), .post("/v1/login/passkey", enter)]
    }

    /// 200 with what `navigator.credentials.get` wants. Stores nothing. 404 `passkeys_off`.
    @Sendable private func options(_: Request) async throws -> Response {
        let party = try passkeys.requireParty()
        return .secret { passkeys.request(at: party, for: .signIn, now: .now(), in: &$0) }
    }

    /// 200 with account, device and token, as for a login with a password. 403 `passkey_refused` and where the account
    /// is disabled, 404 `passkeys_off`, 429 where the address has tried too often.
    @Sendable private func enter(_ request: Request) async throws -> Response {
        try request.requireJSON()
        let given = try await request.document(PasskeyEntry.init)
        let now = Instant.now()
        // A signature is not guessed, so nobody waits for the failures of others; this bounds the work.
        try await login.throttle.attempt(
            .passkey, request.client.address.network, limit: login.perAddress, window: .seconds(600), now: now
        ).orThrow()
        return try await Passkeys.answering {
            let (account, passkey) = try await passkeys.prove(given.assertion, for: .signIn, now: now)
            let owner = ProvenOwner(account: account, proof: .passkey(passkey))
            let entered =
                given.merges
                ? try await merge(request.presentedToken, owner)
                : try await login.enter(owner, given.deviceName, now: now)
            return entered.response(login.secret)
        }
    }
}

/// The body of `POST /v1/login/passkey`.
private struct PasskeyEntry: Sendable {
    let assertion: PasskeyAssertion
    let deviceName: DeviceName
    /// The account whose token came along goes into this one.
    let merges: Bool

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var assertion: PasskeyAssertion?
        var (name, merges) = (DeviceName.usual, false)
        try reader.readObject { reader, member throws(WireError) in
            switch member {
            case "credential": assertion = try reader.readPasskeyAssertion()
            case "deviceName": name = try reader.takeNull() ? .usual : reader.readDeviceName()
            case "merge": merges = try reader.takeNull() ? false : reader.readBool()
            default: return false
            }
            return true
        }
        guard let assertion else { throw reader.missing("credential", ofObjectAt: start) }
        (self.assertion, deviceName, self.merges) = (assertion, name, merges)
    }
}

extension Throttle.Kind {
    static let passkey = Throttle.Kind("passkey")
}
