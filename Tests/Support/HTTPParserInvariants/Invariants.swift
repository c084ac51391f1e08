import HTTPParser

/// What must hold for every sequence of bytes whatever. Used by the fuzz target and, with the corpus, by the tests.
public enum Invariants {
    /// The sentence that says which promise these bytes break, or nil.
    public static func broken(by bytes: [UInt8], cutAt cuts: [Int]) -> String? {
        let whole = Conversation.read(bytes)
        if Conversation.read(bytes, cuts: cuts) != whole { return "cut at \(cuts), it reads differently" }
        let chunks = Conversation.readChunked(bytes)
        if Conversation.readChunked(bytes, cuts: cuts) != chunks {
            return "as a chunked body, cut at \(cuts), it reads differently"
        }
        if bytes.count <= 512 {
            let everywhere = Array(0...bytes.count)
            if Conversation.read(bytes, cuts: everywhere) != whole { return "byte by byte, it reads differently" }
            if Conversation.readChunked(bytes, cuts: everywhere) != chunks {
                return "as a chunked body, byte by byte, it reads differently"
            }
        }
        return whole.messages.lazy.compactMap { broken(by: $0) }.first ?? headFault(bytes)
    }

    /// A head written anew from what was understood must be understood as the same, and again.
    private static func broken(by message: Conversation.Message) -> String? {
        guard let again = Conversation.read(message.head).messages.first else { return "written anew, it is refused" }
        if again.head != message.head { return "written anew twice, it differs" }
        if again.framing != message.framing { return "written anew, its body is framed differently" }
        if again.keepAlive != message.keepAlive { return "written anew, it keeps the connection differently" }
        if again.expectsContinue != message.expectsContinue { return "written anew, it expects differently" }
        return nil
    }

    /// What no accepted head may contain, looked for without the parser's own tables.
    private static func headFault(_ bytes: [UInt8]) -> String? {
        var parser = RequestHeadParser()
        let progress = parser.resume(bytes.span)
        guard case .head(let length) = progress else { return nil }
        let head = parser.head
        guard length >= 16, length <= bytes.count, length <= parser.limits.head else { return "a head of wrong length" }
        var fields = 0
        for index in 0..<length {
            let byte = bytes[index]
            let before = index > 0 ? bytes[index - 1] : 0
            if byte == 0x0A {
                guard before == 0x0D else { return "a bare line feed was accepted" }
                fields += 1
            } else if before == 0x0D {
                return "a bare carriage return was accepted"
            }
            if byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) {
                return "a control byte was accepted"
            }
        }
        // Two lines are the request line and the last; one more if an empty line went before.
        guard head.fields.count == fields - (bytes[0] == 0x0D ? 3 : 2) else {
            return "lines and fields differ in number"
        }
        guard bytes[(length - 4)..<length].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) else {
            return "no empty line ends it"
        }
        return targetFault(bytes, head)
    }

    private static func targetFault(_ bytes: [UInt8], _ head: RequestHead) -> String? {
        guard bytes[head.target.range].allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else {
            return "a target holds what no target may"
        }
        guard let path = Escapes.text(bytes.span, head.path.range), !path.utf8.contains(0) else {
            return "an accepted path cannot be decoded"
        }
        if let query = head.query, Escapes.text(bytes.span, query.range) == nil {
            return "an accepted query cannot be decoded"
        }
        if head.version == .http11, head.host == nil { return "accepted without a host" }
        return nil
    }
}
