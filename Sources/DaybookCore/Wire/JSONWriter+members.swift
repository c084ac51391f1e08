/// What is one value in JSON.
package protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWriter {
    /// A name and its value in one, null for none. For what is written seldom; rows and operations take prepared names.
    package mutating func member(_ name: String, _ value: (some JSONWritable)?) {
        self.name(name)
        if let value { value.write(to: &self) } else { null() }
    }

    package mutating func member(_ name: String, _ values: [some JSONWritable]) {
        self.name(name)
        array(values) { json, value in value.write(to: &json) }
    }

    /// An object of what `write` writes; a member of that name where it has one.
    package mutating func object(_ name: String? = nil, _ write: (inout JSONWriter) -> Void) {
        if let name { self.name(name) }
        beginObject()
        write(&self)
        endObject()
    }

    mutating func member(_ name: String, _ tasks: [TaskItem]) {
        self.name(name)
        self.tasks(tasks)
    }
}

extension String: JSONWritable {
    package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONWritable {
    package func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: JSONWritable {
    package func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Int64: JSONWritable {
    package func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Identifier: JSONWritable {
    package func write(to json: inout JSONWriter) { json.identifier(self) }
}

extension Instant: JSONWritable {
    package func write(to json: inout JSONWriter) { json.instant(self) }
}

extension CalendarDate: JSONWritable {
    package func write(to json: inout JSONWriter) { json.date(self) }
}
