-- How many bytes a line of the ledger holds, so that whoever reads many can tell before reading what they come to; null for
-- lines of earlier releases, whose texts are measured.

-- forward

ALTER TABLE change ADD COLUMN size integer;

-- backward
-- The texts of all lines are measured again where they are read.

ALTER TABLE change DROP COLUMN size;
