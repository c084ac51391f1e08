-- A backup by the service's own role reads many small accounts with one statement, in a scope that names exactly these, where it
-- read account by account before. So the tables of user data that only single accounts were read of get the policy that those of
-- the ledger have, for reading alone.
-- forward

CREATE POLICY rows_of_group ON device FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON token FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON device_sync FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON credential FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON recovery_code FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON identity_link FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

CREATE POLICY rows_of_group ON search_page FOR SELECT
    USING (array_position((SELECT nullif(current_setting('daybook.accounts', true), '')::uuid[]), account_id) IS NOT NULL);

-- backward
-- Nothing is lost; backups by the service's own role go account by account.

DROP POLICY rows_of_group ON search_page;

DROP POLICY rows_of_group ON identity_link;

DROP POLICY rows_of_group ON recovery_code;

DROP POLICY rows_of_group ON credential;

DROP POLICY rows_of_group ON device_sync;

DROP POLICY rows_of_group ON token;

DROP POLICY rows_of_group ON device;
