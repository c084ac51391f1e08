import DaybookCore

/// The plan of a statement that was run, as `auto_explain` wrote it down.
struct QueryPlan: Sendable {
    let statement: String
    let root: Node

    struct Node: Sendable {
        let type: String
        let relation: String?
        let index: String?
        /// What the index was asked for.
        let condition: String
        /// Pages of tables and indexes that it and everything below it touched.
        let buffers: Int64
        let rows: Int64
        let below: [Node]

        /// Itself and everything below.
        var all: [Node] { [self] + below.flatMap(\.all) }
    }

    init?(_ json: JSONValue) {
        guard case .string(let statement)? = json["Query Text"], let plan = json["Plan"] else { return nil }
        self.statement = statement
        root = Node(plan)
    }

    /// Line by line, as people read it.
    var text: String { root.lines.joined(separator: "\n") }
}

extension QueryPlan.Node {
    fileprivate init(_ json: JSONValue) {
        func text(_ name: String) -> String? { if case .string(let text)? = json[name] { text } else { nil } }
        func number(_ name: String) -> Int64 {
            switch json[name] {
            case .integer(let number): number
            case .decimal(let text): Int64(Double(text) ?? 0)
            default: 0
            }
        }
        type = text("Node Type") ?? "?"
        relation = text("Relation Name")
        index = text("Index Name")
        condition = text("Index Cond") ?? ""
        buffers = number("Shared Hit Blocks") + number("Shared Read Blocks")
        rows = number("Actual Rows") * number("Actual Loops")
        if case .array(let plans)? = json["Plans"] { below = plans.map { Self($0) } } else { below = [] }
    }

    fileprivate var lines: [String] {
        let place = [relation.map { "on \($0)" }, index.map { "using \($0)" }].compactMap { $0 }
        let line = ([type] + place + ["\(rows) rows, \(buffers) buffers", condition]).joined(separator: " ")
        return [line] + below.flatMap(\.lines).map { "  " + $0 }
    }
}
