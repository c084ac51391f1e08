#!/usr/bin/env bash
# Says what `make check` needs and does not find, and installs nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
command -v swift >/dev/null || missing+=("swift 6.2 or later (https://www.swift.org/install/linux/)")
[ -x .build/web-tools/bin/deno ] || missing+=("deno in .build/web-tools (scripts/setup.sh web-test)")
[ ${#missing[@]} -eq 0 ] && exit
printf 'error: missing: %s\n' "${missing[@]}"
exit 1
