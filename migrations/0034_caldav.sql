-- Calendar programs (CalDAV) see a list as a collection of named resources. What a program must find again stands beside the
-- tasks, and only for accounts that speak CalDAV: `account_clock.shelved_revision` is null for all others, and nothing is read or
-- written for them. Where it is not null, the account's resources are told up to that revision; what came after it, as from a
-- server that does not know of it, is told before the next program is answered.
-- No table that is large today is touched: a column is added to the accounts' clocks, without a value.
-- older servers: go on
-- forward

ALTER TABLE account_clock ADD COLUMN shelved_revision bigint;

CREATE TABLE dav_resource (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    -- The list; zero is the Inbox.
    collection_id uuid NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 255),
    task_id uuid NOT NULL,
    -- Of the task's series, which has a resource for as long as it lives: it shows the task made last.
    series_id uuid NOT NULL,
    -- It is what its series shows now.
    is_head boolean NOT NULL,
    -- As the program calls it; null where that is the id of the series, or of the task where it is none's.
    uid text COLLATE "C" CHECK (octet_length(uid) BETWEEN 1 AND 1024),
    made_at timestamptz NOT NULL,
    -- The last change of something that a program is shown, or that it is gone.
    shown_revision bigint NOT NULL CHECK (shown_revision > 0),
    is_gone boolean NOT NULL,
    PRIMARY KEY (account_id, collection_id, name)
);

COMMENT ON TABLE dav_resource IS 'Names under which calendar programs see tasks, and when each changed; follows from the tasks';

CREATE INDEX dav_resource_by_revision ON dav_resource (account_id, collection_id, shown_revision);

CREATE INDEX dav_resource_of_task ON dav_resource (account_id, task_id);

CREATE INDEX dav_resource_of_series ON dav_resource (account_id, series_id, made_at, task_id) WHERE NOT is_gone;

CREATE INDEX dav_resource_by_uid ON dav_resource (account_id, uid) WHERE uid IS NOT NULL;

CREATE INDEX dav_resource_gone ON dav_resource (account_id, shown_revision) WHERE is_gone;

-- The octets that a program sent, for as long as they say what the task says.
CREATE TABLE dav_body (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    task_id uuid NOT NULL,
    -- They stand for the resource's state of this revision, and for no other.
    shown_revision bigint NOT NULL CHECK (shown_revision > 0),
    octets bytea NOT NULL,
    PRIMARY KEY (account_id, task_id)
);

-- The address that a program gave to a list. Without one it is the list's id.
CREATE TABLE dav_collection (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    segment text COLLATE "C" NOT NULL CHECK (octet_length(segment) BETWEEN 1 AND 255),
    list_id uuid NOT NULL,
    PRIMARY KEY (account_id, segment),
    UNIQUE (account_id, list_id)
);

-- What a device has ever named in what it sent: what it leaves out of that it means to clear.
CREATE TABLE dav_client (
    account_id uuid NOT NULL,
    device_id uuid NOT NULL,
    names text[] NOT NULL,
    PRIMARY KEY (account_id, device_id),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
);

-- What a device has deleted one by one, so that an emptied program does not empty the account.
CREATE TABLE dav_guard (
    account_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- When it last deleted something; a pause begins anew.
    deleted_at timestamptz,
    deletions integer NOT NULL DEFAULT 0 CHECK (deletions >= 0),
    -- How many tasks there were when it began.
    among integer NOT NULL DEFAULT 0 CHECK (among >= 0),
    -- The owner lets it delete what it likes.
    allowed_until timestamptz,
    PRIMARY KEY (account_id, device_id),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
) WITH (fillfactor = 70);

ALTER TABLE dav_resource ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_resource FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_resource
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_resource
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE dav_body ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_body FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_body
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_body
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE dav_collection ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_collection FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_collection
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_collection
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE dav_client ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_client FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_client
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_client
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE dav_guard ENABLE ROW LEVEL SECURITY;

ALTER TABLE dav_guard FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON dav_guard
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON dav_guard
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Tasks and lists stay. Programs have to read everything again, and lists that they made have the address of their id.

DROP TABLE dav_guard;

DROP TABLE dav_client;

DROP TABLE dav_collection;

DROP TABLE dav_body;

DROP TABLE dav_resource;

ALTER TABLE account_clock DROP COLUMN shelved_revision;
