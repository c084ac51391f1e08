-- A second factor for passwords: an app that shows a code for each half minute (RFC 6238). Its secret is sealed with the server's
-- key. A row counts once a code has shown that the app has the secret; `last_step` is the half minute whose code counted last, so
-- that none counts twice. `trusted_device` holds the devices that were let in with a code and are not asked again for a while; no
-- account without a second factor has a row in either.
-- older servers: go on
-- forward

CREATE TABLE second_factor (
    account_id uuid PRIMARY KEY REFERENCES account,
    secret_sealed bytea NOT NULL,
    began_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    last_step bigint NOT NULL CHECK (last_step >= 0)
);

CREATE TABLE trusted_device (
    account_id uuid NOT NULL,
    device_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_id),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
);

ALTER TABLE second_factor ENABLE ROW LEVEL SECURITY;

ALTER TABLE second_factor FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON second_factor
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON second_factor FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

ALTER TABLE trusted_device ENABLE ROW LEVEL SECURITY;

ALTER TABLE trusted_device FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON trusted_device
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON trusted_device FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- A password alone lets in again.

DROP TABLE trusted_device;

DROP TABLE second_factor;
