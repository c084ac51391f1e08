import DaybookCore

/// The server's live stream, from one connection to the next.
///
/// Of changes comes only a word that there is something to read: rows are pulled, so that they come in order and once.
/// Reminders come whole.
final class LiveEvents {
    enum Word: Hashable, Sendable {
        case opened
        /// The account's revision.
        case revision(Int64)
        case reminder(ReminderEvent)
        /// The token does not count.
        case refused
        case closed
    }

    private var failures = Backoff.network

    /// One connection, from its beginning to its end. Answers how long to wait before the next.
    ///
    /// - Parameter cursor: where the device has read to, so that nothing between two connections is missed.
    nonisolated(nonsending) func listen(
        to server: Server, from cursor: SyncCursor?, random: UInt64, hear: (Word) -> Void
    ) async -> Int64 {
        var call = HTTPCall("GET", "/v1/live")
        call.fields["accept"] = "text/event-stream"
        call.fields["authorization"] = "Bearer \(server.token ?? "")"
        if let cursor, cursor.snapshotFrom == nil { call.fields["last-event-id"] = cursor.text }
        var retry: Int64?
        do {
            let (head, body) = try await server.transport.stream(call, from: server.address)
            if head.status == 200 {
                var events = EventStream()
                failures.succeed()
                hear(.opened)
                for try await part in body {
                    for event in events.read(part) {
                        if let revision = Self.revision(event) { hear(.revision(revision)) }
                        if let reminder = ReminderEvent(event) { hear(.reminder(reminder)) }
                    }
                    retry = events.retry
                }
            } else if head.status == 401 {
                hear(.refused)
            }
        } catch {}
        hear(.closed)
        let pause = failures.afterFailure(random)
        return retry.map { min($0, 60_000) } ?? pause
    }

    private static func revision(_ event: ServerEvent) -> Int64? {
        guard event.name == "revision", let value = try? JSONValue(json: Array(event.data.utf8)),
            case .integer(let revision)? = value["revision"]
        else { return nil }
        return revision
    }
}
