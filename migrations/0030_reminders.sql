-- Reminders: when to look at what, where an account's devices want to be told, and what became of each telling.
-- A reminder's row is written in the transaction that changes its task, and says what is wanted; whoever sends makes what
-- was told agree with it. It is a hint of when to look, and `delivery`'s key is why nobody is told the same thing twice.

-- forward

CREATE TABLE reminder (
    account_id uuid NOT NULL REFERENCES account,
    -- A task; or the account's own moments (its review, its digests), where it is zero.
    subject_id uuid NOT NULL,
    -- What is wanted: a reminder at this time, or none, so that what was shown has to be taken back. Of the account's own
    -- moments, up to when they were told.
    due_at timestamptz,
    look_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, subject_id)
) WITH (fillfactor = 80);

COMMENT ON TABLE reminder IS 'When to look at whose reminders; holds nothing that a user wrote';

CREATE INDEX reminder_by_time ON reminder (look_at, account_id);

CREATE TABLE channel (
    account_id uuid NOT NULL REFERENCES account,
    channel_id uuid NOT NULL,
    -- It goes with the device that made it.
    device_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL CHECK (name <> '' AND octet_length(name) <= 400),
    -- Bits, as Wants has them.
    wants integer NOT NULL,
    language text NOT NULL,
    -- Sealed with the server's secret key; the hash finds the same address again.
    address bytea NOT NULL,
    address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
    created_at timestamptz NOT NULL,
    off_reason text,
    failing_since timestamptz,
    delivered_at timestamptz,
    PRIMARY KEY (account_id, channel_id)
);

CREATE TABLE change_cursor (
    account_id uuid NOT NULL REFERENCES account,
    channel_id uuid NOT NULL,
    -- Up to here the ledger was told over the channel.
    told_revision bigint NOT NULL CHECK (told_revision >= 0),
    -- A server process has taken it until then, or it is tried again then; null: whoever finds it may take it.
    try_at timestamptz,
    -- Failures since something arrived, and changes that the receiver refused for good.
    attempts integer NOT NULL DEFAULT 0,
    refused bigint NOT NULL DEFAULT 0,
    -- The channel was found off; nobody looks until it is on again.
    is_paused boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, channel_id),
    FOREIGN KEY (account_id, channel_id) REFERENCES channel ON DELETE CASCADE
) WITH (fillfactor = 70);

COMMENT ON TABLE change_cursor IS 'How far changes are told over which channel; holds nothing that a user wrote';

CREATE INDEX change_cursor_by_time ON change_cursor (try_at) WHERE try_at IS NOT NULL;

-- Whoever commits a change learns with the lock that somebody wants to hear of it.
ALTER TABLE account_clock ADD COLUMN tells_changes boolean NOT NULL DEFAULT false;

CREATE TABLE delivery (
    account_id uuid NOT NULL REFERENCES account,
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    due_at timestamptz NOT NULL,
    channel_id uuid NOT NULL,
    made_at timestamptz NOT NULL,
    -- How many things it speaks of, where it is not one.
    amount integer,
    -- waiting, delivered, failed, dropped.
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    try_at timestamptz,
    ended_at timestamptz,
    reason text,
    PRIMARY KEY (account_id, subject_id, kind, due_at, channel_id)
) WITH (fillfactor = 80);

CREATE INDEX delivery_by_channel ON delivery (account_id, channel_id, made_at DESC);

CREATE INDEX delivery_waiting ON delivery (account_id, channel_id) WHERE state = 'waiting';

ALTER TABLE channel ENABLE ROW LEVEL SECURITY;

ALTER TABLE channel FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON channel
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON channel
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE delivery ENABLE ROW LEVEL SECURITY;

ALTER TABLE delivery FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON delivery
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON delivery
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- Reminders that are still to come. The owner of the tables sees all accounts for one statement.
ALTER TABLE task NO FORCE ROW LEVEL SECURITY;

INSERT INTO reminder (account_id, subject_id, due_at, look_at)
SELECT account_id, task_id, reminder_at, reminder_at FROM task
WHERE reminder_at > now() AND deleted_at IS NULL AND completed_at IS NULL;

ALTER TABLE task FORCE ROW LEVEL SECURITY;

-- backward
-- Nothing that a user wrote is lost, but channels have to be set up again.

ALTER TABLE account_clock DROP COLUMN tells_changes;

DROP TABLE delivery;

DROP TABLE change_cursor;

DROP TABLE channel;

DROP TABLE reminder;
