#!/usr/bin/env python3
"""The terminal client: from exec to exit of the commands that one types most, without a server, in a small and a large notebook.

    python3 benchmarks/terminal.py [--tasks 1000] [--rounds 30]

Beside them: a program that does nothing, and one that appends a line to a file and syncs it. Needs a release build
(swift build -c release --product daybook). Ends with 1 where a bar is missed.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

DAYBOOK = pathlib.Path(__file__).parent.parent / ".build/release/daybook"
BAR = 0.060


def once(command: list[str], home: str) -> float:
    begun = time.perf_counter()
    subprocess.run(
        command, env={"HOME": home, "XDG_DATA_HOME": home, "LANG": "C.UTF-8"}, cwd=home, check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - begun


def measure(rounds: int, homes: dict[str, str]) -> bool:
    commands = [
        ("nothing (/bin/true)", ["/bin/true"], None),
        ("append and fsync (dd)", ["dd", "if=/dev/zero", "of=line", "bs=512", "count=1", "conv=fsync", "status=none"], None),
        ("daybook add", [str(DAYBOOK), "add", "Buy", "milk", "fri", "12:00"], BAR),
        ("daybook words tasks", [str(DAYBOOK), "words", "tasks"], BAR),
        ("daybook today", [str(DAYBOOK), "today"], None),
    ]
    isMet = True
    for name, home in homes.items():
        times: dict[str, list[float]] = {label: [] for label, _, _ in commands}
        for _ in range(rounds):
            for label, command, _ in commands:
                times[label].append(once(command, home))
        for label, _, bar in commands:
            middle = statistics.median(times[label])
            worst = sorted(times[label])[int(rounds * 0.95)]
            told = "" if bar is None else f"  (bar {bar * 1000:.0f} ms at the median)"
            print(f"{name:>14}  {label:<24} {middle * 1000:6.1f} ms  p95 {worst * 1000:6.1f} ms{told}")
            isMet = isMet and (bar is None or middle <= bar)
    return isMet


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=30)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybook-terminal-", dir=os.environ.get("TMPDIR")) as folder:
        homes = {}
        for count in (10, wish.tasks):
            home = os.path.join(folder, str(count))
            os.mkdir(home)
            lines = "".join(f"Water the plants in room {number}\n" for number in range(count))
            subprocess.run(
                [str(DAYBOOK), "add", "-", "--plain"], input=lines, text=True, check=True, stdout=subprocess.DEVNULL,
                env={"HOME": home, "XDG_DATA_HOME": home},
            )
            homes[f"{count} tasks"] = home
        return 0 if measure(wish.rounds, homes) else 1


if __name__ == "__main__":
    sys.exit(main())
