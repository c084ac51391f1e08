"""Every screen in both themes, on a phone and a desktop: axe finds nothing, and docs/use/web.md has its picture."""

import os
import pathlib

from axe_playwright_python.base import AXE_SCRIPT
from details import open_repeat, open_tags, whole_task
from furnish import furnish
from reminders import card, reminded

from world import ROOT, World, main, until

# World shows where it is.
import pictures

PICTURES = ROOT / "docs/use/pictures/web"
NARROW = {"width": 320, "height": 700}
TALK = "Send Ana the contract, with the two changes that we talked about on the phone"

# The name of a screen, its address, what has to be there, and what is done there.
SCREENS = [
    ("today", "today", ".row", None),
    ("inbox", "inbox", ".row", None),
    ("upcoming", "upcoming", ".row", None),
    ("month", "calendar/month", ".days-cell :is(.day-title, .day-count):visible", None),
    ("week", "calendar/week", ".day-task", None),
    ("board", "board", ".card-of-day", None),
    ("region", "region/morning", ".row", None),
    ("region-menu", "backlog", ".row",
     lambda person: (person.page.locator(".to-region").first.click(), person.page.locator(".menu").wait_for())),
    ("backlog", "backlog", ".row", None),
    ("past", "past", ".row", None),
    ("overdue", "overdue", ".row", None),
    ("logbook", "logbook", ".row", None),
    ("deleted", "deleted", ".empty", None),
    ("list", "list", ".row", None),
    ("task", "today", ".row",
     lambda person: (person.row(TALK).click(), person.page.locator(".detail-body").wait_for())),
    ("task-menu", "today", ".row",
     lambda person: (whole_task(person), person.page.get_by_label("What can be done with this task").click(),
                     person.page.locator(".menu").wait_for())),
    ("properties", "today", ".row", whole_task),
    ("repeat", "today", ".row", lambda person: (whole_task(person), open_repeat(person))),
    ("tags", "today", ".row", lambda person: (whole_task(person), open_tags(person))),
    ("menu", "today", ".row", lambda person: person.row("Water the plants").click(button="right")),
    ("calendar", "today", ".row", lambda person: (person.focus("Water the plants"), person.press("d"))),
    ("palette", "today", ".row", lambda person: person.press("Control+k")),
    ("search", "search", ".search-hint", None),
    ("search-found", "search?q=state%3Aopen+due%3Aany+%22the%22", ".row mark", None),
    ("search-nothing", "search?q=duo%3Azebra", "text=Nothing found", None),
    ("search-filter", "search?q=the", ".row mark",
     lambda person: (person.click("Filter", exact=True), person.choose("Due"))),
    ("selection", "today", ".row", lambda person: (person.focus("Water the plants"), person.press("x"))),
    ("statistics", "statistics", ".shares", None),
    ("statistics-table", "statistics", ".shares",
     lambda person: [button.click() for button in person.page.locator(".as-table:not([hidden]) .way").all()]),
    ("settings", "settings", ".setting", None),
    ("account", "settings/account", ".form", None),
    ("data", "settings/data", "text=Choose a file", None),
    ("apps", "settings/apps", "text=No token yet.", None),
    ("proposals", "settings/proposals", "text=Nothing is proposed", lambda person: proposed(person)),
    ("devices", "settings/devices", "text=This device", None),
    ("add-device", "settings/devices", "text=This device",
     lambda person: (person.click("Add a device"), person.page.locator(".qr svg").wait_for())),
    ("notifications", "settings/notifications", ".coming", None),
    ("sign-in", "sign-in", ".form", None),
    ("pair", "pair", ".form", None),
    ("let-in", "let-in", "text=Show the code", None),
    ("gave-way", "gave-way", "text=Nothing gave way", None),
    ("history", "history", ".change-line", None),
    ("conflicts", "history/conflicts", "text=Nothing gave way, or all", None),
    ("look-back", "history/back", ".preview .strong", None),
    ("review", "review", ".review-way",
     lambda person: (person.page.locator(".review-way .strong").click(),
                     person.page.locator(".review-card").wait_for())),
    ("new-task", "new", ".new-task", None),
    ("capture-ways", "settings/capture", ".steps", None),
    ("widget", "widget", ".widget-row", None),
    ("widget-small", "widget?size=small", ".widget-row",
     lambda person: person.click("What can be done with the widget")),
    ("review-week", "review/week", ".review-none", None),
    ("not-accepted", "not-accepted", "text=Everything was accepted", None),
    ("unsent", "settings/unsent", "text=Everything was sent", None),
    ("erase", "inbox", ".row", lambda person: erase_question(person)),
    ("message", "inbox", ".row", lambda person: message(person)),
    # The last: what rings stays over whatever is looked at after it.
    ("ringing", "today", ".row",
     lambda person: (reminded(person, "Team lunch", 1), card(person, "Team lunch").wait_for())),
]

MAIN_SCREENS = {"today", "inbox", "upcoming", "task", "settings", "message"}


OPENED = ":is(.popover, .detail-body, dialog[open]):visible"
MEASURE = (pathlib.Path(__file__).parent / "measure.js").read_text()


def flow_nothing_for_axe_to_find(world: World):
    found = []
    for size in ("desktop", "phone"):
        person = world.person(size)
        see(person, SCREENS, found)
        if size == "phone":
            narrow(person, found)
    assert not found, "\n".join(found)


@main
def flow_nothing_for_axe_on_the_main_screens(world: World):
    found = []
    see(world.person(), [screen for screen in SCREENS if screen[0] in MAIN_SCREENS], found)
    assert not found, "\n".join(found)


def see(person, screens, found):
    """Looks at the app as somebody finds it first, and at these screens of a furnished day."""
    person.page.get_by_text("Start typing. No account needed.").wait_for()
    person.page.evaluate(AXE_SCRIPT)
    look(person, "first", found)
    furnish(person)
    for name, path, there, deed in screens:
        turn(person, f"list/{person.lists['Home']}" if path == "list" else path)
        person.page.locator(f":is(main, .view, body) >> {there}").first.wait_for()
        if deed:
            deed(person)
        look(person, name, found)
        person.press("Escape", "Escape")


def erase_question(person):
    person.page.locator(".rows .row").first.focus()
    person.press("Delete")
    person.toast("Deleted")
    person.page.locator(".toast .quiet").click()
    turn(person, "deleted")
    person.page.locator(".rows .row").first.click(button="right")
    person.choose("Erase for Good")
    person.page.get_by_label("Type erase to confirm").wait_for()


def proposed(person):
    [one, other] = list(person.on_server().values())[:2]
    actions = [{"action": "update", "id": one["id"], "fields": {"title": "Something else"}},
               {"action": "complete", "id": other["id"]}, {"action": "create", "fields": {"title": "New"}}]
    person.elsewhere("POST", "/v1/proposals", {"note": "A tidy day", "actions": actions})
    turn(person, "settings")
    turn(person, "settings/proposals")
    person.page.locator(".proposal .change").first.wait_for()


def message(person):
    person.page.locator(".rows .row").first.focus()
    person.press("m")
    person.toast("Moved to Tomorrow")


def turn(person, path):
    """To another screen of the page as it is, so that what was loaded into it stays."""
    person.page.evaluate("""(path) => {
      history.pushState({}, "", "/app/" + path);
      dispatchEvent(new PopStateEvent("popstate"));
    }""", path)


# Sheets that others import, as those of the sources are, axe would put into the page as text, which its policy forbids.
AXE = "axe.run({ resultTypes: ['violations'], preload: false }).then((found) => found.violations)"


def look(person, name, found):
    for theme in ("light", "dark"):
        person.page.emulate_media(color_scheme=theme)
        violations = person.page.evaluate(AXE)
        for violation in violations:
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            found.append(f"{name} {person.size} {theme}: {violation['id']} {nodes}")
        keep(person, f"{name}-{person.size}-{theme}")


def keep(person, name):
    """Pictures are made anew only where they are asked for: what is drawn differs with each day."""
    if os.environ.get("DAYBOOK_WRITE_PICTURES"):
        pictures.save(person.page.screenshot(), PICTURES / f"{name}.png")


# What is opened on the first row, since others lie below such a small window.
NARROW_SCREENS = {
    "today": None, "inbox": None, "upcoming": None, "month": None, "week": None, "board": None,
    "region": None, "backlog": None, "past": None,
    "logbook": None, "deleted": None, "list": None, "task": "Enter", "menu": ".", "calendar": "d",
    "palette": "Control+k", "search": None, "search-found": None, "search-nothing": None, "statistics": None,
    "statistics-table": None, "settings": None, "account": None, "data": None, "apps": None, "notifications": None,
    "devices": None, "sign-in": None, "pair": None, "let-in": None, "gave-way": None, "history": None, "conflicts": None,
    "look-back": None, "review": None, "review-week": None, "widget": None, "new-task": None,
    "capture-ways": None, "unsent": None,
}


def flow_narrow_screens_with_large_text(world: World):
    """At 320 pixels and twice the text size words stay words, and nothing lies on something else or is cut."""
    person = world.person("phone")
    furnish(person)
    person.page.set_viewport_size(NARROW)
    person.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name, path, there, _ in (screen for screen in SCREENS if screen[0] in NARROW_SCREENS):
        turn(person, f"list/{person.lists['Trip to Lisbon']}" if path == "list" else path)
        person.page.locator(f":is(main, .view, body) >> {there}").first.wait_for()
        if key := NARROW_SCREENS[name]:
            person.page.locator(".rows .row").first.focus()
            person.press(key)
            person.page.locator(OPENED).wait_for()
        # Rows that have become higher push the others down a frame later.
        until(lambda: person.page.evaluate(MEASURE), name, [])
        keep(person, f"narrow-{name}")
        person.press("Escape")
        until(lambda: person.page.locator(OPENED).count(), "what is still open", 0)


def narrow(person, found):
    """At 320 pixels and with text twice as large nothing scrolls sideways, nor from right to left."""
    person.page.set_viewport_size(NARROW)
    person.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for path, there in (("today", ".row"), ("upcoming", ".row"), ("settings", ".setting"), ("sign-in", ".form")):
        for direction in ("ltr", "rtl"):
            turn(person, path)
            person.page.locator(f".scroller >> {there}").first.wait_for()
            person.page.evaluate("(dir) => document.documentElement.dir = dir", direction)
            person.page.locator(".scroller").first.wait_for()
            wide = person.page.evaluate(
                "(() => { const it = document.querySelector('.scroller'); return it.scrollWidth - it.clientWidth; })()")
            if wide > 0:
                found.append(f"{path} {direction}: {wide} pixels too wide")
