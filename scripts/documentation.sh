#!/usr/bin/env bash
# Builds the DocC catalogue of the SDK into .build/documentation. docc comes with Swift's toolchain; where it is missing there is nothing to do.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v docc >/dev/null; then
    echo "documentation: no docc on this machine"
    exit 0
fi
swift build --target DaybookClient
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p' | head -n 1)
maps=(-Xcc -fmodule-map-file=Sources/CCurl/include/module.modulemap)
for library in CLinux CSQLite CUTF8Proc CZlib; do maps+=(-Xcc "-fmodule-map-file=Sources/$library/module.modulemap"); done
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
for module in DaybookClient DaybookDevice DaybookCore; do
    swift symbolgraph-extract -module-name $module -I .build/debug/Modules "${maps[@]}" -target "$target" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$graphs"
done
rm -rf .build/documentation
docc convert Sources/DaybookClient/DaybookClient.docc --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name DaybookClient --fallback-bundle-identifier daybook.DaybookClient \
    --output-path .build/documentation
echo "The SDK's documentation is in .build/documentation."
