-- A database that a thousand accounts share: the variable `account` gets 100,000 tasks, 900 others 1,000 each, everybody's rows between everybody
-- else's. One task in fifty is open; a third of all have a day, a third of the open ones is in the backlog, a quarter has a due time.
CREATE TEMP TABLE crowd AS
SELECT number, CASE WHEN number = 0 THEN :'account'::uuid ELSE gen_random_uuid() END AS account_id,
    CASE WHEN number = 0 THEN 1 ELSE 100 END AS step
FROM generate_series(0, 900) AS number;

INSERT INTO account SELECT account_id, now(), NULL, NULL, NULL, false, CURRENT_DATE FROM crowd WHERE number > 0;

INSERT INTO account_clock SELECT account_id, 1, 0, 1000, 300000 FROM crowd WHERE number > 0;

INSERT INTO account_settings
SELECT account_id, 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0
FROM crowd WHERE number > 0;

INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, completed_at, scheduled_date, due_at,
    sort_order, region, bucket, carry_count, sticky, auto_carry, entered_backlog_at, open_state, chosen_bucket, completion,
    completion_at, clocks, revision)
SELECT account_id, gen_random_uuid(), 'Water the plants ' || n, CASE WHEN n % 4 = 0 THEN 'Those on the balcony, too' END,
    CASE WHEN done THEN 'completed' ELSE 'notStarted' END::task_state, made, made, CASE WHEN done THEN made END,
    CASE WHEN n % 3 = 0 THEN CURRENT_DATE + 30 - (100000 - n) / 500 END, CASE WHEN n % 4 = 0 THEN made + interval '9 hours' END,
    'V' || lpad((n::bigint * 7919 % 1000000)::text, 7, '0'), CASE WHEN NOT done AND n % 3 = 1 THEN 'backlog' END::day_region,
    'none', 0, false, false, CASE WHEN NOT done AND n % 3 = 1 THEN made END, 'notStarted', 'none',
    CASE WHEN done THEN decode(repeat('80', 26), 'hex') END, CASE WHEN done THEN made END, decode(repeat('80', 30), 'hex'), 1
FROM (
    SELECT *, n % 50 > 0 AS done, now() - (100000 - n) * interval '5 minutes' AS made
    FROM generate_series(1, 100000) AS n, crowd WHERE n % step = number % step
) AS made;

INSERT INTO completion
SELECT account_id, task_id, completed_at, created_at, list_id, category, region FROM task
WHERE completed_at IS NOT NULL ORDER BY completed_at ON CONFLICT DO NOTHING;

VACUUM ANALYZE;
