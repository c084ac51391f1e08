import DaybookCore
import Postgres

extension Administration {
    /// What PostgreSQL's own cleaning has left to do, table by table, as statements to run. Changes nothing.
    public func vacuumAdvice() async throws -> Report {
        let rows = try await database.read(
            """
            SELECT quote_ident(relname), pg_total_relation_size(relid), n_live_tup, n_dead_tup, n_mod_since_analyze,
                coalesce(last_analyze, last_autoanalyze) IS NULL AND n_live_tup > 1000,
                (SELECT age(relfrozenxid) FROM pg_class WHERE oid = relid)::bigint,
                current_setting('autovacuum')::bool AND current_setting('track_counts')::bool,
                current_setting('autovacuum_freeze_max_age')::bigint
            FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY pg_total_relation_size(relid) DESC, relname
            """)
        let lines = try rows.compactMap { row -> [Report.Entry]? in
            let (table, bytes, live, dead, changed, isUnknown, age, isClean, oldest) = try row.decode(
                (String, Int64, Int64, Int64, Int64, Bool, Int64, Bool, Int64).self)
            let advice = VacuumAdvice(
                live: live, dead: dead, changed: changed, isUnknown: isUnknown, age: age, oldest: oldest)
            guard let (statement, reason) = advice.statement(table) else { return nil }
            return [
                Report.Entry("table", "table", .string(table)), Report.Entry("bytes", "bytes", .integer(bytes)),
                Report.Entry("rows", "rows", .integer(live)), Report.Entry("deadRows", "dead rows", .integer(dead)),
                Report.Entry("autovacuum", nil, .bool(isClean)),
                Report.Entry("reason", "because", .string(reason)),
                Report.Entry("statement", "run", .string(statement)),
            ]
        }
        let isOff = try rows.first?.decode(7, as: Bool.self) == false
        return Report(
            "tables", lines,
            none: isOff
                ? "autovacuum is off, and nothing else cleans up after changes. Turn it on: ALTER SYSTEM SET autovacuum = on"
                : "PostgreSQL keeps up by itself. There is nothing to do.")
    }
}

/// The point at which a VACUUM by hand is worthwhile: well past where autovacuum should have run by itself.
struct VacuumAdvice {
    let live: Int64
    let dead: Int64
    let changed: Int64
    /// The table has many rows, and was never analysed for the planner.
    let isUnknown: Bool
    let age: Int64
    let oldest: Int64

    func statement(_ table: String) -> (statement: String, reason: String)? {
        if age > oldest * 3 / 2 { return ("VACUUM (FREEZE, ANALYZE) \(table)", "its transactions are nearly too old") }
        // Autovacuum comes at a fifth of the rows.
        if dead > 10_000, dead * 5 > live * 2 { return ("VACUUM (ANALYZE) \(table)", "many of its rows are dead") }
        if isUnknown { return ("ANALYZE \(table)", "the planner has no statistics for it") }
        if changed > 10_000, changed * 2 > live {
            return ("ANALYZE \(table)", "most of it has changed since the last ANALYZE")
        }
        return nil
    }
}
