#!/usr/bin/env bash
# scripts/sanitize.sh [address|thread]: the engines' tests under AddressSanitizer and ThreadSanitizer, each in a build of
# its own. A finding fails the run and its report is printed. SANITIZE_FILTER narrows the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

export DAYBOOK_ROOMS="DAVTests HTTPTests HTTPParserTests ReactorTests PostgresTests"
filter="${SANITIZE_FILTER:-.}"

# The runtime keeps what it allocated once (metadata, tasks' first slabs), which the leak checker would report.
export ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0"
export TSAN_OPTIONS="suppressions=$PWD/scripts/thread-sanitizer.supp:halt_on_error=0"

run() { # address or thread
    local scratch=".build/sanitize-$1" log=".build/sanitize-$1.log"
    mkdir -p .build
    echo "== $1"
    swift build --build-tests --sanitize="$1" --scratch-path "$scratch" >"$log" 2>&1 || { tail -n 40 "$log" >&2; exit 1; }
    local status=0
    # One test at a time: instrumented code is slow, and what is tested with deadlines must not wait for a neighbour.
    swift test --skip-build --no-parallel --sanitize="$1" --scratch-path "$scratch" \
        --enable-swift-testing --disable-xctest --filter "$filter" >"$log" 2>&1 || status=$?
    # ThreadSanitizer reports and goes on; a race in a passing test is a failure all the same.
    if [ "$status" -ne 0 ] || grep -qE 'WARNING: ThreadSanitizer|ERROR: AddressSanitizer' "$log"; then
        grep -E -A 30 'WARNING: ThreadSanitizer|ERROR: AddressSanitizer' "$log" | head -n 200 >&2 || true
        grep -E 'recorded an issue|Test run with|rror:' "$log" | head -n 40 >&2 || true
        echo "$1: failed, see $log" >&2
        exit 1
    fi
    grep -E 'Test run with' "$log"
}

for sanitizer in "${@:-address thread}"; do
    for one in $sanitizer; do run "$one"; done
done
