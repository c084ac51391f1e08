-- Identities that other providers vouch for, known by issuer and subject and never by email. `identity` is the directory that
-- leads to the account; `identity_link` is the account's own side of it, with Apple's refresh token sealed by the server's
-- secret.
-- `sign_in_attempt` is one sign-in under way in a browser, for minutes. Its key is the hash of its state, from which the
-- server's secret makes everything else (verifier, nonce, the code that completes it), so none of that is stored.
-- Nonces for native apps carry their own proof and expiry; only those that were used are kept, until they expire.
-- `token_revocation` outlives the account whose tokens it takes out of force, and knows nothing of it.

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
    link_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    linked_at timestamptz NOT NULL,
    -- Who we were to the provider when it gave us the token; only the same client can revoke it.
    client_id text,
    refresh_token_sealed bytea,
    PRIMARY KEY (account_id, link_id),
    UNIQUE (account_id, issuer, subject),
    CHECK ((client_id IS NULL) = (refresh_token_sealed IS NULL))
);

ALTER TABLE identity_link ENABLE ROW LEVEL SECURITY;

ALTER TABLE identity_link FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON identity_link
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE TABLE sign_in_attempt (
    state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
    provider text NOT NULL,
    -- Where the browser goes in the end; null for a page that shows the code.
    return_to text,
    -- Of whoever wants to link; null for who signs in.
    account_id uuid REFERENCES account,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When the browser came back; a state counts once.
    returned_at timestamptz,
    -- Whom the provider vouched for.
    issuer text,
    subject text,
    client_id text,
    refresh_token_sealed bytea,
    CHECK ((issuer IS NULL) = (subject IS NULL)),
    CHECK (issuer IS NULL OR returned_at IS NOT NULL)
);

CREATE INDEX sign_in_attempt_of_account ON sign_in_attempt (account_id) WHERE account_id IS NOT NULL;

CREATE INDEX sign_in_attempt_by_expiry ON sign_in_attempt (expires_at);

CREATE TABLE used_nonce (
    nonce_hash bytea PRIMARY KEY CHECK (octet_length(nonce_hash) = 32),
    expires_at timestamptz NOT NULL
);

CREATE INDEX used_nonce_by_expiry ON used_nonce (expires_at);

CREATE TABLE token_revocation (
    -- Sealed with a nonce of its own, so there are no two alike.
    refresh_token_sealed bytea PRIMARY KEY,
    issuer text NOT NULL,
    client_id text NOT NULL,
    tries integer NOT NULL CHECK (tries >= 0),
    due_at timestamptz NOT NULL
);

CREATE INDEX token_revocation_by_due ON token_revocation (due_at);

-- backward
-- Nobody can sign in through a provider any more; the devices that are in stay in.

DROP TABLE token_revocation;

DROP TABLE used_nonce;

DROP TABLE sign_in_attempt;

DROP TABLE identity_link;

DROP TABLE identity;
