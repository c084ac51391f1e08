-- Statistics count completions where they lie, by an index alone: an account of a hundred thousand is counted in some
-- twenty milliseconds whoever's rows lie between its own. What is derived is stored, since computing it for every row is
-- what such a count would mostly do: the second of a completion, how long the task took, and a hash that stands for its
-- category, which may be too long for an index.
-- `change.postponed` says by how many days somebody moved a task to a later one; the door writes it down. Lines from before
-- are looked through once.
-- statement timeout: 30min

-- forward

ALTER TABLE completion
    ADD COLUMN completed_second bigint NOT NULL GENERATED ALWAYS AS
        (floor(date_part('epoch', completed_at - timestamptz '1970-01-01 00:00:00+00'))::bigint) STORED,
    -- In seconds; a task that was completed before it was made, by a wrong clock, took no time.
    ADD COLUMN took bigint NOT NULL GENERATED ALWAYS AS
        (greatest(0, floor(date_part('epoch', completed_at - created_at)))::bigint) STORED,
    ADD COLUMN category_hash bigint GENERATED ALWAYS AS (hashtextextended(category, 0)) STORED;

DROP INDEX completion_by_time;

CREATE INDEX completion_by_time ON completion (account_id, completed_at)
    INCLUDE (completed_second, took, list_id, region, category_hash);

ALTER TABLE change ADD COLUMN postponed integer CHECK (postponed > 0);

ALTER TABLE change NO FORCE ROW LEVEL SECURITY;

UPDATE change SET postponed = (patch ->> 'scheduledDate')::date - (prior ->> 'scheduledDate')::date
WHERE entity = 'task' AND changed AND NOT created AND cause IS NULL
    AND device_id <> '00000000-0000-0000-0000-000000000000'
    AND patch::text LIKE '%"scheduledDate"%' AND prior::text LIKE '%"scheduledDate"%'
    AND (patch ->> 'scheduledDate') COLLATE "C" > (prior ->> 'scheduledDate');

ALTER TABLE change FORCE ROW LEVEL SECURITY;

CREATE INDEX change_postponing ON change (account_id, at) INCLUDE (entity_id, postponed) WHERE postponed IS NOT NULL;

CREATE INDEX change_adding ON change (account_id, at) WHERE created AND changed AND cause IS NULL AND entity = 'task';

-- backward
-- Nothing is lost; how often tasks were postponed follows from the ledger again.

DROP INDEX change_adding;

DROP INDEX change_postponing;

ALTER TABLE change DROP COLUMN postponed;

DROP INDEX completion_by_time;

ALTER TABLE completion DROP COLUMN completed_second, DROP COLUMN took, DROP COLUMN category_hash;

CREATE INDEX completion_by_time ON completion (account_id, completed_at);
