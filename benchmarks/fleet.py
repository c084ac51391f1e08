#!/usr/bin/env python3
"""What the model of docs/run/scale.md says of 10,000 people, held against 10,000 devices on this machine.

    python3 benchmarks/fleet.py [--devices 10000] [--rate 0.1] [--seconds 120]

Needs a release build (swift build -c release). Each device is one of an account of its own with a few tasks, some hold a live stream
open, and all ask what the model's people ask in the busiest hour, at --rate of how often. `daybook-simulate fleet` is
asked for the same. Ends with 1 where an answer is wrong, or where the machine works more than twice as much as the model says.
"""

import argparse
import asyncio
import collections
import json
import os
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from costs import MODEL, Meter  # noqa: E402
from daybench import accounts, report  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402
from live import Stream, ask  # noqa: E402
from sync import House  # noqa: E402

# What a device asks by itself. Turns of the day and reminders are the server's own.
ASKED = ["poll", "pull", "push", "view"]


class Fleet:
    def __init__(self, house: House, service: Service, devices: list[accounts.Account], options):
        self.house, self.service, self.devices, self.options = house, service, devices, options
        self.took: dict[str, list[float]] = collections.defaultdict(list)
        self.wrong: list[str] = []

    async def open(self, streams: int) -> None:
        # The one that was used last is used next; the server closes those that nobody needs.
        self.lines: list = []
        self.streams = [Stream(device.token) for device in self.devices[:streams]]
        for stream in self.streams:
            await stream.open(self.service.port)

    async def one(self, kind: str) -> None:
        device = random.choice(self.devices)
        begun = time.perf_counter()
        if kind == "view":
            status, answer = await self.ask(device, "GET", "/v1/views/today?limit=50")
        else:
            behind = min(5, device.revision) if kind == "pull" else 0
            body: dict = {"cursor": f"{self.house.epoch}:{device.revision - behind}", "limit": 200}
            if kind == "push":
                body["ops"] = [
                    {"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "kind": "set",
                     "at": "2026-11-21T09:15:00.000Z", "fields": {"title": "Water the plants on the balcony"}}
                ]  # fmt: skip
            status, answer = await self.ask(device, "POST", "/v1/sync", body)
            if status == 200:
                device.revision = max(device.revision, answer["revision"])
        self.took[kind].append(time.perf_counter() - begun)
        if status != 200:
            self.wrong.append(f"{kind}: {status} {answer}")

    async def ask(self, device: accounts.Account, *request) -> tuple[int, dict]:
        line = None
        while self.lines and line is None:
            line, used = self.lines.pop()
            # Well before the server would close it.
            if time.monotonic() - used > 20:
                line[1].close()
                line = None
        line = line or await asyncio.open_connection("127.0.0.1", self.service.port, limit=1 << 20)
        method, path, *body = request
        answer = await ask(*line, method, path, device.token, *body)
        self.lines.append((line, time.monotonic()))
        return answer

    async def press(self, kind: str, per_second: float) -> None:
        """Requests at random moments, whatever the answers take."""
        end = time.perf_counter() + self.options.seconds
        running = []
        at = time.perf_counter()
        while (at := at + random.expovariate(per_second)) < end:
            await asyncio.sleep(max(0, at - time.perf_counter()))
            running.append(asyncio.create_task(self.one(kind)))
        await asyncio.gather(*running)


def simulated(options) -> str:
    environment = {
        **os.environ, "PEOPLE": str(options.devices), "RATE": str(options.rate), "SEED": "1",
        "SERVER_CORES": str(os.cpu_count()), "DATABASE_CORES": str(os.cpu_count()),
    }  # fmt: skip
    program = report.ROOT / ".build" / os.environ.get("BENCH_BUILD", "release") / "daybook-simulate"
    return subprocess.run([program, "fleet", MODEL], env=environment, check=True, capture_output=True, text=True).stdout


async def run(house: House, service: Service, devices: list[accounts.Account], options) -> bool:
    people = json.loads(MODEL.read_text(encoding="utf-8"))["people"]
    peak = max(people["hours"]) / sum(people["hours"]) / 3600
    fleet = Fleet(house, service, devices, options)
    await fleet.open(int(len(devices) * people["open_streams"]))
    print(f"{len(devices)} devices, {len(fleet.streams)} live streams open")
    meter = Meter(house.cluster, service.pid)
    await asyncio.gather(
        *(fleet.press(kind, len(devices) * people["requests"][kind] * peak * options.rate) for kind in ASKED)
    )
    spent = meter.each(options.seconds)
    for kind in ASKED:
        took = sorted(fleet.took[kind])
        p99 = took[int(len(took) * 0.99)]
        print(f"{kind:12}{len(took):8}  p50 {statistics.median(took) * 1000:6.2f} ms  p99 {p99 * 1000:6.2f} ms")
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory(prefix="daybench-fleet-", dir=report.ROOT / ".build") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            house = House(accounts.database(cluster, "fleet"), pathlib.Path(folder), options)
            devices = []
            for first in range(1001, 1001 + options.devices, 500):
                devices += accounts.fill(house.cluster, first, min(500, 1001 + options.devices - first), 20)
            with house.service() as service:
                return 0 if asyncio.run(run(house, service, devices, options)) else 1


if __name__ == "__main__":
    sys.exit(main())
