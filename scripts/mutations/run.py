#!/usr/bin/env python3
"""Plants each fault of mutations.txt in a copy of the core and of what calendars mean, and expects the tests to notice.

usage: run.py [words of a name ...]     --check looks only whether each still fits the source
                                        MUTATIONS_DIR=... keeps the copy between runs
                                        MUTATIONS_SAMPLE=N plants N of them, chosen by MUTATIONS_SEED
                                        or DAYBOOK_SEED

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


def test(tree, seconds):
    """Whether the tests pass within these seconds, and the first line that says why not."""
    environment = dict(os.environ, DAYBOOK_SEED="1", DAYBOOK_ROUNDS="2")
    build = subprocess.run(["swift", "build", "--build-tests"], cwd=tree, capture_output=True, text=True)
    if build.returncode != 0:
        errors = [line for line in build.stdout.splitlines() if "error:" in line]
        return None, errors[0] if errors else "does not build"
    try:
        run = subprocess.run(
            ["swift", "test", "--skip-build"], cwd=tree, capture_output=True, text=True, env=environment, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False, "does not come to an end"
    # A broken expectation of a parallel run is as good as any; the first one is named.
    failed = sorted(set(re.findall(r"Test (\w+)\(.*?\) recorded an issue", run.stdout + run.stderr)))
    if run.returncode != 0 and not failed:
        return False, "crashes"
    return run.returncode == 0, f"{len(failed)} tests, {failed[0]}" if failed else ""


def main():
    if misplaced():
        return 1
    if sys.argv[1:] == ["--check"]:
        return 0
    kept = os.environ.get("MUTATIONS_DIR")
    tree = pathlib.Path(kept or tempfile.mkdtemp(prefix="daybook-mutations-"))
    tree.mkdir(parents=True, exist_ok=True)
    copy(tree)
    began = time.time()
    passed, reason = test(tree, seconds=1800)
    # How long the tests take without a fault, and what builds them, is known now, on this machine and beside what else it does.
    longest = max(120, 3 * (time.time() - began))
    if not passed:
        print(f"the tests fail without any fault: {reason}")
        return 1
    wanted = sys.argv[1:]
    chosen = [m for m in mutations() if not wanted or any(word in m[0] for word in wanted)]
    sample = int(os.environ.get("MUTATIONS_SAMPLE", "0"))
    if sample:
        given = os.environ.get("MUTATIONS_SEED") or os.environ.get("DAYBOOK_SEED")
        seed = int(given or 0) or random.randrange(1, 2**31)
        print(f"MUTATIONS_SAMPLE={sample} MUTATIONS_SEED={seed}", flush=True)
        chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
    survived = 0
    for name, path, before, after in chosen:
        file = tree / "Sources/DaybookCore" / path
        source = file.read_text()
        began = time.time()
        file.write_text(source.replace(before, after))
        # The tests run at random what they cannot run whole, and meet sets in any order: one in three must notice.
        for turn in (1, 2, 3):
            passed, reason = test(tree, longest)
            if not passed:
                reason += f" (run {turn})" if turn > 1 else ""
                break
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
