#!/usr/bin/env python3
"""Reminders over webhooks: how fast, how late, at what cost to others, and what is left after kills and an outage.

    python3 benchmarks/reminders.py [many|late|soon|idle|kills|outage ...] [--accounts 10000] [--reminders 100000] [--kills 200]

many    a minute's reminders of many accounts, beside wrk's requests of the same size to the same receiver and pgbench's
        statements; the server's memory; what bystanders wait meanwhile
late    a hundred reminders a second: how long after its time each arrives
soon    a reminder set two seconds ahead, twenty times
idle    what is asked of the database while nothing is due
kills   one of two servers is killed again and again: what is missing, and what came twice under another id
outage  an hour without a server: each arrives once

Needs a release build (swift build -c release), wrk and cc.
"""

import asyncio
import collections
import contextlib
import json
import pathlib
import random
import signal
import statistics
import time
import uuid

from daybench import clients, frame, load, statements
from daybench.clients import Connection, again_and_again, instant, operation, shared_out
from daybench.figures import Waits
from daybench.frame import Bench, Database
from daybench.processes import cpu_seconds, kib, open_many_files
from daybench.service import Compiled, Service


class Receiver(Compiled):
    """receiver.c, and what it has written down."""

    def __init__(self, folder: pathlib.Path):
        self.file = folder / f"received-{uuid.uuid4()}"
        super().__init__("receiver.c", folder, self.file)

    def lines(self) -> list[tuple[float, str, str]]:
        """When (seconds since 1970), the message's id, and the task, of all that came."""
        rows = (line.split() for line in self.file.read_text(encoding="utf-8").splitlines())
        return [(int(row[0]) / 1e9, row[1], row[2]) for row in rows if len(row) == 3]

    async def settle(self, due: dict[str, float], patience: float) -> "Arrived":
        """Until every task that is due was told of, or nothing has come for a while."""
        seen, since = -1, time.monotonic()
        while True:
            await asyncio.sleep(0.5)
            size = self.file.stat().st_size
            if size != seen:
                seen, since = size, time.monotonic()
            arrived = Arrived(due, self.lines())
            rest = time.monotonic() - since
            if (rest > 1 and not arrived.missing) or rest > patience:
                return arrived


class Arrived:
    """What came of the tasks that were due, and when."""

    def __init__(self, due: dict[str, float], lines: list[tuple[float, str, str]]):
        self.times = [when for when, _, _ in lines]
        self.waits = Waits((when - due[task]) * 1000 for when, _, task in lines)
        self.messages: dict[str, set[str]] = collections.defaultdict(set)
        for _, message, task in lines:
            self.messages[task].add(message)
        self.missing, self.again = len(due) - len(self.messages), len(lines) - len(self.messages)

    def __len__(self) -> int:
        return len(self.times)

    @property
    def took(self) -> float:
        """Seconds between the first and the last."""
        return max(self.times) - min(self.times)


def serve(database: Database, **more: str) -> Service:
    return database.service(DAYBOOK_OUTBOUND_NETWORKS="127.0.0.0/8", **more)


async def prepare(port: int, receiver: Receiver, count: int, times: list[float]) -> tuple[dict[str, float], list[str]]:
    """Accounts with a webhook each, and the reminders over them in turn; when each task is due, and the tokens."""
    tokens = await clients.tokens(port, count)
    due: dict[str, float] = {}

    async def open_channel(connection: Connection, token: str) -> None:
        wish = {"kind": "webhook", "name": "Home", "address": {"url": receiver.url("/in")}, "wants": ["reminders"]}
        answer = await connection.ask("POST", "/v1/channels", token, wish)
        assert answer.status == 201, answer.body

    async def push(connection: Connection, place: int) -> None:
        operations = []
        for at in times[place::count]:
            operations.append(operation({"title": "Water the plants", "reminderAt": instant(at)}))
            due[operations[-1]["id"]] = at
        answer = await connection.ask("POST", "/v1/sync", tokens[place], {"ops": operations})
        assert answer.status == 200, answer.body

    await shared_out(port, tokens, open_channel)
    await shared_out(port, range(min(count, len(times))), push)
    return due, tokens


async def bystanders(port: int, tokens: list[str], until) -> float:
    """The p99 of what some wait, who ask for their settings and add a task in turn, while something goes on."""

    async def ask(bystander: tuple[Connection, str], number: int) -> None:
        connection, token = bystander
        tea = ("POST", "/v1/tasks", token, {"title": "Tea"})
        answer = await connection.ask(*(tea if number % 2 else ("GET", "/v1/account/settings", token)))
        assert answer.status in (200, 201), answer.body

    over = asyncio.Event()
    some = [(Connection(port), token) for token in tokens]
    them = asyncio.create_task(again_and_again(some, ask, until=over, pause=0.005))
    await until
    over.set()
    return (await them).p99


async def many(database: Database) -> None:
    options = database.bench.options
    with Receiver(database.bench.folder) as receiver:
        at = time.time() + options.lead
        with serve(database, DAYBOOK_REMINDERS="no") as service:
            times = [at + random.random() * 0.001 for _ in range(options.reminders)]
            due, tokens = await prepare(service.port, receiver, options.accounts, times)
        spare = at - time.time()
        print(f"{len(due)} reminders of {options.accounts} accounts stand, {spare:.0f} s before their time", flush=True)
        assert spare > 20, "give more --lead"
        database.sql("VACUUM ANALYZE")
        with serve(database) as service:
            quiet = await bystanders(service.port, tokens[:4], asyncio.sleep(8))
            await asyncio.sleep(max(0.0, at - time.time() - 1))
            idle, busy = kib(service.pid), cpu_seconds(service.pid)
            # From here on the kernel counts what it has at most anew.
            pathlib.Path(f"/proc/{service.pid}/clear_refs").write_text("5", encoding="utf-8")
            sending = asyncio.create_task(receiver.settle(due, 30))
            loud = await bystanders(service.port, tokens[:4], sending)
            received = await sending
            busy, peak = cpu_seconds(service.pid) - busy, kib(service.pid, "VmHWM")
        rate = len(received) / received.took
        print(
            f"sent {len(received)} of {len(due)} ({received.missing} missing, {received.again} twice) in "
            f"{received.took:.1f} s: {rate:.0f}/s, {busy / len(received) * 1e6:.0f} us of the server's processor each"
        )
        print(f"memory {idle >> 10} MiB idle, {(peak - idle) / 1024:.1f} MiB more at most; bar 32")
        print(f"bystanders' p99 {quiet:.1f} ms quiet, {loud:.1f} ms meanwhile: {loud / quiet:.1f} times; bar 3")
        requests = ceiling_of_requests(receiver, database.bench)
        written = ceiling_of_statements(database)
        both = 1 / (1 / requests + 1 / written)
        print(
            f"ceilings: requests {requests:.0f}/s (wrk), statements {written:.0f}/s (pgbench), one after the other "
            f"{both:.0f}/s: ratios {rate / requests:.2f}, {rate / written:.2f}, {rate / both:.2f}; bar 0.5"
        )


def ceiling_of_requests(receiver: Receiver, bench: Bench) -> float:
    """The same bytes, by a program that does nothing else."""
    body = json.dumps({"type": "reminder.due", "data": {"taskId": str(uuid.uuid4()), "title": "Water the plants", "more": "x" * 900}})
    script = bench.file(
        "post.lua",
        'wrk.method = "POST"\nwrk.headers["webhook-id"] = "one"\nwrk.headers["webhook-timestamp"] = "1"\n'
        f'wrk.headers["webhook-signature"] = "v1,{"x" * 44}"\nwrk.body = [[{body}]]\n',
    )
    return load.wrk(receiver.url("/in"), 8, receiver.pid, script, threads=1).rate


def ceiling_of_statements(database: Database) -> float:
    """What a store of deliveries has to write at least: each reminder is taken, its delivery written down, and its end,
    fifty at a time."""
    database.script(
        """
        CREATE TABLE ceiling_due (id bigserial PRIMARY KEY, look_at timestamptz NOT NULL);
        CREATE INDEX ON ceiling_due (look_at);
        CREATE TABLE ceiling_told (id bigint PRIMARY KEY, state text NOT NULL, body text NOT NULL);
        INSERT INTO ceiling_due (look_at) SELECT now() FROM generate_series(1, 400000);
        ALTER TABLE ceiling_due OWNER TO daybook; ALTER TABLE ceiling_told OWNER TO daybook;
        VACUUM ANALYZE;
        """
    )
    script = """
        BEGIN;
        WITH due AS MATERIALIZED (SELECT id FROM ceiling_due WHERE look_at <= now() ORDER BY look_at LIMIT 50
            FOR UPDATE SKIP LOCKED), taken AS (UPDATE ceiling_due SET look_at = now() + '1 minute' FROM due
            WHERE ceiling_due.id = due.id RETURNING ceiling_due.id)
        INSERT INTO ceiling_told SELECT id, 'waiting', repeat('x', 200) FROM taken ON CONFLICT DO NOTHING;
        COMMIT;
        BEGIN;
        WITH told AS (SELECT id FROM ceiling_told WHERE state = 'waiting' LIMIT 50 FOR UPDATE SKIP LOCKED),
            ended AS (UPDATE ceiling_told SET state = 'delivered' FROM told WHERE ceiling_told.id = told.id RETURNING told.id)
        DELETE FROM ceiling_due USING ended WHERE ceiling_due.id = ended.id;
        COMMIT;
        """
    database.pgbench(" ".join(script.split()).replace("; ", ";\n"), seconds=8, clients=4)
    return int(database.sql("SELECT count(*) FROM ceiling_told WHERE state = 'delivered'")) / 8


async def late(database: Database) -> None:
    with Receiver(database.bench.folder) as receiver, serve(database) as service:
        at = time.time() + 15
        due, _ = await prepare(service.port, receiver, 500, [at + number / 100 for number in range(3000)])
        assert time.time() < at, "the machine is too slow for this"
        await asyncio.sleep(at + 30 - time.time())
        waits = (await receiver.settle(due, 30)).waits
    print(
        f"100 a second: {len(waits)} of {len(due)} arrived, after p50 {waits.p50:.0f} ms, "
        f"p99 {waits.p99:.0f} ms, slowest {waits.slowest:.0f} ms, earliest {min(waits):.0f} ms; bar p99 1,000"
    )


async def soon(database: Database) -> None:
    with Receiver(database.bench.folder) as receiver, serve(database) as service:
        took = []
        _, tokens = await prepare(service.port, receiver, 20, [])
        for token in tokens:
            before = len(receiver.lines())
            begun = time.time()
            wish = {"title": "Tea", "reminderAt": instant(begun + 2)}
            answer = await Connection(service.port).ask("POST", "/v1/tasks", token, wish)
            assert answer.status == 201, answer.body
            while len(receiver.lines()) == before:
                assert time.time() < begun + 30
                await asyncio.sleep(0.05)
            took.append(receiver.lines()[-1][0] - begun)
    print(f"set two seconds ahead: p50 {statistics.median(took):.3f} s, slowest {max(took):.3f} s; bar 2.2")


async def idle(database: Database) -> None:
    seconds = database.bench.options.seconds
    with Receiver(database.bench.folder) as receiver:
        with serve(database) as service:
            await prepare(service.port, receiver, 100, [time.time() + 86_400] * 100)
        with statements.logged(database.cluster), serve(database):
            await asyncio.sleep(5)
            sent = statements.during(database.cluster, lambda: time.sleep(seconds))
    texts = [" ".join(one.sql.split()) for one in sent]
    words = ("reminder", "delivery", "channel")
    asked = collections.Counter(text[:100] for text in texts if any(word in text for word in words))
    print(f"nothing due for {seconds} s: {asked.total()} statements about reminders; bar one every 30 s")
    for statement, count in asked.most_common():
        print(f"  {count} x {statement}")


async def kills(database: Database) -> bool:
    rounds, rate = database.bench.options.kills, 100
    count = rounds * rate
    seed = random.randrange(1 << 32)
    chance = random.Random(seed)
    print(f"seed {seed}", flush=True)
    with Receiver(database.bench.folder) as receiver, contextlib.ExitStack() as stack:
        services = [stack.enter_context(serve(database)) for _ in range(2)]
        at = time.time() + 20 + count / 1000
        due, _ = await prepare(services[0].port, receiver, 1000, [at + number / rate for number in range(count)])
        await asyncio.sleep(max(0.0, at - time.time()))
        for number in range(rounds):
            victim = services[number % 2]
            await asyncio.sleep(chance.random() * 1.2)
            victim.end(signal.SIGKILL)
            await asyncio.to_thread(victim.__enter__)
        # What a killed server had taken is another's after a minute.
        received = await receiver.settle(due, 150)
    doubled = sum(1 for ids in received.messages.values() if len(ids) > 1)
    waits = received.waits
    print(
        f"{rounds} kills amid {len(due)} reminders: {received.missing} missing, {received.again} came again with the "
        f"same id, {doubled} with another; p50 {waits.p50 / 1000:.2f} s after their time, slowest {waits.slowest / 1000:.0f} s"
    )
    return not received.missing and not doubled


async def outage(database: Database) -> bool:
    with Receiver(database.bench.folder) as receiver:
        with serve(database) as service:
            begun = time.time()
            times = [begun + 120 + number * 3 for number in range(1000)]
            due, _ = await prepare(service.port, receiver, 100, times)
        # As if an hour had passed.
        database.sql("UPDATE reminder SET due_at = due_at - interval '1 hour', look_at = look_at - interval '1 hour'")
        with serve(database):
            received = await receiver.settle(due, 60)
    print(
        f"after an hour without a server: {len(due) - received.missing} of {len(due)} arrived, "
        f"{received.again} of them again, within {received.took:.1f} s"
    )
    return not received.missing and not received.again


PARTS = {part.__name__: part for part in (many, late, soon, idle, kills, outage)}


def measure(bench: Bench) -> bool:
    open_many_files()
    for part in bench.options.parts:
        print(f"== {part}", flush=True)
        if asyncio.run(PARTS[part](bench.database(part))) is False:
            return False
    return True


if __name__ == "__main__":
    frame.main(
        __doc__, measure, parts=frame.Words("*", "PART", ["many", "late", "soon", "idle", "outage"], [*PARTS]),
        accounts=10_000, reminders=100_000, kills=200, lead=(120, "seconds for writing down what is due"),
        seconds=(90, "how long nothing is due"),
    )  # fmt: skip
