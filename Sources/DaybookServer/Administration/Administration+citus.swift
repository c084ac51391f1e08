import DaybookCore
import DaybookStore
import Postgres

extension Administration {
    /// Spreads the tables over the nodes of a Citus cluster, as far as they are not.
    public func distribute() async throws -> Report {
        let before = try await TableSpread.load(from: database)
        let spread: TableSpread
        do {
            spread = try await TableSpread.distribute(database)
        } catch let refusal as TableSpread.Refusal {
            throw Refusal(refusal.sentence)
        }
        let moved = Set(before?.misplaced.map(\.name) ?? [])
        let rows = spread.tables.sorted { ($0.place.rawValue, $0.name) < ($1.place.rawValue, $1.name) }.map { table in
            [
                Report.Entry("table", "table", .string(table.name)),
                Report.Entry("place", "is", .string(table.place.rawValue)),
                Report.Entry("moved", "moved now", .bool(moved.contains(table.name))),
            ]
        }
        return Report("tables", rows, none: "this database has no tables")
    }
}
