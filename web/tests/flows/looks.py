"""Every screen in both themes, on a phone and a desktop: axe finds nothing, and docs/web.md has its picture."""

import os
import pathlib

from axe_playwright_python.sync_playwright import Axe

from world import ROOT, World, until

PICTURES = ROOT / "docs/pictures/web"
NARROW = {"width": 320, "height": 700}

SCREENS = [
    ("inbox", "inbox", None), ("today", "today", None), ("upcoming", "upcoming", None), ("past", "past", None),
    ("overdue", "overdue", None), ("logbook", "logbook", None), ("deleted", "deleted", None), ("list", None, None),
    ("task", None, None), ("settings", "settings", None), ("account", "settings/account", None),
    ("devices", "settings/devices", None), ("sign-in", "sign-in", None), ("pair", "pair", None),
    ("gave-way", "gave-way", None), ("not-accepted", "not-accepted", None),
    ("menu", "today", lambda person: person.row("Water the plants").click(button="right")),
    ("calendar", "today", lambda person: (person.focus("Water the plants"), person.press("d"))),
    ("keys", "today", lambda person: person.page.keyboard.press("Control+k")),
    ("selection", "today", lambda person: (person.focus("Water the plants"), person.press("x"))),
    ("add-device", "settings/devices", lambda person: person.click("Add a device")),
    ("first", None, None),
]


def furnish(person):
    """A day as somebody might have it."""
    person.add("Water the plants")
    person.is_sent("Water the plants")
    lists = {}
    for name, colour in (("Home", "#2f9e55"), ("Work", "#3b6fe0"), ("Trip to Lisbon", "#c98a12")):
        lists[name] = person.elsewhere("POST", "/v1/lists", {"name": name, "colorHex": colour})["id"]

    def task(title, day=None, list=None, **more):
        date = None if day is None else person.day(day)
        person.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": date, "listId": lists.get(list), **more})

    task("Finish the slides for Thursday", 0, "Work", dueAt=f"{person.day(2)}T09:00:00.000Z")
    task("Send Ana the contract, with the two changes that we talked about on the phone", 0, "Work", notes="Page 4 and page 9.")
    task("Pick up the parcel", 0)
    task("Pay the electricity bill", 0, "Home", dueAt=f"{person.day(-1)}T17:00:00.000Z")
    task("A birthday present for Leo", None, None)
    task("Read the article about trees", None, None, notes="In the newspaper of Sunday")
    task("Find out about train passes", None, "Trip to Lisbon")
    task("New light bulbs for the hall", None, "Home")
    task("Book a table for four", 1)
    task("Team lunch", 1, "Work", reminderAt=f"{person.day(1)}T11:00:00.000Z")
    task("Laundry", 3, "Home")
    task("Flight to Lisbon", 10, "Trip to Lisbon", dueAt=f"{person.day(10)}T06:00:00.000Z")
    task("Renew the library card", 20)
    task("Clean the bicycle", -4)
    task("Reply to Grandma", -2)
    person.shows("Water the plants", "Pay the electricity bill", "Pick up the parcel")
    person.focus("Finish the slides for Thursday")
    person.press("a")
    person.is_in("Finish the slides for Thursday", "active")
    person.focus("Pick up the parcel")
    person.press("Shift+Space")
    person.is_in("Pick up the parcel", "completed")
    person.focus("Pay the electricity bill")
    person.lists = lists


def show(person, name, path, deed):
    if name == "list":
        path = f"list/{person.lists['Home']}"
    if name == "task":
        person.go("today")
        person.shows("Water the plants")
        person.row("Send Ana the contract, with the two changes that we talked about on the phone").click()
        person.page.locator(".detail-body").wait_for()
    else:
        person.go(path)
    if path in ("today", "inbox", "upcoming") or name == "list":
        person.page.locator(".row").first.wait_for()
    elif path == "settings/devices":
        person.page.get_by_text("This device").wait_for()
    if deed:
        deed(person)
    if name == "add-device":
        person.page.locator(".qr svg").wait_for()


def look(person, name, found):
    outcome = Axe().run(person.page)
    for violation in outcome.response["violations"]:
        nodes = [node["html"][:160] for node in violation["nodes"][:3]]
        found.append(f"{name}: {violation['id']} {nodes}")


def keep(person, name, size, theme):
    """Pictures are made anew only where they are asked for: what is drawn differs with each day."""
    if os.environ.get("DAYBOOK_WRITE_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        person.page.screenshot(path=PICTURES / f"{name}-{size}-{theme}.png")


def flow_nothing_for_axe_to_find(world: World):
    found = []
    for size in ("desktop", "phone"):
        for theme in ("light", "dark"):
            person = world.person(size, theme)
            until(lambda: person.page.get_by_text("Start typing. No account needed.").count(), "the welcome", 1)
            look(person, f"first {size} {theme}", found)
            keep(person, "first", size, theme)
            furnish(person)
            for name, path, deed in SCREENS[:-1]:
                if size == "phone" and name in ("keys",):
                    continue
                show(person, name, path, deed)
                look(person, f"{name} {size} {theme}", found)
                keep(person, name, size, theme)
                person.press("Escape")
            person.go("today")
            person.shows("Water the plants")
            if size == "phone":
                narrow(person, f"{size} {theme}", found)
    assert not found, "\n".join(found)


def narrow(person, about, found):
    """At 320 pixels and with text twice as large nothing scrolls sideways, nor from right to left."""
    person.page.set_viewport_size(NARROW)
    person.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for path in ("today", "upcoming", "settings", "sign-in"):
        person.page.evaluate("(path) => history.pushState({}, '', '/app/' + path)", path)
        person.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        person.page.evaluate("(path) => document.documentElement.dir = path === 'upcoming' ? 'rtl' : 'ltr'", path)
        wide = person.page.evaluate("document.querySelector('.scroller').scrollWidth - document.querySelector('.scroller').clientWidth")
        if wide > 0:
            found.append(f"{path} {about}: {wide} pixels too wide")
