#!/usr/bin/env python3
"""How fast a file is taken in: 100,000 tasks posted to /v1/import, beside psql's \\copy of the same rows into the same tables
with the same indexes, in turns; what either costs PostgreSQL and the server; and what others wait meanwhile.

    python3 benchmarks/import.py [--tasks 100000] [--rounds 3] [--quiet 5] [--build release]

psql is given rows that are ready, as a superuser, for whom there is no row-level security, and commits once a table: nothing of
reading a file, of merging, of looking what is there already is in its time. The others are four devices of other accounts
that make a task and read their settings, quiet first and then beside imports that are not counted. Pages for the search are
made once an import is over, so each turn waits for them.
"""

import asyncio
import json
import multiprocessing
import statistics
import time

from daybench import clients, frame
from daybench.clients import Client, Connection, again_and_again, operation
from daybench.figures import Waits
from daybench.frame import Database
from daybench.processes import cpu_seconds, kib, postgres_cpu_seconds
from daybench.service import Service

# As an import writes them: a task, its line in the ledger, and what counts of it in the statistics.
TABLES = ("task", "change", "completion")


def document(count: int) -> bytes:
    rows = [
        {
            "description": f"Task number {number} of somebody's long list",
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "entry": "20260101T000000Z",
            "modified": "20260201T000000Z",
            "status": "completed" if number % 3 == 0 else "pending",
            **({"end": "20260201T000000Z"} if number % 3 == 0 else {}),
            **({"due": f"202603{number % 28 + 1:02d}T180000Z"} if number % 2 else {}),
            "project": f"Project {number % 20}",
            "annotations": [{"entry": "20260101T000000Z", "description": "With a line of notes"}] if number % 4 == 0 else [],
        }
        for number in range(count)
    ]
    return ("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n").encode()


def post(port: int, body: bytes, count: int) -> tuple[float, str]:
    """Seconds, and the account that the tasks are in now."""
    device = Client.begin(port)
    answer = device.ask("POST", "/v1/import", body)
    assert answer.json["made"]["tasks"] == count, answer.body
    return answer.took / 1000, device.account


def columns(database: Database, table: str) -> str:
    return database.sql(
        "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute "
        f"WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
    )


def copy(database: Database, account: str) -> tuple[float, float]:
    """Seconds that psql takes for what the import wrote, once that is gone again, and those of PostgreSQL's processor."""
    commands = []
    for table in TABLES:
        names, path = columns(database, table), database.bench.folder / f"{table}.copy"
        order = "completed_at" if table == "completion" else "revision"
        rows = f"SELECT {names} FROM {table} WHERE account_id = '{account}' ORDER BY {order}"
        database.sql(f"\\copy ({rows}) TO '{path}'")
        commands += ["-c", f"\\copy {table} ({names}) FROM '{path}'"]
    gone = ("completion", "task", "change")
    database.sql(";".join(f"DELETE FROM {table} WHERE account_id = '{account}'" for table in gone))
    for table in TABLES:
        database.sql(f"VACUUM {table}")
    start, spent = time.monotonic(), postgres_cpu_seconds(database.cluster)
    database.cluster.psql(*commands)
    return time.monotonic() - start, postgres_cpu_seconds(database.cluster) - spent


def until_folded(database: Database, account: str) -> None:
    """Waits until the search has pages of all but what it looks through as it is."""
    reached = (
        f"SELECT (SELECT max(through) FROM search_page WHERE account_id = '{account}') + 100"
        f" >= (SELECT revision FROM account_clock WHERE account_id = '{account}')"
    )
    while database.sql(reached) != "t":
        time.sleep(0.5)


async def bystanders(port: int, seconds: float) -> Waits:
    async def one(bystander: tuple[str, Connection], number: int) -> None:
        token, line = bystander
        if number % 4 == 0:
            request = ("POST", "/v1/sync", token, {"ops": [operation({"title": "Water the plants"})]})
        else:
            request = ("GET", "/v1/account/settings", token)
        assert (await line.ask(*request)).status == 200

    them = [(token, Connection(port)) for token in await clients.tokens(port, 4)]
    return await again_and_again(them, one, seconds, pause=0.005)


def watch(port: int, seconds: float, answers) -> None:
    """In a process of its own: what the importing client does must not be measured with it."""
    answers.put(asyncio.run(bystanders(port, seconds)))


def beside(database: Database, service: Service, body: bytes, tasks: int) -> None:
    """What others wait, quiet and while imports go on one after the other."""
    answers, seconds = multiprocessing.Queue(), database.bench.options.quiet

    def others() -> multiprocessing.Process:
        watcher = multiprocessing.Process(target=watch, args=(service.port, seconds, answers))
        watcher.start()
        return watcher

    watcher = others()
    quiet = answers.get()
    watcher.join()
    watcher, accounts = others(), []
    while answers.empty():
        accounts.append(post(service.port, body, tasks)[1])
    busy = answers.get()
    watcher.join()
    for account in accounts:
        until_folded(database, account)
    print(f"others, quiet: {quiet}")
    print(f"others, beside imports: {busy}, p99 {busy.p99 / quiet.p99:.1f} of quiet (bar 3)")


def measure(database: Database, service: Service) -> None:
    tasks = database.bench.options.tasks
    body = document(tasks)
    post(service.port, document(2000), 2000)
    ours, theirs, spent = [], [], []
    for _ in range(database.bench.options.rounds):
        before = cpu_seconds(service.pid), postgres_cpu_seconds(database.cluster)
        seconds, account = post(service.port, body, tasks)
        after = cpu_seconds(service.pid), postgres_cpu_seconds(database.cluster)
        until_folded(database, account)
        copying, copied = copy(database, account)
        ours.append(tasks / seconds)
        theirs.append(tasks / copying)
        spent.append([after[0] - before[0], after[1] - before[1], copied])
    peak = kib(service.pid, "VmHWM")
    server, postgres, copied = (statistics.median(one) / tasks * 1e6 for one in zip(*spent))
    ratio = statistics.median(mine / ceiling for mine, ceiling in zip(ours, theirs))
    print(f"file: {len(body) / 1e6:.1f} MB, {tasks} tasks")
    print(f"import: {told(ours)}; processor time of a task: {server:.1f} us of the server's, {postgres:.1f} us of PostgreSQL's")
    print(f"\\copy:   {told(theirs)}; {copied:.1f} us of PostgreSQL's")
    print(f"ratio:  {ratio:.2f}")
    beside(database, service, document(20_000), 20_000)
    print(f"peak memory of the server: {peak / 1024:.0f} MiB")


def told(rates: list[float]) -> str:
    return f"{statistics.median(rates):,.0f} tasks/s ({', '.join(f'{rate:,.0f}' for rate in rates)})"


if __name__ == "__main__":
    frame.main(
        __doc__, frame.served(measure, DAYBOOK_LOG_REQUESTS="none"), tasks=100_000, rounds=3,
        quiet=(5.0, "seconds that others are measured for, quiet and beside imports"),
    )  # fmt: skip
