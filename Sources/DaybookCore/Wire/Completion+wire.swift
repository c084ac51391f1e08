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
        try beginObject()
        var members = JSONMembers()
        var clock: HybridTime?
        var at: Instant?
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.clock): clock = try readClock()
            case .field(.at): at = try readInstant()
            case .unknown: try skipValue()
            case .end:
                guard let clock else { throw missing("clock", ofObjectAt: start) }
                return TaskItem.Completion(clock: clock, at: at ?? clock.instant)
            }
        }
    }
}
