#!/usr/bin/env python3
"""What the model of docs/run/scale.md says of 10,000 people, held against 10,000 devices on this machine.

    python3 benchmarks/fleet.py [--devices 10000] [--rate 0.1] [--seconds 120]

Needs a release build (swift build -c release). Each device is one of an account of its own with a few tasks, some hold a live stream
open, and all ask what the model's people ask in the busiest hour, at --rate of how often. `daybook-simulate fleet` is
asked for the same. Ends with 1 where an answer is wrong, or where the machine works more than twice as much as the model says.
"""

import asyncio
import collections
import json
import os
import random
import re
import subprocess
import time

from costs import MODEL, Meter
from daybench import frame
from daybench.accounts import Account, fill
from daybench.clients import Connections, at_a_rate, operation
from daybench.figures import Waits
from daybench.frame import Bench, Database
from daybench.processes import open_many_files
from daybench.service import Service, program
from daybench.streams import opened

# What a device asks by itself. Turns of the day and reminders are the server's own.
ASKED = ["poll", "pull", "push", "view"]


class Fleet:
    def __init__(self, database: Database, service: Service, devices: list[Account]):
        self.database, self.devices, self.connections = database, devices, Connections(service.port)
        self.took: dict[str, Waits] = collections.defaultdict(Waits)
        self.wrong: list[str] = []

    async def one(self, kind: str) -> None:
        device = random.choice(self.devices)
        begun = time.perf_counter()
        if kind == "view":
            answer = await self.connections.ask("GET", "/v1/views/today?limit=50", device.token)
        else:
            behind = min(5, device.revision) if kind == "pull" else 0
            wish: dict = {"cursor": device.cursor(self.database.epoch, behind), "limit": 200}
            if kind == "push":
                wish["ops"] = [operation({"title": "Water the plants on the balcony"})]
            answer = await self.connections.ask("POST", "/v1/sync", device.token, wish)
            if answer.status == 200:
                device.revision = max(device.revision, answer.json["revision"])
        self.took[kind].append((time.perf_counter() - begun) * 1000)
        if answer.status != 200:
            self.wrong.append(f"{kind}: {answer.status} {answer.body}")

    async def press(self, kind: str, per_second: float) -> None:
        """Requests at random moments, whatever the answers take."""
        await at_a_rate(per_second, lambda _: self.one(kind), self.database.bench.options.seconds, dice=random)


def simulated(options) -> str:
    environment = {
        **os.environ, "PEOPLE": str(options.devices), "RATE": str(options.rate), "SEED": "1",
        "SERVER_CORES": str(os.cpu_count()), "DATABASE_CORES": str(os.cpu_count()),
    }  # fmt: skip
    command = [program("daybook-simulate"), "fleet", MODEL]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


async def run(database: Database, service: Service, devices: list[Account]) -> bool:
    options = database.bench.options
    people = json.loads(MODEL.read_text(encoding="utf-8"))["people"]
    peak = max(people["hours"]) / sum(people["hours"]) / 3600
    fleet = Fleet(database, service, devices)
    listening = devices[: int(len(devices) * people["open_streams"])]
    streams = await opened(service.port, [device.token for device in listening])
    print(f"{len(devices)} devices, {len(streams)} live streams open")
    meter = Meter(database.cluster, service.pid)
    await asyncio.gather(
        *(fleet.press(kind, len(devices) * people["requests"][kind] * peak * options.rate) for kind in ASKED)
    )
    spent = meter.each(options.seconds)
    for kind in ASKED:
        took = fleet.took[kind]
        print(f"{kind:12}{len(took):8}  p50 {took.p50:6.2f} ms  p99 {took.p99:6.2f} ms")
    busy = (spent["server_us"] + spent["database_us"]) / 1e6 / os.cpu_count()
    print(f"measured: server {spent['server_us'] / 1e6:.3f} cores, PostgreSQL {spent['database_us'] / 1e6:.3f} cores")
    told = simulated(options)
    print(told)
    parts = re.search(r"server ([0-9.]+) busy, database ([0-9.]+) busy", told)
    expected = float(parts[1]) + float(parts[2])
    print(f"the machine is busy for {busy:.3f}; the model says {expected:.3f}")
    for text in fleet.wrong[:5]:
        print("WRONG", text)
    return not fleet.wrong and busy < 2 * expected + 0.05


async def measure(bench: Bench) -> bool:
    open_many_files()
    database, end = bench.database("fleet"), 1001 + bench.options.devices
    devices = []
    for first in range(1001, end, 500):
        devices += fill(database.cluster, first, min(500, end - first), 20)
    with database.service() as service:
        return await run(database, service, devices)


if __name__ == "__main__":
    frame.main(__doc__, measure, devices=10_000, rate=0.1, seconds=120)
