#!/usr/bin/env python3
"""Makes the pictures of docs/use/calendar-apps anew, of the programs themselves on a real server:

    .build/web-tools/bin/python Tests/CalDAV/Pictures/make.py [thunderbird] [evolution]

As root, since each is shown a server with a name and a certificate that exist for it alone (place.py). Look at every
picture before it is kept: what a program shows may differ in its next version."""

import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Behind this folder, whose files are called as others beside it are.
sys.path[1:1] = [
    str(ROOT / one) for one in ("web/tests/flows", "Tests/Documents", "Tests/Support", "Tests/CalDAV")]

import evolution
import pictures
import place
import thunderbird
from account import shown
from world import World

FOLDER = ROOT / "docs/use/pictures/calendar-apps"
PROGRAMS = {"thunderbird": thunderbird, "evolution": evolution}


def keep(png, name, box=None):
    pictures.save(png, FOLDER / f"{name}.png", box)
    print(f"       {name}", flush=True)


class Owner:
    """Who has a few tasks in the web app, and lets a program in."""

    def __init__(self, world):
        self.person = world.person(address=place.ADDRESS, ignore_https_errors=True)
        self.person.add("Water the plants")
        self.person.is_sent("Water the plants")
        for name, colour, *titles in (
            ("Home", "#2f9e55", "Pay the electricity bill", "New light bulbs for the hall"),
            ("Work", "#3b6fe0", "Finish the slides", "Book a room for Thursday"),
        ):
            made = self.person.elsewhere("POST", "/v1/lists", {"name": name, "colorHex": colour})
            for days, title in enumerate(titles, 1):
                due = f"{self.person.day(days)}T10:00:00.000Z"
                self.person.elsewhere("POST", "/v1/tasks", {"title": title, "listId": made["id"], "dueAt": due})

    def password(self, program, picture=None):
        """An app password, made as people make it."""
        self.person.go("settings/apps")
        self.person.click("Add a calendar app")
        self.person.type(program)
        self.person.press("Enter")
        _, _, password = shown(self.person)
        if picture:
            keep(self.person.page.screenshot(), picture, self.around(".shown-once"))
        self.person.click("I have kept it")
        return password

    def sees(self, title, picture):
        """The list of what came from a program, in the web app."""
        self.person.go("inbox")
        self.person.shows(title)
        keep(self.person.page.screenshot(), picture, (0, 0, 1280, 460))

    def around(self, what):
        """Where the dialog with this stands, and a little around it."""
        place = self.person.page.locator("dialog[open]", has=self.person.page.locator(what)).bounding_box()
        left, top = place["x"] - 8, place["y"] - 8
        return (int(left), int(top), int(left + place["width"] + 16), int(top + place["height"] + 16))


def main():
    place.enter()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="daybook-pictures-"))
    try:
        with World() as world:
            place.furnish(folder, world.box.port)
            for name in sys.argv[1:] or PROGRAMS:
                own = folder / name
                own.mkdir()
                owner = Owner(world)
                PROGRAMS[name].show(own, owner, keep)
                owner.person.context.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
