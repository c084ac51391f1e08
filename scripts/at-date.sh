#!/usr/bin/env bash
# Runs tests, or anything else, as if it were another time: the tests must hold on every day, not only in the weeks in which they
# were written.
#
#     scripts/at-date.sh '2027-02-28 00:01'                          every test in Swift, on what was built
#     scripts/at-date.sh '2027-02-28 00:01' StoreTests ImportTests   those that these expressions name
#     scripts/at-date.sh '2027-02-28 00:01' -- COMMAND...            any command
#
# The time is UTC and goes on from there. All programs that are started see it, also PostgreSQL and whatever gets an environment of
# its own: in a mount namespace of their own, /etc/ld.so.preload names a library that moves their clocks. That takes root.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { sed -n '2,/^set/{/^#/s/^# \?//p}' "$0"; exit 2; }

seconds=$(($(date -u -d "$1 UTC" +%s) - $(date +%s)))
shift
if [ "${1-}" = -- ]; then
    shift
else
    filters=()
    for pattern in "$@"; do filters+=(--filter "$pattern"); done
    set -- .build/debug/DaybookPackageTests.xctest --testing-library swift-testing "${filters[@]}" \
        --experimental-maximum-parallelization-width "${WIDTH:-4}"
fi

# Other users have to read it: PostgreSQL does not run as root.
folder=$(mktemp -d)
chmod 711 "$folder"
trap 'rm -rf "$folder"' EXIT
clang -shared -fPIC -O2 -Wall -Wextra -Werror -DSECONDS="${seconds}L" -o "$folder/clock.so" scripts/at-date.c -ldl
cp -a /etc "$folder/etc"
echo "$folder/clock.so" >"$folder/etc/ld.so.preload"
export TZ=UTC LC_ALL=C.UTF-8
unshare --mount bash -c 'mount --bind "$0/etc" /etc && date && exec "$@"' "$folder" "$@"
