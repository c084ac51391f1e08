import DaybookCore
import DaybookDevice

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// The daybook as this device has it: works without a network, and keeps itself in step with a server when there is
/// one.
///
///     let notebook = try Notebook(folder: folder)
///     try await notebook.connect(to: server)
///     for await tasks in notebook.updates(\.inbox) { show(tasks) }
///
/// Every change is on the disk before the call that made it returns and before anything shows it. The folder may be
/// open in several processes at once.
public actor Notebook {
    let stored: StoredBook
    let session: Session
    let synchronizer: Synchronizer
    let live = LiveEvents()
    let nap = Nap()
    var listeners = Listeners<NotebookChange>()
    var reminderListeners = Listeners<ReminderEvent>()
    var isLive = false
    /// When the account's next day begins, as it was last told.
    var nextDay: Instant?
    /// When it was last looked what comes next in the talk with the server.
    var lastStep: Instant?
    private var loops: [Task<Void, Never>] = []

    var time: TimeSource { stored.time }
    var replica: Replica { stored.replica }

    /// Opens the notebook in a folder, and begins one where there is none: tasks first, an account later.
    ///
    /// - Parameters:
    ///   - folder: where its files lie; made if it is missing, and closed to others.
    ///   - transport: how bytes get to the server; tests and apps may bring their own.
    ///   - time: what it knows of time and chance; tests give it others.
    public init(
        folder: URL, transport: any Transport = HTTPTransport(), time: TimeSource = .system
    ) throws {
        stored = try StoredBook(folder: folder, time: time)
        session = Session(folder: folder, transport: transport)
        synchronizer = Synchronizer(stored: stored, session: session)
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
        listeners.finish()
        reminderListeners.finish()
    }

    // MARK: In step

    /// Keeps this device and the server in step from now on, until `pause`. A live stream tells of changes elsewhere.
    public func keepInStep() {
        guard loops.isEmpty else { return }
        loops = [
            Task { [weak self] in while !Task.isCancelled, let self { await self.step() } },
            Task { [weak self] in while !Task.isCancelled, let self { await self.listenOnce() } },
        ]
    }

    /// Stops talking to the server; changes are kept.
    public func pause() {
        for loop in loops { loop.cancel() }
        loops = []
        nap.wake()
        setLive(false)
    }

    // MARK: The book

    /// Looks whether another process changed something, for screens that stay open.
    public func refresh() throws {
        defer { tellOfOthers() }
        try stored.catchUp()
    }

    /// Changes the book as `StoredBook` does, and tells everybody.
    func change(_ body: (inout LocalBook) -> Step) throws {
        defer { tellOfOthers() }
        announce(try stored.change(body).rows)
    }

    /// Tells of what another process did, as far as it was read.
    func tellOfOthers() {
        guard stored.takeChangedElsewhere() else { return }
        // It may have left something to send.
        if !replica.outbox.isEmpty { stored.wake { $0.want() } }
        var rows = RowSet()
        rows.everything = true
        announce(rows)
    }
}
