-- What an operator asks of the whole installation, kept so that no question counts anything: operations are added up where they
-- happen, and a round over the accounts counts the rest now and then. Days are those of UTC. Neither table names an account.

-- forward

CREATE TABLE instance_day (
    day date PRIMARY KEY,
    -- Entries of all ledgers that were written on this day.
    operations bigint NOT NULL CHECK (operations >= 0)
) WITH (fillfactor = 50);

COMMENT ON TABLE instance_day IS 'Operations of each day; holds nothing that a user wrote';

CREATE TABLE instance_census (
    -- The last round of each day stays.
    taken_on date PRIMARY KEY,
    taken_at timestamptz NOT NULL,
    accounts bigint NOT NULL,
    accounts_with_login bigint NOT NULL,
    devices bigint NOT NULL,
    -- Seen on the day of the round, and on that and the six or 29 days before it.
    devices_of_day bigint NOT NULL,
    devices_of_week bigint NOT NULL,
    devices_of_month bigint NOT NULL,
    tasks bigint NOT NULL,
    lists bigint NOT NULL,
    -- What the accounts' rows and ledgers hold, as their quotas count it.
    stored_bytes bigint NOT NULL,
    database_bytes bigint NOT NULL
);

COMMENT ON TABLE instance_census IS 'What all accounts together hold; holds nothing that a user wrote';

-- backward
-- How many operations there were on which day is lost; the rest is counted again.

DROP TABLE instance_census;

DROP TABLE instance_day;
