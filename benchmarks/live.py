#!/usr/bin/env python3
"""Live streams: how soon a push on one device is on another's stream, and what idle streams cost.

    python3 benchmarks/live.py [--streams 1000] [--idle 10000] [--pushes 500]

Needs a release build (swift build -c release) and an open file for every stream (ulimit -n).
"""

import asyncio

from daybench import clients, frame
from daybench.frame import Database
from daybench.processes import cpu_seconds, kib, open_many_files
from daybench.service import Service
from daybench.streams import opened, pushes


async def measure(database: Database, service: Service) -> None:
    open_many_files()
    options = database.bench.options
    tokens = await clients.tokens(service.port, max(options.streams, options.idle // 3))
    streams = await opened(service.port, tokens[: options.streams])
    took = await pushes(service.port, streams, options.pushes)
    print(f"{len(streams)} streams open: push to event {took}")
    before = kib(service.pid)
    idle = await opened(service.port, [tokens[place % len(tokens)] for place in range(options.idle - len(streams))])
    after = kib(service.pid)
    busy = cpu_seconds(service.pid)
    await asyncio.sleep(20)
    busy = cpu_seconds(service.pid) - busy
    print(
        f"{options.idle} idle streams: {(after - before) / len(idle):.1f} KiB each, "
        f"{busy / 20:.2%} of a core for heartbeats and looks"
    )


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure), streams=1000, idle=10_000, pushes=500)
