-- Identities that other providers vouch for, known by issuer and subject and never by email. `identity` is the directory that
-- leads to the account; `identity_link` is the account's own side of it, with Apple's refresh token sealed by the server's
-- secret. An attempt is one sign-in under way: its state and nonce are kept as hashes, are good once and for minutes.

-- forward

CREATE TABLE identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL REFERENCES account,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX identity_of_account ON identity (account_id);

CREATE TABLE identity_link (
    account_id uuid NOT NULL REFERENCES account,
    issuer text NOT NULL,
    subject text NOT NULL,
    linked_at timestamptz NOT NULL,
    refresh_token_sealed bytea,
    PRIMARY KEY (account_id, issuer, subject)
);

ALTER TABLE identity_link ENABLE ROW LEVEL SECURITY;

ALTER TABLE identity_link FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON identity_link
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE TABLE sign_in_attempt (
    attempt_hash bytea PRIMARY KEY CHECK (octet_length(attempt_hash) = 32),
    provider text,
    nonce_hash bytea,
    verifier_sealed bytea,
    -- Of whoever wants to link; null for who signs in.
    account_id uuid REFERENCES account,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_attempt_of_account ON sign_in_attempt (account_id) WHERE account_id IS NOT NULL;

CREATE INDEX sign_in_attempt_by_expiry ON sign_in_attempt (expires_at);

-- backward
-- Nobody can sign in through a provider any more; the devices that are in stay in.

DROP TABLE sign_in_attempt;

DROP TABLE identity_link;

DROP TABLE identity;
