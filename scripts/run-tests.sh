#!/usr/bin/env bash
# Every test that was built, eight at a time: all of them at once have hundreds of servers and pools open, and wait for each
# other longer than their subjects do. More arguments go to `swift test`.
# What failed is said once more at the end, where nobody has to look for it among thousands of lines.
set -euo pipefail
cd "$(dirname "$0")/.."
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
status=0
swift test --skip-build --experimental-maximum-parallelization-width "${WIDTH:-8}" "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
    echo "== what failed"
    grep -aE -A 4 '^✘ .*recorded an issue|^error:|Fatal error|unexpected signal' "$log" | head -n 200 || true
fi
exit "$status"
