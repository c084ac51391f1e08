#!/usr/bin/env python3
"""Runs the scenarios of the foundation beside their ceilings, interleaved, and writes benchmarks/results.md.

Ceiling and subject share the same cores, the same PostgreSQL and the same minutes, so their ratio means something on a
noisy machine; absolute figures are printed only to be read with it. Build first: swift build -c release.
"""

import socket
import statistics

from daybench import frame, report
from daybench.clients import Client
from daybench.figures import middle, share
from daybench.frame import Bench, Database
from daybench.load import Measured
from daybench.processes import kib, open_many_files
from daybench.report import Result, alone, ratio
from daybench.service import COUNTED, Compiled, Service

SELECT_CEILING = """\\set id random(1, 100000)
SELECT id, title, state, created_at FROM bench_row WHERE id = :id;
"""
INSERT_CEILING = "INSERT INTO bench_row (title) VALUES ('Review chapter 3 feedback') RETURNING id;\n"


def guarding(database: Database) -> list[Result]:
    """What it costs to bring a token: the same answers behind one, with the limits counting, and without."""
    results = []
    with database.service(product="daybook-bench", **COUNTED) as service:
        token = Client.begin(service.port).token

        def load(path: str, token: str = ""):
            return lambda: database.bench.wrk(service, "/", "rows.lua", path=path, token=token)

        for name, path in (("row by key", "/rows/"), ("plain text", "/plain?")):
            measured = database.bench.turns({"guarded": load(f"/guarded{path}", token), "open": load(path)})
            guarded, open_ = measured["guarded"], measured["open"]
            cpu, more = middle(guarded, "cpu_us"), share(guarded, open_, "cpu_us") - 1
            told = f"{cpu:.2f} us of server CPU, {share(guarded, open_):.2f} of the rate"
            without, figure = f"without: {middle(open_, 'cpu_us'):.2f} us", f"{more * 100:+.0f} %"
            results.append(Result(f"{name} with a token", told, without, figure, "<= +10 %", more <= 0.1))
    return results


def throughput(database: Database) -> list[Result]:
    bench = database.bench
    with database.service(product="daybook-bench") as service, Compiled("floor.c", bench.folder) as floor:

        def row() -> Measured:
            return bench.wrk(service, "/", "rows.lua", path="/rows/", token="")

        # Rows by the same uniformly random keys, and inserts, that the ceilings ask for.
        row()
        measured = bench.turns(
            {
                "select": lambda: database.pgbench(SELECT_CEILING),
                "row": row,
                "plain": lambda: bench.wrk(service, "/plain"),
                "bare": lambda: bench.wrk(floor, "/plain"),
                "insert ceiling": lambda: database.pgbench(INSERT_CEILING),
                "insert": lambda: bench.wrk(service, "/rows", "insert.lua"),
            }
        )
    cpu = middle(measured["row"], "cpu_us")
    return [
        ratio("row by key, JSON out", measured["row"], measured["select"], "pgbench select by key", 0.85),
        ratio("plain text", measured["plain"], measured["select"], "pgbench select by key", 2.0),
        ratio("plain text", measured["plain"], measured["bare"], "floor.c"),
        ratio("durable insert per request", measured["insert"], measured["insert ceiling"], "pgbench insert", 0.9),
        alone("server CPU per row by key", f"{cpu:.1f} us", "< 30 us", cpu < 30),
    ]


def idle_connections(database: Database, count: int = 10_000) -> list[Result]:
    open_many_files()
    request = b"GET /plain HTTP/1.1\r\nHost: x\r\n\r\n"
    connections = []
    # A fresh process: what earlier load left free would hide what connections take.
    with database.service(product="daybook-bench") as service:
        before = kib(service.pid)
        for number in range(count):
            # One client address has fewer ports than this needs when others are in TIME_WAIT; loopback has many.
            source = (f"127.0.0.{2 + number % 8}", 0)
            connection = socket.create_connection(("127.0.0.1", service.port), source_address=source)
            connection.sendall(request)
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
            connections.append(connection)
        each = (kib(service.pid) - before) / count
        for connection in connections:
            connection.close()
    shown = f"{each:.2f} KiB"
    return [Result(f"{count:,} idle keep-alive connections", f"{shown} each", "", shown, "< 8 KiB", each < 8)]


def start(database: Database) -> list[Result]:
    external, embedded, memory = [], [], []
    # With a cluster of its own, in a folder that PostgreSQL's user gets to.
    data = {"DAYBOOK_DATA_DIR": str(database.bench.folder / "embedded")}
    with Service("daybook", "serve", probe="/readyz", **data):
        pass
    for _ in range(database.bench.options.rounds):
        with database.service(probe="/readyz") as service:
            external.append(service.started)
            memory.append(kib(service.pid) / 1024)
        with Service("daybook", "serve", probe="/readyz", **data) as service:
            embedded.append(service.started)
    outside, inside, resident = map(statistics.median, (external, embedded, memory))
    return [
        alone("exec to first ready answer, external database", f"{outside * 1e3:.0f} ms", "< 100 ms", outside < 0.1),
        alone("exec to first ready answer, stopped embedded cluster", f"{inside * 1e3:.0f} ms", "< 2 s", inside < 2),
        alone("resident memory, idle", f"{resident:.1f} MiB", "< 40 MiB", resident < 40),
    ]


SCENARIOS = {"guarding": guarding, "throughput": throughput, "idle": idle_connections, "start": start}


def measure(bench: Bench) -> list[Result]:
    database = bench.database()
    only = bench.options.only.split(",") if bench.options.only else SCENARIOS
    results = [result for name, scenario in SCENARIOS.items() if name in only for result in scenario(database)]
    if not bench.options.no_write:
        report.write(report.table(results), bench.options)
    return results


if __name__ == "__main__":
    frame.main(
        __doc__, measure, rounds=(5, "interleaved rounds (5)"), seconds=(4, "length of one measurement (4)"),
        only=("", "comma-separated scenario names"), no_write=(False, "print the table, leave results.md alone"),
    )  # fmt: skip
