-- Sending reminders can be paused for all servers of a database at once: each looks here whenever it takes what is due. A column
-- with no default is added without touching rows, and the release before does not know it and goes on sending.

-- forward

ALTER TABLE instance ADD COLUMN reminders_paused_at timestamptz;

COMMENT ON COLUMN instance.reminders_paused_at IS 'Since when no server sends what is due; null: it is sent';

-- backward
-- What was paused is sent.

ALTER TABLE instance DROP COLUMN reminders_paused_at;
