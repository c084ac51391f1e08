import Foundation
import Synchronization
import TestPostgres
import TestWire

/// The way to a PostgreSQL, which becomes slow, or breaks as networks do: what was connected then hears nothing any
/// more, neither an answer nor an end, while the server believes that all is well and waits.
final class DatabaseLine: Sendable {
    private struct State {
        /// Milliseconds before each piece is passed on.
        var delay = 0
        var isSilent = false
        /// Connections up to this one are never heard of again.
        var deadThrough = 0
        var connections = 0
    }

    let folder: String
    private let server: String
    private let door: Door
    private let state = Mutex(State())

    /// - Parameter server: the folder of the server's socket.
    init(to server: String) throws {
        folder = try openFolder().path
        self.server = server + "/.s.PGSQL.5432"
        guard let door = Door(at: folder + "/.s.PGSQL.5432") else {
            throw Wire.Broken(description: "no way to the database")
        }
        self.door = door
        door.open(serve)
    }

    func close() { door.close() }

    func slow(by milliseconds: Int) { state.withLock { $0.delay = milliseconds } }

    /// From now on nothing is heard. Once it is mended whoever connects anew is.
    func fallSilent() { state.withLock { $0.isSilent = true } }

    func mend() {
        state.withLock { state in
            if state.isSilent { state.deadThrough = state.connections }
            state.isSilent = false
            state.delay = 0
        }
    }

    private func serve(_ client: Wire) {
        let number = state.withLock { state in
            state.connections += 1
            return state.connections
        }
        guard let server = Door.wire(to: server) else { return }
        let isOver = DispatchSemaphore(value: 0)
        Thread {
            self.pass(from: server, to: client, number)
            isOver.signal()
        }.start()
        pass(from: client, to: server, number)
        isOver.wait()
    }

    /// Until one of them ends, which the other hears, unless nothing is heard on this connection.
    private func pass(from source: Wire, to sink: Wire, _ number: Int) {
        while true {
            let bytes = (try? source.receive(atMost: 16_384)) ?? []
            let (delay, isHeard) = state.withLock { ($0.delay, !$0.isSilent && number > $0.deadThrough) }
            guard isHeard else {
                if bytes.isEmpty { return }
                continue
            }
            if delay > 0 { usleep(UInt32(delay) * 1_000) }
            guard !bytes.isEmpty, (try? sink.send(bytes)) != nil else {
                shutdown(sink.descriptor, Int32(SHUT_RDWR))
                shutdown(source.descriptor, Int32(SHUT_RDWR))
                return
            }
        }
    }
}
