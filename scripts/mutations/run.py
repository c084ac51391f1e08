#!/usr/bin/env python3
"""Plants each fault of mutations.txt in a copy of the core and of what calendars mean, and expects the tests to notice.

usage: run.py [words of a name ...]     --check looks only whether each still fits the source
                                        MUTATIONS_DIR=... keeps the copy between runs
                                        MUTATIONS_SAMPLE=N plants N of them, chosen by MUTATIONS_SEED
                                        or DAYBOOK_SEED

The copy holds the core, the formats, the simulation and the tests of the ledger and of calendars alone. It is built once
with all faults in it, each asleep (sleeping.py); a run of the tests wakes one. Exit status 1 when a fault survives, when
one no longer fits the source, or when the tests fail without any.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import sleeping

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Mutations",
    targets: [
        .systemLibrary(name: "CUTF8Proc"),
        .target(name: "NormalForms", dependencies: ["CUTF8Proc"]),
        .target(name: "DaybookCore", dependencies: ["NormalForms"]),
        .target(name: "DaybookFormats", dependencies: ["DaybookCore"]),
        .target(name: "Seeds"),
        .target(name: "Simulation", dependencies: ["DaybookCore", "DaybookFormats", "Seeds"]),
        .target(name: "TestWire", path: "Tests/Support/TestWire"),
        .testTarget(name: "DaybookCoreTests", dependencies: ["DaybookCore", "Seeds", "Simulation", "TestWire"]),
        .testTarget(
            name: "DaybookFormatsTests",
            dependencies: ["DaybookCore", "DaybookFormats", "Seeds", "Simulation", "TestWire"]),
    ]
)
"""
TESTS = [
    "../DaybookFormatsTests/CalendarObject", "../DaybookFormatsTests/Reading+file.swift",
    "Ledger", "Merge", "Model/HybridTimeTests.swift", "Model/OrderKeyTests.swift", "Planning/DayPlanTests.swift",
    "Planning/LateChangeTests.swift", "Planning/PlaceTests.swift",
]


def mutations():
    blocks = re.split(r"^== ", (ROOT / "scripts/mutations/mutations.txt").read_text(), flags=re.M)[1:]
    for block in blocks:
        name, path, before, after = [line for line in block.splitlines() if line][:4]
        yield name, path, before.removeprefix("--- "), after.removeprefix("+++ ")


def misplaced():
    """Those that do not fit the source any more."""
    found = [
        (name, path, count) for name, path, before, _ in mutations()
        if (count := (ROOT / "Sources/DaybookCore" / path).read_text().count(before)) != 1]
    for name, path, count in found:
        print(f"MISPLACED  {name}: found {count} times in {path}", flush=True)
    return found


def copy(to):
    shutil.copytree(ROOT / "Sources/DaybookCore", to / "Sources/DaybookCore", dirs_exist_ok=True)
    for target in ["CUTF8Proc", "NormalForms", "DaybookFormats", "Seeds", "Simulation"]:
        shutil.copytree(ROOT / "Sources" / target, to / "Sources" / target, dirs_exist_ok=True)
    shutil.copytree(ROOT / "Tests/Support/TestWire", to / "Tests/Support/TestWire", dirs_exist_ok=True)
    (to / "Tests/Fixtures").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "Tests/Fixtures/seeds.txt", to / "Tests/Fixtures/seeds.txt")
    for test in TESTS:
        source, target = ROOT / "Tests/DaybookCoreTests" / test, to / "Tests/DaybookCoreTests" / test
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    (to / "Package.swift").write_text(PACKAGE)


def build(tree):
    """The first line that says why the copy does not build, or None. It is optimised, since it runs a hundred times."""
    command = ["swift", "build", "--build-tests", "-debug-info-format", "none", "-Xswiftc", "-O"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    return next((line for line in (done.stdout + done.stderr).splitlines() if "error:" in line), "does not build")


def test(tree, awake, seconds):
    """Whether the tests pass within these seconds while this fault is awake, and the first thing that says why not."""
    environment = dict(os.environ, DAYBOOK_SEED="1", DAYBOOK_ROUNDS="2", PLANTED_FAULT=str(awake))
    run = subprocess.Popen(
        [".build/debug/MutationsPackageTests.xctest", "--testing-library", "swift-testing"],
        cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment)
    ended_late = threading.Event()
    clock = threading.Timer(seconds, lambda: (ended_late.set(), run.kill()))
    clock.start()
    try:
        for line in run.stdout:
            # One broken expectation is enough.
            if noticed := re.search(r"Test (\w+)\(.*?\) recorded an issue", line):
                return False, noticed[1]
        if run.wait() == 0:
            return True, ""
        return False, "does not come to an end" if ended_late.is_set() else "crashes"
    finally:
        clock.cancel()
        run.kill()
        run.wait()


def main():
    if misplaced():
        return 1
    if sys.argv[1:] == ["--check"]:
        return 0
    kept = os.environ.get("MUTATIONS_DIR")
    tree = pathlib.Path(kept or tempfile.mkdtemp(prefix="daybook-mutations-"))
    tree.mkdir(parents=True, exist_ok=True)
    copy(tree)
    numbered = list(enumerate(mutations(), start=1))
    sleeping.plant(tree / "Sources/DaybookCore", [(number, *fault[1:]) for number, fault in numbered])
    if reason := build(tree):
        print(f"the copy with its sleeping faults does not build: {reason}")
        return 1
    began = time.time()
    passed, reason = test(tree, awake=0, seconds=1800)
    # How long the tests take without a fault is known now, on this machine and beside what else it does.
    longest = max(120, 3 * (time.time() - began))
    if not passed:
        print(f"the tests fail without any fault: {reason}")
        return 1
    wanted = sys.argv[1:]
    chosen = [(n, m[0]) for n, m in numbered if not wanted or any(word in m[0] for word in wanted)]
    sample = int(os.environ.get("MUTATIONS_SAMPLE", "0"))
    if sample:
        given = os.environ.get("MUTATIONS_SEED") or os.environ.get("DAYBOOK_SEED")
        seed = int(given or 0) or random.randrange(1, 2**31)
        print(f"MUTATIONS_SAMPLE={sample} MUTATIONS_SEED={seed}", flush=True)
        chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
    survived = 0
    for number, name in chosen:
        began = time.time()
        # Tests draw their cases and meet sets in any order, so one run may miss a fault: one of three must notice it.
        for turn in (1, 2, 3):
            passed, reason = test(tree, number, longest)
            if not passed:
                reason += f" (run {turn})" if turn > 1 else ""
                break
        if passed:
            print(f"SURVIVED   {name}", flush=True)
            survived += 1
        else:
            print(f"killed     {name:55} {time.time() - began:4.0f} s  {reason}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} killed")
    if not kept:
        shutil.rmtree(tree)
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
