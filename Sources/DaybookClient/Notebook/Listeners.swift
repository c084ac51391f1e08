import DaybookCore

/// Something looks different now: rows, or how this device stands with the server.
public struct NotebookChange: Hashable, Sendable {
    /// The rows that look different; empty where only the standing changed.
    public var rows: RowSet
    /// How this device stands with the server now.
    public var status: SyncStatus
}

/// Who wants to hear of something: of changes, of reminders.
struct Listeners<News: Sendable>: Sendable {
    private var continuations: [UInt64: AsyncStream<News>.Continuation] = [:]

    var isEmpty: Bool { continuations.isEmpty }

    /// - Parameter left: called when nobody reads the stream any more.
    mutating func add(_ number: UInt64, left: @escaping @Sendable () -> Void) -> AsyncStream<News> {
        let (stream, continuation) = AsyncStream<News>.makeStream(bufferingPolicy: .unbounded)
        continuations[number] = continuation
        continuation.onTermination = { _ in left() }
        return stream
    }

    mutating func remove(_ number: UInt64) { continuations[number] = nil }

    func tell(_ news: News) {
        for continuation in continuations.values { continuation.yield(news) }
    }

    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
