import HTTP

/// The kinds of address that clients know, and what may be done there.
enum AddressKind: CaseIterable, Sendable {
    /// Of the host: what people type in.
    case root
    /// Who somebody is.
    case principal
    /// Where the calendars of an account are.
    case home
    /// A calendar: a list, or the Inbox.
    case collection
    /// One task, or a series of them.
    case object

    /// Both spellings of what is a collection: clients that were given one ask for the other.
    var patterns: [String] {
        switch self {
        case .root: ["/", "/dav", "/dav/"]
        case .principal: ["/dav/p/:account/", "/dav/p/:account"]
        case .home: ["/dav/c/:account/", "/dav/c/:account"]
        case .collection: ["/dav/c/:account/:list/", "/dav/c/:account/:list"]
        case .object: ["/dav/c/:account/:list/:name"]
        }
    }

    var methods: [Method] {
        switch self {
        case .root: [.options, .propfind, .report]
        case .principal: [.options, .propfind, .proppatch, .report]
        case .home: [.options, .propfind, .proppatch, .report]
        case .collection:
            [.options, .get, .head, .propfind, .proppatch, .report, .mkcalendar, .mkcol, .delete, .copy, .move]
        case .object: [.options, .get, .head, .put, .delete, .propfind, .proppatch, .report, .copy, .move]
        }
    }

    /// What every answer says of the protocols spoken here (RFC 4918, 10.1).
    static let classes = "1, 3, access-control, calendar-access, extended-mkcol"

    var options: Response {
        Response(.ok, fields: ["allow": Method.listed(methods), "dav": Self.classes])
    }
}
