-- A task may be part of another. Null in most rows, where it takes no room.
-- forward

-- No foreign key: a part may come before what it is part of.
ALTER TABLE task ADD COLUMN parent_id uuid;

-- backward
-- What tasks are part of is lost. What was said of it stands in the ledger.

ALTER TABLE task DROP COLUMN parent_id;
