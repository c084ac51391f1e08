/// What of a task is searched, in folded words: `" buy milk \nfrom\nthe\nshop\n"`. A title's words stand between spaces
/// and those of the notes between line feeds, so one look at the bytes around a place tells where a word begins and
/// ends and what it is part of. Tags count as notes. The server stores it as it is here, so both find the same.
package struct SearchText: Hashable, Sendable {
    private(set) var bytes: [UInt8]
    /// Where the notes begin.
    let notesStart: Int

    static let wordSeparatorInTitle = UInt8(ascii: " ")
    static let wordSeparatorInNotes = UInt8(ascii: "\n")

    package init(title: String, notes: String? = nil, tags: [String] = []) {
        bytes = [Self.wordSeparatorInTitle]
        bytes.reserveCapacity(title.utf8.count + (notes?.utf8.count ?? 0) + 8)
        Self.append(title, Self.wordSeparatorInTitle, to: &bytes)
        notesStart = bytes.count
        bytes.append(Self.wordSeparatorInNotes)
        if let notes { Self.append(notes, Self.wordSeparatorInNotes, to: &bytes) }
        for tag in tags { Self.append(tag, Self.wordSeparatorInNotes, to: &bytes) }
    }

    /// The whole words at the beginning of one that was stored, which may be cut anywhere.
    package init(beginning text: some StringProtocol) {
        bytes = Array(text.utf8)
        while let last = bytes.last, last != Self.wordSeparatorInTitle, last != Self.wordSeparatorInNotes {
            bytes.removeLast()
        }
        notesStart = bytes.firstIndex(of: Self.wordSeparatorInNotes) ?? bytes.count
    }

    package init(_ task: TaskItem) { self.init(title: task.title, notes: task.notes, tags: task.tags) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The folded words of a text, one after the other.
    static func words(of text: String) -> [[UInt8]] {
        var bytes: [UInt8] = []
        append(text, wordSeparatorInTitle, to: &bytes)
        return bytes.split(separator: wordSeparatorInTitle).map(Array.init)
    }

    /// Nearly all text is of characters of one byte, which are looked up.
    private static func append(_ text: String, _ separator: UInt8, to bytes: inout [UInt8]) {
        var isInside = false
        text.withBytes { source in
            var offset = 0
            while offset < source.count {
                let run = SearchFolding.asciiRun(source, from: offset)
                if !run.isEmpty {
                    append(source, run, separator, to: &bytes, &isInside)
                    offset = run.upperBound
                    continue
                }
                let (letter, end) = SearchFolding.character(source, offset, of: text)
                append(letter, separator, to: &bytes, &isInside)
                offset = end
            }
        }
        if isInside { bytes.append(separator) }
    }

    /// Room for all of the run is made at once: to ask for it letter by letter takes most of the time.
    private static func append(
        _ source: Span<UInt8>, _ run: Range<Int>, _ separator: UInt8, to bytes: inout [UInt8], _ isInside: inout Bool
    ) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: run.count))
        var (place, inside) = (start, isInside)
        let ascii = SearchFolding.ascii
        for offset in run {
            let letter = ascii[Int(source[offset])]
            guard letter != SearchFolding.isSilent else { continue }
            let isLetter = letter != SearchFolding.parts
            if isLetter || inside {
                bytes[place] = isLetter ? letter : separator
                place += 1
            }
            inside = isLetter
        }
        bytes.removeLast(bytes.count - place)
        isInside = inside
    }

    private static func append(
        _ letter: SearchFolding.Letter, _ separator: UInt8, to bytes: inout [UInt8], _ isInside: inout Bool
    ) {
        switch letter {
        case .ascii(let byte):
            bytes.append(byte)
            isInside = true
        case .other(.word(let folded)):
            bytes += folded
            isInside = true
        case .other(.symbol(let folded)):
            if isInside { bytes.append(separator) }
            bytes += folded
            bytes.append(separator)
            isInside = false
        case .other(.silent): break
        case .other(.separator):
            if isInside { bytes.append(separator) }
            isInside = false
        }
    }
}
