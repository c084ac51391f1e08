#!/usr/bin/env bash
# Tests the web app: format, types and lint of its sources, units under deno, the flows in Chromium and Firefox, and the
# proofs of the keeper, against the daybook that was built. Arguments choose parts: check, units, main (the main flows in
# Chromium, two of it at once), chromium (all of its flows), firefox, proofs; without any, all but main, which chromium has
# too.
# --report FILE behind them gets a line of JSON for each flow in Chromium that did not pass at once.
# DAYBOOK_WEB_DIR=web runs the flows on the sources instead of the files that were compiled in; the proofs always do.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/.build/web-tools/bin
report=()
if [[ $# -ge 2 && "${*: -2:1}" == --report ]]; then
    report=(--report "${*: -1}")
    set -- "${@:1:$#-2}"
fi
parts=" ${*:-check units chromium firefox proofs} "
chosen() { [[ "$parts" == *" $1 "* ]]; }
deno() { NO_COLOR=1 DENO_NO_UPDATE_CHECK=1 "$tools/deno" "$@"; }

if chosen check; then
    (cd web && deno fmt --check --quiet && deno lint --quiet \
        && deno check --quiet page/main.js keeper/keeper.js worker/sw.js)
    (cd web/tests && deno check --quiet ./*.js ./*/*.js)
fi
if chosen units; then
    (cd web/tests && deno test --quiet --no-check --allow-read --allow-env house page keeper)
fi
if chosen main; then "$tools/python" web/tests/flows/run.py --main --worlds 2 "${report[@]}"; fi
if chosen chromium; then "$tools/python" web/tests/flows/run.py "${report[@]}"; fi
if chosen firefox; then "$tools/python" web/tests/firefox/run.py; fi
if chosen proofs; then "$tools/python" web/tests/proofs/run.py; fi
