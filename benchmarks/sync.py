#!/usr/bin/env python3
"""Sync: pushes and pulls beside the same SQL through pgbench, the first sync of a large account, and what many accounts cost.

    python3 benchmarks/sync.py [--rounds 3] [--seconds 4] [--only push,pull,first,size] [--write]

Needs a release build (swift build -c release), wrk and pgbench.
"""

import argparse
import http.client
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import accounts, load, report, statements  # noqa: E402
from daybench.accounts import ROLE, Account  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.report import Result  # noqa: E402
from daybench.scenarios import ratio  # noqa: E402
from daybench.service import Service  # noqa: E402

LIMITS = ["REGISTRATIONS_PER_ADDRESS", "REQUESTS_PER_ADDRESS", "REQUESTS_PER_DEVICE", "REQUESTS_PER_ACCOUNT"]
SETTINGS = {f"DAYBOOK_{name}": "0" for name in LIMITS} | {"DAYBOOK_LOG_LEVEL": "warning"}
SCRIPT = pathlib.Path(__file__).parent / "daybench/sync.lua"
CLIENTS = 16
CONNECTIONS = 64


class House:
    """A service on a database with accounts in it."""

    def __init__(self, cluster: Cluster, folder: pathlib.Path, options):
        self.cluster, self.folder, self.options = cluster, folder, options
        self.epoch = cluster.sql("SELECT epoch FROM instance")
        self.turn = 0

    def service(self) -> Service:
        return Service("daybook", "serve", DAYBOOK_DATABASE_URL=self.cluster.url_of(ROLE), **SETTINGS)

    def wrk(
        self, service: Service, devices: list[Account], ops: int, behind: int = 0, limit: int = 200, connections=CONNECTIONS,
        alone: bool = False,
    ):  # fmt: skip
        """Load by these devices, each `behind` changes behind. Where each is `alone`, no device of its account asked from where it
        asks: an account's requests come from two places in turn."""
        file = self.folder / "devices"
        revisions = dict(
            line.split("|")
            for line in self.cluster.sql("SELECT account_id, revision FROM account_clock").splitlines()
        )
        for device in devices:
            device.revision = int(revisions[str(device.id)])
        places = [behind, behind + 1] if alone else [behind]
        lines = [f"{d.token} {d.cursor(self.epoch, place)}\n" for place in places for d in devices]
        file.write_text("".join(lines), encoding="utf-8")
        os.environ |= {"DAYBENCH_DEVICES": str(file), "DAYBENCH_OPS": str(ops), "DAYBENCH_LIMIT": str(limit)}
        return load.wrk(service.url("/v1/sync"), self.options.seconds, service.pid, SCRIPT, connections)

    def pgbench(self, script: statements.Script, role: str | None = ROLE):
        self.turn += 1
        variables = script.variables | {"n": str(self.turn * 10**9)}
        return load.pgbench(self.cluster, script.text, self.options.seconds, self.folder, CLIENTS, role, variables)


def ask(connection: http.client.HTTPConnection, device: Account, body: dict) -> bytes:
    headers = {"Authorization": f"Bearer {device.token}", "Content-Type": "application/json"}
    connection.request("POST", "/v1/sync", json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    assert answer.status == 200, content
    return content


def new_tasks(count: int) -> list[dict]:
    return [
        {
            "opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": "2026-11-21T09:15:00.000Z",
            "kind": "set", "fields": {"title": "Water the plants on the balcony"},
        }
        for _ in range(count)
    ]  # fmt: skip


def watched(house: House, example: Account, body: dict, mark: str) -> list[statements.Statement]:
    """The transaction with which a fresh service answered the body."""
    statements.log_statements(house.cluster, True)
    try:
        with house.service() as service:
            connection = http.client.HTTPConnection("127.0.0.1", service.port)
            # Known from here on: the token, the epoch.
            ask(connection, example, {"cursor": example.cursor(house.epoch), "limit": 1})
            with statements.Watch(house.cluster) as watch:
                ask(connection, example, body)
            return watch.transaction(mark)
    finally:
        statements.log_statements(house.cluster, False)


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


def least(text: str) -> statements.Script:
    return statements.Script(text, {"task": LEAST_TASK})


def pushes(
    house: House, devices: list[Account], count: int, bar: float, of_least: float, of_steps: float = 0
) -> list[Result]:
    example = devices[-1]
    ops = new_tasks(count)
    sent = watched(house, example, {"cursor": example.cursor(house.epoch), "ops": ops}, "force_generic_plan")
    # The second round trip begins with the first statement that writes.
    second = next(i for i, s in enumerate(sent) if s.sql.startswith("INSERT"))
    fresh = [op["opId"] for op in ops] + [op["id"] for op in ops]
    # pgbench gives revisions that no server would, so it has accounts of its own.
    half = len(devices) // 2
    of_pgbench, devices = devices[:half], devices[half:]
    piped, single = (
        statements.script(house.cluster, trips, example, fresh, half, of_pgbench[0].number)
        for trips in ([sent[:second], sent[second:]], [[s] for s in sent])
    )
    house.cluster.sql(LEAST.format(task=LEAST_TASK))
    ours, theirs, slow, one, steps = [], [], [], [], []
    with house.service() as service:
        house.wrk(service, devices, count)
        for _ in range(house.options.rounds):
            theirs.append(house.pgbench(piped))
            ours.append(house.wrk(service, devices, count))
            slow.append(house.pgbench(single))
            one.append(house.pgbench(least(LEAST_PUSH.format(count=count)), None))
            if count == 1:
                steps.append(house.pgbench(least(LEAST_STEPS), None))
    name = "push of one operation" if count == 1 else f"push of {count} operations"
    return [
        ratio(name, ours, slow, "pgbench, the same statements", bar),
        ratio(name, ours, theirs, "pgbench, the same statements in two round trips"),
        ratio(name, ours, one, "pgbench, the least that is durable, in one statement", of_least),
        *([ratio(name, ours, steps, "pgbench, the least that is durable, in five steps", of_steps)] if steps else []),
        cost(name, ours),
    ]


def cost(name: str, measured: list[load.Measured]) -> Result:
    cpu = statistics.median(m.cpu_us for m in measured)
    return Result(f"server CPU per {name}", f"{cpu:.1f} us", "", f"{cpu:.1f} us", "", True)


def pulls(house: House, devices: list[Account]) -> list[Result]:
    example = devices[0]
    sent = watched(house, example, {"cursor": example.cursor(house.epoch, 100), "limit": 200}, "FROM task")
    standing = next(s for s in sent if "FROM account_clock" in s.sql)
    page = next(s for s in sent if "FROM task" in s.sql)
    first = devices[0].number
    select = statements.script(house.cluster, [[standing]], example, [], len(devices), first)
    # Asks for the rows after one and the same revision, so this comes before anything was pushed.
    page.sql = f"SELECT json_agg(row) FROM ({page.sql}) AS row"
    aggregate = statements.script(house.cluster, [[page]], example, [], len(devices), first)
    house.cluster.sql(LEAST.format(task=LEAST_TASK))
    nothing, nothing_ceiling, nothing_least = [], [], []
    hundred, hundred_ceiling, hundred_least, again = [], [], [], []
    with house.service() as service:
        house.wrk(service, devices, 0)
        for _ in range(house.options.rounds):
            nothing_ceiling.append(house.pgbench(select))
            nothing.append(house.wrk(service, devices, 0))
            nothing_least.append(house.pgbench(least(LEAST_PULL.format(after=500)), None))
            # As a superuser, for whom no policy is looked at.
            hundred_ceiling.append(house.pgbench(aggregate, None))
            hundred.append(house.wrk(service, devices, 0, behind=100, alone=True))
            # Four devices of each of sixteen people.
            again.append(house.wrk(service, devices[:16] * 4, 0, behind=100))
            hundred_least.append(house.pgbench(least(LEAST_PULL.format(after=400)), None))
    return [
        ratio("pull with nothing new", nothing, nothing_ceiling, "pgbench, the same select", 0.75),
        ratio("pull with nothing new", nothing, nothing_least, "pgbench, the least: rows of a table of documents", 0.75),
        cost("pull with nothing new", nothing),
        ratio("pull of 100 changes", hundred, hundred_ceiling, "pgbench, json_agg of the same rows", 0.65),
        ratio("pull of 100 changes", hundred, hundred_least, "pgbench, the least: json_agg of documents", 0.65),
        ratio("pull of 100 changes that another device was given", again, hundred_least, "pgbench, the least: json_agg of documents", 0.65),
        cost("pull of 100 changes", hundred),
        cost("pull of 100 changes that another device was given", again),
        row("pull of 100 changes", statistics.median(m.cpu_us for m in hundred) / 1e8),
    ]


def first_sync(house: House, device: Account) -> list[Result]:
    """From the first request to the last page read and parsed, on one connection."""
    took, spent = [], []
    with house.service() as service:
        for _ in range(house.options.rounds + 2):
            before = load.cpu_seconds(service.pid)
            connection = http.client.HTTPConnection("127.0.0.1", service.port)
            begun = time.perf_counter()
            body: dict = {"limit": 1000}
            tasks = 0
            while True:
                page = json.loads(ask(connection, device, body))
                tasks += len(page["changes"]["tasks"])
                if not page["hasMore"]:
                    break
                body["cursor"] = page["cursor"]
            took.append(time.perf_counter() - begun)
            spent.append(load.cpu_seconds(service.pid) - before)
            assert tasks == 10_000, tasks
        by_rest = rest(service, device)
    middle = statistics.median(took)
    return [
        Result("first sync of 10,000 tasks", f"{middle:.2f} s", "", f"{middle:.2f} s", "< 1 s", middle < 1),
        row("first sync of 10,000 tasks", statistics.median(spent) / 10_000),
        by_rest,
    ]


def rest(service: Service, device: Account, requests: int = 100) -> Result:
    """Pages of 500 tasks, on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port)
    before = load.cpu_seconds(service.pid)
    for _ in range(requests):
        connection.request("GET", "/v1/tasks?limit=500", headers={"Authorization": f"Bearer {device.token}"})
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content
    assert len(json.loads(content)["tasks"]) == 500
    return row("500 tasks by GET /v1/tasks", (load.cpu_seconds(service.pid) - before) / requests / 500)


def row(name: str, seconds: float) -> Result:
    figure = f"{seconds * 1e6:.2f} us"
    return Result(f"server CPU per row, {name}", figure, "", figure, "< 2.5 us", seconds < 2.5e-6)


def sizes(small: House, few: list[Account], large: House, many: list[Account]) -> list[Result]:
    """The same load on ten accounts in a database of their own and on a thousand, of a thousand tasks each. Eight connections,
    so that ten accounts hardly ever wait for each other's lock."""
    results = []
    with small.service() as of_few, large.service() as of_many:
        for name, ops, behind in LOADS:
            of_ten, of_thousand = [], []
            for number in range(small.options.rounds + 1):
                runs = [(small, of_few, few, of_ten), (large, of_many, many, of_thousand)]
                for house, service, devices, measured in runs if number % 2 else reversed(runs):
                    taken = house.wrk(service, devices, ops, behind, connections=8)
                    # The first round warms both.
                    if number:
                        measured.append(taken)
            results.append(size(name, of_ten, of_thousand))
    return results


LOADS = [("push of one operation", 1, 0), ("pull with nothing new", 0, 0), ("pull of 100 changes", 0, 100)]


def size(name: str, small: list[load.Measured], large: list[load.Measured]) -> Result:
    def told(measured: list[load.Measured]) -> str:
        rate, p99 = (statistics.median(getattr(m, figure) for m in measured) for figure in ("rate", "p99"))
        return f"{rate:,.0f}/s, p99 {p99:.2f} ms"

    rate = statistics.median(l.rate / s.rate for l, s in zip(large, small))
    p99 = statistics.median(l.p99 / s.p99 for l, s in zip(large, small))
    return Result(
        f"{name}, 1,000,000 tasks in 1,000 accounts", told(large), f"10,000 in 10: {told(small)}",
        f"{rate:.2f} of the rate, {p99:.2f} of the p99", ">= 0.85, <= 1.25", rate >= 0.85 and p99 <= 1.25,
    )  # fmt: skip


def measure(cluster: Cluster, folder: pathlib.Path, options) -> list[Result]:
    results: list[Result] = []

    def house(name: str) -> House:
        return House(accounts.database(cluster, name), folder, options)

    if options.only & {"push", "pull"}:
        here = house("middle")
        devices = accounts.fill(here.cluster, 1001, 400, 500)
        if "pull" in options.only:
            results += pulls(here, devices)
        if "push" in options.only:
            results += pushes(here, devices, 1, 2.5, 0, 1.0) + pushes(here, devices, 10, 0, 0.5)
    if "first" in options.only:
        here = house("first")
        results += first_sync(here, accounts.fill(here.cluster, 500, 1, 10_000)[0])
    if "size" in options.only:
        small, large = house("small"), house("large")
        few = accounts.fill(small.cluster, 901, 10, 1000)
        results += sizes(small, few, large, accounts.fill(large.cluster, 10_001, 1000, 1000))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--only", type=lambda text: set(text.split(",")), default={"push", "pull", "first", "size"})
    parser.add_argument("--write", action="store_true", help="into results.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-sync-", dir=report.ROOT / ".build") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            results = measure(cluster, pathlib.Path(folder), options)
    print(report.table(results))
    if options.write:
        report.write(report.table(results), options, "Sync", "python3 benchmarks/sync.py --write")
    return 0


if __name__ == "__main__":
    sys.exit(main())
