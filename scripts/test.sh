#!/usr/bin/env bash
# Everything that must hold before a change lands, in the order in which it fails fastest.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

# What hangs is named and ended: no machine takes as long for one of these. `timeout` makes a group of processes of it, which it
# ends whole, and which ends when this ends.
limit="${STEP_SECONDS:-2400}"
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
limited() { exec timeout --kill-after=30 "$limit" "$@"; }
# How what runs as this process ended.
ended() {
    local status=0
    wait "$1" || status=$?
    [ "$status" -ne 124 ] || echo "== \"$2\" hangs: it was ended after $limit s"
    return "$status"
}
run() {
    limited "$@" &
    ended $! "$*"
}

# Lanes are functions. Each runs beside the others, since each alone leaves a core idle; what they say is told when all have ended,
# and what the failed ones said is told last.
lanes() {
    local folder lane failed=()
    folder=$(mktemp -d)
    declare -A running
    export -f step "$@"
    for lane in "$@"; do
        limited bash -euo pipefail -c "SECONDS=$SECONDS; $lane" >"$folder/$lane" 2>&1 &
        running[$lane]=$!
    done
    printf "\n== side by side: %s (%ss)\n" "$*" "$SECONDS"
    for lane in "$@"; do
        if ended "${running[$lane]}" "$lane"; then cat "$folder/$lane"; else failed+=("$lane"); fi
    done
    for lane in "${failed[@]}"; do cat "$folder/$lane"; done
    rm -rf "$folder"
    [ ${#failed[@]} -eq 0 ]
}

step "format"
swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Examples
scripts/floorplan.py --check
scripts/scale.py --check
scripts/mutations/run.py --check

step "the web app: format, types and units"
run scripts/web-test.sh check units

step "generators read the API document"
run scripts/generators.sh

step "build, warnings as errors, and beside it the web app's core, of which one thread makes a whole"
scripts/web-core.sh &
core=$!
swift build --build-tests
wait "$core"

step "the web app is made, and compiled in"
scripts/web.sh
swift build --build-tests

step "unit, property, simulation and integration tests"
scripts/run-tests.sh

step "the web app's core in WebAssembly answers as it does here (prints its seed)"
run scripts/same-answers.sh

step "the SDK on iOS 17 and macOS 14"
run scripts/apple-floor.sh

step "the web app's flows in Chromium and Firefox (prints its seed)"
run scripts/web-test.sh chromium firefox

# What neither measures time nor has anybody wait for a screen.
people() {
    step "every command and request that the documents show"
    Tests/Documents/documents.py
    step "what people do with it, from their first command on"
    Tests/Journeys/run.py
}
faults() {
    step "faults planted in the merge are noticed (a sample; make mutations plants them all)"
    MUTATIONS_SAMPLE="${MUTATIONS_SAMPLE:-5}" scripts/mutations/run.py
}
lanes people faults

step "calendar programs on a real server (prints its seed)"
run Tests/CalDAV/run.py

step "schemathesis over the served document (prints its seed)"
run scripts/schemathesis.sh

step "fuzz the HTTP parser"
run scripts/fuzz.sh "${FUZZ_SECONDS:-60}"

step "images and the compose stack, where there is a container engine"
run deploy/try.sh

step "done"
