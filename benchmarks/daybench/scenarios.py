"""The scenarios of the foundation: what is measured beside what."""

import json
import os
import pathlib
import resource
import socket
import statistics
import tempfile
import urllib.request

from . import load
from .cluster import Cluster
from .report import ROOT, Result
from .service import Floor, Service

HERE = pathlib.Path(__file__).parent
CONNECTIONS = 64

SELECT_CEILING = """\\set id random(1, 100000)
SELECT id, title, state, created_at FROM bench_row WHERE id = :id;
"""
INSERT_CEILING = "INSERT INTO bench_row (title) VALUES ('Review chapter 3 feedback') RETURNING id;\n"


def run(rounds: int, seconds: int, only: list[str] | None) -> list[Result]:
    scratch = ROOT / ".build/benchmarks"
    scratch.mkdir(parents=True, exist_ok=True)
    results: list[Result] = []

    def wanted(name: str) -> bool:
        return only is None or name in only

    with Cluster(scratch) as cluster:
        if wanted("guarding"):
            results += guarding(cluster, rounds, seconds)
        with Service("daybook-bench", DAYBOOK_DATABASE_URL=cluster.url, DAYBOOK_LOG_LEVEL="warning") as service:
            if wanted("throughput"):
                with Floor(scratch) as floor:
                    results += throughput(cluster, service, floor, rounds, seconds, scratch)
        if wanted("idle"):
            # A fresh process: what earlier load left free would hide what connections take.
            with Service("daybook-bench", DAYBOOK_DATABASE_URL=cluster.url) as service:
                results += idle_connections(service)
        if wanted("start"):
            results += start(cluster, rounds)
    return results


def throughput(
    cluster: Cluster, service: Service, floor: Floor, rounds: int, seconds: int, scratch: pathlib.Path
) -> list[Result]:
    select, plain, bare, row, insert_ceiling, insert = [], [], [], [], [], []
    load.wrk(service.url("/"), 1, service.pid, HERE / "rows.lua")
    for _ in range(rounds):
        select.append(load.pgbench(cluster, SELECT_CEILING, seconds, scratch))
        row.append(load.wrk(service.url("/"), seconds, service.pid, HERE / "rows.lua", CONNECTIONS))
        plain.append(load.wrk(service.url("/plain"), seconds, service.pid, None, CONNECTIONS))
        bare.append(load.wrk(floor.url, seconds, floor.pid, None, CONNECTIONS))
        insert_ceiling.append(load.pgbench(cluster, INSERT_CEILING, seconds, scratch))
        insert.append(load.wrk(service.url("/rows"), seconds, service.pid, HERE / "insert.lua", CONNECTIONS))
    cpu = statistics.median(m.cpu_us for m in row)
    return [
        ratio("row by key, JSON out", row, select, "pgbench select by key", 0.85),
        ratio("plain text", plain, select, "pgbench select by key", 2.0),
        ratio("plain text", plain, bare, "floor.c"),
        ratio("durable insert per request", insert, insert_ceiling, "pgbench insert", 0.9),
        Result("server CPU per row by key", f"{cpu:.1f} us", "", f"{cpu:.1f} us", "< 30 us", cpu < 30),
    ]


def guarding(cluster: Cluster, rounds: int, seconds: int) -> list[Result]:
    """What it costs to bring a token: the same answers behind one, with the limits counting, and without."""
    with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=cluster.url):
        pass
    # Counted like any other, and far from refused.
    limits = {f"DAYBOOK_REQUESTS_PER_{whose}": "10000000" for whose in ("DEVICE", "ACCOUNT", "ADDRESS")}
    results = []
    with Service(
        "daybook-bench", DAYBOOK_DATABASE_URL=cluster.url, DAYBOOK_LOG_LEVEL="warning", **limits
    ) as service:
        begun = urllib.request.Request(
            service.url("/v1/accounts"), b"{}", {"Content-Type": "application/json"}, method="POST"
        )
        token = json.load(urllib.request.urlopen(begun))["token"]
        for name, path in (("row by key", "/rows/"), ("plain text", "/plain?")):
            open_, guarded = [], []
            for number in range(rounds):
                # Each comes first as often as the other, or the second would always have the warmer machine.
                for is_guarded in (False, True) if number % 2 else (True, False):
                    os.environ["DAYBENCH_PATH"] = ("/guarded" if is_guarded else "") + path
                    os.environ["DAYBENCH_TOKEN"] = token if is_guarded else ""
                    measured = load.wrk(service.url("/"), seconds, service.pid, HERE / "guarding.lua", CONNECTIONS)
                    (guarded if is_guarded else open_).append(measured)
            more = statistics.median(g.cpu_us / o.cpu_us for g, o in zip(guarded, open_)) - 1
            rate = statistics.median(g.rate / o.rate for g, o in zip(guarded, open_))
            cpu = [statistics.median(m.cpu_us for m in all_) for all_ in (guarded, open_)]
            results.append(
                Result(
                    f"{name} with a token", f"{cpu[0]:.2f} us of server CPU, {rate:.2f} of the rate",
                    f"without: {cpu[1]:.2f} us", f"{more * 100:+.0f} %", "<= +10 %", more <= 0.1,
                )
            )
    return results


def ratio(name: str, measured: list[load.Measured], ceiling: list[load.Measured], of: str, bar: float = 0) -> Result:
    figure = statistics.median(m.rate / c.rate for m, c in zip(measured, ceiling))
    rate = statistics.median(m.rate for m in measured)
    p50 = statistics.median(m.p50 for m in measured)
    p99 = statistics.median(m.p99 for m in measured)
    top = statistics.median(c.rate for c in ceiling)
    return Result(
        name,
        f"{rate:,.0f}/s, p50 {p50:.2f} ms, p99 {p99:.2f} ms",
        f"{of}: {top:,.0f}/s",
        f"{figure:.2f}",
        f">= {bar}" if bar else "",
        figure >= bar,
    )


def idle_connections(service: Service, count: int = 10_000) -> list[Result]:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    before = load.resident_kib(service.pid)
    connections = []
    request = b"GET /plain HTTP/1.1\r\nHost: x\r\n\r\n"
    for number in range(count):
        # One client address has fewer ports than this needs when others are in TIME_WAIT; loopback has many addresses.
        source = (f"127.0.0.{2 + number % 8}", 0)
        connection = socket.create_connection(("127.0.0.1", service.port), source_address=source)
        connection.sendall(request)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        connections.append(connection)
    each = (load.resident_kib(service.pid) - before) / count
    for connection in connections:
        connection.close()
    return [
        Result(f"{count:,} idle keep-alive connections", f"{each:.2f} KiB each", "", f"{each:.2f} KiB", "< 8 KiB", each < 8),
    ]


def start(cluster: Cluster, rounds: int) -> list[Result]:
    external, embedded, memory = [], [], []
    with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=cluster.url):
        pass
    with tempfile.TemporaryDirectory(prefix="daybench-data-") as folder:
        pathlib.Path(folder).chmod(0o755)
        data = {"DAYBOOK_DATA_DIR": f"{folder}/data"}
        with Service("daybook", "serve", probe="/readyz", **data):
            pass
        for _ in range(rounds):
            with Service("daybook", "serve", probe="/readyz", DAYBOOK_DATABASE_URL=cluster.url) as service:
                external.append(service.started)
                memory.append(load.resident_kib(service.pid) / 1024)
            with Service("daybook", "serve", probe="/readyz", **data) as service:
                embedded.append(service.started)
    outside, inside, resident = map(statistics.median, (external, embedded, memory))
    return [
        Result(
            "exec to first ready answer, external database", f"{outside * 1e3:.0f} ms", "", f"{outside * 1e3:.0f} ms",
            "< 100 ms", outside < 0.1,
        ),
        Result(
            "exec to first ready answer, stopped embedded cluster", f"{inside * 1e3:.0f} ms", "",
            f"{inside * 1e3:.0f} ms", "< 2 s", inside < 2,
        ),
        Result(
            "resident memory, idle", f"{resident:.1f} MiB", "", f"{resident:.1f} MiB", "< 40 MiB", resident < 40,
        ),
    ]
