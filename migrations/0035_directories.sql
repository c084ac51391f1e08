-- Tables that lead to an account, or say when to look at one, refer to no table of user data any more: where user data is spread
-- over several machines by account (docs/admin/citus.md) they stay in one place, and a key from there would be held one way only.
-- Nothing counts on these keys: deleting an account empties every table that has rows of it and looks whether any is left, and
-- what is written here is written under a lock of the account, or finds its end by itself.
-- older servers: go on
-- forward

ALTER TABLE login DROP CONSTRAINT login_account_id_fkey;

ALTER TABLE app_password DROP CONSTRAINT app_password_account_id_fkey;

ALTER TABLE pairing DROP CONSTRAINT pairing_account_id_fkey;

ALTER TABLE merged_account DROP CONSTRAINT merged_account_account_id_fkey;

ALTER TABLE deletion DROP CONSTRAINT deletion_account_id_fkey;

ALTER TABLE identity DROP CONSTRAINT identity_account_id_fkey;

ALTER TABLE sign_in_attempt DROP CONSTRAINT sign_in_attempt_account_id_fkey;

ALTER TABLE day_turn DROP CONSTRAINT day_turn_account_id_fkey;

ALTER TABLE reminder DROP CONSTRAINT reminder_account_id_fkey;

ALTER TABLE change_cursor DROP CONSTRAINT change_cursor_account_id_fkey;

ALTER TABLE change_cursor DROP CONSTRAINT change_cursor_account_id_channel_id_fkey;

-- backward
-- Nothing is lost but rows of accounts and channels that are gone, which the keys would refuse.

DELETE FROM login WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = login.account_id);

ALTER TABLE login ADD CONSTRAINT login_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM app_password WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = app_password.account_id);

ALTER TABLE app_password ADD CONSTRAINT app_password_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM pairing WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = pairing.account_id);

ALTER TABLE pairing ADD CONSTRAINT pairing_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM merged_account WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = merged_account.account_id);

ALTER TABLE merged_account ADD CONSTRAINT merged_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

UPDATE deletion SET account_id = NULL, finished_at = worked_at
WHERE account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = deletion.account_id);

ALTER TABLE deletion ADD CONSTRAINT deletion_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM identity WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = identity.account_id);

ALTER TABLE identity ADD CONSTRAINT identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM sign_in_attempt WHERE account_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = sign_in_attempt.account_id);

ALTER TABLE sign_in_attempt ADD CONSTRAINT sign_in_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM day_turn WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = day_turn.account_id);

ALTER TABLE day_turn ADD CONSTRAINT day_turn_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM reminder WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = reminder.account_id);

ALTER TABLE reminder ADD CONSTRAINT reminder_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

DELETE FROM change_cursor WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account_id = change_cursor.account_id);

ALTER TABLE change_cursor ADD CONSTRAINT change_cursor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account;

-- The owner of the tables sees the channels of all accounts for two statements, of which one checks the new key.
ALTER TABLE channel NO FORCE ROW LEVEL SECURITY;

DELETE FROM change_cursor WHERE NOT EXISTS (SELECT 1 FROM channel
    WHERE channel.account_id = change_cursor.account_id AND channel.channel_id = change_cursor.channel_id);

ALTER TABLE change_cursor ADD CONSTRAINT change_cursor_account_id_channel_id_fkey
    FOREIGN KEY (account_id, channel_id) REFERENCES channel ON DELETE CASCADE;

ALTER TABLE channel FORCE ROW LEVEL SECURITY;
