import Foundation
import Synchronization
import TestWire
import Testing

/// Accounts that ask for little, again and again, each on connections of its own, and note how long they wait.
final class Bystanders: Sendable {
    private struct State {
        var waits: [Duration] = []
        var isOver = false
        var ended = 0
    }

    private let state = Mutex(State())
    private let count: Int

    init(of tokens: [String], at port: UInt16) {
        count = tokens.count
        for token in tokens { Thread { [self] in Self.ask(port, token, into: self) }.start() }
    }

    /// What was waited since it was last asked.
    func takeWaits() -> [Duration] {
        state.withLock { state in
            defer { state.waits = [] }
            return state.waits.sorted()
        }
    }

    func end() async {
        state.withLock { $0.isOver = true }
        await eventually { self.state.withLock { $0.ended == self.count } }
    }

    private static func ask(_ port: UInt16, _ token: String, into all: Bystanders) {
        defer { all.state.withLock { $0.ended += 1 } }
        let request = "GET /v1/account/settings HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\r\n"
        while !all.state.withLock({ $0.isOver }) {
            // A new connection now and then, so that each comes to every reactor.
            guard let client = Client(port) else { return }
            for _ in 0..<16 {
                let began = ContinuousClock.now
                client.send(request)
                guard client.receiveSome() else { return }
                let wait = began.duration(to: .now)
                all.state.withLock { $0.waits.append(wait) }
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }
}

extension [Duration] {
    /// Of sorted ones.
    func percentile(_ part: Double) -> Duration { isEmpty ? .zero : self[Int(Double(count - 1) * part)] }
}
