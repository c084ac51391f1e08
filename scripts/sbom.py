#!/usr/bin/env python3
"""What a build of the program consists of, in SPDX 2.3: itself, the Swift runtime inside of it, and the libraries it loads.
    scripts/sbom.py VERSION PROGRAM > sbom.spdx.json"""
import datetime, hashlib, json, os, re, subprocess, sys

# Linked into the program.
STATIC = ["libutf8proc.a"]
# Loaded when it is first used, so the linker does not name it.
LATE = ["libcurl.so.4"]


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linked(program: str) -> list[str]:
    named = re.findall(r"NEEDED\s+(\S+)", said("objdump", "-p", program))
    return sorted(set(named + LATE))


def package_of(library: str) -> tuple[str, str] | None:
    """The Debian package that brings a library, and its version."""
    found = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True).stdout
    # Those of other architectures and of emulators are beside the point.
    lines = [line for line in found.splitlines() if line.split(": ")[1].startswith(("/lib/", "/usr/lib/"))]
    if not lines:
        return None
    name = lines[0].split(": ")[0].split(",")[0]
    version = said("dpkg-query", "-W", "-f", "${source:Version}", name)
    return name.split(":")[0], version


def entry(name: str, version: str, **more: str) -> dict:
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION", **more,
    }


def main(version: str, program: str) -> None:
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    swift = re.search(r"Swift version (\S+)", said("swift", "--version")).group(1)
    daybook = entry("daybook", version, checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    runtime = entry("swift-runtime", swift, supplier="Organization: Swift project")
    packages, relations = [daybook, runtime], [("DESCRIBES", "SPDXRef-DOCUMENT", daybook), ("STATIC_LINK", daybook, runtime)]
    for library in linked(program) + STATIC:
        if found := package_of(library):
            name, number = found
            part = entry(name, number, externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name}@{number}"}])
            if part not in packages:
                packages.append(part)
                relations.append(("STATIC_LINK" if library in STATIC else "DYNAMIC_LINK", daybook, part))
        else:
            sys.exit(f"sbom: no package brings {library}")
    name_of = lambda part: part if isinstance(part, str) else part["SPDXID"]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"daybook-{version}",
        "documentNamespace": f"https://daybook.invalid/spdx/{digest}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/sbom.py"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": name_of(one), "relationshipType": kind, "relatedSpdxElement": name_of(other)}
            for kind, one, other in relations],
    }
    json.dump(document, sys.stdout, indent=1)
    print()


main(*sys.argv[1:])
