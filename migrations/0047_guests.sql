-- Events and journals that calendar programs keep in lists beside the tasks, in collections that were made for them. Nothing of
-- Daybook understands them: each is kept whole, as it came, and the last who writes it has it. Every change of one has its line in the
-- ledger, which says nothing; a guest is of that line's revision, so that it stands in one order with the tasks, and `changed_at` says
-- when that was. One that was deleted is kept for as long as a task is. `dav_resource` has a name for it as for a task, with the
-- `component` that it is, which a task has not. `guests` counts those that are not deleted, `guest_bytes` what all of them take.
-- `dav_guard` counts what a program deletes of them beside the tasks. Nobody has any yet, and none is taken before the operator says
-- that no older server runs.
-- older servers: go on
-- forward

ALTER TABLE account_clock ADD COLUMN guests integer NOT NULL DEFAULT 0;

ALTER TABLE account_clock ADD COLUMN guest_bytes bigint NOT NULL DEFAULT 0;

ALTER TABLE dav_resource ADD COLUMN component text;

ALTER TABLE dav_guard ADD COLUMN guest_deletions integer NOT NULL DEFAULT 0;

ALTER TABLE dav_guard ADD COLUMN guests_among integer NOT NULL DEFAULT 0;

CREATE TABLE dav_guest (
    account_id uuid NOT NULL REFERENCES account,
    guest_id uuid NOT NULL,
    list_id uuid NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 255),
    uid text COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1024),
    -- VEVENT or VJOURNAL.
    component text NOT NULL,
    octets bytea NOT NULL,
    written_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    revision bigint NOT NULL CHECK (revision > 0),
    deleted_at timestamptz,
    PRIMARY KEY (account_id, guest_id)
);

COMMENT ON TABLE dav_guest IS 'Events and journals of calendar programs, as they came';

CREATE UNIQUE INDEX dav_guest_by_name ON dav_guest (account_id, list_id, name) WHERE deleted_at IS NULL;

-- Where the index of names is made anew, and where what a device deleted comes back.
CREATE INDEX dav_guest_by_revision ON dav_guest (account_id, revision);

CREATE INDEX dav_guest_by_deletion ON dav_guest (account_id, deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE dav_guest ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_guest FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_guest
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_guest
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Events and journals are gone; lists and tasks stay. Programs are sent everything again, so that they hear of it.

UPDATE account_clock SET shelved_revision = NULL, min_revision = revision WHERE guest_bytes > 0;

ALTER TABLE dav_resource NO FORCE ROW LEVEL SECURITY;

DELETE FROM dav_resource USING account_clock
WHERE account_clock.account_id = dav_resource.account_id AND account_clock.guest_bytes > 0;

ALTER TABLE dav_resource FORCE ROW LEVEL SECURITY;

DROP TABLE dav_guest;

ALTER TABLE dav_guard DROP COLUMN guests_among;

ALTER TABLE dav_guard DROP COLUMN guest_deletions;

ALTER TABLE dav_resource DROP COLUMN component;

ALTER TABLE account_clock DROP COLUMN guest_bytes;

ALTER TABLE account_clock DROP COLUMN guests;
