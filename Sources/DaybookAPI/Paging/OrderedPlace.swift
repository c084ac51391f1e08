import DaybookCore
import Postgres

/// A place in the user's order, as a cursor tells it: the key and the id of the last row of a page.
struct OrderedPlace: Sendable {
    private let key: OrderKey
    private let id: Identifier

    init(_ key: OrderKey, _ id: Identifier) {
        self.key = key
        self.id = id
    }

    init?(_ text: String) {
        guard let dot = text.firstIndex(of: "."), let id = Identifier(String(text[text.index(after: dot)...])),
            let key = OrderKey(String(text[..<dot]))
        else { return nil }
        self.init(key, id)
    }

    var text: String { "\(key.text).\(id.text)" }

    /// The condition that a row stands behind it.
    func isBefore(_ columns: Query) -> Query { "(\(columns)) > (\(key.text)::text COLLATE \"C\", \(id))" }
}
