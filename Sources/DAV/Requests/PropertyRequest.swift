/// Which properties a request asks for.
package enum PropertyRequest: Hashable, Sendable {
    /// What a client gets that asks for everything, and some that it names beside them.
    case all(and: [Name])
    /// Their names without their values.
    case names
    case only([Wanted])

    /// A property by its name, with what the request says of it: calendar-data says which part.
    package struct Wanted: Hashable, Sendable {
        package let name: Name
        /// Nil where nothing is said.
        package let element: Element?

        package init(_ name: Name, _ element: Element? = nil) { (self.name, self.element) = (name, element) }
    }

    /// The body of PROPFIND; without one all are asked for.
    package init(propfind body: [UInt8]) throws(Violation) {
        guard !body.isEmpty else {
            self = .all(and: [])
            return
        }
        let root = try XMLReader.read(body)
        guard root.name == .dav("propfind") else { throw .malformed("The body of PROPFIND is a propfind element.") }
        guard let found = PropertyRequest(in: root) else {
            throw .malformed("A propfind element holds prop, allprop or propname.")
        }
        self = found
    }

    /// What stands in an element that may ask for properties; nil where it asks for none.
    package init?(in element: Element) {
        if let prop = element.first(.dav("prop")) {
            self = .only(prop.children.map { Wanted($0.name, $0.attributes.isEmpty && $0.content.isEmpty ? nil : $0) })
        } else if element.first(.dav("allprop")) != nil {
            self = .all(and: element.first(.dav("include"))?.children.map(\.name) ?? [])
        } else if element.first(.dav("propname")) != nil {
            self = .names
        } else {
            return nil
        }
    }
}
