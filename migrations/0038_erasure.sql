-- A task can be erased for good: its words leave every table, and its lines in the ledger stay without them. `erasure` says which
-- tasks were, so that what a device sends of one later is refused and not kept; and how far the work has come. `account_clock`
-- counts them, so that accounts in which nothing was erased, nearly all of them, are never asked.
-- A server of the release before does not ask. What it is sent of an erased task meanwhile lies beneath the task's deletion.
-- older servers: go on
-- forward

ALTER TABLE account_clock ADD COLUMN erasures integer NOT NULL DEFAULT 0;

CREATE TABLE erasure (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    task_id uuid NOT NULL,
    -- Who asked for it.
    device_id uuid NOT NULL,
    erased_at timestamptz NOT NULL,
    -- From then on nothing holds its words; null: some lines of the ledger still may.
    finished_at timestamptz,
    -- Looked over once more, when nothing that had read the task before can be at work.
    is_settled boolean NOT NULL DEFAULT false,
    -- What was removed: words from so many lines, its text from so many pages of the search, octets of a calendar program.
    lines bigint NOT NULL DEFAULT 0,
    search_pages bigint NOT NULL DEFAULT 0,
    octets bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, task_id)
);

COMMENT ON TABLE erasure IS 'Tasks that were erased for good; holds nothing that a user wrote';

ALTER TABLE erasure ENABLE ROW LEVEL SECURITY;

ALTER TABLE erasure FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON erasure
    USING (account_id = (SELECT nullif(current_setting('daybook.account', true), '')::uuid));

CREATE POLICY rows_of_group ON erasure
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Words that were erased stay gone. What a device sends late of such a task is kept again.

DROP TABLE erasure;

ALTER TABLE account_clock DROP COLUMN erasures;
