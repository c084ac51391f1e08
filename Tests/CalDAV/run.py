#!/usr/bin/env python3
"""Every CalDAV client that runs here, several at once, each with an account of its own on one real server.

Tests/CalDAV/run.py [suite...]                    those that CI runs, or the named ones (thunderbird by name alone)
Tests/CalDAV/run.py --server radicale [suite...]  the same against another server: what the suites tell of it
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

from servers import ROOT, SERVERS

HERE = pathlib.Path(__file__).resolve().parent
OWN, SYSTEM = str(ROOT / ".build/caldav/bin/python"), "/usr/bin/python3"

# The slowest first.
SUITES = {
    "python_caldav": OWN,
    "server_tester": OWN,
    "vdirsyncer_todoman": OWN,
    "evolution": SYSTEM,
    "octets": SYSTEM,
    "editors": SYSTEM,
    "transcripts": SYSTEM,
    "recording": SYSTEM,
}
BY_NAME = {"thunderbird": SYSTEM}
# The editors may be asked for more than CI asks them for.
SECONDS = 900 + int(os.environ.get("EDITORS_EDITS", 0)) / 5


def given(server, suite):
    """What is typed into a suite: an account of its own, and a second password where it wants one."""
    account = server.account(suite)
    words = [account.url, account.user, account.password]
    if suite in ("octets", "editors"):
        words.append(account.other)
    if suite == "editors":
        words.append(account.token)
    if suite == "recording":
        words.append(server.account(f"{suite}, again").password)
    return words


def run(suite, words):
    """What a suite says on its last line, and all that it said."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            [(SUITES | BY_NAME)[suite], f"{suite}.py", *words],
            cwd=HERE,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            errors="replace",
        )
        output, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as error:
        output, code = (error.stdout or b"").decode(errors="replace") + "\n(out of time)", 124
    try:
        verdict = json.loads(output.strip().splitlines()[-1])
        told, good = verdict["told"], verdict["good"] and code == 0
    except (ValueError, IndexError, TypeError, KeyError):
        told, good = f"ended with {code} and told nothing", False
    print(f"{'ok    ' if good else 'FAILED'} {suite}: {told} ({time.monotonic() - began:.1f} s)", flush=True)
    return suite, good, output


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--server", choices=SERVERS, default="daybook")
    options.add_argument("--verbose", action="store_true", help="show all that each suite said")
    options.add_argument("suites", nargs="*", metavar="suite", choices=[*SUITES, *BY_NAME, []])
    options = options.parse_args()
    chosen = options.suites or list(SUITES)
    began = time.monotonic()
    server = SERVERS[options.server]()
    try:
        words = [given(server, suite) for suite in chosen]
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            results = list(pool.map(run, chosen, words))
        for suite, good, output in results:
            if options.verbose or not good:
                print(f"\n== {suite}\n{output}")
        failed = sum(not good for _, good, _ in results)
        if failed and server.complaints():
            print(f"\n== the server\n{server.complaints()[-4000:]}")
    finally:
        server.close()
    print(f"CalDAV clients: {len(results)} suites, {failed} failed, {time.monotonic() - began:.1f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
