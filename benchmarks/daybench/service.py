"""Processes under measurement: the product's programs, and those in C beside which they are measured."""

import os
import pathlib
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

REQUESTS = [f"DAYBOOK_REQUESTS_PER_{whose}" for whose in ("ADDRESS", "DEVICE", "ACCOUNT")]
# Nobody is refused for asking often.
UNLIMITED = dict.fromkeys(["DAYBOOK_REGISTRATIONS_PER_ADDRESS", "DAYBOOK_LOGINS_PER_ADDRESS", *REQUESTS], "0")
# Each request is counted, and far from refused.
COUNTED = UNLIMITED | dict.fromkeys(REQUESTS, "10000000")


def program(product: str) -> str:
    """BENCH_BUILD names a build in .build, or a folder with the programs of one."""
    return str(ROOT / ".build" / os.environ.get("BENCH_BUILD", "release") / product)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Compiled:
    """A program in C of this folder, compiled and started with the port on which it listens."""

    def __init__(self, source: str, folder: pathlib.Path, output: pathlib.Path | None = None):
        self.source, self.program = ROOT / "benchmarks" / source, folder / source.removesuffix(".c")
        self.output, self.port = output, free_port()

    def __enter__(self):
        subprocess.run(["cc", "-O2", "-pthread", self.source, "-o", self.program], check=True)
        with open(self.output or os.devnull, "wb") as output:
            self.process = subprocess.Popen([self.program, str(self.port)], stdout=output)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def pid(self) -> int:
        return self.process.pid

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


class Service:
    """Started on entry, answering on `port` when `started` (seconds from exec to the first answer) is known."""

    def __init__(self, product: str, *arguments: str, probe: str = "/healthz", **environment: str):
        self.port = free_port()
        self.probe = probe
        self.command = [program(product), *arguments]
        # The accounts under measurement are large, and nobody claims them.
        whole = {"DAYBOOK_UNCLAIMED_TASKS": "0", "DAYBOOK_UNCLAIMED_BYTES": "0"}
        self.environment = {**os.environ, **whole, "DAYBOOK_LISTEN": f"127.0.0.1:{self.port}", **environment}

    def __enter__(self) -> "Service":
        begun = time.monotonic()
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        while not self.answers():
            if self.process.poll() is not None:
                raise RuntimeError(self.process.stderr.read().decode())
            if time.monotonic() - begun > 30:
                self.process.kill()
                raise RuntimeError("no answer in 30 s")
            time.sleep(0.001)
        self.started = time.monotonic() - begun
        # Whatever it logs from now on must not block it.
        self.drain = subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(60)
        self.drain.wait(10)

    @property
    def pid(self) -> int:
        return self.process.pid

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def answers(self) -> bool:
        """One request by hand: a client library's own start would be measured with it."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(f"GET {self.probe} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                return connection.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False
