-- Tasks are read in the user's order, a page at a time, and a task that is moved between two others needs their neighbours:
-- both read as many rows as they show, however many tasks the account has. Deleted tasks stand in no order.

-- forward

CREATE INDEX task_by_order ON task (account_id, sort_order, task_id) WHERE deleted_at IS NULL;

-- backward
-- Nothing is lost; reading in order takes longer.

DROP INDEX task_by_order;
