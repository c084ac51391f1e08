-- Three more settings: how many open tasks the backlog takes, which tasks the Inbox holds, and in which language captured text is
-- read. A server of the release before writes settings without them, which leaves them as they are.

-- forward

ALTER TABLE account_settings
    ADD COLUMN backlog_limit integer,
    ADD COLUMN inbox_rule text NOT NULL DEFAULT 'unlisted',
    ADD COLUMN capture_language text;

-- backward
-- These settings are lost.

ALTER TABLE account_settings
    DROP COLUMN capture_language,
    DROP COLUMN inbox_rule,
    DROP COLUMN backlog_limit;
