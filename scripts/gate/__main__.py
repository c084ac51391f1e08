#!/usr/bin/env python3
"""Runs what must hold before a change lands, and tells it as a table.

python3 scripts/gate check           what a save may break: format, floor plan, house rules, the web app's types and units
python3 scripts/gate quick           the rooms that changed and what stands on them, as far as five minutes allow
python3 scripts/gate test            the gate: everything that is the same at each run
python3 scripts/gate proofs          everything that is long, drawn, measured or of outside
python3 scripts/gate test documents  some steps of a tier alone, on what is built

Steps go on after one has failed, but not after the build. docs/house/tests.md says what belongs into which tier.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import plan
import quick
from run import Run


def main():
    tier, *chosen = sys.argv[1:] or ["test"]
    if tier == "quick":
        sys.exit(quick.main())
    if tier not in plan.TIERS:
        sys.exit(f"gate: there is no tier {tier}; there are quick, {', '.join(plan.TIERS)}")
    stages = plan.TIERS[tier]
    if chosen:
        known = [step for stage in stages for lane in stage for step in lane]
        if missing := set(chosen) - {step.name for step in known}:
            sys.exit(f"gate: no step of {tier} is called {', '.join(sorted(missing))}")
        stages = [[[step]] for step in known if step.name in chosen]
    sys.exit(Run(tier, stages).make())


if __name__ == "__main__":
    main()
