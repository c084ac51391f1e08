import DaybookCore

/// One JSON object of the operator's file. Its members are taken out by name; a member that is left over is an error,
/// so that a misspelt name is not silently ignored.
package struct FileObject {
    let place: String
    private var members: [String: JSONValue]

    package init(_ value: JSONValue, at place: String) throws(ProviderFileError) {
        guard case .object(let members) = value else { throw ProviderFileError("\(place): expected an object") }
        self.place = place
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    }

    package mutating func text(_ name: String) throws(ProviderFileError) -> String {
        guard let text = try textIfThere(name) else { throw complaint(name, "is missing") }
        return text
    }

    package mutating func textIfThere(_ name: String) throws(ProviderFileError) -> String? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let text = value.text, !text.isEmpty else { throw complaint(name, "expected a text") }
        return text
    }

    package mutating func texts(_ name: String) throws(ProviderFileError) -> [String] {
        guard let value = members.removeValue(forKey: name) else { return [] }
        guard case .array = value, let texts = value.texts else { throw complaint(name, "expected a list of texts") }
        return texts
    }

    package mutating func objects(_ name: String) throws(ProviderFileError) -> [FileObject] {
        guard case .array(let items)? = members.removeValue(forKey: name) else {
            throw complaint(name, "expected a list of objects")
        }
        var objects: [FileObject] = []
        for (index, item) in items.enumerated() { objects.append(try FileObject(item, at: "\(name)[\(index)]")) }
        return objects
    }

    package mutating func objectIfThere(_ name: String) throws(ProviderFileError) -> FileObject? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        return try FileObject(value, at: "\(place).\(name)")
    }

    package func end() throws(ProviderFileError) {
        guard let name = members.keys.min() else { return }
        throw complaint(name, "is no member known here")
    }

    package func complaint(_ name: String, _ what: String) -> ProviderFileError {
        ProviderFileError("\(place): \(name) \(what)")
    }
}
