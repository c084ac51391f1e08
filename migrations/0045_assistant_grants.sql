-- What people let assistants in with (OAuth 2.1). A row begins with the digest of a code, which is good until `ends_at`, and what the
-- code is bound to: the client, the address that it went to, the resource, and the challenge that only the client can answer. Once it
-- was exchanged, it has the device and the token that came of it, the digests by which refresh tokens are known, of all of them and of
-- the one that counts, and `ends_at` says when nobody may refresh any more. Nothing in a row lets anybody in.
-- older servers: go on
-- forward

CREATE TABLE assistant_grant (
    account_id uuid NOT NULL REFERENCES account,
    grant_id uuid NOT NULL,
    client_hash bytea NOT NULL CHECK (octet_length(client_hash) = 32),
    redirect_hash bytea NOT NULL CHECK (octet_length(redirect_hash) = 32),
    resource_hash bytea NOT NULL CHECK (octet_length(resource_hash) = 32),
    challenge bytea NOT NULL CHECK (octet_length(challenge) = 32),
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    created_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    device_id uuid,
    token_id uuid,
    family_hash bytea CHECK (octet_length(family_hash) = 32),
    refresh_hash bytea CHECK (octet_length(refresh_hash) = 32),
    PRIMARY KEY (account_id, grant_id),
    CHECK (num_nulls(device_id, token_id, family_hash, refresh_hash) IN (0, 4)),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
);

ALTER TABLE assistant_grant ENABLE ROW LEVEL SECURITY;

ALTER TABLE assistant_grant FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON assistant_grant
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON assistant_grant FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Assistants that came in by themselves stay until their hour is over, and then have to be let in again.

DROP TABLE assistant_grant;
