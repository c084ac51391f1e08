-- What assistants would like to have done, and a person decides about. `actions` is what `POST /v1/tasks/batch` takes, with the ids
-- that new tasks will have; `asked_hash` knows the same again. It is words of people and assistants, and changes nothing.
-- older servers: go on
-- forward

CREATE TABLE proposal (
    account_id uuid NOT NULL REFERENCES account,
    proposal_id uuid NOT NULL,
    device_id uuid NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    note text CHECK (octet_length(note) <= 2000),
    actions text NOT NULL CHECK (octet_length(actions) <= 65536),
    asked_hash bytea NOT NULL CHECK (octet_length(asked_hash) = 32),
    PRIMARY KEY (account_id, proposal_id),
    FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
);

ALTER TABLE proposal ENABLE ROW LEVEL SECURITY;

ALTER TABLE proposal FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON proposal
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON proposal FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- What was proposed and not applied yet is lost; it has changed nothing.

DROP TABLE proposal;
