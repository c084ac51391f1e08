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
        guard let found = try PropertyRequest(in: root) else {
            throw .malformed("A propfind element holds prop, allprop or propname.")
        }
        self = found
    }

    /// What stands in an element that may ask for properties; nil where it asks for none. A property that is named
    /// again is asked for once.
    package init?(in element: Element) throws(Violation) {
        if let prop = element.first(.dav("prop")) {
            self = .only(try Self.distinct(prop.children))
        } else if element.first(.dav("allprop")) != nil {
            var beside: [Wanted] = []
            if let include = element.first(.dav("include")) { beside = try Self.distinct(include.children) }
            self = .all(and: beside.map(\.name))
        } else if element.first(.dav("propname")) != nil {
            self = .names
        } else {
            return nil
        }
    }

    /// What is asked for is written, or said to be missing, for each resource, of which a page has hundreds.
    package static let mostProperties = 100
    private static let mostBytes = 8 << 10

    package static func distinct(_ elements: some Sequence<Element>) throws(Violation) -> [Wanted] {
        var seen: Set<Name> = []
        var wanted: [Wanted] = []
        var bytes = 0
        for element in elements where seen.insert(element.name).inserted {
            let isBare = element.attributes.isEmpty && element.content.isEmpty
            wanted.append(Wanted(element.name, isBare ? nil : element))
            bytes += element.name.length
            guard wanted.count <= mostProperties, bytes <= mostBytes else {
                throw .malformed(
                    "At most \(mostProperties) properties are asked for at once, of \(mostBytes) bytes in all.")
            }
        }
        return wanted
    }
}

extension Name {
    fileprivate var length: Int {
        if case .other(let namespace) = self.namespace { return namespace.utf8.count + local.utf8.count }
        return local.utf8.count
    }
}
