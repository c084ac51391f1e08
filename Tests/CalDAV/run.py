#!/usr/bin/env python3
"""Every CalDAV client that runs here, several at once, each with an account of its own on one real server.

Tests/CalDAV/run.py [suite...]                    all, or the named ones (thunderbird by name alone)
Tests/CalDAV/run.py --main                        those that each change passes
Tests/CalDAV/run.py --server radicale [suite...]  the same against another server: what the suites tell of it
"""

import json
import os
import pathlib
import subprocess
import sys

from servers import ROOT, SERVERS

sys.path.insert(0, str(ROOT / "Tests/Support"))
from tries import Tries, arguments

HERE = pathlib.Path(__file__).resolve().parent
OWN, SYSTEM = str(ROOT / ".build/caldav/bin/python"), "/usr/bin/python3"

# The slowest first.
SUITES = {
    "python_caldav": OWN,
    "server_tester": OWN,
    "server_tester_whole": OWN,
    "vdirsyncer_todoman": OWN,
    "evolution": SYSTEM,
    "octets": SYSTEM,
    "editors": SYSTEM,
    "transcripts": SYSTEM,
    "recording": SYSTEM,
}
BY_NAME = {"thunderbird": SYSTEM}
# What two real programs and a hand of octets reach takes seconds, and is most of what each change could break.
MAIN = ["vdirsyncer_todoman", "octets"]
LANES = 3
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
    if suite.endswith("_whole"):
        words.append("whole")
    if suite == "recording":
        words.append(server.account(f"{suite}, again").password)
    return words


def run(server, suite):
    """What went wrong in a suite, or None; what it reached stands on its last line."""
    words = given(server, suite)
    try:
        done = subprocess.run(
            [(SUITES | BY_NAME)[suite], f"{suite.removesuffix('_whole')}.py", *words],
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
    if good:
        print(f"       {suite}: {told}", flush=True)
        return None
    return f"{told}\n{output}"


def main():
    parser = arguments(__doc__)
    parser.add_argument("--server", choices=SERVERS, default="daybook")
    parser.add_argument("--main", action="store_true", help=f"only {' and '.join(MAIN)}")
    parser.add_argument("suites", nargs="*", metavar="suite", choices=[*SUITES, *BY_NAME, []])
    options = parser.parse_args()
    chosen = options.suites or (MAIN if options.main else list(SUITES))
    tries = Tries("calendars", "Tests/CalDAV/run.py" + (f" --server {options.server}" if options.server != "daybook" else ""), options.report)
    server = SERVERS[options.server]()
    try:
        tries.make(chosen, lambda suite: run(server, suite), LANES)
        if tries.failed and server.complaints():
            print(f"\n== the server\n{server.complaints()[-4000:]}")
        return tries.end(lambda suite: run(server, suite))
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
