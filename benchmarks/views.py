#!/usr/bin/env python3
"""Views: today's beside PostgreSQL's own rate, unchanged answers, and all of them at a steady pace.

    python3 benchmarks/views.py [--rounds 3] [--seconds 4] [--pace 200] [--large | --writes]

The account has 500 open tasks for today and 5,000 completed ones behind it. --large asks the same of an account of 100,000 tasks among
1,000,000 rows, and tells how many pages each view's statement touches there. Needs a release build (swift build -c release).
"""

import argparse
import asyncio
import datetime
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load, report  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402

HERE = pathlib.Path(__file__).parent / "daybench"
# Counted like any other, and far from refused.
SETTINGS = {f"DAYBOOK_REQUESTS_PER_{whose}": "10000000" for whose in ("DEVICE", "ACCOUNT", "ADDRESS")}
VIEWS = [
    "inbox?rule=unlisted", "inbox?rule=unscheduled", "today", "upcoming", "past", "overdue", "lists/{list}", "backlog", "board",
    "widget?size=medium", "completed",
]  # fmt: skip
# Pages that the statement of a view may touch in the large account, for its 500 tasks and their index.
PAGES = 2_000


def ask(service: Service, path: str, token: str = "", body: object = None, tag: str = "") -> tuple[int, dict, bytes]:
    request = urllib.request.Request(service.url(path), method="POST" if body is not None else "GET")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if tag:
        request.add_header("If-None-Match", tag)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, json.dumps(body).encode() if body is not None else None) as answer:
        return answer.status, dict(answer.headers), answer.read()


class Person:
    """An account, filled over the wire as a device would."""

    def __init__(self, service: Service):
        begun = json.loads(ask(service, "/v1/accounts", body={})[2])
        self.token, self.account = begun["token"], begun["account"]["id"]
        self.list = str(uuid.uuid4())
        today = datetime.datetime.now(datetime.timezone.utc).date()
        noon = f"{today}T12:00:00.000Z"
        self.push(service, [self.operation(self.list, {"name": "Home"}, "list")])
        fields = []
        for number in range(500):
            task = {"title": f"Water the plants {number}", "scheduledDate": str(today)}
            if number % 3 == 0:
                task["listId"] = self.list
            if number % 5 == 0:
                task["dueAt"] = noon
            if number % 40 == 0:
                task |= {"region": "morning", "bucket": "misc"}
            fields.append(task)
        for number in range(200):
            day = today + datetime.timedelta(days=number % 60 - 30)
            fields.append({"title": f"Another day {number}", "scheduledDate": str(day)})
            fields.append({"title": f"Put off {number}", "region": "backlog"})
        for number in range(5000):
            day = today - datetime.timedelta(days=number // 14)
            fields.append({"title": f"Done {number}", "scheduledDate": str(day), "state": "completed"})
        for start in range(0, len(fields), 500):
            self.push(service, [self.operation(str(uuid.uuid4()), each) for each in fields[start : start + 500]])

    @staticmethod
    def operation(entity_id: str, fields: dict, entity: str = "task") -> dict:
        return {"opId": str(uuid.uuid4()), "entity": entity, "id": entity_id, "at": "2026-01-01T09:00:00.000Z", "fields": fields}

    def push(self, service: Service, operations: list[dict]) -> None:
        answer = json.loads(ask(service, "/v1/sync", self.token, {"ops": operations, "limit": 1})[2])
        assert all(each["outcome"] in ("applied", "merged") for each in answer["outcomes"]), answer["outcomes"][:3]

    def paths(self) -> list[str]:
        return ["/v1/views/" + view.format(list=self.list) for view in VIEWS]


class Statements:
    """The statements of views as the server sends them, taken from PostgreSQL's log."""

    def __init__(self, cluster: Cluster, url: str, person: Person):
        self.cluster, self.account = cluster, person.account
        cluster.sql("ALTER ROLE bench SET log_min_duration_statement = 0")
        self.found: dict[str, tuple[str, list[str]]] = {}
        with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
            ask(service, "/v1/views/today", person.token)
            for path in person.paths():
                before = len(self.log())
                ask(service, path, person.token)
                time.sleep(0.05)
                self.found[path] = self.read(self.log()[before:])
        cluster.sql("ALTER ROLE bench RESET log_min_duration_statement")

    def log(self) -> str:
        return subprocess.run(["cat", self.cluster.data / "log"], check=True, capture_output=True, text=True).stdout

    @staticmethod
    def read(log: str) -> tuple[str, list[str]]:
        pattern = r"execute [^\n:]*: ((?:SELECT clock|WITH)\b.*?)\n[^\n\t]*DETAIL:  parameters: ([^\n]*)"
        statement, parameters = re.findall(pattern, log, re.S)[-1]
        values = [v.replace("''", "'") for v in re.findall(r"\$\d+ = (?:'((?:[^']|'')*)'|NULL)", parameters)]
        return statement.replace("\n\t", "\n"), values

    @property
    def environment(self) -> dict[str, str]:
        # The wall stands as it does for the server.
        return {**self.cluster.environment, "PGUSER": "bench", "PGDATABASE": "bench",
                "PGOPTIONS": f"-c daybook.account={self.account}"}  # fmt: skip

    def pgbench(self, path: str, seconds: int, folder: pathlib.Path) -> load.Measured:
        statement, values = self.found[path]
        file = folder / "view.sql"
        file.write_text(re.sub(r"\$(\d+)", r":p\1", " ".join(statement.split())) + ";\n", encoding="utf-8")
        command = [self.cluster.bin / "pgbench", "-n", "-M", "prepared", "-c16", "-j2", f"-T{seconds}", "-f", file]
        for number, value in enumerate(values, 1):
            command += ["-D", f"p{number}={value}"]
        done = subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True)
        return load.Measured(rate=float(re.search(r"tps = ([0-9.]+)", done.stdout)[1]))

    def pages(self, path: str) -> tuple[int, float]:
        """Pages touched and milliseconds, of a plan made for any values."""
        statement, values = self.found[path]
        arguments = ", ".join("'" + value.replace("'", "''") + "'" for value in values)
        script = (
            f"SET plan_cache_mode = force_generic_plan; PREPARE view AS {statement};\n"
            + f"EXECUTE view({arguments});\n" * 2
            + f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE view({arguments});"
        )
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"], input=script, env=self.environment,
                              check=True, capture_output=True, text=True)  # fmt: skip
        plan = json.loads(done.stdout[done.stdout.rindex('[\n  {\n    "Plan"') :])[0]
        touched = plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]
        return touched, plan["Execution Time"]


async def steady(service: Service, token: str, paths: list[str], rate: int, seconds: int) -> dict[str, list[float]]:
    """Asks at a steady pace, whatever the answers take; milliseconds count from when a request was due."""
    took: dict[str, list[float]] = {path: [] for path in paths}
    queue: asyncio.Queue = asyncio.Queue()

    async def asking() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port, limit=1 << 22)
        while (item := await queue.get()) is not None:
            path, due = item
            writer.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            assert head.split()[1] == "200", head
            await reader.readexactly(int(re.search(r"content-length: (\d+)", head)[1]))
            took[path].append((time.perf_counter() - due) * 1000)
        writer.close()

    askers = [asyncio.create_task(asking()) for _ in range(16)]
    begun = time.perf_counter() + 0.1
    for number in range(rate * seconds):
        due = begun + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        queue.put_nowait((paths[number % len(paths)], due))
    for _ in askers:
        queue.put_nowait(None)
    await asyncio.gather(*askers)
    return took


def unchanged(url: str, person: Person, options) -> list[report.Result]:
    """304 beside a row by its key with the same token, and beside a request that reads nothing."""
    rates: dict[str, list[load.Measured]] = {"304": [], "row": [], "plain": []}
    with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service, \
            Service("daybook-bench", DAYBOOK_DATABASE_URL=url, DAYBOOK_LOG_LEVEL="warning", **SETTINGS) as bench:  # fmt: skip
        _, fields, _ = ask(service, "/v1/views/today", person.token)
        tag = next(value for name, value in fields.items() if name.lower() == "etag")
        os.environ |= {"DAYBENCH_TOKEN": person.token, "DAYBENCH_TAG": tag}
        for _ in range(options.rounds):
            os.environ["DAYBENCH_PATH"] = "/v1/views/today"
            rates["304"].append(load.wrk(service.url("/"), options.seconds, service.pid, HERE / "unchanged.lua"))
            for name, path in (("row", "/guarded/rows/"), ("plain", "/guarded/plain?")):
                os.environ["DAYBENCH_PATH"] = path
                rates[name].append(load.wrk(bench.url("/"), options.seconds, bench.pid, HERE / "guarding.lua"))
    results = []
    for name, words, bar in (("row", "a row by its key with a token", 0.8), ("plain", "a token and no statement", 0)):
        figure = statistics.median(a.rate / b.rate for a, b in zip(rates["304"], rates[name]))
        results.append(report.Result(
            "unchanged view (304)", f"{statistics.median(m.rate for m in rates['304']):,.0f}/s",
            f"{words}: {statistics.median(m.rate for m in rates[name]):,.0f}/s", f"{figure:.2f}",
            f">= {bar}" if bar else "", figure >= bar))  # fmt: skip
    return results


def today(url: str, person: Person, statements: Statements, folder: pathlib.Path, options) -> report.Result:
    path = "/v1/views/today"
    views, ceilings = [], []
    with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
        size = len(ask(service, path, person.token)[2])
        os.environ |= {"DAYBENCH_TOKEN": person.token, "DAYBENCH_PATH": path, "DAYBENCH_TAG": ""}
        for number in range(options.rounds):
            for is_view in (False, True) if number % 2 else (True, False):
                if is_view:
                    views.append(load.wrk(service.url("/"), options.seconds, service.pid, HERE / "unchanged.lua", 16))
                else:
                    ceilings.append(statements.pgbench(path, options.seconds, folder))
    figure = statistics.median(v.rate / c.rate for v, c in zip(views, ceilings))
    rate = statistics.median(v.rate for v in views)
    return report.Result(
        f"today, 500 open tasks ({size // 1000} kB)",
        f"{rate:,.0f}/s, p99 {statistics.median(v.p99 for v in views):.1f} ms, "
        f"{statistics.median(v.cpu_us for v in views):,.0f} us of server CPU",
        f"pgbench, the same statement: {statistics.median(c.rate for c in ceilings):,.0f}/s", f"{figure:.2f}", ">= 0.5",
        figure >= 0.5)  # fmt: skip


def paced(name: str, url: str, token: str, paths: list[str], options) -> list[report.Result]:
    with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
        asyncio.run(steady(service, token, paths, options.pace, 2))
        took = asyncio.run(steady(service, token, paths, options.pace, options.seconds * 4))
    every = sorted(each for all_ in took.values() for each in all_)
    results = []
    for path, times in [*took.items(), ("all views", every)]:
        times = sorted(times)
        p99 = times[int(len(times) * 0.99)]
        results.append(report.Result(
            f"{name}: {path.removeprefix('/v1/views/')[:24]} at {options.pace} requests/s in all",
            f"p50 {statistics.median(times):.1f} ms, slowest {times[-1]:.1f} ms", "", f"p99 {p99:.1f} ms", "< 20 ms",
            p99 < 20))  # fmt: skip
    return results


def crowd(cluster: Cluster, account: str) -> None:
    """100,000 tasks in the account, 900 others with 1,000 each, laid down in turns as years of use leave them."""
    rows = (pathlib.Path(__file__).parent / "crowd.sql").read_text(encoding="utf-8").replace(":account", f"'{account}'")
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "bench"], input=rows, env=cluster.environment, check=True,
                   text=True)  # fmt: skip


def large(cluster: Cluster, url: str, options) -> list[report.Result]:
    with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
        person = Person(service)
    crowd(cluster, person.account)
    statements = Statements(cluster, url, person)
    results = []
    for path in person.paths():
        pages, milliseconds = statements.pages(path)
        results.append(report.Result(
            f"100,000 tasks among 1,000,000: {path.removeprefix('/v1/views/')[:24]}", f"{milliseconds:.2f} ms in PostgreSQL", "",
            f"{pages} pages", f"<= {PAGES}", pages <= PAGES))  # fmt: skip
    return results + paced("of 100,000", url, person.token, person.paths(), options)


INDEXES = ["task_filed_by_date", "task_filed_in_list", "task_open_of_date", "task_open_due"]


def writes(cluster: Cluster, url: str, options) -> list[report.Result]:
    """What the views' indexes cost those who write: pushes of 100 tasks each, with them and without, in turns."""
    definitions = subprocess.run(
        ["psql", "-X", "-A", "-t", "-d", "bench", "-c",
         "SELECT indexdef FROM pg_indexes WHERE indexname IN ('" + "', '".join(INDEXES) + "')"],
        env=cluster.environment, check=True, capture_output=True, text=True).stdout.strip().split("\n")  # fmt: skip
    took: dict[bool, list[float]] = {True: [], False: []}
    with Service("daybook", "serve", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
        person = Person(service)
        for number in range(options.rounds * 4):
            has = number % 2 == 0
            change = "; ".join(definitions if has else [f"DROP INDEX IF EXISTS {name}" for name in INDEXES])
            if has:
                change = "; ".join(f"DROP INDEX IF EXISTS {name}" for name in INDEXES) + "; " + change
            subprocess.run(["psql", "-X", "-q", "-d", "bench", "-c", change], env=cluster.environment, check=True,
                           stderr=subprocess.DEVNULL)  # fmt: skip
            today = str(datetime.date.today())
            for _ in range(15):
                batch = [
                    Person.operation(str(uuid.uuid4()), {"title": "Water the plants", "scheduledDate": today, "dueAt": f"{today}T12:00:00Z"})
                    for _ in range(100)
                ]  # fmt: skip
                begun = time.perf_counter()
                person.push(service, batch)
                took[has].append((time.perf_counter() - begun) * 1000)
    with_, without = statistics.median(took[True]), statistics.median(took[False])
    return [report.Result("push of 100 new tasks with a day and a due time", f"{with_:.1f} ms", f"without the indexes: {without:.1f} ms",
                          f"{with_ / without:.2f}", "", True)]  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--pace", type=int, default=200, help="requests a second over all views (200)")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--writes", action="store_true", help="what the indexes cost a push")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-views-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with Cluster(folder) as cluster:
            # No superuser: row-level security holds.
            cluster.sql("CREATE ROLE bench LOGIN")
            cluster.sql("CREATE DATABASE bench OWNER bench")
            url = f"postgresql:///bench?host={cluster.sockets}&user=bench"
            if options.large or options.writes:
                with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=url, **SETTINGS):
                    pass
                print(report.table((large if options.large else writes)(cluster, url, options)))
                return 0
            with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
                person = Person(service)
            subprocess.run(["psql", "-X", "-q", "-d", "bench", "-c", "VACUUM ANALYZE"], env=cluster.environment, check=True)
            statements = Statements(cluster, url, person)
            results = [today(url, person, statements, folder, options), *unchanged(url, person, options)]
            results += paced("500 open tasks", url, person.token, person.paths(), options)
            print(report.table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
