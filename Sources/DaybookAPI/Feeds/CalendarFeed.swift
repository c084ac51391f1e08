import DaybookAccounts
import DaybookCore
import Postgres

/// A secret address under which calendar programs read an account's dates.
struct CalendarFeed: Sendable {
    let id: Identifier
    /// What its owner calls it; calendar programs show it.
    let label: String
    /// Only the tasks of this list; nil is all.
    let list: Identifier?
    let createdAt: Instant
    /// Accurate to an hour; nil before the first time.
    var lastReadAt: Instant?

    static let columns: Query = "feed_id, label, list_id, created_at, last_read_at"

    /// What stands before the secret in an address, so that nobody takes it for a token.
    static let prefix = "feed_"
    private static let suffix = ".ics"

    static func path(_ secret: TokenText) -> String { "/feeds/\(secret.text(prefix: prefix))\(suffix)" }

    /// The secret that the last segment of a path spells.
    static func secret(_ segment: String) -> TokenText? {
        guard segment.hasSuffix(suffix) else { return nil }
        return TokenText(String(segment.dropLast(suffix.count)), prefix: prefix)
    }
}

extension CalendarFeed: JSONRecord {
    init(_ row: Row) throws(PostgresError) {
        (id, label, list, createdAt, lastReadAt) = try row.decode(
            (Identifier, String, Identifier?, Instant, Instant?).self)
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("label", label)
        writer.member("listId", list)
        writer.member("createdAt", createdAt)
        writer.member("lastReadAt", lastReadAt)
    }
}

/// The body of `POST /v1/feeds`.
struct NewFeed: Sendable {
    let label: DeviceName
    let list: Identifier?

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var label: DeviceName?
        var list: Identifier?
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "label": label = try reader.readDeviceName()
            case "listId": list = try reader.takeNull() ? nil : reader.readIdentifier()
            default: return false
            }
            return true
        }
        guard let label else { throw reader.missing("label", ofObjectAt: start) }
        (self.label, self.list) = (label, list)
    }
}
