#!/usr/bin/env python3
"""Everyday use and attackers of every kind at once, for an hour: how much memory the server has before, at most and after, and what the
everyday devices waited, quiet and under attack.

    python3 benchmarks/soak.py [--seconds 3600] [--seed N] [--build release] [--write]

Ends with 1 where the server keeps 32 MiB more than it began with, or answers anything with 500.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from daybench import accounts, attackers, report  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.service import Service  # noqa: E402

MIB = 1 << 20
# Limits on how often somebody may ask would keep the attackers away.
UNLIMITED = {
    f"DAYBOOK_{name}": "0"
    for name in [
        "REGISTRATIONS_PER_ADDRESS", "REQUESTS_PER_DEVICE", "REQUESTS_PER_ACCOUNT", "REQUESTS_PER_ADDRESS", "LOGINS_PER_ADDRESS",
    ]
}  # fmt: skip


def resident(pid: int) -> float:
    """In MiB."""
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / MIB


class Watch(threading.Thread):
    """The most memory that was seen."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.pid = pid
        self.most = 0.0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            self.most = max(self.most, resident(self.pid))


def crowd(target: attackers.Target, loops: list, tokens: list[str], seed: int) -> list[threading.Thread]:
    def run(loop, token: str, dice: random.Random) -> None:
        while not target.over.is_set():
            loop(target, token, dice)

    threads = [
        threading.Thread(target=run, args=(loop, tokens[n % len(tokens)], random.Random(seed + n)), daemon=True)
        for n, loop in enumerate(loops)
    ]
    for thread in threads:
        thread.start()
    return threads


def percentile(waits: list[float], share: float) -> float:
    return sorted(waits)[int(len(waits) * share)] * 1000 if waits else 0.0


def during(port: int, seconds: float, crowds: list[tuple[list, list[str]]], seed: int) -> attackers.Target:
    """What came of so many seconds of these crowds."""
    target = attackers.Target(port)
    threads = [thread for loops, tokens in crowds for thread in crowd(target, loops, tokens, seed)]
    time.sleep(seconds)
    target.over.set()
    for thread in threads:
        thread.join(90)
    return target


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--build", default="release")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    os.environ["BENCH_BUILD"] = options.build
    print(f"soak: --seed {options.seed} replays this run", flush=True)
    with tempfile.TemporaryDirectory(prefix="daybook-soak-") as folder:
        os.chmod(folder, 0o711)
        with Cluster(pathlib.Path(folder)) as cluster:
            os.environ["DAYBOOK_DATA_DIR"] = folder
            # The dead rows of an hour are PostgreSQL's to clean up.
            cluster.sql("ALTER SYSTEM SET autovacuum = on")
            cluster.sql("SELECT pg_reload_conf()")
            database = accounts.database(cluster, "soak")
            settings = {**UNLIMITED, "DAYBOOK_DATABASE_URL": database.url_of(accounts.ROLE)}
            with Service("daybook", "serve", **settings) as service:
                lines = soak(service, options)
    text = "\n".join(lines)
    if options.write:
        by = f"python3 benchmarks/soak.py --seconds {options.seconds} --seed {options.seed} --build {options.build}"
        report.note("A soak", by, text)
    return 1 if "NOT MET" in text else 0


def soak(service: Service, options: argparse.Namespace) -> list[str]:
    lines: list[str] = []

    def tell(line: str) -> None:
        print(line, flush=True)
        lines.append(line)

    setup = attackers.Target(service.port)
    honest = [setup.account() for _ in range(4)]
    hostile = [setup.account() for _ in range(8)]
    for token in hostile:
        for number in range(12):
            setup.ask("setup", "POST", "/v1/sync", token, attackers.push(attackers.operation(number, title="Long word", notes=attackers.NOTES)))
    everyday = ([attackers.everyday] * 4, honest)
    quiet = during(service.port, min(30, options.seconds / 10), [everyday], options.seed)
    time.sleep(15)
    before = resident(service.pid)
    watch = Watch(service.pid)
    watch.start()
    stormy = during(service.port, options.seconds, [everyday, (attackers.ALL, hostile)], options.seed)
    watch.over.set()
    # Connections to PostgreSQL that were idle for a minute go, and their buffers with them.
    time.sleep(90)
    after = resident(service.pid)
    tell(f"memory: {before:.0f} MiB before, {watch.most:.0f} MiB at most, {after:.0f} MiB after")
    tell(f"kept: {after - before:.0f} MiB (bar 32): {'met' if after - before <= 32 else 'NOT MET'}")
    for name, target in [("quiet", quiet), ("under attack", stormy)]:
        waits = target.waits
        tell(f"everyday requests, {name}: {2 * len(waits)}, p50 {percentile(waits, 0.5):.1f} ms, p99 {percentile(waits, 0.99):.1f} ms")
    for (kind, outcome), count in sorted(stormy.counts.items()):
        tell(f"{kind}: {outcome} {count} times")
    broken = sum(count for (_, outcome), count in stormy.counts.items() if outcome == "500")
    tell(f"answers of 500: {broken} (bar 0): {'met' if broken == 0 else 'NOT MET'}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
