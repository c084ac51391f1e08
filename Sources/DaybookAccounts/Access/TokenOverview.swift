import DaybookCore
import Postgres

/// A token as its owner sees it: everything but the secret.
package struct TokenOverview: Sendable {
    package let id: Identifier
    /// What its owner calls it; a device's own token has none.
    package let label: String?
    package let scope: TokenScope
    let device: Identifier
    package let deviceName: String
    let createdAt: Instant
    /// To ten minutes.
    package let lastUsedAt: Instant
    package let expiresAt: Instant?
}

extension TokenOverview {
    init?(_ row: Row) throws {
        let (id, label, scope, device, deviceName, createdAt, lastUsedAt, expiresAt) = try row.decode(
            (Identifier, String?, String, Identifier, String, Instant, Instant, Instant?).self)
        guard let scope = TokenScope(rawValue: scope) else { return nil }
        self.init(
            id: id, label: label, scope: scope, device: device, deviceName: deviceName, createdAt: createdAt,
            lastUsedAt: lastUsedAt, expiresAt: expiresAt)
    }
}

/// A token that somebody wants for an app.
package struct NewToken: Sendable {
    var label: DeviceName
    var scope: TokenScope
    var expiresAt: Instant?

    package init(label: DeviceName, scope: TokenScope, expiresAt: Instant? = nil) {
        self.label = label
        self.scope = scope
        self.expiresAt = expiresAt
    }
}

extension JSONWriter {
    mutating func tokenMembers(_ token: TokenOverview, isCurrent: Bool) {
        member("id", token.id)
        member("label", token.label)
        member("scope", token.scope.rawValue)
        name("device")
        beginObject()
        member("id", token.device)
        member("name", token.deviceName)
        endObject()
        member("createdAt", token.createdAt)
        member("lastUsedAt", token.lastUsedAt)
        member("expiresAt", token.expiresAt)
        member("current", isCurrent)
    }
}

private enum Member: Int, CaseIterable {
    case label, scope, expiresAt
    static let names = JSONNames<Member>("label scope expiresAt")
}

private let scopes = JSONNames(TokenScope.offered, name: \.rawValue)

extension JSONReader {
    /// The body of `POST /v1/tokens`.
    mutating func readNewToken(now: Instant) throws(WireError) -> NewToken {
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var label: DeviceName?
        var scope: TokenScope?
        var expiresAt: Instant?
        reading: while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.label): label = try readDeviceName()
            case .field(.scope): scope = try readWord(of: scopes)
            case .field(.expiresAt): expiresAt = try takeNull() ? nil : readExpiry(now)
            case .unknown: try passUnknown()
            case .end: break reading
            }
        }
        guard let label else { throw missing("label", ofObjectAt: start) }
        guard let scope else { throw missing("scope", ofObjectAt: start) }
        return NewToken(label: label, scope: scope, expiresAt: expiresAt)
    }

    private mutating func readExpiry(_ now: Instant) throws(WireError) -> Instant {
        let start = offset
        let instant = try readInstant()
        guard instant > now else { throw unacceptable(.range, at: start, expected: "an instant in the future") }
        return instant
    }
}
