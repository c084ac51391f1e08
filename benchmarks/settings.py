#!/usr/bin/env python3
"""Pushes on databases with PostgreSQL's own settings, and hostile ones, beside one that is set as the embedded cluster is.

    python3 benchmarks/settings.py [--rounds 3] [--seconds 4]

Needs a release build (swift build -c release --product daybook) and wrk. It ends with 1 where a bar is missed: what a
database is set to decides about nothing.
"""

from daybench import frame
from daybench.frame import Bench
from daybench.report import Result, ratio
from spread import Side

BAR = 0.9
# The cluster of the benchmarks is set as the embedded one.
OWN = {"jit": "on"}
HOSTILE = {
    "jit": "on",
    "jit_above_cost": "0",
    "plan_cache_mode": "force_custom_plan",
    "work_mem": "64kB",
    "default_transaction_isolation": "serializable",
    "statement_timeout": "5s",
    "lock_timeout": "100ms",
    "idle_in_transaction_session_timeout": "1s",
    "DateStyle": "SQL, DMY",
    "TimeZone": "Pacific/Kiritimati",
    "bytea_output": "escape",
    "standard_conforming_strings": "off",
}


def measure(bench: Bench) -> list[Result]:
    sides = {}
    for name, settings in {"embedded": {}, "own": OWN, "hostile": HOSTILE}.items():
        database = bench.database(name)
        for setting, value in settings.items():
            database.sql(f"ALTER DATABASE {name} SET {setting} = '{value}'")
        sides[name] = Side(bench, bench.until_end.enter_context(database.service()))
    measured = bench.turns({name: side.push for name, side in sides.items()})
    return [
        ratio(f"push of one, {title}", measured[name], measured["embedded"], "embedded", BAR)
        for name, title in (("own", "PostgreSQL's own settings"), ("hostile", "hostile settings"))
    ]


if __name__ == "__main__":
    frame.main(__doc__, measure, has_bars=True, rounds=3, seconds=4)
