"""Live streams, and how soon a push is on them."""

import asyncio
import json
import random
import time

from .clients import Connection, operation
from .figures import Waits


class Stream:
    """A listener that notes when it heard of a revision."""

    def __init__(self, token: str):
        self.token = token
        self.heard: dict[int, float] = {}
        self.waiting: dict[int, asyncio.Future] = {}

    async def open(self, port: int):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        # HTTP/1.0 is answered without chunks, so that lines are lines.
        self.writer.write(
            f"GET /v1/live HTTP/1.0\r\nHost: bench\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.split(b"\r\n")[0], head
        while not (await self.reader.readline()).startswith(b"data:"):
            pass
        self.task = asyncio.create_task(self.listen())

    async def listen(self):
        while line := await self.reader.readline():
            if line.startswith(b"data:"):
                revision = json.loads(line[5:])["revision"]
                self.heard[revision] = time.perf_counter()
                if waiter := self.waiting.pop(revision, None):
                    waiter.set_result(None)

    async def hear(self, revision: int):
        if revision not in self.heard:
            self.waiting[revision] = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self.waiting[revision], 10)
        return self.heard[revision]


async def opened(port: int, tokens: list[str]) -> list[Stream]:
    streams = [Stream(token) for token in tokens]
    for stream in streams:
        await stream.open(port)
    return streams


async def pushes(port: int, streams: list[Stream], count: int) -> Waits:
    """From sending an operation to hearing of it."""
    connection, took = Connection(port), Waits()
    for _ in range(count):
        stream = random.choice(streams)
        wish = {"ops": [operation({"title": "Water the plants"})]}
        begun = time.perf_counter()
        answer = await connection.ask("POST", "/v1/sync", stream.token, wish)
        assert answer.status == 200, answer.body
        took.append((await stream.hear(answer.json["revision"]) - begun) * 1000)
        await asyncio.sleep(0.002)
    return took
