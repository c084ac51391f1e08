#!/usr/bin/env python3
"""Everyday use and attackers of every kind at once, for an hour: how much memory the server has before, at most and after, and what the
everyday devices waited, quiet and under attack.

    python3 benchmarks/soak.py [--seconds 3600] [--seed N] [--build release] [--write]

Ends with 1 where the server keeps 32 MiB more than it began with, or answers anything with 500.
"""

import random
import threading
import time

from daybench import attackers, frame, report
from daybench.figures import percentile
from daybench.frame import Bench
from daybench.processes import Peak, kib
from daybench.service import Service


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


def during(port: int, seconds: float, crowds: list[tuple[list, list[str]]], seed: int) -> attackers.Target:
    """What came of so many seconds of these crowds."""
    target = attackers.Target(port)
    threads = [thread for loops, tokens in crowds for thread in crowd(target, loops, tokens, seed)]
    time.sleep(seconds)
    target.over.set()
    for thread in threads:
        thread.join(90)
    return target


def soak(service: Service, options) -> list[str]:
    lines: list[str] = []

    def tell(line: str) -> None:
        print(line, flush=True)
        lines.append(line)

    setup = attackers.Target(service.port)
    honest = [setup.account() for _ in range(4)]
    hostile = [setup.account() for _ in range(8)]
    for token in hostile:
        for number in range(12):
            long = attackers.change(number, title="Long word", notes=attackers.NOTES)
            setup.ask("setup", "POST", "/v1/sync", token, attackers.push(long))
    everyday = ([attackers.everyday] * 4, honest)
    quiet = during(service.port, min(30, options.seconds / 10), [everyday], options.seed)
    time.sleep(15)
    before = kib(service.pid) / 1024
    with Peak(service.pid) as memory:
        stormy = during(service.port, options.seconds, [everyday, (attackers.ALL, hostile)], options.seed)
    # Connections to PostgreSQL that were idle for a minute go, and their buffers with them.
    time.sleep(90)
    after = kib(service.pid) / 1024
    tell(f"memory: {before:.0f} MiB before, {memory.most / 1024:.0f} MiB at most, {after:.0f} MiB after")
    tell(f"kept: {after - before:.0f} MiB (bar 32): {'met' if after - before <= 32 else 'NOT MET'}")
    for name, waits in [("quiet", quiet.waits), ("under attack", stormy.waits)]:
        p50, p99 = percentile(waits, 0.5) * 1000, percentile(waits, 0.99) * 1000
        tell(f"everyday requests, {name}: {2 * len(waits)}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    for (kind, outcome), count in sorted(stormy.counts.items()):
        tell(f"{kind}: {outcome} {count} times")
    broken = sum(count for (_, outcome), count in stormy.counts.items() if outcome == "500")
    tell(f"answers of 500: {broken} (bar 0): {'met' if broken == 0 else 'NOT MET'}")
    return lines


def measure(bench: Bench) -> bool:
    options = bench.options
    print(f"soak: --seed {options.seed} replays this run", flush=True)
    # The dead rows of an hour are PostgreSQL's to clean up.
    bench.cluster.script("ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();")
    with bench.database("soak").service() as service:
        text = "\n".join(soak(service, options))
    if options.write:
        by = f"python3 benchmarks/soak.py --seconds {options.seconds} --seed {options.seed} --build {options.build}"
        report.note("A soak", by, text)
    return "NOT MET" not in text


if __name__ == "__main__":
    frame.main(__doc__, measure, seconds=3600, seed=random.randrange(1 << 30), write=False)
