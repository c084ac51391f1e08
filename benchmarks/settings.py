#!/usr/bin/env python3
"""Pushes on databases whose settings are PostgreSQL's own, and hostile ones, beside one that is set as the embedded cluster is.

    python3 benchmarks/settings.py [--rounds 3] [--seconds 4]

Needs a release build (swift build -c release --product daybook) and wrk. It ends with 1 where a bar is missed: what a database is set
to decides about nothing.
"""

import argparse
import contextlib
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import report  # noqa: E402
from daybench.accounts import ROLE, database  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.scenarios import ratio  # noqa: E402
from daybench.service import Service  # noqa: E402
from spread import SETTINGS, House  # noqa: E402

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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-") as folder, contextlib.ExitStack() as stack:
        root = pathlib.Path(folder)
        root.chmod(0o755)
        cluster = stack.enter_context(Cluster(root))
        houses = {}
        for name, settings in {"embedded": {}, "own": OWN, "hostile": HOSTILE}.items():
            place = database(cluster, name)
            for setting, value in settings.items():
                place.sql(f"ALTER DATABASE {name} SET {setting} = '{value}'")
            own = root / name
            own.mkdir()
            environment = {"DAYBOOK_DATABASE_URL": place.url_of(ROLE), **SETTINGS}
            houses[name] = House(stack.enter_context(Service("daybook", "serve", **environment)), own, options)
        rounds = [{name: house.push() for name, house in houses.items()} for _ in range(options.rounds)]
    embedded = [measured["embedded"] for measured in rounds]
    results = [
        ratio(f"push of one, {title}", [measured[name] for measured in rounds], embedded, "embedded", BAR)
        for name, title in (("own", "PostgreSQL's own settings"), ("hostile", "hostile settings"))
    ]
    print(report.table(results))
    sys.exit(0 if all(result.met for result in results) else 1)


if __name__ == "__main__":
    main()
