#!/usr/bin/env bash
# Builds everything with its tests as `make test` runs them. Without debug information and an index, and with the pure core
# optimised, building and testing take less time together (docs/house/tests.md has the figures). More arguments go to
# `swift build`.
set -euo pipefail
cd "$(dirname "$0")/.."
export DAYBOOK_OPTIMISED_CORE=1
exec swift build --build-tests --disable-index-store -debug-info-format none "$@"
