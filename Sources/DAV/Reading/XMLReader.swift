import CExpat
import Synchronization

/// Reads the body of a request as a tree of elements, or throws what is wrong with it.
///
/// Nothing outside of the body is ever opened. A document type is refused at its first byte: without one there are no
/// entities but the five of XML itself, so a body means what it says and is as large as it looks.
package enum XMLReader {
    /// How much a body may hold, however small it is itself.
    enum Limit {
        static let depth = 32
        static let elements = 20_000
        /// Of one text or one attribute's value.
        static let text = 64 << 10
    }

    package static func read(_ bytes: [UInt8]) throws(Violation) -> Element {
        let parser = Parser.borrow()
        defer { parser.giveBack() }
        return try parser.read(bytes)
    }
}

/// One of expat's parsers with what it has read so far. Parsers are kept for the next body, since making one takes
/// longer than reading most bodies.
///
/// Unchecked because whoever borrowed it has it alone, and it is idle otherwise.
private final class Parser: @unchecked Sendable {
    private static let idle = Mutex<[Parser]>([])
    private static let mostIdle = 8
    /// Makes it unforeseeable which names collide in expat's tables.
    private static let salt = UInt.random(in: 1...UInt(UInt32.max))
    /// No document can hold it, so it stands in no namespace and in no name.
    private static let separator: UInt8 = 0x0C

    private let parser: XML_Parser?
    private var open: [Element] = []
    private var root: Element?
    private var text: [UInt8] = []
    private var elements = 0
    private var violation: Violation?

    private init() { parser = XML_ParserCreateNS(nil, XML_Char(Self.separator)) }

    deinit { if let parser { XML_ParserFree(parser) } }

    static func borrow() -> Parser { idle.withLock { $0.popLast() } ?? Parser() }

    func giveBack() {
        if let parser { XML_ParserReset(parser, nil) }
        (open, root, text, elements, violation) = ([], nil, [], 0, nil)
        Self.idle.withLock { idle in if idle.count < Self.mostIdle { idle.append(self) } }
    }

    func read(_ bytes: [UInt8]) throws(Violation) -> Element {
        guard let parser else { throw Violation(503, nil, "There is no memory to read the body with.") }
        listen(parser)
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1) }
        }
        if let violation { throw violation }
        guard status == XML_STATUS_OK, let root else {
            throw .malformed("The body is no XML document, from line \(XML_GetCurrentLineNumber(parser)) on.")
        }
        return root
    }

    // MARK: What expat tells

    private func listen(_ parser: XML_Parser) {
        XML_SetHashSalt(parser, Self.salt)
        // Safe because the parser tells only while `read` runs, which holds this object.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetXmlDeclHandler(parser) { me, _, encoding, _ in
            guard let encoding else { return }
            let name = String(cString: encoding).lowercased()
            guard !["utf-8", "utf-16", "us-ascii"].contains(name) else { return }
            Parser.of(me)?.stop(.malformed("The body is written in neither UTF-8 nor UTF-16."))
        }
        XML_SetStartDoctypeDeclHandler(parser) { me, _, _, _, _ in
            Parser.of(me)?.stop(
                Violation(403, .dav("no-external-entities"), "The body has a document type, which is not read."))
        }
        XML_SetElementHandler(
            parser,
            { me, name, attributes in
                guard let name else { return }
                Parser.of(me)?.begin(name, attributes)
            }, { me, _ in Parser.of(me)?.end() })
        XML_SetCharacterDataHandler(parser) { me, start, count in
            guard let start else { return }
            Parser.of(me)?.add(UnsafeBufferPointer(start: start, count: Int(count)))
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Parser? {
        pointer.map { Unmanaged<Parser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop(_ violation: Violation) {
        guard self.violation == nil, let parser else { return }
        self.violation = violation
        XML_StopParser(parser, 0)
    }

    private func begin(_ name: UnsafePointer<CChar>, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard violation == nil else { return }
        elements += 1
        guard elements <= XMLReader.Limit.elements, open.count < XMLReader.Limit.depth else {
            return stop(
                .malformed(
                    "A body has at most \(XMLReader.Limit.elements) elements, \(XMLReader.Limit.depth) deep."))
        }
        keepText()
        var attributes: [Attribute] = []
        if var next = list {
            while let name = next[0], let value = next[1] {
                let value = String(cString: value)
                guard value.utf8.count <= XMLReader.Limit.text else { return stop(Self.tooLong) }
                attributes.append(Attribute(Self.name(name), value))
                next += 2
            }
        }
        open.append(Element(Self.name(name), attributes: attributes))
    }

    private func end() {
        guard violation == nil else { return }
        keepText()
        guard let whole = open.popLast() else { return }
        if open.isEmpty { root = whole } else { open[open.count - 1].content.append(.element(whole)) }
    }

    private func add(_ letters: UnsafeBufferPointer<CChar>) {
        guard violation == nil else { return }
        guard text.count + letters.count <= XMLReader.Limit.text else { return stop(Self.tooLong) }
        letters.withMemoryRebound(to: UInt8.self) { text.append(contentsOf: $0) }
    }

    private func keepText() {
        guard !text.isEmpty else { return }
        if !open.isEmpty { open[open.count - 1].content.append(.text(String(decoding: text, as: UTF8.self))) }
        text.removeAll(keepingCapacity: true)
    }

    private static let tooLong = Violation.malformed("A text has at most \(XMLReader.Limit.text) bytes.")

    private static func name(_ whole: UnsafePointer<CChar>) -> Name {
        var (length, cut) = (0, -1)
        while whole[length] != 0 {
            if UInt8(bitPattern: whole[length]) == separator { cut = length }
            length += 1
        }
        return UnsafeBufferPointer(start: whole, count: length).withMemoryRebound(to: UInt8.self) { letters in
            guard cut >= 0 else { return Name(.none, String(decoding: letters, as: UTF8.self)) }
            return Name(
                Namespace(String(decoding: letters[..<cut], as: UTF8.self)),
                String(decoding: letters[(cut + 1)...], as: UTF8.self))
        }
    }
}
