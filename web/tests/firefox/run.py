#!/usr/bin/env python3
"""The main flows in Firefox, against a real server."""

import os
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(ROOT / "Tests/Documents"), str(ROOT / "Tests/Support")]
from box import Box  # noqa: E402
from marionette import Firefox  # noqa: E402

PATIENCE = 60

# By their addresses, with what stands above each.
SCREENS = {
    "inbox": "Inbox", "upcoming": "Upcoming", "logbook": "Logbook", "deleted": "Recently deleted", "board": "Board",
    "backlog": "Backlog", "statistics": "Analytics", "review": "Review", "settings": "Settings",
    "settings/account": "Account", "settings/data": "Export and import", "settings/apps": "Apps and access",
    "settings/devices": "Devices", "settings/notifications": "Notifications", "settings/unsent": "Not sent yet",
    "history/back": "History", "sign-in": "Sign in", "pair": "Join another device",
    "let-in": "Let a terminal in",
}


def until(look, about, wanted=True):
    end = time.monotonic() + PATIENCE
    while (seen := look()) != wanted:
        if time.monotonic() > end:
            raise AssertionError(f"{about}: {seen!r}, and not {wanted!r}")
        time.sleep(0.03)


class Screen:
    def __init__(self, fox, address):
        self.fox, self.address = fox, address

    def go(self, path=""):
        self.fox.go(f"{self.address}/app/{path}")

    @property
    def titles(self):
        return self.fox.run("return [...document.querySelectorAll('.rows .row:not([aria-busy]) .title')].map((title) => title.textContent)")

    def has(self, *titles):
        until(lambda: self.titles, "the tasks", list(titles))

    def shows(self, text):
        until(lambda: self.fox.run("return document.body.innerText.includes(arguments[0])", text), text)

    def state(self, title):
        return self.fox.run("""
          const row = [...document.querySelectorAll(".rows .row")].find((one) => one.innerText.includes(arguments[0]));
          return row?.ariaBusy ? null : row?.dataset.state ?? null;""", title)

    def focus(self, title):
        self.fox.run("""
          [...document.querySelectorAll(".rows .row")].find((one) => one.innerText.includes(arguments[0])).focus();""", title)

    def field(self):
        self.fox.run("document.querySelector('.capture .field').focus()")

    def middle(self, selector):
        return self.fox.run("""
          const box = document.querySelector(arguments[0]).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];""", selector)


def flow_write_down_do_and_take_back(screen):
    screen.go("today")
    screen.shows("Start typing. No account needed.")
    screen.field()
    for title in ("One", "Two", "Three"):
        screen.fox.type(title)
        screen.fox.press("Enter")
    screen.has("One", "Two", "Three")
    screen.focus("Two")
    screen.fox.press("Space")
    until(lambda: screen.state("Two"), "the state", "active")
    screen.fox.press("Shift+Space")
    until(lambda: screen.state("Two"), "the state", "completed")
    screen.has("One", "Three", "Two")
    screen.focus("One")
    screen.fox.press("m")
    screen.has("Three", "Two")
    screen.fox.press("Control+z")
    screen.has("One", "Three", "Two")


def flow_drag(screen):
    x, y = screen.middle(".rows .row:nth-child(2)")
    _, up = screen.middle(".rows .row:nth-child(1)")
    screen.fox.mouse(("move", x, y), ("down",), ("move", x, y - 10), ("move", x, up - 10), ("move", x, up - 12), ("up",))
    screen.has("Three", "One", "Two")


def flow_detail_and_menu(screen):
    screen.focus("Three")
    screen.fox.press("Enter")
    until(lambda: screen.fox.run("return document.querySelector('#detail-notes') !== null"), "the detail")
    screen.fox.run("document.querySelector('#detail-notes').focus()")
    screen.fox.type("Notes of three")
    screen.fox.press("Escape")
    until(lambda: screen.fox.run("return location.pathname"), "the address", "/app/today")
    screen.focus("Three")
    screen.fox.press(".")
    screen.shows("Choose Date...")
    screen.fox.press("Escape")


def flow_nothing_is_lost_when_the_browser_is_killed(screen):
    screen.field()
    screen.fox.type("Last words")
    screen.fox.press("Enter")
    screen.has("Three", "One", "Last words", "Two")
    screen.fox.kill()
    screen.fox.begin()
    screen.go("today")
    screen.has("Three", "One", "Last words", "Two")


def flow_offline_from_the_service_worker(screen):
    is_installed = not os.environ.get("DAYBOOK_WEB_DIR")  # sources are not
    if is_installed:
        until(lambda: screen.fox.run("return navigator.serviceWorker.controller !== null"), "the service worker is in charge")
    screen.world.shell("stop_server", check=True)
    try:
        if is_installed:
            screen.go("today")
        screen.has("Three", "One", "Last words", "Two")
        screen.field()
        screen.fox.type("Without a server")
        screen.fox.press("Enter")
        screen.has("Three", "One", "Last words", "Without a server", "Two")
    finally:
        screen.world.shell("start_server", check=True)


def flow_what_was_done_is_counted(screen):
    screen.go("statistics")
    screen.shows("1 task completed today")
    until(lambda: screen.fox.run("return document.querySelectorAll('.statistics svg').length > 3"), "the pictures")


def flow_words_find_a_task(screen):
    screen.go("search?q=last")
    screen.has("Last words")
    until(lambda: screen.fox.run("return document.querySelector('.row mark')?.textContent"), "what is marked", "Last")


def flow_a_change_is_undone_in_the_history(screen):
    screen.go("history")
    screen.shows("Completed")
    screen.fox.run("""
      [...document.querySelectorAll(".change-line")].find((line) => line.innerText.includes("Completed"))
        .querySelector(".way").click();""")
    screen.go("today")
    until(lambda: screen.state("Two"), "the state", "active")


def flow_every_screen_opens(screen):
    screen.fox.run("window.errors = []; addEventListener('error', ({ message }) => window.errors.push(message));")
    for path, name in SCREENS.items():
        screen.fox.run("""
          history.pushState({}, "", "/app/" + arguments[0]);
          dispatchEvent(new PopStateEvent("popstate"));""", path)
        until(lambda: screen.fox.run(
            "return [...document.querySelectorAll('h1')].some((it) => it.innerText.includes(arguments[0]))", name), name)
    assert screen.fox.run("return window.errors") == []


def flow_nothing_hurts_the_policy(screen):
    assert screen.fox.run("""
      try { document.createElement("div").innerHTML = "<b>x</b>"; } catch { return true; }
      return document.querySelector("b") === null;"""), "markup from text"


def main():
    failed, began = 0, time.monotonic()
    box = Box()
    if sources := os.environ.get("DAYBOOK_WEB_DIR"):
        box.environment["DAYBOOK_WEB_DIR"] = str(ROOT / sources)
    else:
        box.environment["DAYBOOK_WEB_DIR"] = str(ROOT / "web/out")
    box.shell("start_server", check=True)
    fox = Firefox()
    screen = Screen(fox, box.environment["SERVER"])
    screen.world = box
    flows = [(name, flow) for name, flow in globals().items() if name.startswith("flow_")]
    try:
        for name, flow in flows:
            start = time.monotonic()
            try:
                flow(screen)
                print(f"ok     firefox.{name.removeprefix('flow_')} ({time.monotonic() - start:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED firefox.{name.removeprefix('flow_')}\n{traceback.format_exc(limit=-3)}", flush=True)
    finally:
        fox.close()
        box.close()
        Box.forget_template()
    print(f"firefox: {len(flows)} flows, {failed} failed, {time.monotonic() - began:.1f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
