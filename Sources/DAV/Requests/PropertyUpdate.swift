/// The body of PROPPATCH, and of what makes a collection: properties that are to be set or removed, in order.
package struct PropertyUpdate: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        case set(Element)
        case remove(Name)

        package var name: Name {
            switch self {
            case .set(let element): element.name
            case .remove(let name): name
            }
        }
    }

    package private(set) var changes: [Change] = []

    package init() {}

    package init(proppatch body: [UInt8]) throws(Violation) {
        let root = try XMLReader.read(body)
        guard root.name == .dav("propertyupdate") else {
            throw .malformed("The body of PROPPATCH is a propertyupdate element.")
        }
        changes = try Self.changes(in: root)
        guard !changes.isEmpty else { throw .malformed("A propertyupdate element sets or removes a property.") }
    }

    /// MKCALENDAR's (RFC 4791, 5.3.1) or the extended MKCOL's (RFC 5689); without one nothing is set.
    package init(making body: [UInt8]) throws(Violation) {
        guard !body.isEmpty else { return }
        let root = try XMLReader.read(body)
        guard root.name == .calDAV("mkcalendar") || root.name == .dav("mkcol") else {
            throw .malformed("A collection is made with a mkcalendar or a mkcol element.")
        }
        changes = try Self.changes(in: root)
    }

    /// Of one collection fewer are kept.
    package static let most = 200

    private static func changes(in root: Element) throws(Violation) -> [Change] {
        var changes: [Change] = []
        for step in root.children {
            for prop in step.children where prop.name == .dav("prop") {
                for property in prop.children {
                    switch step.name {
                    case .dav("set"): changes.append(.set(property))
                    case .dav("remove"): changes.append(.remove(property.name))
                    default: break
                    }
                }
            }
        }
        guard changes.count <= most else { throw Violation(507, nil, "At most \(most) properties are set at once.") }
        return changes
    }
}
