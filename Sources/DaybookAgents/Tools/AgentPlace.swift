/// An address of the API that is read for an assistant: what a tool reads is what `GET` answers there, so there is one
/// reader of everything, with one idea of who may see what.
package struct AgentPlace: Hashable, Sendable {
    package let path: String
    package let query: [Item]

    package struct Item: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    init(_ path: String, _ query: [(String, String?)] = []) {
        self.path = path
        self.query = query.compactMap { name, value in value.map { Item(name: name, value: $0) } }
    }

    package subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}

/// What is there.
package enum AgentDocument: Sendable {
    /// The document, in JSON.
    case found([UInt8])
    /// Why there is none, as the API says it: a problem in JSON.
    case refused([UInt8])
    /// The same of what is kept elsewhere: what is shown together is shown without it.
    case elsewhere([UInt8])
}

/// Where places are read: the routes of a server, or a notebook.
package protocol AgentSource: Sendable {
    func read(_ place: AgentPlace) async throws -> AgentDocument

    /// Does something that takes time for so many bytes, where it holds up nobody.
    func unhurried(_ bytes: Int, _ body: @Sendable () -> [UInt8]) async -> [UInt8]
}
