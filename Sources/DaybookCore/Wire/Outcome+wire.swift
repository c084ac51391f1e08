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
    static let names = JSONNames(Word.allCases) { $0.rawValue }
}

private let reasons = JSONNames(Conflict.Reason.allCases) { $0.rawValue }
private let rejectionCodes = JSONNames(Rejection.Code.allCases) { $0.rawValue }
private let quotas = JSONNames(Outcome.Quota.allCases) { $0.rawValue }
private let fieldCodes = JSONNames(FieldError.Code.allCases) { $0.rawValue }

extension Outcome {
    /// `{"opId":...,"outcome":"merged","conflicts":[...]}`; a rejection has `code`, `sentence` and `fields`, a quota
    /// `code` and `sentence`.
    ///
    /// - Parameter given: the clock that the operation was given, where its author does not know it.
    package func write(to writer: inout JSONWriter, opId: Identifier, given: HybridTime? = nil) {
        writer.beginObject()
        writer.member(Member.opId, of: Member.names, opId)
        writer.member(Member.outcome, of: Member.names, name)
        if let given {
            writer.name(Member.at, of: Member.names)
            writer.plainString { given.appendAt(to: &$0) }
        }
        switch self {
        case .applied, .waiting: break
        case .merged(let conflicts), .superseded(let conflicts):
            writer.member(Member.conflicts, of: Member.names, conflicts)
        case .rejected(let rejection):
            writer.member(Member.code, of: Member.names, rejection.code.rawValue)
            writer.member(Member.sentence, of: Member.names, rejection.sentence)
            writer.member(Member.fields, of: Member.names, rejection.fields)
        case .quota(let quota):
            writer.member(Member.code, of: Member.names, quota.rawValue)
            writer.member(Member.sentence, of: Member.names, quota.sentence)
        }
        writer.endObject()
    }

    /// The outcome and the operation it answers.
    package static func read(from reader: inout JSONReader) throws(WireError) -> (opId: Identifier, outcome: Outcome) {
        let (opId, outcome, _) = try readGiven(from: &reader)
        return (opId, outcome)
    }

    /// With the clock that the operation was given, where that is told; it is that of the device that asks.
    static func readGiven(
        from reader: inout JSONReader
    ) throws(WireError) -> (opId: Identifier, outcome: Outcome, given: HybridTime?) {
        let start = try reader.objectStart()
        var opId: Identifier?
        var word: Word?
        var conflicts: [Conflict] = []
        var rejection = Rejection(.invalidOperation, "")
        var quota = Outcome.Quota.bytes
        var given: HybridTime?
        let members = try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .opId: opId = try reader.readIdentifier()
            case .outcome: word = try reader.readWord(of: Word.names)
            case .conflicts:
                try reader.beginArray()
                while try reader.nextElement() { conflicts.append(try Conflict(from: &reader)) }
            case .code:
                let here = reader
                rejection.code = try reader.readWord(of: rejectionCodes, orElse: .invalidOperation)
                var again = here
                quota = try again.readWord(of: quotas, orElse: .bytes)
            case .at: given = HybridTime(try reader.readString(), device: .zero)
            case .sentence: rejection.sentence = try reader.readString()
            case .fields:
                try reader.beginArray()
                while try reader.nextElement() { rejection.fields.append(try FieldError(from: &reader)) }
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

extension Conflict: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member(ConflictMember.field, of: ConflictMember.names, field)
        writer.member(ConflictMember.mine, of: ConflictMember.names, mine)
        writer.member(ConflictMember.theirs, of: ConflictMember.names, theirs)
        writer.member(ConflictMember.reason, of: ConflictMember.names, reason.rawValue)
        if let by {
            writer.member(ConflictMember.by, of: ConflictMember.names, by)
        }
    }

    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        var conflict = Conflict(field: "", mine: .null, theirs: .null, reason: .newer)
        let members = try reader.readObject(of: ConflictMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .field: conflict.field = try reader.readString()
            case .mine: conflict.mine = try reader.readValue()
            case .theirs: conflict.theirs = try reader.readValue()
            case .reason: conflict.reason = try reader.readWord(of: reasons, orElse: .newer)
            case .by: conflict.by = try reader.takeNull() ? nil : reader.readClock()
            }
        }
        if !members.has(ConflictMember.field) { throw reader.missing("field", ofObjectAt: start) }
        if !members.has(ConflictMember.reason) { throw reader.missing("reason", ofObjectAt: start) }
        self = conflict
    }
}

extension FieldError: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member(ErrorMember.field, of: ErrorMember.names, field)
        writer.member(ErrorMember.code, of: ErrorMember.names, code.rawValue)
        writer.member(ErrorMember.sentence, of: ErrorMember.names, sentence)
    }

    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        var error = FieldError(field: "", code: .malformed, sentence: "")
        let members = try reader.readObject(of: ErrorMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .field: error.field = try reader.readString()
            case .code: error.code = try reader.readWord(of: fieldCodes, orElse: .malformed)
            case .sentence: error.sentence = try reader.readString()
            }
        }
        if !members.has(ErrorMember.field) { throw reader.missing("field", ofObjectAt: start) }
        if !members.has(ErrorMember.code) { throw reader.missing("code", ofObjectAt: start) }
        self = error
    }
}
