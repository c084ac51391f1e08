#!/usr/bin/env python3
"""How fast a backup is made beside pg_dump of the same database, and how fast it is checked and brought back.

    python3 benchmarks/backup.py [--tasks 500000] [--accounts 500] [--rounds 3] [--build release]

pg_dump as the superuser, packed by the same program at the same level (zstd -3) and as it packs by itself (-Fc, zlib); the
backup as the same superuser, and as the service's own role, account by account behind the wall.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=500_000)
    parser.add_argument("--accounts", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--build", default="release")
    options = parser.parse_args()
    daybook = ROOT / f".build/{options.build}/daybook"
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
        os.chmod(folder, 0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            cluster.sql("CREATE ROLE daybook LOGIN")
            cluster.sql("CREATE DATABASE tasks OWNER daybook")
            cluster.sql("CREATE DATABASE back OWNER daybook")

            def environment(database: str, role: str) -> dict[str, str]:
                return {
                    **cluster.environment, "PGDATABASE": database, "PGUSER": role,
                    "DAYBOOK_DATABASE_URL": f"postgresql:///{database}?host={cluster.sockets}&user={role}",
                    "DAYBOOK_SECRET_KEY": f"{folder}/secret.key",
                }

            everybody, service = environment("tasks", cluster.user), environment("tasks", "daybook")
            subprocess.run([daybook, "migrate", "up"], env=service, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            fill = FILL.format(accounts=options.accounts, each=options.tasks // options.accounts)
            subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"], input=fill + "VACUUM ANALYZE; CHECKPOINT;", text=True, env=everybody, check=True)
            size = int(subprocess.run(["psql", "-XAtc", "SELECT pg_database_size('tasks')"], env=everybody, check=True, capture_output=True, text=True).stdout)
            print(f"{options.tasks} tasks and as many changes in {options.accounts} accounts, {size >> 20} MiB of database")
            file = f"{folder}/file"
            ways = {
                "pg_dump | zstd -3": (f"pg_dump -Fc -Z0 | zstd -q -3 -T1 > {file}", everybody),
                "pg_dump -Fc": (f"pg_dump -Fc -f {file}", everybody),
                "daybook backup create": (f"{daybook} backup create {file}", everybody),
                "daybook backup create, behind the wall": (f"{daybook} backup create {file}", service),
            }
            times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
            sizes: dict[str, int] = {}
            for _ in range(options.rounds):
                for name, (command, who) in ways.items():
                    pathlib.Path(file).unlink(missing_ok=True)
                    times[name].append(timed(command, who))
                    sizes[name] = os.path.getsize(file)
            medians = {name: statistics.median(took for took, _ in values) for name, values in times.items()}
            for name in ways:
                cpu = statistics.median(spent for _, spent in times[name])
                print(f"{name:42} {medians[name]:6.2f} s  {cpu:6.2f} s of processor  {sizes[name] >> 20:4} MiB")
            for ceiling in ("pg_dump | zstd -3", "pg_dump -Fc"):
                for name in list(ways)[2:]:
                    print(f"{name}: {medians[ceiling] / medians[name]:.2f} of {ceiling} (bar 0.70)")
            pathlib.Path(file).unlink(missing_ok=True)
            print(f"memory of backup create: {peak([str(daybook), 'backup', 'create', file], everybody)} MiB at most")
            print(f"verify: {timed(f'{daybook} backup verify {file}', service)[0]:.2f} s")
            took = timed(f"{daybook} backup restore {file}", environment("back", "daybook"))[0]
            print(f"restore: {took:.2f} s")


main()
