-- What an account is reminded of next is read in order, however much of it there is. And a telling's row changes without its
-- indexes: what waits is found among what was made for a channel lately, so that no index speaks of a state any more.
-- no transaction: indexes of large tables are made while others write
-- repeatable: everything new is dropped first
-- forward

DROP INDEX CONCURRENTLY IF EXISTS task_reminder;

CREATE INDEX CONCURRENTLY task_reminder ON task (account_id, reminder_at, task_id)
    WHERE reminder_at IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS delivery_waiting;

-- backward
-- Nothing is lost but speed.

DROP INDEX CONCURRENTLY IF EXISTS delivery_waiting;

CREATE INDEX CONCURRENTLY delivery_waiting ON delivery (account_id, channel_id) WHERE state = 'waiting';

DROP INDEX CONCURRENTLY IF EXISTS task_reminder;
