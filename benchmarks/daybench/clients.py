"""Devices that ask over HTTP: one after the other on a connection, or many at once."""

import asyncio
import datetime
import http.client
import itertools
import json
import time
import uuid

from .figures import Waits


def instant(seconds: float) -> str:
    at = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def operation(fields: dict, name: str | None = None, entity: str = "task", at: str | None = None) -> dict:
    """A change of a row, by default of a new task, made now."""
    return {
        "opId": str(uuid.uuid4()), "entity": entity, "id": name or str(uuid.uuid4()), "at": at or instant(time.time()),
        "fields": fields,
    }  # fmt: skip


class Answer:
    def __init__(self, status: int, fields: dict[str, str], body: bytes, took: float):
        self.status, self.fields, self.body, self.took = status, fields, body, took

    @property
    def json(self):
        return json.loads(self.body or b"null")


def headed(token: str | None, body: object, fields: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """Header fields and octets of a request; what is no octets is sent as JSON."""
    head = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in fields.items()}
    if token:
        head["Authorization"] = f"Bearer {token}"
    if isinstance(body, bytes):
        return head, body
    return head, b"" if body is None else json.dumps(body, separators=(",", ":")).encode()


def is_old(used: float) -> bool:
    """A connection is opened anew well before the server would close it."""
    return time.monotonic() - used > 20


class Client:
    """One device, on a connection that is kept."""

    def __init__(self, port: int, token: str | None = None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self.token, self.account, self.used = token, "", 0.0

    @classmethod
    def begin(cls, port: int, **wish: object) -> "Client":
        """A new account's first device."""
        device = cls(port)
        begun = device.ask("POST", "/v1/accounts", wish).json
        device.token, device.account = begun["token"], begun["account"]["id"]
        return device

    def ask(self, method: str, path: str, body: object = None, **fields: str) -> Answer:
        head, content = headed(self.token, body, fields)
        if is_old(self.used):
            self.connection.close()
        begun = time.perf_counter()
        self.connection.request(method, path, content, head)
        answer = self.connection.getresponse()
        read = answer.read()
        took = (time.perf_counter() - begun) * 1000
        self.used = time.monotonic()
        assert answer.status in (200, 201, 304), (path, answer.status, read)
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, read, took)

    def get(self, path: str, **fields: str) -> Answer:
        return self.ask("GET", path, **fields)

    def sync(self, **wish: object) -> dict:
        answer = self.ask("POST", "/v1/sync", wish).json
        assert all(one["outcome"] in ("applied", "merged") for one in answer["outcomes"]), answer["outcomes"][:3]
        return answer


class Connection:
    """One connection that is kept, for those who ask while others wait."""

    def __init__(self, port: int):
        self.port, self.used = port, 0.0

    async def ask(self, method: str, path: str, token: str | None = None, body: object = None) -> Answer:
        if is_old(self.used):
            if self.used:
                self.writer.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        begun = time.perf_counter()
        fields, content = headed(token, body, {"Host": "bench", "Content-Length": "0"})
        fields["Content-Length"] = str(len(content))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        told = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        if told.get("transfer-encoding") == "chunked":
            read = await self._chunks()
        else:
            read = await self.reader.readexactly(int(told.get("content-length", 0)))
        self.used = time.monotonic()
        return Answer(int(status.split()[1]), told, read, (time.perf_counter() - begun) * 1000)

    async def _chunks(self) -> bytes:
        body = b""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readuntil(b"\r\n")
        return body


class Connections:
    """Kept connections of many who ask at once, at most so many; a request gets the one that was used last."""

    def __init__(self, port: int, most: int = 1 << 20):
        self.port, self.free, self.room = port, [], asyncio.Semaphore(most)

    async def ask(self, *request) -> Answer:
        async with self.room:
            connection = self.free.pop() if self.free else Connection(self.port)
            answer = await connection.ask(*request)
            self.free.append(connection)
            return answer


async def shared_out(port: int, things, each, connections: int = 20) -> list:
    """What `each` makes of a thing on a connection, for all things, on a few connections at once."""
    left = enumerate(things)
    made = {}

    async def some() -> None:
        connection = Connection(port)
        for place, thing in left:
            made[place] = await each(connection, thing)

    await asyncio.gather(*(some() for _ in range(connections)))
    return [made[place] for place in sorted(made)]


async def tokens(port: int, count: int) -> list[str]:
    """A device of each of so many new accounts."""

    async def begin(connection: Connection, _: int) -> str:
        answer = await connection.ask("POST", "/v1/accounts", None, {})
        assert answer.status == 201, answer.body
        return answer.json["token"]

    return await shared_out(port, range(count), begin)


async def at_a_rate(rate: float, one, seconds: float = 1e9, until: asyncio.Event | None = None, dice=None) -> Waits:
    """Does `one(number)` so often a second, at random moments where there are dice, whether those before have ended or
    not. Waits count from when each was due."""
    begun = due = time.perf_counter()

    async def timed(number: int, due: float) -> float:
        await one(number)
        return (time.perf_counter() - due) * 1000

    running = []
    try:
        for number in itertools.count():
            if due - begun >= seconds or (until and until.is_set()):
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            running.append(asyncio.create_task(timed(number, due)))
            due = due + dice.expovariate(rate) if dice else begun + (number + 1) / rate
        return Waits(await asyncio.gather(*running))
    finally:
        # Whoever stops this stops what is under way.
        for task in running:
            task.cancel()


async def again_and_again(
    things, one, seconds: float = 1e9, until: asyncio.Event | None = None, pause: float = 0, every: float = 0
) -> Waits:
    """Each of the things does `one(thing, number)`, waits for it and rests: for a pause, or until the next is due."""
    end = time.monotonic() + seconds
    took = Waits()

    async def each(thing) -> None:
        for number in itertools.count():
            begun = time.monotonic()
            if begun >= end or (until and until.is_set()):
                return
            await one(thing, number)
            spent = time.monotonic() - begun
            took.append(spent * 1000)
            await asyncio.sleep(max(pause, every - spent))

    await asyncio.gather(*(each(thing) for thing in things))
    return took
