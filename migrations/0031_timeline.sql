-- A standby that is promoted goes on where its copy of the log ended, in a new timeline of the log. What the server before it had
-- acknowledged behind that point is gone, and the same revisions are given out again for other changes. So an epoch belongs to one
-- timeline: statements that ask for the epoch compare the timeline recorded here with the one that the log is in, and answer with
-- another epoch where the two differ (Epoch.swift).
-- forward

ALTER TABLE instance ADD COLUMN timeline text;

ALTER TABLE instance ADD COLUMN loses_nothing boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN instance.timeline IS 'Timeline of the log that the epoch belongs to, as the names of its files begin; null: not compared';

COMMENT ON COLUMN instance.loses_nothing IS 'Standbys are synchronous, so that a promotion keeps the epoch';

-- backward
-- The epoch stays the recorded one, so a promotion that no server has seen yet goes unnoticed: start the newer release once before.

ALTER TABLE instance DROP COLUMN loses_nothing;

ALTER TABLE instance DROP COLUMN timeline;
