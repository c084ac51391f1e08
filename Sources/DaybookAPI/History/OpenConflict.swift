import DaybookCore

/// A change that lost in some field, and about which nobody has decided since.
struct OpenConflict: Sendable {
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

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.subject(line.entry.operation)
        line.writeOrigin(to: &json)
        json.member("outcome", line.entry.outcome.name)
        json.name("fields")
        json.array(fields) { json, field in write(field, to: &json) }
        json.endObject()
    }

    private func write(_ field: ConflictField, to json: inout JSONWriter) {
        json.beginObject()
        json.member("field", field.conflict.field)
        json.name("mine")
        json.value(field.conflict.mine)
        json.name("theirs")
        json.value(field.conflict.theirs)
        json.name("base")
        json.value(field.base ?? .null)
        json.member("reason", field.conflict.reason.rawValue)
        json.name("by")
        if let winner = field.winner {
            json.device((winner.device, winner.name ?? ""))
        } else {
            json.null()
        }
        json.member("byAt", field.winner?.at)
        json.endObject()
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
