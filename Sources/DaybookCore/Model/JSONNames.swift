/// The names of one kind of object, prepared once: for reading, a lookup that compares bytes; for writing, each name
/// with its quotes and colon ready to be copied.
///
/// At most 64 fields, so that the seen ones fit a word.
package struct JSONNames<Field: Sendable>: Sendable {
    let fields: [Field]
    let table: NameTable

    package init(_ fields: [Field], name: (Field) -> String) {
        self.fields = fields
        table = NameTable(fields.map(name))
    }

    /// The names of an enumeration numbered from 0, in the order of its cases, separated by spaces.
    package init(_ words: String) where Field: RawRepresentable & CaseIterable, Field.RawValue == Int {
        fields = Array(Field.allCases)
        table = NameTable(words.pieces(between: UInt8(ascii: " ")))
        precondition(table.count == fields.count, "one name for each case")
    }

    func name(of field: Field) -> String where Field: RawRepresentable<Int> {
        table.name(field.rawValue)
    }

    /// The field of this name, or nil.
    package subscript(name: String) -> Field? { name.withBytes { index(of: $0) }.map { fields[$0] } }

    /// Where the field of this name stands, or nil.
    func index(of name: Span<UInt8>) -> Int? { table.index(of: name) }
}

/// The names alone, whatever they name: one table serves every kind of field, so its code is there once.
struct NameTable: Sendable {
    /// `,"name":null` of each, one after the other, ready to be copied.
    let rendered: ContiguousArray<UInt8>
    /// Where each begins; one more entry than names.
    private let starts: [Int]
    private let slots: [UInt8]
    private let mask: Int

    @inline(never)
    init(_ names: [String]) {
        precondition(names.count <= 64, "seen fields are kept in one word")
        var rendered: ContiguousArray<UInt8> = []
        var starts = [0]
        for name in names {
            rendered += [0x2C, 0x22] + Array(name.utf8) + Array("\":null".utf8)
            starts.append(rendered.count)
        }
        self.rendered = rendered
        self.starts = starts
        // Open addressing, at most a quarter full.
        var size = 4
        while size < names.count * 4 { size *= 2 }
        mask = size - 1
        var slots = [UInt8](repeating: .max, count: size)
        for (index, name) in names.enumerated() {
            var slot = Self.hash(ContiguousArray(name.utf8).span) & mask
            while slots[slot] != .max { slot = (slot + 1) & mask }
            slots[slot] = UInt8(index)
        }
        self.slots = slots
    }

    var count: Int { starts.count - 1 }

    func name(_ index: Int) -> String {
        String(decoding: rendered[start(index) + 2..<lettersEnd(index)], as: UTF8.self)
    }

    /// How much is copied, from the comma on.
    enum Part: Int {
        /// The name as a value, and as one that a value follows.
        case word = 1, name = 2
    }

    /// Where a name begins in `rendered`, with its comma.
    @inline(__always)
    func start(_ index: Int) -> Int { starts[index] }

    /// Where what is copied of it ends.
    @inline(__always)
    func end(_ index: Int, _ part: Part) -> Int { lettersEnd(index) + part.rawValue }

    /// Its quote, its colon and the null are behind its letters.
    @inline(__always)
    private func lettersEnd(_ index: Int) -> Int { starts[index + 1] - 6 }

    /// Where a name stands, or nil.
    func index(of name: Span<UInt8>) -> Int? {
        guard !name.isEmpty else { return nil }
        var slot = Self.hash(name) & mask
        while slots[slot] != .max {
            let index = Int(slots[slot])
            if matches(index, name) { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The length of the name with its closing quote where it stands at `position`; nil where it does not.
    @inline(__always)
    func match(_ index: Int, _ bytes: Span<UInt8>, at position: Int) -> Int? {
        let start = starts[index] + 2
        let length = lettersEnd(index) - start + 1
        guard position + length <= bytes.count else { return nil }
        let rendered = rendered.span
        for offset in 0..<length where rendered[start + offset] != bytes[position + offset] { return nil }
        return length
    }

    private func matches(_ index: Int, _ name: Span<UInt8>) -> Bool {
        let start = starts[index] + 2
        guard lettersEnd(index) - start == name.count else { return false }
        for offset in 0..<name.count where rendered[start + offset] != name[offset] { return false }
        return true
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        return name.count &* 131 &+ Int(name[0]) &* 31 &+ Int(name[name.count - 1]) &* 7 &+ Int(name[name.count / 2])
    }
}
