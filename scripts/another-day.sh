#!/usr/bin/env bash
# scripts/another-day.sh 'DATE TIME' COMMAND...: runs a command, as root, with everything that it starts at another time (UTC), as
# in scripts/another-day.sh '2028-03-26 01:30' Tests/Journeys/run.py. Clocks go on from there, also those of programs that are given
# an environment of their own, such as PostgreSQL: libfaketime comes to all by an /etc that only they see.
set -euo pipefail

library=(/usr/lib/*/faketime/libfaketime.so.1)
[ -f "${library[0]}" ] || { echo "another-day: libfaketime is missing; scripts/setup.sh test installs it" >&2; exit 1; }
moment="$(date -u -d "$1 UTC" +%s)"
shift
etc="$(mktemp -d)"
chmod 755 "$etc"
trap 'rm -rf "$etc"' EXIT
cp -a /etc/. "$etc"
echo "${library[0]}" >"$etc/ld.so.preload"
# From now on, so that whoever starts later is not early.
printf '%+ds\n' $((moment - $(date +%s))) >"$etc/faketimerc"
# Waiting goes by a clock of its own, which stays.
export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_FORCE_MONOTONIC_FIX=0
unshare --mount bash -euo pipefail -c 'mount --bind "$1" /etc; shift; exec "$@"' - "$etc" "$@"
