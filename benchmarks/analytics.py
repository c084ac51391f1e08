#!/usr/bin/env python3
"""Statistics of accounts with 1,000 and 100,000 completions among a million: how long a request takes beside the same
statement in pgbench on one connection.

    python3 benchmarks/analytics.py [--requests 60]

Needs a release build (swift build -c release).
"""

import re

from daybench import frame
from daybench.clients import Client
from daybench.figures import Waits
from daybench.frame import Database
from daybench.load import Script
from daybench.service import Service
from daybench.statements import as_sent

PATHS = [
    "summary", "daily", "daily?from=2023-01-01&to=2026-11-21", "distribution?by=list", "distribution?by=category",
    "distribution?by=region", "rhythm", "postponements", "completion-time", "review", "daily.svg", "year.svg",
    "balance.svg",
]  # fmt: skip

# Rows of everybody lie between everybody else's, as years of use leave them.
FILL = """
CREATE TEMP TABLE owner AS
SELECT '{0.account}'::uuid AS id, 1000 AS completions UNION ALL SELECT '{1.account}', 100000
UNION ALL SELECT gen_random_uuid(), 1000 FROM generate_series(1, 899);
INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM owner
ON CONFLICT DO NOTHING;
INSERT INTO list SELECT id, md5(n::text)::uuid, 'List ' || n, NULL, now(), now(), 'V', NULL, NULL, '', NULL, 1
FROM owner, generate_series(1, 12) AS n WHERE id IN ('{0.account}', '{1.account}');
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


# What a value in the log looks like, alone or first in an array.
SHAPES = {
    r"\{?\"?-?\d{4,}-\d\d-\d\d \d\d:": "timestamptz",
    r"\{?\d{4}-\d\d-\d\d$": "date",
    r"[0-9a-f-]{36}$": "uuid",
    r"\{?-?\d+": "bigint",
    "": "text",
}


def cast(text: str) -> str:
    kind = next(kind for shape, kind in SHAPES.items() if re.match(shape, text))
    return f"::{kind}" + ("[]" if text.startswith("{") else "")


def ceilings(database: Database, token: str) -> dict[str, Script]:
    """The statement of every request, with its values."""

    def asks(path: str):
        return lambda service: Client(service.port, token).get(f"/v1/analytics/{path}")

    sent = database.captured({path: asks(path) for path in PATHS})
    marks = ("completion", "postponed")
    return {
        path: as_sent([s for s in all_ if "instance.epoch" in s.sql and any(mark in s.sql for mark in marks)][-1], cast)
        for path, all_ in sent.items()
    }


def measured(database: Database, device: Client, name: str, bar: float) -> bool:
    requests = database.bench.options.requests
    print(f"\n{name} (bar: {bar:g} ms)\n{'':44}p50      p99   pgbench    ratio")
    is_met = True
    for path, script in ceilings(database, device.token).items():
        for _ in range(8):
            device.get(f"/v1/analytics/{path}")
        took = Waits(device.get(f"/v1/analytics/{path}").took for _ in range(requests))
        ceiling = 1000 / database.pgbench(script, seconds=1, clients=1, account=device.account).rate
        is_met = is_met and took.p50 < bar
        told = f"  {path:40} {took.p50:7.2f}  {took.p99:7.2f}   {ceiling:7.2f}   {ceiling / took.p50:6.2f}"
        print(told + ("" if took.p50 < bar else "   over"))
    tag = device.get("/v1/analytics/summary").fields["etag"]
    took = Waits(device.get("/v1/analytics/summary", If_None_Match=tag).took for _ in range(500))
    print(f"  {'summary, unchanged (304)':40} {took.p50:7.2f}  {took.p99:7.2f}")
    return is_met


def measure(database: Database, service: Service) -> bool:
    small, large = (Client.begin(service.port, timeZone="Europe/Berlin") for _ in range(2))
    database.script(FILL.format(small, large))
    met = [measured(database, small, "1,000 completions", 5), measured(database, large, "100,000 completions", 50)]
    return all(met)


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure), requests=60)
