private enum Member: Int, CaseIterable {
    case clock, at
    static let names = JSONNames<Member>("clock at")
}

extension JSONWriter {
    mutating func completion(_ completion: TaskItem.Completion) {
        beginObject()
        member(Member.clock, of: Member.names, completion.clock)
        member(Member.at, of: Member.names, completion.at)
        endObject()
    }
}

extension JSONReader {
    mutating func readCompletion() throws(WireError) -> TaskItem.Completion {
        let start = try objectStart()
        var clock: HybridTime?
        var at: Instant?
        try readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .clock: clock = try reader.readClock()
            case .at: at = try reader.readInstant()
            }
        }
        guard let clock else { throw missing("clock", ofObjectAt: start) }
        return TaskItem.Completion(clock: clock, at: at ?? clock.instant)
    }
}
