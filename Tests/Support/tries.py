"""How the runners of flows, journeys, documents and calendar programs go about their tests. All are made, whatever fails. What
failed is made once more, alone; if it passes then, it is flaky, which is told last and is no failure, unless there are many.
Each that did not pass at once can be seen again with the command that stands beside it."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import time
import traceback

# More that pass at the second try are no accident.
FLAKY_ALLOWED = 2
# Nor are more that fail: they are not made again.
TRIED_AGAIN = 8


def arguments(about):
    """What every runner takes; more can be added."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--report", type=pathlib.Path, metavar="FILE", help="append a line of JSON for each test that did not pass at once")
    return parser


def complaint(trouble):
    """What went wrong, in a line: what stands below the last traceback, or all of it where there is none."""
    _, found, rest = trouble.rpartition("Traceback (most recent call last):")
    lines = [line.strip() for line in rest.splitlines() if line.strip() and not (found and line.startswith(" "))]
    return " ".join(lines[:3])[:300] or "it said nothing"


def timed(attempt, test):
    began = time.monotonic()
    try:
        trouble = attempt(test)
    except Exception:
        trouble = traceback.format_exc()
    return trouble, time.monotonic() - began


def tell(test, trouble, seconds):
    print(f"{'FAILED' if trouble else 'ok    '} {test} ({seconds:.1f} s)", flush=True)


class Tries:
    def __init__(self, step, program, report=None):
        """`program` makes a test alone when the test's name is put behind it."""
        self.step, self.program, self.report = step, program, report
        self.began, self.failed, self.made = time.monotonic(), {}, 0

    def make(self, tests, attempt, lanes=1):
        """Makes tests, some side by side. An attempt says what went wrong, or None."""
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            list(pool.map(lambda test: self.told(test, *timed(attempt, test)), tests))

    def told(self, test, trouble, seconds):
        """How a test ended."""
        self.made += 1
        tell(test, trouble, seconds)
        if trouble:
            self.failed[test] = trouble

    def end(self, attempt):
        """Makes once more what failed, tells what came of everything, and returns the exit status."""
        flaky = {}
        for test, trouble in self.failed.items():
            print(f"\n== {test}\n{trouble}", flush=True)
        for test in list(self.failed) if len(self.failed) <= TRIED_AGAIN else []:
            second, seconds = timed(attempt, test)
            tell(f"{test}, alone", second, seconds)
            if second:
                print(f"\n== {test}, alone\n{second}", flush=True)
            else:
                flaky[test] = self.failed.pop(test)
        for outcome, tests in (("flaky", flaky), ("failed", self.failed)):
            for test, trouble in tests.items():
                self.write(outcome, test, trouble)
        return self.table(flaky)

    def replay(self, test):
        seed = f"DAYBOOK_SEED={os.environ['DAYBOOK_SEED']} " if "DAYBOOK_SEED" in os.environ else ""
        return f"{seed}{self.program} {test}"

    def write(self, outcome, test, trouble):
        line = {"step": self.step, "test": test, "outcome": outcome, "complaint": complaint(trouble), "replay": self.replay(test)}
        if self.report:
            with self.report.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def table(self, flaky):
        too_many = len(flaky) > FLAKY_ALLOWED
        print(f"\n{self.step}: {self.made} made, {len(self.failed)} failed, {len(flaky)} flaky"
              f"{', which is too many' if too_many else ''}, {time.monotonic() - self.began:.1f} s")
        for word, tests in (("FAILED", self.failed), ("FLAKY ", flaky)):
            for test, trouble in tests.items():
                print(f"{word} {test}: {complaint(trouble)}\n       {self.replay(test)}")
        return 1 if self.failed or too_many else 0
