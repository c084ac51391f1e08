/// Cuts a stream of bytes into lines. A line that is too long to be held is passed over whole, and reported.
struct LineCutter: Sendable {
    enum Line {
        case text([UInt8], number: Int)
        case tooLong(number: Int)
    }

    private let longest: Int
    private var rest: [UInt8] = []
    private var isSkipping = false
    private var isFirst = true
    /// The number of the next line to be completed, from 1.
    private(set) var number = 1

    /// What one row may measure: our longest notes, escaped in the most wasteful way.
    static let longest = 16 << 20

    init(longest: Int = LineCutter.longest) { self.longest = longest }

    /// Hands over each line that these bytes complete, without its CR LF or LF, and without a byte order mark.
    mutating func cut<Failure: Error>(_ bytes: [UInt8], _ body: (Line) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            if isSkipping {
                isSkipping = false
                try body(.tooLong(number: number))
            } else if rest.isEmpty {
                try body(.text(trimmed(Array(bytes[start..<end])), number: number))
            } else {
                rest.append(contentsOf: bytes[start..<end])
                let whole = rest
                rest.removeAll(keepingCapacity: whole.count < 1 << 16)
                try body(.text(trimmed(whole), number: number))
            }
            number += 1
            start = end + 1
        }
        guard start < bytes.count, !isSkipping else { return }
        if rest.count + bytes.count - start > longest {
            isSkipping = true
            rest = []
        } else {
            rest.append(contentsOf: bytes[start...])
        }
    }

    /// The last line, where no line break ends it.
    mutating func finish<Failure: Error>(_ body: (Line) throws(Failure) -> Void) throws(Failure) {
        if isSkipping {
            try body(.tooLong(number: number))
        } else if !rest.isEmpty {
            try body(.text(trimmed(rest), number: number))
        }
        rest = []
        isSkipping = false
    }

    private mutating func trimmed(_ line: [UInt8]) -> [UInt8] {
        var line = line
        if line.last == 0x0D { line.removeLast() }
        if isFirst {
            isFirst = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        return line
    }
}
