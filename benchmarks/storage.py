#!/usr/bin/env python3
"""What a task takes on the disk, new and over its life, and how long its row takes to be written.

    python3 benchmarks/storage.py [--accounts 60] [--tasks 100] [--seconds 6]

Devices of many accounts make tasks, edit each twice, move it and complete it, in pushes of four: bytes of `task`, `change` and
`search_page` with all their indexes, after the first step and after the last, divided by the number of tasks. Then one row at a time
is inserted by pgbench with the service's statement, beside a row of a table with one index. Needs a build
of the service (--build debug takes the debug one: bytes are the same).
"""

import concurrent.futures
import random
import statistics
import threading
import uuid

from daybench import frame
from daybench.clients import Client, operation
from daybench.frame import Bench, Database
from daybench.load import statement_milliseconds
from daybench.cluster import ROLE
from daybench.report import Result

TABLES = "'task', 'change', 'search_page'"
SIZES = f"""
SELECT 'indexes of ' || relname, pg_indexes_size(oid) FROM pg_class WHERE relname IN ({TABLES})
UNION ALL SELECT relname, pg_table_size(oid) FROM pg_class WHERE relname IN ({TABLES}) ORDER BY 1
"""
# Of what an index or a table has before its first row.
EMPTY = 8192


class Device:
    def __init__(self, port: int, tasks: int):
        self.client, self.lock, self.cursor = Client.begin(port), threading.Lock(), None
        self.lists, self.tasks = ([str(uuid.uuid4()) for _ in range(count)] for count in (5, tasks))
        self.push([operation({"name": "List"}, name, "list") for name in self.lists])

    def push(self, operations: list[dict]) -> None:
        with self.lock:
            self.cursor = self.client.sync(cursor=self.cursor, limit=1, ops=operations)["cursor"]


def new(device: Device, number: int) -> dict:
    """One in three has a date, one in four notes, one in five a list, one in ten is due."""
    fields = {"title": f"Water the plants on the balcony {number}"}
    if number % 3 == 0:
        fields["scheduledDate"] = f"2026-11-{1 + number % 28:02d}"
    if number % 4 == 0:
        fields["notes"] = "Not too much, and the tomatoes twice"
    if number % 5 == 0:
        fields["listId"] = device.lists[number // 5 % 5]
    if number % 10 == 0:
        fields["dueAt"] = "2026-12-01T09:00:00.000Z"
    return fields


def order_key() -> str:
    return random.choice("ABCDEFGH") + "".join(random.choices("0123456789abcdefghij", k=6)) + "V"


LIFE = [
    new,
    lambda device, number: {"title": f"Water all plants on the balcony {number}"},
    lambda device, number: {"notes": f"Take the green can {number}"} if number % 2 else {"category": "Home"},
    lambda device, number: {"sortOrder": order_key()},
    lambda device, number: {"state": "completed"},
]


def life(database: Database) -> list[Result]:
    options = database.bench.options
    count = options.accounts * options.tasks
    results = []
    with database.service() as service:
        devices = [Device(service.port, options.tasks) for _ in range(options.accounts)]
        for step, fields in enumerate(LIFE):
            jobs = [(device, start) for device in devices for start in range(0, options.tasks, 4)]
            random.shuffle(jobs)

            def push(job: tuple[Device, int]) -> None:
                device, start = job
                numbers = range(start, min(start + 4, options.tasks))
                device.push([operation(fields(device, number), device.tasks[number]) for number in numbers])

            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                list(pool.map(push, jobs))
            database.sql("VACUUM ANALYZE")
            if step not in (0, len(LIFE) - 1):
                continue
            told = (line.split("|") for line in database.sql(SIZES).splitlines())
            sizes = {name: max(0, int(size) - EMPTY) for name, size in told}
            whole = sum(sizes.values()) / count
            name, bar = ("a new task", 900) if step == 0 else ("edited twice, moved, completed", 1900)
            words = ", ".join(f"{name} {size / count:.0f}" for name, size in sizes.items() if size)
            figure = f"{whole / bar:.2f}"
            results.append(Result(name, f"{whole:.0f} bytes", words, figure, f"<= {bar} bytes", whole <= bar))
    return results


INSERT = """
\\set n random(1, 1000000000)
BEGIN;
SELECT set_config('daybook.account', account_id::text, true) FROM pick WHERE place = 1 + :n % {count};
INSERT INTO {into}
SELECT current_setting('daybook.account')::uuid, gen_random_uuid(), {values};
COMMIT;
"""
COLUMNS = """task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count, sticky, auto_carry,
    open_state, chosen_bucket, clocks, revision)"""
VALUES = """'Water the plants on the balcony', 'notStarted', now(), now(), 'V' || :n, 'none', 0, false, false, 'notStarted', 'none',
    decode(repeat('80', 30), 'hex'), :n"""


def inserts(database: Database) -> Result:
    database.sql("CREATE TABLE pick AS SELECT row_number() OVER () AS place, account_id FROM account")
    database.sql("CREATE TABLE bare (account_id uuid, task_id uuid, title text, PRIMARY KEY (account_id, task_id))")
    database.sql("GRANT ALL ON pick, bare TO PUBLIC; ANALYZE")
    bench = database.bench

    def milliseconds(into: str, values: str) -> float:
        script = INSERT.format(count=bench.options.accounts, into=into, values=values)
        how = (database.cluster, script, bench.options.seconds, bench.folder)
        return statement_milliseconds("INSERT", *how, role=ROLE)

    bare = ("bare", "'Water the plants on the balcony'")
    pairs = [(milliseconds(COLUMNS, VALUES), milliseconds(*bare)) for _ in range(3)]
    ours, theirs = (statistics.median(values) for values in zip(*pairs))
    ceiling, figure = f"a table with one index: {theirs:.3f} ms", f"{ours / theirs:.2f}"
    return Result("INSERT INTO task of one row", f"{ours:.3f} ms", ceiling, figure, "<= 0.25 ms", ours <= 0.25)


def measure(bench: Bench) -> list[Result]:
    random.seed(5)
    database = bench.database("storage")
    return [*life(database), inserts(database)]


if __name__ == "__main__":
    frame.main(__doc__, measure, accounts=60, tasks=(100, "of each account"), seconds=6)
