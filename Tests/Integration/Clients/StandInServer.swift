import DaybookCore
import Foundation
import HTTP
import Reactor
import Synchronization

/// The core's account in memory behind the HTTP engine: whoever begins an account becomes another device of the one
/// there is. It can be told to fail, to hang and to go away, which a real server does not do on command.
final class StandInServer: Sendable {
    struct State {
        var account: ServerAccount
        var tokens: [String: Identifier] = [:]
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0
        /// Answers in place of the account.
        var refusal: Status?
        /// The next requests are done and their connections cut before the answer.
        var cuts = 0
        var syncs = 0
    }

    private let state: Mutex<State>
    let channels = StandInChannels()
    private let reactors: ReactorGroup
    private let server: Mutex<HTTPServer?> = Mutex(nil)
    let port: UInt16

    init() throws {
        state = Mutex(State(account: ServerAccount(account: .random(), epoch: .random())))
        reactors = try ReactorGroup(count: 1)
        let box = Handlers()
        var routes = Routes()
        routes.post("/v1/accounts") { _ in try box.owner().begin() }
        routes.post("/v1/sync") { request in try await box.owner().sync(request) }
        routes.get("/v1/live") { request in try box.owner().live(request) }
        channels.add(to: &routes)
        let configuration = HTTPConfiguration(host: "127.0.0.1", port: 0)
        let engine = try HTTPServer(configuration, reactors: reactors, handler: try routes.router().answer)
        try engine.start()
        // The port is known once the sockets are open, which is before start returns.
        port = engine.port
        server.withLock { $0 = engine }
        box.server.withLock { $0 = self }
    }

    deinit { reactors.stop() }

    var address: String { "http://127.0.0.1:\(port)" }
    var account: ServerAccount { state.withLock { $0.account } }
    var syncs: Int { state.withLock { $0.syncs } }
    /// An event of the live stream, to everybody who listens.
    func tell(_ name: String, _ data: String) {
        state.withLock { for listener in $0.listeners.values { listener.yield("event: \(name)\ndata: \(data)\n\n") } }
    }
    func refuse(_ status: Status?) { state.withLock { $0.refusal = status } }
    func cut(_ count: Int) { state.withLock { $0.cuts = count } }
    func restore(_ backup: ServerAccount) {
        state.withLock { $0.account = backup.restored(epoch: .random()) }
    }

    private final class Handlers: Sendable {
        let server = Mutex<StandInServer?>(nil)
        struct Gone: Error {}
        func owner() throws -> StandInServer {
            guard let server = server.withLock({ $0 }) else { throw Gone() }
            return server
        }
    }

    private func begin() -> Response {
        let device = Identifier.random()
        let account = state.withLock { state in
            state.tokens["token-\(device.text)"] = device
            return state.account.slice.account
        }
        return .json(
            Array(
                """
                {"account":{"id":"\(account.text)"},"device":{"id":"\(device.text)"},"token":"token-\(device.text)"}
                """.utf8), status: .created)
    }

    private func device(_ request: Request) -> Identifier? {
        guard let field = request.fields["authorization"], field.hasPrefix("Bearer ") else { return nil }
        return state.withLock { $0.tokens[String(field.dropFirst(7))] }
    }

    struct Cut: Error {}

    private func sync(_ request: Request) async throws -> Response {
        let body = try await request.body.collect()
        guard let device = device(request) else { return problem(.unauthorized, "unauthenticated") }
        if let refusal = state.withLock({ $0.refusal }) { return problem(refusal, "refused") }
        if request.fields.contains("content-encoding") { return Response(.unsupportedMediaType) }
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let (response, isCut): (Response, Bool) = try state.withLock { state in
            state.syncs += 1
            let read = try SyncRequest.read(body, device: device, account: state.account.slice.account)
            let before = state.account.slice.revision
            let answer = state.account.sync(read.request, now: now)
            let revision = state.account.slice.revision
            if revision > before { for listener in state.listeners.values { listener.yield(event(revision, state)) } }
            if state.cuts > 0 {
                state.cuts -= 1
                return (Response(), true)
            }
            switch answer {
            case .gone: return (problem(.gone, "cursor_gone"), false)
            case .massDeleteRefused: return (problem(.conflict, MergeResult.massDeleteCode), false)
            case .page(let page):
                var writer = JSONWriter()
                page.write(to: &writer, answering: read.operations)
                return (.json(writer.bytes), false)
            }
        }
        guard isCut else { return response }
        // The head promises more than comes.
        return .stream(length: 100) { writer in
            try await writer.write("{")
            throw Cut()
        }
    }

    private func problem(_ status: Status, _ code: String) -> Response {
        Response(status, type: .problem, Array("{\"status\":\(status.code),\"code\":\"\(code)\"}".utf8))
    }

    private func event(_ revision: Int64, _ state: State) -> String {
        let cursor = SyncCursor(epoch: state.account.epoch, revision: revision).text
        return "id: \(cursor)\nevent: revision\ndata: {\"revision\":\(revision),\"cursor\":\"\(cursor)\"}\n\n"
    }

    private func live(_ request: Request) -> Response {
        guard device(request) != nil else { return Response(.unauthorized) }
        let (events, continuation) = AsyncStream<String>.makeStream()
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        return .stream(fields: ["content-type": "text/event-stream"], isOpenEnded: true) { [self] writer in
            defer { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
            try await writer.write("retry: 200\n:\n\n")
            for await event in events { try await writer.write(event) }
        }
    }
}
