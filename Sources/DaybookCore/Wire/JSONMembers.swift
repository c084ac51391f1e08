/// Names in the order of their table: those that are passed over are null.
struct OrderedNames<Field: RawRepresentable<Int> & Sendable> {
    private let table: NameTable
    private var next = 0

    init(_ names: JSONNames<Field>) { table = names.table }

    /// The value comes next.
    @inline(__always)
    mutating func name(_ field: Field, in writer: inout JSONWriter) {
        writer.name(field.rawValue, of: table, nullsFrom: next)
        next = field.rawValue + 1
    }

    @inline(__always)
    mutating func optional<Value>(
        _ field: Field, _ value: Value?, in writer: inout JSONWriter, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        name(field, in: &writer)
        write(&writer, value)
    }
}

/// Where a reader stands among the members of one object: which were seen, and which comes next if the writer kept our
/// order.
package struct JSONMembers: Sendable {
    var seen: UInt64 = 0
    var guess = 0

    package init() {}

    func has(_ field: some RawRepresentable<Int>) -> Bool { seen & (1 << UInt64(field.rawValue)) != 0 }
}

/// The next member of an object.
package enum NextMember<Field> {
    case field(Field)
    /// A name that this version does not know; `JSONReader.unknownMemberName()` tells it.
    case unknown
    /// The object is over.
    case end
}
