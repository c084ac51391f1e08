import DaybookCore
import DaybookDevice

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// A book and the store that it lies in: nothing of it is shown that is not on the disk.
///
/// Other processes may hold the same store; what they wrote is read before anything is changed. It belongs to whoever
/// holds it, which calls it from one place at a time.
final class StoredBook {
    let store: Store
    let time: TimeSource
    private(set) var book: LocalBook
    private(set) var record: AccountRecord
    /// The generation of the store that `book` is; below 0 where the next look has to read everything.
    private var generation: Int64
    private var wasChangedElsewhere = false

    init(folder: URL, time: TimeSource) throws {
        store = try Store(folder: folder) { (time.identifier(), time.identifier()) }
        self.time = time
        let (parts, generation) = try store.parts()
        self.generation = generation
        record = try store.accountRecord()
        book = LocalBook(
            parts, deeds: try store.deeds(of: parts), troubles: try store.troubles(of: parts),
            zone: { DeviceZone.name }, chance: Chance(next: time.random), now: time.now())
        book.told = record.told ?? 0
    }

    var replica: Replica { book.replica }

    /// Reads what another process wrote meanwhile.
    func catchUp() throws {
        guard try store.generation() != generation else { return }
        let changed = generation >= 0 ? try store.parts(changing: replica.base, since: generation) : nil
        let (parts, found) = try changed ?? store.parts()
        let (deeds, troubles) = (try store.deeds(of: parts), try store.troubles(of: parts))
        book.read(parts, deeds: deeds, troubles: troubles, now: time.now())
        generation = found
        record = try store.accountRecord()
        book.told = record.told ?? 0
        wasChangedElsewhere = true
    }

    /// Whether anything was read again since this was last asked.
    func takeChangedElsewhere() -> Bool {
        defer { wasChangedElsewhere = false }
        return wasChangedElsewhere
    }

    /// Changes the book and writes down what changed, both or neither.
    ///
    /// - Parameter then: what else is written down with it.
    @discardableResult
    func change(
        _ body: (inout LocalBook) -> Step, then: (Step) throws -> Void = { _ in }
    ) throws -> Step {
        let sync = book.sync
        do {
            return try store.transaction {
                try catchUp()
                let step = body(&book)
                try write(step)
                try then(step)
                return step
            }
        } catch {
            // What is in memory and not on the disk was never there. A disk that takes nothing can be read all the
            // same; where it cannot, the next call reads again.
            book.sync = sync
            generation = -1
            try? catchUp()
            throw error
        }
    }

    /// Does something on this device. Nothing of it is visible unless all of it is on the disk.
    func perform(_ body: (inout LocalBook, Instant) throws(Refused) -> Step) throws -> Step {
        var done: Identifier?
        do {
            return try store.transaction {
                try catchUp()
                let step = try body(&book, time.now())
                done = step.write?.deed?.opId
                try write(step)
                return step
            }
        } catch let refused as Refused {
            throw ImpossibleChange(refused)
        } catch {
            if let done { _ = try? book.withdraw(done, at: time.now()) }
            generation = -1
            throw error
        }
    }

    /// What a gesture would send, where the disk takes nothing.
    func operations(of body: (inout Gesture) throws(Refused) -> Void) -> [SyncOperation] {
        let now = time.now()
        let before = replica.outbox.count
        guard let step = try? book.act(at: now, body), let deed = step.write?.deed else { return [] }
        let operations = replica.outbox[before...].filter { step.operations.contains($0.opId) }
        _ = try? book.withdraw(deed.opId, at: now)
        return Array(operations)
    }

    private func write(_ step: Step) throws {
        guard let write = step.write else { return }
        generation = try store.write(write, of: book)
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

    // MARK: The talk with the server

    /// Changes how the talk with the server stands; that lies on no disk.
    func wake(_ change: (inout SyncState) -> Void) { change(&book.sync) }

    /// Everything is tried again.
    func insist() { book.insist() }

    /// How far the server is, as a live event told.
    func heard(of revision: Int64) { book.told = max(book.told, revision) }

    func request() throws -> (exchange: Replica.Exchange, request: SyncRequest) {
        var asked: (exchange: Replica.Exchange, request: SyncRequest)?
        try change { book in
            let (exchange, request, step) = book.request(at: time.now())
            asked = (exchange, request)
            return step
        }
        guard let asked else { throw StoreError.unreadable }
        return asked
    }

    /// An answer of the server's. Answers the rows that look different now.
    func take(_ answer: SyncAnswer, to exchange: Replica.Exchange) throws -> RowSet {
        let now = time.now()
        var received = LocalBook.Received.ignored
        let step = try change { book in
            let (step, word) = book.take(answer, to: exchange, at: now)
            received = word
            return step
        } then: { _ in
            guard case .page = answer, received == .merged else { return }
            try store.noteSync(of: record.account, at: now, told: book.told)
        }
        record = try store.accountRecord()
        if received == .merged, !exchange.operations.isEmpty, book.sync.trouble != nil { try noteTrouble() }
        if let write = step.write, !write.erased.isEmpty { store.emptyLog() }
        return step.rows
    }

    func suffer(_ failure: SyncFailure, of exchange: Replica.Exchange) throws -> RowSet {
        defer { try? noteTrouble() }
        return try change { $0.suffer(failure, of: exchange, at: time.now()) }.rows
    }

    func couldNotSave(_ error: any Error) {
        book.sync.couldNotSave("\(error)", at: time.now(), random: time.random())
        try? noteTrouble()
    }

    /// What the account's standing with its server is, for other processes and the next start.
    private func noteTrouble() throws {
        let now = time.now()
        record.trouble = book.sync.trouble?.sentence
        if record.trouble != nil { record.troubleAt = now }
        try store.note(trouble: record.trouble, at: now)
    }
}

extension ImpossibleChange {
    init(_ refused: Refused) {
        self.init(rejection: refused.rejection ?? Rejection(.invalidOperation, refused.sentence))
    }
}
