-- Changes of several accounts go to the database together while many wait: one transaction, one statement a table. Its scope
-- names exactly these accounts in `daybook.accounts`, an array. A second policy on the tables that the ledger writes lets their
-- rows be seen and written, beside the one for a single account, so that a server of the release before goes on meanwhile.
-- Its condition is one that no index can be asked by, and that PostgreSQL takes to be true of nearly all rows. With
-- `account_id = ANY (...)` it would look for the rows of either policy one after the other and sort them, where one scan in the
-- order of an index is enough, and take an account for smaller than it is.

-- forward

CREATE POLICY rows_of_group ON account_settings
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON list
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON task
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON change
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON completion
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON waiting_change
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON device_clock
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Nothing is lost; changes go to the database one account at a time.

DROP POLICY rows_of_group ON device_clock;

DROP POLICY rows_of_group ON waiting_change;

DROP POLICY rows_of_group ON completion;

DROP POLICY rows_of_group ON change;

DROP POLICY rows_of_group ON task;

DROP POLICY rows_of_group ON list;

DROP POLICY rows_of_group ON account_settings;
