#!/usr/bin/env python3
"""What one request costs: processor time of the server and of PostgreSQL, bytes of its log. The model of docs/run/scale.md counts with it.

    python3 benchmarks/costs.py [--seconds 6] [--write]

Needs a release build (swift build -c release) and wrk. --write puts the figures into benchmarks/model.json.
"""

import asyncio
import datetime
import json
import os
import pathlib
import time

from daybench import clients, frame
from daybench.accounts import Account
from daybench.cluster import Cluster
from daybench.frame import Bench, Database
from daybench.processes import cpu_seconds, kib, open_many_files, postgres_cpu_seconds
from daybench.service import Service
from daybench.streams import opened, pushes
from rollover import DUE, FILL

MODEL = pathlib.Path(__file__).parent / "model.json"


class Meter:
    """What the server and PostgreSQL spent between two looks."""

    def __init__(self, cluster: Cluster, pid: int):
        self.cluster, self.pid = cluster, pid
        self.begun = self.look()

    def look(self) -> tuple[float, float, int]:
        written = int(self.cluster.sql("SELECT pg_current_wal_lsn() - '0/0'"))
        return cpu_seconds(self.pid), postgres_cpu_seconds(self.cluster), written

    def each(self, count: float) -> dict[str, float]:
        server, database, written = (new - old for new, old in zip(self.look(), self.begun))
        return {
            "server_us": round(server / count * 1e6, 1),
            "database_us": round(database / count * 1e6, 1),
            "wal_bytes": round(written / count),
        }


def requests(database: Database, devices: list[Account]) -> dict[str, dict]:
    found = {}
    with database.service() as service:
        database.sync(service, devices)

        def measure(name: str, run, durable: bool = False) -> None:
            database.sql("CHECKPOINT")
            meter = Meter(database.cluster, service.pid)
            begun = time.monotonic()
            measured = run()
            count = measured.rate * (time.monotonic() - begun)
            found[name] = meter.each(count) | {"durable": durable}
            print(f"{name}: {found[name]}, {measured.rate:,.0f}/s")

        view = {"token": devices[0].token, "tag": "", "path": "/v1/views/today?limit=50"}
        measure("poll", lambda: database.sync(service, devices))
        measure("pull", lambda: database.sync(service, devices, behind=5))
        measure("view", lambda: database.bench.wrk(service, "/", "unchanged.lua", 16, **view))
        measure("first sync", lambda: database.sync(service, devices, behind=500, limit=500, connections=8))
        measure("push", lambda: database.sync(service, devices, 1), durable=True)
    return found


async def streams(service: Service) -> dict[str, float]:
    """Memory and processor time of streams that wait, and what one event costs."""
    tokens = await clients.tokens(service.port, 1000)
    before = kib(service.pid)
    waiting = await opened(service.port, tokens * 3)
    each_kib = (kib(service.pid) - before) / len(waiting)
    busy = cpu_seconds(service.pid)
    await asyncio.sleep(20)
    busy = (cpu_seconds(service.pid) - busy) / 20 / len(waiting)
    took = await pushes(service.port, waiting[:1000], 300)
    return {
        "stream_kib": round(each_kib, 1),
        "stream_cpu_us_per_second": round(busy * 1e6, 2),
        "event_ms": round(took.p50, 1),
    }


def day_turns(database: Database, count: int = 3000) -> dict[str, float]:
    database.script(FILL, count=count)
    with database.service() as service:
        time.sleep(2)
        meter = Meter(database.cluster, service.pid)
        database.sql("UPDATE day_turn SET due_at = now()")
        while int(database.sql(DUE)) > 0:
            time.sleep(0.2)
        return meter.each(count) | {"durable": True}


def flush(database: Database) -> int:
    """Microseconds of one flush of the log, as one client alone sees its commit."""
    database.sql("CREATE TABLE b_flush (n int PRIMARY KEY, at timestamptz); INSERT INTO b_flush VALUES (1, now())")
    update = "UPDATE b_flush SET at = clock_timestamp();"
    scripts = (update, f"BEGIN; {update} ROLLBACK;\n")
    once, rolled_back = (database.pgbench(script, role=None, seconds=3, clients=1).rate for script in scripts)
    return round((1 / once - 1 / rolled_back) * 1e6)


def measure(bench: Bench) -> None:
    open_many_files()
    database, devices = bench.filled("costs", 1001, 400, 500)
    found = requests(database, devices)
    found["day turn"] = day_turns(bench.database("turning"))
    print(f"day turn: {found['day turn']}")
    with bench.database("waiting").service() as service:
        waiting = asyncio.run(streams(service))
    print(waiting)
    one_flush = flush(database)
    print(f"flush: {one_flush} us")
    if bench.options.write:
        model = json.loads(MODEL.read_text(encoding="utf-8"))
        costs = model["costs"]
        costs["measured"] = f"{datetime.date.today().isoformat()}, {os.cpu_count()} cores, everything on them"
        costs["requests"] |= found
        costs["streams"] = waiting
        costs["flush_us"] = one_flush
        MODEL.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    frame.main(__doc__, measure, seconds=6, write=(False, "into model.json"))
