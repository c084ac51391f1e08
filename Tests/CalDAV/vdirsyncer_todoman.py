"""Two machines with todoman, which vdirsyncer brings together: vdirsyncer_todoman.py URL USER PASSWORD"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from steps import Steps

URL, USER, PASSWORD = sys.argv[1:]
BIN = pathlib.Path(sys.executable).parent
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/use/calendar-apps/todoman.md"


def on_the_page(begin):
    """The lines of code of the page for users that begin so, as a file holds them."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    code = itertools.takewhile(lambda line: not line or line.startswith(" " * 7), lines[lines.index(" " * 7 + begin) :])
    return "\n".join(line[7:] for line in code)


class Machine:
    """What the page says is set up here, for this account; the second one gives way where the first one wins."""

    def __init__(self, folder, wins):
        self.folder = folder
        self.tasks = folder / ".local/share/tasks"
        self.tasks.mkdir(parents=True)
        self.status = folder / ".local/share/vdirsyncer/status"
        (folder / "vdirsyncer").write_text(
            on_the_page("[general]")
            .replace("https://daybook.example.org/dav/", URL)
            .replace('"daybook"\npassword', f'"{USER}"\npassword')
            .replace("XXXXX-XXXXX-XXXXX-XXXXX-XXXXX", PASSWORD)
            .replace("b wins", f"{wins} wins")
        )
        (folder / "todoman.py").write_text(
            on_the_page('path = "~/.local/share/tasks/*"')
            + f'\ndefault_list = "errands"\ncache_path = "{folder}/cache.sqlite3"\n'
        )

    def vdirsyncer(self, *words, code=0, given="y\n" * 20):
        return self.run(BIN / "vdirsyncer", "-c", self.folder / "vdirsyncer", *words, code=code, given=given)

    def todo(self, *words):
        return self.run(BIN / "todo", "--config", self.folder / "todoman.py", *words)

    def run(self, *words, code=0, given=""):
        done = subprocess.run(
            words,
            text=True,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
            env={**os.environ, "HOME": str(self.folder), "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"},
        )
        assert done.returncode == code, f"{words} ended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    @property
    def lists(self):
        """The folders by what they are called, since a server may choose their names."""
        return {
            (one / "displayname").read_text() if (one / "displayname").exists() else one.name: one
            for one in self.tasks.iterdir()
            if one.is_dir()
        }

    def files(self):
        """What lies here, line by line: vdirsyncer writes the ends of lines as it likes."""
        return sorted(file.read_text(encoding="utf-8").splitlines() for file in self.tasks.glob("*/*.ics"))


def main(folder):
    steps = Steps()
    one, two = Machine(folder / "one", "a"), Machine(folder / "two", "b")
    errands = one.tasks / "errands"
    errands.mkdir()
    (errands / "displayname").write_text("errands")

    def discover():
        one.vdirsyncer("discover")
        one.vdirsyncer("metasync")
        assert one.status.exists()

    def create():
        one.todo("new", "-l", "errands", "--due", "2031-03-04 09:30", "--location", "Market; hall", "Buy apples, pears")
        one.todo("new", "-l", "errands", "--priority", "high", "Water the plants")
        assert len(one.files()) == 2

    def sync():
        one.vdirsyncer("sync")
        two.vdirsyncer("discover")
        two.vdirsyncer("metasync")
        two.vdirsyncer("sync")
        assert two.files() == one.files(), (one.files(), two.files())
        assert "Buy apples, pears" in two.todo("list") and "LOCATION:Market\\; hall" in sum(two.files(), [])

    def done():
        number = next(one["id"] for one in json.loads(two.todo("--porcelain", "list")) if "plants" in one["summary"])
        two.todo("done", str(number))
        assert "plants" not in two.todo("list")

    def sync_again():
        two.vdirsyncer("sync")
        one.vdirsyncer("sync")
        assert one.files() == two.files()
        assert "plants" not in one.todo("list") and "apples" in one.todo("list")

    def metasync():
        (errands / "color").write_text("#3366cc")
        (errands / "displayname").write_text("Errands & more")
        one.vdirsyncer("metasync")
        two.vdirsyncer("metasync")
        found = two.lists.get("Errands & more")
        assert found, two.lists
        color = (found / "color").read_text().lower()
        assert color.startswith("#3366cc"), color

    def emptied():
        for file in errands.glob("*.ics"):
            file.unlink()
        told = one.vdirsyncer("sync", code=1)
        assert "completely emptied" in told, told
        two.vdirsyncer("sync")
        assert len(two.files()) == 2

    for step in (discover, create, sync, done, sync_again, metasync, emptied):
        steps(step.__name__.replace("_", " "), step)
    steps.end(bar=7)


with tempfile.TemporaryDirectory(prefix="daybook-vdirsyncer-") as folder:
    main(pathlib.Path(folder))
