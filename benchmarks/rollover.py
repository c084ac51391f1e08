#!/usr/bin/env python3
"""A zone full of accounts whose day turns at once: until all are rolled over, and what others' requests take meanwhile.

    python3 benchmarks/rollover.py [--accounts 100000] [--rate 200] [--seconds 60]

Needs a release build (swift build -c release). Each account has two open tasks of yesterday in its morning. Accounts of
their own make a task and read their tasks at a steady rate, quiet first and then while the days turn. Without --whole the
turning is measured for --seconds and the rest is told from its rate.
"""

import argparse
import asyncio
import pathlib
import statistics
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402
from live import SETTINGS, accounts, ask  # noqa: E402

FILL = """
BEGIN;
CREATE TEMP TABLE newcomer ON COMMIT DROP AS SELECT gen_random_uuid() AS id FROM generate_series(1, {count});
INSERT INTO account (account_id, created_at, is_demo, last_seen_on) SELECT id, now(), false, current_date FROM newcomer;
INSERT INTO account_clock (account_id, revision, min_revision, live_tasks, stored_bytes) SELECT id, 2, 0, 2, 500 FROM newcomer;
INSERT INTO account_settings (account_id, time_zone, first_weekday, day_start, rollover, must_do_limit, complementary_limit,
    misc_limit, complementary_after_must_do, review_time, quick_add, link_scheme, clocks, revision)
SELECT id, 'Europe/Berlin', 1, '00:00', 'backlog', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', 0 FROM newcomer;
INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, scheduled_date, region, sort_order, bucket,
    carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
SELECT id, gen_random_uuid(), 'Water the plants', 'notStarted', now() - interval '2 days', now() - interval '2 days',
    current_date - 2, 'morning', 'a' || n, 'misc', 0, false, false, 'notStarted', 'misc', '', n
FROM newcomer, generate_series(1, 2) AS n;
INSERT INTO day_turn SELECT id, now() + interval '1 day' FROM newcomer;
COMMIT;
ANALYZE;
"""

DUE = "SELECT count(*) FROM day_turn WHERE due_at <= now()"


class Neighbours:
    """Requests of other accounts at a steady rate, whatever the answers take."""

    def __init__(self, port: int, tokens: list[str], rate: int):
        self.port, self.tokens, self.rate = port, tokens, rate
        self.took: list[float] = []

    async def open(self):
        self.lines = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(32)]
        self.free: asyncio.Queue = asyncio.Queue()
        for line in self.lines:
            self.free.put_nowait(line)

    async def one(self, number: int, due: float):
        token = self.tokens[number % len(self.tokens)]
        line = await self.free.get()
        if number % 2:
            status, _ = await ask(*line, "GET", "/v1/tasks?limit=50", token)
        else:
            status, _ = await ask(*line, "POST", "/v1/tasks", token, {"title": f"Task {uuid.uuid4()}"})
        assert status in (200, 201), status
        self.took.append((time.perf_counter() - due) * 1000)
        self.free.put_nowait(line)

    async def press(self, seconds: float, until=None) -> list[float]:
        self.took = []
        begun = time.perf_counter()
        tasks, number = [], 0
        while (now := time.perf_counter()) - begun < seconds and not (until and until.is_set()):
            due = begun + number / self.rate
            if due > now:
                await asyncio.sleep(due - now)
            tasks.append(asyncio.create_task(self.one(number, due)))
            number += 1
        await asyncio.gather(*tasks)
        return self.took


def told(name: str, took: list[float]) -> str:
    quantiles = statistics.quantiles(took, n=100)
    return f"{name}: {len(took)} requests, p50 {quantiles[49]:.1f} ms, p99 {quantiles[98]:.1f} ms, worst {max(took):.0f} ms"


async def measure(service: Service, cluster: Cluster, options) -> None:
    tokens = await accounts(service.port, 40)
    neighbours = Neighbours(service.port, tokens, options.rate)
    await neighbours.open()
    await neighbours.press(3)
    quiet = await neighbours.press(options.quiet)
    print(told("quiet", quiet))

    begun, cpu = time.perf_counter(), load.cpu_seconds(service.pid)
    cluster.sql("UPDATE day_turn SET due_at = now()")
    print(f"{options.accounts} accounts are due (marking them took {time.perf_counter() - begun:.1f} s)")
    done = asyncio.Event()
    begun = time.perf_counter()

    async def watch():
        while time.perf_counter() - begun < options.seconds or options.whole:
            await asyncio.sleep(1)
            if int(await asyncio.to_thread(cluster.sql, DUE)) == 0:
                break
        done.set()

    watching = asyncio.create_task(watch())
    busy = await neighbours.press(10_000, until=done)
    await watching
    took = time.perf_counter() - begun
    left = int(cluster.sql(DUE))
    turned = options.accounts - left
    print(told("while days turn", busy))
    rate = turned / took
    print(
        f"{turned} accounts in {took:.0f} s: {rate:.0f}/s, all {options.accounts} in {options.accounts / rate:.0f} s; "
        f"{(load.cpu_seconds(service.pid) - cpu) / turned * 1e6:.0f} us of server CPU each, the neighbours' among them"
    )
    carried = cluster.sql("SELECT count(*), min(carry_count), max(carry_count) FROM task WHERE carry_count > 0")
    lines = cluster.sql("SELECT count(*) FROM change WHERE device_id = '00000000-0000-0000-0000-000000000000'")
    print(f"tasks carried, least, most: {carried}; lines of the server's own in the ledgers: {lines}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--rate", type=int, default=200, help="requests of others a second")
    parser.add_argument("--quiet", type=float, default=15, help="seconds before the days turn")
    parser.add_argument("--seconds", type=float, default=60, help="measure the turning for so long")
    parser.add_argument("--whole", action="store_true", help="until every account is done")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=pathlib.Path(__file__).parent) as folder:
        root = pathlib.Path(folder)
        root.chmod(0o755)
        with Cluster(root) as cluster:
            environment = {"DAYBOOK_DATABASE_URL": cluster.url, **SETTINGS}
            with Service("daybook", "serve", "--migrate", probe="/readyz", **environment):
                pass
            cluster.sql(FILL.format(count=options.accounts))
            with Service("daybook", "serve", probe="/readyz", **environment) as service:
                asyncio.run(measure(service, cluster, options))


if __name__ == "__main__":
    main()
