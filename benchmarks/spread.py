#!/usr/bin/env python3
"""Pushes and views in a database that Citus spreads over workers, beside the same in a plain one.

    python3 benchmarks/spread.py PLAIN SPREAD [--rounds 3] [--seconds 4] [--pushes]

The addresses of two empty databases that `daybook migrate up` has prepared, the second also `daybook citus distribute`. Both are
filled over the wire, and loaded in turns. It ends with 1 where a bar is missed. Needs a release build (swift build -c release) and wrk.
"""

import contextlib

from daybench import frame
from daybench.clients import Client
from daybench.frame import CONNECTIONS, Bench
from daybench.load import Measured
from daybench.report import Result, ratio
from daybench.service import UNLIMITED, Service
from views import VIEWS, Person, view

DEVICES = 128
BAR = 0.4


class Side:
    """A service, an account with tasks for its views, and some that push."""

    def __init__(self, bench: Bench, service: Service):
        self.bench, self.service = bench, service
        self.person = Person(service)
        self.devices = [Client.begin(service.port) for _ in range(DEVICES)]

    def push(self) -> Measured:
        """One new task a request, each device of an account of its own."""
        lines = [f"{device.token} {device.sync(limit=1)['cursor']}\n" for device in self.devices]
        devices = self.bench.file("devices", "".join(lines))
        return self.bench.wrk(self.service, "/v1/sync", "sync.lua", CONNECTIONS, devices=devices, ops=1, limit=200)

    def view(self, name: str) -> Measured:
        return view(self.bench, self.service, self.person.token, f"/v1/views/{name.format(list=self.person.list)}")


def measure(bench: Bench) -> list[Result]:
    with contextlib.ExitStack() as stack:
        sides = {}
        for url, name in zip(bench.options.urls, ("plain", "spread")):
            settings = {
                "DAYBOOK_DATABASE_URL": url, "DAYBOOK_DATA_DIR": str(bench.folder / name),
                "DAYBOOK_LOG_LEVEL": "warning",
            }  # fmt: skip
            sides[name] = Side(bench, stack.enter_context(Service("daybook", "serve", **UNLIMITED | settings)))
        scenarios = {"push of one operation": Side.push}
        if not bench.options.pushes:
            scenarios |= {f"view {name}": lambda side, name=name: side.view(name) for name in VIEWS}
        results = []
        for name, asks in scenarios.items():
            measured = bench.turns({name: lambda side=side: asks(side) for name, side in sides.items()})
            results.append(ratio(name, measured["spread"], measured["plain"], "plain", BAR))
    return results


if __name__ == "__main__":
    given = {"urls": frame.Words(2, "URL"), "pushes": (False, "pushes alone")}
    frame.main(__doc__, measure, has_bars=True, rounds=3, seconds=4, **given)
