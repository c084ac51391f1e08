-- Order of arrival does not matter: a change of a row that nobody knows yet waits in the ledger and takes part when the row
-- comes, and so does a task whose list is not there. `waiting_change` names the lines that wait and what for, so that whoever
-- brings a row finds them by one look; `account_clock.waiting` counts them, so that accounts in which nothing waits, nearly
-- all of them, are never asked.
-- `device_clock` is what is known of each device's own clock: how far it is off, and the last times that it told and was given,
-- each 26 bytes that compare as clocks do. It is written with every push of a device.

-- forward

ALTER TYPE change_outcome ADD VALUE IF NOT EXISTS 'waiting';

ALTER TABLE account_clock ADD COLUMN waiting integer NOT NULL DEFAULT 0 CHECK (waiting >= 0);

CREATE TABLE waiting_change (
    account_id uuid NOT NULL REFERENCES account,
    -- The line of the ledger that waits.
    revision bigint NOT NULL,
    entity change_entity NOT NULL,
    entity_id uuid NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, revision)
);

COMMENT ON TABLE waiting_change IS 'Changes that came before their rows; holds nothing that a user wrote';

CREATE INDEX waiting_change_by_row ON waiting_change (account_id, entity_id);

CREATE INDEX waiting_change_by_time ON waiting_change (account_id, recorded_at);

CREATE TABLE device_clock (
    account_id uuid NOT NULL REFERENCES account,
    device_id uuid NOT NULL,
    -- By how many milliseconds the device's clock is behind; null where it never said.
    behind bigint,
    sampled_at timestamptz NOT NULL,
    last_given bytea CHECK (octet_length(last_given) = 26),
    last_told bytea CHECK (octet_length(last_told) = 26),
    PRIMARY KEY (account_id, device_id)
) WITH (fillfactor = 50);

COMMENT ON TABLE device_clock IS 'How far the clocks of devices are off; holds nothing that a user wrote';

ALTER TABLE waiting_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE waiting_change FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON waiting_change
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE device_clock ENABLE ROW LEVEL SECURITY;

ALTER TABLE device_clock FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON device_clock
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

-- backward
-- What waits stays in the ledger and takes part in nothing any more; the word `waiting` stays known.

DROP TABLE device_clock;

DROP TABLE waiting_change;

ALTER TABLE account_clock DROP COLUMN waiting;
