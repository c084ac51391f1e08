#!/usr/bin/env python3
"""How fast a file is taken in: 100,000 tasks posted to /v1/import, beside psql's \\copy of the same rows into the same tables
with the same indexes, in turns.

    python3 benchmarks/import.py [--tasks 100000] [--rounds 3] [--build release]

psql is given rows that are ready, as a superuser, for whom there is no row-level security, and commits once a table: nothing of
reading a file, of merging, of looking what is there already is in its time.
"""

import json
import statistics
import time

from daybench import frame
from daybench.clients import Client
from daybench.frame import Database
from daybench.processes import kib
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


def copy(database: Database, account: str) -> float:
    """Seconds that psql takes for what the import wrote, once that is gone again."""
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
    start = time.monotonic()
    database.cluster.psql(*commands)
    return time.monotonic() - start


def measure(database: Database, service: Service) -> None:
    tasks = database.bench.options.tasks
    body = document(tasks)
    post(service.port, document(2000), 2000)
    ours, theirs = [], []
    for _ in range(database.bench.options.rounds):
        seconds, account = post(service.port, body, tasks)
        ours.append(tasks / seconds)
        theirs.append(tasks / copy(database, account))
    peak = kib(service.pid, "VmHWM")
    mine, ceiling = statistics.median(ours), statistics.median(theirs)
    print(f"file: {len(body) / 1e6:.1f} MB, {tasks} tasks")
    print(f"import: {mine:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in ours)})")
    print(f"\\copy:   {ceiling:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in theirs)})")
    print(f"ratio:  {mine / ceiling:.2f}")
    print(f"peak memory of the server: {peak / 1024:.0f} MiB")


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure, DAYBOOK_LOG_REQUESTS="none"), tasks=100_000, rounds=3)
