#!/usr/bin/env bash
# Installs the Debian packages that are missing, as root or through sudo, and touches nothing that is already there.
# Arguments name what to prepare for: run (always), web, web-test, test, clients (that speak CalDAV, of assistants and of sign-in),
# pictures (of them), bench, dist.
set -euo pipefail

run=(libpq-dev libsodium-dev libssl-dev zlib1g-dev libzstd-dev libsqlite3-dev libqrencode-dev libexpat1-dev libutf8proc-dev libcurl4-openssl-dev pkg-config tzdata postgresql-15)
# bash, zsh and fish read the completions in a test, prometheus_client the metrics; slowhttptest and openssl attack and check the engine;
# iproute2 makes a network of its own for a test. Node and TypeScript run a device of docs/build/device.md, under the wrong
# clocks of libfaketime. gpg and dpkg-dev make a folder of packages that apt installs from.
test=(curl openssl python3 python3-venv zsh fish slowhttptest util-linux python3-prometheus-client
  binaryen nodejs node-typescript libfaketime mandoc jq iproute2 pgbouncer
  gpg dpkg-dev
  evolution-data-server dbus python3-gi gir1.2-ecal-2.0 gir1.2-edataserver-1.2)
clients=(thunderbird)
# Calendar programs are pictured on a screen that nobody looks at, and led as screen readers lead them.
pictures=("${clients[@]}" evolution xvfb at-spi2-core gir1.2-atspi-2.0 dbus python3-gi openssl iproute2)
bench=(wrk python3 gcc libc6-dev)
# The web app's core is made small, and the app bundled and packed, with these.
web=(esbuild brotli binaryen)
# Browsers that the app is driven in.
webtest=(chromium firefox-esr fonts-dejavu-core fonts-inter python3-venv "${web[@]}")
dist=(dpkg-dev debhelper binutils gpg python3)

wanted=()
for purpose in "$@"; do
  declare -n packages="${purpose//-/}"
  wanted+=("${packages[@]}")
done

installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

missing=()
for package in "${wanted[@]}"; do
  installed "$package" || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: this script knows Debian and its kin. Please install: ${missing[*]}" >&2
    exit 1
  fi
  if [ "$(id -u)" = 0 ]; then
    as_root=()
  elif command -v sudo >/dev/null; then
    as_root=(sudo)
  else
    echo "setup: not root and no sudo. Please have an administrator run:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  # Daybook keeps a cluster of its own, so Debian's habit of creating and starting one on port 5432 would only leave a
  # stray server behind. Whoever already has postgresql-common keeps its configuration.
  if ! installed postgresql-common && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi
  echo "setup: installing ${missing[*]}"
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends
    -o Dpkg::Options::=--force-confold -o Acquire::Retries=5 "${missing[@]}")
  "${as_root[@]}" apt-get update -qq -o Acquire::Retries=5
  "${as_root[@]}" "${install[@]}" >/dev/null
  # Debian's package starts a pooler of its own, which nobody here needs; the tests start theirs.
  if [[ " ${missing[*]} " == *" pgbouncer "* ]] && [ -d /run/systemd/system ]; then
    "${as_root[@]}" systemctl disable --now --quiet pgbouncer
  fi
fi

# What Debian does not have: schemathesis, generators of clients, what receivers of notifications are made of, clients of
# CalDAV, the servers that they are also tried against, and what the web app is checked and driven with, each in a folder of
# the build that belongs to whoever builds.
install_tools() {
  local folder=".build/$1" wanted="$2"
  cmp -s "$wanted" "$folder/requirements.txt" && return
  echo "setup: installing $(paste -sd ' ' "$wanted") into $folder"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 10 --requirement "$wanted"
  # The tests that python-caldav brings along are in its source alone.
  if [ "$1" = caldav ]; then
    "$folder/bin/pip" download --quiet --disable-pip-version-check --retries 10 --no-deps --no-binary caldav \
      --dest "$folder/suite" "$(grep '^caldav==' "$wanted")"
  fi
  cp "$wanted" "$folder/requirements.txt"
}
cd "$(dirname "$0")/.."
# All of them wait for the network most of the time, so they come at once.
arriving=()
tools() { install_tools "$@" & arriving+=($!); }
case " $* " in
*" test "*)
  tools schemathesis scripts/requirements.txt
  tools generators scripts/generators.txt
  tools receivers scripts/receivers.txt
  tools newer-postgres scripts/newer-postgres.txt
  tools caldav scripts/caldav.txt
  ;;
esac
case " $* " in
*" web-test "*) tools web-tools scripts/web-tools.txt ;;
esac
case " $* " in
*" bench "* | *" clients "*) tools caldav-peers scripts/caldav-peers.txt ;;
esac
case " $* " in
*" clients "*)
  tools agents scripts/agents.txt
  tools doors scripts/doors.txt
  ;;
esac
for one in "${arriving[@]}"; do wait "$one"; done

if ! command -v swift >/dev/null; then
  echo "setup: Swift 6.2 or later is needed and not on the PATH; see https://www.swift.org/install/linux/" >&2
  exit 1
fi
