#!/usr/bin/env python3
"""The terminal client: from exec to exit of the commands that one types most, without a server, in a small and a large notebook.

    python3 benchmarks/terminal.py [--tasks 1000] [--rounds 30]

Beside them: a program that does nothing, and one that appends a line to a file and syncs it. Needs a release build
(swift build -c release --product daybook). Ends with 1 where a bar is missed.
"""

import pathlib
import statistics
import subprocess
import time

from daybench import frame
from daybench.figures import percentile
from daybench.frame import Bench
from daybench.service import program

BAR = 0.060


def once(command: list[str], home: pathlib.Path) -> float:
    begun = time.perf_counter()
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home), "LANG": "C.UTF-8"}
    subprocess.run(command, env=environment, cwd=home, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def compare(daybook: str, rounds: int, homes: dict[str, pathlib.Path]) -> bool:
    commands = [
        ("nothing (/bin/true)", ["/bin/true"], None),
        ("append and fsync (dd)", ["dd", "if=/dev/zero", "of=line", "bs=512", "count=1", "conv=fsync", "status=none"], None),
        ("daybook add", [daybook, "add", "Buy", "milk", "fri", "12:00"], BAR),
        ("daybook words tasks", [daybook, "words", "tasks"], BAR),
        ("daybook today", [daybook, "today"], None),
    ]
    is_met = True
    for name, home in homes.items():
        times: dict[str, list[float]] = {label: [] for label, _, _ in commands}
        for _ in range(rounds):
            for label, command, _ in commands:
                times[label].append(once(command, home))
        for label, _, bar in commands:
            middle = statistics.median(times[label])
            worst = percentile(times[label], 0.95)
            told = "" if bar is None else f"  (bar {bar * 1000:.0f} ms at the median)"
            print(f"{name:>14}  {label:<24} {middle * 1000:6.1f} ms  p95 {worst * 1000:6.1f} ms{told}")
            is_met = is_met and (bar is None or middle <= bar)
    return is_met


def measure(bench: Bench) -> bool:
    homes, daybook = {}, program("daybook")
    for count in (10, bench.options.tasks):
        home = bench.folder / str(count)
        home.mkdir()
        lines = "".join(f"Water the plants in room {number}\n" for number in range(count))
        subprocess.run(
            [daybook, "add", "-", "--plain"], input=lines, text=True, check=True, stdout=subprocess.DEVNULL,
            env={"HOME": str(home), "XDG_DATA_HOME": str(home)},
        )  # fmt: skip
        homes[f"{count} tasks"] = home
    return compare(daybook, bench.options.rounds, homes)


if __name__ == "__main__":
    frame.main(__doc__, measure, tasks=1_000, rounds=30)
