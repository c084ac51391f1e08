import DaybookCore
import DaybookDevice

/// A call with its head, and what its members say.
struct Question {
    enum Call: Int, CaseIterable {
        case zone, open, chunk, paper, replay, begin, identifiers, join
        case `do`, undo, withdraw, look, outline
        case next, wake, live, request, take, failed, event, decide
        case fold, chunkText, folded

        static let names = JSONNames<Call>(
            "zone open chunk paper replay begin identifiers join do undo withdraw look outline "
                + "next wake live request take failed event decide fold chunkText folded")
    }

    let call: Call
    let head: JSONValue

    init(_ call: String, _ head: [UInt8]) throws(Refused) {
        guard let call = Call.names[call] else { throw Refused.missing("call") }
        self.call = call
        do { self.head = try JSONValue(json: head) } catch { throw Refused(error) }
    }

    var now: Instant {
        get throws(Refused) { Instant(milliseconds: try number64("now")) }
    }

    func identifier(_ name: String) throws(Refused) -> Identifier {
        guard let id = head.identifier(name) else { throw Refused.missing(name) }
        return id
    }

    func text(_ name: String) throws(Refused) -> String {
        guard let text = head.text(name) else { throw Refused.missing(name) }
        return text
    }

    func flag(_ name: String) -> Bool { head[name] == true }

    func number64(_ name: String) throws(Refused) -> Int64 {
        guard case .integer(let number)? = head[name] else { throw Refused.missing(name) }
        return number
    }

    func number(_ name: String) throws(Refused) -> Int { Int(clamping: try number64(name)) }
}

extension Refused {
    convenience init(_ error: WireError) {
        self.init("unreadable", "It cannot be read, at byte \(error.offset): \(error.path)")
    }

    /// What is not there, or is none that there is.
    static func missing(_ name: String) -> Refused { Refused("unreadable", "The call does not say \(name).") }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("refused") { writer in
                writer.member("code", code)
                writer.member("sentence", sentence)
                guard !fields.isEmpty else { return }
                writer.objects("fields", fields) { writer, error in
                    writer.member("field", error.field)
                    writer.member("code", error.code.rawValue)
                    writer.member("sentence", error.sentence)
                }
            }
        }
        return writer.bytes
    }
}
