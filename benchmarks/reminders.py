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

import argparse
import asyncio
import collections
import contextlib
import datetime
import json
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import accounts as kept  # noqa: E402
from daybench import load  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service, free_port  # noqa: E402
from live import SETTINGS, accounts, ask  # noqa: E402

CONNECTIONS = 20


class Receiver:
    """receiver.c, and what it has written down."""

    def __init__(self, folder: pathlib.Path):
        self.port, self.program, self.file = free_port(), folder / "receiver", folder / f"received-{uuid.uuid4()}"
        source = pathlib.Path(__file__).parent / "receiver.c"
        subprocess.run(["cc", "-O2", source, "-o", self.program], check=True)

    def __enter__(self) -> "Receiver":
        self.process = subprocess.Popen([self.program, str(self.port)], stdout=self.file.open("wb"))
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/in"

    def lines(self) -> list[tuple[float, str, str]]:
        """When (seconds since 1970), the message's id, and the task, of all that came."""
        rows = (line.split() for line in self.file.read_text(encoding="utf-8").splitlines())
        return [(int(row[0]) / 1e9, row[1], row[2]) for row in rows if len(row) == 3]

    async def settle(self, wanted: int, patience: float) -> list[tuple[float, str, str]]:
        """Until so many tasks were told of, or nothing has come for a while."""
        seen, since = -1, time.monotonic()
        while True:
            await asyncio.sleep(0.5)
            size = self.file.stat().st_size
            if size != seen:
                seen, since = size, time.monotonic()
            if time.monotonic() - since > 1 and len({row[2] for row in self.lines()}) >= wanted:
                break
            if time.monotonic() - since > patience:
                break
        return self.lines()


def serve(database: Cluster, **more: str) -> Service:
    settings = {**SETTINGS, "DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8", "DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0"}
    return Service("daybook", "serve", DAYBOOK_DATABASE_URL=database.url_of(kept.ROLE), **{**settings, **more})


def instant(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def on_connections(port: int, things: list, each) -> None:
    """Does something for each thing, on a few connections."""
    left = iter(things)

    async def some() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for thing in left:
            await each(reader, writer, thing)
        writer.close()

    await asyncio.gather(*(some() for _ in range(CONNECTIONS)))


async def prepare(port: int, receiver: Receiver, count: int, times: list[float]) -> tuple[dict[str, float], list[str]]:
    """Accounts with a webhook each, and the reminders over them in turn; when each task is due, and the tokens."""
    tokens = await accounts(port, count)
    due: dict[str, float] = {}

    async def open_channel(reader, writer, token: str) -> None:
        wish = {"kind": "webhook", "name": "Home", "address": {"url": receiver.url}, "wants": ["reminders"]}
        status, answer = await ask(reader, writer, "POST", "/v1/channels", token, wish)
        assert status == 201, answer

    async def push(reader, writer, place: int) -> None:
        operations = []
        for at in times[place::count]:
            task = str(uuid.uuid4())
            due[task] = at
            fields = {"title": "Water the plants", "reminderAt": instant(at)}
            operations.append(
                {"opId": str(uuid.uuid4()), "entity": "task", "id": task, "at": instant(time.time()), "fields": fields}
            )
        status, answer = await ask(reader, writer, "POST", "/v1/sync", tokens[place], {"ops": operations})
        assert status == 200, answer

    await on_connections(port, tokens, open_channel)
    await on_connections(port, list(range(min(count, len(times)))), push)
    return due, tokens


class Bystander:
    """Asks for its settings and adds a task, in turn, and notes how long each took."""

    def __init__(self, port: int, token: str):
        self.port, self.token, self.took = port, token, []
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while True:
            for method, path, body in [("GET", "/v1/account/settings", None), ("POST", "/v1/tasks", {"title": "Tea"})]:
                begun = time.perf_counter()
                status, answer = await ask(reader, writer, method, path, self.token, body)
                assert status in (200, 201), answer
                self.took.append((time.perf_counter() - begun) * 1000)
                await asyncio.sleep(0.005)


async def bystanders(port: int, tokens: list[str], until) -> float:
    """The slowest hundredth of what four of them wait while something goes on."""
    them = [Bystander(port, token) for token in tokens]
    await until
    for one in them:
        if one.task.done():
            one.task.result()
        one.task.cancel()
    took = sorted(wait for one in them for wait in one.took)
    return took[int(len(took) * 0.99)]


def peak_kib(pid: int, reset: bool = False) -> int:
    if reset:
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="utf-8")
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0])


async def many(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "many")
    with Receiver(folder) as receiver:
        at = time.time() + options.lead
        with serve(database, DAYBOOK_REMINDERS="no") as service:
            times = [at + random.random() * 0.001 for _ in range(options.reminders)]
            due, tokens = await prepare(service.port, receiver, options.accounts, times)
        spare = at - time.time()
        print(f"{len(due)} reminders of {options.accounts} accounts stand, {spare:.0f} s before their time", flush=True)
        assert spare > 20, "give more --lead"
        database.sql("VACUUM ANALYZE")
        with serve(database) as service:
            some = tokens[:4]
            quiet = await bystanders(service.port, some, asyncio.sleep(8))
            await asyncio.sleep(max(0.0, at - time.time() - 1))
            idle, busy = load.resident_kib(service.pid), load.cpu_seconds(service.pid)
            peak_kib(service.pid, reset=True)
            received: list = []

            async def sending() -> None:
                received.extend(await receiver.settle(len(due), 30))

            loud = await bystanders(service.port, some, sending())
            busy, peak = load.cpu_seconds(service.pid) - busy, peak_kib(service.pid)
        first, last = min(row[0] for row in received), max(row[0] for row in received)
        rate = len(received) / (last - first)
        told = {row[2] for row in received}
        print(
            f"sent {len(received)} of {len(due)} ({len(set(due) - told)} missing, {len(received) - len(told)} twice) in "
            f"{last - first:.1f} s: {rate:.0f}/s, {busy / len(received) * 1e6:.0f} us of the server's processor each"
        )
        print(f"memory {idle >> 10} MiB idle, {(peak - idle) / 1024:.1f} MiB more at most; bar 32")
        print(f"bystanders' p99 {quiet:.1f} ms quiet, {loud:.1f} ms meanwhile: {loud / quiet:.1f} times; bar 3")
        requests = ceiling_of_requests(receiver, folder)
        statements = ceiling_of_statements(database, folder)
        both = 1 / (1 / requests + 1 / statements)
        print(
            f"ceilings: requests {requests:.0f}/s (wrk), statements {statements:.0f}/s (pgbench), one after the other "
            f"{both:.0f}/s: ratios {rate / requests:.2f}, {rate / statements:.2f}, {rate / both:.2f}; bar 0.5"
        )


def ceiling_of_requests(receiver: Receiver, folder: pathlib.Path) -> float:
    """The same bytes, by a program that does nothing else."""
    body = json.dumps({"type": "reminder.due", "data": {"taskId": str(uuid.uuid4()), "title": "Water the plants", "more": "x" * 900}})
    script = folder / "post.lua"
    script.write_text(
        'wrk.method = "POST"\nwrk.headers["webhook-id"] = "one"\nwrk.headers["webhook-timestamp"] = "1"\n'
        f'wrk.headers["webhook-signature"] = "v1,{"x" * 44}"\nwrk.body = [[{body}]]\n', encoding="utf-8",
    )  # fmt: skip
    done = subprocess.run(
        ["wrk", "-t1", "-c64", "-d8s", "-s", script, receiver.url], check=True, capture_output=True, text=True
    )
    return float(done.stdout.split("Requests/sec:")[1].split()[0])


def ceiling_of_statements(database: Cluster, folder: pathlib.Path) -> float:
    """What a store of deliveries has to write at least: each reminder is taken, its delivery written down, and its end,
    fifty at a time."""
    database.sql(
        """
        CREATE TABLE ceiling_due (id bigserial PRIMARY KEY, look_at timestamptz NOT NULL);
        CREATE INDEX ON ceiling_due (look_at);
        CREATE TABLE ceiling_told (id bigint PRIMARY KEY, state text NOT NULL, body text NOT NULL);
        INSERT INTO ceiling_due (look_at) SELECT now() FROM generate_series(1, 400000);
        ALTER TABLE ceiling_due OWNER TO daybook; ALTER TABLE ceiling_told OWNER TO daybook;
        """
    )
    database.sql("VACUUM ANALYZE")
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
    load.pgbench(database, " ".join(script.split()).replace("; ", ";\n"), 8, folder, clients=4, role=kept.ROLE)
    return int(database.sql("SELECT count(*) FROM ceiling_told WHERE state = 'delivered'")) / 8


async def late(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "late")
    with Receiver(folder) as receiver, serve(database) as service:
        at = time.time() + 15
        due, _ = await prepare(service.port, receiver, 500, [at + number / 100 for number in range(3000)])
        assert time.time() < at, "the machine is too slow for this"
        await asyncio.sleep(at + 30 - time.time())
        received = await receiver.settle(len(due), 30)
    waits = sorted((when - due[task]) * 1000 for when, _, task in received)
    print(
        f"100 a second: {len(waits)} of {len(due)} arrived, after p50 {statistics.median(waits):.0f} ms, "
        f"p99 {waits[int(len(waits) * 0.99)]:.0f} ms, slowest {waits[-1]:.0f} ms, earliest {waits[0]:.0f} ms; bar p99 1,000"
    )


async def soon(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "soon")
    with Receiver(folder) as receiver, serve(database) as service:
        took = []
        _, tokens = await prepare(service.port, receiver, 20, [])
        for token in tokens:
            before = len(receiver.lines())
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
            begun = time.time()
            wish = {"title": "Tea", "reminderAt": instant(begun + 2)}
            status, answer = await ask(reader, writer, "POST", "/v1/tasks", token, wish)
            assert status == 201, answer
            while len(receiver.lines()) == before:
                assert time.time() < begun + 30
                await asyncio.sleep(0.05)
            took.append(receiver.lines()[-1][0] - begun)
            writer.close()
    print(f"set two seconds ahead: p50 {statistics.median(took):.3f} s, slowest {max(took):.3f} s; bar 2.2")


async def idle(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "idle")
    with Receiver(folder) as receiver, serve(database) as service:
        await prepare(service.port, receiver, 100, [time.time() + 86_400] * 100)
        await asyncio.sleep(5)
        cluster.sql("ALTER SYSTEM SET log_statement = 'all'")
        cluster.sql("SELECT pg_reload_conf()")
        await asyncio.sleep(0.5)
        log = cluster.data / "log"
        begin = log.stat().st_size
        await asyncio.sleep(options.seconds)
        text = log.read_text(encoding="utf-8", errors="replace")[begin:]
        cluster.sql("ALTER SYSTEM RESET log_statement")
        cluster.sql("SELECT pg_reload_conf()")
    asked = collections.Counter()
    for part in text.split("LOG:  ")[1:]:
        statement = " ".join(part.split(": ", 1)[-1].split())
        if any(word in statement for word in ("reminder", "delivery", "channel")):
            asked[statement[:100]] += 1
    print(f"nothing due for {options.seconds} s: {sum(asked.values())} statements about reminders; bar one every 30 s")
    for statement, count in asked.most_common():
        print(f"  {count} x {statement}")


async def kills(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "kills")
    rate = 100
    count = options.kills * rate
    seed = random.randrange(1 << 32)
    chance = random.Random(seed)
    print(f"seed {seed}", flush=True)
    with Receiver(folder) as receiver, contextlib.ExitStack() as stack:
        services = [stack.enter_context(serve(database)) for _ in range(2)]
        at = time.time() + 20 + count / 1000
        due, _ = await prepare(services[0].port, receiver, 1000, [at + number / rate for number in range(count)])
        await asyncio.sleep(max(0.0, at - time.time()))
        for number in range(options.kills):
            victim = services[number % 2]
            await asyncio.sleep(chance.random() * 1.2)
            victim.process.kill()
            victim.process.wait()
            victim.drain.wait(10)
            await asyncio.to_thread(victim.__enter__)
        # What a killed server had taken is another's after a minute.
        received = await receiver.settle(len(due), 150)
    ids: dict[str, set[str]] = collections.defaultdict(set)
    for _, message, task in received:
        ids[task].add(message)
    doubled = sum(1 for task in ids if len(ids[task]) > 1)
    waits = sorted(when - due[task] for when, _, task in received)
    print(
        f"{options.kills} kills amid {len(due)} reminders: {len(set(due) - set(ids))} missing, {len(received) - len(ids)} came "
        f"again with the same id, {doubled} with another; p50 {statistics.median(waits):.2f} s after their time, slowest {waits[-1]:.0f} s"
    )
    if set(due) - set(ids) or doubled:
        sys.exit(1)


async def outage(cluster: Cluster, folder: pathlib.Path, options) -> None:
    database = kept.database(cluster, "outage")
    with Receiver(folder) as receiver:
        with serve(database) as service:
            begun = time.time()
            times = [begun + 120 + number * 3 for number in range(1000)]
            due, _ = await prepare(service.port, receiver, 100, times)
        # As if an hour had passed.
        database.sql("UPDATE reminder SET due_at = due_at - interval '1 hour', look_at = look_at - interval '1 hour'")
        with serve(database):
            received = await receiver.settle(len(due), 60)
    told = {row[2] for row in received}
    print(
        f"after an hour without a server: {len(told)} of {len(due)} arrived, {len(received) - len(told)} of them again, "
        f"within {received[-1][0] - received[0][0]:.1f} s"
    )
    if len(told) != len(due) or len(received) != len(told):
        sys.exit(1)


PARTS = {part.__name__: part for part in (many, late, soon, idle, kills, outage)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", choices=[*PARTS, []], default=["many", "late", "soon", "idle", "outage"])
    options.add_argument("--accounts", type=int, default=10_000)
    options.add_argument("--reminders", type=int, default=100_000)
    options.add_argument("--lead", type=int, default=120, help="seconds for writing down what is due")
    options.add_argument("--seconds", type=int, default=90, help="how long nothing is due")
    options.add_argument("--kills", type=int, default=200)
    options = options.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory(dir=pathlib.Path.cwd()) as folder:
        root = pathlib.Path(folder)
        root.chmod(0o755)
        with Cluster(root) as cluster:
            for part in options.parts:
                print(f"== {part}", flush=True)
                asyncio.run(PARTS[part](cluster, root, options))


if __name__ == "__main__":
    main()
