"""What each tier consists of: stages one after another, lanes side by side, the steps of a lane one after another."""

from dataclasses import dataclass


@dataclass
class Step:
    name: str
    command: str
    # No machine takes as long; what hangs is named and ended.
    limit: int = 900
    # Whether no step after it is worth running where it fails.
    is_ground: bool = False
    # Who tells of each of its tests by itself gets a file for that, and has tried again what failed.
    tells: bool = False


def swift_tests(*processes):
    return [
        Step(f"swift-{name}", f"scripts/gate/swift_tests.py {name}", limit=2400, tells=True) for name in processes]


FORMAT = Step("format", "swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Examples")
FLOOR_PLAN = Step(
    "floor-plan", "scripts/floorplan.py --check && scripts/scale.py --check && scripts/mutations/run.py --check")
WEB_UNITS = Step("web-units", "scripts/web-test.sh check units")
# The rules that are read from the text, in a build of their own that no other has to wait for.
HOUSE_RULES = Step(
    "house-rules",
    "DAYBOOK_ROOMS=HouseTests scripts/build-tests.sh --scratch-path .build/house"
    " && .build/house/debug/DaybookPackageTests.xctest --testing-library swift-testing --skip OutsiderTests")
CHECK = [FORMAT, FLOOR_PLAN]
WEB_CHECK = [WEB_UNITS, Step("generators", "scripts/generators.sh")]
BUILD = Step("build", "scripts/build-tests.sh", limit=2700, is_ground=True)
# One thread makes a whole of the core, so it is made beside the build.
CORE = Step("web-core", "scripts/web-core.sh", limit=2700, is_ground=True)
APPLE = Step("apple-floor", "scripts/apple-floor.sh", limit=1800)
WEB = Step("web-app", "scripts/web.sh && scripts/build-tests.sh", limit=1800, is_ground=True)
DOCUMENTS = Step("documents", "Tests/Documents/documents.py --report \"$GATE_REPORT\"", limit=1800, tells=True)
JOURNEYS = Step("journeys", "Tests/Journeys/run.py --report \"$GATE_REPORT\"", limit=1800, tells=True)
GROUND = [[CHECK, WEB_CHECK], [[BUILD], [CORE, APPLE]], [[WEB]]]

TIERS = {
    "check": [
        [[Step("tools", "scripts/gate/tools.sh", is_ground=True)]],
        [[*CHECK, WEB_UNITS], [HOUSE_RULES]],
    ],
    "test": [
        *GROUND,
        # About as long as each other.
        [swift_tests("engines", "service"), swift_tests("integration", "pure")],
        # Nobody beside the browsers: what people see is looked at as on a machine of their own.
        [[Step("flows", "scripts/web-test.sh main --report \"$GATE_REPORT\"", limit=1800, tells=True)]],
        [
            [DOCUMENTS, Step("same-answers", "scripts/same-answers.sh")],
            [
                JOURNEYS,
                Step("calendars", "Tests/CalDAV/run.py --main --report \"$GATE_REPORT\"", tells=True),
            ],
        ],
    ],
    "proofs": [
        *GROUND,
        [[step] for step in swift_tests("pure", "engines", "service", "integration", "measured")],
        [[Step("browsers", "scripts/web-test.sh chromium firefox proofs --report \"$GATE_REPORT\"", limit=5400, tells=True)]],
        [[Step("calendar-clients", "EDITORS_EDITS=10000 Tests/CalDAV/run.py --report \"$GATE_REPORT\""
               " && Tests/CalDAV/run.py thunderbird --report \"$GATE_REPORT\"", limit=5400, tells=True)]],
        [[Step("assistants", "Tests/Agents/run.py --report \"$GATE_REPORT\"", tells=True)]],
        [[Step("doors", "Tests/Doors/run.py --report \"$GATE_REPORT\"", tells=True)]],
        [[DOCUMENTS]],
        [[JOURNEYS]],
        [[Step("same-answers", "STEPS=3000 scripts/same-answers.sh", limit=1800)]],
        [[Step("schemathesis", "SECONDS_IN_ALL=300 HOSTILE_SECONDS=60 scripts/schemathesis.sh", limit=1800)]],
        [[Step("fuzzing", "scripts/fuzz.sh 300", limit=1800)]],
        [[Step("planted-faults", "scripts/mutations/run.py", limit=7200)]],
        [[Step("sanitizers", "scripts/sanitize.sh", limit=5400)]],
        [[Step("simulation", "swift build -c release --product daybook-simulate && SECONDS=600 .build/release/daybook-simulate",
               limit=5400)]],
        [[Step("images", "deploy/try.sh", limit=5400)]],
    ],
}
