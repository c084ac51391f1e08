#!/usr/bin/env python3
"""Exports: how fast an account leaves as JSON beside COPY of the same rows, what that costs in memory, and how soon a small one is there.

    python3 benchmarks/export.py [--tasks 100000] [--most 1000000] [--rounds 3]

Needs a release build (swift build -c release) and psql.
"""

import argparse
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402

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


def psql(cluster: Cluster, *arguments: str) -> str:
    command = [cluster.bin / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", *arguments]
    return subprocess.run(command, env=cluster.environment, check=True, stdout=subprocess.PIPE, text=True, cwd="/").stdout


def account(service: Service, cluster: Cluster, tasks: int) -> tuple[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port)
    connection.request("POST", "/v1/accounts", "{}", {"Content-Type": "application/json"})
    begun = json.loads(connection.getresponse().read())
    psql(cluster, "-c", FILL.format(account=begun["account"]["id"], tasks=tasks))
    psql(cluster, "-c", "VACUUM ANALYZE task")
    return begun["account"]["id"], begun["token"]


def copy(cluster: Cluster, account: str, file: pathlib.Path) -> float:
    query = f"COPY (SELECT to_jsonb(task) FROM task WHERE account_id = '{account}') TO STDOUT"
    begun = time.monotonic()
    with open(file, "wb") as output:
        subprocess.run(
            [cluster.bin / "psql", "-Xqc", query], env=cluster.environment, check=True, stdout=output, cwd="/"
        )
    return time.monotonic() - begun


def download(service: Service, token: str, file: pathlib.Path | None, form: str = "json") -> float:
    connection = http.client.HTTPConnection("127.0.0.1", service.port)
    begun = time.monotonic()
    connection.request("GET", f"/v1/export?format={form}", headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    with open(file or os.devnull, "wb") as output:
        while part := answer.read(1 << 18):
            output.write(part)
    return time.monotonic() - begun


class Watch(threading.Thread):
    """The most that a process has had in memory while it is watched."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.pid, self.most, self.over = pid, load.resident_kib(pid), False

    def run(self) -> None:
        while not self.over:
            self.most = max(self.most, load.resident_kib(self.pid))
            time.sleep(0.005)

    def __enter__(self) -> "Watch":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over = True
        self.join()


def watched(service: Service, token: str) -> int:
    with Watch(service.pid) as watch:
        download(service, token, None)
    return watch.most


def measure(service: Service, cluster: Cluster, folder: pathlib.Path, options) -> None:
    small, small_token = account(service, cluster, 1000)
    took = [download(service, small_token, None) * 1000 for _ in range(30)]
    print(f"1,000 tasks over HTTP: median {statistics.median(took):.1f} ms, slowest {max(took):.1f} ms (bar: 50)")
    before = watched(service, small_token)

    name, token = account(service, cluster, options.tasks)
    ours, theirs = [], []
    for _ in range(options.rounds):
        theirs.append(copy(cluster, name, folder / "copy"))
        ours.append(download(service, token, folder / "export.json"))
    own, floor = statistics.median(ours), statistics.median(theirs)
    print(
        f"{options.tasks:,} tasks as JSON to a file: {own:.2f} s ({(folder / 'export.json').stat().st_size >> 20} MiB), "
        f"COPY to_jsonb through psql {floor:.2f} s ({(folder / 'copy').stat().st_size >> 20} MiB): "
        f"{floor / own:.2f} of its speed (bar: 0.4)"
    )
    for form in ["csv", "ndjson", "ics"]:
        print(f"{options.tasks:,} tasks as {form}: {download(service, token, folder / 'export.other', form):.2f} s")

    if options.most:
        _, token = account(service, cluster, options.most)
        most = watched(service, token)
        print(
            f"resident memory at most: {before / 1024:.1f} MiB with 1,000 tasks, {most / 1024:.1f} MiB with "
            f"{options.most:,}: {(most - before) / 1024:.1f} MiB more (bar: 16)"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=pathlib.Path(__file__).parent.parent / ".build") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o711)
        with (
            Cluster(folder) as cluster,
            Service(
                "daybook", "serve", "--migrate", probe="/readyz", DAYBOOK_DATABASE_URL=cluster.url,
                DAYBOOK_SECRET_KEY=str(folder / "secret.key"), DAYBOOK_REGISTRATIONS_PER_ADDRESS="0",
            ) as service,
        ):  # fmt: skip
            measure(service, cluster, folder, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
