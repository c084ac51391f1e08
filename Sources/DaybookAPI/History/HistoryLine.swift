import DaybookCore

/// One line of the history, as people read it: who changed what, when, from what to what, and how it was resolved.
struct HistoryLine: JSONRecord, Sendable {
    let entry: LedgerEntry
    /// Nil for the server's own conclusions.
    let device: (id: Identifier, name: String)?
    /// What it was done for, and who had proposed it.
    var proposal: (id: Identifier, device: (id: Identifier, name: String))?

    /// When it was done. An occurrence that a series made has a clock below everything that somebody may do to it.
    private var madeAt: Instant {
        guard entry.created, entry.cause != nil, case .string(let text)? = entry.operation.fields["createdAt"] else {
            return entry.operation.at.instant
        }
        return Instant(text) ?? entry.operation.at.instant
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("revision", entry.revision)
        json.subject(entry.operation)
        json.member("kind", entry.created ? "create" : entry.operation.kind.name)
        writeOrigin(to: &json)
        json.objects("changes", entry.changes) { json, change in
            json.member("field", change.field)
            json.member("old", change.old)
            json.member("new", change.new)
        }
        json.member("outcome", entry.outcome.name)
        json.member("conflicts", entry.outcome.conflicts)
        json.member("cause", entry.cause)
        guard let proposal else { return }
        json.object("proposal") { json in
            json.member("id", proposal.id)
            json.member("device") { $0.device(proposal.device) }
        }
    }

    /// The members that say when it was done and by whom.
    func writeOrigin(to json: inout JSONWriter) {
        json.member("at", madeAt)
        json.member("recordedAt", entry.recordedAt)
        json.member("device") { $0.device(device) }
    }
}

extension JSONWriter {
    /// The members that say which change it is, and of which row.
    mutating func subject(_ operation: SyncOperation) {
        member("opId", operation.opId)
        member("entity", operation.entity.name)
        member("id", operation.id)
    }

    /// The device that did it; null for the server.
    mutating func device(_ device: (id: Identifier, name: String)?) {
        guard let device else { return null() }
        object { json in
            json.member("id", device.id)
            json.member("name", device.name)
        }
    }
}
