/// The namespaces that requests and answers are written in.
package enum Namespace: Hashable, Sendable {
    case none
    /// RFC 4918 and those that go on from it.
    case dav
    /// RFC 4791.
    case calDAV
    /// What began on Apple's server and all clients ask for.
    case calendarServer
    case apple
    case other(String)

    package init(_ uri: String) {
        switch uri {
        case "": self = .none
        case Self.dav.uri: self = .dav
        case Self.calDAV.uri: self = .calDAV
        case Self.calendarServer.uri: self = .calendarServer
        case Self.apple.uri: self = .apple
        default: self = .other(uri)
        }
    }

    package var uri: String {
        switch self {
        case .none: ""
        case .dav: "DAV:"
        case .calDAV: "urn:ietf:params:xml:ns:caldav"
        case .calendarServer: "http://calendarserver.org/ns/"
        case .apple: "http://apple.com/ns/ical/"
        case .other(let uri): uri
        }
    }

    /// The prefix that every answer declares for it; nil where a name brings its own declaration.
    package var prefix: StaticString? {
        switch self {
        case .dav: "D"
        case .calDAV: "C"
        case .calendarServer: "S"
        case .apple: "A"
        case .none, .other: nil
        }
    }
}

/// The name of an element, an attribute or a property.
package struct Name: Hashable, Sendable {
    package let namespace: Namespace
    package let local: String

    package init(_ namespace: Namespace, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    package static func dav(_ local: String) -> Name { Name(.dav, local) }
    package static func calDAV(_ local: String) -> Name { Name(.calDAV, local) }
}
