#!/usr/bin/env bash
# Makes the web app: bundles web/ into web/out, where files are named by their content, and writes web/pack/files.c, with
# which the next `swift build` compiles them in. The same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

core=web/core/core.wasm
plain_words=web/core/plain-words.wasm
for tool in esbuild brotli; do
    command -v "$tool" >/dev/null || { echo "web: $tool is missing; scripts/setup.sh web installs it" >&2; exit 1; }
done
for module in "$core" "$plain_words"; do
    [ -f "$module" ] || { echo "web: $module is missing; make web-core makes it" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out
mkdir -p "$out/a" "$out/icons"

digest() { sha256sum | cut -c1-12; }
# named FILE NAME.EXT: puts it where names say what is in them, and says the name
named() {
    local name="a/${2%.*}.$(digest < "$1").${2##*.}"
    cp "$1" "$out/$name"
    echo "$name"
}
bundle() { esbuild "$1" --bundle --minify --format=esm --target=es2022 --legal-comments=none --log-level=warning "${@:2}"; }

# Of everything that the app is made of: the same sources are the same version.
version=$({ find web -path web/out -prune -o -path web/pack -prune -o -path web/tests -prune \
    -o -path web/coverage -prune -o -type f -print0 \
    | sort -z | xargs -0 sha256sum; cat scripts/web.sh; } | digest)

core_name=$(named "$core" core.wasm)
bundle web/keeper/keeper.js --define:CORE="\"/app/$core_name\"" > "$work/keeper.js"
keeper=$(named "$work/keeper.js" keeper.js)
# What not everybody loads: the words of each language but English, which is a part of the page (those of the first moment,
# and those of what is loaded later), and the reader of plain words. The page knows their names, and the service worker
# keeps them where they are wanted.
words='' extras=''
for language in web/page/words/*-later.js; do
    language=$(basename "$language" -later.js)
    if [ "$language" = en ]; then continue; fi
    bundle "web/page/words/$language.js" > "$work/$language.js"
    bundle "web/page/words/$language-later.js" > "$work/$language-later.js"
    first=/app/$(named "$work/$language.js" "$language.js")
    later=/app/$(named "$work/$language-later.js" "$language-later.js")
    words+="${words:+,}\"$language\":{\"first\":\"$first\",\"later\":\"$later\"}"
    extras+="\"$language\":[\"$first\",\"$later\"],"
done
plain_words=/app/$(named "$plain_words" plain-words.wasm)
extras+="\"plainWords\":[\"$plain_words\"]"
# What a first visit needs, what is loaded when somebody goes there, and what both stand on: three files, named by content.
esbuild page=web/page/main.js more=web/page/more.js --bundle --splitting --minify --format=esm --target=es2022 \
    --define:WORDS="{$words}" --define:PLAIN_WORDS="\"$plain_words\"" --legal-comments=none --log-level=warning --outdir="$out/a" \
    --entry-names='[name].[hash]' --chunk-names='shared.[hash]'
found() { (cd "$out" && echo a/$1.*.js); }
page=$(found page)
shared=$(found shared)
esbuild web/page/theme.css --bundle --minify --log-level=warning > "$work/theme.css"
theme=$(named "$work/theme.css" theme.css)

cp web/icons/*.png web/icons/*.svg "$out/icons/"
cp web/*.webmanifest "$out/"
printf '%s\n' "$version" > "$out/version"
sed -e "s|/app/page/main.js|/app/$page|" -e "s|/app/page/theme.css|/app/$theme|" -e "s|/app/page/element.js|/app/$shared|" \
    -e "s|/app/keeper/keeper.js|/app/$keeper|g" -e "s|data-version=\"[^\"]*\"|data-version=\"$version\"|" \
    -e 's/^ *//' web/index.html > "$out/index.html"
if grep -qE '/app/(page|keeper)/' "$out/index.html"; then echo "web: index.html names a source" >&2; exit 1; fi

files=$(cd "$out" && find . -type f | sort | sed -e 's|^\./|/app/|' -e 's|/app/index.html|/app/|' \
    | grep -vFx -e /app/version -e "$(grep -o '/app/a/[^"]*' <<< "$extras")" | sed 's/.*/"&"/' | paste -sd,)
bundle web/worker/sw.js \
    --define:WEB="{\"version\":\"$version\",\"files\":[$files],\"extras\":{$extras}}" > "$out/sw.js"

# Coded once, here, as small as can be. What hardly shrinks is sent as it is.
find "$out" -type f ! -name '*.png' ! -name version | sort | while read -r file; do
    brotli --quality=11 --lgwin=24 --stdout "$file" > "$file.br"
    gzip --best --no-name --stdout "$file" > "$file.gz"
    for coded in "$file.br" "$file.gz"; do
        [ "$(stat -c %s "$coded")" -lt "$(($(stat -c %s "$file") * 9 / 10))" ] || rm "$coded"
    done
done

# The core is most of a first visit, and so has a budget (docs/house/web-core.md).
budget=307200
size=$(stat -c %s "$out/$core_name.br")
[ "$size" -le "$budget" ] || { echo "web: the core has $size bytes as brotli, more than $budget" >&2; exit 1; }

rm -rf web/out
cp -r "$out" web/out
# Names of the files and, so that a build notices every change, what is in them.
{
    echo "// $(find web/out -type f | sort | xargs sha256sum | digest): made by scripts/web.sh."
    echo '#include "pack.h"'
    echo '#include <string.h>'
    # How a file is brought in is C of 2023, which compilers know before their default is.
    echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
    (cd web/out && find . -type f | sort | sed 's|^\./||') > "$work/list"
    number=0
    while read -r path; do
        printf 'static const unsigned char file_%d[] = {\n#embed "../out/%s"\n};\n' "$number" "$path"
        number=$((number + 1))
    done < "$work/list"
    echo 'static const struct { const char *path; const unsigned char *bytes; unsigned long size; } files[] = {'
    number=0
    while read -r path; do
        printf '    {"%s", file_%d, sizeof file_%d},\n' "$path" "$number" "$number"
        number=$((number + 1))
    done < "$work/list"
    echo '};'
    echo 'int web_files(void) { return sizeof files / sizeof files[0]; }'
    echo 'const char *web_path(int file) { return files[file].path; }'
    echo 'unsigned long web_size(int file) { return files[file].size; }'
    echo 'void web_copy(int file, unsigned char *to) { memcpy(to, files[file].bytes, files[file].size); }'
} > "$work/files.c"
cmp -s "$work/files.c" web/pack/files.c || cp "$work/files.c" web/pack/files.c

sum() { (cd web/out && find . -type f "$@" -print0 | xargs -0 cat | wc -c); }
echo "web: version $version, $(sum -name '*.br') bytes as brotli, of that the core" \
    "$size"
