-- What is done beside the requests, by one server process at a time: a row says who does it and until when that counts, so
-- that another takes over from one that was killed, and goes on where it was. A row and not a lock of a session, because
-- behind a pooler in transaction mode a session belongs to nobody.
-- The indexes let a look at an account without old deletions cost next to nothing, however many tasks it has.

-- forward

CREATE TABLE chore (
    name text PRIMARY KEY CHECK (name <> ''),
    -- A server process.
    holder uuid NOT NULL,
    held_until timestamptz NOT NULL,
    -- Nobody begins before.
    due_at timestamptz NOT NULL,
    -- Accounts up to here are done in this round.
    done_through uuid
);

COMMENT ON TABLE chore IS 'Work beside the requests: who does it; holds nothing that a user wrote';

CREATE INDEX task_by_deletion ON task (account_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX list_by_deletion ON list (account_id, deleted_at) WHERE deleted_at IS NOT NULL;

-- backward
-- Nothing that a user wrote is lost; every round begins anew.

DROP INDEX list_by_deletion;

DROP INDEX task_by_deletion;

DROP TABLE chore;
