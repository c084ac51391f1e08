#!/usr/bin/env python3
"""Views: today's beside PostgreSQL's own rate, unchanged answers, and all of them at a steady pace.

    python3 benchmarks/views.py [--rounds 3] [--seconds 4] [--pace 200] [--large | --writes]

The account has 500 open tasks for today and 5,000 completed ones behind it. --large asks the same of an account of 100,000 tasks among
1,000,000 rows, and tells how many pages each view's statement touches there. Needs a release build (swift build -c release).
"""

import asyncio
import datetime
import json
import pathlib
import statistics

from daybench import frame
from daybench.clients import Client, Connections, at_a_rate, operation
from daybench.cluster import ROLE
from daybench.figures import Waits, middle, share
from daybench.frame import Bench, Database
from daybench.report import Result
from daybench.service import COUNTED, Service
from daybench.statements import Statement, as_sent

VIEWS = [
    "inbox?rule=unlisted", "inbox?rule=unscheduled", "today", "upcoming", "past", "overdue", "lists/{list}", "backlog", "board",
    "widget?size=medium", "completed",
]  # fmt: skip
TODAY = "/v1/views/today"
# Pages that the statement of a view may touch in the large account, for its 500 tasks and their index.
PAGES = 2_000


class Person:
    """An account, filled over the wire as a device would."""

    def __init__(self, service: Service):
        self.device = Client.begin(service.port)
        self.token, self.account = self.device.token, self.device.account
        home = operation({"name": "Home"}, entity="list")
        self.list = home["id"]
        today = datetime.datetime.now(datetime.timezone.utc).date()
        noon = f"{today}T12:00:00.000Z"
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
        tasks = [operation(each, at="2026-01-01T09:00:00.000Z") for each in fields]
        self.device.sync(ops=[home], limit=1)
        for start in range(0, len(tasks), 500):
            self.device.sync(ops=tasks[start : start + 500], limit=1)

    def paths(self) -> list[str]:
        return ["/v1/views/" + view.format(list=self.list) for view in VIEWS]

    def statements(self, database: Database) -> dict[str, Statement]:
        """With which the views are read."""

        def asks(path: str):
            return lambda service: Client(service.port, self.token).get(path)

        sent = database.captured({path: asks(path) for path in self.paths()}, warm=asks(TODAY))
        begins = ("SELECT clock", "WITH")
        return {path: [s for s in all_ if s.sql.startswith(begins)][-1] for path, all_ in sent.items()}


def view(bench: Bench, service: Service, token: str, path: str, connections: int = 16, tag: str = ""):
    return bench.wrk(service, "/", "unchanged.lua", connections, token=token, path=path, tag=tag)


def today(database: Database, person: Person) -> Result:
    """Beside the very statement of the server, behind the same wall."""
    script = as_sent(person.statements(database)[TODAY])
    with database.service(**COUNTED) as service:
        size = len(Client(service.port, person.token).get(TODAY).body)
        measured = database.bench.turns(
            {
                "view": lambda: view(database.bench, service, person.token, TODAY),
                "statement": lambda: database.pgbench(script, account=person.account),
            }
        )
    views, ceilings = measured.values()
    figure = share(views, ceilings)
    return Result(
        f"today, 500 open tasks ({size // 1000} kB)",
        f"{middle(views):,.0f}/s, p99 {middle(views, 'p99'):.1f} ms, {middle(views, 'cpu_us'):,.0f} us of server CPU",
        f"pgbench, the same statement: {middle(ceilings):,.0f}/s", f"{figure:.2f}", ">= 0.5", figure >= 0.5,
    )  # fmt: skip


def unchanged(database: Database, person: Person) -> list[Result]:
    """304 beside a row by its key with the same token, and beside a request that reads nothing."""
    bench = database.bench
    with database.service(**COUNTED) as service, database.service(product="daybook-bench", **COUNTED) as rows:
        tag = Client(service.port, person.token).get(TODAY).fields["etag"]

        def guarded(path: str):
            return lambda: bench.wrk(rows, "/", "rows.lua", token=person.token, path=path)

        measured = bench.turns(
            {
                "304": lambda: view(bench, service, person.token, TODAY, frame.CONNECTIONS, tag),
                "a row by its key with a token": guarded("/guarded/rows/"),
                "a token and no statement": guarded("/guarded/plain?"),
            }
        )
    ours = measured.pop("304")
    results = []
    for (words, theirs), bar in zip(measured.items(), (0.8, 0)):
        figure, rate, shown = share(ours, theirs), f"{middle(ours):,.0f}/s", f">= {bar}" if bar else ""
        told = f"{words}: {middle(theirs):,.0f}/s"
        results.append(Result("unchanged view (304)", rate, told, f"{figure:.2f}", shown, figure >= bar))
    return results


def paced(name: str, database: Database, person: Person) -> list[Result]:
    options, paths = database.bench.options, person.paths()

    async def steady(port: int, seconds: float) -> Waits:
        connections = Connections(port, 16)

        async def one(number: int) -> None:
            answer = await connections.ask("GET", paths[number % len(paths)], person.token)
            assert answer.status == 200, answer.body

        return await at_a_rate(options.pace, one, seconds)

    with database.service(**COUNTED) as service:
        asyncio.run(steady(service.port, 2))
        every = asyncio.run(steady(service.port, options.seconds * 4))
    results = []
    each = {path: Waits(every[place :: len(paths)]) for place, path in enumerate(paths)}
    for path, waits in (each | {"all views": every}).items():
        shown = f"{name}: {path.removeprefix('/v1/views/')[:24]} at {options.pace} requests/s in all"
        told = f"p50 {waits.p50:.1f} ms, slowest {waits.slowest:.1f} ms"
        results.append(Result(shown, told, "", f"p99 {waits.p99:.1f} ms", "< 20 ms", waits.p99 < 20))
    return results


def pages(database: Database, account: str, statement: Statement) -> tuple[int, float]:
    """Pages touched and milliseconds, of a plan made for any values."""
    quoted = ("NULL" if value is None else "'" + value.replace("'", "''") + "'" for value in statement.values)
    arguments = ", ".join(quoted)
    script = (
        f"SET plan_cache_mode = force_generic_plan; PREPARE view AS {statement.sql};\n"
        + f"EXECUTE view({arguments});\n" * 2
        + f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE view({arguments});"
    )
    printed = database.cluster.psql(input=script, role=ROLE, account=account)
    plan = json.loads(printed[printed.rindex('[\n  {\n    "Plan"') :])[0]
    return plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"], plan["Execution Time"]


def large(database: Database) -> list[Result]:
    """100,000 tasks in the account, 900 others with 1,000 each, laid down in turns as years of use leave them."""
    with database.service() as service:
        person = Person(service)
    crowd = pathlib.Path(__file__).with_name("crowd.sql").read_text(encoding="utf-8")
    database.script(crowd, account=person.account)
    results = []
    for path, statement in person.statements(database).items():
        touched, took = pages(database, person.account, statement)
        name = f"100,000 tasks among 1,000,000: {path.removeprefix('/v1/views/')[:24]}"
        told, figure = f"{took:.2f} ms in PostgreSQL", f"{touched} pages"
        results.append(Result(name, told, "", figure, f"<= {PAGES}", touched <= PAGES))
    return results + paced("of 100,000", database, person)


INDEXES = ["task_filed_by_date", "task_filed_in_list", "task_open_of_date", "task_open_due"]


def writes(database: Database) -> list[Result]:
    """What the views' indexes cost those who write: pushes of 100 tasks each, with them and without, in turns."""
    definitions = database.sql("SELECT indexdef FROM pg_indexes WHERE indexname IN ('" + "', '".join(INDEXES) + "')")
    drop = "SET client_min_messages = warning;" + "".join(f"DROP INDEX IF EXISTS {name};" for name in INDEXES)
    took: dict[bool, list[float]] = {True: [], False: []}
    with database.service() as service:
        device = Person(service).device
        for number in range(database.bench.options.rounds * 4):
            has = number % 2 == 0
            database.sql(drop + (definitions.replace("\n", ";") if has else ""))
            today = str(datetime.date.today())
            fields = {"title": "Water the plants", "scheduledDate": today, "dueAt": f"{today}T12:00:00Z"}
            for _ in range(15):
                wish = {"ops": [operation(fields) for _ in range(100)], "limit": 1}
                took[has].append(device.ask("POST", "/v1/sync", wish).took)
    with_, without = statistics.median(took[True]), statistics.median(took[False])
    name = "push of 100 new tasks with a day and a due time"
    return [Result(name, f"{with_:.1f} ms", f"without the indexes: {without:.1f} ms", f"{with_ / without:.2f}")]


def measure(bench: Bench) -> list[Result]:
    database = bench.database()
    if bench.options.large or bench.options.writes:
        return (large if bench.options.large else writes)(database)
    with database.service() as service:
        person = Person(service)
    database.sql("VACUUM ANALYZE")
    return [today(database, person), *unchanged(database, person), *paced("500 open tasks", database, person)]


if __name__ == "__main__":
    frame.main(
        __doc__, measure, rounds=3, seconds=4, pace=(200, "requests a second over all views (200)"), large=False,
        writes=(False, "what the indexes cost a push"),
    )  # fmt: skip
