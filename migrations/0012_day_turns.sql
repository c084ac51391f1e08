-- When an account's day turns next, for accounts to which something comes by itself then: a rollover, or the next occurrence
-- of a series that goes by its schedule. Server processes look here for what is due, across accounts; the row is written in
-- the transaction that changes the settings or makes the series, so nobody has to look through accounts for it. Who turns a
-- day does so under the account's own lock, so the row is a hint of when, and not what keeps it from happening twice.
-- The indexes find what speaks for a series without reading its past.

-- forward

CREATE TABLE day_turn (
    account_id uuid PRIMARY KEY REFERENCES account,
    due_at timestamptz NOT NULL
) WITH (fillfactor = 70);

COMMENT ON TABLE day_turn IS 'When the day of an account turns next; holds nothing that a user wrote';

CREATE INDEX day_turn_by_time ON day_turn (due_at, account_id);

CREATE INDEX task_by_series ON task (account_id, parent_recurring_id, scheduled_date)
    WHERE parent_recurring_id IS NOT NULL;

CREATE INDEX task_by_schedule ON task (account_id)
    WHERE recurrence ->> 'onSchedule' = 'true' AND deleted_at IS NULL AND completed_at IS NULL;

-- The owner of the tables sees all accounts for one statement; whoever else is at work waits for the end of this transaction.
ALTER TABLE account_settings NO FORCE ROW LEVEL SECURITY;

INSERT INTO day_turn (account_id, due_at) SELECT account_id, now() FROM account_settings WHERE rollover <> 'off';

ALTER TABLE account_settings FORCE ROW LEVEL SECURITY;

-- backward
-- Nothing that a user wrote is lost; no day turns by itself any more.

DROP INDEX task_by_schedule;

DROP INDEX task_by_series;

DROP TABLE day_turn;
