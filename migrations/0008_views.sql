-- What an app puts on a screen is read far more often than it is written, so each view reads its rows from an index in the
-- order in which it shows them, and a view of a few tasks costs the same in an account of a hundred thousand.
-- Four indexes serve ten views: a task by its date (inbox of the three-view app, today, upcoming) and by its list (lists, inbox of the
-- list app) in the order of views; open tasks by date (past) and by when they are due (overdue), which a completion leaves.
-- The widget takes what it shows from these, the board and the backlog from task_by_place, completions from completion_by_time.

-- forward

CREATE INDEX task_by_date ON task (account_id, scheduled_date, state, sort_order, task_id) WHERE deleted_at IS NULL;

CREATE INDEX task_in_list ON task (account_id, list_id, state, sort_order, task_id) WHERE deleted_at IS NULL;

CREATE INDEX task_open_by_date ON task (account_id, scheduled_date)
    WHERE scheduled_date IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

CREATE INDEX task_open_by_due ON task (account_id, due_at)
    WHERE due_at IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL;

-- backward
-- Nothing is lost but speed.

DROP INDEX task_open_by_due;

DROP INDEX task_open_by_date;

DROP INDEX task_in_list;

DROP INDEX task_by_date;
