import DaybookCore

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var number: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
    var texts: [String]? {
        guard let items else { return nil }
        let texts = items.compactMap(\.text)
        return texts.count == items.count ? texts : nil
    }

    /// The value as notes show it: a text as it is, anything else in JSON.
    var written: String { text ?? String(decoding: json, as: UTF8.self) }

    /// Says nothing.
    var isBlank: Bool {
        switch self {
        case .null, .string(""), .array([]), .object([]): true
        default: false
        }
    }
}

/// A row that is a JSON object: its members are taken one by one, and members that are left over go into the notes.
struct JSONObject {
    private(set) var members: [JSONMember]
    let line: Int

    /// Fields of one row. Each that is taken is looked for among all of them.
    static let mostMembers = 1000
    static let tooManyMembers = "It has more members than can be held."

    init(_ piece: [UInt8], line: Int) throws(UnreadableRow) {
        var reader = JSONReader(piece)
        do {
            members = try reader.readMembers()
            try reader.end()
        } catch {
            // The line inside the piece at which reading stopped.
            let passed = piece.prefix(error.offset).count { $0 == 0x0A }
            throw UnreadableRow(line: line + passed, sentence: "It is not well-formed: \(error.code.rawValue).")
        }
        guard members.count <= Self.mostMembers else {
            throw UnreadableRow(line: line, sentence: Self.tooManyMembers)
        }
        self.line = line
    }

    init(_ members: [JSONMember], line: Int) {
        self.members = members
        self.line = line
    }

    subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// The member's value, unless it says nothing.
    mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.lastIndex(where: { $0.name == name }) else { return nil }
        let value = members.remove(at: index).value
        // A plain nil would be a null of JSON here.
        return value.isBlank ? Optional.none : .some(value)
    }

    /// A text; a value of another type is noted as not understood.
    mutating func takeText(_ name: String, _ notes: inout NotesText, _ reading: inout Reading) -> String? {
        take(name, \.text, &notes, &reading)
    }

    /// A value as `read` understands it; what it does not is noted.
    mutating func take<Value>(
        _ name: String, _ read: (JSONValue) -> Value?, _ notes: inout NotesText, _ reading: inout Reading
    ) -> Value? {
        guard let value = take(name) else { return nil }
        if let understood = read(value) { return understood }
        notes.add(name, value.written)
        reading.notUnderstood(name, line: line)
        return nil
    }

    /// What says nothing to an app.
    mutating func leaveOut(_ names: String..., into reading: inout Reading) {
        for name in names where take(name) != nil { reading.leftOut(name) }
    }

    /// Puts whatever is left into the notes.
    mutating func noteRest(_ notes: inout NotesText, _ reading: inout Reading) {
        for member in members where !member.value.isBlank {
            notes.add(member.name, member.value.written)
            reading.noted(member.name)
        }
        members = []
    }
}

/// A row that cannot be taken in; the next one may be.
struct UnreadableRow: Error {
    let line: Int
    let sentence: String
}
