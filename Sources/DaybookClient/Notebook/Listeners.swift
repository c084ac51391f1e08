import DaybookCore

/// Something looks different now: rows, or how this device stands with the server.
public struct NotebookChange: Hashable, Sendable {
    /// The rows that look different; empty where only the standing changed.
    public var rows: RowSet
    /// How this device stands with the server now.
    public var status: SyncStatus
}

/// Who wants to hear of changes.
struct Listeners: Sendable {
    private var continuations: [UInt64: AsyncStream<NotebookChange>.Continuation] = [:]

    var isEmpty: Bool { continuations.isEmpty }

    /// - Parameter left: called when nobody reads the stream any more.
    mutating func add(_ number: UInt64, left: @escaping @Sendable () -> Void) -> AsyncStream<NotebookChange> {
        let (stream, continuation) = AsyncStream<NotebookChange>.makeStream(bufferingPolicy: .unbounded)
        continuations[number] = continuation
        continuation.onTermination = { _ in left() }
        return stream
    }

    mutating func remove(_ number: UInt64) { continuations[number] = nil }

    func tell(_ change: NotebookChange) {
        for continuation in continuations.values { continuation.yield(change) }
    }

    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
