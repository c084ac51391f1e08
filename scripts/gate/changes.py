"""What changed, in which rooms, and which suites have to do with it."""

import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is compiled into a target from a folder that is not its own.
ELSEWHERE = {"docs/api/openapi.json": "DaybookAPI", "Tests/Receivers": "TestReceivers", "Package.swift": "HouseTests"}
TYPE = re.compile(r"^(?:[a-z]+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)", re.M)
MEMBER = re.compile(r"^    (?:[a-z]+ )*(?:func|var|let) (\w{6,})", re.M)
ROUTE = re.compile(r"/v1/[a-z]+(?:[/-][a-z]+)*")
SUITE = re.compile(r"^ *(?:@Suite.* )?(?:[a-z]+ )*(?:struct|class|actor|extension) (\w+Tests)\b", re.M)


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def base():
    """The commit that the work began at: SINCE, else where it left main, else the last commit, or the one before it where
    nothing was changed since."""
    if since := os.environ.get("SINCE"):
        return since
    for main in ("origin/main", "main"):
        try:
            where = git("merge-base", "HEAD", main)[0]
        except subprocess.CalledProcessError:
            continue
        return where if files_since(where) else f"{where}~1"
    return "HEAD"


def files_since(commit):
    """Committed or not, and new ones too."""
    return sorted({*git("diff", "--name-only", commit), *git("ls-files", "--others", "--exclude-standard")})


class Package:
    """The targets of Package.swift: their folders, and what each stands on."""

    def __init__(self):
        told = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True)
        if told.returncode:
            raise SystemExit(f"quick: Package.swift cannot be read: {told.stderr.strip()[-2000:]}")
        targets = json.loads(told.stdout)["targets"]
        homes = {"test": "Tests", "plugin": "Plugins"}
        self.folders = {
            one["name"]: one.get("path", f"{homes.get(one['type'], 'Sources')}/{one['name']}") for one in targets}
        self.needs = {
            one["name"]: {
                next(iter(each.values()))[0] for each in one["dependencies"] + one.get("pluginUsages", [])}
            for one in targets}
        # Support for tests is a test target too, which holds none.
        self.tests = [one["name"] for one in targets if one["type"] == "test" and one["name"].endswith("Tests")]

    def room(self, path):
        """The target that a file belongs to."""
        folders = {**{folder: name for name, folder in self.folders.items()}, **ELSEWHERE}
        whole = [folder for folder in folders if path == folder or path.startswith(folder + "/")]
        return folders[max(whole, key=len)] if whole else None

    def below(self, name):
        """What a target stands on, itself among it."""
        found, wanted = set(), [name]
        while wanted:
            one = wanted.pop()
            if one not in found:
                found.add(one)
                wanted += self.needs.get(one, ())
        return found

    def above(self, rooms):
        """The test targets that stand on one of these, the lowest floor first."""
        return sorted((test for test in self.tests if self.below(test) & set(rooms)), key=lambda test: len(self.below(test)))

    def suites(self, test, names, folders=frozenset()):
        """The suites of a test target whose files hold one of these names, or lie in one of these folders of it."""
        home = ROOT / self.folders[test]
        named = re.compile(r"(?<![\w/])(?:" + "|".join(map(re.escape, sorted(names))) + r")(?![\w/-])")
        return {
            suite for file in sorted(home.rglob("*.swift"))
            if file.relative_to(home).parts[0] in folders or names and named.search(file.read_text())
            for suite in SUITE.findall(file.read_text())}

    def folder(self, path):
        """The folder of its room that a file lies in, if it does not lie in the room itself."""
        inside = path.removeprefix(self.folders[self.room(path)] + "/").split("/")
        return inside[0] if len(inside) > 1 else ""


def names(path):
    """What a file declares, and the routes that it answers; where it only adds to what others declare, what it adds."""
    file = ROOT / path
    text = file.read_text() if file.suffix == ".swift" and file.exists() else ""
    return {*(TYPE.findall(text) or MEMBER.findall(text)), *ROUTE.findall(text)}
