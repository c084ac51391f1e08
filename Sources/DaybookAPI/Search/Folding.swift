import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// Folds the text of tasks that were written before tasks had folded text. Every change of a task folds it anyway, so
/// an account needs this once, at its first search. The folded text is computed from the row, and written only if the
/// row is still as it was read: this is not a change, and takes no revision.
struct Folding: Sendable {
    let database: Database
    var batch = 500

    func fold(_ account: Identifier) async throws {
        while try await foldSome(of: account) > 0 {}
    }

    private static let weight: Query = "octet_length(task.title) + coalesce(octet_length(task.notes), 0)"

    private func foldSome(of account: Identifier) async throws -> Int {
        let unfolded: Query = """
            SELECT task_id, revision, title, notes FROM task
            WHERE account_id = \(account) AND deleted_at IS NULL AND search_text IS NULL AND long_search_text IS NULL
            LIMIT \(batch)
            """
        let rows = try await database.read(
            of: account,
            """
            SELECT task.task_id, task.revision, task.title, task.notes FROM \(.page(of: unfolded, as: "task", weight: Self.weight))
            """
        ).decode((Identifier, Int64, String, String?).self)
        guard !rows.isEmpty else { return 0 }
        let texts = await aside(if: true) { rows.map { StoredSearchText(SearchText(title: $0.2, notes: $0.3)) } }
        try await database.write(
            of: account,
            """
            UPDATE task SET search_text = folded.short, long_search_text = folded.long
            FROM unnest(\(rows.map(\.0)), \(rows.map(\.1)), \(texts.map(\.short)), \(texts.map(\.long)))
                AS folded (task_id, revision, short, long)
            WHERE task.account_id = \(account) AND task.task_id = folded.task_id AND task.revision = folded.revision
            """)
        return rows.count
    }
}
