-- Passkeys (WebAuthn): the public halves of keys that open the account. An authenticator is told the account's id, and hands it over
-- with the key, so nothing else leads from one to the other. `algorithm` is COSE's number; `counter` is what the authenticator counted
-- last, so that a copy of one that counts is found out. Nothing in a row is a secret.
-- older servers: go on
-- forward

CREATE TABLE passkey (
    account_id uuid NOT NULL REFERENCES account,
    passkey_id uuid NOT NULL,
    credential_id bytea NOT NULL CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    algorithm smallint NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL CHECK (counter >= 0),
    may_be_copied boolean NOT NULL,
    name text NOT NULL CHECK (name <> ''),
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    PRIMARY KEY (account_id, passkey_id),
    UNIQUE (account_id, credential_id)
);

ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;

ALTER TABLE passkey FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON passkey
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON passkey FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Nobody signs in with a passkey any more; who has no other way in keeps the devices that are in.

DROP TABLE passkey;
