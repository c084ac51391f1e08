import DaybookCore

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// A replica and the store that it lies in: nothing of it is shown that is not on the disk.
///
/// Other processes may hold the same store; what they wrote is read before anything is changed. It belongs to whoever
/// holds it, which calls it from one place at a time.
final class StoredReplica {
    let store: Store
    let time: TimeSource
    private(set) var replica: Replica
    private(set) var record: AccountRecord
    /// The generation of the store that `replica` is; below 0 where the next look has to read everything.
    private var generation: Int64
    private var wasChangedElsewhere = false

    init(folder: URL, time: TimeSource) throws {
        store = try Store(folder: folder) { (time.identifier(), time.identifier()) }
        self.time = time
        let (parts, generation) = try store.parts()
        self.generation = generation
        replica = Replica(parts, now: time.now())
        record = try store.accountRecord()
    }

    /// Which book it is; today always the account's own. Not read from the replica, which may be changing.
    var book: Identifier { record.account }

    /// Reads what another process wrote meanwhile.
    func catchUp() throws {
        guard try store.generation() != generation else { return }
        let now = time.now()
        if generation >= 0, let (parts, found) = try store.parts(changing: replica.base, since: generation) {
            replica = Replica(parts, now: now)
            generation = found
        } else {
            let (parts, found) = try store.parts()
            replica = Replica(parts, now: now)
            generation = found
        }
        record = try store.accountRecord()
        wasChangedElsewhere = true
    }

    /// Whether anything was read again since this was last asked.
    func takeChangedElsewhere() -> Bool {
        defer { wasChangedElsewhere = false }
        return wasChangedElsewhere
    }

    /// Changes the replica and writes down what changed, both or neither.
    func change<Outcome>(_ body: (inout Replica) throws -> Outcome) throws -> Outcome {
        do {
            return try store.transaction {
                try catchUp()
                let outcome = try body(&replica)
                generation = try store.write(replica.takeEdits(), replica.standing, of: book)
                return outcome
            }
        } catch {
            // What is in memory and not on the disk was never there. A disk that takes nothing can be read all the
            // same; where it cannot, the next call reads again.
            generation = -1
            try? catchUp()
            throw error
        }
    }

    /// Makes changes of this device. Nothing of them is visible unless all of them are on the disk.
    ///
    /// - Parameter then: what else is written down with them.
    func perform(
        _ body: (inout Replica, Instant) -> [Replica.Performed], then: () throws -> Void = {}
    ) throws -> (outcomes: [Outcome], rows: RowSet) {
        var queued: [Identifier] = []
        var rows = RowSet()
        do {
            return try store.transaction {
                try catchUp()
                let now = time.now()
                let before = replica.outbox.count
                let performed = body(&replica, now)
                queued = replica.outbox[before...].map(\.opId)
                for done in performed {
                    if case .rejected(let rejection) = done.outcome { throw ImpossibleChange(rejection: rejection) }
                    rows.formUnion(done.rows)
                    if let entry = done.entries.first {
                        try store.keep(deed: entry.operation.opId, done.entries, in: book, at: now)
                    }
                }
                try then()
                generation = try store.write(replica.takeEdits(), replica.standing, of: book)
                return (performed.map(\.outcome), rows)
            }
        } catch {
            let now = time.now()
            for opId in queued.reversed() { replica.withdraw(opId, now: now) }
            _ = replica.takeEdits()
            if !(error is ImpossibleChange) { generation = -1 }
            throw error
        }
    }

    /// Belongs to an account of a server from now on, with what was done so far.
    func join(_ account: Identifier, as device: Identifier, server: String) throws {
        try store.transaction {
            try catchUp()
            try store.join(replica.parts.moved(to: account, device: device), server: server)
        }
        generation = -1
        try catchUp()
    }

    /// Is a new notebook from now on, without an account.
    func beginAnew() throws {
        try store.beginAnew(account: time.identifier(), device: time.identifier())
        generation = -1
        try catchUp()
    }

    /// What there was no room for may be tried again.
    func tryHeldAgain() { replica.tryHeldAgain() }

    /// What the account's standing with its server is, for other processes and the next start.
    func note(trouble: String?, at: Instant) throws {
        record.trouble = trouble
        if trouble != nil { record.troubleAt = at }
        try store.note(trouble: trouble, at: at)
    }

    /// How far the server is, as a live event told.
    func heard(of revision: Int64) { record.told = max(record.told ?? 0, revision) }

    /// Writes down what a page's outcomes were, where they are other than wished; inside a change.
    func note(_ resolutions: [Replica.Resolution], at now: Instant) throws {
        for resolution in resolutions {
            let operation = resolution.operation
            if case .rejected(let rejection) = resolution.outcome {
                try setAside(operation, code: rejection.code.rawValue, sentence: rejection.sentence, at: now)
            }
            for conflict in resolution.outcome.conflicts {
                let lost = LostChange(
                    entity: operation.entity, id: operation.id, opId: operation.opId, conflict: conflict, at: now)
                try store.keep(lost, in: book)
            }
        }
    }

    /// Keeps what the server will never take until somebody has seen it; inside a change.
    func setAside(_ operation: SyncOperation, code: String, sentence: String, at now: Instant) throws {
        try store.keep(RefusedChange(operation: operation, code: code, sentence: sentence, at: now), in: book)
        try store.forgetDeed(operation.opId)
    }

    /// An answer of the server's, with the rows that look different now.
    func take(
        _ answer: SyncAnswer, to exchange: Replica.Exchange
    ) throws -> (received: Replica.Received, rows: RowSet) {
        let now = time.now()
        let taken: (Replica.Received, RowSet) = try change { replica in
            let (received, rows): (Replica.Received, RowSet) = replica.receive(answer, to: exchange, now: now)
            if case .merged(let resolutions, _) = received { try note(resolutions, at: now) }
            if case .page(let page) = answer, received != .ignored {
                try store.noteSync(of: book, at: now, told: page.revision)
            }
            return (received, rows)
        }
        record = try store.accountRecord()
        return taken
    }
}
