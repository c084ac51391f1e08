#!/usr/bin/env python3
"""Exports: how fast an account leaves as JSON beside COPY of the same rows, what that costs in memory, and how soon a small one is there.

    python3 benchmarks/export.py [--tasks 100000] [--most 1000000] [--rounds 3]

Needs a release build (swift build -c release) and psql.
"""

import os
import pathlib
import statistics
import time

from daybench import frame
from daybench.clients import Client
from daybench.frame import Database
from daybench.processes import Peak
from daybench.service import Service

# Rows as apps make them: most have a date, half have notes, each a clock of its own.
FILL = """
INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, completed_at, completion, completion_at,
    scheduled_date, sort_order, bucket, carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
SELECT '{account}', gen_random_uuid(), 'Water the plants in room ' || number, CASE WHEN number % 2 = 0 THEN
    'Twice a week, and "never" at noon' || chr(10) || 'see the list on the door' END,
    CASE WHEN number % 3 = 0 THEN 'completed' ELSE 'notStarted' END::task_state, at, at,
    CASE WHEN number % 3 = 0 THEN at END, CASE WHEN number % 3 = 0 THEN decode(repeat('ab', 26), 'hex') END,
    CASE WHEN number % 3 = 0 THEN at END, CASE WHEN number % 4 > 0 THEN at::date END,
    'i' || lpad((number::bigint * 7919 % 1000003)::text, 9, '0'), 'none', 0, false, false, 'notStarted', 'none',
    decode(repeat('ab', 30), 'hex'), number
FROM (SELECT number, timestamptz '2026-01-01 08:00:00.123Z' + number * interval '1 minute' AS at
    FROM generate_series(1, {tasks}) AS number) AS rows
"""


def account(database: Database, service: Service, tasks: int) -> Client:
    device = Client.begin(service.port)
    database.sql(FILL.format(account=device.account, tasks=tasks))
    database.sql("VACUUM ANALYZE task")
    return device


def copy(database: Database, account: str, file: pathlib.Path) -> float:
    begun = time.monotonic()
    with open(file, "wb") as output:
        query = f"COPY (SELECT to_jsonb(task) FROM task WHERE account_id = '{account}') TO STDOUT"
        database.cluster.psql("-c", query, stdout=output)
    return time.monotonic() - begun


def download(device: Client, file: pathlib.Path | str = os.devnull, form: str = "json") -> float:
    """Seconds until all of it is in the file, where it is written as it comes."""
    begun = time.monotonic()
    device.connection.request("GET", f"/v1/export?format={form}", headers={"Authorization": f"Bearer {device.token}"})
    answer = device.connection.getresponse()
    assert answer.status == 200, answer.read()
    with open(file, "wb") as output:
        while part := answer.read(1 << 18):
            output.write(part)
    return time.monotonic() - begun


def most_kib(service: Service, device: Client) -> int:
    with Peak(service.pid) as memory:
        download(device)
    return memory.most


def measure(database: Database, service: Service) -> None:
    options, folder = database.bench.options, database.bench.folder
    exported, copied = folder / "export.json", folder / "copy"
    small = account(database, service, 1000)
    took = [download(small) * 1000 for _ in range(30)]
    print(f"1,000 tasks over HTTP: median {statistics.median(took):.1f} ms, slowest {max(took):.1f} ms (bar: 50)")
    before = most_kib(service, small)

    device = account(database, service, options.tasks)
    sides = {"copy": lambda: copy(database, device.account, copied), "export": lambda: download(device, exported)}
    floor, own = (statistics.median(took) for took in database.bench.turns(sides).values())
    print(
        f"{options.tasks:,} tasks as JSON to a file: {own:.2f} s ({exported.stat().st_size >> 20} MiB), "
        f"COPY to_jsonb through psql {floor:.2f} s ({copied.stat().st_size >> 20} MiB): "
        f"{floor / own:.2f} of its speed (bar: 0.4)"
    )
    for form in ["csv", "ndjson", "ics"]:
        print(f"{options.tasks:,} tasks as {form}: {download(device, exported, form):.2f} s")

    if options.most:
        most = most_kib(service, account(database, service, options.most))
        print(
            f"resident memory at most: {before / 1024:.1f} MiB with 1,000 tasks, {most / 1024:.1f} MiB with "
            f"{options.most:,}: {(most - before) / 1024:.1f} MiB more (bar: 16)"
        )


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure), tasks=100_000, most=1_000_000, rounds=3)
