#!/usr/bin/env bash
# What people install: a .deb, an archive of the same files for other Linuxes, what is inside (SPDX), checksums.
# The same commit gives the same bytes, whoever builds it and where: times are the commit's, paths are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh run dist
scripts/release.sh

version=$(sed -n 's/.*number: StaticString = "\(.*\)"/\1/p' Sources/DaybookHost/Process/Version.swift)
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md); fi
export SOURCE_DATE_EPOCH
# Before a release is tagged, every commit is a version of its own that the release replaces.
if ! git describe --exact-match --match "v$version" >/dev/null 2>&1; then
    version="$version~$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)"
    if commit=$(git rev-parse --short=8 HEAD 2>/dev/null); then version="$version.$commit"; fi
fi
arch=$(dpkg --print-architecture)

stage=.build/dist/daybook-$version
rm -rf .build/dist
mkdir -p "$stage/files/completions"
cp -r dist/man1 "$stage/files/"
install -m 0755 dist/daybook "$stage/files/"
install -m 0644 CHANGELOG.md deploy/debian/daybook.env "$stage/files/"
dist/daybook completions bash > "$stage/files/completions/daybook"
dist/daybook completions zsh > "$stage/files/completions/_daybook"
dist/daybook completions fish > "$stage/files/completions/daybook.fish"
scripts/sbom.py "$version" dist/daybook > "$stage/files/sbom.spdx.json"
cp -r deploy/debian "$stage/debian"
# The package has a user and a place of its own.
sed -e '/^#/d' -e 's|/usr/local/bin/|/usr/bin/|' -e 's/^DynamicUser=yes$/Group=daybook/' deploy/daybook.service \
    | sed '/./,$!d' > "$stage/debian/daybook.service"
cat > "$stage/debian/changelog" <<END
daybook ($version) unstable; urgency=medium

  * CHANGELOG.md says what is new.

 -- Daybook maintainers <maintainers@daybook.invalid>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END

(cd "$stage" && dpkg-buildpackage --build=binary --no-sign --no-check-builddeps) > .build/dist/deb.log 2>&1 \
    || { cat .build/dist/deb.log >&2; exit 1; }
find dist -maxdepth 1 \( -name '*.deb' -o -name '*.tar.gz' -o -name SHA256SUMS -o -name '*.spdx.json' \) -delete
cp ".build/dist/daybook_${version}_$arch.deb" dist/
cp "$stage/files/sbom.spdx.json" dist/

folder=daybook-$version-linux-$arch
mv "$stage/files" ".build/dist/$folder"
cp deploy/daybook.service ".build/dist/$folder/"
tar -C .build/dist --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
    -c "$folder" | gzip --no-name --best > "dist/$folder.tar.gz"
(cd dist && sha256sum -- *.deb *.tar.gz *.spdx.json > SHA256SUMS)
(cd dist && ls -l -- *.deb *.tar.gz SHA256SUMS | awk '{print $9 ": " $5 " bytes"}')
