"""What is around every benchmark: options, a folder and a cluster on the disk that is measured, databases with accounts,
load in turns with its ceiling, and what becomes of the results."""

import argparse
import asyncio
import contextlib
import dataclasses
import functools
import inspect
import os
import pathlib
import sys
import tempfile

from . import accounts, load, report, statements
from .accounts import Account
from .cluster import ROLE, Cluster
from .load import Measured, Script
from .service import ROOT, UNLIMITED, Service

CONNECTIONS = 64


class Bench:
    """A benchmark under way."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path, until_end: contextlib.ExitStack):
        self.options, self.folder, self.until_end = options, folder, until_end

    @functools.cached_property
    def cluster(self) -> Cluster:
        return self.until_end.enter_context(Cluster(self.folder))

    def database(self, name: str = "bench") -> "Database":
        return Database(self, name)

    def filled(self, name: str, first: int, count: int, tasks: int) -> tuple["Database", list[Account]]:
        """A database with so many accounts from that number on, of so many tasks each."""
        database = self.database(name)
        return database, accounts.fill(database.cluster, first, count, tasks)

    def turns(self, sides: dict, warm: int = 0) -> dict:
        return load.turns(self.options.rounds, sides, warm)

    def wrk(self, service, path: str, /, script: str | None = None, connections: int = CONNECTIONS, **told) -> Measured:
        return load.wrk(service.url(path), self.options.seconds, service.pid, script, connections, **told)

    def file(self, name: str, text: str) -> pathlib.Path:
        """A file that a program under way can read."""
        file = self.folder / name
        file.write_text(text, encoding="utf-8")
        return file


class Database:
    """A new database with the product's tables, a service on it, and load on either."""

    def __init__(self, bench: Bench, name: str):
        self.bench, self.cluster = bench, bench.cluster.database(name)
        self.settings = {
            "DAYBOOK_DATABASE_URL": self.cluster.url(), "DAYBOOK_DATA_DIR": str(bench.folder / name),
            "DAYBOOK_LOG_LEVEL": "warning",
        }  # fmt: skip
        with self.service("--migrate"):
            pass
        self.sql, self.script = self.cluster.sql, self.cluster.script
        self.epoch = self.sql("SELECT epoch FROM instance")
        self.turn = 0

    def service(self, *arguments: str, product: str = "daybook", probe: str = "/healthz", **settings: str) -> Service:
        """Behind row-level security, without limits unless settings say otherwise."""
        command = ["serve", *arguments] if product == "daybook" else [*arguments]
        return Service(product, *command, probe=probe, **UNLIMITED | self.settings | settings)

    def pgbench(self, script: Script | str, role: str | None = ROLE, seconds: float = 0, **options) -> Measured:
        self.turn += 1
        script = Script(script) if isinstance(script, str) else script
        # Where a script counts, no two turns of it may count the same.
        script = Script(script.text, script.variables | {"n": str(self.turn * 10**9)})
        seconds = seconds or self.bench.options.seconds
        return load.transactions(self.cluster, script, seconds, self.bench.folder, role=role, **options)

    def sync(
        self, service: Service, devices: list[Account], ops: int = 0, behind: int = 0, limit: int = 200,
        connections: int = CONNECTIONS, alone: bool = False,
    ) -> Measured:  # fmt: skip
        """Load by these devices, each `behind` changes behind. Where each is `alone`, no device of its account asked from
        where it asks: an account's requests come from two places in turn."""
        clocks = self.sql("SELECT account_id, revision FROM account_clock")
        revisions = dict(line.split("|") for line in clocks.splitlines())
        for device in devices:
            device.revision = int(revisions[str(device.id)])
        places = [behind, behind + 1] if alone else [behind]
        lines = [f"{device.token} {device.cursor(self.epoch, place)}\n" for place in places for device in devices]
        file = self.bench.file("devices", "".join(lines))
        return self.bench.wrk(service, "/v1/sync", "sync.lua", connections, devices=file, ops=ops, limit=limit)

    def captured(self, asks: dict, warm=None) -> dict[object, list[statements.Statement]]:
        """What a fresh service sends PostgreSQL for each of these requests, once it knows what `warm` makes it know."""
        with statements.logged(self.cluster), self.service() as service:
            if warm:
                warm(service)
            return {name: statements.during(self.cluster, lambda ask=ask: ask(service)) for name, ask in asks.items()}


def served(measure, **settings: str):
    """What runs `measure(database, service)` with a database of its own and the service on it."""

    def run(bench: Bench):
        database = bench.database()
        with database.service(**settings) as service:
            return awaited(measure(database, service))

    return run


def awaited(found):
    return asyncio.run(found) if inspect.iscoroutine(found) else found


@dataclasses.dataclass
class Words:
    """What is given without the name of an option: so many words, or any of those that are known."""

    count: int | str
    metavar: str
    default: list[str] | None = None
    known: list[str] | None = None

    def take(self, text: str) -> str:
        if self.known and text not in self.known:
            raise argparse.ArgumentTypeError(f"{text}: known are {', '.join(self.known)}")
        return text


def main(document: str, measure, section: str | None = None, has_bars: bool = False, **options) -> None:
    """Runs `measure(bench)` in the options given, whose defaults are named here, some with help. It answers results, whose
    table is printed, and written where a section is named; or whether it went well. With bars one that is missed ends the
    program with 1."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in options.items():
        default, help_ = default if isinstance(default, tuple) else (default, None)
        add_option(parser, name.replace("_", "-"), default, help_)
    build = os.environ.get("BENCH_BUILD", "release")
    parser.add_argument("--build", default=build, help="what is measured: a build in .build, or a folder with programs")
    if section:
        parser.add_argument("--write", action="store_true", help="into results.md")
    chosen = parser.parse_args()
    os.environ["BENCH_BUILD"] = chosen.build
    place = ROOT / ".build"
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="daybench-", dir=place) as name:
        folder = pathlib.Path(name)
        # PostgreSQL runs as another user where this is root, and must get through.
        folder.chmod(0o755)
        with contextlib.ExitStack() as until_end:
            found = awaited(measure(Bench(chosen, folder, until_end)))
    if isinstance(found, list):
        print(report.table(found))
        if section and chosen.write:
            by = f"python3 benchmarks/{pathlib.Path(sys.argv[0]).name} --write"
            report.write(report.table(found), chosen, section, by)
        found = not has_bars or all(one.met for one in found)
    sys.exit(1 if found is False else 0)


def add_option(parser: argparse.ArgumentParser, name: str, default: object, help_: str | None) -> None:
    """A number, a word, a switch, several words with commas in between, or words without a name."""
    if isinstance(default, Words):
        words = {"nargs": default.count, "type": default.take, "default": default.default}
        parser.add_argument(name, metavar=default.metavar, **words)
        return
    if default is False:
        parser.add_argument(f"--{name}", action="store_true", help=help_)
    elif isinstance(default, set):
        parser.add_argument(f"--{name}", type=lambda text: set(text.split(",")), default=default, help=help_)
    else:
        parser.add_argument(f"--{name}", type=type(default), default=default, help=help_)
