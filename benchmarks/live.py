#!/usr/bin/env python3
"""Live streams: how soon a push on one device is on another's stream, and what idle streams cost.

    python3 benchmarks/live.py [--streams 1000] [--idle 10000] [--pushes 500]

Needs a release build (swift build -c release) and an open file for every stream (ulimit -n).
"""

import argparse
import asyncio
import json
import pathlib
import random
import resource
import statistics
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from daybench import load  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402

SETTINGS = {
    name: "0"
    for name in [
        "DAYBOOK_REGISTRATIONS_PER_ADDRESS",
        "DAYBOOK_REQUESTS_PER_ADDRESS",
        "DAYBOOK_REQUESTS_PER_DEVICE",
        "DAYBOOK_REQUESTS_PER_ACCOUNT",
    ]
}


async def ask(reader, writer, method: str, path: str, token: str | None = None, body: dict | None = None):
    """One request on an open connection; the answer's status and JSON."""
    content = json.dumps(body).encode() if body is not None else b""
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    writer.write(head.encode() + b"\r\n" + content)
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length:"))
    return int(lines[0].split()[1]), json.loads(await reader.readexactly(length) or b"null")


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


async def accounts(port: int, count: int) -> list[str]:
    async def some(number: int) -> list[str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        tokens = []
        for _ in range(number):
            status, begun = await ask(reader, writer, "POST", "/v1/accounts", body={})
            assert status == 201, begun
            tokens.append(begun["token"])
        writer.close()
        return tokens

    return [token for tokens in await asyncio.gather(*(some(count // 20) for _ in range(20))) for token in tokens]


async def pushes(port: int, streams: list[Stream], count: int) -> list[float]:
    """Milliseconds from sending an operation to hearing of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took = []
    for _ in range(count):
        stream = random.choice(streams)
        operation = {
            "opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": "2026-11-21T09:15:00.000Z",
            "fields": {"title": "Water the plants"},
        }  # fmt: skip
        begun = time.perf_counter()
        status, answer = await ask(reader, writer, "POST", "/v1/sync", stream.token, {"ops": [operation]})
        assert status == 200, answer
        took.append((await stream.hear(answer["revision"]) - begun) * 1000)
        await asyncio.sleep(0.002)
    return took


async def measure(service: Service, options) -> None:
    tokens = await accounts(service.port, max(options.streams, options.idle // 3))
    streams = [Stream(token) for token in tokens[: options.streams]]
    for stream in streams:
        await stream.open(service.port)
    took = sorted(await pushes(service.port, streams, options.pushes))
    print(
        f"{len(streams)} streams open: push to event p50 {statistics.median(took):.1f} ms, "
        f"p99 {took[int(len(took) * 0.99)]:.1f} ms, slowest {took[-1]:.1f} ms"
    )
    before, open_before = load.resident_kib(service.pid), len(streams)
    idle = []
    for place in range(options.idle - open_before):
        stream = Stream(tokens[place % len(tokens)])
        await stream.open(service.port)
        idle.append(stream)
    after = load.resident_kib(service.pid)
    busy = load.cpu_seconds(service.pid)
    await asyncio.sleep(20)
    busy = load.cpu_seconds(service.pid) - busy
    print(
        f"{options.idle} idle streams: {(after - before) / len(idle):.1f} KiB each, "
        f"{busy / 20:.2%} of a core for heartbeats and looks"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--pushes", type=int, default=500)
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory(prefix="daybench-live-") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            with Service("daybook", "serve", "--migrate", DAYBOOK_DATABASE_URL=cluster.url, **SETTINGS) as service:
                asyncio.run(measure(service, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
