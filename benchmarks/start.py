#!/usr/bin/env python3
"""How long a process takes to start on a database of a million accounts, beside an empty one: from exec to the first 200
of `/readyz`.

Each account has a device with its token, a login, a day that turns and a task with its line of the ledger, all made by SQL.
Both databases lie in one cluster and are started on in turns, so what the machine does meanwhile lands on both. Beside the
time it tells which tables a start read whole, by PostgreSQL's own counters: none that grows with the accounts may be among
them. The bar is 300 ms, and 1.25 of a start on the empty one. Build first: swift build -c release.
"""

import statistics

from daybench import frame
from daybench.accounts import people
from daybench.frame import Bench, Database
from daybench.processes import cpu_seconds
from daybench.report import Result, alone

FILL = """
SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB';
CREATE TEMP TABLE made AS SELECT md5('account' || n)::uuid AS id FROM generate_series(1, :accounts) AS n;
{people}
INSERT INTO device SELECT id, id, 'Phone', now(), now(), NULL FROM made;
INSERT INTO token SELECT id, id, id, 'full', NULL, decode(md5('a' || id) || md5('b' || id), 'hex'), now(), now(), NULL FROM made;
INSERT INTO login (email_hash, account_id) SELECT decode(md5('c' || id) || md5('d' || id), 'hex'), id FROM made;
INSERT INTO day_turn (account_id, due_at) SELECT id, now() + interval '1 day' FROM made;
INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count, sticky, auto_carry,
    open_state, chosen_bucket, clocks, revision)
SELECT id, id, 'Water the plants', 'notStarted', now(), now(), 'V', 'none', 0, false, false, 'notStarted', 'none',
    decode('80000199a0b0c0d00000' || replace(id::text, '-', '') || '00040f2f', 'hex'), 1 FROM made;
INSERT INTO change
SELECT id, 1, md5('op' || id)::uuid, id, now(), now(), 0, 'task', id, 'set', NULL, '{{"title":"Water the plants"}}', '{{}}', true,
    true, 'applied', NULL, NULL FROM made;
VACUUM ANALYZE; CHECKPOINT;
"""
READ_WHOLE = "SELECT relname, seq_scan, seq_tup_read, n_live_tup FROM pg_stat_user_tables WHERE seq_tup_read > 0"
# More than a table may hold that a start reads whole: what grows with the accounts is far beyond it.
FEW = 1_000


def read_whole(database: Database) -> dict[str, int]:
    """Rows read by scans of whole tables up to now, by table."""
    lines = (line.split("|") for line in database.sql(READ_WHOLE).splitlines())
    return {name: int(rows) for name, _, rows, _ in lines}


def measure(bench: Bench) -> list[Result]:
    options = bench.options
    empty, full = bench.database("empty"), bench.database("crowded")
    full.script(FILL.format(people=people("made", 1, 300)), accounts=options.accounts)
    before = read_whole(full)
    took: dict[str, list[float]] = {"empty": [], "full": []}
    spent: dict[str, list[float]] = {"empty": [], "full": []}
    for turn in range(options.rounds + 1):
        for name, database in (("empty", empty), ("full", full)):
            with database.service(probe="/readyz") as service:
                cpu = cpu_seconds(service.pid) * 1e3
                # The first of each finds cold files.
                if turn:
                    took[name].append(service.started * 1e3)
                    spent[name].append(cpu)
    grown = {name: rows - before.get(name, 0) for name, rows in read_whole(full).items()}
    many = sorted(name for name, rows in grown.items() if rows > FEW * (options.rounds + 1))
    alone_, beside = statistics.median(took["full"]), statistics.median(took["empty"])
    cpu, cpu_beside = statistics.median(spent["full"]), statistics.median(spent["empty"])
    told = f"median {alone_:.0f} ms, worst {max(took['full']):.0f} ms, {cpu:.0f} ms of the server's CPU"
    share = alone_ / beside
    return [
        Result(
            f"exec to first ready answer, {options.accounts:,} accounts", told,
            f"an empty database: {beside:.0f} ms, {cpu_beside:.0f} ms of CPU", f"{alone_:.0f} ms", "< 300 ms", alone_ < 300,
        ),
        alone("the same in starts on an empty database", f"{share:.2f}", "<= 1.25", share <= 1.25),
        alone("tables that grow with the accounts and that a start read whole", ", ".join(many) or "none", "none", not many),
    ]  # fmt: skip


if __name__ == "__main__":
    frame.main(
        __doc__, measure, has_bars=True, rounds=(9, "starts of each (9)"), accounts=(1_000_000, "accounts (1,000,000)"),
    )  # fmt: skip
