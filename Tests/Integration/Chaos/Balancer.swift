import Foundation
import Synchronization
import TestWire

/// Gives requests to servers in turn, as a balancer for HTTP does: a client keeps its connection while servers behind
/// it come and go. Each is asked five times a second whether it is ready; one that is not, or that takes no connection,
/// is passed over. Where an answer breaks off the client gets 502, since nobody knows whether the request was taken.
final class Balancer: Sendable {
    private let door: Door
    private let servers: [UInt16]
    private let turn = Atomic<Int>(0)
    private let ready: Mutex<Set<UInt16>>
    private let isOpen = Mutex(true)
    var port: UInt16 { door.port }

    init?(before servers: [UInt16]) {
        guard let door = Door() else { return nil }
        self.door = door
        self.servers = servers
        ready = Mutex(Set(servers))
        door.open(serve)
        for server in servers { Thread { self.look(at: server) }.start() }
    }

    func close() {
        isOpen.withLock { $0 = false }
        door.close()
    }

    private func look(at server: UInt16) {
        while isOpen.withLock({ $0 }) {
            let answer = try? Wire(port: server, patience: 1).ask("GET /readyz HTTP/1.1\r\nHost: test\r\n\r\n")
            ready.withLock { ready in
                if answer?.status == 200 { ready.insert(server) } else { ready.remove(server) }
            }
            usleep(200_000)
        }
    }

    private func serve(_ client: Wire) {
        while let request = try? Self.request(from: client) {
            guard (try? client.send(answer(to: request))) != nil else { return }
        }
    }

    private static func request(from client: Wire) throws -> [UInt8] {
        let head = try client.receiveHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.drop { $0 != ":" }.dropFirst().filter(\.isNumber)) }
        return Array(head.utf8) + (try client.receive(exactly: length ?? 0))
    }

    private func answer(to request: [UInt8]) -> [UInt8] {
        let first = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let ready = ready.withLock { $0 }
        // Where nobody is, it may be the database that is gone for a moment, and whoever is asked waits for it.
        let places = ready.isEmpty ? servers : servers.filter(ready.contains)
        for place in places.indices {
            let port = places[(first + place) % places.count]
            guard let server = try? Wire(port: port) else { continue }
            guard (try? server.send(request)) != nil, let answer = try? server.receiveAnswer() else {
                return Self.own("502 Bad Gateway")
            }
            guard answer.field("transfer-encoding") == "chunked" else { return Array(answer.head.utf8) + answer.body }
            let size = String(answer.body.count, radix: 16)
            let chunk = answer.body.isEmpty ? [] : Array("\(size)\r\n".utf8) + answer.body + Array("\r\n".utf8)
            return Array(answer.head.utf8) + chunk + Array("0\r\n\r\n".utf8)
        }
        return Self.own("503 Service Unavailable")
    }

    private static func own(_ status: String) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n".utf8)
    }
}
