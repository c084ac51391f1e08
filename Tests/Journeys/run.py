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
# Seconds that only what hangs needs: builds may run beside.
LONGEST = 600


def travel(path):
    to_midnight = 86_400 - time.time() % 86_400
    if to_midnight < 90:  # what a journey calls today has to stay today: it begins when the new day has begun
        time.sleep(to_midnight)
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, path], env={**os.environ, "DAYBOOK_TEMPLATE": str(Box.template())},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST)
        made, said = done.returncode == 0, done.stdout
    except subprocess.TimeoutExpired as error:
        made, said = False, (error.stdout or b"") + f"\n(not made within {LONGEST} s)".encode()
    print(f"{'ok    ' if made else 'FAILED'} {path.stem} ({time.monotonic() - began:.1f} s)", flush=True)
    return None if made else f"== {path.stem}\n{said.decode(errors='replace')}"


def main():
    chosen = [HERE / f"{name}.py" for name in sys.argv[1:]] or sorted(
        path for path in HERE.glob("*.py") if path.stem not in HELPERS)
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
