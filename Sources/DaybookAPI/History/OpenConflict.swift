import DaybookCore

/// A change that lost in some field, and about which nobody has decided since.
struct OpenConflict: JSONRecord, Sendable {
    let line: HistoryLine
    let fields: [ConflictField]

    /// One field of it: what the change wanted, what stands, and what both had started from.
    struct ConflictField: Sendable {
        let conflict: Conflict
        /// The value before the change that won; nil where the ledger does not tell.
        let base: JSONValue?
        /// Who won; nil for the server.
        let winner: (device: Identifier, name: String?, at: Instant)?
    }

    func writeMembers(to json: inout JSONWriter) {
        json.subject(line.entry.operation)
        line.writeOrigin(to: &json)
        json.member("outcome", line.entry.outcome.name)
        json.objects("fields", fields) { json, field in
            json.member("field", field.conflict.field)
            json.member("mine", field.conflict.mine)
            json.member("theirs", field.conflict.theirs)
            json.member("base", field.base)
            json.member("reason", field.conflict.reason.rawValue)
            json.member("by") { $0.device(field.winner.map { ($0.device, $0.name ?? "") }) }
            json.member("byAt", field.winner?.at)
        }
    }
}

extension RequestIdentity {
    /// The identifier of the decision about a conflict: it is the same from every device, so its line in the ledger is
    /// the decision.
    init(resolutionOf opId: Identifier, taking side: ConflictSide) {
        self.init(key: .derived(.resolution, opId.high, opId.low), content: side == .mine ? 1 : 0)
    }
}

enum ConflictSide: String, Hashable, Sendable, CaseIterable {
    /// What the change wanted.
    case mine
    /// What stands.
    case theirs
}
