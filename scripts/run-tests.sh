#!/usr/bin/env bash
# Every test that was built, eight at a time: all of them at once have hundreds of servers and pools open, and wait for each
# other longer than their subjects do. More arguments go to `swift test`.
# What failed is said once more at the end, where nobody has to look for it among thousands of lines; and what does not end
# is named and ended, after TESTS_SECONDS.
set -euo pipefail
cd "$(dirname "$0")/.."
limit="${TESTS_SECONDS:-2400}"
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
status=0
# Ctrl-C reaches it as it would reach the tests.
timeout --foreground --kill-after=30 "$limit" stdbuf --output=L \
    swift test --skip-build --experimental-maximum-parallelization-width "${WIDTH:-8}" "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
    echo "== what failed"
    grep -aE -A 4 '^✘ .*recorded an issue|^error:|Fatal error|unexpected signal' "$log" | head -n 200 || true
fi
if [ "$status" -eq 124 ]; then
    echo "== what had not ended after $limit s"
    comm -23 <(sed -nE 's/^◇ Test ([^ ]+\(.*\)) started\.$/\1/p' "$log" | sort -u) \
        <(sed -nE 's/^[✔✘] Test ([^ ]+\([^)]*\)).* (passed|failed) after.*/\1/p' "$log" | sort -u)
fi
exit "$status"
