"""What makes load and what it measured: pgbench for ceilings, wrk for the service."""

import dataclasses
import os
import pathlib
import re
import subprocess
import time

from .cluster import Cluster


@dataclasses.dataclass
class Measured:
    rate: float
    p50: float = 0.0
    p99: float = 0.0
    cpu_us: float = 0.0


def pgbench(
    cluster: Cluster, script: str, seconds: int, folder: pathlib.Path, clients: int = 16, role: str | None = None,
    variables: dict[str, str] | None = None,
) -> Measured:
    file = folder / "ceiling.sql"
    file.write_text(script, encoding="utf-8")
    bound = [f"-D{name}={value}" for name, value in (variables or {}).items()]
    done = subprocess.run(
        [cluster.bin / "pgbench", "-n", "-M", "prepared", f"-c{clients}", "-j2", f"-T{seconds}", *bound, "-f", file],
        env={**cluster.environment, **({"PGUSER": role} if role else {})},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert found, done.stdout
    return Measured(rate=float(found[1]))


def statement_milliseconds(
    cluster: Cluster, script: str, begins: str, seconds: int, folder: pathlib.Path, role: str
) -> float:
    """What the statement of a script that begins with a word takes, as one client of pgbench sees it."""
    file = folder / "statement.sql"
    file.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [cluster.bin / "pgbench", "-n", "-M", "prepared", "-r", "-c1", f"-T{seconds}", "-f", file],
        env={**cluster.environment, "PGUSER": role}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found = re.search(rf"(?m)^\s+([0-9.]+)\s+(?:\d+\s+)?{begins}", done.stdout)
    assert found, done.stdout
    return float(found[1])


def wrk(url: str, seconds: int, pid: int, script: pathlib.Path | None = None, connections: int = 64) -> Measured:
    """Loads the URL; an answer outside 2xx or a socket error makes the measurement void."""
    before = cpu_seconds(pid)
    command = ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--latency"]
    if script:
        command += ["-s", str(script)]
    done = subprocess.run([*command, url], check=False, capture_output=True, text=True)
    spent = cpu_seconds(pid) - before
    output = done.stdout
    if done.returncode or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"not every request was answered well:\n{output}{done.stderr}")
    rate = float(re.search(r"Requests/sec:\s+([0-9.]+)", output)[1])
    requests = int(re.search(r"(\d+) requests in", output)[1])
    return Measured(
        rate=rate,
        p50=milliseconds(re.search(r"(?m)^\s+50%\s+(\S+)", output)[1]),
        p99=milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)", output)[1]),
        cpu_us=spent / requests * 1e6,
    )


def milliseconds(text: str) -> float:
    for unit, factor in (("us", 1e-3), ("ms", 1.0), ("s", 1e3)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * factor
    raise ValueError(text)


def cpu_seconds(pid: int) -> float:
    """By the process's own clock (clock_getcpuclockid), since /proc counts in hundredths of a second."""
    return time.clock_gettime(~pid << 3 | 2)


def postgres_cpu_seconds(cluster: Cluster) -> float:
    """Of all its processes, those that ended among them."""
    postmaster = int((cluster.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        is_postmaster = int(stat.parent.name) == postmaster
        if is_postmaster or int(fields[1]) == postmaster:
            # The postmaster also tells what its children spent that it has seen end.
            ticks += sum(int(field) for field in fields[11 : 15 if is_postmaster else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_kib(pid: int) -> int:
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])
