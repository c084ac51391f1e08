/// Cuts comma-separated values (RFC 4180) into rows without holding more than one of them. Cells may hold line breaks
/// and doubled quotes where they are quoted. Spreadsheets of some countries separate by semicolons or tabs: what
/// separates the first row's cells does so in the whole file.
struct TableRows: Sendable {
    struct Cell: Hashable, Sendable {
        var text: String
        /// An empty text, where the cell of nothing has no quotes.
        var isQuoted: Bool
    }

    struct Row: Sendable {
        /// Nil for a row that is longer, or has more cells, than can be held.
        let cells: [Cell]?
        /// Where it begins, from 1.
        let line: Int
        /// Some of it is not UTF-8, and replacement characters stand in its place.
        let isGarbled: Bool
    }

    private enum Place { case start, plain, quoted, quoteInQuoted }

    private let longest: Int
    /// Cells of one row. A table has some dozen columns, and every row is held against all of them.
    private static let mostCells = 1000
    private var separator: UInt8?
    private var place = Place.start
    private var cells: [Cell] = []
    private var cell: [UInt8] = []
    private var length = 0
    private var begun = false
    private var isGarbled = false
    private var rowLine = 1
    /// The line of the next byte, from 1.
    private(set) var line = 1
    private var mark = 0

    init(longest: Int = LineCutter.longest) { self.longest = longest }

    mutating func cut<Failure: Error>(_ bytes: [UInt8], _ body: (Row) throws(Failure) -> Void) throws(Failure) {
        for byte in bytes {
            if mark < 3 {
                // A byte order mark is no part of the first cell.
                if byte == [0xEF, 0xBB, 0xBF][mark] {
                    mark += 1
                    continue
                }
                mark = 3
            }
            if byte == 0x0A { line += 1 }
            try take(byte, body)
        }
    }

    private mutating func take<Failure: Error>(_ byte: UInt8, _ body: (Row) throws(Failure) -> Void) throws(Failure) {
        switch (place, byte) {
        case (.quoted, 0x22): place = .quoteInQuoted
        case (.quoted, _): keep(byte)
        case (.quoteInQuoted, 0x22):
            keep(byte)
            place = .quoted
        case (.start, 0x22):
            begun = true
            place = .quoted
        case (_, 0x0A): try endRow(body)
        case (_, _) where separates(byte): endCell()
        default:
            begun = true
            // What follows a closing quote is taken as it stands.
            if place == .start { place = .plain }
            keep(byte)
        }
    }

    private mutating func separates(_ byte: UInt8) -> Bool {
        if let separator { return byte == separator }
        guard byte == 0x2C || byte == 0x3B || byte == 0x09 else { return false }
        separator = byte
        return true
    }

    private mutating func keep(_ byte: UInt8) {
        length += 1
        if length <= longest { cell.append(byte) }
    }

    private mutating func endCell() {
        begun = true
        guard cells.count < Self.mostCells else {
            // What comes behind is not kept either.
            length = max(length, longest) + 1
            cell.removeAll()
            place = .start
            return
        }
        let isQuoted = place == .quoteInQuoted || place == .quoted
        let text = String(validating: cell, as: UTF8.self)
        isGarbled = isGarbled || text == nil
        cells.append(Cell(text: text ?? String(decoding: cell, as: UTF8.self), isQuoted: isQuoted))
        cell.removeAll(keepingCapacity: length < 1 << 16)
        place = .start
    }

    private mutating func endRow<Failure: Error>(_ body: (Row) throws(Failure) -> Void) throws(Failure) {
        if cell.last == 0x0D, place != .quoted { cell.removeLast() }
        // Lines without anything in them are no rows.
        let isRow = begun && !(cells.isEmpty && cell.isEmpty && place == .plain)
        endCell()
        let row = Row(cells: length > longest ? nil : cells, line: rowLine, isGarbled: isGarbled)
        cells.removeAll(keepingCapacity: true)
        (length, isGarbled) = (0, false)
        begun = false
        rowLine = line
        if separator == nil { separator = 0x2C }
        if isRow { try body(row) }
    }

    /// The last row, where no line break ends it; false where the file ends inside of quotes.
    mutating func finish<Failure: Error>(_ body: (Row) throws(Failure) -> Void) throws(Failure) -> Bool {
        let isWhole = place != .quoted
        if begun { try endRow(body) }
        return isWhole
    }
}
