#!/usr/bin/env python3
"""A zone full of accounts whose day turns at once: until all are rolled over, and what others' requests take meanwhile.

    python3 benchmarks/rollover.py [--accounts 100000] [--rate 200] [--seconds 60]

Needs a release build (swift build -c release). Each account has two open tasks of yesterday in its morning. Accounts of
their own make a task and read their tasks at a steady rate, quiet first and then while the days turn. Without --whole the
turning is measured for --seconds and the rest is told from its rate.
"""

import asyncio
import time
import uuid

from daybench import frame
from daybench.accounts import people
from daybench.clients import Connections, at_a_rate, tokens
from daybench.figures import Waits
from daybench.frame import Bench, Database
from daybench.processes import cpu_seconds
from daybench.service import Service

FILL = f"""
BEGIN;
CREATE TEMP TABLE newcomer ON COMMIT DROP AS SELECT gen_random_uuid() AS id FROM generate_series(1, :count);
{people("newcomer", 2, 500, rollover="backlog")}
INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, scheduled_date, region, sort_order, bucket,
    carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
SELECT id, gen_random_uuid(), 'Water the plants', 'notStarted', now() - interval '2 days', now() - interval '2 days',
    current_date - 2, 'morning', 'a' || n, 'misc', 0, false, false, 'notStarted', 'misc', '', n
FROM newcomer, generate_series(1, 2) AS n;
INSERT INTO day_turn SELECT id, now() + interval '1 day' FROM newcomer;
COMMIT;
ANALYZE;
"""

DUE = "SELECT count(*) FROM day_turn WHERE due_at <= now()"


async def neighbours(port: int, rate: float, tokens: list[str]):
    """Requests of other accounts at a steady rate, whatever the answers take."""
    connections = Connections(port, 32)

    async def one(number: int) -> None:
        request = ("GET", "/v1/tasks?limit=50") if number % 2 else ("POST", "/v1/tasks")
        body = None if number % 2 else {"title": f"Task {uuid.uuid4()}"}
        answer = await connections.ask(*request, tokens[number % len(tokens)], body)
        assert answer.status in (200, 201), answer.body

    return lambda **how: at_a_rate(rate, one, **how)


def told(name: str, took: Waits) -> str:
    return f"{name}: {len(took)} requests, p50 {took.p50:.1f} ms, p99 {took.p99:.1f} ms, worst {took.slowest:.0f} ms"


async def measure_on(database: Database, service: Service) -> None:
    options, sql = database.bench.options, database.sql
    press = await neighbours(service.port, options.rate, await tokens(service.port, 40))
    await press(seconds=3)
    print(told("quiet", await press(seconds=options.quiet)))

    begun, cpu = time.perf_counter(), cpu_seconds(service.pid)
    sql("UPDATE day_turn SET due_at = now()")
    print(f"{options.accounts} accounts are due (marking them took {time.perf_counter() - begun:.1f} s)")
    done = asyncio.Event()
    begun = time.perf_counter()

    async def watch():
        while time.perf_counter() - begun < options.seconds or options.whole:
            await asyncio.sleep(1)
            if int(await asyncio.to_thread(sql, DUE)) == 0:
                break
        done.set()

    busy, _ = await asyncio.gather(press(until=done), watch())
    took = time.perf_counter() - begun
    turned = options.accounts - int(sql(DUE))
    print(told("while days turn", busy))
    assert turned, "no day turned: the server looks for due days once a minute, so give more --seconds"
    rate = turned / took
    print(
        f"{turned} accounts in {took:.0f} s: {rate:.0f}/s, all {options.accounts} in {options.accounts / rate:.0f} s; "
        f"{(cpu_seconds(service.pid) - cpu) / turned * 1e6:.0f} us of server CPU each, the neighbours' among them"
    )
    carried = sql("SELECT count(*), min(carry_count), max(carry_count) FROM task WHERE carry_count > 0")
    lines = sql("SELECT count(*) FROM change WHERE device_id = '00000000-0000-0000-0000-000000000000'")
    print(f"tasks carried, least, most: {carried}; lines of the server's own in the ledgers: {lines}")


async def measure(bench: Bench) -> None:
    database = bench.database()
    database.script(FILL, count=bench.options.accounts)
    with database.service(probe="/readyz") as service:
        await measure_on(database, service)


if __name__ == "__main__":
    frame.main(
        __doc__, measure, accounts=100_000, rate=(200, "requests of others a second"),
        quiet=(15.0, "seconds before the days turn"), seconds=(60.0, "measure the turning for so long"),
        whole=(False, "until every account is done"),
    )  # fmt: skip
