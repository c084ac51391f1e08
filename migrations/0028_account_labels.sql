-- What the operator calls an account: whose it is, where it came from. Null until said.

-- forward

ALTER TABLE account ADD COLUMN label text;

COMMENT ON TABLE account IS 'Directory of accounts; holds nothing that a user wrote, and what the operator calls them';

-- backward
-- The labels are lost.

ALTER TABLE account DROP COLUMN label;

COMMENT ON TABLE account IS 'Directory of accounts; holds nothing that a user wrote';
