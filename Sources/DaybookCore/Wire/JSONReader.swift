/// A pull parser for one JSON document, strict after RFC 8259: what the grammar does not allow is refused, with the
/// place.
///
/// The caller asks for what it expects (`readString`, `beginObject` and `nextMember` ...), so a document is read in one
/// pass into the final values, without a tree in between and without an allocation per name. Nothing is guessed and
/// nothing converted: `"1"` is no number, `1` no string, and a name that appears twice in an object is refused.
///
/// The reader keeps no path while it reads. When it refuses, everything before the offset was well-formed, so the path
/// is found by walking the document once more (`JSONPath`): the good case pays nothing for good errors. Whoever reads
/// on after errors, item by item, says where each item begins (`pathBegins`), so that none of them walks through those
/// before it.
package struct JSONReader: Sendable {
    /// Not an `Array`, whose spans are younger than the systems that apps run on; made of one without a copy.
    let bytes: ContiguousArray<UInt8>
    var position = 0
    /// True between an opening bracket and its first element: the one moment at which no comma separates.
    var justOpened = false
    var depth = 0
    let depthLimit: Int
    /// The last name that `nextMember` did not know, as bytes between its quotes.
    var unknownName = 0..<0
    var passed: [String] = []
    /// Whether the string scanned last was written with a backslash.
    var stringHasEscapes = false
    var scratch: ContiguousArray<UInt8> = []
    /// Where the path of a refusal is looked for from, and what that place is called.
    private var pathStart = 0
    private var pathPrefix = ""

    /// `depthLimit` bounds the recursion of whoever reads nested values; the API's own documents are at most 6 deep.
    package init(_ bytes: [UInt8], depthLimit: Int = 64) {
        self.bytes = ContiguousArray(bytes)
        self.depthLimit = depthLimit
    }

    /// The byte at which the next value (or its leading white space) begins.
    package var offset: Int { position }

    /// Asserts that nothing but white space is left.
    package mutating func end() throws(WireError) {
        skipSpace()
        if position < bytes.count { throw refusal(.trailing) }
    }

    // MARK: Looking ahead

    /// The JSON type of the next value, judged by its first byte; the value itself is not yet proven well-formed.
    package mutating func peek() throws(WireError) -> JSONKind {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        switch bytes[position] {
        case 0x7B: return .object
        case 0x5B: return .array
        case 0x22: return .string
        case 0x74, 0x66: return .bool
        case 0x6E: return .null
        case 0x2D, 0x30...0x39: return .number
        default: throw refusal(.syntax)
        }
    }

    /// Consumes `null` when it is the next value and says whether it was.
    package mutating func takeNull() throws(WireError) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == 0x6E else { return false }
        try word(0x6E, 0x75, 0x6C, 0x6C)
        return true
    }

    package mutating func readBool() throws(WireError) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        switch bytes[position] {
        case 0x74:
            try word(0x74, 0x72, 0x75, 0x65)
            return true
        case 0x66:
            try word(0x66, 0x61, 0x6C, 0x73, 0x65)
            return false
        default: throw try mismatch("true or false")
        }
    }

    // MARK: Arrays

    package mutating func beginArray() throws(WireError) { try open(0x5B, "an array") }

    /// Moves to the next element and says whether there is one; at the closing bracket it consumes it and answers no.
    package mutating func nextElement() throws(WireError) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        let byte = bytes[position]
        if justOpened {
            justOpened = false
            guard byte == 0x5D else { return true }
            close()
            return false
        }
        if byte == 0x2C {
            position += 1
            return true
        }
        guard byte == 0x5D else { throw refusal(.syntax) }
        close()
        return false
    }

    // MARK: Inside

    mutating func open(_ bracket: UInt8, _ expected: String) throws(WireError) {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        guard bytes[position] == bracket else { throw try mismatch(expected) }
        guard depth < depthLimit else { throw refusal(.depth) }
        depth += 1
        position += 1
        justOpened = true
    }

    mutating func close() {
        depth -= 1
        position += 1
    }

    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    mutating func skipSpace() {
        // Compact documents have no white space, so the first comparison decides almost always.
        guard position < bytes.count, bytes[position] <= 0x20 else { return }
        skipSpaceSlowly()
    }

    private mutating func skipSpaceSlowly() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Consumes `true`, `null` or, with a fifth letter, `false`.
    @inline(never)
    private mutating func word(
        _ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8, _ fifth: UInt8? = nil
    ) throws(WireError) {
        try letter(first)
        try letter(second)
        try letter(third)
        try letter(fourth)
        if let fifth { try letter(fifth) }
    }

    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    private mutating func letter(_ letter: UInt8) throws(WireError) {
        guard position < bytes.count else { throw refusal(.truncated) }
        guard bytes[position] == letter else { throw refusal(.syntax) }
        position += 1
    }

    // MARK: Refusing

    /// The error for the reader's current place.
    @inline(never)
    func refusal(_ code: WireError.Code, at offset: Int? = nil, expected: String = "") -> WireError {
        let offset = offset ?? position
        return WireError(code: code, path: path(of: offset), offset: offset, expected: expected)
    }

    /// The error for a well-formed value of the wrong type; a malformed one is reported as malformed.
    @inline(never)
    mutating func mismatch(_ expected: String) throws(WireError) -> WireError {
        let start = position
        _ = try peek()
        var probe = self
        try probe.skipValue()
        return refusal(.type, at: start, expected: expected)
    }

    /// The error for a required field that the object beginning at `offset` lacks.
    @inline(never)
    package func missing(_ field: String, ofObjectAt offset: Int) -> WireError {
        let object = path(of: offset)
        return WireError(
            code: .missing, path: object.isEmpty ? field : object + "." + field, offset: offset, expected: "a value")
    }

    /// From here on, places are looked for from the next value, which has this name.
    mutating func pathBegins(as prefix: String) {
        skipSpace()
        pathStart = position
        pathPrefix = prefix
    }

    /// From here on, places are looked for from the document's beginning again.
    mutating func pathEnds() { (pathStart, pathPrefix) = (0, "") }

    /// What the value at a place is called.
    func path(of offset: Int) -> String {
        // An error may name a place before the item, as the object that holds it.
        guard offset >= pathStart else { return JSONPath.of(offset, in: bytes) }
        return JSONPath.of(offset, in: bytes, from: pathStart, called: pathPrefix)
    }

    /// Passes over everything that is left, unread.
    mutating func leaveTheRest() { position = bytes.count }

    /// The error for a value that was read but is not what its field allows; `offset` is where the value begins.
    @inline(never)
    package func unacceptable(_ code: WireError.Code, at offset: Int, expected: String) -> WireError {
        refusal(code, at: offset, expected: expected)
    }
}

/// The types of JSON values.
package enum JSONKind: Hashable, Sendable {
    case object, array, string, number, bool, null
}
