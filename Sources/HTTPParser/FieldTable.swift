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

    mutating func append(_ field: Field) {
        if count < near.count { near[count] = field } else { far.append(field) }
        count += 1
    }

    mutating func removeAll() {
        count = 0
        if !far.isEmpty { far.removeAll(keepingCapacity: true) }
    }
}
