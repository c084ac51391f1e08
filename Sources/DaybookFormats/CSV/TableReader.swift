/// Reads our table, also where a spreadsheet has saved it in between: with other separators, columns in another order,
/// and columns left out.
struct TableReader: DraftReader {
    private var rows = TableRows()
    private var table = Table()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try rows.cut(bytes) { row throws(UnreadableSource) in try table.take(row, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        let isWhole = try rows.finish { row throws(UnreadableSource) in try table.take(row, into: &reading) }
        guard isWhole else { throw UnreadableSource(.broken, line: rows.line, "The file ends inside of quotes.") }
        guard table.hasBegun else { throw Table.otherFormat }
    }
}

/// What the rows are.
private struct Table {
    /// Which column each cell of a row is of; nil before the first row.
    private var columns: [TaskMember?]?
    /// Lists that are known by their name alone.
    private var named: Set<String> = []

    var hasBegun: Bool { columns != nil }

    static let otherFormat = UnreadableSource(
        .otherFormat, line: 1, "The first row must name the columns id and text.")

    mutating func take(_ row: TableRows.Row, into reading: inout Reading) throws(UnreadableSource) {
        guard let cells = row.cells else {
            return reading.refuse(line: row.line, "One row is longer than can be held.")
        }
        guard let columns else {
            self.columns = cells.map { cell in TaskMember.columns.first { $0.name == cell.text } }
            guard self.columns?.contains(.id) == true, self.columns?.contains(.text) == true else {
                throw Self.otherFormat
            }
            for (cell, column) in zip(cells, self.columns ?? []) where column == nil { reading.leftOut(cell.text) }
            return
        }
        if row.isGarbled { reading.garbled(line: row.line) }
        var values = [TableRows.Cell?](repeating: nil, count: TaskMember.columns.count)
        for (cell, column) in zip(cells, columns) {
            if let column, cell.isQuoted || !cell.text.isEmpty { values[column.column] = cell }
        }
        let cellsOfRow = TableCells(values: values, line: row.line)
        do throws(TableCells.Refusal) {
            switch values[TaskMember.kind.column]?.text ?? "task" {
            case "task":
                var task = try cellsOfRow.task()
                if task.list == nil, let name = cellsOfRow.text(.list), !name.isEmpty {
                    task.list = .named(name)
                    if named.insert(name).inserted {
                        reading.yield(ListDraft(.named(name), line: row.line, title: name))
                    }
                }
                reading.yield(task)
            case "list": reading.yield(try cellsOfRow.list())
            case "settings": reading.yield(SettingsDraft(try cellsOfRow.members(.otherFields)))
            default: throw TableCells.Refusal(column: .kind)
            }
        } catch {
            reading.refuse(
                line: row.line, field: error.column.name, "\(error.column.name) is not what an export has there.")
        }
    }
}
