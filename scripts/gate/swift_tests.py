#!/usr/bin/env python3
"""Runs the tests in Swift that were built, in one of four processes, so that what computes does not starve what waits.

scripts/gate/swift_tests.py NAME [FILTER...]   NAME is pure, engines, service, integration, measured or all

Those that measure are made in proofs only, in a fifth process, one after another with nobody beside them.

What failed is run once more, alone; if it passes then, it is flaky. The pure rooms are never tried again: nothing in them
depends on what else the machine does. What each test took stands in .build/gate/NAME.seconds.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATE = ROOT / ".build/gate"
BUNDLE = ROOT / ".build/debug/DaybookPackageTests.xctest"
# The test processes: how many tests each has under way, and which targets it tests.
PROCESSES = {
    "pure": (2, [
        "House", "Addresses", "DAV", "HTTPParser", "WebCore", "Fleet", "DaybookCore", "DaybookAgents", "DaybookFormats", "DaybookDevice",
        "DaybookClient", "DaybookCommand", "DaybookHost"]),
    "engines": (4, ["Reactor", "Postgres", "HTTP", "WebClient", "Notifying"]),
    "service": (4, [
        "DaybookStore", "DaybookLedger", "DaybookCalendarIndex", "DaybookAccounts", "DaybookReminders", "DaybookCalDAV",
        "DaybookAPI", "DaybookServer"]),
    "integration": (4, ["Integration"]),
}
# Tests of these targets whose outcome is a measure of this machine.
MEASURED = [
    r"^IntegrationTests\.BystanderTests/bystanders", r"^IntegrationTests\.ChaosTests/thePairFailsOver",
    r"^IntegrationTests\.IdleTests/", r"^IntegrationTests\.LongTextTests/whatIsRefused",
    r"^DaybookHostTests\.MemoryReturnTests/"]
LIMIT = int(os.environ.get("TESTS_SECONDS", "2100"))
# More that fail are no accident: they are not run again.
TRIED_AGAIN = 8


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*PROCESSES, "measured", "all"])
    parser.add_argument("filter", nargs="*")
    options = parser.parse_args()
    if options.name == "all":
        sys.exit(max(one(name, options.filter) for name in PROCESSES))
    sys.exit(one(options.name, options.filter))


def one(name, filters):
    unknown = {*re.findall(r'\.testTarget\(\s*name: "(\w+)Tests"', (ROOT / "Package.swift").read_text())} - {
        target for _, targets in PROCESSES.values() for target in targets}
    if unknown:
        print(f"error: no process of scripts/gate/swift_tests.py tests {', '.join(sorted(unknown))}")
        return 1
    width, targets = PROCESSES.get(name, (1, []))
    whole = [rf"^({'|'.join(targets)})Tests\."] if targets else MEASURED
    first = Process(name, filters or whole, int(os.environ.get("WIDTH", width))).run()
    first.write_seconds()
    if first.is_broken:
        tell("failed", name, first.trouble, f"scripts/gate/swift_tests.py {name}")
        print(f"error: {first.trouble}")
        return 1
    status = 0
    for outcome, test, complaint, replay in tried_again(first, name):
        tell(outcome, test, complaint, replay)
        print(f"{outcome.upper()} {test}: {complaint}", flush=True)
        status = status or (outcome == "failed")
    print(f"{name}: {len(first.ended)} tests, {len(first.failed)} failed at first, {first.took:.0f} s")
    return int(status)


def tried_again(first, name):
    """What came of each test that failed at first: outcome, test, complaint and how to run it again."""
    for test, complaint in first.failed.items():
        again = None
        pattern = "^" + re.escape(test)
        if name != "pure" and len(first.failed) <= TRIED_AGAIN:
            print(f"== {test} is tried once more, alone", flush=True)
            again = Process(f"{name}-again", [pattern], 1, skips=False).run()
        outcome = "flaky" if again and not again.is_broken and not again.failed and again.ended else "failed"
        replay = f"DAYBOOK_SEED={os.environ.get('DAYBOOK_SEED', '')} scripts/gate/swift_tests.py {name} '{pattern}'"
        yield outcome, test, complaint, replay


def tell(outcome, test, complaint, replay):
    if report := os.environ.get("GATE_REPORT"):
        with open(report, "a") as file:
            file.write(json.dumps(
                {"step": "swift", "test": test, "outcome": outcome, "complaint": complaint, "replay": replay}) + "\n")


def long_tests():
    """Patterns of tests that are not run here, each with its reason."""
    for line in (ROOT / "scripts/long-tests.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split(maxsplit=1)[0]


class Process:
    def __init__(self, name, filters, width, skips=True):
        self.name, self.ended, self.failed, self.started = name, {}, {}, {}
        self.events, self.is_broken, self.trouble, self.took = GATE / f"{name}.events", False, "", 0
        self.command = [
            str(BUNDLE), "--testing-library", "swift-testing", "--event-stream-output-path", str(self.events),
            "--event-stream-version", "0", "--experimental-maximum-parallelization-width", str(width)]
        for pattern in filters:
            self.command += ["--filter", pattern]
        for pattern in self.skipped(filters) if skips else []:
            self.command += ["--skip", pattern]

    @staticmethod
    def skipped(filters):
        """What runs elsewhere: in proofs alone, or by itself."""
        if "DAYBOOK_PROOFS" not in os.environ:
            return long_tests()
        return [pattern for pattern in MEASURED if pattern not in filters]

    def run(self, limit=LIMIT, output=None):
        GATE.mkdir(parents=True, exist_ok=True)
        self.events.unlink(missing_ok=True)
        began = time.monotonic()
        process = subprocess.Popen(self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   start_new_session=True)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            # What is left of its processes, however it ended.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        self.took = time.monotonic() - began
        self.read_events()
        under_way = ", ".join(sorted(set(self.started) - set(self.ended))[:10])
        if status is None:
            self.is_broken, self.trouble = True, f"not ended after {limit:.0f} s: {under_way}"
        elif status < 0:
            self.is_broken, self.trouble = True, f"ended by {signal.Signals(-status).name} during {under_way}"
        elif status != 0 and not self.failed:
            self.is_broken, self.trouble = True, f"ended with {status}, and no test failed"
        return self

    def read_events(self):
        text = self.events.read_text(errors="replace") if self.events.exists() else ""
        for line in text.splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue
            payload = record.get("payload", {})
            if record.get("kind") != "event" or "testID" not in payload:
                continue
            # A test's name without the place where it is written.
            test = re.sub(r"/[^/]+\.swift:\d+:\d+$", "", payload["testID"])
            if "(" not in test:
                continue
            instant = payload["instant"]["absolute"]
            kind = payload["kind"]
            if kind == "testStarted":
                self.started[test] = instant
            elif kind == "testEnded":
                self.ended[test] = instant - self.started.get(test, instant)
            elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
                place = payload.get("issue", {}).get("sourceLocation", {})
                file = place.get("fileID", place.get("_filePath", "")).split("/")[-1]
                said = " ".join(message["text"] for message in payload.get("messages", []))
                self.failed.setdefault(test, f"{file}:{place.get('line', '')} {said}"[:300])

    def write_seconds(self):
        slowest = sorted(self.ended.items(), key=lambda pair: -pair[1])
        (GATE / f"{self.name}.seconds").write_text("".join(f"{seconds:8.2f} {test}\n" for test, seconds in slowest))


if __name__ == "__main__":
    main()
