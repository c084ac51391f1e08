#!/usr/bin/env python3
"""How fast a backup is made beside pg_dump of the same database, and brought back beside pg_restore -j2.

    python3 benchmarks/backup.py [--tasks 500000] [--accounts 500] [--rounds 3] [--build release]
    python3 benchmarks/backup.py --empty 1000000

pg_dump as the superuser, packed by the same program at the same level (zstd -3) and as it packs by itself (-Fc, zlib); the
backup as the same superuser, and as the service's own role, behind the wall. What the latter made is brought back by the
service's own role, and pg_dump's by the superuser, each into a new database. With --empty there are so many accounts without
a task, and the service's own role makes one backup of them.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import ROOT  # noqa: E402

FILL = """
SET synchronous_commit = off;
CREATE TEMP TABLE a AS SELECT gen_random_uuid() AS id, gen_random_uuid() AS device FROM generate_series(1, {accounts});
INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM a;
INSERT INTO device SELECT id, device, 'Phone', now(), now(), NULL FROM a;
INSERT INTO account_clock SELECT id, {each}, 0, {each}, {each} * 500 FROM a;
INSERT INTO account_settings SELECT id, 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0 FROM a;
CREATE TEMP TABLE t AS SELECT id, device, n, gen_random_uuid() AS task, gen_random_uuid() AS op,
  (ARRAY['Water the plants','Call the dentist about','Review chapter','Send the invoice to','Buy milk, bread and'])[1 + n % 5]
    || ' ' || md5(n::text || id::text) AS title,
  CASE WHEN n % 3 = 0 THEN 'Ask first whether ' || md5(n::text) || ' is still what was meant, then write it down.' END AS notes,
  now() - n * interval '17 minutes' AS at FROM a, generate_series(1, {each}) AS n;
INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, sort_order, bucket, carry_count, sticky,
  auto_carry, open_state, chosen_bucket, clocks, revision)
  SELECT id, task, title, notes, 'notStarted', at, at, 'V' || n, 'none', 0, false, false, 'notStarted', 'none',
    decode(md5(n::text) || substr(md5(task::text), 1, 28), 'hex'), n FROM t;
INSERT INTO change SELECT id, n, op, device, at, at, 0, 'task', task, 'set', NULL,
  json_build_object('title', title, 'notes', notes, 'sortOrder', 'V' || n), '[]', true, true, 'applied', NULL, NULL FROM t;
"""

EMPTY = """
SET synchronous_commit = off;
CREATE TEMP TABLE a AS SELECT gen_random_uuid() AS id, gen_random_uuid() AS device FROM generate_series(1, {accounts});
INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM a;
INSERT INTO device SELECT id, device, 'Phone', now(), now(), NULL FROM a;
INSERT INTO account_clock SELECT id, 0, 0, 0, 0 FROM a;
INSERT INTO account_settings SELECT id, 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0 FROM a;
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


class House:
    """A cluster with Daybook's role and a filled database."""

    def __init__(self, cluster: Cluster, folder: str, daybook: pathlib.Path):
        self.cluster, self.folder, self.daybook = cluster, folder, daybook
        cluster.sql("CREATE ROLE daybook LOGIN")
        cluster.sql("CREATE DATABASE tasks OWNER daybook")

    def environment(self, database: str, role: str) -> dict[str, str]:
        return {
            **self.cluster.environment, "PGDATABASE": database, "PGUSER": role,
            "DAYBOOK_DATABASE_URL": f"postgresql:///{database}?host={self.cluster.sockets}&user={role}",
            "DAYBOOK_SECRET_KEY": f"{self.folder}/secret.key",
        }

    @property
    def everybody(self) -> dict[str, str]:
        return self.environment("tasks", self.cluster.user)

    @property
    def service(self) -> dict[str, str]:
        return self.environment("tasks", "daybook")

    def fill(self, statements: str) -> int:
        """Returns how many MiB the database has."""
        up = [self.daybook, "migrate", "up"]
        subprocess.run(up, env=self.service, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"]
        subprocess.run(psql, input=statements + "VACUUM ANALYZE; CHECKPOINT;", text=True, env=self.everybody, check=True)
        size = ["psql", "-XAtc", "SELECT pg_database_size('tasks')"]
        return int(subprocess.run(size, env=self.everybody, check=True, capture_output=True, text=True).stdout) >> 20

    def restored(self, command: str, role: str) -> float:
        """Seconds that the command takes to fill a new database."""
        self.cluster.sql("CREATE DATABASE back OWNER daybook")
        self.cluster.sql("CHECKPOINT")
        took = timed(command, self.environment("back", role))[0]
        self.cluster.sql("DROP DATABASE back")
        return took


def measure_empty(house: House, accounts: int) -> None:
    size = house.fill(EMPTY.format(accounts=accounts))
    print(f"{accounts} accounts without a task, {size} MiB of database")
    took, cpu = timed(f"{house.daybook} backup create {house.folder}/file", house.service)
    print(f"daybook backup create, behind the wall: {took:.1f} s, {cpu:.1f} s of processor (bar 600 s)")
    print(f"verify: {timed(f'{house.daybook} backup verify {house.folder}/file', house.service)[0]:.2f} s")


def measure(house: House, tasks: int, accounts: int, rounds: int) -> None:
    daybook, everybody, service = house.daybook, house.everybody, house.service
    size = house.fill(FILL.format(accounts=accounts, each=tasks // accounts))
    print(f"{tasks} tasks and as many changes in {accounts} accounts, {size} MiB of database")
    file = f"{house.folder}/file"
    ways = {
        "pg_dump | zstd -3": (f"pg_dump -Fc -Z0 | zstd -q -3 -T1 > {file}", everybody),
        "pg_dump -Fc": (f"pg_dump -Fc -f {file}.dump", everybody),
        "daybook backup create": (f"{daybook} backup create {file}", everybody),
        "daybook backup create, behind the wall": (f"{daybook} backup create {file}", service),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    sizes: dict[str, int] = {}
    theirs, ours = [], []
    for _ in range(rounds):
        for name, (command, who) in ways.items():
            pathlib.Path(file).unlink(missing_ok=True)
            times[name].append(timed(command, who))
            sizes[name] = os.path.getsize(file if os.path.exists(file) else f"{file}.dump")
        theirs.append(house.restored(f"pg_restore -j2 -d back {file}.dump", house.cluster.user))
        ours.append(house.restored(f"{daybook} backup restore {file}", "daybook"))
    medians = {name: statistics.median(took for took, _ in values) for name, values in times.items()}
    for name in ways:
        cpu = statistics.median(spent for _, spent in times[name])
        print(f"{name:42} {medians[name]:6.2f} s  {cpu:6.2f} s of processor  {sizes[name] >> 20:4} MiB")
    for ceiling in ("pg_dump | zstd -3", "pg_dump -Fc"):
        for name in list(ways)[2:]:
            print(f"{name}: {medians[ceiling] / medians[name]:.2f} of {ceiling} (bar 0.70)")
    pathlib.Path(file).unlink()
    print(f"memory of backup create: {peak([str(daybook), 'backup', 'create', file], everybody)} MiB at most")
    print(f"verify: {timed(f'{daybook} backup verify {file}', service)[0]:.2f} s")
    print(f"pg_restore -j2: {statistics.median(theirs):.2f} s ({', '.join(f'{took:.2f}' for took in theirs)})")
    print(f"daybook backup restore: {statistics.median(ours):.2f} s ({', '.join(f'{took:.2f}' for took in ours)})")
    print(f"daybook backup restore: {statistics.median(theirs) / statistics.median(ours):.2f} of pg_restore -j2 (bar 0.50)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=500_000)
    parser.add_argument("--accounts", type=int, default=500)
    parser.add_argument("--empty", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--build", default="release")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
        os.chmod(folder, 0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            house = House(cluster, folder, ROOT / f".build/{options.build}/daybook")
            if options.empty:
                measure_empty(house, options.empty)
            else:
                measure(house, options.tasks, options.accounts, options.rounds)


main()
