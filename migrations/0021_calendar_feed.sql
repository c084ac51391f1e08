-- Secret addresses under which calendar programs read an account's dates.

-- forward

CREATE TABLE calendar_feed (
    account_id uuid NOT NULL REFERENCES account,
    feed_id uuid NOT NULL,
    label text NOT NULL CHECK (label <> '' AND octet_length(label) <= 400),
    -- Of one list only; of all where it is null.
    list_id uuid,
    -- Of the address nothing but this is kept.
    secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
    created_at timestamptz NOT NULL,
    -- Accurate to an hour.
    last_read_at timestamptz,
    PRIMARY KEY (account_id, feed_id)
);

ALTER TABLE calendar_feed ENABLE ROW LEVEL SECURITY;

ALTER TABLE calendar_feed FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON calendar_feed
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

-- Backups read many accounts with one statement.
CREATE POLICY rows_of_group ON calendar_feed FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Every feed ends.

DROP TABLE calendar_feed;
