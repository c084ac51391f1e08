#!/usr/bin/env bash
# schemathesis drives a real server, with a database of its own, from the document that it serves: nothing may be answered
# with 500 and above, nothing that the document does not describe. Takes at most SECONDS_IN_ALL (90, 0 for none of it); SEED=N
# or DAYBOOK_SEED=N replays. Then hostile.py sends what no schema describes, for HOSTILE_SECONDS (25), and watches time and memory.
set -euo pipefail
cd "$(dirname "$0")/.."

limit="${SECONDS_IN_ALL:-90}"
seed="${SEED:-${DAYBOOK_SEED:-$((RANDOM << 15 | RANDOM))}}"
schemathesis=.build/schemathesis/bin/schemathesis
[ -x "$schemathesis" ] || { echo "schemathesis.sh: not installed; run: make setup-test" >&2; exit 1; }
[ -x "${DAYBOOK:=.build/debug/daybook}" ] || { echo "schemathesis.sh: $DAYBOOK is not built; run: swift build" >&2; exit 1; }

folder=$(mktemp -d)
# PostgreSQL runs as another user where this is root.
chmod 711 "$folder"
server=
finish() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$folder"
}
trap finish EXIT

# Limits on how often somebody may ask would end the run before it has begun.
env -i PATH="$PATH" HOME="$folder" DAYBOOK_DATA_DIR="$folder/data" DAYBOOK_LISTEN=127.0.0.1:0 \
  DAYBOOK_REGISTRATIONS_PER_ADDRESS=0 DAYBOOK_DEVICES_PER_ACCOUNT=0 DAYBOOK_LOGINS_PER_ADDRESS=0 \
  DAYBOOK_REQUESTS_PER_DEVICE=0 DAYBOOK_REQUESTS_PER_ACCOUNT=0 DAYBOOK_REQUESTS_PER_ADDRESS=0 ${SETTINGS:-} \
  "$DAYBOOK" serve >"$folder/output" 2>"$folder/complaints" &
server=$!
url=
for _ in $(seq 3000); do
  url=$(sed -n 's/.* ready on \(http[^ ]*\).*/\1/p' "$folder/output")
  [ -n "$url" ] && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/complaints" >&2; exit 1; }
  sleep 0.1
done
[ -n "$url" ] || { echo "schemathesis.sh: the server did not start" >&2; exit 1; }

new_token() {
  curl -sS "$url/v1/accounts" -H 'content-type: application/json' -d '{}' | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])'
}
token=$(new_token)
echo "schemathesis: SEED=$seed replays this run"
# The stream of live events has no end of its own, and deleting the account would end the run; tests of their own cover both.
# One worker: two now and then trip over each other inside hypothesis, and all would have to be done again.
status=0
[ "$limit" = 0 ] || "$schemathesis" --config-file scripts/schemathesis.toml run "$url/v1/openapi.json" --header "Authorization: Bearer $token" \
  --seed "$seed" --max-time "$limit" --phases examples,coverage,fuzzing --max-examples "${EXAMPLES:-25}" --workers 1 \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method \
  --exclude-operation-id listen --exclude-path /v1/account --request-timeout 20 --suppress-health-check all \
  --warnings off --continue-on-failure ${OPTIONS:-} || status=$?
scripts/hostile.py "$url" "$(new_token)" "$server" --seconds "${HOSTILE_SECONDS:-25}" --seed "$seed" || status=1
# A broken handler is told in the log even where its answer came too late to be seen.
if grep -q '"level":"error"' "$folder/complaints"; then
  echo "schemathesis.sh: the server complained:" >&2
  grep '"level":"error"' "$folder/complaints" | head -20 >&2
  status=1
fi
exit "$status"
