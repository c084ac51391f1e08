"""A server process under measurement."""

import os
import pathlib
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Floor:
    """benchmarks/floor.c, compiled and started."""

    def __init__(self, folder: pathlib.Path):
        self.port = free_port()
        self.program = folder / "floor"

    def __enter__(self) -> "Floor":
        source = ROOT / "benchmarks/floor.c"
        subprocess.run(["cc", "-O2", "-pthread", source, "-o", self.program], check=True)
        self.process = subprocess.Popen([self.program, str(self.port)])
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/plain"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """Started on entry, answering on `port` when `started` (seconds from exec to the first answer) is known."""

    def __init__(self, product: str, *arguments: str, probe: str = "/healthz", **environment: str):
        self.port = free_port()
        self.probe = probe
        self.command = [str(ROOT / ".build" / os.environ.get("BENCH_BUILD", "release") / product), *arguments]
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
        self.process.send_signal(signal.SIGTERM)
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
