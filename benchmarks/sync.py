#!/usr/bin/env python3
"""Sync: pushes and pulls beside the same SQL through pgbench, the first sync of a large account, and what many accounts cost.

    python3 benchmarks/sync.py [--rounds 3] [--seconds 4] [--only push,pull,first,size] [--write]

Needs a release build (swift build -c release), wrk and pgbench.
"""

import json
import statistics
import time

from daybench import frame
from daybench.accounts import Account
from daybench.clients import Client, operation
from daybench.figures import middle
from daybench.frame import Bench, Database
from daybench.load import Script
from daybench.processes import cpu_seconds
from daybench.report import Result, alone, cost, growth, ratio
from daybench.service import Service
from daybench.statements import Statement, script, transaction


def new_tasks(count: int) -> list[dict]:
    return [operation({"title": "Water the plants on the balcony"}) for _ in range(count)]


def sent(database: Database, example: Account, mark: str, **wish: object) -> list[Statement]:
    """The transaction with which a fresh service answered what a device wished."""

    def warm(service: Service) -> None:
        """Known from here on: the token, the epoch."""
        Client(service.port, example.token).sync(cursor=example.cursor(database.epoch), limit=1)

    asked = {"wish": lambda service: Client(service.port, example.token).sync(**wish)}
    return transaction(database.captured(asked, warm)["wish"], mark)


# The least that a durable store of many users writes: the task, its history, the user's revision.
LEAST = """
CREATE TABLE IF NOT EXISTS b_user (user_id int PRIMARY KEY, revision bigint NOT NULL);
CREATE TABLE IF NOT EXISTS b_task (user_id int, id uuid, revision bigint NOT NULL, data jsonb NOT NULL, PRIMARY KEY (user_id, id));
CREATE INDEX IF NOT EXISTS b_task_by_revision ON b_task (user_id, revision);
CREATE TABLE IF NOT EXISTS b_history (user_id int, revision bigint, id uuid NOT NULL, data jsonb NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (user_id, revision));
INSERT INTO b_user SELECT n, 500 FROM generate_series(0, 15) n ON CONFLICT DO NOTHING;
INSERT INTO b_task SELECT u, md5(u || '-' || r)::uuid, r, '{task}' FROM generate_series(100, 115) u, generate_series(1, 500) r
    ON CONFLICT DO NOTHING;
ANALYZE b_task;
"""
LEAST_TASK = json.dumps({"notes": "x" * 380})
LEAST_PUSH = """WITH r AS (UPDATE b_user SET revision = revision + {count} WHERE user_id = :client_id RETURNING *), \
t AS (INSERT INTO b_task SELECT user_id, gen_random_uuid(), revision - n, :task::jsonb FROM r, generate_series(0, {count} - 1) n \
RETURNING *) INSERT INTO b_history SELECT user_id, revision, id, data, now() FROM t;
"""
# The same as a program says it: a step, its answer, the next step.
LEAST_STEPS = """BEGIN;
UPDATE b_user SET revision = revision + 1 WHERE user_id = :client_id RETURNING revision \\gset
INSERT INTO b_task VALUES (:client_id, gen_random_uuid(), :revision, :task) RETURNING id \\gset
INSERT INTO b_history VALUES (:client_id, :revision, :id, :task, now());
COMMIT;
"""
LEAST_PULL = """SELECT json_agg(t) FROM (SELECT id, revision, data FROM b_task \
WHERE user_id = :client_id + 100 AND revision > {after} ORDER BY revision LIMIT 100) t;
"""


def least(database: Database, text: str):
    return lambda: database.pgbench(Script(text, {"task": LEAST_TASK}), role=None)


def pushes(
    database: Database, devices: list[Account], count: int, bar: float, of_least: float, of_steps: float = 0
) -> list[Result]:
    example = devices[-1]
    ops = new_tasks(count)
    statements = sent(database, example, "force_generic_plan", cursor=example.cursor(database.epoch), ops=ops)
    # The second round trip begins with the first statement that writes.
    second = next(i for i, s in enumerate(statements) if s.sql.startswith("INSERT"))
    fresh = [op["opId"] for op in ops] + [op["id"] for op in ops]
    # pgbench gives revisions that no server would, so it has accounts of its own.
    half = len(devices) // 2
    of_pgbench, devices = devices[:half], devices[half:]
    piped, single = (
        script(database.cluster, trips, example, fresh, half, of_pgbench[0].number)
        for trips in ([statements[:second], statements[second:]], [[s] for s in statements])
    )
    database.script(LEAST.format(task=LEAST_TASK))
    with database.service() as service:
        sides = {
            "piped": lambda: database.pgbench(piped),
            "ours": lambda: database.sync(service, devices, count),
            "single": lambda: database.pgbench(single),
            "least": least(database, LEAST_PUSH.format(count=count)),
        }
        if count == 1:
            sides["steps"] = least(database, LEAST_STEPS)
        database.sync(service, devices, count)
        measured = database.bench.turns(sides)
    name = "push of one operation" if count == 1 else f"push of {count} operations"
    ceilings = [
        ("single", "the same statements", bar),
        ("piped", "the same statements in two round trips", 0),
        ("least", "the least that is durable, in one statement", of_least),
        ("steps", "the least that is durable, in five steps", of_steps),
    ]
    ours = measured["ours"]
    beside = [(measured[of], f"pgbench, {words}", bar) for of, words, bar in ceilings if of in measured]
    ratios = [ratio(name, ours, *ceiling) for ceiling in beside]
    return [*ratios, cost(name, ours)]


def pulls(database: Database, devices: list[Account]) -> list[Result]:
    example = devices[0]
    statements = sent(database, example, "FROM task", cursor=example.cursor(database.epoch, 100), limit=200)
    standing = next(s for s in statements if "FROM account_clock" in s.sql)
    page = next(s for s in statements if "FROM task" in s.sql)
    # Asks for the rows after one and the same revision, so this comes before anything was pushed.
    page.sql = f"SELECT json_agg(row) FROM ({page.sql}) AS row"
    select, aggregate = (
        script(database.cluster, [[asked]], example, [], len(devices), devices[0].number) for asked in (standing, page)
    )
    database.script(LEAST.format(task=LEAST_TASK))
    with database.service() as service:
        database.sync(service, devices)
        measured = database.bench.turns(
            {
                "select": lambda: database.pgbench(select),
                "nothing": lambda: database.sync(service, devices),
                "no document": least(database, LEAST_PULL.format(after=500)),
                # As a superuser, for whom no policy is looked at.
                "aggregate": lambda: database.pgbench(aggregate, role=None),
                "hundred": lambda: database.sync(service, devices, behind=100, alone=True),
                # Four devices of each of sixteen people.
                "again": lambda: database.sync(service, devices[:16] * 4, behind=100),
                "documents": least(database, LEAST_PULL.format(after=400)),
            }
        )
    nothing, hundred, again, documents = (measured[name] for name in ("nothing", "hundred", "again", "documents"))
    known = "pull of 100 changes that another device was given"
    of_rows = "pgbench, the least: rows of a table of documents"
    of_documents = "pgbench, the least: json_agg of documents"
    return [
        ratio("pull with nothing new", nothing, measured["select"], "pgbench, the same select", 0.75),
        ratio("pull with nothing new", nothing, measured["no document"], of_rows, 0.75),
        cost("pull with nothing new", nothing),
        ratio("pull of 100 changes", hundred, measured["aggregate"], "pgbench, json_agg of the same rows", 0.65),
        ratio("pull of 100 changes", hundred, documents, of_documents, 0.65),
        ratio(known, again, documents, of_documents, 0.65),
        cost("pull of 100 changes", hundred),
        cost(known, again),
        row("pull of 100 changes", middle(hundred, "cpu_us") / 1e8),
    ]


def first_sync(database: Database, devices: list[Account]) -> list[Result]:
    """From the first request to the last page read and parsed, on one connection."""
    (device,) = devices
    took, spent = [], []
    with database.service() as service:
        for _ in range(database.bench.options.rounds + 2):
            before = cpu_seconds(service.pid)
            client = Client(service.port, device.token)
            begun = time.perf_counter()
            wish: dict = {"limit": 1000}
            tasks = 0
            while (page := client.sync(**wish))["hasMore"]:
                tasks += len(page["changes"]["tasks"])
                wish["cursor"] = page["cursor"]
            tasks += len(page["changes"]["tasks"])
            took.append(time.perf_counter() - begun)
            spent.append(cpu_seconds(service.pid) - before)
            assert tasks == 10_000, tasks
        by_rest = rest(service, device)
    middle_ = statistics.median(took)
    return [
        alone("first sync of 10,000 tasks", f"{middle_:.2f} s", "< 1 s", middle_ < 1),
        row("first sync of 10,000 tasks", statistics.median(spent) / 10_000),
        by_rest,
    ]


def rest(service: Service, device: Account, requests: int = 100) -> Result:
    """Pages of 500 tasks, on one connection."""
    client = Client(service.port, device.token)
    before = cpu_seconds(service.pid)
    for _ in range(requests):
        page = client.get("/v1/tasks?limit=500")
    assert len(page.json["tasks"]) == 500
    return row("500 tasks by GET /v1/tasks", (cpu_seconds(service.pid) - before) / requests / 500)


def row(name: str, seconds: float) -> Result:
    return alone(f"server CPU per row, {name}", f"{seconds * 1e6:.2f} us", "< 2.5 us", seconds < 2.5e-6)


LOADS = [("push of one operation", 1, 0), ("pull with nothing new", 0, 0), ("pull of 100 changes", 0, 100)]


def sizes(small: Database, few: list[Account], large: Database, many: list[Account]) -> list[Result]:
    """The same load on ten accounts in a database of their own and on a thousand, of a thousand tasks each. Eight connections,
    so that ten accounts hardly ever wait for each other's lock."""
    results = []
    with small.service() as of_few, large.service() as of_many:
        for name, ops, behind in LOADS:
            measured = small.bench.turns(
                {
                    "large": lambda: large.sync(of_many, many, ops, behind, connections=8),
                    "small": lambda: small.sync(of_few, few, ops, behind, connections=8),
                },
                warm=1,
            )
            results.append(growth(name, **measured))
    return results


def measure(bench: Bench) -> list[Result]:
    results: list[Result] = []
    only = bench.options.only
    if only & {"push", "pull"}:
        database, devices = bench.filled("middle", 1001, 400, 500)
        if "pull" in only:
            results += pulls(database, devices)
        if "push" in only:
            results += pushes(database, devices, 1, 2.5, 0, 1.0) + pushes(database, devices, 10, 0, 0.5)
    if "first" in only:
        results += first_sync(*bench.filled("first", 500, 1, 10_000))
    if "size" in only:
        results += sizes(*bench.filled("small", 901, 10, 1000), *bench.filled("large", 10_001, 1000, 1000))
    return results


if __name__ == "__main__":
    frame.main(__doc__, measure, section="Sync", rounds=3, seconds=4, only={"push", "pull", "first", "size"})
