import DaybookCore
import DaybookStore
import Postgres

/// A column of rows that are written: its name, what a row has in it, and its type where a text stands for it.
struct WrittenColumn<Row>: Sendable {
    let name: StaticString
    fileprivate let bind: @Sendable (Row, inout Query.StringInterpolation) -> Void
    fileprivate let bindAll: @Sendable ([Row], inout Query.StringInterpolation) -> Void

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
        bindAll = { rows, text in
            text.appendInterpolation(rows.map(value))
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
    static let fewRows = 8

    /// - Parameter spread: then rows always go as arrays, to where their accounts are.
    static func insertion<Row>(
        into table: StaticString, _ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>], spread isSpread: Bool
    ) -> Query {
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        text.appendLiteral("INSERT INTO ")
        text.appendLiteral(table)
        text.appendLiteral(" ")
        appendNames(of: columns, to: &text)
        text.appendLiteral(" ")
        if owned.count <= fewRows, !isSpread {
            appendValues(owned, columns, to: &text)
        } else {
            text.appendInterpolation(.rows(of: owned.map(\.account), arrays(owned, columns), spread: isSpread))
        }
        return Query(stringInterpolation: text)
    }

    /// The table `told`, with the account before the columns.
    static func told<Row>(_ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>]) -> Query {
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        if owned.count <= fewRows {
            text.appendLiteral("(")
            appendValues(owned, columns, to: &text)
            text.appendLiteral(")")
        } else {
            text.appendInterpolation("unnest(\(owned.map(\.account)), \(arrays(owned, columns)))" as Query)
        }
        text.appendLiteral(" AS told ")
        appendNames(of: columns, to: &text)
        return Query(stringInterpolation: text)
    }

    private static func appendNames<Row>(of columns: [WrittenColumn<Row>], to text: inout StringInterpolation) {
        text.appendLiteral("(account_id")
        for column in columns {
            text.appendLiteral(", ")
            text.appendLiteral(column.name)
        }
        text.appendLiteral(")")
    }

    private static func appendValues<Row>(
        _ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>], to text: inout StringInterpolation
    ) {
        text.appendLiteral("VALUES ")
        for (number, one) in owned.enumerated() {
            text.appendLiteral(number == 0 ? "(" : ", (")
            text.appendInterpolation(one.account)
            for column in columns {
                text.appendLiteral(", ")
                column.bind(one.row, &text)
            }
            text.appendLiteral(")")
        }
    }

    private static func arrays<Row>(_ owned: [Owned<Row>], _ columns: [WrittenColumn<Row>]) -> Query {
        let rows = owned.map(\.row)
        var text = StringInterpolation(literalCapacity: 0, interpolationCount: columns.count)
        for (number, column) in columns.enumerated() {
            if number > 0 { text.appendLiteral(", ") }
            column.bindAll(rows, &text)
        }
        return Query(stringInterpolation: text)
    }
}
