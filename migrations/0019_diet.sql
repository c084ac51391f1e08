-- A task and its changes take less room and time to write. What a search reads is no longer written with every task: folded
-- text stands in pages of many tasks (`search_page`), which are made when there is something to fold, and hold which revisions
-- they reach from and through; an entry counts while its task still has the revision at which it was folded. An index's entry
-- with the folded text was a third of all that a task cost.
-- A task in no list and without a date, as most are when they are new, is in one index of the views' order (`task_unfiled`)
-- and not in two. Indexes of open tasks hold what their screens sort by, so a screen reads the rows that it shows and no
-- others. The lines of an entity are found without their revision, by which an entity's few lines are sorted where they are
-- read: so all of them share one entry of the index.
-- The columns with folded text stay for one release, and are emptied as tasks are written.
-- no transaction: indexes of large tables are made while others write
-- repeatable: everything new is dropped first
-- forward

DROP TABLE IF EXISTS search_page;

CREATE TABLE search_page (
    account_id uuid NOT NULL REFERENCES account,
    -- Of the tasks with a revision from the one after `begins` up to `through` all are here that were not deleted; with
    -- them go those of older pages that these were made of.
    begins bigint NOT NULL CHECK (begins >= 0),
    through bigint NOT NULL,
    -- How many entries the account's pages had with this one.
    held bigint NOT NULL CHECK (held >= 0),
    -- One element for each entry, and in `texts` the folded texts in the same order, with U+0001 between them.
    tasks uuid[] NOT NULL,
    revisions bigint[] NOT NULL,
    updated timestamptz[] NOT NULL,
    completed boolean[] NOT NULL,
    texts text NOT NULL,
    PRIMARY KEY (account_id, begins),
    CHECK (through > begins)
);

COMMENT ON TABLE search_page IS 'Folded text of tasks, many to a row, for the search';

-- Compressed it would take a quarter less room, and twice the time to look through.
ALTER TABLE search_page ALTER COLUMN texts SET STORAGE EXTERNAL, ALTER COLUMN tasks SET STORAGE EXTERNAL;

ALTER TABLE search_page ENABLE ROW LEVEL SECURITY;

ALTER TABLE search_page FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON search_page
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

-- The next round of housekeeping folds what there is, and is due at once.
UPDATE chore SET due_at = '2026-01-01' WHERE name = 'sweep accounts' AND due_at > '2026-01-01';

DROP INDEX CONCURRENTLY IF EXISTS task_unfiled;

CREATE INDEX CONCURRENTLY task_unfiled ON task (account_id, state, sort_order, task_id)
    WHERE deleted_at IS NULL AND list_id IS NULL AND scheduled_date IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_filed_by_date;

CREATE INDEX CONCURRENTLY task_filed_by_date ON task (account_id, scheduled_date, state, sort_order, task_id)
    WHERE deleted_at IS NULL AND (list_id IS NOT NULL OR scheduled_date IS NOT NULL);

DROP INDEX CONCURRENTLY IF EXISTS task_filed_in_list;

CREATE INDEX CONCURRENTLY task_filed_in_list ON task (account_id, list_id, state, sort_order, task_id)
    WHERE deleted_at IS NULL AND (list_id IS NOT NULL OR scheduled_date IS NOT NULL);

DROP INDEX CONCURRENTLY IF EXISTS task_open_of_date;

CREATE INDEX CONCURRENTLY task_open_of_date ON task (account_id, scheduled_date, state, sort_order, task_id)
    WHERE scheduled_date IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_open_due;

CREATE INDEX CONCURRENTLY task_open_due ON task (account_id, due_at, state, sort_order, task_id)
    WHERE due_at IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_in_region;

CREATE INDEX CONCURRENTLY task_in_region
    ON task (account_id, region, scheduled_date, entered_backlog_at, state, sort_order, task_id, bucket, sticky)
    WHERE region IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS change_of_entity;

CREATE INDEX CONCURRENTLY change_of_entity ON change (account_id, entity_id);

DROP INDEX CONCURRENTLY IF EXISTS task_to_search;

DROP INDEX CONCURRENTLY IF EXISTS task_to_search_long;

DROP INDEX CONCURRENTLY IF EXISTS task_not_folded;

DROP INDEX CONCURRENTLY IF EXISTS task_by_date;

DROP INDEX CONCURRENTLY IF EXISTS task_in_list;

DROP INDEX CONCURRENTLY IF EXISTS task_open_by_date;

DROP INDEX CONCURRENTLY IF EXISTS task_open_by_due;

DROP INDEX CONCURRENTLY IF EXISTS task_by_place;

DROP INDEX CONCURRENTLY IF EXISTS change_by_entity;

-- backward
-- Nothing that a user wrote is lost. Text that was folded into pages is folded again, by the first search of each account.

DROP INDEX CONCURRENTLY IF EXISTS task_to_search;

CREATE INDEX CONCURRENTLY task_to_search ON task (account_id, revision) INCLUDE (task_id, state, updated_at, search_text)
    WHERE deleted_at IS NULL AND search_text IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_to_search_long;

CREATE INDEX CONCURRENTLY task_to_search_long ON task (account_id, revision)
    WHERE deleted_at IS NULL AND long_search_text IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_not_folded;

CREATE INDEX CONCURRENTLY task_not_folded ON task (account_id)
    WHERE deleted_at IS NULL AND search_text IS NULL AND long_search_text IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_by_date;

CREATE INDEX CONCURRENTLY task_by_date ON task (account_id, scheduled_date, state, sort_order, task_id)
    WHERE deleted_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_in_list;

CREATE INDEX CONCURRENTLY task_in_list ON task (account_id, list_id, state, sort_order, task_id) WHERE deleted_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_open_by_date;

CREATE INDEX CONCURRENTLY task_open_by_date ON task (account_id, scheduled_date)
    WHERE scheduled_date IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_open_by_due;

CREATE INDEX CONCURRENTLY task_open_by_due ON task (account_id, due_at)
    WHERE due_at IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS task_by_place;

CREATE INDEX CONCURRENTLY task_by_place ON task (account_id, region, scheduled_date)
    WHERE region IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS change_by_entity;

CREATE INDEX CONCURRENTLY change_by_entity ON change (account_id, entity_id, revision);

DROP INDEX CONCURRENTLY IF EXISTS change_of_entity;

DROP INDEX CONCURRENTLY IF EXISTS task_in_region;

DROP INDEX CONCURRENTLY IF EXISTS task_open_due;

DROP INDEX CONCURRENTLY IF EXISTS task_open_of_date;

DROP INDEX CONCURRENTLY IF EXISTS task_filed_in_list;

DROP INDEX CONCURRENTLY IF EXISTS task_filed_by_date;

DROP INDEX CONCURRENTLY IF EXISTS task_unfiled;

DROP TABLE IF EXISTS search_page;
