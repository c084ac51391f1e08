-- How people get in who have no device of the account at hand. What must be unique over all accounts is a directory keyed by
-- that value's hash (no uniqueness spans accounts where data is distributed by account), and leads to the account; what the
-- account itself keeps stands beside it. An email's hash is keyed with the server's secret, so that a dump of the database
-- alone does not tell whose addresses are in it.

-- forward

CREATE TABLE login (
    email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
    account_id uuid NOT NULL REFERENCES account
);

CREATE INDEX login_of_account ON login (account_id);

CREATE TABLE credential (
    account_id uuid PRIMARY KEY REFERENCES account,
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

CREATE TABLE pairing (
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    account_id uuid NOT NULL REFERENCES account,
    pairing_id uuid NOT NULL,
    offered_by uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries smallint NOT NULL CHECK (tries >= 0),
    -- What the new device said and shows, once it has come.
    device_name text CHECK (device_name <> '' AND octet_length(device_name) <= 400),
    number smallint CHECK (number BETWEEN 0 AND 9999),
    poll_hash bytea CHECK (octet_length(poll_hash) = 32),
    confirmed_at timestamptz
);

CREATE INDEX pairing_of_account ON pairing (account_id);

CREATE INDEX pairing_by_expiry ON pairing (expires_at);

-- backward
-- Nobody can log in by email any more; the devices that are in stay in.

DROP TABLE pairing;

DROP TABLE recovery_code;

DROP TABLE credential;

DROP TABLE login;
