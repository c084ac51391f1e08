-- A sync cursor is {epoch, revision}. Revisions only mean something within one history of the database, so the epoch
-- belongs to the database itself: restoring a backup gives it a new one, and every device whose cursor names the old epoch
-- is told to pull a full snapshot instead of silently missing what was lost.
-- The id names this installation for good, over restores too, so that two databases are never mistaken for one another.

-- forward

CREATE TABLE instance (
    singleton boolean PRIMARY KEY CHECK (singleton),
    id uuid NOT NULL,
    epoch uuid NOT NULL,
    epoch_began_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
);

COMMENT ON TABLE instance IS 'This installation: one row';

COMMENT ON COLUMN instance.epoch IS 'Part of every sync cursor; rotated by a restore from backup';

INSERT INTO instance (singleton, id, epoch, epoch_began_at, created_at)
SELECT true, gen_random_uuid(), gen_random_uuid(), at, at FROM (SELECT now() AS at) AS moment;

-- backward
-- Nothing but this row knows the epoch, so going forward again begins a new one and every device pulls a snapshot.

DROP TABLE instance;
