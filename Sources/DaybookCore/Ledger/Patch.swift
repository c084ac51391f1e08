/// An operation's fields, understood: the last word for each field, and what a newer peer may mean by the others.
struct Patch<Row: LedgerRow> {
    var values: [(field: Row.Field, value: FieldValue)] = []
    var unknown: [JSONMember] = []

    /// Unknown fields are carried, within bounds that keep a row a row.
    static var longestUnknownName: Int { 100 }
    static var mostUnknown: Int { 64 }

    init(_ members: [JSONMember]) throws(InvalidFields) {
        var errors: [FieldError] = []
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
        if !errors.isEmpty { throw InvalidFields(errors: errors) }
    }

    subscript(field: Row.Field) -> FieldValue? { values.first { $0.field == field }?.value }
}

struct InvalidFields: Error {
    var errors: [FieldError]

    var rejection: Rejection {
        Rejection(.invalidFields, errors.map(\.sentence).joined(separator: " "), fields: errors)
    }
}
