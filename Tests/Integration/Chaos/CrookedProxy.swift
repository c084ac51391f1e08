import Foundation
import Seeds
import Synchronization
import TestWire

/// A network as bad as they come, between devices and servers: it cuts connections in the middle of a request or of an
/// answer, delays what it passes on, delivers requests again later, and delivers some only when their senders have long
/// given up and asked again.
final class CrookedProxy: Sendable {
    private let door: Door
    private let servers: [UInt16]
    private let random: Mutex<SeededRandom>
    private let cutAfter: Int?
    var port: UInt16 { door.port }

    /// - Parameter cutAfter: every answer ends after so many bytes, and nothing else happens to any.
    init?(_ servers: [UInt16], seed: UInt64, cutAfter: Int? = nil) {
        guard let door = Door() else { return nil }
        self.door = door
        self.servers = servers
        self.cutAfter = cutAfter
        random = Mutex(SeededRandom(seed: seed))
        door.open { client in self.serve(client, self.fate()) }
    }

    func close() { door.close() }

    /// What becomes of one connection.
    private struct Fate {
        var server: UInt16
        /// After so many bytes of either direction it is cut.
        var requestLimit = Int.max
        var answerLimit = Int.max
        /// Milliseconds before each piece is passed on, at most.
        var delay = 0
        /// Its sender is sent away; what it sent arrives so many milliseconds later.
        var late: Int?
        /// And arrives again so many milliseconds later.
        var again: Int?
    }

    private func fate() -> Fate {
        random.withLock { random in
            var fate = Fate(server: servers[random.below(servers.count)])
            if let cutAfter {
                fate.answerLimit = cutAfter
                return fate
            }
            switch random.below(100) {
            case 0..<15: fate.requestLimit = random.below(2000)
            case 15..<35: fate.answerLimit = random.below(2000)
            case 35..<55: fate.delay = random.below(40)
            case 55..<65: fate.late = random.below(400)
            case 65..<80: fate.again = random.below(400)
            default: break
            }
            return fate
        }
    }

    private func serve(_ client: Wire, _ fate: Fate) {
        if let late = fate.late {
            guard let bytes = try? client.receive(), !bytes.isEmpty else { return }
            shutdown(client.descriptor, Int32(SHUT_RDWR))
            return deliver(bytes, to: fate.server, after: late)
        }
        guard let server = try? Wire(port: fate.server) else { return }
        let copy = Mutex<[UInt8]>([])
        let done = DispatchSemaphore(value: 0)
        Thread {
            self.pass(from: server, to: client, limit: fate.answerLimit, delay: fate.delay) { _ in }
            shutdown(client.descriptor, Int32(SHUT_RDWR))
            done.signal()
        }.start()
        pass(from: client, to: server, limit: fate.requestLimit, delay: fate.delay) { piece in
            copy.withLock { if $0.count < 1 << 20 { $0 += piece } }
        }
        shutdown(server.descriptor, Int32(SHUT_RDWR))
        done.wait()
        if let again = fate.again { deliver(copy.withLock { $0 }, to: fate.server, after: again) }
    }

    private func pass(from source: Wire, to sink: Wire, limit: Int, delay: Int, _ note: (ArraySlice<UInt8>) -> Void) {
        var left = limit
        while left > 0, let bytes = try? source.receive(atMost: 16384), !bytes.isEmpty {
            if delay > 0 { usleep(UInt32(random.withLock { $0.below(delay + 1) }) * 1000) }
            let piece = bytes.prefix(left)
            note(piece)
            guard (try? sink.send(Array(piece))) != nil else { return }
            left -= bytes.count
        }
    }

    /// Somebody's bytes, once more or at last, to a server that answers into the void.
    private func deliver(_ bytes: [UInt8], to port: UInt16, after milliseconds: Int) {
        usleep(UInt32(milliseconds) * 1000)
        guard let server = try? Wire(port: port, patience: 2), (try? server.send(bytes)) != nil else { return }
        server.finishSending()
        _ = try? server.receiveToEnd()
    }
}
