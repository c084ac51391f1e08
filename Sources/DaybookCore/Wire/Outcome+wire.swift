private enum Member: Int, CaseIterable {
    case opId, outcome, conflicts, code, sentence, fields, at
    static let names = JSONNames<Member>("opId outcome conflicts code sentence fields at")
}

private enum ConflictMember: Int, CaseIterable {
    case field, mine, theirs, reason, by
    static let names = JSONNames<ConflictMember>("field mine theirs reason by")
}

private enum ErrorMember: Int, CaseIterable {
    case field, code, sentence
    static let names = JSONNames<ErrorMember>("field code sentence")
}

private enum Word: String, CaseIterable {
    case applied, merged, superseded, waiting, rejected, quota
    static let names = JSONNames(Word.allCases, name: \.rawValue)
}

private let reasons = JSONNames(Conflict.Reason.allCases, name: \.rawValue)
private let rejectionCodes = JSONNames(Rejection.Code.allCases, name: \.rawValue)
private let quotas = JSONNames(Outcome.Quota.allCases, name: \.rawValue)
private let fieldCodes = JSONNames(FieldError.Code.allCases, name: \.rawValue)

extension Outcome {
    /// `{"opId":...,"outcome":"merged","conflicts":[...]}`; a rejection has `code`, `sentence` and `fields`, a quota
    /// `code` and `sentence`.
    ///
    /// - Parameter given: the clock that the operation was given, where its author does not know it.
    public func write(to writer: inout JSONWriter, opId: Identifier, given: HybridTime? = nil) {
        writer.beginObject()
        writer.name(Member.opId, of: Member.names)
        writer.identifier(opId)
        writer.name(Member.outcome, of: Member.names)
        writer.string(name)
        if let given {
            writer.name(Member.at, of: Member.names)
            writer.plainString { given.appendAt(to: &$0) }
        }
        switch self {
        case .applied, .waiting: break
        case .merged(let conflicts), .superseded(let conflicts):
            writer.name(Member.conflicts, of: Member.names)
            writer.array(conflicts) { $1.write(to: &$0) }
        case .rejected(let rejection):
            writer.name(Member.code, of: Member.names)
            writer.string(rejection.code.rawValue)
            writer.name(Member.sentence, of: Member.names)
            writer.string(rejection.sentence)
            writer.name(Member.fields, of: Member.names)
            writer.array(rejection.fields) { $1.write(to: &$0) }
        case .quota(let quota):
            writer.name(Member.code, of: Member.names)
            writer.string(quota.rawValue)
            writer.name(Member.sentence, of: Member.names)
            writer.string(quota.sentence)
        }
        writer.endObject()
    }

    /// The outcome and the operation it answers.
    public static func read(from reader: inout JSONReader) throws(WireError) -> (opId: Identifier, outcome: Outcome) {
        let (opId, outcome, _) = try readGiven(from: &reader)
        return (opId, outcome)
    }

    /// With the clock that the operation was given, where that is told; it is that of the device that asks.
    static func readGiven(
        from reader: inout JSONReader
    ) throws(WireError) -> (opId: Identifier, outcome: Outcome, given: HybridTime?) {
        let start = try reader.objectStart()
        try reader.beginObject()
        var members = JSONMembers()
        var opId: Identifier?
        var word: Word?
        var conflicts: [Conflict] = []
        var rejection = Rejection(.invalidOperation, "")
        var quota = Outcome.Quota.bytes
        var given: HybridTime?
        reading: while true {
            switch try reader.nextMember(of: Member.names, &members) {
            case .field(.opId): opId = try reader.readIdentifier()
            case .field(.outcome): word = try reader.readWord(of: Word.names)
            case .field(.conflicts):
                try reader.beginArray()
                while try reader.nextElement() { conflicts.append(try Conflict(from: &reader)) }
            case .field(.code):
                let here = reader
                rejection.code = try reader.readWord(of: rejectionCodes, orElse: .invalidOperation)
                var again = here
                quota = try again.readWord(of: quotas, orElse: .bytes)
            case .field(.at): given = HybridTime(try reader.readString(), device: .zero)
            case .field(.sentence): rejection.sentence = try reader.readString()
            case .field(.fields):
                try reader.beginArray()
                while try reader.nextElement() { rejection.fields.append(try FieldError(from: &reader)) }
            case .unknown: try reader.skipValue()
            case .end: break reading
            }
        }
        guard let opId else { throw reader.missing("opId", ofObjectAt: start) }
        guard let word else { throw reader.missing("outcome", ofObjectAt: start) }
        switch word {
        case .applied: return (opId, .applied, given)
        case .merged: return (opId, .merged(conflicts), given)
        case .superseded: return (opId, .superseded(conflicts), given)
        case .waiting: return (opId, .waiting, given)
        case .quota: return (opId, .quota(quota), given)
        case .rejected:
            if !members.has(Member.code) { throw reader.missing("code", ofObjectAt: start) }
            return (opId, .rejected(rejection), given)
        }
    }
}

extension Conflict {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(ConflictMember.field, of: ConflictMember.names)
        writer.string(field)
        writer.name(ConflictMember.mine, of: ConflictMember.names)
        writer.value(mine)
        writer.name(ConflictMember.theirs, of: ConflictMember.names)
        writer.value(theirs)
        writer.name(ConflictMember.reason, of: ConflictMember.names)
        writer.string(reason.rawValue)
        if let by {
            writer.name(ConflictMember.by, of: ConflictMember.names)
            writer.clock(by)
        }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        try reader.beginObject()
        var members = JSONMembers()
        var conflict = Conflict(field: "", mine: .null, theirs: .null, reason: .newer)
        while true {
            switch try reader.nextMember(of: ConflictMember.names, &members) {
            case .field(.field): conflict.field = try reader.readString()
            case .field(.mine): conflict.mine = try reader.readValue()
            case .field(.theirs): conflict.theirs = try reader.readValue()
            case .field(.reason): conflict.reason = try reader.readWord(of: reasons, orElse: .newer)
            case .field(.by): conflict.by = try reader.takeNull() ? nil : reader.readClock()
            case .unknown: try reader.skipValue()
            case .end:
                if !members.has(ConflictMember.field) { throw reader.missing("field", ofObjectAt: start) }
                if !members.has(ConflictMember.reason) { throw reader.missing("reason", ofObjectAt: start) }
                self = conflict
                return
            }
        }
    }
}

extension FieldError {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(ErrorMember.field, of: ErrorMember.names)
        writer.string(field)
        writer.name(ErrorMember.code, of: ErrorMember.names)
        writer.string(code.rawValue)
        writer.name(ErrorMember.sentence, of: ErrorMember.names)
        writer.string(sentence)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        try reader.beginObject()
        var members = JSONMembers()
        var error = FieldError(field: "", code: .malformed, sentence: "")
        while true {
            switch try reader.nextMember(of: ErrorMember.names, &members) {
            case .field(.field): error.field = try reader.readString()
            case .field(.code): error.code = try reader.readWord(of: fieldCodes, orElse: .malformed)
            case .field(.sentence): error.sentence = try reader.readString()
            case .unknown: try reader.skipValue()
            case .end:
                if !members.has(ErrorMember.field) { throw reader.missing("field", ofObjectAt: start) }
                if !members.has(ErrorMember.code) { throw reader.missing("code", ofObjectAt: start) }
                self = error
                return
            }
        }
    }
}
