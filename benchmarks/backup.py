#!/usr/bin/env python3
"""How fast a backup is made beside pg_dump of the same database, and brought back beside pg_restore -j2.

    python3 benchmarks/backup.py [--tasks 500000] [--accounts 500] [--rounds 3] [--build release]
    python3 benchmarks/backup.py --empty 1000000

pg_dump as the superuser, packed by the same program at the same level (zstd -3) and as it packs by itself (-Fc, zlib); the
backup as the same superuser, and as the service's own role, behind the wall. What the latter made is brought back by the
service's own role, and pg_dump's by the superuser, each into a new database. With --empty there are so many accounts without
a task, and the service's own role makes one backup of them.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import time

from daybench import frame
from daybench.accounts import people
from daybench.cluster import ROLE
from daybench.frame import Bench
from daybench.service import program

ACCOUNTS = """
SET synchronous_commit = off;
CREATE TEMP TABLE a AS SELECT gen_random_uuid() AS id, gen_random_uuid() AS device FROM generate_series(1, :accounts);
"""
DEVICES = "INSERT INTO device SELECT id, device, 'Phone', now(), now(), NULL FROM a;"
TASKS = """
CREATE TEMP TABLE t AS SELECT id, device, n, gen_random_uuid() AS task, gen_random_uuid() AS op,
  (ARRAY['Water the plants','Call the dentist about','Review chapter','Send the invoice to','Buy milk, bread and'])[1 + n % 5]
    || ' ' || md5(n::text || id::text) AS title,
  CASE WHEN n % 3 = 0 THEN 'Ask first whether ' || md5(n::text) || ' is still what was meant, then write it down.' END AS notes,
  now() - n * interval '17 minutes' AS at FROM a, generate_series(1, :each) AS n;
INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, sort_order, bucket, carry_count, sticky,
  auto_carry, open_state, chosen_bucket, clocks, revision)
  SELECT id, task, title, notes, 'notStarted', at, at, 'V' || n, 'none', 0, false, false, 'notStarted', 'none',
    decode(md5(n::text) || substr(md5(task::text), 1, 28), 'hex'), n FROM t;
INSERT INTO change SELECT id, n, op, device, at, at, 0, 'task', task, 'set', NULL,
  json_build_object('title', title, 'notes', notes, 'sortOrder', 'V' || n), '[]', true, true, 'applied', NULL, NULL FROM t;
"""


def timed(command: str, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds of the clock, and of the processors for everything that the command started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    subprocess.run(["bash", "-o", "pipefail", "-c", command], env=environment, check=True, stdout=subprocess.DEVNULL, cwd="/")
    took = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak(command: list[str], environment: dict[str, str]) -> int:
    """The most memory that one process had at once, in MiB."""
    done = subprocess.run(
        ["python3", "-c", "import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
         "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)", *command],
        env=environment, check=True, capture_output=True, text=True, cwd="/")
    return int(done.stdout)


class Backups:
    """A filled database, and programs that back it up as the superuser or as the service's role."""

    def __init__(self, bench: Bench):
        self.bench, self.file, self.daybook = bench, str(bench.folder / "file"), program("daybook")
        self.database = bench.database("tasks")
        self.everybody, self.service = (self.environment(self.database.cluster, role) for role in (None, ROLE))

    def environment(self, cluster, role: str | None) -> dict[str, str]:
        own = self.database.settings | {"DAYBOOK_DATABASE_URL": cluster.url(role or cluster.user)}
        return cluster.environment(role) | own

    def fill(self, statements: str, **counts: int) -> int:
        """Returns how many MiB the database has."""
        self.database.script(statements + "VACUUM ANALYZE; CHECKPOINT;", **counts)
        return int(self.database.sql("SELECT pg_database_size('tasks')")) >> 20

    def restored(self, command: str, role: str | None) -> float:
        """Seconds that the command takes to fill a new database."""
        back = self.bench.cluster.database("back")
        self.bench.cluster.sql("CHECKPOINT")
        took = timed(command, self.environment(back, role))[0]
        self.bench.cluster.sql("DROP DATABASE back")
        return took


def measure_empty(backups: Backups) -> None:
    accounts = backups.bench.options.empty
    size = backups.fill(ACCOUNTS + people("a") + DEVICES, accounts=accounts)
    print(f"{accounts} accounts without a task, {size} MiB of database")
    took, cpu = timed(f"{backups.daybook} backup create {backups.file}", backups.service)
    print(f"daybook backup create, behind the wall: {took:.1f} s, {cpu:.1f} s of processor (bar 600 s)")
    print(f"verify: {timed(f'{backups.daybook} backup verify {backups.file}', backups.service)[0]:.2f} s")


def measure(backups: Backups) -> None:
    daybook, everybody, service, file = backups.daybook, backups.everybody, backups.service, backups.file
    tasks, accounts = backups.bench.options.tasks, backups.bench.options.accounts
    statements = ACCOUNTS + people("a", ":each", ":each * 500") + DEVICES + TASKS
    size = backups.fill(statements, accounts=accounts, each=tasks // accounts)
    print(f"{tasks} tasks and as many changes in {accounts} accounts, {size} MiB of database")
    ways = {
        "pg_dump | zstd -3": (f"pg_dump -Fc -Z0 | zstd -q -3 -T1 > {file}", everybody),
        "pg_dump -Fc": (f"pg_dump -Fc -f {file}.dump", everybody),
        "daybook backup create": (f"{daybook} backup create {file}", everybody),
        "daybook backup create, behind the wall": (f"{daybook} backup create {file}", service),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    sizes: dict[str, int] = {}
    theirs, ours = [], []
    for _ in range(backups.bench.options.rounds):
        for name, (command, who) in ways.items():
            pathlib.Path(file).unlink(missing_ok=True)
            times[name].append(timed(command, who))
            sizes[name] = os.path.getsize(file if os.path.exists(file) else f"{file}.dump")
        theirs.append(backups.restored(f"pg_restore -j2 -d back {file}.dump", None))
        ours.append(backups.restored(f"{daybook} backup restore {file}", ROLE))
    medians = {name: statistics.median(took for took, _ in values) for name, values in times.items()}
    for name in ways:
        cpu = statistics.median(spent for _, spent in times[name])
        print(f"{name:42} {medians[name]:6.2f} s  {cpu:6.2f} s of processor  {sizes[name] >> 20:4} MiB")
    for ceiling in ("pg_dump | zstd -3", "pg_dump -Fc"):
        for name in list(ways)[2:]:
            print(f"{name}: {medians[ceiling] / medians[name]:.2f} of {ceiling} (bar 0.70)")
    pathlib.Path(file).unlink()
    print(f"memory of backup create: {peak([daybook, 'backup', 'create', file], everybody)} MiB at most")
    print(f"verify: {timed(f'{daybook} backup verify {file}', service)[0]:.2f} s")
    print(f"pg_restore -j2: {statistics.median(theirs):.2f} s ({', '.join(f'{took:.2f}' for took in theirs)})")
    print(f"daybook backup restore: {statistics.median(ours):.2f} s ({', '.join(f'{took:.2f}' for took in ours)})")
    print(f"daybook backup restore: {statistics.median(theirs) / statistics.median(ours):.2f} of pg_restore -j2 (bar 0.50)")


if __name__ == "__main__":
    chosen = lambda bench: (measure_empty if bench.options.empty else measure)(Backups(bench))  # noqa: E731
    frame.main(__doc__, chosen, tasks=500_000, accounts=500, empty=0, rounds=3)
