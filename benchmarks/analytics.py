#!/usr/bin/env python3
"""Statistics of accounts with 1,000 and 100,000 completions among a million: how long a request takes beside the same
statement in pgbench on one connection.

    python3 benchmarks/analytics.py [--requests 60]

Needs a release build (swift build -c release).
"""

import argparse
import http.client
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load  # noqa: E402
from daybench.accounts import ROLE  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402
from daybench.statements import Watch  # noqa: E402

SETTINGS = {
    name: "0"
    for name in [
        "DAYBOOK_REGISTRATIONS_PER_ADDRESS",
        "DAYBOOK_REQUESTS_PER_ADDRESS",
        "DAYBOOK_REQUESTS_PER_DEVICE",
        "DAYBOOK_REQUESTS_PER_ACCOUNT",
    ]
}

PATHS = [
    "summary", "daily", "daily?from=2023-01-01&to=2026-11-21", "distribution?by=list", "distribution?by=category",
    "distribution?by=region", "rhythm", "postponements", "completion-time", "review", "daily.svg", "year.svg",
    "balance.svg",
]  # fmt: skip

# Rows of everybody lie between everybody else's, as years of use leave them.
FILL = """
CREATE TEMP TABLE owner AS
SELECT '{small}'::uuid AS id, 1000 AS completions UNION ALL SELECT '{large}', 100000
UNION ALL SELECT gen_random_uuid(), 1000 FROM generate_series(1, 899);
INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM owner
ON CONFLICT DO NOTHING;
INSERT INTO list SELECT id, md5(n::text)::uuid, 'List ' || n, NULL, now(), now(), 'V', NULL, NULL, '', NULL, 1
FROM owner, generate_series(1, 12) AS n WHERE id IN ('{small}', '{large}');
INSERT INTO completion (account_id, task_id, completed_at, created_at, list_id, category, region)
SELECT id, gen_random_uuid(), at, at - random() * random() * interval '20 days',
    CASE WHEN random() < 0.8 THEN md5((1 + floor(random() * random() * 12))::text)::uuid END,
    CASE WHEN random() < 0.5 THEN ('{{health,work,family,home,learning}}'::text[])[1 + floor(random() * 5)] END,
    CASE WHEN random() < 0.6 THEN ('{{morning,afternoon,evening,backlog}}'::day_region[])[1 + floor(random() * 4)] END
FROM (
    SELECT id, date_trunc('milliseconds', now() - random() * interval '1400 days') AS at
    FROM owner, LATERAL generate_series(1, completions)
) AS done ORDER BY at;
INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id, kind, patch, prior,
    created, changed, outcome, postponed)
SELECT id, 10 + row_number() OVER (PARTITION BY id ORDER BY at), gen_random_uuid(), md5('phone')::uuid, at, at, 0, 'task',
    md5(floor(n / 4)::text)::uuid, 'set', '{{"title":"Water the plants"}}', '{{}}', n % 4 = 0, true, 'applied',
    CASE WHEN n % 10 = 1 THEN 1 + n % 6 END
FROM (
    SELECT id, n, now() - random() * interval '1400 days' AS at
    FROM owner, LATERAL generate_series(1, CASE WHEN completions > 1000 THEN 200000 ELSE 200 END) AS n
) AS done ORDER BY at;
VACUUM ANALYZE;
"""


class Caller:
    """Asks on one connection that stays open."""

    def __init__(self, port: int, token: str):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.token = token

    def ask(self, path: str, tag: str | None = None):
        fields = {"Authorization": f"Bearer {self.token}"}
        if tag:
            fields["If-None-Match"] = tag
        begun = time.perf_counter()
        self.connection.request("GET", f"/v1/analytics/{path}", headers=fields)
        answer = self.connection.getresponse()
        body = answer.read()
        took = (time.perf_counter() - begun) * 1000
        assert answer.status in (200, 304), (path, answer.status, body)
        return took, answer


def begin(port: int) -> tuple[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/v1/accounts", '{"timeZone":"Europe/Berlin"}', {"Content-Type": "application/json"})
    begun = json.loads(connection.getresponse().read())
    return begun["account"]["id"], begun["token"]


# What a value in the log looks like, alone or first in an array.
SHAPES = {
    r"\{?\"?-?\d{4,}-\d\d-\d\d \d\d:": "timestamptz",
    r"\{?\d{4}-\d\d-\d\d$": "date",
    r"[0-9a-f-]{36}$": "uuid",
    r"\{?-?\d+": "bigint",
    "": "text",
}


def statement(cluster: Cluster, caller: Caller, path: str) -> tuple[str, dict[str, str]]:
    """What the server sends for a request, from PostgreSQL's log, for pgbench with its values."""
    with Watch(cluster) as watch:
        caller.ask(path)
        time.sleep(0.1)
    sent = [s for s in watch.statements() if "instance.epoch" in s.sql and ("completion" in s.sql or "postponed" in s.sql)][-1]
    variables: dict[str, str] = {}

    def bound(match: re.Match) -> str:
        text = sent.values[int(match[1]) - 1]
        kind = next(kind for shape, kind in SHAPES.items() if re.match(shape, text))
        name = f"v{match[1]}"
        variables[name] = text
        return f":{name}::{kind}" + ("[]" if text.startswith("{") else "")

    # pgbench would take what follows a colon in quotes for a variable.
    sql = re.sub(r"\$(\d+)", bound, sent.sql)
    return re.sub(r"\s*\n\s*", " ", sql) + ";\n", variables


def statements(cluster: Cluster, caller: Caller) -> dict[str, tuple[str, dict[str, str]]]:
    """Of every request; nothing is written down while something is measured."""
    for setting in ("0", "-1"):
        cluster.sql(f"ALTER SYSTEM SET log_min_duration_statement = {setting}")
        cluster.sql("SELECT pg_reload_conf()")
        time.sleep(0.5)
        if setting == "0":
            sent = {path: statement(cluster, caller, path) for path in PATHS}
    return sent


def measure(cluster: Cluster, name: str, caller: Caller, requests: int, folder: pathlib.Path, bar: float) -> bool:
    print(f"\n{name} (bar: {bar:g} ms)\n{'':44}p50      p99   pgbench    ratio")
    held = True
    sent = statements(cluster, caller)
    for path in PATHS:
        sql, variables = sent[path]
        for _ in range(8):
            caller.ask(path)
        took = sorted(caller.ask(path)[0] for _ in range(requests))
        ceiling = 1000 / load.pgbench(cluster, sql, 1, folder, clients=1, role=ROLE, variables=variables).rate
        p50 = statistics.median(took)
        held = held and p50 < bar
        print(
            f"  {path:40} {p50:7.2f}  {took[int(len(took) * 0.99)]:7.2f}   {ceiling:7.2f}   {ceiling / p50:6.2f}"
            + ("" if p50 < bar else "   over")
        )
    _, answer = caller.ask("summary")
    took = sorted(caller.ask("summary", answer.headers["ETag"])[0] for _ in range(500))
    print(f"  {'summary, unchanged (304)':40} {statistics.median(took):7.2f}  {took[495]:7.2f}")
    return held


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-statistics-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with Cluster(folder) as cluster:
            # Behind the wall that the service is behind.
            cluster.sql(f"CREATE ROLE {ROLE} LOGIN")
            cluster.sql(f"ALTER SCHEMA public OWNER TO {ROLE}")
            url = cluster.url_of(ROLE)
            with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=url, **SETTINGS) as service:
                (small, small_token), (large, large_token) = begin(service.port), begin(service.port)
                for part in FILL.format(small=small, large=large).rsplit(";\n", 2)[:2]:
                    cluster.sql(part)
                held = True
                for account, token, name, bar in [
                    (small, small_token, "1,000 completions", 5),
                    (large, large_token, "100,000 completions", 50),
                ]:
                    os.environ["PGOPTIONS"] = f"-c daybook.account={account}"
                    held &= measure(cluster, name, Caller(service.port, token), options.requests, folder, bar)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
