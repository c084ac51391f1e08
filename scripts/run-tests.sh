#!/usr/bin/env bash
# Every test that was built, eight at a time: all of them at once have hundreds of servers and pools open, and wait for each
# other longer than their subjects do. More arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift test --skip-build --experimental-maximum-parallelization-width "${WIDTH:-8}" "$@"
