import DaybookCore
import Synchronization

@testable import DaybookAgents

/// A source of what tests put there, which remembers what it was asked for, and what it was to change.
final class Shelf: AgentSource, AgentHands {
    private let documents: Mutex<[AgentPlace: AgentDocument]>
    private let asked = Mutex<[AgentPlace]>([])

    init(_ documents: [AgentPlace: AgentDocument] = [:], made: AgentDocument = .found(Array("{}".utf8))) {
        self.documents = Mutex(documents)
        self.made = made
    }

    var places: [AgentPlace] { asked.withLock { $0 } }

    func read(_ place: AgentPlace) async throws -> AgentDocument {
        asked.withLock { $0.append(place) }
        return documents.withLock { $0[place] } ?? .found(Array("{}".utf8))
    }

    func unhurried(_ bytes: Int, _ body: @Sendable () -> [UInt8]) async -> [UInt8] { body() }

    private let performed = Mutex<[AgentDeed]>([])
    var deeds: [AgentDeed] { performed.withLock { $0 } }

    /// What is answered to every change.
    let made: AgentDocument

    func perform(_ deed: AgentDeed) async throws -> AgentDocument {
        performed.withLock { $0.append(deed) }
        return made
    }

    /// One by which nothing can be changed.
    var server: AgentServer { AgentServer(reading: self, version: "1.2.3", app: "https://todo.example.org/app/") }
    var proposer: AgentServer { AgentServer(reading: self, changing: self, .proposals, version: "1.2.3", app: nil) }
    var writer: AgentServer { AgentServer(reading: self, changing: self, version: "1.2.3", app: nil) }
}

/// The fields that a client of a revision sends with a message.
enum Speaking {
    case nothing
    case agreed(String)
    case stateless(method: String, name: String? = nil)

    var head: AgentHead {
        switch self {
        case .nothing: AgentHead()
        case .agreed(let revision): AgentHead(revisions: [revision])
        case .stateless(let method, let name):
            AgentHead(revisions: ["2026-07-28"], methods: [method], names: name.map { [$0] } ?? [])
        }
    }
}

/// The member that the stateless revision wants in every request.
let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

extension AgentServer {
    func said(_ text: String, _ speaking: Speaking = .agreed("2025-11-25")) async throws -> (Int, JSONValue) {
        let answer = try await self.answer(Array(text.utf8), speaking.head)
        return (answer.status, answer.body.isEmpty ? .null : try JSONValue(json: answer.body))
    }

    func call(_ tool: String, _ arguments: String) async throws -> JSONValue {
        let (status, answer) = try await said(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#)
        guard status == 200, let result = answer["result"] else { throw NoResult() }
        return result
    }

    struct NoResult: Error {}
}

extension JSONValue {
    /// A member by its path, `error.code`; a number is a place in an array.
    subscript(path path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { value, name in
            if let index = Int(name), case .array(let items)? = value {
                return items.indices.contains(index) ? items[index] : nil
            }
            return value?[String(name)]
        }
    }

    func text(at path: String) -> String? { if case .string(let text)? = self[path: path] { text } else { nil } }
    func number(at path: String) -> Int? {
        if case .integer(let number)? = self[path: path] { Int(number) } else { nil }
    }
}
