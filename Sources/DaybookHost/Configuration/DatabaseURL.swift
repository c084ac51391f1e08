/// Where a PostgreSQL is, in libpq's words: `postgres://user:password@host/name?...` or `host=... dbname=...`.
public struct DatabaseURL: Sendable, Hashable, CustomStringConvertible {
    /// As given, for libpq alone; may hold a password.
    public let connectionString: String

    /// libpq decides about the grammar; text that is refused here could only be a mistake.
    public init?(_ text: String) {
        let isURL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        guard isURL || (text.contains("=") && !text.contains("://")) else { return nil }
        connectionString = text
    }

    /// Safe to show: whatever is not known to be harmless is left out.
    public var description: String {
        Self.redactURL(connectionString) ?? Self.redactPairs(connectionString) ?? "(hidden)"
    }

    // What may be shown of a connection string; passwords, key files and free options are not in the list.
    private static let harmless: Set<String> = [
        "host", "hostaddr", "port", "dbname", "user", "application_name", "connect_timeout", "sslmode",
        "target_session_attrs", "load_balance_hosts", "channel_binding", "gssencmode", "keepalives",
    ]

    private static func redactURL(_ text: String) -> String? {
        guard let scheme = text.firstRange(of: "://") else { return nil }
        var rest = text[scheme.upperBound...]
        var shown = text[..<scheme.upperBound]
        // The last @ ends the user's part: a password with an unescaped one must not spill.
        if let at = rest.lastIndex(of: "@") {
            let user = rest[..<at]
            shown += user.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
            if user.contains(":") { shown += ":***" }
            shown += "@"
            rest = rest[rest.index(after: at)...]
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let hosts = parts[0].prefix { $0 != "/" }
        guard hosts.split(separator: ",").allSatisfy(looksLikeHost) else { return nil }
        shown += parts[0]
        if parts.count == 2 {
            let pairs = parts[1].split(separator: "&").map { pair in
                let name = pair.prefix { $0 != "=" }
                return harmless.contains(String(name)) ? String(pair) : "\(name)=***"
            }
            shown += "?" + pairs.joined(separator: "&")
        }
        return String(shown)
    }

    /// A name or a bracketed address and perhaps a port; `user:password` without its host is neither.
    private static func looksLikeHost(_ text: Substring) -> Bool {
        var rest = text
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            rest = rest.drop { $0 != ":" }
        }
        return rest.isEmpty || (rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber))
    }

    private static func redactPairs(_ text: String) -> String? {
        guard !text.contains("://"), !text.contains("'"), !text.contains("\\") else { return nil }
        let pairs = text.split(separator: " ").map { pair -> String? in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            let name = String(pair[..<equals])
            return harmless.contains(name) ? String(pair) : "\(name)=***"
        }
        guard !pairs.contains(nil) else { return nil }
        return pairs.compactMap(\.self).joined(separator: " ")
    }
}
