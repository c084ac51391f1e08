/// What an operation says of its row's fields: the last word for each, and what a newer peer may mean by the others.
///
/// It is understood once, where it comes in. What came is kept as it came, for that is what the ledger and other
/// devices get.
package struct Patch<Row: LedgerRow>: Sendable {
    package private(set) var values: [(field: Row.Field, value: FieldValue)] = []
    package private(set) var unknown: [JSONMember] = []
    /// What is wrong with it. Nothing of it is done then.
    private(set) var errors: [FieldError] = []
    /// As it came; nil for what was made here.
    private var told: [JSONMember]?

    /// Unknown fields are carried, within bounds that keep a row a row.
    static var longestUnknownName: Int { 100 }
    static var mostUnknown: Int { 64 }

    package init(_ members: [JSONMember]) {
        guard !members.isEmpty else { return }
        told = members
        var isOverfull = false
        values.reserveCapacity(members.count)
        for member in members {
            if let field = Row.Field(name: member.name) {
                do {
                    let value = try Row.read(field, member.value)
                    if let index = values.firstIndex(where: { $0.field == field }) {
                        values[index].value = value
                    } else {
                        values.append((field, value))
                    }
                } catch {
                    errors.append(error)
                }
            } else if !Row.isDerived(member.name), !isOverfull {
                unknown.removeAll { $0.name == member.name }
                unknown.append(member)
                if member.name.utf8.contains(0) || member.value.holdsNull {
                    errors.append(
                        FieldError(
                            field: "fields", code: .malformed,
                            sentence: "A field that is not known holds the character U+0000, which cannot be kept."))
                }
                isOverfull =
                    member.name.utf8.count > Self.longestUnknownName || unknown.count > Self.mostUnknown
            }
        }
        // Said once: what is beyond the bounds is not even looked at.
        if isOverfull {
            errors.append(FieldError(field: "fields", code: .tooLong, sentence: "There are too many unknown fields."))
        }
    }

    /// As on the wire.
    package var members: [JSONMember] {
        told ?? values.map { JSONMember($0.field.name, $0.value.json) } + unknown
    }

    package var count: Int { told?.count ?? values.count + unknown.count }
    package var isEmpty: Bool { count == 0 }

    /// The last word for a field; nil where it says none, or none that is understood.
    package subscript(field: Row.Field) -> FieldValue? {
        get { values.first { $0.field == field }?.value }
        set {
            values.removeAll { $0.field == field }
            told?.removeAll { $0.name == field.name }
            errors.removeAll { $0.field == field.name }
            guard let newValue else { return }
            values.append((field, newValue.bounded))
            told?.append(JSONMember(field.name, newValue.json))
        }
    }

    /// It has something to say of a field, be it wrong.
    package func names(_ field: Row.Field) -> Bool { self[field] != nil || json(of: field) != nil }

    /// What it says of a field, as it says it.
    func json(of field: Row.Field) -> JSONValue? {
        guard let told else { return self[field]?.json }
        return told.last { $0.name == field.name }?.value
    }

    /// Without what a row shows already, and what follows from other fields.
    package func differing(from row: Row) -> Patch {
        var rest = withoutDerived
        for (field, value) in values where value == row.shownValue(of: field) { rest[field] = nil }
        for member in unknown where row.unknown[member.name]?.value == member.value {
            rest.unknown.removeAll { $0.name == member.name }
            rest.told?.removeAll { $0.name == member.name }
        }
        // What is not understood may be what the row has: a rule that a newer server took.
        for field in errors.compactMap({ Row.Field(name: $0.field) })
        where json(of: field) == row.shownValue(of: field).json { rest[field] = nil }
        return rest
    }

    /// Whether a row has all of it already.
    func isHad(by row: Row) -> Bool {
        errors.isEmpty && values.allSatisfy { $0.value == row.value(of: $0.field) }
            && unknown.allSatisfy { row.unknown[$0.name]?.value == $0.value }
    }

    /// What makes a row: without what follows from other fields, and without a deletion that is none.
    package func beginning(live deletion: Row.Field) -> Patch {
        var rest = withoutDerived
        if json(of: deletion) == .null { rest[deletion] = nil }
        return rest
    }

    private var withoutDerived: Patch {
        var rest = self
        rest.told?.removeAll { Row.isDerived($0.name) }
        return rest
    }

    package static func + (left: Patch, right: Patch) -> Patch {
        var sum = left
        for (field, value) in right.values { sum[field] = value }
        return sum
    }

    /// As it was taken in by a release that did not know all of its fields: what that kept, and this one could not
    /// understand, is kept.
    package var asTaken: Patch {
        guard !errors.isEmpty, let told else { return self }
        var taken = self
        taken.unknown += told.filter { member in errors.contains { $0.field == member.name } }
        taken.errors = []
        return taken
    }

    /// Why nothing of it can be done, if so.
    var rejection: Rejection? { errors.isEmpty ? nil : Rejection(errors) }
}

extension Patch: Hashable {
    package static func == (left: Patch, right: Patch) -> Bool { left.members == right.members }
    package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension Patch: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (Row.Field, FieldValue)...) {
        values = fields.map { (field: $0, value: $1.bounded) }
    }

    package init(_ fields: [(field: Row.Field, value: FieldValue)], unknown: [JSONMember] = []) {
        values = fields.map { (field: $0.field, value: $0.value.bounded) }
        self.unknown = unknown
    }
}

extension Rejection {
    init(_ errors: [FieldError]) {
        self.init(.invalidFields, errors.map { $0.sentence }.joined(separator: " "), fields: errors)
    }
}

extension Patch {
    /// What it says of a field that is not known.
    func unknown(_ name: String) -> JSONValue? { unknown.first { $0.name == name }?.value }
}
