-- A task has a priority as calendars count it (1 is the highest, 9 the lowest; null says nothing), tags, and a task that it is
-- part of; a completion has the tags that its task had then. All of it is null in most rows, and takes no room there.
-- forward

ALTER TABLE task ADD COLUMN priority smallint, ADD COLUMN tags jsonb,
    -- When each tag was put on and taken off, with those that are gone.
    ADD COLUMN tag_clocks json,
    -- No foreign key: a part may come before what it is part of.
    ADD COLUMN parent_id uuid;

ALTER TABLE completion ADD COLUMN tags jsonb;

-- backward
-- Priorities, tags and what tasks are part of are lost. What was said of them stands in the ledger.

ALTER TABLE completion DROP COLUMN tags;

ALTER TABLE task DROP COLUMN tag_clocks, DROP COLUMN tags, DROP COLUMN priority, DROP COLUMN parent_id;
