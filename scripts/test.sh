#!/usr/bin/env bash
# scripts/test.sh [check|quick|test|proofs] [STEP...]: runs a tier, or some of its steps on what
# is built (scripts/gate/plan.py lists them).
#
# Whatever is drawn is drawn from the seed that is said here, and nowhere else. The gate has one seed, so that it says of a
# change what it said of the state before; proofs draw a new one, and Tests/Fixtures/seeds.txt keeps those that found something.
set -euo pipefail
cd "$(dirname "$0")/.."

tier="${1:-test}"
if [ "$tier" = proofs ]; then
    export DAYBOOK_SEED="${DAYBOOK_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}" DAYBOOK_PROOFS=1
else
    export DAYBOOK_SEED="${DAYBOOK_SEED:-20261121}"
    # Sets and dictionaries in one order, too.
    export SWIFT_DETERMINISTIC_HASHING=1 PYTHONHASHSEED=0
fi
export TZ=UTC LC_ALL=C.UTF-8
echo "DAYBOOK_SEED=$DAYBOOK_SEED"
exec python3 scripts/gate "$tier" "${@:2}"
