import DAV
import DaybookCore

/// An address of ours, taken apart. The account stands in it because clients remember by address, and two accounts on
/// one host must not be one to them.
enum CalendarAddress: Hashable, Sendable {
    case root
    case principal(Identifier)
    case home(Identifier)
    /// By the last segment of its address.
    case collection(Identifier, String)
    case object(Identifier, String, name: String)

    /// Nil for an address that leads nowhere here.
    init?(href: String) {
        guard var segments = Href.segments(href) else { return nil }
        if segments.last == "", segments.count > 1 { segments.removeLast() }
        switch segments.count {
        case 1 where segments[0] == "" || segments[0] == "dav": self = .root
        case 3...5:
            guard segments[0] == "dav", let account = Identifier(segments[2]) else { return nil }
            switch (segments[1], segments.count) {
            case ("p", 3): self = .principal(account)
            case ("c", 3): self = .home(account)
            case ("c", 4): self = .collection(account, segments[3])
            case ("c", 5) where !href.hasSuffix("/"): self = .object(account, segments[3], name: segments[4])
            default: return nil
            }
        default: return nil
        }
    }

    /// Nil for what is everybody's.
    var account: Identifier? {
        switch self {
        case .root: nil
        case .principal(let account), .home(let account), .collection(let account, _), .object(let account, _, _):
            account
        }
    }

    var href: String {
        switch self {
        case .root: "/dav/"
        case .principal(let account): "/dav/p/\(account)/"
        case .home(let account): "/dav/c/\(account)/"
        case .collection(let account, let segment): "/dav/c/\(account)/\(Href.encoded(segment))/"
        case .object(let account, let segment, let name):
            "/dav/c/\(account)/\(Href.encoded(segment))/\(Href.encoded(name))"
        }
    }

    static let inbox = "inbox"
}
