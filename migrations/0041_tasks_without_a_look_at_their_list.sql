-- A task no longer asks for its list: the key looked for the list of each task that was written into one, an eighth of what an
-- import costs PostgreSQL. The core has seen the list under the account's lock when it writes a task into it, a list is dropped for
-- good under the same lock and only where no task names it, and `daybook check` looks for tasks whose list is not there. The column
-- that the key needed stays for servers of the release before and goes with a later one.
-- older servers: go on
-- forward

ALTER TABLE task DROP CONSTRAINT task_account_id_live_list_id_fkey;

-- backward
-- Nothing is lost. All tasks are looked at once, in one question, and nobody writes any meanwhile. The question is the owner's, who
-- sees no row of them otherwise.

ALTER TABLE task NO FORCE ROW LEVEL SECURITY;
ALTER TABLE list NO FORCE ROW LEVEL SECURITY;
ALTER TABLE task ADD CONSTRAINT task_account_id_live_list_id_fkey FOREIGN KEY (account_id, live_list_id) REFERENCES list;
ALTER TABLE list FORCE ROW LEVEL SECURITY;
ALTER TABLE task FORCE ROW LEVEL SECURITY;
