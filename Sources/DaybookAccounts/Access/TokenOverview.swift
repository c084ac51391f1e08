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
    /// Accurate to ten minutes.
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
        object("device") { json in
            json.member("id", token.device)
            json.member("name", token.deviceName)
        }
        member("createdAt", token.createdAt)
        member("lastUsedAt", token.lastUsedAt)
        member("expiresAt", token.expiresAt)
        member("current", isCurrent)
    }
}

private let scopes = JSONNames(TokenScope.offered, name: \.rawValue)

extension NewToken {
    /// The body of `POST /v1/tokens`.
    init(_ reader: inout JSONReader, now: Instant) throws(WireError) {
        let start = reader.offset
        var label: DeviceName?
        var scope: TokenScope?
        var expiresAt: Instant?
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "label": label = try reader.readDeviceName()
            case "scope": scope = try reader.readWord(of: scopes)
            case "expiresAt": expiresAt = try reader.takeNull() ? nil : reader.readExpiry(now)
            default: return false
            }
            return true
        }
        guard let label else { throw reader.missing("label", ofObjectAt: start) }
        guard let scope else { throw reader.missing("scope", ofObjectAt: start) }
        self.init(label: label, scope: scope, expiresAt: expiresAt)
    }
}

extension JSONReader {
    fileprivate mutating func readExpiry(_ now: Instant) throws(WireError) -> Instant {
        let start = offset
        let instant = try readInstant()
        guard instant > now else { throw unacceptable(.range, at: start, expected: "an instant in the future") }
        return instant
    }
}
