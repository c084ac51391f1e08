#!/usr/bin/env python3
"""Every journey, several at once, each against a fresh server. Some alone: Tests/Journeys/run.py moving_in recurring"""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Documents"), str(HERE.parent / "Support")]
from box import Box
from tries import Tries, arguments

HELPERS = {"run", "journey", "browser"}
# Seconds that only what hangs needs: builds may run beside.
LONGEST = 600
LANES = 4


def travel(name):
    """What went wrong, or None."""
    try:
        done = subprocess.run(
            [sys.executable, HERE / f"{name}.py"], env={**os.environ, "DAYBOOK_TEMPLATE": str(Box.template())},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST, text=True, errors="replace")
    except subprocess.TimeoutExpired as error:
        return f"it was not made within {LONGEST} s\n{(error.stdout or b'').decode(errors='replace')}"
    return None if done.returncode == 0 else done.stdout or f"it ended with {done.returncode}"


def main():
    parser = arguments(__doc__)
    parser.add_argument("tests", nargs="*", metavar="JOURNEY")
    options = parser.parse_args()
    every = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in HELPERS)
    tries = Tries("journeys", "Tests/Journeys/run.py", options.report)
    Box.template()
    try:
        tries.make(options.tests or every, travel, LANES)
        return tries.end(travel)
    finally:
        Box.forget_template()


if __name__ == "__main__":
    sys.exit(main())
