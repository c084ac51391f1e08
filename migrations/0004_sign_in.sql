-- How people get in who have no device of the account at hand, and how accounts go. What must be unique over all accounts is a
-- directory keyed by that value's hash (no uniqueness spans accounts where data is distributed by account), and leads to the
-- account; what the account itself keeps stands beside it. The hash of an email, a guarded subject or a pairing code is keyed
-- with the server's secret, so that a dump of the database alone tells neither whose addresses are in it nor which codes
-- count. Recovery codes are random enough for a plain hash.
-- `deletion` and `merged_account` are what is resumed after a crash: the first also keeps the receipt, which knows nothing of
-- the account once it is gone; the second remembers where an account went, so that its devices can be told.

-- forward

CREATE TABLE login (
    email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
    account_id uuid NOT NULL REFERENCES account
);

CREATE INDEX login_of_account ON login (account_id);

CREATE TABLE credential (
    account_id uuid PRIMARY KEY REFERENCES account,
    -- As it was typed; it is found by its hash.
    email text NOT NULL CHECK (email <> ''),
    -- As libsodium writes it: algorithm, parameters, salt and hash.
    password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
    changed_at timestamptz NOT NULL
);

CREATE TABLE recovery_code (
    account_id uuid NOT NULL REFERENCES account,
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    created_at timestamptz NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (account_id, code_hash)
);

ALTER TABLE credential ENABLE ROW LEVEL SECURITY;

ALTER TABLE credential FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON credential
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

ALTER TABLE recovery_code ENABLE ROW LEVEL SECURITY;

ALTER TABLE recovery_code FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON recovery_code
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

-- Failed logins of one email, or of one device that has been in before. It need not survive a crash.
CREATE UNLOGGED TABLE login_guard (
    subject bytea PRIMARY KEY CHECK (octet_length(subject) = 32),
    failures integer NOT NULL CHECK (failures > 0),
    failed_at timestamptz NOT NULL,
    blocked_until timestamptz NOT NULL
);

CREATE INDEX login_guard_by_age ON login_guard (failed_at);

CREATE TABLE pairing (
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    account_id uuid NOT NULL REFERENCES account,
    pairing_id uuid NOT NULL,
    offered_by uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- What the new device said and shows, and by what it is known again, once it has come.
    device_name text CHECK (device_name <> '' AND octet_length(device_name) <= 400),
    number smallint CHECK (number BETWEEN 0 AND 9999),
    poll_hash bytea CHECK (octet_length(poll_hash) = 32),
    wrong_numbers smallint NOT NULL CHECK (wrong_numbers >= 0),
    confirmed_at timestamptz,
    CHECK ((device_name IS NULL) = (number IS NULL) AND (device_name IS NULL) = (poll_hash IS NULL)),
    CHECK (confirmed_at IS NULL OR number IS NOT NULL)
);

CREATE INDEX pairing_of_account ON pairing (account_id, pairing_id);

CREATE INDEX pairing_by_expiry ON pairing (expires_at);

CREATE TABLE merged_account (
    source_id uuid PRIMARY KEY,
    -- Where everything of the source is, or will be once it is finished.
    account_id uuid NOT NULL REFERENCES account,
    -- Who asked for it, and the hash of the token it had, so that the question can be asked again.
    device_id uuid NOT NULL,
    token_id uuid NOT NULL,
    secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
    began_at timestamptz NOT NULL,
    -- Whoever works on it says so from time to time; when that stops, somebody else takes it up.
    worked_at timestamptz NOT NULL,
    -- The source's ledger up to here is in the account's.
    told_revision bigint NOT NULL CHECK (told_revision >= 0),
    finished_at timestamptz
);

CREATE INDEX merged_account_into ON merged_account (account_id);

CREATE INDEX merged_account_unfinished ON merged_account (worked_at) WHERE finished_at IS NULL;

CREATE TABLE deletion (
    deletion_id uuid PRIMARY KEY,
    -- Until nothing of it is left.
    account_id uuid UNIQUE REFERENCES account,
    began_at timestamptz NOT NULL,
    worked_at timestamptz NOT NULL,
    finished_at timestamptz,
    -- How many rows of each table are gone.
    counts json NOT NULL,
    CHECK ((account_id IS NULL) = (finished_at IS NOT NULL))
);

CREATE INDEX deletion_unfinished ON deletion (worked_at) WHERE finished_at IS NULL;

-- backward
-- Nobody can log in by email any more; the devices that are in stay in. What is being deleted or merged stays half done.

DROP TABLE deletion;

DROP TABLE merged_account;

DROP TABLE pairing;

DROP TABLE login_guard;

DROP TABLE recovery_code;

DROP TABLE credential;

DROP TABLE login;
