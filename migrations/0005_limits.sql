-- Who may begin, and how often anybody may try. Invitations are known by the hash of their code. A throttle counts attempts
-- of one kind by one subject (the keyed hash of an address, an email, an account) in one window of time, over all server
-- processes; it need not survive a crash.

-- forward

CREATE TABLE invite (
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    invite_id uuid NOT NULL,
    label text CHECK (label <> ''),
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    uses_left integer NOT NULL CHECK (uses_left >= 0)
);

CREATE UNLOGGED TABLE throttle (
    subject bytea PRIMARY KEY CHECK (octet_length(subject) = 32),
    began_at timestamptz NOT NULL,
    count integer NOT NULL CHECK (count >= 0)
);

CREATE INDEX throttle_by_age ON throttle (began_at);

-- backward
-- Invitations that were given out are worth nothing any more.

DROP TABLE throttle;

DROP TABLE invite;
