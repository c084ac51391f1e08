import DaybookCore
import DaybookStore
import Postgres

/// What no row may hold, whatever the ledger says. PostgreSQL is not asked to look at it with each row that is written
/// (`0040_checks_of_the_core.sql`, `0041_tasks_without_a_look_at_their_list.sql`); what must be given, types and the
/// other keys it does look at.
extension AccountCheck {
    func malformedRows() async throws -> [Flaw] {
        try await malformed(
            .rowMalformed,
            """
            SELECT 'task', task_id FROM task WHERE account_id = \(account) AND (
                title <> '' AND sort_order <> '' AND carry_count >= 0 AND revision > 0
                AND open_state <> 'completed' AND (state = 'completed') = (completed_at IS NOT NULL)
                AND (completion IS NULL) = (completion_at IS NULL)
                AND (completed_at IS NULL OR completion IS NOT NULL) AND (deleted_at IS NULL OR deletion IS NOT NULL)
                AND (region IS NOT NULL AND region <> 'backlog') = (bucket <> 'none')
                AND (region = 'backlog') IS TRUE = (entered_backlog_at IS NOT NULL)
                AND octet_length(clocks) % 30 = 0 AND octet_length(completion) = 26
                AND octet_length(reopened_through) = 26 AND octet_length(deletion) = 26
                AND octet_length(search_text) <= 1000 AND (long_search_text IS NULL OR search_text IS NULL)
                AND (list_id IS NULL OR deleted_at IS NOT NULL OR EXISTS (
                    SELECT 1 FROM list WHERE list.account_id = \(account) AND list.list_id = task.list_id))
            ) IS FALSE ORDER BY task_id LIMIT 1000
            """)
    }

    func malformedLines() async throws -> [Flaw] {
        try await malformed(
            .lineMalformed,
            """
            SELECT entity::text, entity_id FROM change WHERE account_id = \(account) AND (
                revision > 0 AND counter BETWEEN 0 AND 65535 AND octet_length(reopens) = 26 AND postponed > 0
                AND (outcome = 'applied') = (detail IS NULL)
            ) IS FALSE ORDER BY revision LIMIT 1000
            """)
    }

    private func malformed(_ kind: Flaw.Kind, _ query: Query) async throws -> [Flaw] {
        try await database.read(of: account, query).map { row in
            let (entity, id) = try row.decode((String, Identifier).self)
            return Flaw(kind, SyncOperation.Entity(name: entity), id)
        }
    }
}
