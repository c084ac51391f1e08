import DaybookClient
import DaybookCore
import Foundation
import Seeds
import Synchronization

/// What two devices that are to be the same have from outside: time that stands still within a step, chance that begins
/// each step alike for both, and a server that answers the notebook.
final class Ether: Transport {
    enum Fault: CaseIterable {
        case none
        /// The request does not come to the server.
        case lostRequest
        /// The server does what was asked, and its answer does not come back.
        case lostAnswer
        case busy, unwell, unreadable
        /// The server cannot read one of the operations.
        case invalid
        /// It does not know the cursor.
        case gone
        /// Only some rows fit into a page.
        case smallPage
    }

    enum Side: Int { case notebook, page }

    struct State {
        var now: Int64 = 1_795_500_000_000
        var random = SeededRandom(seed: 0)
        var chances = [SeededRandom(seed: 0), SeededRandom(seed: 0)]
        var account: ServerAccount
        var device = Identifier.zero
        var fault = Fault.none
    }

    private let state: Mutex<State>
    let address = URL(filePath: "/")

    init() {
        var random = SeededRandom(seed: 76)
        state = Mutex(State(account: ServerAccount(account: .random(using: &random), epoch: .random(using: &random))))
    }

    // MARK: Time and chance

    var now: Int64 { state.withLock { $0.now } }
    func next(_ side: Side) -> UInt64 { state.withLock { $0.chances[side.rawValue].next() } }

    var time: TimeSource {
        TimeSource(
            now: { Instant(milliseconds: self.now) }, sleep: { _ in await Task.yield() },
            random: { self.next(.notebook) })
    }

    func chance(_ random: SeededRandom) { state.withLock { $0.random = random } }

    /// The next step begins.
    func begin(after milliseconds: Int64) {
        state.withLock { state in
            state.now += milliseconds
            let seed = state.random.next()
            state.chances = [SeededRandom(seed: seed), SeededRandom(seed: seed)]
        }
    }

    // MARK: The server

    var account: ServerAccount { state.withLock { $0.account } }
    func set(_ fault: Fault) { state.withLock { $0.fault = fault } }
    func nextDevice() { state.withLock { $0.device = .random(using: &$0.random) } }
    func push(_ operation: SyncOperation) {
        state.withLock { Self.push(operation, to: &$0.account, now: $0.now) }
    }

    static func push(_ operation: SyncOperation, to account: inout ServerAccount, now: Int64) {
        let push = Push(
            operations: [operation], from: operation.at.device, sentAt: Instant(milliseconds: now),
            confirmsMassDelete: true)
        let request = SyncRequest(device: operation.at.device, cursor: nil, push: push, limit: 1)
        _ = account.sync(request, now: Instant(milliseconds: now))
    }

    /// Nil where none comes back.
    func answer(
        _ body: [UInt8], from device: Identifier, _ fault: Fault, of account: inout ServerAccount
    ) throws -> HTTPAnswer? {
        try Self.answer(body, from: device, fault, of: &account, at: Instant(milliseconds: now))
    }

    private static func answer(
        _ body: [UInt8], from device: Identifier, _ fault: Fault, of account: inout ServerAccount, at now: Instant
    ) throws -> HTTPAnswer? {
        let read = try SyncRequest.read(body, device: device, account: account.slice.account)
        var request = read.request
        switch fault {
        case .lostRequest: return nil
        case .busy: return HTTPAnswer(status: 503, body: Array("{\"code\":\"busy\",\"title\":\"Later\"}".utf8))
        case .unwell: return HTTPAnswer(status: 500)
        case .unreadable: return HTTPAnswer(status: 200, body: Array("<html>".utf8))
        case .invalid: return HTTPAnswer(status: 422, body: Array("{\"code\":\"invalid\",\"title\":\"No\"}".utf8))
        case .gone: return HTTPAnswer(status: 410, body: Array("{\"code\":\"cursor_gone\"}".utf8))
        case .smallPage: request.limit = 2
        case .none, .lostAnswer: break
        }
        var writer = JSONWriter()
        var status = 200
        switch account.sync(request, now: now.adding(milliseconds: 70_000)) {
        case .page(let page): page.write(to: &writer, answering: read.operations)
        case .gone: status = 410
        case .massDeleteRefused(let deletions, let total):
            status = 409
            writer.object { writer in
                writer.member("code", MergeResult.massDeleteCode)
                writer.member("deletions", deletions)
                writer.member("of", total)
            }
        }
        return fault == .lostAnswer ? nil : HTTPAnswer(status: status, body: writer.bytes)
    }

    func send(_ call: HTTPCall, to server: URL) async throws -> HTTPAnswer {
        // It takes no gzip, which a notebook then leaves away.
        guard call.fields["content-encoding"] == nil else { return HTTPAnswer(status: 415) }
        let answer: HTTPAnswer? = try state.withLock { state in
            guard call.path != "/v1/accounts" else {
                let account = state.account.slice.account.text
                let head = "{\"account\":{\"id\":\"\(account)\"},\"device\":{\"id\":\"\(state.device.text)\"}"
                return HTTPAnswer(status: 201, body: Array("\(head),\"token\":\"token\"}".utf8))
            }
            return try Self.answer(
                call.body ?? [], from: state.device, state.fault, of: &state.account,
                at: Instant(milliseconds: state.now))
        }
        guard let answer else { throw Lost() }
        return answer
    }

    func stream(
        _ call: HTTPCall, from server: URL
    ) async throws -> (head: HTTPAnswer, body: AsyncThrowingStream<[UInt8], any Error>) {
        throw Lost()
    }

    /// The network's words are the same on both sides.
    struct Lost: Error, CustomStringConvertible {
        var description: String { "no answer" }
    }
}
