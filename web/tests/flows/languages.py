"""The app in the language of its browser or in the one that was chosen, and with words of any length and direction."""

import re

from furnish import furnish
from looks import turn
from world import PATIENCE, main, until

# Where German comes from: a file of the built app, or one of the sources.
GERMAN = re.compile(r"/(?:a|words)/de(?:-later)?(?:\.\w+)?\.js$")
LANGUAGE = "document.documentElement.lang"
KEPT = """caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((all) => all.flat().filter(({ url }) => /\\/de(-later)?\\./.test(url)).length)"""


def asked(person):
    """The files of German that this browser asks for from now on."""
    paths = []
    person.page.on("request", lambda request: paths.append(request.url))
    return lambda: [path for path in paths if GERMAN.search(path)]


@main
def flow_german_where_the_browser_is_german(world):
    somebody = world.person(locale="de-DE")
    page = somebody.page
    page.get_by_text("Schreib einfach los.").wait_for()
    assert page.evaluate(LANGUAGE) == "de"
    page.get_by_label("Eingabefeld für Aufgaben").click()
    somebody.type("Milch")
    somebody.press("Enter")
    somebody.shows("Milch")
    assert page.get_by_role("heading", level=1).inner_text() == "Heute"
    [device] = somebody.elsewhere("GET", "/v1/devices")["devices"]
    assert device["name"] == "Chrome unter Linux", device
    manifest = page.request.get(page.locator("link[rel=manifest]").evaluate("(it) => it.href")).json()
    assert (manifest["lang"], manifest["shortcuts"][0]["name"]) == ("de", "Neue Aufgabe")
    # What was chosen wins over the browser, at once and from then on.
    somebody.go("settings")
    choose(somebody, "Sprache", "English")
    page.get_by_role("heading", name="Settings").wait_for()
    assert page.evaluate(LANGUAGE) == "en"
    here, everywhere = [page.get_by_role("region", name=name, exact=True).locator(".note").inner_text()
                        for name in ("Parts of the day", "Rules for the parts of the day")]
    assert (here, everywhere) == ("For this browser only.", "The same on all your devices.")
    words = asked(somebody)
    somebody.go("today")
    page.get_by_label("Task input field").wait_for()
    somebody.shows("Milch")
    assert words() == []


def flow_german_without_a_network(world):
    """After one visit, and with the next version of the app too."""
    worker, shell = world.app / "sw.js", world.app / "index.html"
    if not worker.exists():
        return  # the sources are not installed
    somebody = world.person(locale="de-AT")
    page = somebody.page
    page.get_by_label("Eingabefeld für Aufgaben").click()
    somebody.type("Milch")
    somebody.press("Enter")
    somebody.is_sent("Milch")
    somebody.is_installed()
    until(lambda: page.evaluate(KEPT), "German on the device", 2)
    with world.without_server():
        page.reload()
        somebody.shows("Milch")
        somebody.go("settings")
        page.get_by_role("heading", name="Einstellungen").wait_for()
    version, kept = page.evaluate("document.documentElement.dataset.version"), (worker.read_text(), shell.read_text())
    try:
        worker.write_text(kept[0].replace(version, "another0002"))
        shell.write_text(kept[1].replace(version, "another0002"))
        page.evaluate("navigator.serviceWorker.getRegistration('/app/').then((one) => one.update()).then(() => true)")
        somebody.toast("Eine neue Version ist bereit.")
        with world.without_server():
            somebody.click("Neu laden")
            page.locator("html[data-version=another0002][lang=de]").wait_for(state="attached")
            until(lambda: page.evaluate(KEPT), "German of one version on the device", 2)
            somebody.go("settings")
            page.get_by_role("heading", name="Einstellungen").wait_for()
    finally:
        worker.write_text(kept[0])
        shell.write_text(kept[1])


def flow_english_loads_no_other_language(world):
    somebody = world.person(locale="en-US", path=None)
    words = asked(somebody)
    somebody.go("today")
    somebody.add("Milk")
    for path, name in (("settings", "Settings"), ("history", "History"), ("review", "Review")):
        turn(somebody, path)
        somebody.page.get_by_role("heading", level=1, name=name).wait_for()
    is_installed = (world.app / "sw.js").exists()
    if is_installed:
        somebody.is_installed()
        until(lambda: somebody.page.evaluate(KEPT), "German on the device", 0)
    assert words() == []
    # A draft and the tasks are there after the choice, which is German at once and offline.
    turn(somebody, "today")
    somebody.page.get_by_label("Task input field").fill("Half a thought")
    turn(somebody, "settings")
    choose(somebody, "Language", "Deutsch")
    somebody.page.get_by_role("heading", name="Einstellungen").wait_for()
    assert words() != []
    if is_installed:
        until(lambda: somebody.page.evaluate(KEPT), "German on the device", 2)
    somebody.go("today")
    somebody.shows("Milk")
    until(lambda: somebody.page.get_by_label("Eingabefeld").input_value(), "the draft", "Half a thought")


def flow_a_language_that_does_not_come(world):
    somebody = without_worker(world)
    somebody.page.route(GERMAN, lambda route: route.abort())
    somebody.go("settings")
    choose(somebody, "Language", "Deutsch")
    somebody.toast("This language cannot be loaded now.")
    pressed = somebody.page.locator("[aria-label=Language] [aria-pressed=true]")
    until(pressed.inner_text, "what is chosen", "As the browser")
    # Nor does a browser that is German stay without words.
    other = without_worker(world, locale="de")
    other.page.route(GERMAN, lambda route: route.abort())
    other.go("today")
    other.page.get_by_label("Task input field").wait_for()
    assert other.page.evaluate(LANGUAGE) == "en"


def without_worker(world, **options):
    """Somebody whose requests a test can answer: a service worker would make some of them itself."""
    person = world.person(path=None, **options)
    person.context.add_init_script("delete Navigator.prototype.serviceWorker")
    return person


def choose(person, group, language):
    person.page.get_by_role("group", name=group, exact=True).get_by_role("button", name=language).click()


# Words of German with nearly half as many letters again. A module that has a `then` is what that hands out.
LONG = """
import * as plain from "./%s?plain";
const keys = new Set(["direction", "formats", "expiries"]);
const longer = (value) => value.replace(/\\p{L}+/gu, (word) => word + "ö".repeat(Math.ceil(word.length * 0.4)));
const long = (value, name) => {
  if (keys.has(name)) return value;
  if (typeof value === "string") return longer(value);
  if (typeof value === "function") return (...all) => long(value(...all));
  if (Array.isArray(value)) return value.map((one) => long(one));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, long(one, name)]));
};
export const then = (resolve) => resolve(long(plain));
"""

WIDE = """() => {
  const all = [document.documentElement, ...document.querySelectorAll(".scroller, .sidebar, dialog[open], .popover")];
  return all.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} in ${one.clientWidth}`);
}"""

# Where long words stand closest, what has to be there, and a key that opens something on the first row.
WIDE_SCREENS = [
    ("today", ".row", None), ("today", ".row", "."), ("today", ".row", "Enter"), ("upcoming", ".row", None),
    ("board", ".card-of-day", None), ("search?q=the", ".row mark", None), ("statistics", ".shares", None),
    ("history", ".change-line", None), ("review", ".review-way", None), ("past", ".row", None),
    ("settings", ".setting", None),
    ("settings/account", ".form", None), ("settings/notifications", ".coming", None), ("sign-in", ".form", None),
]


def flow_words_of_any_length_and_direction(world):
    """With long words, from left to right and from right to left, nothing scrolls sideways."""
    person = without_worker(world)
    page, found = person.page, []
    person.go("today")
    furnish(person)
    page.route(
        GERMAN, lambda route: route.fulfill(
            content_type="text/javascript", body=LONG % route.request.url.rsplit("/", 1)[1]))
    turn(person, "settings")
    choose(person, "Language", "Deutsch")
    page.get_by_role("heading", name="Einstellungenö").wait_for()
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for path, there, key in WIDE_SCREENS:
            turn(person, path)
            page.locator(f".screen >> {there}").first.wait_for()
            if key:
                page.locator(".rows .row").first.focus()
                person.press(key)
                page.locator(":is(.popover, .detail-body):visible").first.wait_for(timeout=PATIENCE * 1000)
            for direction in ("ltr", "rtl"):
                page.evaluate("(direction) => document.documentElement.dir = direction", direction)
                found += [f"{path} {key or ''} {direction} {width}: {wide}" for wide in page.evaluate(WIDE)]
            person.press("Escape", "Escape")
    assert not found, "\n".join(found)
