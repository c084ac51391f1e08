extension JSONReader {
    package mutating func beginObject() throws(WireError) {
        try open(0x7B, "an object")
    }

    /// Moves to the value of the next member. Refuses a known name that comes twice.
    @inline(__always)
    package mutating func nextMember<Field>(
        of names: JSONNames<Field>, _ members: inout JSONMembers
    ) throws(WireError) -> NextMember<Field> {
        switch try nextIndex(in: names.table, &members) {
        case Self.noMember: .end
        case Self.unknownMember: .unknown
        case let index: .field(names.fields[index])
        }
    }

    private static let noMember = -2
    private static let unknownMember = -1

    /// The same for any kind of field: where the name stands in its table.
    private mutating func nextIndex(in names: NameTable, _ members: inout JSONMembers) throws(WireError) -> Int {
        guard try openName() else { return Self.noMember }
        let start = position
        let index: Int
        if matchesGuess(names, members.guess) {
            index = members.guess
        } else {
            let range = try stringRange()
            guard let found = try lookUp(range, in: names) else {
                unknownName = range
                try colon()
                return Self.unknownMember
            }
            index = found
        }
        let bit = UInt64(1) << UInt64(index)
        guard members.seen & bit == 0 else { throw refusal(.duplicate, at: start) }
        members.seen |= bit
        members.guess = index + 1
        try colon()
        return index
    }

    /// Reads an object of prepared names. What is read goes into variables around the closure, so that a value that
    /// cannot be read needs no cleaning up at each member, which is most of what reading one by one would cost.
    ///
    /// - Parameters:
    ///   - read: reads the value of a member.
    ///   - unknown: reads the value of a member that this version does not know; without it that is passed over.
    /// - Returns: which members were there.
    @inline(never) @discardableResult
    package mutating func readObject<Field>(
        of names: JSONNames<Field>, _ read: (inout JSONReader, Field) throws(WireError) -> Void,
        unknown: (inout JSONReader) throws(WireError) -> Void = { reader throws(WireError) in try reader.skipValue() }
    ) throws(WireError) -> JSONMembers {
        try beginObject()
        var members = JSONMembers()
        while true {
            switch try nextMember(of: names, &members) {
            case .field(let field): try read(&self, field)
            case .unknown: try unknown(&self)
            case .end: return members
            }
        }
    }

    /// Reads an object of a few known names, such as the body of a request, whose speed nobody measures.
    ///
    /// - Parameter read: reads the value of the member of this name; false for a name that it does not know, which is
    ///   passed over and told by `takePassed`.
    package mutating func readObject(
        _ read: (inout JSONReader, String) throws(WireError) -> Bool
    ) throws(WireError) {
        try beginObject()
        var seen: Set<String> = []
        while try openName() {
            let range = try stringRange()
            let name = try text(in: range)
            guard !seen.contains(name) else { throw refusal(.duplicate, at: range.lowerBound) }
            try colon()
            if try read(&self, name) {
                seen.insert(name)
            } else {
                unknownName = range
                try passUnknown()
            }
        }
    }

    /// Reads an object of one member, which must be there.
    package mutating func readOnly<Value>(
        _ name: String, _ read: (inout JSONReader) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        let start = offset
        var value: Value?
        try readObject { reader, found throws(WireError) in
            if found == name { value = try read(&reader) }
            return found == name
        }
        guard let value else { throw missing(name, ofObjectAt: start) }
        return value
    }

    /// Moves to the value of the next member of an object with free names; nil when it is over.
    /// Whether a name came before is the caller's to ask, since only the caller keeps them.
    package mutating func nextName() throws(WireError) -> String? {
        guard try openName() else { return nil }
        let range = try stringRange()
        let name = try text(in: range)
        try colon()
        return name
    }

    /// Moves to the value of the next member, whatever its name, and says whether there is one.
    mutating func passName() throws(WireError) -> Bool {
        guard try openName() else { return false }
        _ = try stringRange()
        try colon()
        return true
    }

    /// Moves to the value of the next member whose name is of a fixed form; nil when the object is over.
    mutating func nextName<Name>(
        _ form: String, _ parse: (Span<UInt8>) -> Name?
    ) throws(WireError) -> Name? {
        guard try openName() else { return nil }
        let range = try stringRange()
        if stringHasEscapes { try unescape(range) }
        guard let name = stringHasEscapes ? parse(scratch.span) : parse(bytes.span.extracting(range)) else {
            throw refusal(.form, at: range.lowerBound, expected: form)
        }
        try colon()
        return name
    }

    /// The name that the last `nextMember` did not know.
    package mutating func unknownMemberName() throws(WireError) -> String {
        try text(in: unknownName)
    }

    /// Passes over the member that `nextMember` did not know, and keeps its name for whoever tells that it was not
    /// kept.
    package mutating func passUnknown() throws(WireError) {
        if passed.count < Self.mostPassed { note(passed: JSONPath.shown(bytes, unknownName)) }
        try skipValue()
    }

    /// Keeps the name of something that was read and will not be kept.
    mutating func note(passed name: String) {
        if passed.count < Self.mostPassed, !passed.contains(name) { passed.append(name) }
    }

    /// So many names are kept.
    private static let mostPassed = 20

    /// The names of members that were passed over, each once; they are forgotten with this.
    package mutating func takePassed() -> [String] {
        defer { passed = [] }
        return passed
    }

    /// The error for a free name that the caller has already seen in this object.
    package func duplicateName() -> WireError { refusal(.duplicate) }

    // MARK: Inside

    /// Consumes what separates members and the quote that opens a name; false after consuming the closing brace.
    private mutating func openName() throws(WireError) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        var byte = bytes[position]
        if justOpened {
            justOpened = false
            if byte == 0x7D {
                close()
                return false
            }
        } else if byte == 0x2C {
            position += 1
            skipSpace()
            guard position < bytes.count else { throw refusal(.truncated) }
            byte = bytes[position]
        } else {
            guard byte == 0x7D else { throw refusal(.syntax) }
            close()
            return false
        }
        guard byte == 0x22 else { throw refusal(.syntax) }
        position += 1
        return true
    }

    /// Consumes the guessed name and its closing quote if that is what comes.
    @inline(__always)
    private mutating func matchesGuess(_ names: NameTable, _ guess: Int) -> Bool {
        guard guess < names.count, let length = names.match(guess, bytes.span, at: position) else { return false }
        position += length
        return true
    }

    /// The place of a proven name in a set of names.
    mutating func lookUp(_ range: Range<Int>, in names: NameTable) throws(WireError) -> Int? {
        // A name may be written with escapes; the decoded one counts.
        if stringHasEscapes {
            try unescape(range)
            return names.index(of: scratch.span)
        }
        return names.index(of: bytes.span.extracting(range))
    }

    private mutating func colon() throws(WireError) {
        if position < bytes.count, bytes[position] == 0x3A {
            position += 1
            return
        }
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        guard bytes[position] == 0x3A else { throw refusal(.syntax) }
        position += 1
    }
}
