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
        table = NameTable(words.split(separator: " ").map { String($0) })
        precondition(table.rendered.count == fields.count, "one name for each case")
    }

    func name(of field: Field) -> String where Field: RawRepresentable<Int> {
        String(decoding: table.rendered[field.rawValue].dropFirst().dropLast(2), as: UTF8.self)
    }

    /// The field of this name, or nil.
    package subscript(name: String) -> Field? { name.withBytes { index(of: $0) }.map { fields[$0] } }

    /// Where the field of this name stands, or nil.
    func index(of name: Span<UInt8>) -> Int? { table.index(of: name) }
}

/// The names alone, whatever they name: one table serves every kind of field, so its code is there once.
struct NameTable: Sendable {
    /// The names' bytes, one after the other, each followed by its closing quote.
    let letters: ContiguousArray<UInt8>
    /// Where each name begins in `letters`; one more entry than names.
    let starts: [Int]
    /// `"name":` of each, in their order.
    let rendered: [[UInt8]]
    private let slots: [UInt8]
    private let mask: Int

    @inline(never)
    init(_ names: [String]) {
        precondition(names.count <= 64, "seen fields are kept in one word")
        var letters: ContiguousArray<UInt8> = []
        var starts = [0]
        var rendered: [[UInt8]] = []
        for name in names {
            let name = Array(name.utf8)
            letters += name + [0x22]
            starts.append(letters.count)
            rendered.append([0x22] + name + [0x22, 0x3A])
        }
        self.letters = letters
        self.starts = starts
        self.rendered = rendered
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

    /// Where a name stands, or nil.
    func index(of name: Span<UInt8>) -> Int? {
        guard !name.isEmpty else { return nil }
        var slot = Self.hash(name) & mask
        while slots[slot] != .max {
            let index = Int(slots[slot])
            if starts[index + 1] - starts[index] - 1 == name.count, matches(index, name) { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Whether the name and its closing quote stand at this place of a document.
    @inline(__always)
    func matches(_ index: Int, _ bytes: Span<UInt8>, at position: Int) -> Bool {
        let start = starts[index]
        let length = starts[index + 1] - start
        guard position + length <= bytes.count else { return false }
        let letters = letters.span
        for offset in 0..<length where letters[start + offset] != bytes[position + offset] { return false }
        return true
    }

    private func matches(_ index: Int, _ name: Span<UInt8>) -> Bool {
        let start = starts[index]
        for offset in 0..<name.count where letters[start + offset] != name[offset] { return false }
        return true
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        return name.count &* 131 &+ Int(name[0]) &* 31 &+ Int(name[name.count - 1]) &* 7 &+ Int(name[name.count / 2])
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
