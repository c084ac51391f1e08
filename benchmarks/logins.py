#!/usr/bin/env python3
"""How much a storm of logins costs those who are in: the time of a change made by somebody else, quiet and under 200 logins a
second with wrong passwords, in turns.

    python3 benchmarks/logins.py [--seconds 3] [--rounds 3] [--build release]

Every guess names another email and no address has a limit, so nothing but the line for the hashing threads holds the storm back.
"""

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import ROOT, free_port  # noqa: E402


class Connection:
    """One HTTP connection that is kept."""

    def __init__(self, port: int):
        self.port = port

    async def ask(self, method: str, path: str, body: str = "", token: str | None = None) -> tuple[int, bytes]:
        if not hasattr(self, "writer"):
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(body)}"]
        if body:
            lines.append("Content-Type: application/json")
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b"transfer-encoding: chunked" in head.lower():
            return int(head[9:12]), await self.chunks()
        length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
        return int(head[9:12]), await self.reader.readexactly(length)

    async def chunks(self) -> bytes:
        body = b""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readuntil(b"\r\n")
        return body


async def changes(port: int, tokens: list[str], seconds: float) -> list[float]:
    """Devices that change something twenty times a second each; the times of all of them, in milliseconds."""
    times: list[float] = []

    async def device(token: str) -> None:
        connection = Connection(port)
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            begun = time.monotonic()
            status, answer = await connection.ask("POST", "/v1/tasks", f'{{"title":"Task {number}"}}', token)
            assert status == 201, answer
            times.append((time.monotonic() - begun) * 1000)
            number += 1
            await asyncio.sleep(max(0.0, 0.05 - (time.monotonic() - begun)))

    await asyncio.gather(*(device(token) for token in tokens))
    return times


async def storm(port: int, rate: int, stop: asyncio.Event, statuses: dict[int, int]) -> None:
    connections = [Connection(port) for _ in range(128)]
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for connection in connections:
        free.put_nowait(connection)

    async def guess(number: int) -> None:
        connection = await free.get()
        body = f'{{"email":"somebody{number}@example.org","password":"guess number {number}"}}'
        status, _ = await connection.ask("POST", "/v1/login", body)
        statuses[status] = statuses.get(status, 0) + 1
        free.put_nowait(connection)

    number = 0
    guesses = set()
    while not stop.is_set():
        task = asyncio.create_task(guess(number))
        guesses.add(task)
        task.add_done_callback(guesses.discard)
        number += 1
        await asyncio.sleep(1 / rate)
    for task in guesses:
        task.cancel()


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


async def measure(port: int, options: argparse.Namespace) -> None:
    tokens = []
    for _ in range(8):
        _, answer = await Connection(port).ask("POST", "/v1/accounts", "{}")
        tokens.append(json.loads(answer)["token"])
    await changes(port, tokens, 1)
    quiet, stormy = [], []
    statuses: dict[int, int] = {}
    for _ in range(options.rounds):
        quiet.append(p99(await changes(port, tokens, options.seconds)))
        stop = asyncio.Event()
        raging = asyncio.create_task(storm(port, options.rate, stop, statuses))
        await asyncio.sleep(0.5)
        stormy.append(p99(await changes(port, tokens, options.seconds)))
        stop.set()
        await raging
        await asyncio.sleep(2)
    before, during = statistics.median(quiet), statistics.median(stormy)
    print(f"p99 of a change: quiet {before:.1f} ms, under {options.rate} logins/s {during:.1f} ms: {during / before:.2f} times")
    print(f"rounds: quiet {[round(value, 1) for value in quiet]}, stormy {[round(value, 1) for value in stormy]}")
    print(f"logins answered by status: {dict(sorted(statuses.items()))}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--build", default="release")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
        os.chmod(folder, 0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            port = free_port()
            environment = {
                **os.environ,
                "DAYBOOK_LISTEN": f"127.0.0.1:{port}",
                "DAYBOOK_DATABASE_URL": cluster.url,
                "DAYBOOK_DATA_DIR": folder + "/data",
                "DAYBOOK_LOG_REQUESTS": "none",
                "DAYBOOK_LOGINS_PER_ADDRESS": "0",
                "DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0",
                "DAYBOOK_REQUESTS_PER_ADDRESS": "0",
                "DAYBOOK_REQUESTS_PER_ACCOUNT": "0",
                "DAYBOOK_REQUESTS_PER_DEVICE": "0",
            }
            server = await asyncio.create_subprocess_exec(
                str(ROOT / f".build/{options.build}/daybook"), "serve", "--migrate", env=environment,
                stdout=asyncio.subprocess.DEVNULL,
            )
            try:
                for _ in range(200):
                    try:
                        if (await Connection(port).ask("GET", "/healthz"))[0] == 200:
                            break
                    except OSError:
                        await asyncio.sleep(0.1)
                await measure(port, options)
            finally:
                server.terminate()
                await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
