/// How much of a row, or of a line of the history, is written.
package enum RowForm: Hashable, Sendable {
    /// What people and ordinary clients read.
    case plain
    /// With the clocks that merging needs, so that a replica holds the same row as the server.
    case replica
}

/// A member that this release does not know, read before its clock may be known.
struct UnknownMembers {
    var members: [JSONMember] = []
    var clocks: [(name: String, clock: HybridTime)] = []

    /// Pairs values and clocks. A row read in plain form has no clocks; its unknown fields then count as old as the
    /// row.
    func fields(fallback: HybridTime) -> UnknownFields {
        guard !members.isEmpty else { return UnknownFields() }
        return UnknownFields(
            members.map { member in
                let clock = clocks.last { $0.name == member.name }?.clock ?? fallback
                return .init(name: member.name, value: member.value, clock: clock)
            })
    }

    /// Keeps the value of the member whose name the reader has just not known.
    mutating func read(from reader: inout JSONReader) throws(WireError) {
        let name = try reader.unknownMemberName()
        guard !members.contains(where: { $0.name == name }) else { throw reader.duplicateName() }
        members.append(JSONMember(name, try reader.readValue()))
    }
}

extension JSONWriter {
    /// `{"CLOCK":["title","notes"]}`: which fields were last changed by which clock, those of unknown fields among
    /// them.
    package mutating func fieldsByClock<Field: FieldName>(
        _ clocks: FieldClocks<Field>, _ unknown: UnknownFields, _ names: JSONNames<Field>
    ) {
        self.fieldsByClock(clocks.entries, unknown, names.table)
    }

    /// The same for any kind of row: bit n of a clock's `fields` stands for name n of the table.
    private mutating func fieldsByClock(_ clocks: [ClockEntry], _ unknown: UnknownFields, _ names: NameTable) {
        beginObject()
        for entry in clocks {
            plainName { entry.clock.append(to: &$0) }
            beginArray()
            var left = entry.fields
            while left.trailingZeroBitCount < names.count {
                word(left.trailingZeroBitCount, of: names)
                left &= left - 1
            }
            for other in unknown.entries where other.clock == entry.clock { string(other.name) }
            endArray()
        }
        guard !unknown.isEmpty else { return endObject() }
        var rest = unknown.entries.filter { other in !clocks.contains { $0.clock == other.clock } }
        while let first = rest.first {
            plainName { first.clock.append(to: &$0) }
            beginArray()
            for other in rest where other.clock == first.clock { string(other.name) }
            endArray()
            rest.removeAll { $0.clock == first.clock }
        }
        endObject()
    }

    /// The members that this release does not know, as they came; one that it has come to know since it was stored is
    /// written as its own field.
    mutating func members<Member>(_ unknown: UnknownFields, beside names: JSONNames<Member>) {
        for entry in unknown.entries where entry.name.withBytes({ names.index(of: $0) }) == nil {
            name(entry.name)
            value(entry.value)
        }
    }
}

extension JSONReader {
    /// Where the next value, an object, begins: the place to name when one of its members is missing.
    mutating func objectStart() throws(WireError) -> Int {
        skipSpace()
        return offset
    }

    /// The `id` of the object that comes next, wherever it stands in it; we write it first, so this looks no further.
    func identifierAhead() throws(WireError) -> Identifier {
        var ahead = self
        let start = try ahead.objectStart()
        try ahead.beginObject()
        while let name = try ahead.nextName() {
            if name == "id" { return try ahead.readIdentifier() }
            try ahead.skipValue()
        }
        throw missing("id", ofObjectAt: start)
    }

    mutating func readOrderKey() throws(WireError) -> OrderKey {
        skipSpace()
        let start = offset
        guard let key = OrderKey(try readString()) else {
            throw unacceptable(.form, at: start, expected: "an order key")
        }
        return key
    }

    mutating func readClocks<Field: FieldName>(
        _ names: JSONNames<Field>, unknown: inout UnknownMembers
    ) throws(WireError) -> FieldClocks<Field> {
        FieldClocks(entries: try readClocks(names.table, &unknown))
    }

    private mutating func readClocks(
        _ names: NameTable, _ unknown: inout UnknownMembers
    ) throws(WireError) -> [ClockEntry] {
        var entries: [ClockEntry] = []
        try beginObject()
        while let clock = try nextName("a clock such as 2026-11-21T09:15:00.123Z+0000@DEVICE", { HybridTime(utf8: $0) })
        {
            var fields: UInt32 = 0
            try beginArray()
            while try nextElement() {
                try openString("a field's name")
                let range = try stringRange()
                if let index = try lookUp(range, in: names) {
                    fields |= 1 << UInt32(index)
                } else {
                    unknown.clocks.append((try text(in: range), clock))
                }
            }
            entries.append(.init(clock: clock, fields: fields))
        }
        return entries
    }
}
