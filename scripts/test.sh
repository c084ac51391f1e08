#!/usr/bin/env bash
# Everything that must hold before a change lands, in the order in which it fails fastest.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

step "format"
swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Examples
scripts/floorplan.py --check
scripts/scale.py --check

step "the web app: format, types and units"
scripts/web-test.sh check units

step "generators read the API document"
scripts/generators.sh

step "the web app is made, and compiled in by the build"
scripts/web-core.sh
scripts/web.sh

step "build, warnings as errors"
swift build --build-tests

step "the SDK on iOS 17 and macOS 14"
scripts/apple-floor.sh

step "unit, property, simulation and integration tests"
scripts/run-tests.sh

step "the web app's core in WebAssembly answers as it does here (prints its seed)"
scripts/same-answers.sh

step "every command and request that the documents show"
Tests/Documents/documents.py

step "what people do with it, from their first command on"
Tests/Journeys/run.py

step "calendar programs on a real server (prints its seed)"
Tests/CalDAV/run.py

step "schemathesis over the served document (prints its seed)"
scripts/schemathesis.sh

step "faults planted in the merge are noticed (a sample; make mutations plants them all)"
MUTATIONS_SAMPLE="${MUTATIONS_SAMPLE:-5}" scripts/mutations/run.py

step "fuzz the HTTP parser"
scripts/fuzz.sh "${FUZZ_SECONDS:-60}"

step "the engines under AddressSanitizer and ThreadSanitizer"
scripts/sanitize.sh

step "images and the compose stack, where there is a container engine"
deploy/try.sh

step "done"
