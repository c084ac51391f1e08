#!/usr/bin/env python3
"""What four bystanders wait while one account makes the server work as hard as a request can.

    python3 benchmarks/bystanders.py [--seconds 4] [--only search,sync] [--build release]

Each attack is sent again and again on two connections, that of a crowd on 200, beside bystanders of four other accounts that push a task and read their
settings. Their p99 under attack stands beside the quiet one; the bar is three times that, or 100 ms. The server's own figures
tell which routes held a reactor for 20 ms or more.
"""

import argparse
import asyncio
import json
import multiprocessing
import pathlib
import re
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402
from live import SETTINGS  # noqa: E402
from logins import Connection  # noqa: E402

BYSTANDERS = 4
# How many connections an attack has where it is not two.
CROWDS = {"pages of 1,000 rows, a crowd of 200": 200}
NEVER = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
NOW = "2026-11-21T09:15:00.000Z"


# What is sent, made once. Each is a method, a path and a body.


def operation(**fields) -> dict:
    return {"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": NOW, "fields": fields}


def push(operations: list) -> tuple[str, str, str]:
    return "POST", "/v1/sync", json.dumps({"ops": operations}, separators=(",", ":"))


def calendar(zones: int, tasks: int) -> str:
    observances = "".join(
        f"BEGIN:STANDARD\nDTSTART:19{number % 100:02}0101T{number % 24:02}0000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\n"
        for number in range(zones)
    )
    items = "".join(
        f"BEGIN:VTODO\nUID:{number}\nSUMMARY:Task {number}\nDUE;TZID=Z:20300101T120000\nEND:VTODO\n" for number in range(tasks)
    )
    return f"BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Z\n{observances}END:VTIMEZONE\n{items}END:VCALENDAR\n"


def chain(length: int) -> str:
    names = [f"project-{number}" for number in range(length)]
    projects = [{"id": name, "name": name, "parent_id": names[place - 1]} for place, name in enumerate(names)]
    return json.dumps({"projects": projects, "items": [{"id": "1", "content": "Task", "project_id": names[-1]}]})


def attacks() -> dict[str, list[tuple[str, str, str]]]:
    prose = "On Tuesday we met at the garden; the roof has to be mended before winter. "
    taskwarrior = [
        {"uuid": str(uuid.uuid4()), "status": "pending", "entry": "20260110T231200Z", "description": f"Task {number}"}
        for number in range(20_000)
    ]
    return {
        "1,000 new tasks": [push([operation(title=f"Task {number}", notes=prose * 5) for number in range(1000)]) for _ in range(20)],
        "1,000 series that never match": [
            push([operation(title="Never", recurrence={"rrule": NEVER}, state="completed") for _ in range(1000)])
        ],
        "1 MB of unreadable operations": [push([{}] * 340_000)],
        "190 kB of unknown names": [push([operation(**{f"n{number}": 1 for number in range(18_000)})])],
        "JSON 100,000 deep": [("POST", "/v1/sync", '{"ops":' + "[" * 100_000)],
        "1 MB of notes": [push([operation(title="Long", notes=prose * 12_000)])],
        "1 MB of escapes": [push([operation(title="Long", notes="é" * 150_000)])],
        "a batch of 500": [
            ("POST", "/v1/tasks/batch", json.dumps({"tasks": [{"action": "create", "fields": {"title": "T"}}] * 500}))
        ],
        "pages of 1,000 rows": [("POST", "/v1/sync", '{"limit":1000}')],
        "pages of 1,000 rows, a crowd of 200": [("POST", "/v1/sync", '{"limit":1000}')],
        "a restoration, tried": [("POST", "/v1/account/restoration", '{"to":0,"dryRun":true}')],
        "pages of tasks": [("GET", "/v1/tasks?limit=500", "")],
        "pages of history": [("GET", "/v1/history?limit=200", "")],
        "views": [("GET", f"/v1/views/{view}", "") for view in ("inbox", "today", "backlog", "board", "upcoming", "completed")],
        "statistics": [
            ("GET", f"/v1/analytics/{name}", "")
            for name in ("summary", "daily", "distribution", "rhythm", "postponements", "completion-time", "review", "year.svg", "balance.svg")
        ],
        "an export": [("GET", "/v1/export", "")],
        "search in long notes": [("GET", "/v1/search?q=needle&limit=100", "")],
        "misspelt search": [("GET", "/v1/search?q=tuesady+gradenn+wnitre&limit=100", "")],
        "search for 24 words": [("GET", "/v1/search?q=" + "+".join("abcdefghijklmnopqrstuvwx") + "&limit=100", "")],
        "import: a table of 300,000 columns": [("POST", "/v1/import?format=csv&dryRun=true", "a," * 300_000 + "\n")],
        "import: a zone of 200 observances": [("POST", "/v1/import?dryRun=true", calendar(200, 20))],
        "import: 20,000 tasks": [("POST", "/v1/import?format=taskwarrior&dryRun=true", json.dumps(taskwarrior))],
        "import: a chain of 20,000 projects": [("POST", "/v1/import?format=todoist-json&dryRun=true", chain(20_000))],
    }  # fmt: skip


# The attacked server.


async def begin(port: int) -> str:
    status, answer = await Connection(port).ask("POST", "/v1/accounts", "{}")
    assert status == 201, answer
    return json.loads(answer)["token"]


async def fill(port: int, token: str) -> None:
    """Sixty notes of a megabyte with the word at their end, and 10,000 tasks."""
    connection = Connection(port)
    prose = "On Tuesday we met at the garden; the roof has to be mended before winter. "
    for number in range(60):
        status, answer = await connection.ask(*push([operation(title=f"Long {number}", notes=prose * 13_800 + "needle")]), token)
        assert status == 200, answer
    for _ in range(10):
        rows = [operation(title=f"Mend the roof of the garden {n}", notes=prose, scheduledDate="2026-11-21") for n in range(1000)]
        assert (await connection.ask(*push(rows), token))[0] == 200


async def storm(
    port: int, token: str, requests: list[tuple[str, str, str]], connections: int, seconds: float
) -> dict[int, int]:
    """The same requests on some connections; how often each status was answered."""
    statuses: dict[int, int] = {}
    end = time.monotonic() + seconds

    async def one(place: int) -> None:
        connection = Connection(port)
        while time.monotonic() < end:
            request = requests[place % len(requests)]
            place += 1
            try:
                status, _ = await connection.ask(*request, token)
            except (asyncio.IncompleteReadError, ConnectionError):
                status, connection = 0, Connection(port)
            statuses[status] = statuses.get(status, 0) + 1

    await asyncio.gather(*(one(place) for place in range(connections)))
    return statuses


def watch(port: int, tokens: list[str], orders, answers) -> None:
    """The bystanders, in a process of their own: what the attacker does must not be measured with them."""

    async def bystander(token: str, seconds: float, took: list[float]) -> None:
        end = time.monotonic() + seconds
        # Whatever reactor a connection came to, the next one may come to another.
        lines = [Connection(port) for _ in range(2)]
        number = 0
        while time.monotonic() < end:
            begun = time.monotonic()
            if number % 4:
                status, _ = await lines[number % 2].ask("GET", "/v1/account/settings", "", token)
            else:
                status, _ = await lines[number % 2].ask(*push([operation(title="Water the plants")]), token)
            assert status == 200, status
            took.append((time.monotonic() - begun) * 1000)
            number += 1
            await asyncio.sleep(0.005)

    async def all_of_them(seconds: float) -> list[float]:
        took: list[float] = []
        await asyncio.gather(*(bystander(token, seconds, took) for token in tokens))
        return sorted(took)

    while seconds := orders.get():
        answers.put(asyncio.run(all_of_them(seconds)))


async def held(port: int) -> dict[str, float]:
    """Seconds that routes held a reactor, by the server's own figures."""
    _, page = await Connection(port).ask("GET", "/metrics")
    return {
        route: float(value)
        for route, value in re.findall(r'daybook_reactor_slow_job_seconds_total\{route="([^"]*)"\} (\S+)', page.decode())
    }


async def measure(service: Service, options) -> bool:
    tokens = [await begin(service.port) for _ in range(BYSTANDERS)]
    attacker = await begin(service.port)
    await fill(service.port, attacker)
    orders, answers = multiprocessing.Queue(), multiprocessing.Queue()
    watcher = multiprocessing.Process(target=watch, args=(service.port, tokens, orders, answers))
    watcher.start()

    async def bystanders(seconds: float) -> list[float]:
        orders.put(seconds)
        return await asyncio.to_thread(answers.get)

    def p99(times: list[float]) -> float:
        return times[int(len(times) * 0.99)]

    await bystanders(1)
    quiet = p99(await bystanders(2 * options.seconds))
    bar = max(3 * quiet, 100)
    print(f"{'':36}{'p99':>9}{'worst':>9}{'ratio':>8}")
    print(f"{'quiet':36}{quiet:7.1f}ms", flush=True)
    isGood = True
    for name, requests in attacks().items():
        if options.only and not any(part in name for part in options.only.split(",")):
            continue
        before = await held(service.port)
        statuses, times = await asyncio.gather(
            storm(service.port, attacker, requests, CROWDS.get(name, 2), options.seconds), bystanders(options.seconds)
        )
        after = await held(service.port)
        isGood = isGood and p99(times) <= bar
        blamed = ", ".join(f"{route} {1000 * (after[route] - before.get(route, 0)):.0f} ms"
                           for route in after if after[route] > before.get(route, 0))  # fmt: skip
        told = " ".join(f"{status} x{count}" for status, count in sorted(statuses.items()))
        print(
            f"{name:36}{p99(times):7.1f}ms{times[-1]:7.1f}ms{p99(times) / quiet:8.1f}   {told}"
            + (f"; held: {blamed}" if blamed else ""),
            flush=True,
        )
    orders.put(0)
    watcher.join()
    print(f"bar: {bar:.0f} ms, {'met' if isGood else 'missed'}")
    return isGood


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", help="parts of names of attacks, with commas in between")
    parser.add_argument("--build", default="release")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-bystanders-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with Cluster(folder) as cluster:
            settings = SETTINGS | {
                "DAYBOOK_DATABASE_URL": cluster.url, "DAYBOOK_SECRET_KEY": str(folder / "secret.key"),
                # Every limit that would keep the attacker out before it comes to work.
                "DAYBOOK_TASKS_PER_ACCOUNT": "0", "DAYBOOK_BYTES_PER_ACCOUNT": "0",
            }  # fmt: skip
            with Service(f"../{options.build}/daybook", "serve", "--migrate", **settings) as service:
                return 0 if asyncio.run(measure(service, options)) else 1


if __name__ == "__main__":
    sys.exit(main())
