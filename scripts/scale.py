#!/usr/bin/env python3
"""Counts what so many people need, from benchmarks/model.json, and writes the tables of docs/run/scale.md.

    scripts/scale.py            write them
    scripts/scale.py --check    fail where they are not current
"""

import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/run/scale.md"
CROWDS = [10_000, 1_000_000, 100_000_000]

# How full a machine is planned, so that a busy minute, a failed neighbour or a vacuum find room.
PLANNED = 0.5
CORES_OF_A_SERVER = 4
CORES_OF_A_DATABASE = 16
# What one PostgreSQL is planned to hold, so that a restore and a new standby take hours and not days.
BYTES_OF_A_DATABASE = 2e12
# DAYBOOK_DATABASE_CONNECTIONS, and what DAYBOOK_CONNECTIONS leaves for live streams.
CONNECTIONS_OF_A_SERVER = 16
STREAMS_OF_A_SERVER = 12_000


class Model:
    def __init__(self) -> None:
        model = json.loads((ROOT / "benchmarks/model.json").read_text(encoding="utf-8"))
        self.people, self.costs = model["people"], model["costs"]
        self.peak = max(self.people["hours"]) / sum(self.people["hours"]) / 3600

    def cores(self, people: int, part: str) -> float:
        """Busy in the busiest hour."""
        asked = self.people["requests"].items()
        return sum(people * often * self.peak * self.costs["requests"][kind][part] for kind, often in asked) / 1e6

    def per_second(self, people: int) -> float:
        return people * self.peak * sum(self.people["requests"].values())

    def disk(self, people: int) -> float:
        costs = self.costs["disk"]
        tasks = self.people["new_tasks_a_day"] * 365 * self.people["years"]
        each = costs["task_bytes"] + costs["completion_bytes"] + costs["search_bytes"]
        return people * (tasks * each + costs["account_bytes"])

    def log(self, people: int) -> float:
        asked = self.people["requests"].items()
        return sum(people * often * self.costs["requests"][kind]["wal_bytes"] for kind, often in asked)

    def streams(self, people: int) -> float:
        return people * self.people["open_streams"]

    def crowd(self, people: int) -> dict[str, str]:
        server, database = self.cores(people, "server_us"), self.cores(people, "database_us")
        memory = self.streams(people) * self.costs["streams"]["stream_kib"] * 1024
        servers = max(1, math.ceil(server / PLANNED / CORES_OF_A_SERVER), math.ceil(self.streams(people) / STREAMS_OF_A_SERVER))
        by_cores = database / PLANNED / CORES_OF_A_DATABASE
        by_disk = self.disk(people) / BYTES_OF_A_DATABASE
        shards = max(1, math.ceil(by_cores), math.ceil(by_disk))
        reminder, turn = self.costs["requests"]["reminder"], self.costs["requests"]["day turn"]
        at_once = people * self.people["requests"]["reminder"] * self.people["reminders_in_the_busiest_minute"]
        turning = people * self.people["people_of_one_midnight"]
        database_cores = shards * CORES_OF_A_DATABASE * PLANNED
        parts = {
            "processors of the databases": by_cores / shards,
            "disks of the databases": by_disk / shards,
            "processors of the servers": server / PLANNED / CORES_OF_A_SERVER / servers,
            "connections of live streams": self.streams(people) / STREAMS_OF_A_SERVER / servers,
        }
        return {
            "requests a second in the busiest hour": number(self.per_second(people)),
            "cores busy: servers, PostgreSQL": f"{number(server)}, {number(database)}",
            f"servers of {CORES_OF_A_SERVER} cores, half full": number(servers),
            f"PostgreSQL of {CORES_OF_A_DATABASE} cores, half full": number(shards),
            "connections of all servers to PostgreSQL": number(servers * CONNECTIONS_OF_A_SERVER),
            f"disk after {self.people['years']} years, without standbys": size(self.disk(people)),
            "log of PostgreSQL a day": size(self.log(people)),
            "a whole backup at 100 MB/s a database": span(self.disk(people) / shards / 1e8),
            "live streams open, and their memory": f"{number(self.streams(people))}, {size(memory)}",
            "the busiest minute's reminders are out after": span(at_once * reminder["database_us"] / 1e6 / database_cores),
            "the largest midnight is turned after": span(turning * turn["database_us"] / 1e6 / database_cores),
            "full first": max(parts, key=lambda part: parts[part]),
        }


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def size(value: float) -> str:
    for unit, factor in [("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6)]:
        if value >= factor:
            return f"{number(value / factor)} {unit}"
    return f"{number(value / 1e3)} kB"


def span(seconds: float) -> str:
    if seconds < 120:
        return f"{number(seconds)} s"
    return f"{number(seconds / 60)} min" if seconds < 7200 else f"{number(seconds / 3600)} h"


def table(rows: list[list[str]]) -> str:
    head, *rest = rows
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rest])


def tables() -> dict[str, str]:
    model = Model()
    people, costs = model.people, model.costs
    asked = [["a person, a day", "times", "server", "PostgreSQL", "log"]]
    for kind, often in people["requests"].items():
        cost = costs["requests"][kind]
        asked.append([kind, f"{often:g}", f"{cost['server_us']:,.0f} us", f"{cost['database_us']:,.0f} us", f"{cost['wal_bytes']:,} B"])
    crowds = [model.crowd(count) for count in CROWDS]
    needs = [["", *(f"{count:,} people" for count in CROWDS)]]
    needs += [[name, *(crowd[name] for crowd in crowds)] for name in crowds[0]]
    each = [["one person", ""]]
    for part, title in [("server_us", "servers"), ("database_us", "PostgreSQL")]:
        day = sum(often * costs["requests"][kind][part] for kind, often in people["requests"].items())
        each.append([f"processor time a day, {title}", f"{day / 1000:,.0f} ms"])
    each += [
        ["requests a day", number(sum(people["requests"].values()))],
        [f"disk after {people['years']} years", size(model.disk(1))],
        ["log of PostgreSQL a day", size(model.log(1))],
        ["live streams open, and their memory", f"{people['open_streams']}, {size(people['open_streams'] * costs['streams']['stream_kib'] * 1024)}"],
    ]
    return {"requests": table(asked), "person": table(each), "crowds": table(needs)}


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    made = page
    for name, text in tables().items():
        begin, end = f"<!-- {name}: counted by scripts/scale.py -->", f"<!-- end of {name} -->"
        before, rest = made.split(begin)
        made = f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}"
    if "--check" in sys.argv:
        if made != page:
            print("docs/run/scale.md is not what scripts/scale.py counts; run it and commit what it writes")
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
