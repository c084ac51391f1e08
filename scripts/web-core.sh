#!/usr/bin/env bash
# Compiles the core of the web app (Sources/DaybookCore, DaybookDevice and WebCore, as one module of Embedded Swift) to
# web/core/core.wasm, and its reader of plain words to plain-words.wasm, with what the Swift toolchain brings along, and
# makes them small with Debian's binaryen. Takes minutes, so it is done only where a source changed.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

target=wasm32-unknown-none-wasm
bin=$(dirname "$(readlink -f "$(command -v swiftc)")")
[ -d "$bin/../lib/swift/embedded/$target" ] || {
  echo "web-core: this Swift toolchain has no Embedded Swift for $target" >&2
  exit 1
}
command -v wasm-opt >/dev/null || {
  echo "web-core: wasm-opt is missing; scripts/setup.sh web installs it" >&2
  exit 1
}

mapfile -t sources < <(find Sources/DaybookCore Sources/DaybookDevice Sources/WebCore -name '*.swift' | sort)
runtime=Sources/WebCore/Embedded/runtime.c
order=scripts/web-core-order.py
stamp=$({ swiftc --version 2>/dev/null; wasm-opt --version; sha256sum "${sources[@]}" "$runtime" "$order" "$0"; } \
  | sha256sum | cut -c1-32)
mkdir -p .build/web-core/modules web/core
if [ -f web/core/core.wasm ] && [ -f web/core/plain-words.wasm ] && [ "$(cat .build/web-core/stamp 2>/dev/null)" = "$stamp" ]; then exit 0; fi

# One module, so that what nothing asks for is left out. It has the domain's name, whose imports then name itself; those of
# DaybookDevice find an empty one.
swiftc -target $target -enable-experimental-feature Embedded -wmo -swift-version 6 -parse-as-library \
  -package-name daybook -module-name DaybookDevice -emit-module -o .build/web-core/modules/DaybookDevice.swiftmodule \
  - </dev/null
# Small functions are small when they are sent, too: hundreds of locals cost more than calls. So Swift puts functions into
# the smallest alone (the limit counts blocks), LLVM puts none into its only caller unless it is short, and binaryen next
# to none. It reads faster so, since browsers compile huge functions late.
swiftc -target $target -enable-experimental-feature Embedded -enable-experimental-feature Extern \
  -wmo -Osize -enforce-exclusivity=unchecked -Xfrontend -disable-stack-protector -Xfrontend -mergeable-traps \
  -Xllvm -sil-disable-pass=closure-specialize -Xllvm -sil-disable-pass=closure-specialization \
  -Xllvm -sil-disable-pass=capture-prop -Xllvm -sil-inline-overall-caller-block-limit=8 \
  -Xllvm -inline-threshold=-14500 -swift-version 6 -parse-as-library -suppress-warnings \
  -package-name daybook -module-name DaybookCore -I .build/web-core/modules -Xcc -mbulk-memory -Xcc -ffunction-sections \
  -c -o .build/web-core/core.o "${sources[@]}"
"$bin/clang" --target=wasm32 -mbulk-memory -Oz -ffreestanding -nostdlib -c -o .build/web-core/runtime.o "$runtime"
features=(--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
  --enable-multivalue --enable-reference-types)
# Two modules of the same functions, each with what its calls need: the core, and the reader of plain words, which most
# visitors never load.
for module in core:ask plain-words:line; do
  name=${module%:*}
  "$bin/wasm-ld" --no-entry --gc-sections --strip-all --compress-relocations \
    --export=room --export="${module#*:}" --export-memory -z stack-size=1048576 \
    -o ".build/web-core/$name.wasm" .build/web-core/core.o .build/web-core/runtime.o
  # Nothing lies below address 1024. How an address is aligned is only a hint to the machine, so all say the same. Then
  # functions go where brotli finds them again.
  wasm-opt -Oz --converge --one-caller-inline-max-function-size=10 --low-memory-unused "${features[@]}" --dealign \
    --emit-text -o ".build/web-core/$name.wat" ".build/web-core/$name.wasm"
  "$order" ".build/web-core/$name.wat" ".build/web-core/$name.ordered.wat"
  wasm-opt -ol 2 -s 2 --generate-stack-ir --optimize-stack-ir "${features[@]}" \
    -o "web/core/$name.wasm" ".build/web-core/$name.ordered.wat"
  echo "web-core: $(stat -c %s "web/core/$name.wasm") bytes of $name"
done
echo "$stamp" > .build/web-core/stamp
