/// Cuts a JSON document into its rows without holding more of it than one of them: the elements of a top-level array,
/// or, where the document is an object, each of its members and the elements of those that are arrays.
///
/// Only where values begin and end is looked at here; whether a piece is well-formed is for who reads it to prove.
struct JSONPieces: Sendable {
    struct Piece {
        /// The member that the value belongs to; empty in a top-level array.
        let member: String
        /// An element of the member's array, rather than the member's whole value.
        let isElement: Bool
        /// Nil for a value that is longer than can be held, or holds too many.
        let bytes: [UInt8]?
        /// Where it begins.
        let line: Int
    }

    private enum Place { case start, members, name, colon, value, elements, piece, end }

    /// Objects at the top are opened; otherwise each is a piece, one after the other, as in files of one object a line.
    private let opensObjects: Bool
    private let longest: Int
    private let mostValues: Int
    private var place = Place.start
    private var isTopArray = false
    private var isElement = false
    private var member: [UInt8] = []
    private var piece: [UInt8] = []
    private var isTooLong = false
    /// In the piece so far, at least.
    private var values = 0
    private var depth = 0
    private var texts = JSONTexts()
    private var pieceLine = 1
    /// The line of the next byte, from 1.
    private(set) var line = 1
    private var marks = 0

    init(opensObjects: Bool, longest: Int = LineCutter.longest, mostValues: Int = JSONBound.mostValues) {
        self.opensObjects = opensObjects
        self.longest = longest
        self.mostValues = mostValues
    }

    mutating func cut(_ bytes: [UInt8], _ body: (Piece) throws(UnreadableSource) -> Void) throws(UnreadableSource) {
        var at = 0
        while at < bytes.count {
            if place == .piece {
                at = try collect(bytes, from: at, body)
                continue
            }
            let byte = bytes[at]
            if place == .name {
                if texts.takes(byte), !texts.isInside {
                    place = .colon
                    at += 1
                    continue
                }
                guard member.count < 1024 else { throw broken }
                member.append(byte)
                at += 1
                continue
            }
            if byte == 0x0A { line += 1 }
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                at += 1
                continue
            }
            at += try step(byte)
        }
    }

    /// Handles a byte outside of names and values; returns whether it is used up.
    private mutating func step(_ byte: UInt8) throws(UnreadableSource) -> Int {
        switch (place, byte) {
        case (.start, 0xEF), (.start, 0xBB), (.start, 0xBF):
            marks += 1
            guard marks <= 3 else { throw broken }
        case (.start, 0x5B):
            isTopArray = true
            place = .elements
        case (.start, 0x7B) where opensObjects: place = .members
        case (.start, 0x7B):
            begin(isElement: true)
            return 0
        case (.members, 0x2C): break
        case (.members, 0x22):
            member.removeAll(keepingCapacity: true)
            texts = .begun
            place = .name
        case (.members, 0x7D): place = .end
        case (.colon, 0x3A): place = .value
        case (.value, 0x5B): place = .elements
        case (.elements, 0x2C): break
        case (.elements, 0x5D): place = isTopArray ? .end : .members
        // What cannot begin a value would be an empty one, for ever.
        case (.value, 0x7D), (.value, 0x5D), (.value, 0x2C), (.elements, 0x7D): throw broken
        case (.value, _), (.elements, _):
            begin(isElement: place == .elements)
            return 0
        default: throw broken
        }
        return 1
    }

    private mutating func begin(isElement: Bool) {
        self.isElement = isElement
        place = .piece
        pieceLine = line
        piece.removeAll(keepingCapacity: true)
        isTooLong = false
        values = 1
        depth = 0
        texts = JSONTexts()
    }

    /// Takes the bytes of a value up to its end; returns where that is.
    private mutating func collect(
        _ bytes: [UInt8], from start: Int, _ body: (Piece) throws(UnreadableSource) -> Void
    ) throws(UnreadableSource) -> Int {
        let span = bytes.span
        var at = start
        var isOver = false
        while at < span.count, !isOver {
            let byte = span[at]
            if byte == 0x0A { line += 1 }
            if texts.takes(byte) {
                isOver = !texts.isInside && depth == 0
                at += 1
                continue
            }
            switch byte {
            case 0x7B, 0x5B:
                depth += 1
                values += 1
            case 0x7D, 0x5D:
                // A bare value ends before the bracket that closes what it stands in.
                if depth == 0 {
                    try hand(bytes[start..<at], body)
                    return at
                }
                depth -= 1
                isOver = depth == 0
            case 0x2C where depth == 0:
                try hand(bytes[start..<at], body)
                return at
            case 0x2C: values += 1
            default: break
            }
            at += 1
        }
        if isOver { try hand(bytes[start..<at], body) } else { keep(bytes[start..<at]) }
        return at
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        if piece.count + bytes.count > longest || values > mostValues {
            isTooLong = true
            piece = []
        } else {
            piece.append(contentsOf: bytes)
        }
    }

    private mutating func hand(
        _ bytes: ArraySlice<UInt8>, _ body: (Piece) throws(UnreadableSource) -> Void
    ) throws(UnreadableSource) {
        keep(bytes)
        place = isTopArray || !isElement ? (isTopArray ? .elements : .members) : opensObjects ? .elements : .start
        try body(
            Piece(
                member: String(decoding: member, as: UTF8.self), isElement: isElement, bytes: isTooLong ? nil : piece,
                line: pieceLine))
    }

    mutating func finish() throws(UnreadableSource) {
        // One object after the other may end after any of them.
        guard place == .end || place == .start && !opensObjects else {
            throw UnreadableSource(.broken, line: line, "The file ends in the middle.")
        }
    }

    private var broken: UnreadableSource {
        UnreadableSource(.broken, line: line, "What stands here is not JSON of this format.")
    }
}
