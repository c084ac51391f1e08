-- The parts of a task are found by what they are part of. Whatever is part of nothing is not in the index.
-- no transaction: indexes of large tables are made while others write
-- repeatable: everything new is dropped first
-- forward

DROP INDEX CONCURRENTLY IF EXISTS task_part;

CREATE INDEX CONCURRENTLY task_part ON task (account_id, parent_id, sort_order, task_id)
    WHERE parent_id IS NOT NULL AND deleted_at IS NULL;

-- backward
-- Nothing is lost but speed.

DROP INDEX CONCURRENTLY IF EXISTS task_part;
