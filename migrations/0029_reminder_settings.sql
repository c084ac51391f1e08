-- Seven settings about what reminds: the morning's summary, the week's review, the sentences about a region and about what is
-- overdue, the hours in which nothing comes, and whether texts tell titles. A server of the release before writes settings
-- without them, which leaves them as they are.

-- forward

ALTER TABLE account_settings
    ADD COLUMN morning_time time,
    ADD COLUMN weekly_review boolean NOT NULL DEFAULT false,
    ADD COLUMN region_nudges boolean NOT NULL DEFAULT false,
    ADD COLUMN overdue_alerts boolean NOT NULL DEFAULT false,
    ADD COLUMN quiet_from time,
    ADD COLUMN quiet_until time,
    ADD COLUMN private_reminders boolean NOT NULL DEFAULT false;

-- backward
-- These settings are lost.

ALTER TABLE account_settings
    DROP COLUMN private_reminders,
    DROP COLUMN quiet_until,
    DROP COLUMN quiet_from,
    DROP COLUMN overdue_alerts,
    DROP COLUMN region_nudges,
    DROP COLUMN weekly_review,
    DROP COLUMN morning_time;
