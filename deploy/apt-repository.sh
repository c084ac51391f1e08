#!/usr/bin/env bash
# Makes a folder from which apt installs Daybook, on this machine or over any web server, signed with a key of your own.
#   deploy/apt-repository.sh FOLDER ADDRESS KEY [PACKAGE...]
# FOLDER   what the web server serves; packages of earlier versions stay in it
# ADDRESS  where machines find it: https://tasks.example.org/apt, or file:/srv/daybook-apt
# KEY      a key of gpg with which you sign: its fingerprint, or whose it is
# PACKAGE  what comes in; those of `make dist`, if none is named; with - nothing comes in, and what is there is signed anew
# VALID_DAYS in the environment: machines refuse the folder so many days after it was signed, so that nobody can show them an
# old state for ever. It has to be signed anew before, by cron for example.
# Other machines need FOLDER/daybook.sources alone: it says where the folder is, and whose signature counts.
set -euo pipefail
umask 022

fail() { echo "apt-repository: $1" >&2; exit 1; }
[ $# -ge 3 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
for tool in gpg dpkg-scanpackages; do command -v $tool >/dev/null || fail "no $tool; sudo apt-get install gpg dpkg-dev"; done
folder=$1 address=${2%/} name=$3
shift 3
case $address in
    https://?* | http://?* | file:/?*) ;;
    *) fail "$address: expected https://... or file:/..., where machines find the folder" ;;
esac
key=$(gpg --batch --with-colons --list-secret-keys "$name" 2>/dev/null | awk -F: '$1 == "fpr" {print $10; exit}') || true
[ -n "$key" ] || fail "there is no key $name to sign with; make one: gpg --quick-generate-key '$name' ed25519 sign never"
packages=("$@")
if [ ${#packages[@]} = 0 ]; then packages=("$(dirname "$0")"/../dist/daybook_*.deb); fi
if [ "${1:-}" = - ]; then packages=(); fi
case ${VALID_DAYS:-1} in *[!0-9]* | 0*) fail "VALID_DAYS=$VALID_DAYS: expected a number of days" ;; esac

mkdir -p "$folder/pool"
for package in ${packages[@]+"${packages[@]}"}; do
    [ -f "$package" ] || fail "there is no package ${package##*/}; make dist"
    dpkg-deb --info "$package" >/dev/null 2>&1 || fail "$package is no package"
    place=$folder/pool/${package##*/}
    # A version means one package: machines that have it would refuse another of that name.
    if [ -e "$place" ] && ! cmp -s "$package" "$place"; then fail "another ${package##*/} is there already; give this one a version of its own"; fi
    [ -e "$place" ] || { cp "$package" "$place.new" && mv "$place.new" "$place"; }
done
cd "$folder"

# All of it is made aside. Who asks meanwhile reads either what was there or what is new: apt asks for an index by its hash, the
# last ones stay, and one renaming of InRelease says which counts.
rm -rf dists.new
release=dists.new/stable
mkdir -p $release/main
architectures=
for architecture in $(for package in pool/*.deb; do dpkg-deb --field "$package" Architecture; done | sort -u); do
    architectures="$architectures $architecture"
    mkdir "$release/main/binary-$architecture"
    dpkg-scanpackages --multiversion --arch "$architecture" pool 2>/dev/null > "$release/main/binary-$architecture/Packages"
    gzip --no-name --best --keep "$release/main/binary-$architecture/Packages"
done
{
    printf 'Origin: Daybook\nLabel: Daybook\nSuite: stable\nCodename: stable\n'
    printf 'Architectures:%s\nComponents: main\nDate: %s\n' "$architectures" "$(LC_ALL=C date -u -R)"
    if [ -n "${VALID_DAYS:-}" ]; then printf 'Valid-Until: %s\n' "$(LC_ALL=C date -u -R -d "+$VALID_DAYS days")"; fi
    printf 'Acquire-By-Hash: yes\nSHA256:\n'
    (cd $release && find main -type f | LC_ALL=C sort | while read -r file; do
        printf ' %s %s %s\n' "$(sha256sum < "$file" | cut -d' ' -f1)" "$(stat -c %s "$file")" "$file"
    done)
} > $release/Release
gpg --batch --yes --local-user "$key" --clearsign --output $release/InRelease $release/Release
gpg --batch --yes --local-user "$key" --armor --detach-sign --output $release/Release.gpg $release/Release
{
    printf 'Types: deb\nURIs: %s\nSuites: stable\nComponents: main\nSigned-By:\n' "$address"
    gpg --batch --armor --export "$key" | sed -e 's/^$/./' -e 's/^/ /'
} > daybook.sources.new

published=dists/stable
mkdir -p $published
sums() { sed -n 's/^ \([0-9a-f]\{64\}\) .*/\1/p' "$@" 2>/dev/null || true; }
kept=$(sums $release/Release $published/InRelease)
(cd $release && find main -type f) | while read -r file; do
    place=$published/${file%/*}
    mkdir -p "$place/by-hash/SHA256"
    sum=$(sha256sum < "$release/$file" | cut -d' ' -f1)
    cp "$release/$file" "$place/by-hash/SHA256/$sum.new"
    mv "$place/by-hash/SHA256/$sum.new" "$place/by-hash/SHA256/$sum"
    mv "$release/$file" "$place/"
done
mv $release/Release $release/Release.gpg $published/
mv $release/InRelease $published/
mv daybook.sources.new daybook.sources
rm -rf dists.new
find $published/main -path '*/by-hash/*' -type f | while read -r file; do
    case $kept in *"${file##*/}"*) ;; *) rm -f "$file" ;; esac
done
echo "$folder: $(find pool -name '*.deb' | wc -l) packages, signed by $key"
