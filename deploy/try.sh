#!/usr/bin/env bash
# Builds the images and runs what this folder promises, for real: the standalone image, the compose stack behind Caddy, and
# the upgrade of that stack under devices that go on writing. Needs root, podman, iptables and podman-compose (PyPI); builds two
# releases, so it takes about a quarter of an hour. Where something is missing it says so and changes nothing.
#   deploy/try.sh [COMMIT]     upgrades from COMMIT (default: the last one with the schema of the newest backup among the
#                              fixtures that is older than this tree's)
# Base images come from a registry, or, where none is in reach, are made of Debian's packages (stand-ins/).
set -euo pipefail
cd "$(dirname "$0")/.."

skip() { echo "containers not tried: $1"; exit 0; }
step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }
fail() { echo "FAILED: $1" >&2; exit 1; }

[ "$(id -u)" = 0 ] || skip "this needs root"
# Podman's network of containers is made by iptables.
for tool in podman podman-compose runc iptables ip nsenter git curl; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
newest=$(printf '%s\n' migrations/*.sql | sed -E 's,.*/0*([0-9]+)_.*,\1,' | sort -n | tail -1)
released=$(printf '%s\n' Tests/Fixtures/backups/schema-*.backup | sed -E 's/.*-0*([0-9]+)\.backup/\1/' | sort -n \
    | awk -v newest="$newest" '$1 < newest' | tail -1)
next=$(git log -1 --format=%H --diff-filter=A -- "migrations/$(printf %04d $((released + 1)))_*.sql")
from=${1:-$next^}
git rev-parse --quiet --verify "$from^{commit}" >/dev/null || skip "no history to upgrade from"

work=$(mktemp -d)
project=daybooktry
network=$project
# Devices of this try begin accounts without an invitation.
export CONTAINERS_CONF=$work/containers.conf POSTGRES_PASSWORD=tried-and-thrown-away DAYBOOK_REGISTRATION=open
printf '[containers]\ndefault_ulimits=["nofile=20000:20000","nproc=32768:32768"]\n[engine]\nruntime="runc"\ncgroup_manager="cgroupfs"\nevents_logger="file"\n' \
    > "$CONTAINERS_CONF"
# A network of its own: nothing of it is seen by, or touches, the host's.
inside() { nsenter --net="/run/netns/$network" "$@"; }
compose() { (cd "$1" && inside podman-compose --project-name $project "${@:2}") }

clear_away() {
    [ -n "${writer:-}" ] && kill "$writer" 2>/dev/null || true
    podman rm --force --time 5 $project-standalone >/dev/null 2>&1 || true
    podman volume rm --force $project-data >/dev/null 2>&1 || true
    compose "$PWD" down --volumes --timeout 20 >/dev/null 2>&1 || true
    ip netns delete $network 2>/dev/null || true
    git worktree remove --force "$work/before" 2>/dev/null || true
    rm -rf "$work"
}
trap clear_away EXIT

step "base images"
toolchain=()
have() { podman image exists "$1" || podman pull --quiet "$1" >/dev/null 2>&1; }
if ! have docker.io/library/debian:bookworm-slim; then
    command -v debootstrap >/dev/null || skip "no registry in reach, and no debootstrap to do without"
    debootstrap --variant=minbase --include=ca-certificates bookworm "$work/rootfs" >/dev/null
    tar -C "$work/rootfs" -c . | podman import --change 'CMD ["/bin/bash"]' - docker.io/library/debian:bookworm-slim
    rm -rf "$work/rootfs"
fi
for image in swift:6.3-bookworm postgres:15-bookworm caddy:2; do
    have "docker.io/library/$image" && continue
    echo "$image is made of Debian's packages"
    podman build --quiet --network=host --tag "docker.io/library/$image" --label daybook.stand-in=yes \
        --file "deploy/stand-ins/${image%%:*}.Dockerfile" deploy/stand-ins
done
if [ "$(podman image inspect --format '{{index .Labels "daybook.stand-in"}}' docker.io/library/swift:6.3-bookworm)" = yes ]; then
    swift=$(readlink -f "$(command -v swift)")
    toolchain=(--volume "${swift%/usr/bin/*}:/toolchain:ro")
fi

step "images of $(git rev-parse --short "$from") and of this tree"
git worktree add --quiet --detach "$work/before" "$from"
build() { podman build --quiet --network=host "${toolchain[@]}" --target "$3" --tag "$2" --file "$1/deploy/Dockerfile" "$1"; }
if [ -z "${KEEP_IMAGES:-}" ]; then # KEEP_IMAGES=1 tries those of the last time
    build "$work/before" daybook:before server
    build "$PWD" daybook:now server
    build "$PWD" daybook:standalone standalone
fi
rm -rf "$work/before/.build"

step "standalone: a first sync, a restart, and the task is still there"
ip netns add $network
ip -n $network link set lo up
inside podman run --detach --name $project-standalone --network host --volume $project-data:/var/lib/daybook daybook:standalone >/dev/null
S=http://127.0.0.1:8420
ready() {
    inside curl -fsk --retry 120 --retry-delay 1 --retry-all-errors --max-time 5 -o /dev/null "$1/readyz" && return
    for name in $(podman ps --all --format '{{.Names}}' --filter "name=$project"); do podman logs --tail 20 "$name" >&2; done
    fail "nobody is ready at $1"
}
ready $S
token=$(inside curl -fsS $S/v1/accounts -H 'content-type: application/json' -d '{}' | grep -o 'daybook_[A-Za-z0-9_-]*')
inside curl -fsS $S/v1/capture -H "authorization: Bearer $token" -H 'content-type: application/json' -d '{"title":"Water the plants"}' >/dev/null
inside podman restart --time 30 $project-standalone >/dev/null
ready $S
inside curl -fsS $S/v1/tasks -H "authorization: Bearer $token" | grep -q 'Water the plants' || fail "the task is gone after a restart"
podman rm --force --time 30 $project-standalone >/dev/null
podman volume rm $project-data >/dev/null

step "the compose stack of before, behind Caddy"
podman tag daybook:before daybook:latest
# What `docker compose up` waits for (health, a finished migration) podman 4 does not know, so each is waited for here.
compose "$PWD" up --detach --no-build --no-deps postgres
tries=120
until podman exec ${project}_postgres_1 pg_isready --quiet --username daybook --dbname daybook; do
    [ $((tries -= 1)) -gt 0 ] || fail "PostgreSQL is not ready"
    sleep 0.5
done
compose "$PWD" run --rm --no-deps migrate
compose "$PWD" up --detach --no-build --no-deps daybook
compose "$PWD" up --detach --no-build --no-deps caddy
S=https://localhost
ready $S
[ "$(inside curl -sk -o /dev/null -w '%{http_code}' $S/metrics)" = 404 ] || fail "the metrics are open to the street"
token=$(inside curl -fsSk $S/v1/accounts -H 'content-type: application/json' -d '{}' | grep -o 'daybook_[A-Za-z0-9_-]*')
login='{"email":"anna@example.org","password":"seven bells and a whistle"}'
inside curl -fsSk $S/v1/account/claim -H "authorization: Bearer $token" -H 'content-type: application/json' -d "$login" >/dev/null
fingerprint() { podman exec ${project}_daybook_1 sha256sum /var/lib/daybook/secret.key; }
before=$(fingerprint)

step "the upgrade, while a device goes on writing"
# A device that retries: the same operation again and again until it is acknowledged; anything but "later" is an error.
write() {
    local n=0 status
    while [ ! -e "$work/enough" ]; do
        n=$((n + 1))
        local op task
        op=$(cat /proc/sys/kernel/random/uuid) task=$(cat /proc/sys/kernel/random/uuid)
        while true; do
            status=$(inside curl -sk --max-time 10 -o "$work/answer" -w '%{http_code}' $S/v1/sync -H "authorization: Bearer $token" \
                -H 'content-type: application/json' \
                -d "{\"ops\":[{\"opId\":\"$op\",\"entity\":\"task\",\"id\":\"$task\",\"at\":\"$(date -u +%FT%T.%3NZ)\",\"fields\":{\"title\":\"Task $n\"}}]}") || true
            case $status in
                200) grep -q '"applied"' "$work/answer" || echo "not applied: $(cat "$work/answer")" >> "$work/errors"; break ;;
                000 | 502 | 503 | 504) echo "$status" >> "$work/later"; sleep 0.1 ;;
                *) echo "status $status" >> "$work/errors"; break ;;
            esac
        done
        echo "$task" >> "$work/acknowledged"
    done
}
write &
writer=$!
until [ "$(wc -l < "$work/acknowledged" 2>/dev/null || echo 0)" -ge 20 ]; do sleep 0.1; done
podman tag daybook:now daybook:latest
# As docs/run/upgrade.md tells it: the new image migrates, then the server is replaced.
compose "$PWD" run --rm --no-deps migrate
compose "$PWD" up --detach --no-build --force-recreate --no-deps daybook
written=$(wc -l < "$work/acknowledged")
ready $S
# The secret key has outlived its container, and with it every login.
[ "$(fingerprint)" = "$before" ] || fail "the secret key is another one after the upgrade"
inside curl -fsSk $S/v1/login -H 'content-type: application/json' -d "$login" | grep -q '"token"' || fail "nobody can log in after the upgrade"
until [ "$(wc -l < "$work/acknowledged")" -ge $((written + 20)) ]; do sleep 0.1; done
touch "$work/enough"
wait "$writer"
unset writer
[ ! -s "$work/errors" ] || fail "devices saw errors: $(sort "$work/errors" | uniq -c)"
inside curl -fsSk "$S/v1/sync" -H "authorization: Bearer $token" -H 'content-type: application/json' -d '{"limit":1000}' > "$work/all"
while read -r task; do
    [ "$(grep -o "\"id\":\"$task\"" "$work/all" | wc -l)" = 1 ] || fail "an acknowledged task is not there once"
done < "$work/acknowledged"
echo "$(wc -l < "$work/acknowledged") acknowledged, each there once; $(wc -l < "$work/later" 2>/dev/null || echo 0) times told to try later"

step "done"
