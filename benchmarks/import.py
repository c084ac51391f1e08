#!/usr/bin/env python3
"""How fast a file is taken in: 100,000 tasks posted to /v1/import, beside the same rows inserted by psql in the same transactions
of 500, in turns.

    python3 benchmarks/import.py [--tasks 100000] [--rounds 3] [--build release]

psql is given statements that are ready: nothing of reading a file, of merging, of checking what is there already is in its time.
"""

import argparse
import http.client
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import ROOT, free_port  # noqa: E402

TABLES = ("task", "change")
BATCH = 500


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


def script(cluster: Cluster, account: str, folder: pathlib.Path) -> pathlib.Path:
    """What the import wrote, as statements in the transactions in which it wrote it, for another account."""
    statements = {}
    for table in TABLES:
        cluster.sql(f"CREATE SCHEMA IF NOT EXISTS copy")
        cluster.sql(f"DROP TABLE IF EXISTS copy.{table}")
        columns = cluster.sql(
            "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute "
            f"WHERE attrelid = 'public.{table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
        )
        cluster.sql(f"CREATE TABLE copy.{table} AS SELECT {columns} FROM public.{table} WHERE account_id = '{account}' ORDER BY revision")
        dump = subprocess.run(
            ["pg_dump", "--data-only", "--column-inserts", f"--rows-per-insert={BATCH}", "-t", f"copy.{table}"],
            env=cluster.environment, check=True, capture_output=True, text=True,
        ).stdout
        found = re.findall(rf"^INSERT INTO copy\.{table} .*?\);\n", dump, re.S | re.M)
        statements[table] = [text.replace(f"copy.{table}", table, 1) for text in found]
    path = folder / "inserts.sql"
    with open(path, "w", encoding="utf-8") as file:
        for number, change in enumerate(statements["change"]):
            task = statements["task"][number] if number < len(statements["task"]) else ""
            file.write(f"BEGIN;\nSELECT revision FROM account_clock WHERE account_id = '{account}' FOR UPDATE;\n{task}{change}")
            file.write(f"UPDATE account_clock SET revision = revision WHERE account_id = '{account}';\nCOMMIT;\n")
    os.chmod(path, 0o644)
    return path


def insert(cluster: Cluster, account: str, path: pathlib.Path) -> float:
    for table in ("completion", *TABLES):
        cluster.sql(f"DELETE FROM {table} WHERE account_id = '{account}'")
    cluster.sql("VACUUM task, change, completion")
    start = time.monotonic()
    subprocess.run(["psql", "-X", "-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", "-f", path], env=cluster.environment, check=True)
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
                path = None
                for _ in range(options.rounds):
                    seconds, account = post(port, body, options.tasks)
                    ours.append(options.tasks / seconds)
                    path = path if path and os.environ.get("KEEP") else script(cluster, account, folder)
                    theirs.append(options.tasks / insert(cluster, account, path))
                peak = next(line for line in open(f"/proc/{server.pid}/status", encoding="utf-8") if line.startswith("VmHWM"))
            finally:
                server.terminate()
                server.wait()
    mine, ceiling = statistics.median(ours), statistics.median(theirs)
    print(f"file: {len(body) / 1e6:.1f} MB, {options.tasks} tasks")
    print(f"import: {mine:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in ours)})")
    print(f"psql:   {ceiling:,.0f} tasks/s ({', '.join(f'{value:,.0f}' for value in theirs)})")
    print(f"ratio:  {mine / ceiling:.2f}")
    print(f"peak memory of the server: {int(peak.split()[1]) / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
