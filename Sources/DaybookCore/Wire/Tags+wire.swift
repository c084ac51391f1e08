private enum Member: Int, CaseIterable {
    case added, removed, forgotten
    static let names = JSONNames<Member>("added removed forgotten")
}

extension JSONWriter {
    /// `{"added":{"CLOCK":["a","b"]},"removed":{"CLOCK":["b"]}}`: when each tag was last put on, and up to which
    /// putting on it was taken off, or is not known any more.
    package mutating func tagClocks(_ tags: TagSet) {
        beginObject()
        clocks(.added, of: tags.marks) { $0.added }
        clocks(.removed, of: tags.marks) { $0.removed }
        if let forgotten = tags.forgotten {
            name(.forgotten, of: Member.names)
            clock(forgotten)
        }
        endObject()
    }

    private mutating func clocks(
        _ member: Member, of marks: [TagSet.Mark], _ clock: (TagSet.Mark) -> HybridTime?
    ) {
        let clocks = Dictionary(grouping: marks.filter { clock($0) != nil }, by: clock)
        guard !clocks.isEmpty else { return }
        name(member, of: Member.names)
        beginObject()
        for case (let time?, let marks) in clocks.ordered(by: { $0.value[0].tag < $1.value[0].tag }) {
            plainName { time.append(to: &$0) }
            array(marks) { $0.string($1.tag) }
        }
        endObject()
    }
}

extension JSONReader {
    package mutating func readTagClocks() throws(WireError) -> TagSet {
        var tags = TagSet()
        var forgotten: HybridTime?
        try readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .added: try reader.readTags { tags.add($0, at: $1) }
            case .removed: try reader.readTags { tags.remove($0, through: $1) }
            case .forgotten: forgotten = try reader.readClock()
            }
        }
        // Marks that are there are not forgotten.
        tags.forgotten = forgotten
        return tags
    }

    private mutating func readTags(_ take: (String, HybridTime) -> Void) throws(WireError) {
        try beginObject()
        while let clock = try nextName("a clock such as 2026-11-21T09:15:00.123Z+0000@DEVICE", { HybridTime(utf8: $0) })
        {
            for tag in try readTexts() { take(tag, clock) }
        }
    }

    package mutating func readTexts() throws(WireError) -> [String] {
        var texts: [String] = []
        try beginArray()
        while try nextElement() { texts.append(try readString()) }
        return texts
    }
}
