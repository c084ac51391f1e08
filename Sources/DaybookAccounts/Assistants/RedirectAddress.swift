import DaybookHost

/// Where a browser is sent back to with a code: a page over HTTPS, or a program on the person's own machine. Addresses
/// of a scheme that an app made up are not taken, since any other app may answer to the same one.
struct RedirectAddress: Hashable, Sendable {
    let address: WebAddress

    static let longest = 512

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let address = WebAddress(text) else { return nil }
        self.address = address
    }

    var text: String { address.text }

    /// Only what runs on the machine of the browser gets what is sent there.
    var isOfThisMachine: Bool { address.isOfThisMachine }

    /// What people are shown of it.
    var host: String { String(address.origin.dropFirst(address.isSecure ? 8 : 7)) }

    /// Whether a client that registered this one may ask to be sent to the other: the very same, but that the port of
    /// a program on the machine changes with each start (RFC 8252, 7.3).
    func admits(_ other: RedirectAddress) -> Bool {
        self == other || withoutPort != nil && withoutPort == other.withoutPort
    }

    /// Nil over HTTPS, where the port stands for something.
    private var withoutPort: String? {
        guard !address.isSecure else { return nil }
        let origin = address.origin
        let name = origin.reversed().drop { $0.isNumber }
        // The colon behind `http` is followed by slashes, and those within an IPv6 address by a bracket at its end.
        guard name.first == ":" else { return text }
        return String(String(name.dropFirst()).reversed()) + text.dropFirst(origin.count)
    }
}
