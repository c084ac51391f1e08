#!/bin/bash
# Checks the core and the SDK against the oldest Apple systems they run on, where no Apple system is.
#
# The interface of Swift's standard library says of each declaration since when Apple's systems have it, on Linux too,
# where the compiler does not ask. Told that it builds for macOS, it does. Foundation and other modules of Apple's
# stand in scripts/apple-floor as far as the sources name them; since when a system has those is not checked.
# macOS 14 and iOS 17 came with the same Swift.
set -euo pipefail
cd "$(dirname "$0")/.."
target=x86_64-apple-macos14.0
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
out=${APPLE_FLOOR_CACHE:-.build/apple-floor}
mkdir -p "$out/sdk" "$out/modules" "$out/resources/macosx"
ln -sfn "$toolchain/lib/swift/shims" "$out/resources/shims"
ln -sfn "$toolchain/lib/swift/clang" "$out/resources/clang"

# The standard library's interfaces, as if for macOS. What stands in them is not checked itself. Nor are the bodies of
# functions that can be inlined compiled, which nobody asks for here and took four fifths of the time.
flags="-disable-availability-checking -experimental-skip-all-function-bodies"
for module in Swift _Concurrency _StringProcessing; do
    from=$toolchain/lib/swift/linux/$module.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface
    to=$out/resources/macosx/$module.swiftmodule/x86_64-apple-macos.swiftinterface
    mkdir -p "$(dirname "$to")"
    sed -e "s/-target x86_64-unknown-linux-gnu/-target $target/" -e '/^ *@backDeployed/d' \
        -e "/swift-module-flags:/s/\$/ $flags/" "$from" >"$to.new"
    # Left alone where it is the same, so that it is compiled once.
    if cmp -s "$to.new" "$to"; then rm "$to.new"; else mv "$to.new" "$to"; fi
done
printf 'module SQLite3 [system] { header "/usr/include/sqlite3.h" }\n' >"$out/modules/module.modulemap"

# Without -O it would ask for a library that debug builds use.
frontend() { # NAME FILES AND FLAGS...
    swiftc -frontend -module-name "$1" -parse-as-library -O -target "$target" -swift-version 6 \
        -disable-objc-interop \
        -package-name daybook -resource-dir "$out/resources" -sdk "$out/sdk" -module-cache-path "$out/cache" \
        -I "$out/modules" "${@:2}"
}
# Checks every line of it; nothing is made.
check() { frontend "$@" -typecheck; }
# What others see of it.
module() {
    frontend "$@" -emit-module -experimental-skip-non-inlinable-function-bodies -o "$out/modules/$1.swiftmodule"
}
for name in Darwin os Foundation CZlib; do module $name "scripts/apple-floor/$name.swift"; done

# A check that cannot fail checks nothing.
printf 'func count(_ text: String) -> Int { text.utf8Span.count }\n' >"$out/newer.swift"
if check Newer "$out/newer.swift" 2>/dev/null; then
    echo "apple-floor: a name that macOS 14 does not have was not noticed" >&2
    exit 1
fi

for name in DaybookCore DaybookDevice DaybookClient; do
    mapfile -t files < <(find "Sources/$name" -name '*.swift' | sort)
    check $name "${files[@]}"
    module $name "${files[@]}"
done
echo "The core and the SDK name nothing of Swift's that is newer than macOS 14 and iOS 17."
