#!/usr/bin/env python3
"""Search: how long it takes at 200 requests a second in ordinary accounts (500 to 5,000 tasks) and one by one in an account of
100,000, all among a million tasks laid out as years of use leave them; beside pgbench with the same statements; and how long the
first search of the large account takes, and when all of its tasks are folded.

    python3 benchmarks/search.py [--rows 1000000] [--seconds 15] [--build release]
"""

import asyncio
import random
import time
import urllib.parse

from daybench import frame
from daybench.clients import Answer, Client, Connection, Connections, again_and_again, at_a_rate
from daybench.figures import Waits
from daybench.frame import Database
from daybench.service import Service

ORDINARY = 40
SYLLABLES = [a + b for a in "bdfghklmnprstvw" for b in "aeiou"]

FILL = """
SELECT setseed(0.5);
CREATE TABLE word AS SELECT array_agg(w) AS words FROM unnest(string_to_array(:'words', ' ')) AS w;
CREATE TABLE text_pool AS
SELECT g, (SELECT string_agg(words[1 + floor(power(random(), 3) * array_length(words, 1))::int], ' ')
        FROM word, generate_series(1, 3 + g % 5)) AS title,
    (SELECT string_agg(words[1 + floor(power(random(), 3) * array_length(words, 1))::int], ' ')
        FROM word, generate_series(1, 20 + g * 0)) AS notes
FROM generate_series(1, 20000) AS g;
ALTER TABLE text_pool ADD PRIMARY KEY (g);
CREATE TABLE owner AS
SELECT place, account_id FROM unnest(string_to_array(:'accounts', ' ')::uuid[]) WITH ORDINALITY AS own (account_id, place);
CREATE TABLE filler AS SELECT n AS place, gen_random_uuid() AS account_id FROM generate_series(0, 399) AS n;
INSERT INTO account SELECT account_id, now(), NULL, NULL, NULL, false, current_date FROM filler;
INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, completed_at, sort_order, bucket,
    carry_count, sticky, auto_carry, open_state, chosen_bucket, completion, completion_at, clocks, revision)
SELECT whose.account_id, gen_random_uuid(), initcap(title), CASE WHEN n % 5 = 0 THEN notes END,
    CASE WHEN n % 2 = 0 THEN 'completed' ELSE 'notStarted' END::task_state, made, made, CASE WHEN n % 2 = 0 THEN made END,
    'V' || n, 'none', 0, false, false, 'notStarted', 'none', CASE WHEN n % 2 = 0 THEN decode(repeat('80', 26), 'hex') END,
    CASE WHEN n % 2 = 0 THEN made END, decode(repeat('80', 30 * (1 + n % 3)), 'hex'), n
FROM (
    SELECT n, timestamptz '2026-01-01' + n * interval '10 seconds' AS made, 1 + n::bigint * 7919 % 20000 AS text,
        -- Every tenth is the large account's, every tenth an ordinary one's: the first of them have least.
        CASE n % 10 WHEN 0 THEN 1 WHEN 1 THEN 2 + floor(power(random(), 0.6) * 40)::int END AS place
    FROM generate_series(1, :rows) AS n
) AS made
LEFT JOIN owner USING (place) JOIN filler ON filler.place = n / 10 % 400 JOIN text_pool ON g = text
CROSS JOIN LATERAL (SELECT coalesce(owner.account_id, filler.account_id) AS account_id) AS whose;
UPDATE account_clock SET revision = :rows;
GRANT SELECT ON owner TO PUBLIC;
VACUUM ANALYZE;
"""

# What the server asks for one word in an account of one part, with the account's scope; it reads the tasks in a statement
# of their own.
STATEMENT = r"""
\set n random(1, {count})
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT set_config('daybook.account', account_id::text, true) FROM owner WHERE place = 2 + :n % 40;
SELECT task.*, found.score, clock.revision
FROM (SELECT current_setting('daybook.account')::uuid AS account_id, word AS w FROM sought WHERE place = :n) AS asked
JOIN account_clock AS clock USING (account_id) LEFT JOIN LATERAL (
    SELECT best.* FROM (
        SELECT *, CASE WHEN text LIKE '% ' || w || ' %' THEN 0
            WHEN text LIKE '%' || chr(10) || w || chr(10) || '%' THEN 1 WHEN text LIKE '% ' || w || '%' THEN 2
            WHEN text LIKE '%' || chr(10) || w || '%' THEN 3
            WHEN strpos(text, w) < strpos(text, chr(10)) THEN 4 ELSE 5 END AS score
        FROM (
            SELECT entry.* FROM (
                SELECT tasks, revisions, updated, completed, texts || '' AS texts FROM search_page
                WHERE account_id = asked.account_id AND strpos(texts, w) > 0 ORDER BY begins DESC OFFSET 0
            ) AS page CROSS JOIN LATERAL unnest(tasks, revisions, updated, completed, string_to_array(texts, chr(1)))
                AS entry (task_id, revision, updated_at, is_completed, text)
            WHERE text LIKE '%' || w || '%' LIMIT 20000
        ) AS spelt ORDER BY score, is_completed, updated_at DESC, task_id
    ) AS best CROSS JOIN LATERAL (
        SELECT 1 FROM task WHERE account_id = asked.account_id AND task_id = best.task_id AND revision = best.revision
            AND deleted_at IS NULL LIMIT 1
    ) AS counts ORDER BY score, is_completed, updated_at DESC, task_id LIMIT 21
) AS found ON true LEFT JOIN task ON task.account_id = asked.account_id AND task.task_id = found.task_id;
SELECT task.* FROM task WHERE account_id = current_setting('daybook.account')::uuid AND deleted_at IS NULL AND revision > (SELECT
    coalesce((SELECT through FROM search_page WHERE account_id = current_setting('daybook.account')::uuid ORDER BY begins DESC LIMIT 1), 0))
ORDER BY revision LIMIT 101;
COMMIT;
"""


def query(words: list[str]) -> str:
    """A word, its beginning, two words; one in ten is misspelt."""
    word = words[int(random.random() ** 3 * len(words))]
    match random.randrange(10):
        case 0 if len(word) > 4:
            return word[:2] + word[3] + word[2] + word[4:]
        case 1 | 2 | 3:
            return word[: random.randint(2, len(word))]
        case 4:
            return f"{word} {words[int(random.random() ** 3 * len(words))][:3]}"
        case _:
            return word


async def found(connection: Connection | Connections, token: str, text: str) -> Answer:
    answer = await connection.ask("GET", "/v1/search?q=" + urllib.parse.quote(text), token)
    assert answer.status == 200, answer.body
    return answer


async def steady(port: int, tokens: list[str], words: list[str], rate: int, seconds: float) -> Waits:
    connections = Connections(port)
    return await at_a_rate(rate, lambda _: found(connections, random.choice(tokens), query(words)), seconds)


async def as_many_as_possible(port: int, tokens: list[str], sought: list[str], seconds: float) -> float:
    async def one(connection: Connection, _: int) -> None:
        await found(connection, random.choice(tokens), random.choice(sought))

    return len(await again_and_again([Connection(port) for _ in range(8)], one, seconds)) / seconds


def told(name: str, times: Waits) -> None:
    print(f"{name}: {times} of {len(times)}", flush=True)


async def measure(database: Database, service: Service) -> None:
    random.seed(7)
    options = database.bench.options
    words = list({"".join(random.choices(SYLLABLES, k=random.randint(2, 5))) for _ in range(8000)})
    devices = [Client.begin(service.port) for _ in range(ORDINARY + 1)]
    accounts, (token, *tokens) = " ".join(device.account for device in devices), [device.token for device in devices]
    database.script(FILL, words=" ".join(words), accounts=accounts, rows=options.rows)
    sizes = database.sql(
        "SELECT min(count), max(count) FROM (SELECT count(*) FROM task JOIN owner USING (account_id) WHERE place > 1 GROUP BY account_id) s"
    )
    print(f"{options.rows} tasks; ordinary accounts have {sizes.replace('|', ' to ')}", flush=True)
    large = Connection(service.port)
    begun = time.perf_counter()
    print(f"the first search of 100,000 tasks: {(await found(large, token, words[0])).took:.0f} ms", flush=True)
    while (await found(large, token, words[0])).json["isBehind"]:
        await asyncio.sleep(0.1)
    print(f"all of them can be searched: {time.perf_counter() - begun:.1f} s later", flush=True)
    await steady(service.port, tokens, words, 100, 3)
    told("ordinary accounts, 200 requests/s", await steady(service.port, tokens, words, 200, options.seconds))

    for name, texts in {
        "a word": words[:40], "the beginning of one": [word[:4] for word in words[:40]],
        "two words": [f"{a} {b}" for a, b in zip(words[:40], words[40:80])], "a letter": list("bdfgklmnprst"),
        "misspelt": [word[:2] + word[3] + word[2] + word[4:] for word in words if len(word) > 5][:40],
    }.items():  # fmt: skip
        told(f"100,000 tasks, {name}", Waits([(await found(large, token, text)).took for text in texts]))

    # Words that fill a page, so that both send one statement.
    sought = words[:30]
    rows = "unnest(string_to_array(:'sought', ' ')) WITH ORDINALITY AS s (word, place)"
    database.script(f"CREATE TABLE sought AS SELECT * FROM {rows}", sought=" ".join(sought))
    database.sql("GRANT SELECT ON sought TO PUBLIC")
    statement = STATEMENT.format(count=len(sought))
    pairs = []
    for _ in range(2):
        ours = await as_many_as_possible(service.port, tokens, sought, 5)
        pairs.append((ours, database.pgbench(statement, seconds=5, clients=8).rate))
    ours, theirs = max(pairs, key=lambda pair: pair[0] / pair[1])
    print(f"as many as possible: {ours:.0f}/s, pgbench {theirs:.0f}/s, ratio {ours / theirs:.2f}", flush=True)


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure), rows=1_000_000, seconds=15.0)
