import DaybookCore
import DaybookStore
import Postgres

/// A column of rows that are written: its name, what a row has in it, and its type where a text stands for it.
struct WrittenColumn<Row>: Sendable {
    let name: StaticString
    fileprivate let bind: @Sendable (Row, inout Query.StringInterpolation) -> Void
    fileprivate let bindAll: @Sendable ([Owned<Row>], inout Query.StringInterpolation) -> Void

    init<Value: PostgresEncodable>(
        _ name: StaticString, as type: StaticString? = nil, _ value: @escaping @Sendable (Row) -> Value
    ) {
        self.name = name
        bind = { row, text in
            text.appendInterpolation(value(row))
            guard let type else { return }
            text.appendLiteral("::")
            text.appendLiteral(type)
        }
        bindAll = { owned, text in
            text.appendInterpolation(eachOf: owned) { value($0.row) }
            guard let type else { return }
            text.appendLiteral("::")
            text.appendLiteral(type)
            text.appendLiteral("[]")
        }
    }
}

/// A few rows are said value by value. Opening an array for each column costs PostgreSQL more than a row does: of the
/// `INSERT` of one task two fifths (docs/house/storage.md). Each number of rows is a statement of its own, so more than
/// a few go as arrays, in one statement for all numbers.
extension Query {
    private static let fewRows = 8

    /// - Parameter spread: then rows always go as arrays, to where their accounts are.
    static func saysValues(of count: Int, spread isSpread: Bool) -> Bool { count <= fewRows && !isSpread }

    static func insertion<Row>(
        into table: StaticString, _ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>], spread isSpread: Bool
    ) -> Query {
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        text.appendLiteral("INSERT INTO ")
        text.appendLiteral(table)
        text.appendLiteral(" ")
        text.appendNames(of: columns)
        text.appendLiteral(" ")
        if saysValues(of: owned.count, spread: isSpread) {
            text.appendValues(owned, columns)
        } else {
            text.appendInterpolation(.rows(of: owned.map(\.account), arrays(owned, columns), spread: isSpread))
        }
        return Query(stringInterpolation: text)
    }

    /// The table `told`, with the account before the columns.
    static func told<Row>(
        _ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>], spread isSpread: Bool
    ) -> Query {
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        if saysValues(of: owned.count, spread: isSpread) {
            text.appendLiteral("(")
            text.appendValues(owned, columns)
            text.appendLiteral(")")
        } else {
            text.appendInterpolation("unnest(\(owned.map(\.account)), \(arrays(owned, columns)))" as Query)
        }
        text.appendLiteral(" AS told ")
        text.appendNames(of: columns)
        return Query(stringInterpolation: text)
    }

    private static func arrays<Row>(_ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>]) -> Query {
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        for (number, column) in columns.enumerated() {
            if number > 0 { text.appendLiteral(", ") }
            column.bindAll(owned, &text)
        }
        return Query(stringInterpolation: text)
    }
}

extension Query.StringInterpolation {
    fileprivate mutating func appendNames<Row>(of columns: [WrittenColumn<Row>]) {
        appendLiteral("(account_id")
        for column in columns {
            appendLiteral(", ")
            appendLiteral(column.name)
        }
        appendLiteral(")")
    }

    fileprivate mutating func appendValues<Row>(_ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>]) {
        appendValues(of: owned.lazy.map { ($0.account, $0.row) }) { row, text in
            for (number, column) in columns.enumerated() {
                if number > 0 { text.appendLiteral(", ") }
                column.bind(row, &text)
            }
        }
    }

    /// `VALUES` with a row for each of these: its account, and what `bind` says of it.
    mutating func appendValues<Row>(
        of rows: some Sequence<(Identifier, Row)>, _ bind: (Row, inout Query.StringInterpolation) -> Void
    ) {
        var isFirst = true
        appendLiteral("VALUES ")
        for (account, row) in rows {
            appendLiteral(isFirst ? "(" : ", (")
            appendInterpolation(account)
            appendLiteral(", ")
            bind(row, &self)
            appendLiteral(")")
            isFirst = false
        }
    }
}
