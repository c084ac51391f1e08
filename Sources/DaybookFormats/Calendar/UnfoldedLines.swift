/// Lines of iCalendar put together again: a line that begins with a space or a tab goes on with the one before it.
struct UnfoldedLines: Sendable {
    private var lines = LineCutter()
    private var unfolding = Unfolding()

    enum Line {
        case text([UInt8], line: Int)
        case tooLong(line: Int)
    }

    mutating func cut(_ bytes: [UInt8], _ body: (Line) throws(UnreadableSource) -> Void) throws(UnreadableSource) {
        try lines.cut(bytes) { line throws(UnreadableSource) in try unfolding.take(line, body) }
    }

    mutating func finish(_ body: (Line) throws(UnreadableSource) -> Void) throws(UnreadableSource) {
        try lines.finish { line throws(UnreadableSource) in try unfolding.take(line, body) }
        try unfolding.hand(body)
    }

    /// The number of the next line.
    var number: Int { lines.number }
}

/// The line that may go on.
private struct Unfolding: Sendable {
    private var current: [UInt8] = []
    private var start = 0
    private var isTooLong = false

    mutating func take(
        _ line: LineCutter.Line, _ body: (UnfoldedLines.Line) throws(UnreadableSource) -> Void
    ) throws(UnreadableSource) {
        switch line {
        case .tooLong(let number):
            try hand(body)
            start = number
            isTooLong = true
        case .text(let bytes, let number):
            if start > 0, let first = bytes.first, first == 0x20 || first == 0x09 {
                if current.count + bytes.count > LineCutter.longest { isTooLong = true }
                if !isTooLong { current.append(contentsOf: bytes.dropFirst()) }
                return
            }
            try hand(body)
            start = number
            current = bytes
        }
    }

    mutating func hand(_ body: (UnfoldedLines.Line) throws(UnreadableSource) -> Void) throws(UnreadableSource) {
        let (line, wasTooLong) = (current, isTooLong)
        current = []
        isTooLong = false
        if wasTooLong {
            try body(.tooLong(line: start))
        } else if !line.isEmpty {
            try body(.text(line, line: start))
        }
    }
}
