#!/usr/bin/env python3
"""Runs every scenario beside its ceiling, interleaved, and writes benchmarks/results.md.

Ceiling and subject share the same cores, the same PostgreSQL and the same minutes, so their ratio means something on a
noisy machine; absolute figures are printed only to be read with it. Build first: swift build -c release.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import report, scenarios  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (5)")
    parser.add_argument("--seconds", type=int, default=4, help="length of one measurement (4)")
    parser.add_argument("--only", help="comma-separated scenario names")
    parser.add_argument("--no-write", action="store_true", help="print the table, leave results.md alone")
    options = parser.parse_args()
    chosen = options.only.split(",") if options.only else None
    results = scenarios.run(rounds=options.rounds, seconds=options.seconds, only=chosen)
    table = report.table(results)
    print(table)
    if not options.no_write:
        report.write(table, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
