#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS]: fuzzes the HTTP parser, the reader of WebDAV's XML and that of passkeys from Fuzz/ under
# AddressSanitizer, each for a third of the time.
# FUZZ_SEED=n or DAYBOOK_SEED=n replays a run; a finding is left in .build/fuzz/ and the exit code says so.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:-60}"
# Zero has libFuzzer draw one itself, and it takes 32 bits.
seed="${FUZZ_SEED:-$(((${DAYBOOK_SEED:-RANDOM * 32768 + RANDOM} & 0x3fffffff) + 1))}"
out=.build/fuzz
mkdir -p "$out"

# Each room is its own module, as in the package; only the last command links, with libFuzzer's main.
compile() { # module, source files
    local module="$1"
    shift
    swiftc -O -wmo -swift-version 6 -parse-as-library -sanitize=fuzzer,address -I "$out" -module-name "$module" \
        -emit-module -emit-module-path "$out/$module.swiftmodule" -c "$@" -o "$out/$module.o"
}
compile HTTPParser Sources/HTTPParser/*.swift
compile HTTPParserInvariants Tests/Support/HTTPParserInvariants/*.swift
compile FuzzHTTPParser Fuzz/FuzzHTTPParser.swift
compile DAV $(find Sources/DAV -name '*.swift') -package-name daybook -Xcc -fmodule-map-file=Sources/CExpat/module.modulemap
compile FuzzDAV Fuzz/FuzzDAV.swift -package-name daybook -Xcc -fmodule-map-file=Sources/CExpat/module.modulemap
compile FuzzPasskeys Fuzz/FuzzPasskeys.swift Sources/DaybookAccounts/Passkeys/Reading/*.swift

fuzz() { # name, dictionary, corpus, what is fuzzed, object files
    local name="$1" words="$2" corpus="$3" what="$4"
    shift 4
    swiftc -sanitize=fuzzer,address "$@" -lexpat -o "$out/fuzz-$name" \
        2>"$out/link.log" || { cat "$out/link.log" >&2; exit 1; }
    mkdir -p "$out/corpus-$name"
    echo "fuzzing $what for $((seconds / 3)) s, FUZZ_SEED=${seed}"
    # New inputs go to the first folder; the committed corpus is only read.
    if ! "$out/fuzz-$name" -max_total_time="$((seconds / 3))" -seed="$seed" -max_len=4096 -timeout=5 \
        -rss_limit_mb=1024 -dict="$words" -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus-$name" "$corpus" \
        >"$out/fuzz.log" 2>&1; then
        tail -n 60 "$out/fuzz.log" >&2
        echo "the finding is in $out/" >&2
        exit 1
    fi
    grep -E 'stat::(number_of_executed_units|new_units_added)|DONE' "$out/fuzz.log"
}
fuzz http Fuzz/http.dict Fuzz/corpus "the HTTP parser" "$out"/{HTTPParser,HTTPParserInvariants,FuzzHTTPParser}.o
fuzz dav Fuzz/dav.dict Fuzz/dav "the reader of XML" "$out"/{HTTPParser,DAV,FuzzDAV}.o
fuzz passkeys Fuzz/passkeys.dict Fuzz/passkeys "the reader of passkeys" "$out"/FuzzPasskeys.o
