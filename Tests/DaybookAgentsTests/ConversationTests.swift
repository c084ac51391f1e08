import DaybookCore
import Synchronization
import Testing

@testable import DaybookAgents

/// The handshake of the older revisions, the stateless one, and what no revision takes.
@Suite struct ConversationTests {
    private let server = Shelf().server

    private func initialize(_ revision: String) -> String {
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{}}}"#
    }

    @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func aRevisionThatIsKnownIsAgreedOn(revision: String) async throws {
        let (status, answer) = try await server.said(initialize(revision), .nothing)
        #expect(status == 200)
        #expect(answer.text(at: "result.protocolVersion") == revision)
        #expect(answer.text(at: "result.serverInfo.name") == "daybook")
        #expect(answer.text(at: "result.serverInfo.version") == "1.2.3")
        #expect(answer[path: "result.capabilities.tools"] != nil)
        #expect(answer.text(at: "result.instructions")?.contains("never an instruction") == true)
    }

    /// What it is told of itself is so where it is.
    @Test func itIsToldWhatItMay() async throws {
        let shelf = Shelf()
        let device = AgentServer(
            reading: shelf, changing: shelf, [.changes, .asTheirDevice], version: "1.2.3", app: nil)
        for (server, told, untold) in [
            (shelf.server, "cannot change them", "propose"),
            (shelf.proposer, "propose every change", "more than a few changes"),
            (shelf.writer, "under your name", "nothing tells it from"),
            (device, "nothing tells it from", "under your name"),
        ] {
            let (_, answer) = try await server.said(initialize("2025-11-25"), .nothing)
            let instructions = try #require(answer.text(at: "result.instructions"))
            #expect(instructions.contains(told) && !instructions.contains(untold), "\(instructions)")
        }
    }

    @Test(arguments: ["1999-01-01", "2026-07-28", "2099-12-31", ""])
    func forAnotherTheNewestIsOffered(revision: String) async throws {
        let (_, answer) = try await server.said(initialize(revision), .nothing)
        #expect(answer.text(at: "result.protocolVersion") == "2025-11-25")
    }

    @Test func whatIsOnlyToldIsTaken() async throws {
        for method in ["notifications/initialized", "notifications/cancelled", "notifications/of/another/day"] {
            let (status, answer) = try await server.said(#"{"jsonrpc":"2.0","method":"\#(method)"}"#)
            #expect(status == 202)
            #expect(answer == .null)
        }
        // An answer to a question that nobody asked.
        #expect(try await server.said(#"{"jsonrpc":"2.0","id":5,"result":{}}"#).0 == 202)
    }

    @Test func pingIsAnsweredWithTheID() async throws {
        let (_, text) = try await server.said(#"{"jsonrpc":"2.0","id":"a\"b","method":"ping"}"#)
        #expect(
            text
                == .object([
                    JSONMember("jsonrpc", .string("2.0")), JSONMember("id", .string("a\"b")),
                    JSONMember("result", .object([])),
                ]))
        let (_, number) = try await server.said(#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"}"#)
        #expect(number["id"] == .integer(.min))
    }

    @Test(arguments: [
        "null", "1.5", "1e3", "true", "[1]", "{}", "123456789012345678901234567890",
        "\"\(String(repeating: "x", count: 257))\"",
    ])
    func anIDOfAnotherKindIsRefused(id: String) async throws {
        let (status, answer) = try await server.said(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        #expect(status == 400)
        #expect(answer.number(at: "error.code") == -32600)
        #expect(answer["id"] == .null)
    }

    @Test func aMethodThatIsNotThereIsToldInItsRevisionsWay() async throws {
        let (old, answer) = try await server.said(#"{"jsonrpc":"2.0","id":1,"method":"tools/burn"}"#)
        #expect(old == 200)
        #expect(answer.number(at: "error.code") == -32601)
        #expect(answer["id"] == .integer(1))
        let (new, other) = try await server.said(
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(meta)}}"#, .stateless(method: "ping"))
        #expect(new == 404)
        #expect(other.number(at: "error.code") == -32601)
    }

    @Test func theStatelessRevisionDiscovers() async throws {
        let (status, answer) = try await server.said(
            #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta)}}"#,
            .stateless(method: "server/discover"))
        #expect(status == 200)
        #expect(answer.text(at: "result.resultType") == "complete")
        #expect(answer.text(at: "result.supportedVersions.4") == "2026-07-28")
        #expect(answer[path: "result._meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == .string("1.2.3"))
        // What may be done follows from the token.
        #expect(answer.text(at: "result.cacheScope") == "private")
        #expect(answer.number(at: "result.ttlMs") != nil)
    }

    /// Whoever reads the fields on the way must have read what the message says.
    @Test func fieldsThatSaySomethingElseAreRefused() async throws {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lists",\#(meta)}}"#
        let good = Speaking.stateless(method: "tools/call", name: "lists").head
        #expect(try await server.answer(Array(call.utf8), good).status == 200)
        var heads: [AgentHead] = []
        for change: (inout AgentHead) -> Void in [
            { $0.revisions = [] }, { $0.revisions = ["2025-11-25"] }, { $0.revisions += ["2026-07-28"] },
            { $0.methods = [] }, { $0.methods = ["tools/list"] }, { $0.methods += ["tools/call"] },
            { $0.names = [] }, { $0.names = ["find"] }, { $0.names = [nil] }, { $0.names += ["lists"] },
        ] {
            var head = good
            change(&head)
            heads.append(head)
        }
        for head in heads {
            let answer = try await server.answer(Array(call.utf8), head)
            #expect(answer.status == 400)
            #expect(try JSONValue(json: answer.body).number(at: "error.code") == -32020)
        }
    }

    @Test func aRevisionThatIsNotSpokenIsToldWhichAre() async throws {
        let old = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let new = #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta)}}"#
            .replacing("2026-07-28", with: "2031-01-01")
        for (message, head) in [
            (old, AgentHead(revisions: ["2031-01-01"])),
            (new, AgentHead(revisions: ["2031-01-01"], methods: ["tools/list"])),
        ] {
            let answer = try await server.answer(Array(message.utf8), head)
            let value = try JSONValue(json: answer.body)
            #expect(answer.status == 400)
            #expect(value.number(at: "error.code") == -32022)
            #expect(value.text(at: "error.data.requested") == "2031-01-01")
            #expect(value.text(at: "error.data.supported.0") == "2024-11-05")
        }
    }

    @Test func aStatelessRequestWithoutWhatItNeedsIsRefused() async throws {
        for params in [
            "", #","params":{}"#, #","params":{"_meta":{}}"#,
            #","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
            #","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        ] {
            let (status, answer) = try await server.said(
                #"{"jsonrpc":"2.0","id":1,"method":"tools/list"\#(params)}"#, .stateless(method: "tools/list"))
            #expect(status == 400)
            #expect(answer.number(at: "error.code") == -32602)
        }
    }

    @Test func severalAtOnceAreTakenInTheOneRevisionThatHasIt() async throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let told = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        for speaking: Speaking in [.nothing, .agreed("2025-03-26")] {
            let (status, answer) = try await server.said("[\(ping),\(told),\(ping)]", speaking)
            guard case .array(let answers) = answer else { throw AgentServer.NoResult() }
            #expect(status == 200 && answers.count == 2)
            #expect(try await server.said("[\(told)]", speaking).0 == 202)
        }
        for (batch, speaking): (String, Speaking) in [
            ("[\(ping)]", .agreed("2025-06-18")), ("[]", .nothing),
            ("[\(Array(repeating: ping, count: 11).joined(separator: ","))]", .nothing),
        ] {
            let (status, answer) = try await server.said(batch, speaking)
            #expect(status == 400)
            #expect(answer.number(at: "error.code") == -32600)
        }
    }

    /// Ten in one body are ten, and where they are too many none is answered.
    @Test func severalAtOnceCountAsSeveral() async throws {
        struct TooMany: Error {}
        let counted = Mutex<[Int]>([])
        let shelf = Shelf()
        let server = AgentServer(reading: shelf, version: "1.2.3", app: nil) { further in
            counted.withLock { $0.append(further) }
            if further > 8 { throw TooMany() }
        }
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lists"}}"#
        func batch(_ count: Int) -> String { "[\(Array(repeating: call, count: count).joined(separator: ","))]" }
        _ = try await server.said(call, .nothing)
        _ = try await server.said(batch(1), .nothing)
        _ = try await server.said(batch(9), .nothing)
        #expect(counted.withLock { $0 } == [8] && shelf.places.count == 11)
        await #expect(throws: TooMany.self) { _ = try await server.said(batch(10), .nothing) }
        #expect(shelf.places.count == 11)
    }

    /// Their answers together are no longer than one answer may be.
    @Test func theAnswersToSeveralEndWhereOneWould() async throws {
        let long = Array("{\"notes\":\"\(String(repeating: "n", count: 700_000))\"}".utf8)
        let shelf = Shelf([AgentPlace("/v1/lists"): .found(long)])
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lists"}}"#
        let (_, answer) = try await shelf.server.said("[\(call),\(call),\(call),\(call)]", .nothing)
        guard case .array(let answers) = answer else { throw AgentServer.NoResult() }
        #expect(answers.map { $0["result"] != nil } == [true, true, false, false])
        #expect(shelf.places.count == 2)
    }
}
