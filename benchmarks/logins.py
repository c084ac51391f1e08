#!/usr/bin/env python3
"""How much a storm of logins costs those who are in: the time of a change made by somebody else, quiet and under 200 logins a
second with wrong passwords, in turns.

    python3 benchmarks/logins.py [--seconds 3] [--rounds 3] [--build release]

Every guess names another email and no address has a limit, so nothing but the line for the hashing threads holds the storm back.
"""

import asyncio
import collections
import statistics

from daybench import clients, frame
from daybench.clients import Connection, Connections, again_and_again, at_a_rate
from daybench.frame import Database
from daybench.service import Service


async def changes(port: int, tokens: list[str], seconds: float) -> float:
    """The p99 of devices that change something twenty times a second each."""

    async def change(device: tuple[Connection, str], number: int) -> None:
        connection, token = device
        answer = await connection.ask("POST", "/v1/tasks", token, {"title": f"Task {number}"})
        assert answer.status == 201, answer.body

    devices = [(Connection(port), token) for token in tokens]
    return (await again_and_again(devices, change, seconds, every=0.05)).p99


async def storm(port: int, rate: float, statuses: collections.Counter) -> None:
    connections = Connections(port, 128)

    async def guess(number: int) -> None:
        wish = {"email": f"somebody{number}@example.org", "password": f"guess number {number}"}
        statuses[(await connections.ask("POST", "/v1/login", None, wish)).status] += 1

    await at_a_rate(rate, guess)


async def measure(database: Database, service: Service) -> None:
    port, options = service.port, database.bench.options
    tokens = await clients.tokens(port, 8)
    await changes(port, tokens, 1)
    quiet, stormy, statuses = [], [], collections.Counter()
    for _ in range(options.rounds):
        quiet.append(await changes(port, tokens, options.seconds))
        raging = asyncio.create_task(storm(port, options.rate, statuses))
        await asyncio.sleep(0.5)
        stormy.append(await changes(port, tokens, options.seconds))
        raging.cancel()
        await asyncio.sleep(2)
    before, during = statistics.median(quiet), statistics.median(stormy)
    print(f"p99 of a change: quiet {before:.1f} ms, under {options.rate} logins/s {during:.1f} ms: {during / before:.2f} times")
    print(f"rounds: quiet {[round(value, 1) for value in quiet]}, stormy {[round(value, 1) for value in stormy]}")
    print(f"logins answered by status: {dict(sorted(statuses.items()))}")


if __name__ == "__main__":
    frame.main(__doc__, frame.served(measure, DAYBOOK_LOG_REQUESTS="none"), seconds=3.0, rounds=3, rate=200)
