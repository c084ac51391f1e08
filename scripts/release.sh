#!/usr/bin/env bash
# One binary with the Swift runtime inside; of the machine it needs only the C libraries (libpq5, libsodium23, libssl3,
# zlib1g, libzstd1, libsqlite3-0, libcurl4, libexpat1, libqrencode4) and, for the embedded database, postgresql.
set -euo pipefail
cd "$(dirname "$0")/.."
# `daybook version` tells which commit it is; a tree that is no repository has none.
if commit=$(git rev-parse --short=12 HEAD 2>/dev/null); then export DAYBOOK_COMMIT=$commit; fi
# Every release has the web app in it.
make --no-print-directory web
# Where it was built is no part of it, so the same commit gives the same bytes everywhere.
swift build -c release --product daybook --static-swift-stdlib --scratch-path .build/static \
    -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=."
mkdir -p dist
install -m 0755 .build/static/release/daybook dist/daybook
strip --strip-unneeded dist/daybook
rm -rf dist/man1
dist/daybook man dist/man1
echo "dist/daybook: $(stat -c %s dist/daybook) bytes"
