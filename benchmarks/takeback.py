#!/usr/bin/env python3
"""How long it takes to take back 1,000 changes of one device, and what others wait meanwhile.

    python3 benchmarks/takeback.py [--changes 1000] [--tasks 10000] [--rounds 5] [--quiet 5] [--build release]

An account has 10,000 tasks. A second device of it makes some, edits, completes and deletes others, a thousand changes in all; the
first device takes them back and brings them back, in turns. The bars: a takeback under 2 seconds, and the p99 of four devices of
other accounts that make a task and read their settings under three times what it is while nothing is taken back.
"""

import asyncio
import multiprocessing
import statistics

from daybench import clients, frame
from daybench.clients import Client, Connection, again_and_again, operation
from daybench.figures import Waits
from daybench.frame import Database
from daybench.service import Service


def days_work(person: Client, options) -> dict:
    """The request that takes the second device's work back."""
    names = [operation({"title": f"Task {number}", "notes": "A line of notes"}) for number in range(options.tasks)]
    for start in range(0, len(names), 500):
        person.sync(ops=names[start : start + 500])
    made = person.ask("POST", "/v1/tokens", {"label": "Assistant", "scope": "full"}).json
    since = person.get("/v1/account").json["revision"]
    assistant, ids = Client(person.connection.port, made["token"]), [one["id"] for one in names]
    actions = [
        {"action": "create", "fields": {"title": f"New {number}"}} if number % 5 == 0
        else {"action": "complete", "id": ids[number]} if number % 5 == 1
        else {"action": "delete", "id": ids[number]} if number % 5 == 2
        else {"action": "update", "id": ids[number], "fields": {"title": f"Changed {number}", "priority": 3}}
        for number in range(options.changes)
    ]  # fmt: skip
    for start in range(0, len(actions), 250):
        assistant.ask("POST", "/v1/tasks/batch", {"tasks": actions[start : start + 250]})
    return {"device": made["device"]["id"], "since": since, "confirmMassDelete": True}


def take_back(person: Client, wanted: dict) -> tuple[float, dict]:
    """Milliseconds, and the request that brings it back."""
    answer = person.ask("POST", "/v1/history/takeback", wanted)
    return answer.took, answer.json


async def bystanders(port: int, seconds: float) -> Waits:
    async def one(bystander: tuple[str, Connection], number: int) -> None:
        token, line = bystander
        if number % 4 == 0:
            request = ("POST", "/v1/sync", token, {"ops": [operation({"title": "Water the plants"})]})
        else:
            request = ("GET", "/v1/account/settings", token)
        assert (await line.ask(*request)).status == 200

    them = [(token, Connection(port)) for token in await clients.tokens(port, 4)]
    return await again_and_again(them, one, seconds, pause=0.005)


def watch(port: int, seconds: float, answers) -> None:
    """In a process of its own: what the device does that takes back must not be measured with it."""
    answers.put(asyncio.run(bystanders(port, seconds)))


def others(port: int, seconds: float, answers) -> multiprocessing.Process:
    watcher = multiprocessing.Process(target=watch, args=(port, seconds, answers))
    watcher.start()
    return watcher


def measure(database: Database, service: Service) -> bool:
    options = database.bench.options
    person = Client.begin(service.port)
    wanted = days_work(person, options)
    answers = multiprocessing.Queue()
    watcher = others(service.port, options.quiet, answers)
    quiet = answers.get()
    watcher.join()
    taken, brought = [], []
    for _ in range(options.rounds):
        took, report = take_back(person, wanted)
        taken.append(took)
        assert sum(report["tasks"].values()) >= options.changes, report["tasks"]
        assert not report["kept"], report["kept"][:3]
        took, wanted = take_back(person, report["undo"])
        brought.append(took)
        wanted = wanted["undo"]
    watcher = others(service.port, options.quiet, answers)
    while answers.empty():
        wanted = take_back(person, wanted)[1]["undo"]
    busy = answers.get()
    watcher.join()
    print(f"{options.changes} changes taken back: {told(taken)} (bar 2,000 ms)")
    print(f"brought back: {told(brought)}")
    print(f"others, quiet: {quiet}")
    print(f"others, beside takebacks: {busy}, p99 {busy.p99 / quiet.p99:.1f} of quiet (bar 3)")
    return statistics.median(taken) < 2000 and busy.p99 < 3 * quiet.p99


def told(times: list[float]) -> str:
    return f"{statistics.median(times):,.0f} ms ({', '.join(f'{time:,.0f}' for time in times)})"


if __name__ == "__main__":
    frame.main(
        __doc__, frame.served(measure, DAYBOOK_LOG_REQUESTS="none"), changes=1000, tasks=10_000, rounds=5,
        quiet=(5.0, "seconds that others are measured for, quiet and beside takebacks"),
    )  # fmt: skip
