#!/usr/bin/env python3
"""What four bystanders wait while one account makes the server work as hard as a request can.

    python3 benchmarks/bystanders.py [--seconds 4] [--only search,sync] [--build release]

Each attack is sent again and again on two connections, that of a crowd on 200, beside bystanders of four other accounts that
push a task and read their settings. Their p99 under attack stands beside the quiet one; the bar is three times that, or 100 ms.
The server's own figures tell which routes held a reactor for 20 ms or more.
"""

import asyncio
import collections
import json
import multiprocessing
import re
import uuid

from daybench import clients, frame
from daybench.clients import Connection, again_and_again, operation
from daybench.figures import Waits
from daybench.frame import Database
from daybench.service import Service

BYSTANDERS = 4
# How many connections an attack has where it is not two.
CROWDS = {"pages of 1,000 rows, a crowd of 200": 200}
NEVER = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
PROSE = "On Tuesday we met at the garden; the roof has to be mended before winter. "


# What is sent, made once. Each is a method, a path and a body.


def new(**fields) -> dict:
    return operation(fields)


def octets(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def push(operations: list) -> tuple[str, str, bytes]:
    return "POST", "/v1/sync", octets({"ops": operations})


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


# What an assistant asks for in one message, and at most ten times.
ASKED = [("day", {"view": view}) for view in ("today", "board", "overdue", "review")] + [
    ("find", {"words": "needle"}), ("find", {"filter": "open", "limit": 100}), ("find", {"words": "tuesady gradenn"}),
    ("history", {"limit": 100}), ("lists", {}), ("find", {"filter": "completed:week"}),
]  # fmt: skip


def tool(name: str, arguments: dict) -> dict:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def attacks() -> dict[str, list[tuple[str, str, str]]]:
    taskwarrior = [
        {"uuid": str(uuid.uuid4()), "status": "pending", "entry": "20260110T231200Z", "description": f"Task {number}"}
        for number in range(20_000)
    ]
    return {
        "1,000 new tasks": [push([new(title=f"Task {number}", notes=PROSE * 5) for number in range(1000)]) for _ in range(20)],
        "1,000 series that never match": [
            push([new(title="Never", recurrence={"rrule": NEVER}, state="completed") for _ in range(1000)])
        ],
        "1 MB of unreadable operations": [push([{}] * 340_000)],
        "190 kB of unknown names": [push([new(**{f"n{number}": 1 for number in range(18_000)})])],
        "JSON 100,000 deep": [("POST", "/v1/sync", '{"ops":' + "[" * 100_000)],
        "1 MB of notes": [push([new(title="Long", notes=PROSE * 12_000)])],
        "1 MB of escapes": [push([new(title="Long", notes="é" * 150_000)])],
        "a batch of 500": [
            ("POST", "/v1/tasks/batch", octets({"tasks": [{"action": "create", "fields": {"title": "T"}}] * 500}))
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
        "an assistant, ten tools at once": [("POST", "/mcp", octets([tool(*call) for call in ASKED]))],
        "an assistant that changes": [("POST", "/mcp", octets(tool("add", {"title": f"Task {n}"}))) for n in range(100)],
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


async def asked(connection: Connection, token: str, request: tuple[str, str, bytes | str]) -> int:
    """The status of the answer."""
    method, path, body = request
    return (await connection.ask(method, path, token, body if isinstance(body, bytes) else body.encode())).status


async def fill(port: int, token: str) -> None:
    """Sixty notes of a megabyte with the word at their end, and 10,000 tasks."""
    connection = Connection(port)
    for number in range(60):
        long = new(title=f"Long {number}", notes=PROSE * 13_800 + "needle")
        assert await asked(connection, token, push([long])) == 200
    for _ in range(10):
        fields = {"notes": PROSE, "scheduledDate": "2026-11-21"}
        rows = [new(title=f"Mend the roof of the garden {n}", **fields) for n in range(1000)]
        assert await asked(connection, token, push(rows)) == 200


async def assistant(port: int, token: str) -> str:
    """The token of one that may change what is another's who has this token."""
    answer = await Connection(port).ask("POST", "/v1/tokens", token, octets({"label": "An assistant", "scope": "agent"}))
    return json.loads(answer.body)["token"]


async def storm(port: int, token: str, requests: list[tuple], count: int, seconds: float) -> collections.Counter:
    """The same requests on some connections; how often each status was answered."""
    statuses: collections.Counter[int] = collections.Counter()
    connections = [Connection(port) for _ in range(count)]

    async def one(place: int, number: int) -> None:
        try:
            status = await asked(connections[place], token, requests[(place + number) % len(requests)])
        except (asyncio.IncompleteReadError, ConnectionError):
            status, connections[place] = 0, Connection(port)
        statuses[status] += 1

    await again_and_again(range(count), one, seconds)
    return statuses


def watch(port: int, tokens: list[str], orders, answers) -> None:
    """The bystanders, in a process of their own: what the attacker does must not be measured with them."""

    async def all_of_them(seconds: float) -> Waits:
        async def one(bystander: tuple[str, list[Connection]], number: int) -> None:
            token, lines = bystander
            request = push([new(title="Water the plants")]) if number % 4 == 0 else ("GET", "/v1/account/settings", "")
            assert await asked(lines[number % 2], token, request) == 200

        # Whatever reactor a connection came to, the next one may come to another.
        them = [(token, [Connection(port) for _ in range(2)]) for token in tokens]
        return await again_and_again(them, one, seconds, pause=0.005)

    while seconds := orders.get():
        answers.put(asyncio.run(all_of_them(seconds)))


async def held(port: int) -> dict[str, float]:
    """Seconds that routes held a reactor, by the server's own figures."""
    page = (await Connection(port).ask("GET", "/metrics")).body.decode()
    found = re.findall(r'daybook_reactor_slow_job_seconds_total\{route="([^"]*)"\} (\S+)', page)
    return {route: float(value) for route, value in found}


async def measure(database: Database, service: Service) -> bool:
    options = database.bench.options
    attacker, *tokens = await clients.tokens(service.port, 1 + BYSTANDERS)
    await fill(service.port, attacker)
    agent = await assistant(service.port, attacker)
    orders, answers = multiprocessing.Queue(), multiprocessing.Queue()
    watcher = multiprocessing.Process(target=watch, args=(service.port, tokens, orders, answers))
    watcher.start()

    async def bystanders(seconds: float) -> Waits:
        orders.put(seconds)
        return await asyncio.to_thread(answers.get)

    await bystanders(1)
    quiet = (await bystanders(2 * options.seconds)).p99
    bar = max(3 * quiet, 100)
    print(f"{'':36}{'p99':>9}{'worst':>9}{'ratio':>8}")
    print(f"{'quiet':36}{quiet:7.1f}ms", flush=True)
    is_met = True
    for name, requests in attacks().items():
        if options.only and not any(part in name for part in options.only.split(",")):
            continue
        before = await held(service.port)
        token = agent if requests[0][1] == "/mcp" else attacker
        statuses, waits = await asyncio.gather(
            storm(service.port, token, requests, CROWDS.get(name, 2), options.seconds), bystanders(options.seconds)
        )
        after = await held(service.port)
        is_met = is_met and waits.p99 <= bar
        more = {route: 1000 * (after[route] - before.get(route, 0)) for route in after}
        blamed = ", ".join(f"{route} {milliseconds:.0f} ms" for route, milliseconds in more.items() if milliseconds > 0)
        told = " ".join(f"{status} x{count}" for status, count in sorted(statuses.items()))
        print(
            f"{name:36}{waits.p99:7.1f}ms{waits.slowest:7.1f}ms{waits.p99 / quiet:8.1f}   {told}"
            + (f"; held: {blamed}" if blamed else ""),
            flush=True,
        )
    orders.put(0)
    watcher.join()
    print(f"bar: {bar:.0f} ms, {'met' if is_met else 'missed'}")
    return is_met


if __name__ == "__main__":
    # Nothing keeps the attacker out before it comes to work.
    attacked = frame.served(measure, DAYBOOK_TASKS_PER_ACCOUNT="0", DAYBOOK_BYTES_PER_ACCOUNT="0", DAYBOOK_AGENTS="write")
    frame.main(__doc__, attacked, seconds=4.0, only=("", "parts of names of attacks, with commas in between"))
