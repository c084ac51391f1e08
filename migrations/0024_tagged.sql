-- What has tags is found by them. Whatever has none is in neither index.
-- no transaction: indexes of large tables are made while others write
-- repeatable: everything new is dropped first
-- forward

DROP INDEX CONCURRENTLY IF EXISTS task_tagged;

CREATE INDEX CONCURRENTLY task_tagged ON task (account_id, sort_order, task_id)
    WHERE tags IS NOT NULL AND deleted_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS completion_tagged;

CREATE INDEX CONCURRENTLY completion_tagged ON completion (account_id, completed_at) WHERE tags IS NOT NULL;

-- backward
-- Nothing is lost but speed.

DROP INDEX CONCURRENTLY IF EXISTS completion_tagged;

DROP INDEX CONCURRENTLY IF EXISTS task_tagged;
