"""The tests that python-caldav brings along, against calendars that hold tasks, events and journals:
python_caldav.py URL USER PASSWORD

A test may fail only by a refused event or journal, or by what a refused one left out."""

import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

from steps import verdict

BAR = 68
# What fails by what Daybook means to do.
MEANT = {
    "testGetSupportedComponents": "it asks for a calendar that takes events",
    "testSearchTodos": "it completes a recurring task and looks for the end of the series, which goes on here",
    "testTodoRecurringCompleteThisandfuture": "it counts an occurrence that is done as part of its series' object; here it "
    "stands beside it as a task of its own",
}
# What the library is to know of the server; whatever is not named, it takes for supported.
FEATURES = {"scheduling": {"support": "unsupported"}}
URL, USER, PASSWORD = sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent
SUITE = pathlib.Path(sys.executable).parents[1] / "suite"


def main(folder):
    (archive,) = SUITE.glob("caldav-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (suite,) = folder.iterdir()
    (suite / "tests/caldav_test_servers.yaml").write_text(
        json.dumps(
            {
                "daybook": {
                    "type": "external",
                    "enabled": True,
                    "url": URL,
                    "username": USER,
                    "password": PASSWORD,
                    "features": FEATURES,
                }
            }
        )
    )
    outcomes = folder / "outcomes.json"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "tests/test_caldav.py",
            "-q",
            "--durations=12",
            "-p",
            "refusals",
            # server_tester.py is the same by itself.
            "-k",
            "not testCheckCompatibility",
            "-o",
            "addopts=",
            "-W",
            "default",
            "-o",
            "asyncio_default_fixture_loop_scope=function",
        ],
        cwd=suite,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=800,
        env={
            **os.environ,
            "PYTHONPATH": str(HERE),
            "HOME": str(folder),
            "REFUSALS": str(outcomes),
            "PYTHON_CALDAV_TEST_EMBEDDED": "0",
            "PYTHON_CALDAV_TEST_DOCKER": "0",
        },
    )
    if not outcomes.exists():
        raise SystemExit(done.stdout)
    found = json.loads(outcomes.read_text())
    unexplained = [test for test in found["failed"] if not test["refused"] and test["name"] not in MEANT]
    for test in found["failed"]:
        kind = "refused" if test["refused"] else "FAILED " if test in unexplained else "meant  "
        print(f"{kind} {test['name']}: {MEANT.get(test['name'], test['why'])}")
    if unexplained or not found["passed"]:
        print(done.stdout)
    told = (
        f"{found['passed']} passed (bar {BAR}), {len(found['failed'])} failed, {len(unexplained)} unexplained, "
        f"{found['skipped']} skipped"
    )
    verdict(told, found["passed"] >= BAR and not unexplained)


with tempfile.TemporaryDirectory(prefix="daybook-python-caldav-") as folder:
    main(pathlib.Path(folder))
