#!/usr/bin/env python3
"""Every journey, several at once, each against a fresh server. Some alone: Tests/Journeys/run.py moving_in recurring"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Documents"))
from box import Box

HELPERS = {"run", "journey", "browser"}


def travel(path):
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, path], env={**os.environ, "DAYBOOK_TEMPLATE": str(Box.template())}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    seconds = time.monotonic() - began
    print(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {path.stem} ({seconds:.1f} s)", flush=True)
    return None if done.returncode == 0 else f"== {path.stem}\n{done.stdout}"


def main():
    chosen = [HERE / f"{name}.py" for name in sys.argv[1:]] or sorted(
        path for path in HERE.glob("*.py") if path.stem not in HELPERS)
    to_midnight = 86_400 - time.time() % 86_400
    if to_midnight < 180:  # what a journey calls today has to stay today: it begins when the new day has begun
        time.sleep(to_midnight)
    began = time.monotonic()
    Box.template()
    try:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            failures = [failure for failure in pool.map(travel, chosen) if failure]
    finally:
        Box.forget_template()
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"journeys: {len(chosen)} made, {len(failures)} failed, {time.monotonic() - began:.1f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
