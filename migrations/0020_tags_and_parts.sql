-- A task has a priority as calendars count it (1 is the highest, 9 the lowest; null says nothing).
-- All of it is null in most tasks, and takes no room there.
-- forward

ALTER TABLE task ADD COLUMN priority smallint;

-- backward
-- Priorities are lost. What was said of them stands in the ledger.

ALTER TABLE task DROP COLUMN priority;
