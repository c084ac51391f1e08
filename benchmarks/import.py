#!/usr/bin/env python3
"""How fast a file is taken in: 100,000 tasks posted to /v1/import, beside psql's \\copy of the same rows into the same tables
with the same indexes, in turns.

    python3 benchmarks/import.py [--tasks 100000] [--rounds 3] [--build release]

psql is given rows that are ready, as a superuser, for whom there is no row-level security, and commits once a table: nothing of
reading a file, of merging, of looking what is there already is in its time.
"""

import argparse
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import ROOT, free_port  # noqa: E402

# As an import writes them: a task, its line in the ledger, and what counts of it in the statistics.
TABLES = ("task", "change", "completion")


def document(count: int) -> bytes:
    rows = [
        {
            "description": f"Task number {number} of somebody's long list",
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "entry": "20260101T000000Z",
            "modified": "20260201T000000Z",
            "status": "completed" if number % 3 == 0 else "pending",
            **({"end": "20260201T000000Z"} if number % 3 == 0 else {}),
            **({"due": f"202603{number % 28 + 1:02d}T180000Z"} if number % 2 else {}),
            "project": f"Project {number % 20}",
            "annotations": [{"entry": "20260101T000000Z", "description": "With a line of notes"}] if number % 4 == 0 else [],
        }
        for number in range(count)
    ]
    return ("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n").encode()


def ask(port: int, method: str, path: str, token: str | None = None, body: bytes = b"") -> tuple[int, dict]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    fields = {"Authorization": f"Bearer {token}"} if token else {"Content-Type": "application/json"}
    connection.request(method, path, body, fields)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def post(port: int, body: bytes, count: int) -> tuple[float, str]:
    _, begun = ask(port, "POST", "/v1/accounts", body=b"{}")
    start = time.monotonic()
    status, report = ask(port, "POST", "/v1/import", begun["token"], body)
    seconds = time.monotonic() - start
    assert status == 200 and report["made"]["tasks"] == count, report
    return seconds, begun["account"]["id"]


def columns(cluster: Cluster, table: str) -> str:
    return cluster.sql(
        "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute "
        f"WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
    )


def copy(cluster: Cluster, account: str, folder: pathlib.Path) -> float:
    """Seconds that psql takes for what the import wrote, once that is gone again."""
    commands = []
    for table in TABLES:
        names, path = columns(cluster, table), folder / f"{table}.copy"
        order = "completed_at" if table == "completion" else "revision"
        rows = f"SELECT {names} FROM {table} WHERE account_id = '{account}' ORDER BY {order}"
        cluster.sql(f"\\copy ({rows}) TO '{path}'")
        commands += ["-c", f"\\copy {table} ({names}) FROM '{path}'"]
    cluster.sql(";".join(f"DELETE FROM {table} WHERE account_id = '{account}'" for table in ("completion", "task", "change")))
    for table in TABLES:
        cluster.sql(f"VACUUM {table}")
    start = time.monotonic()
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", *commands], env=cluster.environment, check=True)
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--build", default="release")
    options = parser.parse_args()
    body = document(options.tasks)
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as name:
        os.chmod(name, 0o755)
        folder = pathlib.Path(name)
        with Cluster(folder) as cluster:
            port = free_port()
            environment = {
                **os.environ,
                "DAYBOOK_LISTEN": f"127.0.0.1:{port}",
                "DAYBOOK_DATABASE_URL": cluster.url,
                "DAYBOOK_DATA_DIR": name + "/data",
                "DAYBOOK_LOG_REQUESTS": "none",
                "DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0",
                "DAYBOOK_UNCLAIMED_TASKS": "0",
                "DAYBOOK_UNCLAIMED_BYTES": "0",
            }
            server = subprocess.Popen(
                [str(ROOT / f".build/{options.build}/daybook"), "serve", "--migrate"], env=environment, stdout=subprocess.DEVNULL
            )
            try:
                for _ in range(300):
                    try:
                        if ask(port, "GET", "/v1")[0] == 200:
                            break
                    except OSError:
                        time.sleep(0.1)
                post(port, document(2000), 2000)
                ours, theirs = [], []
                for _ in range(options.rounds):
                    seconds, account = post(port, body, options.tasks)
                    ours.append(options.tasks / seconds)
                    theirs.append(options.tasks / copy(cluster, account, folder))
                peak = next(line for line in open(f"/proc/{server.pid}/status", encoding="utf-8") if line.startswith("VmHWM"))
            finally:
                server.terminate()
                server.wait()
    mine, ceiling = statistics.median(ours), statistics.median(theirs)
    print(f"file: {len(body) / 1e6:.1f} MB, {options.tasks} tasks")
    print(f"import: {mine:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in ours)})")
    print(f"\\copy:   {ceiling:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in theirs)})")
    print(f"ratio:  {mine / ceiling:.2f}")
    print(f"peak memory of the server: {int(peak.split()[1]) / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
