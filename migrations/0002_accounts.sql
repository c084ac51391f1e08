-- An account is somebody's tasks, lists and history. It needs no name, no address and no birth date: a device that asks for
-- one gets one. `account` is a directory: it knows when and in what standing an account is, and nothing of what it holds.
-- Everything else that belongs to an account begins its keys with `account_id` and has row-level security as a second wall:
-- a statement sees the rows of the account that its transaction named in `daybook.account`, and without one it sees none.
-- Every author of changes is a device, an app's token too, so that the history can say who did what.
-- A token's secret is 32 random bytes, so a plain hash of it is proof against guessing. An app password is 125 bits that
-- people type, without the account in it, so a directory keyed by its hash leads there.
-- `revocation` is what server processes read to drop what they remember of tokens. It names devices and accounts by a hash
-- alone, because it outlives them by minutes. `written_in` is the transaction that wrote the row: a reader that asks for those
-- not finished when it last looked misses none, in whatever order they commit.

-- forward

CREATE TABLE account (
    account_id uuid PRIMARY KEY,
    created_at timestamptz NOT NULL,
    -- When somebody put a login in front of it; until then its devices are the only way in.
    claimed_at timestamptz,
    disabled_at timestamptz,
    -- Set before the first batch of a deletion, so that an interrupted one is finished.
    deleting_at timestamptz,
    is_demo boolean NOT NULL,
    last_seen_on date NOT NULL
);

COMMENT ON TABLE account IS 'Directory of accounts; holds nothing that a user wrote';

CREATE INDEX account_by_last_seen ON account (last_seen_on);

CREATE TABLE device (
    account_id uuid NOT NULL REFERENCES account,
    device_id uuid NOT NULL,
    name text NOT NULL CHECK (name <> '' AND octet_length(name) <= 400),
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    -- A revoked device stays, since the history names it.
    revoked_at timestamptz,
    PRIMARY KEY (account_id, device_id)
);

ALTER TABLE device ENABLE ROW LEVEL SECURITY;

ALTER TABLE device FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON device
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE TABLE token (
    account_id uuid NOT NULL,
    token_id uuid NOT NULL,
    device_id uuid NOT NULL,
    scope text NOT NULL CHECK (scope IN ('full', 'read', 'capture', 'caldav')),
    label text CHECK (label <> '' AND octet_length(label) <= 400),
    secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz,
    -- The secret before the last rotation, until the new one is seen in use.
    prior_secret_hash bytea CHECK (octet_length(prior_secret_hash) = 32),
    prior_until timestamptz,
    PRIMARY KEY (account_id, token_id),
    CHECK ((prior_secret_hash IS NULL) = (prior_until IS NULL)),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
);

CREATE INDEX token_of_device ON token (account_id, device_id);

ALTER TABLE token ENABLE ROW LEVEL SECURITY;

ALTER TABLE token FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON token
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE TABLE app_password (
    secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
    account_id uuid NOT NULL REFERENCES account,
    token_id uuid NOT NULL
);

CREATE INDEX app_password_of_account ON app_password (account_id, token_id);

CREATE TABLE revocation (
    written_in bigint NOT NULL,
    key bytea NOT NULL CHECK (octet_length(key) = 16),
    revoked_at timestamptz NOT NULL,
    PRIMARY KEY (key, written_in)
);

CREATE INDEX revocation_by_transaction ON revocation (written_in);

CREATE INDEX revocation_by_age ON revocation (revoked_at);

-- backward
-- Every account, device and token is lost.

DROP TABLE revocation;

DROP TABLE app_password;

DROP TABLE token;

DROP TABLE device;

DROP TABLE account;
