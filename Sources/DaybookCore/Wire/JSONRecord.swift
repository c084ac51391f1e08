/// What is an object in JSON. Its members can also be written alone, where others stand beside them.
package protocol JSONRecord: JSONWritable {
    func writeMembers(to writer: inout JSONWriter)
}

extension JSONRecord {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

extension JSONWriter {
    /// A document of its own: an object of the members that are written.
    package static func text(_ writeMembers: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writeMembers(&writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// An array of objects.
    package mutating func objects<Values: Sequence>(
        _ name: String, _ values: Values, _ writeMembers: (inout JSONWriter, Values.Element) -> Void
    ) {
        self.name(name)
        array(values) { writer, value in
            writer.beginObject()
            writeMembers(&writer, value)
            writer.endObject()
        }
    }

    /// A prepared name and its value in one, null for none.
    @inline(__always)
    mutating func member<Name: RawRepresentable<Int>>(
        _ name: Name, of names: JSONNames<Name>, _ value: (some JSONWritable)?
    ) {
        self.name(name, of: names)
        if let value { value.write(to: &self) } else { null() }
    }

    mutating func member<Name: RawRepresentable<Int>>(
        _ name: Name, of names: JSONNames<Name>, _ values: [some JSONWritable]
    ) {
        self.name(name, of: names)
        array(values) { $1.write(to: &$0) }
    }
}

extension JSONValue: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension HybridTime: JSONWritable {
    package func write(to json: inout JSONWriter) { json.clock(self) }
}
