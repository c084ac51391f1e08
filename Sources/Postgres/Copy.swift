import CPostgres
import Reactor

/// A connection while it copies: out of pipeline mode, its socket read and written only as fast as the copying task
/// goes.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only, where every method goes first.
final class CopyConversation: @unchecked Sendable {
    let pool: Pool
    let connection: Connection
    private let waiter: SocketWaiter
    private var isOver = false

    init(_ transaction: Transaction) {
        pool = transaction.pool
        connection = transaction.connection
        waiter = SocketWaiter(pool.reactor)
    }

    private func handle() throws(PostgresError) -> OpaquePointer {
        guard connection.phase == .plain, let handle = connection.handle else { throw .connectionLost }
        return handle
    }

    // MARK: Beginning and ending

    func begin(_ text: String, expecting wanted: ExecStatusType) async throws(PostgresError) {
        await withUnsafeContinuation { continuation in
            if connection.expected.isEmpty { return continuation.resume() }
            connection.drained = continuation
        }
        guard connection.phase == .ready, let handle = connection.handle else { throw .connectionLost }
        if let watch = connection.watch { pool.reactor.unwatch(watch) }
        connection.watch = nil
        connection.phase = .plain
        guard PQexitPipelineMode(handle) == 1, PQsendQuery(handle, text) == 1 else { throw broken() }
        try await flush()
        guard let result = try await result() else { throw broken() }
        defer { PQclear(result) }
        if PQresultStatus(result) == wanted { return }
        if let error = ServerError.ifAny(result) {
            try await end()
            throw .server(error)
        }
        throw broken()
    }

    /// Reads what is left to read, and puts the connection back into its pipeline. The answer is how many rows there
    /// were.
    @discardableResult
    func end() async throws(PostgresError) -> Int {
        var rows = 0
        var refusal: ServerError?
        while let result = try await result() {
            refusal = refusal ?? ServerError.ifAny(result)
            if let count = PQcmdTuples(result), let number = Int(String(cString: count)) { rows = number }
            PQclear(result)
        }
        isOver = true
        guard let handle = connection.handle, PQenterPipelineMode(handle) == 1 else { throw broken() }
        connection.phase = .ready
        connection.listen(for: .readable)
        if let refusal { throw .server(refusal) }
        return rows
    }

    /// Abandons the copy: the server is told to stop, and the connection is closed, since the data on their way are
    /// useless. False if the copy was over already.
    @discardableResult
    func abandon() -> Bool {
        guard !isOver else { return false }
        isOver = true
        if connection.phase == .plain {
            connection.requestCancel()
            pool.discard(connection)
        }
        return true
    }

    private func broken() -> PostgresError {
        isOver = true
        pool.lost(connection)
        return .connectionLost
    }

    // MARK: The socket

    private func result() async throws(PostgresError) -> OpaquePointer? {
        while PQisBusy(try handle()) != 0 { try await input() }
        return PQgetResult(try handle())
    }

    private func input() async throws(PostgresError) {
        try await wait(for: .readable)
        guard PQconsumeInput(try handle()) == 1 else { throw broken() }
    }

    /// Writes everything that libpq holds. Reads too: a server that has to complain first would else wait for us.
    private func flush() async throws(PostgresError) {
        while true {
            switch PQflush(try handle()) {
            case 0: return
            case 1:
                try await wait(for: [.readable, .writable])
                guard PQconsumeInput(try handle()) == 1 else { throw broken() }
            default: throw broken()
            }
        }
    }

    private func wait(for interest: Interest) async throws(PostgresError) {
        if await waiter.wait(PQsocket(try handle()), for: interest) == .cancelled { throw .cancelled }
    }

    // MARK: Data

    /// Whole rows, about as many as fit into `size`; nil at the end. What has come so far is enough, unless it is to be
    /// filled.
    func read(_ size: Int, isFilled: Bool) async throws(PostgresError) -> [UInt8]? {
        if isOver { return nil }
        var chunk: [UInt8] = []
        if isFilled { chunk.reserveCapacity(size + 1 << 12) }
        while true {
            var row: UnsafeMutablePointer<CChar>?
            let length = PQgetCopyData(try handle(), &row, 1)
            switch length {
            case 1...:
                if let row {
                    chunk.append(contentsOf: UnsafeRawBufferPointer(start: row, count: Int(length)))
                    PQfreemem(row)
                }
                if chunk.count >= size { return chunk }
            case 0:
                if !chunk.isEmpty, !isFilled { return chunk }
                try await input()
            case -1:
                // An error of the server's comes here, after the rows before it.
                try await end()
                return chunk.isEmpty ? nil : chunk
            default: throw broken()
            }
        }
    }

    func write(_ bytes: [UInt8]) throws(PostgresError) {
        let handle = try handle()
        var start = 0
        while start < bytes.count {
            // libpq counts in Int32.
            let count = min(bytes.count - start, 1 << 20)
            let sent = bytes.withUnsafeBytes { raw in
                PQputCopyData(
                    handle, raw.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }, Int32(count))
            }
            guard sent == 1 else { throw broken() }
            start += count
        }
    }

    func pushOut() async throws(PostgresError) { try await flush() }

    func finishWriting() async throws(PostgresError) -> Int {
        guard PQputCopyEnd(try handle(), nil) == 1 else { throw broken() }
        try await flush()
        return try await end()
    }

    /// Runs on the reactor, from wherever the caller is.
    func onReactor<Outcome: Sendable>(
        _ body: () async throws(PostgresError) -> Outcome
    ) async throws(PostgresError) -> Outcome {
        if pool.reactor.isCurrent { return try await body() }
        let outcome: Result<Outcome, PostgresError> = await withTaskExecutorPreference(pool.reactor) {
            do throws(PostgresError) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}

/// The data that a `COPY ... TO STDOUT` sends, in chunks of whole rows. A slow reader slows the server and does not
/// fill the memory.
public struct CopyReader: AsyncSequence, Sendable {
    let conversation: CopyConversation

    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let conversation: CopyConversation

        public func next() async throws(PostgresError) -> [UInt8]? { try await read(1 << 16, isFilled: false) }

        /// About so many bytes, waiting for them, or what is left.
        public func next(_ size: Int) async throws(PostgresError) -> [UInt8]? {
            try await read(size, isFilled: true)
        }

        private func read(_ size: Int, isFilled: Bool) async throws(PostgresError) -> [UInt8]? {
            try await conversation.onReactor { () async throws(PostgresError) -> [UInt8]? in
                try await conversation.read(size, isFilled: isFilled)
            }
        }

        public func next(isolation actor: isolated (any Actor)?) async throws(PostgresError) -> [UInt8]? {
            try await next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(conversation: conversation) }
}

/// Takes the data that a `COPY ... FROM STDIN` is to receive.
public struct CopyWriter: Sendable {
    let conversation: CopyConversation

    /// Sends bytes, which may begin and end anywhere in a row, and returns when the server has room for more.
    public func write(_ bytes: [UInt8]) async throws(PostgresError) {
        let conversation = conversation
        try await conversation.onReactor { () async throws(PostgresError) -> Void in
            try conversation.write(bytes)
            try await conversation.pushOut()
        }
    }
}
