#!/usr/bin/env python3
"""What a task takes on the disk, new and over its life, and how long its row takes to be written.

    python3 benchmarks/storage.py [--accounts 60] [--tasks 100] [--seconds 6]

Devices of many accounts make tasks, edit each twice, move it and complete it, in pushes of four: bytes of `task`, `change` and
`search_page` with all their indexes, after the first step and after the last, divided by the number of tasks. Then one row at a time
is inserted by pgbench with the service's statement, beside a row of a table with one index. Needs a build
of the service (BENCH_BUILD=debug takes the debug one: bytes are the same).
"""

import argparse
import concurrent.futures
import http.client
import json
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import accounts, load, report  # noqa: E402
from daybench.accounts import ROLE  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.report import Result  # noqa: E402
from daybench.service import Service  # noqa: E402
from sync import SETTINGS  # noqa: E402

TABLES = "'task', 'change', 'search_page'"
SIZES = f"""
SELECT 'indexes of ' || relname, pg_indexes_size(oid) FROM pg_class WHERE relname IN ({TABLES})
UNION ALL SELECT relname, pg_table_size(oid) FROM pg_class WHERE relname IN ({TABLES}) ORDER BY 1
"""
# Of what an index or a table has before its first row.
EMPTY = 8192


class Device:
    def __init__(self, service: Service, tasks: int):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port)
        self.lock = threading.Lock()
        self.token = ""
        self.cursor = None
        self.token = self.ask("/v1/accounts", {})["token"]
        self.lists = [str(uuid.uuid4()) for _ in range(5)]
        self.tasks = [str(uuid.uuid4()) for _ in range(tasks)]
        self.push([operation("list", name, {"name": "List"}) for name in self.lists])

    def ask(self, path: str, body: dict) -> dict:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status in (200, 201), content
        return json.loads(content)

    def push(self, operations: list[dict]) -> None:
        with self.lock:
            answer = self.ask("/v1/sync", {"cursor": self.cursor, "limit": 1, "ops": operations})
            assert all(one["outcome"] == "applied" for one in answer["outcomes"]), answer
            self.cursor = answer["cursor"]


def operation(entity: str, name: str, fields: dict) -> dict:
    now = time.time()
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03d}Z"
    return {"opId": str(uuid.uuid4()), "entity": entity, "id": name, "at": at, "fields": fields}


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


def life(cluster: Cluster, options) -> list[Result]:
    settings = SETTINGS | {"DAYBOOK_DATABASE_URL": cluster.url_of(ROLE)}
    count = options.accounts * options.tasks
    results = []
    with Service("daybook", "serve", **settings) as service:
        devices = [Device(service, options.tasks) for _ in range(options.accounts)]
        for step, fields in enumerate(LIFE):
            jobs = [(device, start) for device in devices for start in range(0, options.tasks, 4)]
            random.shuffle(jobs)

            def push(job: tuple[Device, int]) -> None:
                device, start = job
                device.push([
                    operation("task", device.tasks[n], fields(device, n)) for n in range(start, min(start + 4, options.tasks))
                ])  # fmt: skip

            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                list(pool.map(push, jobs))
            cluster.sql("VACUUM ANALYZE")
            if step not in (0, len(LIFE) - 1):
                continue
            sizes = {name: max(0, int(size) - EMPTY) for name, size in (line.split("|") for line in cluster.sql(SIZES).splitlines())}
            whole = sum(sizes.values()) / count
            bar = 900 if step == 0 else 1900
            words = ", ".join(f"{name} {size / count:.0f}" for name, size in sizes.items() if size)
            results.append(Result(
                "a new task" if step == 0 else "edited twice, moved, completed", f"{whole:.0f} bytes", words, f"{whole / bar:.2f}",
                f"<= {bar} bytes", whole <= bar))  # fmt: skip
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


def inserts(cluster: Cluster, options) -> Result:
    cluster.sql("CREATE TABLE pick AS SELECT row_number() OVER () AS place, account_id FROM account; GRANT SELECT ON pick TO PUBLIC")
    cluster.sql("CREATE TABLE bare (account_id uuid, task_id uuid, title text, PRIMARY KEY (account_id, task_id))")
    cluster.sql("GRANT ALL ON bare TO PUBLIC; ANALYZE")
    with tempfile.TemporaryDirectory(prefix="daybench-insert-") as folder:
        path = pathlib.Path(folder)
        path.chmod(0o755)

        def milliseconds(into: str, values: str) -> float:
            script = INSERT.format(count=options.accounts, into=into, values=values)
            return load.statement_milliseconds(cluster, script, "INSERT", options.seconds, path, ROLE)

        pairs = [
            (milliseconds(COLUMNS, VALUES), milliseconds("bare", "'Water the plants on the balcony'")) for _ in range(3)
        ]
    ours, theirs = (statistics.median(values) for values in zip(*pairs))
    return Result("INSERT INTO task of one row", f"{ours:.3f} ms", f"a table with one index: {theirs:.3f} ms", f"{ours / theirs:.2f}",
                  "<= 0.25 ms", ours <= 0.25)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accounts", type=int, default=60)
    parser.add_argument("--tasks", type=int, default=100, help="of each account")
    parser.add_argument("--seconds", type=int, default=6)
    options = parser.parse_args()
    random.seed(5)
    with tempfile.TemporaryDirectory(prefix="daybench-storage-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with Cluster(folder) as cluster:
            own = accounts.database(cluster, "storage")
            print(report.table([*life(own, options), inserts(own, options)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
