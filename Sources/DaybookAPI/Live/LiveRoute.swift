import DaybookAccounts
import DaybookCore
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// `GET /v1/live`: server-sent events that say how far the account is, and what changed where that is little.
///
/// 200 and a stream without an end: a `revision` event as soon as the client is behind, heartbeats in between. It ends
/// when the server drains, the device is revoked or the account goes. 400 for a cursor that is none; one that is too
/// old, of another epoch or of the future is answered with how far the account is, and the pull that follows tells the
/// rest.
struct LiveRoute: Sendable {
    let database: Database
    let hub: LiveHub

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
            while let bytes = await hub.next(of: stream) { try await writer.write(bytes) }
        }
    }

    /// Where the stream stands. It has joined before, so that nothing falls between this look and the first news. While
    /// the database is away it stands nowhere, and the look that follows finds it.
    private func place(_ stream: LiveStream, at cursor: SyncCursor?) async {
        guard let rows = try? await database.read(AccountPosition.query(of: stream.listener.account)) else { return }
        guard let row = rows.first, let position = try? AccountPosition(row) else { return stream.end() }
        hub.learnHere(position.epoch)
        let isOurs = cursor?.epoch == position.epoch && cursor?.snapshotFrom == nil
        stream.begin(at: isOurs ? cursor?.revision : nil, of: position.revision)
    }

    /// A restart sends everybody away at once; they come back over a second for every thousand of them.
    private var retry: Duration { .milliseconds(500 + Int.random(in: 0...1000 + hub.count)) }
}

extension Request {
    /// How far the client has read: what it says itself, or what its event source remembers.
    fileprivate var seenCursor: SyncCursor? {
        get throws {
            let texts = queryTexts("cursor")
            if texts.count > 1 { throw Problem(.malformedParameter, parameter: "cursor") }
            // An event source that reconnects repeats the URL it began with, and knows better by now.
            if let text = fields["last-event-id"], !text.isEmpty {
                guard let cursor = SyncCursor(text) else {
                    throw Problem(.malformedParameter, parameter: "last-event-id")
                }
                return cursor
            }
            guard let text = texts.first else { return nil }
            guard let cursor = SyncCursor(text) else { throw Problem(.malformedParameter, parameter: "cursor") }
            return cursor
        }
    }
}
