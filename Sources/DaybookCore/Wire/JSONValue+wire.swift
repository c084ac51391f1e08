extension JSONReader {
    /// Any value, kept as it is written: members in their order, numbers with their digits. Refuses a name that comes
    /// twice in one object.
    package mutating func readValue() throws(WireError) -> JSONValue {
        switch try peek() {
        case .null:
            _ = try takeNull()
            return .null
        case .bool: return .bool(try readBool())
        case .string: return .string(try readString())
        case .number:
            let text = try readNumberText()
            // `-0` is no integer of its own, so its text is kept.
            guard let integer = Int64(text), text != "-0" else { return .decimal(text) }
            return .integer(integer)
        case .array:
            try beginArray()
            var items: [JSONValue] = []
            while try nextElement() { items.append(try readValue()) }
            return .array(items)
        case .object: return .object(try readMembers())
        }
    }

    /// The members of an object whose names are not known beforehand.
    package mutating func readMembers() throws(WireError) -> [JSONMember] {
        try beginObject()
        var members: [JSONMember] = []
        var names: Set<String> = []
        while true {
            guard let name = try nextName() else { return members }
            // Few members are compared one by one; many would make that quadratic.
            if members.count == 16 { names = Set(members.map { $0.name }) }
            let isNew = members.count < 16 ? !members.contains { $0.name == name } : names.insert(name).inserted
            guard isNew else { throw duplicateName() }
            members.append(JSONMember(name, try readValue()))
        }
    }
}

extension JSONWriter {
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .decimal(let text): numberText(text)
        case .string(let text): string(text)
        case .array(let items):
            array(items) { $0.value($1) }
        case .object(let members): object(members)
        }
    }

    /// A field's value, as `FieldValue.json` has it.
    package mutating func value(_ value: FieldValue) {
        switch value {
        case .null: null()
        case .text(let text): string(text)
        case .flag(let flag): bool(flag)
        case .number(let number): integer(number)
        case .instant(let instant): self.instant(instant)
        case .date(let date): self.date(date)
        case .identifier(let identifier): self.identifier(identifier)
        case .recurrence(let rule): recurrence(rule)
        case .order, .state, .region, .bucket, .tags, .time, .limits: self.value(value.json)
        }
    }

    package mutating func object(_ members: [JSONMember]) {
        beginObject()
        for member in members {
            name(member.name)
            value(member.value)
        }
        endObject()
    }

    package mutating func instant(_ instant: Instant) { plainString { instant.append(to: &$0) } }
    /// `2026-11-21T09:15:00Z`: what is below a second is left out, for readers that take no decimals.
    package mutating func wholeSeconds(_ instant: Instant) {
        plainString {
            instant.append(to: &$0)
            $0.removeLast(5)
            $0.append(0x5A)
        }
    }
    package mutating func date(_ date: CalendarDate) { plainString { date.append(to: &$0) } }
    package mutating func identifier(_ identifier: Identifier) { plainString { identifier.append(to: &$0) } }
    package mutating func clock(_ clock: HybridTime) { plainString { clock.append(to: &$0) } }
}

extension JSONValue {
    /// One document of any kind.
    package init(json: [UInt8]) throws(WireError) {
        var reader = JSONReader(json)
        self = try reader.readValue()
        try reader.end()
    }

    /// The document's bytes, for any reader of JSON.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
