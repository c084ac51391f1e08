import Foundation
import Simulation
import Synchronization

/// A network as bad as they come, between devices and servers: it cuts connections in the middle of a request or of an
/// answer, delays what it passes on, delivers requests again later, and delivers some only when their senders have long
/// given up and asked again.
final class CrookedProxy: Sendable {
    let port: UInt16
    private let listener: Int32
    private let servers: [UInt16]
    private let random: Mutex<SeededRandom>
    private let isOpen = Mutex(true)

    init?(_ servers: [UInt16], seed: UInt64) {
        self.servers = servers
        random = Mutex(SeededRandom(seed: seed))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 256) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        self.listener = listener
        guard bound else { return nil }
        port = UInt16(bigEndian: address.sin_port)
        Thread { self.accept() }.start()
    }

    func close() {
        isOpen.withLock { $0 = false }
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

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

    private func accept() {
        while isOpen.withLock({ $0 }) {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { continue }
            let fate = fate()
            Thread { self.serve(client, fate) }.start()
        }
    }

    private func serve(_ client: Int32, _ fate: Fate) {
        if let late = fate.late {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = recv(client, &bytes, bytes.count, 0)
            Glibc.close(client)
            if count > 0 { deliver(Array(bytes[..<count]), to: fate.server, after: late) }
            return
        }
        guard let server = Line.connected(to: fate.server) else {
            Glibc.close(client)
            return
        }
        let copy = Mutex<[UInt8]>([])
        let done = DispatchSemaphore(value: 0)
        Thread {
            self.pass(from: server, to: client, limit: fate.answerLimit, delay: fate.delay) { _ in }
            shutdown(client, Int32(SHUT_RDWR))
            done.signal()
        }.start()
        pass(from: client, to: server, limit: fate.requestLimit, delay: fate.delay) { piece in
            copy.withLock { if $0.count < 1 << 20 { $0 += piece } }
        }
        shutdown(server, Int32(SHUT_RDWR))
        done.wait()
        Glibc.close(client)
        Glibc.close(server)
        if let again = fate.again { deliver(copy.withLock { $0 }, to: fate.server, after: again) }
    }

    private func pass(
        from source: Int32, to sink: Int32, limit: Int, delay: Int, _ note: (ArraySlice<UInt8>) -> Void
    ) {
        var left = limit
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            if delay > 0 { usleep(UInt32(random.withLock { $0.below(delay + 1) }) * 1000) }
            let piece = buffer[..<min(count, left)]
            note(piece)
            guard Line.send(piece, to: sink) else { return }
            left -= count
            if left <= 0 { return }
        }
    }

    /// Somebody's bytes, once more or at last, to a server that answers into the void.
    private func deliver(_ bytes: [UInt8], to port: UInt16, after milliseconds: Int) {
        usleep(UInt32(milliseconds) * 1000)
        guard let server = Line.connected(to: port, patience: 2) else { return }
        defer { Glibc.close(server) }
        guard Line.send(bytes[...], to: server) else { return }
        shutdown(server, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 16384)
        while recv(server, &buffer, buffer.count, 0) > 0 {}
    }
}
