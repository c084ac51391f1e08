-- A list may be a saved filter, which shows what its filter finds. Null in most rows, where it takes no room.
-- forward

ALTER TABLE list ADD COLUMN filter text;

-- backward
-- What saved filters show is lost. What was said of it stands in the ledger.

ALTER TABLE list DROP COLUMN filter;
