"""Tests a change as far as five minutes (QUICK_SECONDS) allow, and says what it leaves to `make test`.

The rooms that changed are tested wholly; of what stands on them, the suites that name what the changed files declare or a
route that they answer. Where most tests stand on a room, everything is meant: they run floor by floor, the lowest first.
"""

import os
import signal
import subprocess
import sys
import time

import changes
import plan
import swift_tests
from run import GATE, ROOT, complaint, tail

LIMIT = float(os.environ.get("QUICK_SECONDS", "300"))
# What apps are written with is looked at as others see it, which needs all of it built.
SDK = {"DaybookCore", "DaybookDevice", "DaybookClient", "DaybookTesting"}


class Quick:
    def __init__(self):
        self.began, self.left, self.is_red = time.monotonic(), [], False
        # Suites that run before the rest of their target: they lie where the change lies, or name it.
        self.near = {}
        self.package, commit = changes.Package(), changes.base()
        self.files = changes.files_since(commit)
        self.rooms = {path: self.package.room(path) for path in self.files}
        self.changed = {room for room in self.rooms.values() if room}
        self.say(f"{len(self.files)} changed files since {changes.git('log', '-1', '--format=%h %s', commit)[0][:90]}")
        self.say(f"rooms that changed: {', '.join(sorted(self.changed)) or 'none'}")

    def make(self):
        """The exit status: 0 where everything that was tested held."""
        GATE.mkdir(parents=True, exist_ok=True)
        swift = [path for path in self.files if path.endswith(".swift") and (ROOT / path).exists()]
        if swift:
            self.command("format", ["swift", "format", "lint", "--strict", "--parallel", *swift])
        self.step(plan.FLOOR_PLAN)
        if any(path.startswith("web/") for path in self.files):
            self.step(plan.WEB_UNITS)
            self.left.append("the app in browsers")
        pages, journeys = self.pages(), self.journeys()
        first, later = self.targets()
        # The program too, where documents and journeys need it.
        self.swift(first, {"daybook"} if pages or journeys else set(), is_first=True)
        for script, some in (("Documents/documents.py", pages), ("Journeys/run.py", journeys)):
            if some and self.is_red:
                self.left += some
            elif some:
                self.command(script.split("/")[0].lower(), [f"Tests/{script}", *some])
        for test, suites in later:
            if self.is_red or self.rest() < 10:
                self.left.append(test)
            else:
                self.swift([(test, suites)])
        self.say(("RED" if self.is_red else "GREEN") + (f"; left to make test: {', '.join(self.left)}" if self.left else ""))
        return int(self.is_red)

    # MARK: What is meant

    def targets(self):
        """Test targets with their suites (None: all of them): those of the rooms that changed, and those above."""
        own, above = {"HouseTests": None}, {}
        for room in sorted(self.changed):
            files = [path for path in self.files if self.rooms[path] == room]
            names = set().union(*map(changes.names, files))
            standing = self.package.above([room])
            if room in self.package.tests:
                own.setdefault(room, self.package.suites(room, names))
                continue
            mine = f"{room}Tests" if f"{room}Tests" in standing else next(iter(standing), "IntegrationTests")
            if mine != "IntegrationTests":
                own[mine] = None
                folders = {self.package.folder(path) for path in files} - {""}
                self.near[mine] = self.near.get(mine, set()) | self.package.suites(mine, names, folders)
            is_everything = len(standing) > len(self.package.tests) / 2
            if is_everything:
                self.say(f"most tests stand on {room}: they run floor by floor while there is time")
            for test in standing:
                if is_everything:
                    above[test] = None
                elif above.get(test, ()) is not None:
                    above[test] = above.get(test, set()) | self.package.suites(test, names)
        for fixture in (path for path in self.files if path.startswith("Tests/Fixtures/")):
            for test in self.package.tests:
                found = self.package.suites(test, {"Fixtures/" + fixture.split("/")[2]})
                if found and own.get(test, ()) is not None:
                    own[test] = own.get(test, set()) | found
        floor = {test: len(self.package.below(test)) for test in self.package.tests}
        later = sorted((test for test in above if own.get(test, ()) is not None), key=floor.get)
        if quiet := [test for test in later if above[test] == set()]:
            self.left.append(f"{', '.join(quiet)} (nothing there names the change)")
        return sorted(own.items(), key=lambda pair: (pair[0] == "HouseTests", floor[pair[0]])), [
            (test, above[test]) for test in later if above[test] != set()]

    def pages(self):
        """Documents that changed, and are run."""
        if any(path.startswith("Tests/Documents/") for path in self.files):
            self.left.append("all documents")
        return [
            path for path in self.files
            if path == "README.md" or path.startswith("docs/") and path.endswith(".md") if (ROOT / path).exists()]

    def journeys(self):
        """Those that changed; what they share, and calendars, take longer."""
        found = {path[len("Tests/Journeys/"):-len(".py")] for path in self.files
                 if path.startswith("Tests/Journeys/") and (ROOT / path).exists()}
        if shared := found & {"run", "journey", "browser"}:
            self.left.append("all journeys")
        if any(path.startswith("Tests/CalDAV/") for path in self.files):
            self.left.append("calendar programs")
        return sorted(found - shared)

    # MARK: Builds and test runs

    def swift(self, targets, more=frozenset(), is_first=False):
        rooms = {test for test, _ in targets} | more
        if is_first and self.changed & SDK:
            rooms |= SDK
        took = time.monotonic()
        # The first build takes as long as it needs: without it no test could run.
        if not self.build(sorted(rooms), None if is_first else self.rest()):
            self.left += [] if self.is_red else [test for test, _ in targets]
            return
        self.say(f"built {', '.join(sorted(rooms))} in {time.monotonic() - took:.0f} s")
        for test, suites in targets:
            if suites == set():
                continue
            rest = self.rest()
            if rest < 10 and not is_first:
                self.left.append(test)
                continue
            near = self.near.get(test) if suites is None else None
            if near:
                self.run(test, near, max(rest, 30))
            if near and (self.is_red or self.rest() < 10):
                self.left.append(f"the rest of {test}")
            else:
                self.run(test, suites, max(self.rest(), 30), besides=near)

    def build(self, rooms, limit):
        log = GATE / "quick-build.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                ["scripts/build-tests.sh"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, "DAYBOOK_ROOMS": " ".join(rooms)}, start_new_session=True)
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                # A build that is interrupted, and not killed, keeps what it has built for the next time.
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                    try:
                        process.wait(20)
                    except subprocess.TimeoutExpired:
                        os.killpg(process.pid, signal.SIGKILL)
                        process.wait()
        if status:
            self.red("the build failed", complaint(log), "\n".join(
                line for line in log.read_text(errors="replace").splitlines() if "error:" in line) or tail(log))
        return status == 0

    def run(self, test, suites, limit, besides=None):
        group = next(
            name for name, (_, targets) in swift_tests.PROCESSES.items() if test.removesuffix("Tests") in targets)
        width = swift_tests.PROCESSES[group][0]
        pattern = rf"^{test}\."
        if suites:
            pattern += rf"(.*/)?({'|'.join(sorted(suites))})/"
        elif besides:
            pattern += rf"(?!(.*/)?({'|'.join(sorted(besides))})/)"
        elif test == "HouseTests" and not self.changed & SDK:
            pattern += "(?!OutsiderTests)"
        with (GATE / f"quick-{test}.log").open("wb") as output:
            process = swift_tests.Process(f"quick-{test}", [pattern], width)
            process.run(limit, output)
            if process.is_broken and not (process.took >= limit or process.failed):
                self.red(test, process.trouble, tail(GATE / f"quick-{test}.log"))
            if process.took >= limit:
                self.left.append(f"{test} from its test {len(process.ended) + 1} on")
            what = f"{', '.join(sorted(suites))} of {test}" if suites else f"the rest of {test}" if besides else test
            self.say(f"{what}: {len(process.ended)} tests in {process.took:.0f} s, {len(process.failed)} failed")
            for outcome, name, said, replay in swift_tests.tried_again(process, group):
                if outcome == "failed":
                    self.red(name, said, replay)
                else:
                    self.say(f"FLAKY {name}: {said}\n    {replay}")

    def step(self, step):
        self.command(step.name, ["bash", "-euo", "pipefail", "-c", step.command])

    def command(self, name, words):
        log, began = GATE / f"quick-{name}.log", time.monotonic()
        with log.open("wb") as output:
            status = subprocess.run(
                words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT).returncode
        if status:
            self.red(name, complaint(log), tail(log))
        else:
            self.say(f"{name} ok in {time.monotonic() - began:.0f} s")

    # MARK: The time left, and what is printed

    def rest(self):
        return LIMIT - (time.monotonic() - self.began)

    def red(self, what, said, more):
        self.is_red = True
        self.say(f"FAILED {what}: {said}\n" + "\n".join("    " + line for line in more.splitlines()))

    def say(self, text):
        print(f"[{time.monotonic() - self.began:3.0f} s] {text}", flush=True)


def main():
    try:
        return Quick().make()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
