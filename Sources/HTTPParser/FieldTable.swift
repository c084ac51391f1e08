/// The field lines of one head, in the order they came, as ranges into its bytes.
///
/// The first 24 lie in the table itself: browsers and libraries send fewer, so a usual request costs no allocation.
public struct FieldTable: Sendable {
    public struct Field: Sendable, Hashable {
        public let name: ByteRange
        /// Without the blanks around it.
        public let value: ByteRange

        @inlinable
        public init(name: ByteRange, value: ByteRange) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var count = 0
    private var near = InlineArray<24, Field>(repeating: Field(name: .empty, value: .empty))
    private var far: [Field] = []

    public init() {}

    public subscript(index: Int) -> Field {
        precondition(index >= 0 && index < count, "no such field")
        return index < near.count ? near[index] : far[index - near.count]
    }

    /// The value of the first field of this name, which is given in lower case.
    public func first(_ name: String, in bytes: Span<UInt8>) -> ByteRange? {
        next(name, in: bytes, from: 0)?.value
    }

    /// The values of every field of this name, in order.
    public func all(_ name: String, in bytes: Span<UInt8>) -> [ByteRange] {
        var values: [ByteRange] = []
        var index = 0
        while let found = next(name, in: bytes, from: index) {
            values.append(found.value)
            index = found.index + 1
        }
        return values
    }

    /// The value of the one field of this name; nil if there is none or more than one. For fields that decide about
    /// access, where picking the first of two would let a proxy and this server see different requests.
    public func only(_ name: String, in bytes: Span<UInt8>) -> ByteRange? {
        guard let found = next(name, in: bytes, from: 0) else { return nil }
        return next(name, in: bytes, from: found.index + 1) == nil ? found.value : nil
    }

    private func next(_ name: String, in bytes: Span<UInt8>, from: Int) -> (index: Int, value: ByteRange)? {
        var index = from
        while index < count {
            let field = self[index]
            if bytes.spells(name, field.name) { return (index, field.value) }
            index += 1
        }
        return nil
    }

    mutating func append(_ field: Field) {
        if count < near.count { near[count] = field } else { far.append(field) }
        count += 1
    }

    mutating func removeAll() {
        count = 0
        if !far.isEmpty { far.removeAll(keepingCapacity: true) }
    }
}
