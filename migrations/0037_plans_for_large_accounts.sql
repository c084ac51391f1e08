-- PostgreSQL keeps one plan for all accounts, made for one of average size. Where most accounts hold a handful of tasks, "all tasks of
-- the account" is then its cheapest way to a single one, and a push of somebody with 10,000 read all of them (790 pages). So it is told
-- that the accounts are few, and so large: it then looks for rows by everything that it knows about them, which is right for small ones,
-- too. Of a table an account is thought to be an eightieth: so little that no whole table is read for it.
-- It counts from the next ANALYZE on, which large tables get here, and small ones from autovacuum.
-- older servers: go on
-- lock timeout: 5s
-- forward

ALTER TABLE task ALTER COLUMN account_id SET (n_distinct = 80);

ALTER TABLE change ALTER COLUMN account_id SET (n_distinct = 80);

ALTER TABLE list ALTER COLUMN account_id SET (n_distinct = 80);

ALTER TABLE completion ALTER COLUMN account_id SET (n_distinct = 80);

ALTER TABLE dav_resource ALTER COLUMN account_id SET (n_distinct = 80);

DO $$ BEGIN IF (SELECT max(reltuples) > 10000 FROM pg_class WHERE relname IN ('task', 'change')) THEN ANALYZE task, change, list, completion, dav_resource; END IF; END $$;

-- backward
-- Plans are made for an account of average size again.

ALTER TABLE task ALTER COLUMN account_id RESET (n_distinct);

ALTER TABLE change ALTER COLUMN account_id RESET (n_distinct);

ALTER TABLE list ALTER COLUMN account_id RESET (n_distinct);

ALTER TABLE completion ALTER COLUMN account_id RESET (n_distinct);

ALTER TABLE dav_resource ALTER COLUMN account_id RESET (n_distinct);
