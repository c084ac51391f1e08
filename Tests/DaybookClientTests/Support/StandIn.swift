import DaybookCore
import Foundation
import Seeds
import Synchronization

@testable import DaybookClient

/// A server in memory: the core's account behind the wire format, with faults on demand.
final class StandIn: Transport {
    struct State {
        var account: ServerAccount
        var tokens: [String: Identifier] = [:]
        var random = SeededRandom(seed: 77)
        var now = Instant(milliseconds: 1_780_000_000_000)
        /// Looks at each sync request before the server does; an answer takes the server's place.
        var intercept: (@Sendable (HTTPCall, SyncRequest) throws -> HTTPAnswer?)?
        /// Answers what is neither an account nor a sync.
        var others: (@Sendable (HTTPCall) throws -> HTTPAnswer)?
        /// Looks at each sync answer on its way back.
        var returning: (@Sendable (HTTPAnswer) throws -> HTTPAnswer)?
        var requests = 0
        /// How far its clock is ahead of the devices', in milliseconds.
        var ahead: Int64 = 0
        var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []
    }

    let state: Mutex<State>

    init() {
        var random = SeededRandom(seed: 76)
        state = Mutex(State(account: ServerAccount(account: .random(using: &random), epoch: .random(using: &random))))
    }

    var account: ServerAccount { state.withLock { $0.account } }
    func set(intercept: (@Sendable (HTTPCall, SyncRequest) throws -> HTTPAnswer?)?) {
        state.withLock { $0.intercept = intercept }
    }
    func set(returning: (@Sendable (HTTPAnswer) throws -> HTTPAnswer)?) { state.withLock { $0.returning = returning } }
    func set(ahead: Int64) { state.withLock { $0.ahead = ahead } }
    func restore(_ backup: ServerAccount) {
        state.withLock { $0.account = backup.restored(epoch: .random(using: &$0.random)) }
    }

    func send(_ call: HTTPCall, to server: URL) async throws -> HTTPAnswer {
        switch call.path {
        case "/v1/accounts": return state.withLock { begin(&$0) }
        case "/v1/sync":
            // Intercepting closures may wait or call us, so they run outside the lock.
            let (request, operations, intercept, returning) = try state.withLock { state in
                state.requests += 1
                let (request, operations) = try read(call, &state)
                return (request, operations, state.intercept, state.returning)
            }
            guard let request else { return Self.problem(401, "unauthenticated", "There is no token") }
            if let answer = try intercept?(call, request) { return answer }
            let answer = state.withLock { sync(request, operations, &$0) }
            return try returning?(answer) ?? answer
        default:
            let others = state.withLock { $0.others }
            return try others?(call) ?? Self.problem(404, "not_found", "There is nothing here")
        }
    }

    func stream(
        _ call: HTTPCall, from server: URL
    ) async throws -> (head: HTTPAnswer, body: AsyncThrowingStream<[UInt8], any Error>) {
        let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        state.withLock { $0.streams.append(continuation) }
        return (HTTPAnswer(status: 200), body)
    }

    static func problem(_ status: Int, _ code: String, _ title: String, _ more: String = "") -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            body: Array("{\"status\":\(status),\"code\":\"\(code)\",\"title\":\"\(title)\"\(more)}".utf8))
    }

    private func begin(_ state: inout State) -> HTTPAnswer {
        let device = Identifier.random(using: &state.random)
        let token = "token-\(device.text)"
        state.tokens[token] = device
        let account = state.account.slice.account.text
        return HTTPAnswer(
            status: 201,
            body: Array(
                """
                {"account":{"id":"\(account)"},"device":{"id":"\(device.text)"},"token":"\(token)"}
                """.utf8))
    }

    private func read(_ call: HTTPCall, _ state: inout State) throws -> (SyncRequest?, [ReadOperation]) {
        guard let token = call.fields["authorization"]?.dropFirst(7), let device = state.tokens[String(token)] else {
            return (nil, [])
        }
        var body = call.body ?? []
        if call.fields["content-encoding"] == "gzip" { body = try gunzipped(body) }
        let read = try SyncRequest.read(body, device: device, account: state.account.slice.account)
        return (read.request, read.operations)
    }

    private func sync(_ request: SyncRequest, _ operations: [ReadOperation], _ state: inout State) -> HTTPAnswer {
        state.now = state.now.adding(milliseconds: 10)
        let before = state.account.slice.revision
        let now = (request.push.sentAt ?? state.now).adding(milliseconds: state.ahead)
        switch state.account.sync(request, now: now) {
        case .gone: return Self.problem(410, "cursor_gone", "Start over")
        case .massDeleteRefused(let deletions, let total):
            return Self.problem(
                409, MergeResult.massDeleteCode, "So many", ",\"deletions\":\(deletions),\"total\":\(total)")
        case .page(let page):
            var writer = JSONWriter()
            page.write(to: &writer, answering: operations)
            let revision = state.account.slice.revision
            if revision > before {
                let event = "id: x\nevent: revision\ndata: {\"revision\":\(revision)}\n\n"
                for stream in state.streams { stream.yield(Array(event.utf8)) }
            }
            return HTTPAnswer(status: 200, body: writer.bytes)
        }
    }

    /// By the system's own gunzip, which shares no code with ours.
    private func gunzipped(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gunzip")
        process.arguments = ["-c"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        Thread {
            try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
            try? input.fileHandleForWriting.close()
        }.start()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](data)
    }
}
