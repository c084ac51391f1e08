import DaybookCore
import Seeds
import Testing

@testable import DaybookAgents

/// Bodies that are no messages: each is answered with a code, nothing is read for it, and nothing of it is repeated.
@Suite struct HostileMessageTests {
    @Test(arguments: [
        "", " ", "{", "[", "nul", "\"", "{\"jsonrpc\":\"2.0\"", "{}}", "{\"a\":1,\"a\":2}", "{\"a\":01}",
        "\u{FEFF}{}", String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
        "{\"id\":\(String(repeating: "9", count: 60_000))",
    ])
    func whatIsNoDocumentIsUnreadable(text: String) async throws {
        let shelf = Shelf()
        let (status, answer) = try await shelf.server.said(text)
        #expect(status == 400)
        #expect(answer.number(at: "error.code") == -32700)
        #expect(shelf.places.isEmpty)
    }

    @Test(arguments: [
        "0", "true", "null", "\"ping\"", "{}", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        #"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
        #"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
    ])
    func whatIsNoMessageIsInvalid(text: String) async throws {
        let (status, answer) = try await Shelf().server.said(text)
        #expect(status == 400)
        #expect(answer.number(at: "error.code") == -32600)
    }

    @Test(arguments: ["[]", "7", "\"x\"", "null"])
    func paramsAreAnObject(params: String) async throws {
        let (_, answer) = try await Shelf().server.said(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":\#(params)}"#)
        #expect(answer.number(at: "error.code") == -32602)
        #expect(answer["id"] == .integer(1))
    }

    /// A message that is cut anywhere is never taken for another.
    @Test func everyBeginningOfAMessageIsUnreadable() async throws {
        let shelf = Shelf()
        let whole = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"words":"mälk"}}}"#
                .utf8)
        for length in 0..<whole.count {
            let answer = try await shelf.server.answer(Array(whole[..<length]), AgentHead())
            #expect(try JSONValue(json: answer.body).number(at: "error.code") == -32700)
        }
        #expect(shelf.places.isEmpty)
    }

    /// Whatever bytes come, there is an answer in JSON, and it is short.
    @Test func bytesThatAreChangedAtRandomAreAnswered() async throws {
        var generator = RandomSeed.generator()
        let server = Shelf().server
        let whole = Array(
            #"[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"day","arguments":{"limit":25}}}]"#.utf8)
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let answer = try await server.answer(bytes, AgentHead())
            #expect([200, 202, 400].contains(answer.status) && answer.body.count < 2_000)
            if !answer.body.isEmpty { _ = try JSONValue(json: answer.body) }
        }
    }

    @Test func nothingOfAMessageIsRepeatedInAnError() async throws {
        for text in [
            #"{"jsonrpc":"2.0","id":1,"method":"secret words"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"secret words"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"secret words":1}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"list":"secret words"}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"secret words"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"secret words"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"x" "secret words"}"#,
        ] {
            let answer = try await Shelf().server.answer(Array(text.utf8), AgentHead())
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret"))
        }
    }
}
