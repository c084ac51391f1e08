#!/usr/bin/env bash
# Installs the package of `make dist` on a bare Debian and uses it there: install, first request, upgrade with data, removal,
# purge. Needs root and debootstrap; the Debian is a folder that is thrown away, with processes and a network of its own.
#   deploy/try-package.sh [--twice]    --twice also builds the release a second time elsewhere and compares the bytes
set -euo pipefail
cd "$(dirname "$0")/.."

skip() { echo "package not tried: $1"; exit 0; }
step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || skip "this needs root"
for tool in debootstrap unshare dpkg-deb gpg dpkg-scanpackages; do command -v $tool >/dev/null || skip "no $tool"; done
deb=$(ls dist/daybook_*.deb 2>/dev/null) || skip "no package in dist; make dist"

work=$(mktemp -d)
root=$work/debian
clear_away() {
    if [ -n "${server:-}" ]; then kill "$server" 2>/dev/null && wait "$server" || true; fi
    for place in dev/shm dev/pts proc; do umount --recursive "$root/$place" 2>/dev/null || true; done
    rm -rf "$work"
}
trap clear_away EXIT
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

step "its size"
bytes=$(dpkg-deb --fsys-tarfile "$deb" | tar -x --to-stdout ./usr/bin/daybook | wc -c)
echo "the program: $bytes bytes (bar 70000000)"
[ "$bytes" -lt 70000000 ] || fail "the program is larger than people were told"

step "a bare Debian"
debootstrap --variant=minbase --include=ca-certificates,curl,util-linux bookworm "$root" >/dev/null
mount --bind /proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o size=256m tmpfs "$root/dev/shm"
mount -t devpts devpts "$root/dev/pts"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
# Nothing is started while packages are installed, as in a container.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common"
echo 'create_main_cluster = false' > "$root/etc/postgresql-common/createcluster.conf"
inside apt-get update -qq
# PostgreSQL first, so that the time below is Daybook's own.
inside apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold postgresql-15 >/dev/null 2>&1

# The same package as an earlier version: what people come from, until there is a release before this one.
mkdir "$work/older"
dpkg-deb --raw-extract "$deb" "$work/older/tree"
sed -i 's/^Version: .*/Version: 0.0.9/' "$work/older/tree/DEBIAN/control"
dpkg-deb --build --root-owner-group "$work/older/tree" "$work/older/daybook.deb" >/dev/null
cp "$work/older/daybook.deb" "$root/root/older.deb"
cp "$deb" "$root/root/daybook.deb"

port=$((20000 + RANDOM % 20000))
S=http://127.0.0.1:$port
serve() {
    chroot "$root" setpriv --reuid daybook --regid daybook --init-groups \
        env -i PATH=/usr/bin:/bin DAYBOOK_DATA_DIR=/var/lib/daybook DAYBOOK_LISTEN=127.0.0.1:$port \
        DAYBOOK_REGISTRATION=open daybook serve > "$work/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        curl -fs -o /dev/null "$S/readyz" && return
        kill -0 $server 2>/dev/null || { tail -5 "$work/log" >&2; fail "the server ended"; }
        sleep 0.1
    done
    fail "the server is not ready"
}
rest() {
    kill $server || { tail -5 "$work/log" >&2; fail "the server has ended"; }
    wait $server || fail "the server did not end well"
    server=
}

step "install, and the first answer"
begin=$(date +%s%N)
inside apt-get install -y -qq --no-install-recommends /root/older.deb >/dev/null 2>&1
serve
token=$(curl -fsS $S/v1/accounts -H 'content-type: application/json' -d '{}' | grep -o 'daybook_[A-Za-z0-9_-]*')
echo "from the package to the first answer: $((($(date +%s%N) - begin) / 1000000)) ms (bar 10000)"
curl -fsS $S/v1/capture -H "authorization: Bearer $token" -H 'content-type: application/json' -d '{"title":"Water the plants"}' >/dev/null

[ "$(inside stat -c '%U:%G %a' /var/lib/daybook)" = "daybook:daybook 700" ] || fail "others may read the data folder"
[ "$(inside stat -c '%U:%G %a' /etc/daybook/daybook.env)" = "root:daybook 640" ] || fail "others may read the settings"
inside test -e /lib/systemd/system/daybook.service || inside test -e /usr/lib/systemd/system/daybook.service || fail "no unit"
inside test -s /usr/share/man/man1/daybook.1.gz || fail "no manual page"
inside test -s /usr/share/bash-completion/completions/daybook || fail "no completions"

step "upgrade: settings and tasks stay"
echo 'DAYBOOK_LOG_REQUESTS=all' >> "$root/etc/daybook/daybook.env"
rest
# From a folder of packages, signed by somebody whom this machine was told to trust.
export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key 'Tried and thrown away' ed25519 sign never 2>/dev/null
deploy/apt-repository.sh "$root/srv/apt" file:/srv/apt 'Tried and thrown away' "$deb"
gpgconf --kill gpg-agent
cp "$root/srv/apt/daybook.sources" "$root/etc/apt/sources.list.d/"
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends daybook >/dev/null 2>&1
[ "$(inside dpkg-query -W -f '${Version}' daybook)" = "$(dpkg-deb --field "$deb" Version)" ] || fail "apt did not take the newer package"
grep -q '^DAYBOOK_LOG_REQUESTS=all' "$root/etc/daybook/daybook.env" || fail "the upgrade took a setting away"
serve
curl -fsS $S/v1/tasks -H "authorization: Bearer $token" | grep -q 'Water the plants' || fail "the task is gone after the upgrade"
rest

step "removal, purge, and purge with the data"
inside apt-get remove -y -qq daybook >/dev/null
inside test ! -e /usr/bin/daybook || fail "the program is still there"
inside test -e /etc/daybook/daybook.env || fail "the removal took the settings"
inside apt-get purge -y -qq daybook >/dev/null 2>&1
inside test ! -e /etc/daybook/daybook.env || fail "the settings outlived the purge"
inside test -d /var/lib/daybook/postgres || fail "the purge took the tasks, and nobody had asked for it"
inside apt-get install -y -qq --no-install-recommends /root/daybook.deb >/dev/null 2>&1
serve
curl -fsS $S/v1/tasks -H "authorization: Bearer $token" | grep -q 'Water the plants' || fail "installed again, the task is gone"
rest
echo 'daybook daybook/remove-data boolean true' | inside debconf-set-selections
inside apt-get purge -y -qq daybook >/dev/null 2>&1
inside test ! -e /var/lib/daybook || fail "asked to, the purge did not take the data"

if [ "${1:-}" = --twice ]; then
    step "the same commit, built elsewhere"
    git clone --quiet . "$work/again"
    (cd "$work/again" && scripts/dist.sh >/dev/null)
    diff dist/SHA256SUMS "$work/again/dist/SHA256SUMS" || fail "two builds differ"
fi
step "done"
