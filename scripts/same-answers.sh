#!/usr/bin/env bash
# The web app's core in WebAssembly answers as the same sources do on this machine: devices play at random on the native
# core (SEED or DAYBOOK_SEED, STEPS), and core.wasm has to give every answer byte for byte, under node and, where it is there,
# deno. plain-words.wasm reads the lines of its page as the page says.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/web-core.sh
# From DAYBOOK_SEED what leaves room for the two that follow.
seed=${SEED:-$((${DAYBOOK_SEED:-RANDOM} & 0x3fffffff))}
steps=${STEPS:-600}
# Not in TMPDIR, which may lie under /dev, where deno reads nothing.
mkdir -p .build
work=$(mktemp -d .build/same-answers.XXXXXX)
trap 'rm -rf "$work"' EXIT
echo "same-answers: SEED=$seed STEPS=$steps"
transcripts=()
for number in 0 1 2; do
  .build/debug/core-transcript $((seed + number)) "$steps" "$work/$((seed + number))"
  transcripts+=("$work/$((seed + number))")
done
node web/tests/same-answers.js web/core/core.wasm "${transcripts[@]}"
node web/tests/plain-lines.js web/core/plain-words.wasm docs/use/plain-words.md
deno=.build/web-tools/bin/deno
[ ! -x "$deno" ] || "$deno" run --allow-read web/tests/same-answers.js web/core/core.wasm "${transcripts[@]}"
