import DaybookCore

import struct Foundation.URL

/// The daybook as this device has it: works without a network, and keeps itself in step with a server when there is
/// one.
///
/// Every change is on the disk before the call that made it returns and before anything shows it. The folder may be
/// open in several processes at once.
public actor Notebook {
    let store: Store
    let time: TimeSource
    let transport: any Transport
    let tokenFile: TokenFile
    var replica: Replica
    /// The generation of the store that `replica` is.
    var generation: Int64
    var paper: AccountRecord
    var pace = SyncPace()
    /// How many operations a request carries; cut down while the server refuses to read one of them.
    var batch = Notebook.wholeBatch
    var pushes = true
    /// Until then a server that has no room is not sent anything.
    var heldBack: Instant?
    /// When what had no room in the account is tried again.
    var heldUntil: Instant?
    var trouble: SyncTrouble?
    var isLive = false
    var liveFailures = Backoff.network
    var listeners: [UInt64: AsyncStream<NotebookChange>.Continuation] = [:]
    var sleeper: Task<Void, Never>?
    var loops: [Task<Void, Never>] = []

    static let wholeBatch = 500

    /// Opens the notebook in a folder, and begins one where there is none: tasks first, an account later.
    public init(
        folder: URL, transport: any Transport = HTTPTransport(), time: TimeSource = .system
    ) throws {
        let store = try Store(folder: folder) { (time.identifier(), time.identifier()) }
        let (parts, generation) = try store.parts()
        self.store = store
        self.time = time
        self.transport = transport
        self.generation = generation
        tokenFile = TokenFile(folder: folder)
        replica = Replica(parts, now: time.now())
        paper = try store.accountPaper()
    }

    /// Opens the notebook as `init` does; where the disk does not let it, that is tried three times more, with growing
    /// pauses.
    public static func opened(
        in folder: URL, transport: any Transport = HTTPTransport(), time: TimeSource = .system
    ) async throws -> Notebook {
        try await time.insisting { try Notebook(folder: folder, transport: transport, time: time) }
    }

    deinit {
        for loop in loops { loop.cancel() }
        for listener in listeners.values { listener.finish() }
    }

    // MARK: The store and the replica

    /// What another process wrote meanwhile.
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
        paper = try store.accountPaper()
        // Another process may have left something to send.
        if !replica.outbox.isEmpty { pace.want() }
        var rows = RowSet()
        rows.everything = true
        announce(rows)
    }

    /// Changes the replica and writes down what changed, both or neither.
    func change<Outcome>(_ body: (inout Replica) throws -> Outcome) throws -> Outcome {
        do {
            return try store.transaction {
                try catchUp()
                let outcome = try body(&replica)
                generation = try store.write(replica.takeEdits(), replica.standing)
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

    /// Looks whether another process changed something, for screens that stay open.
    public func refresh() throws { try catchUp() }
}
