/// Writes one JSON document into bytes, appending only.
///
/// Commas are the writer's business, the order of members the caller's; a document of ours is always well-formed UTF-8,
/// because Swift strings are. Only what RFC 8259 requires is escaped, so any reader takes it.
package struct JSONWriter: Sendable {
    /// What has been written so far.
    package internal(set) var bytes: [UInt8] = []
    /// Whether a comma must come before the next element or name.
    private var needsComma = false
    /// Whether the next value stays on its line: the document's first, and one behind its name.
    private var staysOnLine = true
    private let isPretty: Bool
    /// In which texts for people are written.
    package var language = Language.english
    private var depth = 0

    /// - Parameter pretty: for people who read files: one member or element a line, indented by two spaces.
    package init(reserving capacity: Int = 0, pretty: Bool = false) {
        isPretty = pretty
        bytes.reserveCapacity(capacity)
    }

    /// Empties the writer for the next document and keeps its memory.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
        staysOnLine = true
        depth = 0
    }

    /// Hands over what has been written and goes on in the middle of the document, for documents larger than memory.
    package mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        // The next part will be about as long, unless this one was out of the ordinary.
        taken.reserveCapacity(min(bytes.capacity, 1 << 17))
        swap(&taken, &bytes)
        return taken
    }

    // MARK: Structure

    package mutating func beginObject() { open(0x7B) }
    package mutating func endObject() { close(0x7D) }
    package mutating func beginArray() { open(0x5B) }
    package mutating func endArray() { close(0x5D) }

    /// An array with one element for each of these, in the order they are given. Rows that go out by the hundred are
    /// written in loops of their own, which take 1 % less time for a page.
    ///
    /// - Parameter write: writes one element, which is one value.
    @inlinable @inline(__always)
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// A member's name out of a prepared set; its value comes next.
    @inline(__always)
    package mutating func name<Field: RawRepresentable<Int>>(_ field: Field, of names: JSONNames<Field>) {
        copy(field.rawValue, .name, of: names.table)
        named()
    }

    /// A name out of a prepared set, as a value.
    mutating func word(_ index: Int, of names: NameTable) { copy(index, .word, of: names) }

    /// A name, and before it the nulls of those from `first` on: they stand together, so one copy makes them all.
    mutating func name(_ index: Int, of names: NameTable, nullsFrom first: Int) {
        if isPretty {
            for absent in first..<index {
                copy(absent, .name, of: names)
                named()
                null()
            }
            copy(index, .name, of: names)
        } else {
            copy(from: first, index, .name, of: names)
        }
        named()
    }

    private mutating func copy(_ index: Int, _ part: NameTable.Part, of names: NameTable) {
        copy(from: index, index, part, of: names)
    }

    /// A prepared name begins with its comma.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    private mutating func copy(from first: Int, _ last: Int, _ part: NameTable.Part, of names: NameTable) {
        let hasComma = needsComma && !isPretty
        if isPretty { separate() }
        needsComma = true
        let range = names.start(first) + (hasComma ? 0 : 1)..<names.end(last, part)
        // A slice of the table would hold it, and let it go again: a tenth of what a row costs.
        names.rendered.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0.extracting(range)) }
    }

    /// The value, or null for none.
    @inline(__always)
    mutating func optional<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    /// A member's free name; its value comes next.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(0x3A)
        named()
    }

    // MARK: Values

    package mutating func null() { literal("null") }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func integer(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(0x2D) }
        digits(value.magnitude)
    }

    package mutating func integer(_ value: Int) { integer(Int64(value)) }

    /// A number in the text it was read with (`JSONReader.readNumberText`).
    package mutating func numberText(_ text: String) { literal(text) }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(0x22)
        var value = value
        let isPlain = value.withUTF8 { text in
            guard Self.isPlain(text.span) else { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if !isPlain { escape(value) }
        bytes.append(0x22)
    }

    /// A value that is already JSON, such as a stored document; the caller vouches for it.
    package mutating func alreadyJSON(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// A string whose bytes need no escape, such as an instant.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    mutating func plainString(_ append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(0x22)
        append(&bytes)
        bytes.append(0x22)
    }

    /// A name whose bytes need no escape; its value comes next.
    mutating func plainName(_ append: (inout [UInt8]) -> Void) {
        plainString(append)
        bytes.append(0x3A)
        named()
    }

    // MARK: Inside

    /// Comes before each name, and before each value that has none.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        if isPretty { breakLine() }
        needsComma = true
    }

    /// Comes after a name's colon: the value follows on the same line.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    private mutating func named() {
        needsComma = false
        staysOnLine = true
        if isPretty { bytes.append(0x20) }
    }

    private mutating func breakLine() {
        guard !staysOnLine else {
            staysOnLine = false
            return
        }
        bytes.append(0x0A)
        for _ in 0..<depth { bytes.append(contentsOf: "  ".utf8) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
        depth += 1
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        // An empty array or object stays on its line.
        if isPretty, needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func digits(_ value: UInt64) {
        guard value >= 10 else {
            bytes.append(0x30 + UInt8(value))
            return
        }
        digits(value / 10)
        bytes.append(0x30 + UInt8(value % 10))
    }

    /// Eight bytes at once, without a branch between them, which the compiler turns into vector instructions.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var at = 0
        while at + 8 <= text.count {
            var special: UInt8 = 0
            for index in at..<(at + 8) { special |= isSpecial(text[index]) }
            if special != 0 { return false }
            at += 8
        }
        while at < text.count {
            if isSpecial(text[at]) != 0 { return false }
            at += 1
        }
        return true
    }

    /// 1 for what must be escaped, else 0.
    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
    }

    private mutating func escape(_ value: String) {
        for byte in value.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0x08: escape(0x62)
            case 0x09: escape(0x74)
            case 0x0A: escape(0x6E)
            case 0x0C: escape(0x66)
            case 0x0D: escape(0x72)
            case ..<0x20:
                escape(0x75)
                bytes.append(0x30)
                bytes.append(0x30)
                bytes.append(0x30 + byte >> 4)
                bytes.append(hexadecimalDigit(UInt64(byte)))
            default: bytes.append(byte)
            }
        }
    }

    private mutating func escape(_ letter: UInt8) {
        bytes.append(0x5C)
        bytes.append(letter)
    }
}
