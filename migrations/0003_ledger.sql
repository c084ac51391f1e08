-- The ledger and the tables that follow from it. A change locks its account's one row in `account_clock`, so the order of
-- revisions is the order of commits: a reader that has seen revision N can never miss a smaller one, and accounts never
-- wait for each other.
-- Rows carry what merging needs beside what is shown: `clocks` are the field clocks, 30 bytes each distinct clock (8 of
-- milliseconds with the sign bit turned, 2 of counter, 16 of device, 4 of fields as bits), so that they compare byte by byte
-- as clocks do; a single clock is the first 26 of these.
-- What clients wrote as JSON is kept as json, not jsonb: outcomes are told again word for word, and unknown fields keep
-- their order and all their digits.
-- `change` has no foreign key to its account: it is only ever written under the lock of the account's clock.

-- forward

CREATE TYPE task_state AS ENUM ('active', 'notStarted', 'completed');

CREATE TYPE day_region AS ENUM ('morning', 'afternoon', 'evening', 'backlog');

CREATE TYPE region_bucket AS ENUM ('mustDo', 'complementary', 'misc', 'none');

CREATE TYPE change_entity AS ENUM ('task', 'list', 'settings');

CREATE TYPE change_kind AS ENUM ('set', 'delete', 'restore');

CREATE TYPE change_outcome AS ENUM ('applied', 'merged', 'superseded', 'rejected');

CREATE TABLE account_clock (
    account_id uuid PRIMARY KEY REFERENCES account,
    revision bigint NOT NULL CHECK (revision >= 0),
    -- Tombstones up to here may be gone; older cursors cannot be continued.
    min_revision bigint NOT NULL CHECK (min_revision BETWEEN 0 AND revision),
    live_tasks integer NOT NULL CHECK (live_tasks >= 0),
    -- What the account's rows and ledger hold, for its quota.
    stored_bytes bigint NOT NULL CHECK (stored_bytes >= 0)
) WITH (fillfactor = 50);

COMMENT ON TABLE account_clock IS 'The lock and the revision of each account; counts, and nothing that a user wrote';

CREATE TABLE account_settings (
    account_id uuid PRIMARY KEY REFERENCES account,
    time_zone text NOT NULL CHECK (time_zone <> ''),
    first_weekday smallint NOT NULL CHECK (first_weekday BETWEEN 1 AND 7),
    day_start time NOT NULL,
    rollover text NOT NULL CHECK (rollover IN ('off', 'backlog')),
    must_do_limit integer NOT NULL CHECK (must_do_limit >= 0),
    complementary_limit integer NOT NULL CHECK (complementary_limit >= 0),
    misc_limit integer NOT NULL CHECK (misc_limit >= 0),
    complementary_after_must_do boolean NOT NULL,
    review_time time,
    quick_add text NOT NULL CHECK (quick_add IN ('inbox', 'today')),
    link_scheme text NOT NULL CHECK (link_scheme <> ''),
    clocks bytea NOT NULL CHECK (octet_length(clocks) % 30 = 0),
    unknown json,
    revision bigint NOT NULL CHECK (revision >= 0)
);

CREATE TABLE list (
    account_id uuid NOT NULL REFERENCES account,
    list_id uuid NOT NULL,
    name text NOT NULL CHECK (name <> ''),
    color_hex text CHECK (color_hex ~ '^#[0-9A-F]{6}$'),
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    sort_order text COLLATE "C" NOT NULL CHECK (sort_order <> ''),
    deleted_at timestamptz,
    deletion bytea CHECK (octet_length(deletion) = 26),
    clocks bytea NOT NULL CHECK (octet_length(clocks) % 30 = 0),
    unknown json,
    revision bigint NOT NULL CHECK (revision > 0),
    PRIMARY KEY (account_id, list_id),
    CHECK (deleted_at IS NULL OR deletion IS NOT NULL)
);

CREATE INDEX list_by_revision ON list (account_id, revision);

CREATE TABLE task (
    account_id uuid NOT NULL REFERENCES account,
    task_id uuid NOT NULL,
    title text NOT NULL CHECK (title <> ''),
    notes text,
    state task_state NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    completed_at timestamptz,
    scheduled_date date,
    due_at timestamptz,
    reminder_at timestamptz,
    list_id uuid,
    -- A live task's list is there. A deleted one may name a list that was dropped for good, or that nobody knows.
    live_list_id uuid GENERATED ALWAYS AS (CASE WHEN deleted_at IS NULL THEN list_id END) STORED,
    sort_order text COLLATE "C" NOT NULL CHECK (sort_order <> ''),
    region day_region,
    bucket region_bucket NOT NULL,
    carry_count integer NOT NULL CHECK (carry_count >= 0),
    sticky boolean NOT NULL,
    auto_carry boolean NOT NULL,
    category text,
    recurrence json,
    parent_recurring_id uuid,
    entered_backlog_at timestamptz,
    deleted_at timestamptz,
    -- What merging needs.
    open_state task_state NOT NULL CHECK (open_state <> 'completed'),
    chosen_bucket region_bucket NOT NULL,
    completion bytea CHECK (octet_length(completion) = 26),
    completion_at timestamptz,
    reopened_through bytea CHECK (octet_length(reopened_through) = 26),
    deletion bytea CHECK (octet_length(deletion) = 26),
    clocks bytea NOT NULL CHECK (octet_length(clocks) % 30 = 0),
    unknown json,
    revision bigint NOT NULL CHECK (revision > 0),
    PRIMARY KEY (account_id, task_id),
    FOREIGN KEY (account_id, live_list_id) REFERENCES list,
    CHECK ((state = 'completed') = (completed_at IS NOT NULL)),
    CHECK ((completion IS NULL) = (completion_at IS NULL)),
    CHECK (completed_at IS NULL OR completion IS NOT NULL),
    CHECK (deleted_at IS NULL OR deletion IS NOT NULL),
    -- Inside a region of the day every task has a bucket, elsewhere none has.
    CHECK ((region IS NOT NULL AND region <> 'backlog') = (bucket <> 'none')),
    CHECK ((region = 'backlog') IS TRUE = (entered_backlog_at IS NOT NULL))
);

CREATE INDEX task_by_revision ON task (account_id, revision);

CREATE INDEX task_by_list ON task (account_id, list_id) WHERE list_id IS NOT NULL;

CREATE INDEX task_by_place ON task (account_id, region, scheduled_date)
    WHERE region IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

CREATE TABLE change (
    account_id uuid NOT NULL,
    revision bigint NOT NULL CHECK (revision > 0),
    op_id uuid NOT NULL,
    -- All zero is the server itself.
    device_id uuid NOT NULL,
    recorded_at timestamptz NOT NULL,
    at timestamptz NOT NULL,
    counter integer NOT NULL CHECK (counter BETWEEN 0 AND 65535),
    entity change_entity NOT NULL,
    entity_id uuid NOT NULL,
    kind change_kind NOT NULL,
    reopens bytea CHECK (octet_length(reopens) = 26),
    patch json NOT NULL,
    prior json NOT NULL,
    created boolean NOT NULL,
    changed boolean NOT NULL,
    outcome change_outcome NOT NULL,
    -- The outcome as it was told, unless everything asked for was so.
    detail json,
    -- The operation from which the server concluded this one.
    cause uuid,
    PRIMARY KEY (account_id, revision),
    UNIQUE (account_id, op_id),
    CHECK ((outcome = 'applied') = (detail IS NULL))
);

CREATE INDEX change_by_entity ON change (account_id, entity_id, revision);

CREATE INDEX change_by_cause ON change (account_id, cause) WHERE cause IS NOT NULL;

CREATE INDEX change_in_conflict ON change (account_id, revision) WHERE outcome IN ('merged', 'superseded');

CREATE TABLE completion (
    account_id uuid NOT NULL REFERENCES account,
    task_id uuid NOT NULL,
    completed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    list_id uuid,
    category text,
    region day_region,
    PRIMARY KEY (account_id, task_id)
);

COMMENT ON TABLE completion IS 'Completions count for ever, also when their task is gone, so there is no key to it';

CREATE INDEX completion_by_time ON completion (account_id, completed_at);

CREATE TABLE device_sync (
    account_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- Up to here the device has everything.
    acknowledged bigint NOT NULL CHECK (acknowledged >= 0),
    synced_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_id),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
) WITH (fillfactor = 50);

ALTER TABLE account_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE account_settings FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON account_settings
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE list ENABLE ROW LEVEL SECURITY;

ALTER TABLE list FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON list
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE task ENABLE ROW LEVEL SECURITY;

ALTER TABLE task FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON task
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE change ENABLE ROW LEVEL SECURITY;

ALTER TABLE change FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON change
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE completion ENABLE ROW LEVEL SECURITY;

ALTER TABLE completion FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON completion
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE device_sync ENABLE ROW LEVEL SECURITY;

ALTER TABLE device_sync FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON device_sync
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

-- backward
-- Every task, list, setting and their whole history is lost.

DROP TABLE device_sync;

DROP TABLE completion;

DROP TABLE change;

DROP TABLE task;

DROP TABLE list;

DROP TABLE account_settings;

DROP TABLE account_clock;

DROP TYPE change_outcome;

DROP TYPE change_kind;

DROP TYPE change_entity;

DROP TYPE region_bucket;

DROP TYPE day_region;

DROP TYPE task_state;
