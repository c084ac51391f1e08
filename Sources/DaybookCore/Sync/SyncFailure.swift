/// Why a call did not bring what it was for.
package enum SyncFailure: Error, Hashable, Sendable {
    /// No server answered; why, in words.
    case unreachable(String)
    case problem(ServerProblem)
    case unreadable
}

/// A failure as the server put it (RFC 9457).
package struct ServerProblem: Error, Hashable, Sendable {
    package var status: Int
    /// Stable; empty where the answer was no problem document.
    package var code = ""
    /// Without its full stop, so that it can be put into another sentence.
    package var sentence: String
    /// The server's wish, in milliseconds.
    package var retryAfter: Int64?
    package var members: [JSONMember] = []

    package init(status: Int, code: String = "", sentence: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.sentence = sentence
        self.retryAfter = retryAfter
    }

    /// An answer that is no success, whatever it holds.
    ///
    /// - Parameter seconds: of the answer's `retry-after`.
    package init(status: Int, body: [UInt8], retryAfter seconds: Int64? = nil) {
        self.init(status: status, sentence: "it answered \(status)")
        // A day is enough for any wish.
        if let seconds, seconds >= 0 { retryAfter = min(seconds, 86_400) * 1000 }
        guard case .object(let members)? = try? JSONValue(json: body) else { return }
        self.members = members
        if case .string(let code)? = self["code"] { self.code = code }
        for name in ["title", "detail"] {
            guard case .string(let text)? = self[name], !text.isEmpty else { continue }
            sentence = text.utf8.last == UInt8(ascii: ".") ? String(text.utf8.dropLast()) ?? text : text
        }
    }

    package subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}
