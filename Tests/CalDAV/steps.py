"""A suite as a line of steps: each is told as it ends, the last line counts them, one that failed fails the suite."""

import json
import sys
import time
import traceback


class Steps:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def __call__(self, name, step):
        """Runs a step; what it returns is told behind its name."""
        began = time.monotonic()
        try:
            told = step()
        except Exception:
            self.failed += 1
            print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
            return
        self.passed += 1
        print(f"ok     {name}{f': {told}' if told else ''} ({time.monotonic() - began:.2f} s)", flush=True)

    def end(self, bar=None):
        """The last line is for run.py: what was reached, and whether that is enough."""
        total = self.passed + self.failed
        good = self.failed == 0 and total > 0 and (bar is None or self.passed >= bar)
        verdict(f"{self.passed} of {total} steps", good)


def verdict(told, good):
    print(json.dumps({"told": told, "good": bool(good)}), flush=True)
    sys.exit(0 if good else 1)
