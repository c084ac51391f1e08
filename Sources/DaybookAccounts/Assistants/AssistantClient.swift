import DaybookCore
import DaybookHost

/// A program that would let an assistant in, as it describes itself. Nobody vouches for it, so its own words are only
/// shown to the person who decides.
///
/// All of it stands in its id, which it gets when it registers and brings along each time. So registering stores
/// nothing: strangers fill no table, nothing has to expire, and an id counts as long as its client likes, also after a
/// restoration or with another secret key. Whoever writes an id by hand has registered; neither is more than a claim.
struct AssistantClient: Hashable, Sendable {
    let id: String
    let name: String?
    let redirects: [RedirectAddress]

    static let longestID = 4096
    static let longestName = 100
    static let mostRedirects = 8

    /// A new one, whose id no other has.
    init?(name: String?, redirects: [RedirectAddress]) {
        guard Self.isReadable(name), 1...Self.mostRedirects ~= redirects.count, Self.isCalled(name, redirects) else {
            return nil
        }
        var members = [JSONMember("mark", .string(Base64URL.encode(Sodium.randomBytes(12))))]
        if let name { members.append(JSONMember("name", .string(name))) }
        members.append(JSONMember("redirects", .array(redirects.map { .string($0.text) })))
        id = Base64URL.encode(JSONValue.object(members).json)
        guard id.utf8.count <= Self.longestID else { return nil }
        (self.name, self.redirects) = (name, redirects)
    }

    /// Nil for what is no id.
    init?(id: String) {
        guard id.utf8.count <= Self.longestID, let bytes = Base64URL.decode(id),
            let value = try? JSONValue(json: bytes), case .array(let given)? = value["redirects"],
            1...Self.mostRedirects ~= given.count
        else { return nil }
        var name: String?
        if case .string(let given)? = value["name"] { name = given }
        let redirects = given.compactMap { one -> RedirectAddress? in
            if case .string(let text) = one { RedirectAddress(text) } else { nil }
        }
        guard redirects.count == given.count, Self.isReadable(name), Self.isCalled(name, redirects) else { return nil }
        (self.id, self.name, self.redirects) = (id, name, redirects)
    }

    /// The registered address that this is, or may be.
    func redirect(_ text: String) -> RedirectAddress? {
        guard let wanted = RedirectAddress(text), redirects.contains(where: { $0.admits(wanted) }) else { return nil }
        return wanted
    }

    /// What the device is called that it becomes.
    var deviceName: DeviceName {
        DeviceName("\(name ?? redirects[0].host), through MCP") ?? .usual
    }

    /// What grants know it by.
    var hash: [UInt8] { Sodium.sha256(Array(id.utf8)) }

    /// By its name, or by the one host that it can lead to.
    private static func isCalled(_ name: String?, _ redirects: [RedirectAddress]) -> Bool {
        name != nil || Set(redirects.map(\.host)).count == 1
    }

    /// One line, as it stands: nothing that ends a line, is invisible, or turns the text around it.
    private static func isReadable(_ name: String?) -> Bool {
        guard let name else { return true }
        return 1...longestName ~= name.utf8.count && !name.trimmingSpaces().isEmpty
            && name.unicodeScalars.allSatisfy {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                    false
                default: true
                }
            }
    }
}
