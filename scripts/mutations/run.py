#!/usr/bin/env python3
"""Plants each fault of mutations.txt in a copy of the core and of what calendars mean, and expects the tests to notice.

usage: run.py [words of a name ...]     MUTATIONS_DIR=... keeps the copy between runs
                                        MUTATIONS_SAMPLE=N plants N of them, chosen by MUTATIONS_SEED

The copy holds the core, the formats, the simulation and the tests of the ledger and of calendars alone, so that a
fault costs one incremental build. Exit status 1 when a fault survives, when one no longer fits the source, or when the tests fail without any.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Mutations",
    targets: [
        .target(name: "DaybookCore"),
        .target(name: "DaybookFormats", dependencies: ["DaybookCore"]),
        .target(name: "Simulation", dependencies: ["DaybookCore", "DaybookFormats"]),
        .testTarget(name: "DaybookCoreTests", dependencies: ["DaybookCore", "Simulation"]),
        .testTarget(name: "DaybookFormatsTests", dependencies: ["DaybookCore", "DaybookFormats", "Simulation"]),
    ]
)
"""
TESTS = [
    "../DaybookFormatsTests/CalendarObject", "../DaybookFormatsTests/Reading+file.swift",
    "Ledger", "HybridTimeTests.swift", "Planning/OrderKeyTests.swift", "Planning/DayPlanTests.swift",
    "Planning/LateChangeTests.swift", "Planning/PlaceTests.swift", "Time/DeviceClockTests.swift",
    "Support/SeededRandom.swift",
]


def mutations():
    blocks = re.split(r"^== ", (ROOT / "scripts/mutations/mutations.txt").read_text(), flags=re.M)[1:]
    for block in blocks:
        name, path, before, after = [line for line in block.splitlines() if line][:4]
        yield name, path, before.removeprefix("--- "), after.removeprefix("+++ ")


def copy(to):
    shutil.copytree(ROOT / "Sources/DaybookCore", to / "Sources/DaybookCore", dirs_exist_ok=True)
    for target in ["DaybookFormats", "Simulation"]:
        shutil.copytree(ROOT / "Sources" / target, to / "Sources" / target, dirs_exist_ok=True)
    for test in TESTS:
        source, target = ROOT / "Tests/DaybookCoreTests" / test, to / "Tests/DaybookCoreTests" / test
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    (to / "Package.swift").write_text(PACKAGE)


def test(tree):
    """Whether the tests pass, and the first line that says why not."""
    environment = dict(os.environ, DAYBOOK_SEED="1", DAYBOOK_ROUNDS="2")
    build = subprocess.run(["swift", "build", "--build-tests"], cwd=tree, capture_output=True, text=True)
    if build.returncode != 0:
        errors = [line for line in build.stdout.splitlines() if "error:" in line]
        return None, errors[0] if errors else "does not build"
    try:
        run = subprocess.run(
            ["swift", "test", "--skip-build"], cwd=tree, capture_output=True, text=True, env=environment, timeout=120)
    except subprocess.TimeoutExpired:
        return False, "does not come to an end"
    # A broken expectation of a parallel run is as good as any; the first one is named.
    failed = sorted(set(re.findall(r"Test (\w+)\(.*?\) recorded an issue", run.stdout + run.stderr)))
    if run.returncode != 0 and not failed:
        return False, "crashes"
    return run.returncode == 0, f"{len(failed)} tests, {failed[0]}" if failed else ""


def main():
    kept = os.environ.get("MUTATIONS_DIR")
    tree = pathlib.Path(kept or tempfile.mkdtemp(prefix="daybook-mutations-"))
    tree.mkdir(parents=True, exist_ok=True)
    copy(tree)
    passed, reason = test(tree)
    if not passed:
        print(f"the tests fail without any fault: {reason}")
        return 1
    wanted = sys.argv[1:]
    chosen = [m for m in mutations() if not wanted or any(word in m[0] for word in wanted)]
    sample = int(os.environ.get("MUTATIONS_SAMPLE", "0"))
    if sample:
        seed = int(os.environ.get("MUTATIONS_SEED", "0")) or random.randrange(1, 2**31)
        print(f"MUTATIONS_SAMPLE={sample} MUTATIONS_SEED={seed}", flush=True)
        chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
    survived = 0
    for name, path, before, after in chosen:
        file = tree / "Sources/DaybookCore" / path
        source = file.read_text()
        if source.count(before) != 1:
            print(f"MISPLACED  {name}: found {source.count(before)} times in {path}", flush=True)
            survived += 1
            continue
        began = time.time()
        file.write_text(source.replace(before, after))
        passed, reason = test(tree)
        file.write_text(source)
        if passed is None:
            print(f"UNBUILT    {name}: {reason}", flush=True)
            survived += 1
        elif passed:
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
