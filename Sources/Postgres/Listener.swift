import Reactor

/// A notification that `NOTIFY` sent.
public struct Notification: Sendable, Equatable {
    public let channel: String
    public let payload: String
    /// The server process that sent it.
    public let sender: Int32
}

public enum ListenEvent: Sendable, Equatable {
    /// Notifications come from now on. Those sent before, since the last one received, are lost: look for yourself.
    case listening
    case notification(Notification)
    /// The connection broke; a new one is being made.
    case interrupted
}

extension Database {
    /// Listens on channels until the task that reads the stream ends, whatever becomes of the connection meanwhile.
    ///
    /// The connection is its own, and may have a URL of its own: a pooler in transaction mode does not carry LISTEN.
    /// A reader that falls behind by more than `limit` events loses the oldest of them, and is told so by `.listening`.
    public func listen(to channels: [String], url: String? = nil, limit: Int = 4_096) -> AsyncStream<ListenEvent> {
        var configuration = configuration
        if let url { configuration.url = url }
        let listener = Listener(configuration: configuration, channels: channels, reactor: reactors.reactors[0])
        return AsyncStream(bufferingPolicy: .bufferingNewest(max(2, limit))) { continuation in
            let task = Task(executorPreference: listener.reactor) { await listener.run(continuation) }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

struct Listener: Sendable {
    let configuration: DatabaseConfiguration
    let channels: [String]
    let reactor: Reactor

    private var statement: String {
        channels.map { channel in
            "LISTEN \"" + channel.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                + "\""
        }.joined(separator: "; ")
    }

    func run(_ events: AsyncStream<ListenEvent>.Continuation) async {
        var random = SplitMix64(seed: .random(in: .min ... .max))
        var failures = 0
        while !Task.isCancelled {
            if let connection = try? await connect() {
                failures = 0
                events.yield(.listening)
                await deliver(from: connection, to: events)
                if Task.isCancelled { break }
                events.yield(.interrupted)
            }
            let limit = min(
                Double(configuration.backoff.first.nanoseconds) * Double(UInt64(1) << UInt64(min(failures, 20))),
                Double(configuration.backoff.last.nanoseconds))
            failures += 1
            await reactor.sleep(for: .nanoseconds(Int64(limit * random.fraction(in: 0.5...1))))
        }
        events.finish()
    }

    private func connect() async throws(PostgresError) -> PlainConnection {
        let connection = try await PlainConnection.connect(configuration, on: reactor)
        // Nothing ends a session that only listens.
        for text in ["SELECT \(SessionSettings.columns(configuration))", statement] {
            try await connection.run(text, until: reactor.now + configuration.connectTimeout)
        }
        return connection
    }

    private func deliver(from connection: PlainConnection, to events: AsyncStream<ListenEvent>.Continuation) async {
        while let arrived = try? await connection.notifications() {
            for notification in arrived {
                if case .dropped = events.yield(.notification(notification)) { events.yield(.listening) }
            }
        }
    }
}
