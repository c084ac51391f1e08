"""What makes load and what it measured: pgbench for ceilings, wrk for the service, both in turns."""

import dataclasses
import os
import pathlib
import re
import subprocess

from .cluster import Cluster
from .processes import cpu_seconds

SCRIPTS = pathlib.Path(__file__).parent


@dataclasses.dataclass
class Measured:
    rate: float
    p50: float = 0.0
    p99: float = 0.0
    cpu_us: float = 0.0


@dataclasses.dataclass
class Script:
    """A script of pgbench, and the values bound in it."""

    text: str
    variables: dict[str, str] = dataclasses.field(default_factory=dict)


def turns(rounds: int, sides: dict, warm: int = 0) -> dict:
    """What each side measured in each round. Each side comes first as often as the other, or the second would always
    have the warmer machine; rounds that only warm both do not count."""
    measured: dict = {name: [] for name in sides}
    for number in range(-warm, rounds):
        for name in sides if number % 2 == 0 else reversed(sides):
            taken = sides[name]()
            if number >= 0:
                measured[name].append(taken)
    return measured


def pgbench(
    cluster: Cluster, script: Script | str, seconds: float, folder: pathlib.Path, *options: str, clients: int = 16,
    role: str | None = None, account: str | None = None,
) -> str:  # fmt: skip
    """What pgbench tells of so many clients that send the script."""
    script = Script(script) if isinstance(script, str) else script
    file = folder / "ceiling.sql"
    file.write_text(script.text, encoding="utf-8")
    bound = [f"-D{name}={value}" for name, value in script.variables.items()]
    command = [cluster.bin / "pgbench", "-n", "-M", "prepared", "-f", file, f"-c{clients}", f"-j{min(clients, 2)}"]
    done = subprocess.run(
        [*command, f"-T{seconds:g}", *options, *bound],
        env=cluster.environment(role, account), check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def transactions(*arguments, **options) -> Measured:
    """How many a second pgbench makes."""
    return Measured(rate=number(r"tps = ([0-9.]+)", pgbench(*arguments, **options)))


def statement_milliseconds(begins: str, *arguments, **options) -> float:
    """What the statement of a script that begins with a word takes, as one client of pgbench sees it."""
    return number(rf"(?m)^\s+([0-9.]+)\s+(?:\d+\s+)?{begins}", pgbench(*arguments, "-r", clients=1, **options))


def number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    assert found, text
    return float(found[1])


def wrk(
    url: str, seconds: float, pid: int, script: pathlib.Path | str | None = None, connections: int = 64,
    threads: int = 2, **told: object,
) -> Measured:  # fmt: skip
    """Loads the URL with a script, which is told things by the environment; an answer outside 2xx or a socket error
    makes the measurement void."""
    command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds:g}s", "--latency"]
    if script:
        command += ["-s", str(SCRIPTS / script)]
    environment = os.environ | {f"DAYBENCH_{name.upper()}": str(value) for name, value in told.items()}
    before = cpu_seconds(pid)
    done = subprocess.run([*command, url], check=False, capture_output=True, text=True, env=environment)
    spent = cpu_seconds(pid) - before
    output = done.stdout
    if done.returncode or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"not every request was answered well:\n{output}{done.stderr}")
    return Measured(
        rate=number(r"Requests/sec:\s+([0-9.]+)", output),
        p50=milliseconds(re.search(r"(?m)^\s+50%\s+(\S+)", output)[1]),
        p99=milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)", output)[1]),
        cpu_us=spent / number(r"(\d+) requests in", output) * 1e6,
    )


def milliseconds(text: str) -> float:
    for unit, factor in (("us", 1e-3), ("ms", 1.0), ("s", 1e3)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * factor
    raise ValueError(text)
