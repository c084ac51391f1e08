#!/usr/bin/env python3
"""Pushes and views in a database that Citus spreads over workers, beside the same in a plain one.

    python3 benchmarks/spread.py PLAIN SPREAD [--rounds 3] [--seconds 4] [--pushes]

The addresses of two empty databases that `daybook migrate up` has prepared, the second also `daybook citus distribute`. Both are
filled over the wire, and loaded in turns. It ends with 1 where a bar is missed. Needs a release build (swift build -c release) and wrk.
"""

import argparse
import contextlib
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load, report  # noqa: E402
from daybench.scenarios import ratio  # noqa: E402
from daybench.service import Service  # noqa: E402
from views import HERE, VIEWS, Person, ask  # noqa: E402

LIMITS = ["REGISTRATIONS_PER_ADDRESS", "REQUESTS_PER_ADDRESS", "REQUESTS_PER_DEVICE", "REQUESTS_PER_ACCOUNT"]
SETTINGS = {f"DAYBOOK_{name}": "0" for name in LIMITS} | {"DAYBOOK_LOG_LEVEL": "warning"}
DEVICES, CONNECTIONS = 128, 64
BAR = 0.4


class House:
    """A service, an account with tasks for its views, and some that push."""

    def __init__(self, service: Service, folder: pathlib.Path, options):
        self.service, self.options = service, options
        self.devices = folder / "devices"
        self.person = Person(service)
        self.tokens = [json.loads(ask(service, "/v1/accounts", body={})[2])["token"] for _ in range(DEVICES)]

    def push(self) -> load.Measured:
        """One new task a request, each device of an account of its own."""
        answers = [json.loads(ask(self.service, "/v1/sync", token, {"limit": 1})[2]) for token in self.tokens]
        lines = [f"{token} {answer['cursor']}\n" for token, answer in zip(self.tokens, answers)]
        self.devices.write_text("".join(lines), encoding="utf-8")
        os.environ |= {"DAYBENCH_DEVICES": str(self.devices), "DAYBENCH_OPS": "1", "DAYBENCH_LIMIT": "200"}
        url = self.service.url("/v1/sync")
        return load.wrk(url, self.options.seconds, self.service.pid, HERE / "sync.lua", CONNECTIONS)

    def view(self, name: str) -> load.Measured:
        path = f"/v1/views/{name.format(list=self.person.list)}"
        os.environ |= {"DAYBENCH_TOKEN": self.person.token, "DAYBENCH_PATH": path, "DAYBENCH_TAG": ""}
        url = self.service.url("/")
        return load.wrk(url, self.options.seconds, self.service.pid, HERE / "unchanged.lua", 16)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("urls", nargs=2, metavar="URL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--pushes", action="store_true", help="pushes alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        houses = []
        for url, name in zip(options.urls, ("plain", "spread")):
            own = pathlib.Path(folder) / name
            own.mkdir()
            settings = {"DAYBOOK_DATABASE_URL": url, "DAYBOOK_DATA_DIR": str(own), **SETTINGS}
            houses.append(House(stack.enter_context(Service("daybook", "serve", **settings)), own, options))
        plain, spread = houses
        results = []
        scenarios = [("push of one operation", House.push)]
        if not options.pushes:
            scenarios += [(f"view {view}", lambda house, view=view: house.view(view)) for view in VIEWS]
        for name, asks in scenarios:
            rounds = [(asks(plain), asks(spread)) for _ in range(options.rounds)]
            results.append(ratio(name, [b for _, b in rounds], [a for a, _ in rounds], "plain", BAR))
    print(report.table(results))
    sys.exit(0 if all(result.met for result in results) else 1)


if __name__ == "__main__":
    main()
