import DaybookAccounts
import DaybookCore
import DaybookLedger
import DaybookReminders
import HTTP
import Postgres

/// `GET /v1/live`: server-sent events with the account's revision, and with the changes if they are few.
///
/// 200 and a stream without an end: a `revision` event as soon as the client is behind, heartbeats in between. It ends
/// when the server drains, the device is revoked or the account goes. 400 for a cursor that is not valid. One that is
/// too old, of another epoch or of the future is answered with the account's revision, and the pull that follows tells
/// the rest.
struct LiveRoute: Sendable {
    let database: Database
    let hub: LiveHub
    let reminders: LiveReminders

    func answer(_ request: Request, _ principal: Principal) throws -> Response {
        let cursor = try request.seenCursor
        return .stream(
            fields: [
                "content-type": "text/event-stream", "cache-control": "no-store",
                // nginx gathers answers unless told so.
                "x-accel-buffering": "no",
            ], isOpenEnded: true
        ) { writer in
            guard let stream = hub.join(principal) else { return }
            defer { hub.leave(stream) }
            try await writer.write(LiveEvent.opening(retry: retry))
            await place(stream, at: cursor)
            let mailbox = Mailbox(database, reminders, principal)
            // What came while the device was away waits for it.
            stream.remind()
            while let bytes = await hub.next(of: stream, fetching: mailbox.fetch) {
                try await writer.write(bytes)
                if await mailbox.written() { stream.remind() }
            }
        }
    }

    /// Finds the stream's position. The stream has joined before, so that no change is missed between this look-up and
    /// the first event. While the database is away the position stays unknown, and the next check finds it.
    private func place(_ stream: LiveStream, at cursor: SyncCursor?) async {
        guard let rows = try? await database.read(AccountPosition.query(of: stream.listener.account)) else { return }
        guard let row = rows.first, let position = try? AccountPosition(row) else { return stream.end() }
        hub.learnHere(position.epoch)
        let isOurs = cursor?.epoch == position.epoch && cursor?.snapshotFrom == nil
        stream.begin(at: isOurs ? cursor?.revision : nil, of: position.revision)
    }

    /// A restart disconnects all clients at once; they come back spread over a second for every thousand of them.
    private var retry: Duration { .milliseconds(500 + Int.random(in: 0...1000 + hub.count)) }
}

extension Request {
    /// How far the client has read: what it says itself, or what its event source remembers.
    fileprivate var seenCursor: SyncCursor? {
        get throws {
            if queryTexts("cursor").count > 1 { throw Problem(.malformedParameter, parameter: "cursor") }
            // An event source that reconnects repeats the URL it began with, and knows better by now.
            guard let text = fields["last-event-id"], !text.isEmpty else {
                return try query("cursor") { SyncCursor($0) }
            }
            guard let cursor = SyncCursor(text) else { throw Problem(.malformedParameter, parameter: "last-event-id") }
            return cursor
        }
    }
}
