import DaybookCore

/// Why a message was not answered as asked, in the codes of JSON-RPC and of the protocol. Its words hold nothing of
/// what the message said.
struct AgentFault: Error, Equatable {
    enum Code: Int, Sendable {
        case unreadable = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        /// Until 2025-11-25; later revisions say `invalidParams`.
        case resourceNotFound = -32002
        case headerMismatch = -32020
        case unsupportedRevision = -32022
    }

    let code: Code
    let sentence: String
    var id: AgentMessage.Identity?
    /// The revision that was asked for, and is not spoken here.
    var requested: String?

    init(_ code: Code, _ sentence: String, id: AgentMessage.Identity? = nil, requested: String? = nil) {
        self.code = code
        self.sentence = sentence
        self.id = id
        self.requested = requested
    }

    init(_ error: WireError) { self.init(.unreadable, "The body is no JSON document: \(error.description).") }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("jsonrpc", "2.0")
        json.name("id")
        if let id { id.write(to: &json) } else { json.null() }
        json.object("error") { json in
            json.member("code", code.rawValue)
            json.member("message", sentence)
            guard let requested else { return }
            json.object("data") { json in
                json.member("supported", AgentRevision.allCases.map(\.rawValue))
                // It is repeated for the client's own log, no longer than a revision is.
                json.member("requested", String(requested.prefix(32)))
            }
        }
        json.endObject()
    }

    /// What the stateless revision wants over HTTP; those before it only for what is no message at all.
    func status(isStateless: Bool) -> Int {
        switch code {
        case .unreadable, .invalidRequest, .headerMismatch, .unsupportedRevision: 400
        case .invalidParams where isStateless: 400
        case .methodNotFound where isStateless: 404
        case .invalidParams, .methodNotFound, .resourceNotFound: 200
        }
    }
}
