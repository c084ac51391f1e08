-- What has tags is found by them, and the parts of a task by what they are part of. Whatever has neither is in no index more.
-- no transaction: indexes of large tables are made while others write
-- repeatable: everything new is dropped first
-- forward

DROP INDEX CONCURRENTLY IF EXISTS task_tagged;

CREATE INDEX CONCURRENTLY task_tagged ON task (account_id, sort_order, task_id)
    WHERE tags IS NOT NULL AND deleted_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_part;

CREATE INDEX CONCURRENTLY task_part ON task (account_id, parent_id, sort_order, task_id)
    WHERE parent_id IS NOT NULL AND deleted_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS completion_tagged;

CREATE INDEX CONCURRENTLY completion_tagged ON completion (account_id, completed_at) WHERE tags IS NOT NULL;

-- backward
-- Nothing is lost but speed.

DROP INDEX CONCURRENTLY IF EXISTS completion_tagged;

DROP INDEX CONCURRENTLY IF EXISTS task_part;

DROP INDEX CONCURRENTLY IF EXISTS task_tagged;
