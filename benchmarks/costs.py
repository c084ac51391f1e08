#!/usr/bin/env python3
"""What one request costs: processor time of the server and of PostgreSQL, bytes of its log. The model of docs/run/scale.md counts with it.

    python3 benchmarks/costs.py [--seconds 6] [--write]

Needs a release build (swift build -c release) and wrk. --write puts the figures into benchmarks/model.json.
"""

import argparse
import asyncio
import datetime
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import accounts, load, report  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from live import Stream, accounts as begin_accounts, pushes  # noqa: E402
from rollover import DUE, FILL  # noqa: E402
from sync import House  # noqa: E402

MODEL = pathlib.Path(__file__).parent / "model.json"
UNCHANGED = pathlib.Path(__file__).parent / "daybench/unchanged.lua"


class Meter:
    """What the server and PostgreSQL spent between two looks."""

    def __init__(self, cluster: Cluster, pid: int):
        self.cluster, self.pid = cluster, pid
        self.begun = self.look()

    def look(self) -> tuple[float, float, int]:
        written = int(self.cluster.sql("SELECT pg_current_wal_lsn() - '0/0'"))
        return load.cpu_seconds(self.pid), load.postgres_cpu_seconds(self.cluster), written

    def each(self, count: float) -> dict[str, float]:
        server, database, written = (new - old for new, old in zip(self.look(), self.begun))
        return {
            "server_us": round(server / count * 1e6, 1),
            "database_us": round(database / count * 1e6, 1),
            "wal_bytes": round(written / count),
        }


def requests(house: House, devices: list[accounts.Account]) -> dict[str, dict]:
    found = {}
    with house.service() as service:
        house.wrk(service, devices, 0)

        def measure(name: str, run, durable: bool = False) -> None:
            house.cluster.sql("CHECKPOINT")
            meter = Meter(house.cluster, service.pid)
            begun = time.monotonic()
            measured = run()
            count = measured.rate * (time.monotonic() - begun)
            found[name] = meter.each(count) | {"durable": durable}
            print(f"{name}: {found[name]}, {measured.rate:,.0f}/s")

        measure("poll", lambda: house.wrk(service, devices, 0))
        measure("pull", lambda: house.wrk(service, devices, 0, behind=5))
        os.environ |= {"DAYBENCH_TOKEN": devices[0].token, "DAYBENCH_TAG": "", "DAYBENCH_PATH": "/v1/views/today?limit=50"}
        measure("view", lambda: load.wrk(service.url("/"), house.options.seconds, service.pid, UNCHANGED, 16))
        measure("first sync", lambda: house.wrk(service, devices, 0, behind=500, limit=500, connections=8))
        measure("push", lambda: house.wrk(service, devices, 1), durable=True)
    return found


def streams(house: House) -> dict[str, float]:
    """Memory and processor time of streams that wait, and what one event costs."""
    with house.service() as service:

        async def measure() -> dict[str, float]:
            tokens = await begin_accounts(service.port, 1000)
            before = load.resident_kib(service.pid)
            open_streams = [Stream(tokens[n % len(tokens)]) for n in range(3000)]
            for stream in open_streams:
                await stream.open(service.port)
            kib = (load.resident_kib(service.pid) - before) / len(open_streams)
            busy = load.cpu_seconds(service.pid)
            await asyncio.sleep(20)
            busy = (load.cpu_seconds(service.pid) - busy) / 20 / len(open_streams)
            took = await pushes(service.port, open_streams[:1000], 300)
            return {
                "stream_kib": round(kib, 1),
                "stream_cpu_us_per_second": round(busy * 1e6, 2),
                "event_ms": round(statistics.median(took), 1),
            }

        return asyncio.run(measure())


def day_turns(house: House, count: int = 3000) -> dict[str, float]:
    house.cluster.sql(FILL.format(count=count))
    with house.service() as service:
        time.sleep(2)
        meter = Meter(house.cluster, service.pid)
        house.cluster.sql("UPDATE day_turn SET due_at = now()")
        while int(house.cluster.sql(DUE)) > 0:
            time.sleep(0.2)
        return meter.each(count) | {"durable": True}


def flush(cluster: Cluster) -> float:
    """Microseconds of one flush of the log, as one client alone sees its commit."""
    cluster.sql("CREATE TABLE IF NOT EXISTS b_flush (n int PRIMARY KEY, at timestamptz); INSERT INTO b_flush VALUES (1, now())")
    with tempfile.TemporaryDirectory() as folder:
        once = load.pgbench(cluster, "UPDATE b_flush SET at = clock_timestamp();\n", 3, pathlib.Path(folder), clients=1)
        script = "BEGIN; UPDATE b_flush SET at = clock_timestamp(); ROLLBACK;\n"
        rolled_back = load.pgbench(cluster, script, 3, pathlib.Path(folder), clients=1)
    return round((1 / once.rate - 1 / rolled_back.rate) * 1e6)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--write", action="store_true", help="into model.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-costs-", dir=report.ROOT / ".build") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            house = House(accounts.database(cluster, "costs"), pathlib.Path(folder), options)
            found = requests(house, accounts.fill(house.cluster, 1001, 400, 500))
            turning = House(accounts.database(cluster, "turning"), pathlib.Path(folder), options)
            found["day turn"] = day_turns(turning)
            print(f"day turn: {found['day turn']}")
            waiting = streams(House(accounts.database(cluster, "waiting"), pathlib.Path(folder), options))
            print(waiting)
            one_flush = flush(cluster)
            print(f"flush: {one_flush} us")
    if options.write:
        model = json.loads(MODEL.read_text(encoding="utf-8"))
        costs = model["costs"]
        costs["measured"] = f"{datetime.date.today().isoformat()}, {os.cpu_count()} cores, everything on them"
        costs["requests"] |= found
        costs["streams"] = waiting
        costs["flush_us"] = one_flush
        MODEL.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
