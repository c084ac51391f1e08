"""What flows are told with: one real server, and people in real browsers. A flow fails where the page reports an error,
a request leaves the origin, or the content policy is hurt, whatever else it looked at."""

import contextlib
import copy
import datetime
import os
import pathlib
import random
import shutil
import sys
import time
import urllib.error

from playwright.sync_api import Error, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests/Documents"), str(ROOT / "Tests/Support")]
from box import Box  # noqa: E402
from clock import ZONE, day_of, today  # noqa: E402, F401
from disk import EVERYTHING, TOKEN, with_disk  # noqa: E402

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 800)}
PATIENCE = float(os.environ.get("DAYBOOK_FLOW_PATIENCE", "60"))
# A name of another machine, as far as browsers know: over plain HTTP they trust it less than this one.
PLAIN = "daybook.test"
SEED = int(os.environ.get("DAYBOOK_SEED") or random.randrange(1 << 32))

# Messages stay, however slow the machine is that looks for them. What is said after a first task has a flow of its own.
STAY = """
try {
  localStorage["daybook-preferences"] ??= JSON.stringify({ messages: "stay", firstMinute: true });
} catch { /* about:blank has none */ }
"""

# What hurts the policy in a page. In a worker it is told on the console, which is heard too. And a page in another zone
# than the flows' would find other days than they look for.
WATCH = f"""
addEventListener("securitypolicyviolation", (event) =>
  console.error("policy hurt: " + event.violatedDirective + " " + event.blockedURI));
if (Intl.DateTimeFormat().resolvedOptions().timeZone !== "{ZONE}")
  console.error("the page's zone is " + Intl.DateTimeFormat().resolvedOptions().timeZone);
"""


def main(flow):
    """Marks a flow that each change has to pass: together they touch everything once."""
    flow.is_main = True
    return flow


def walks(*screens, by):
    """Marks a flow that goes through these screens with a mouse, by touch, or by keys alone; of each way every screen
    has one (../house/walks.test.js)."""
    def marked(flow):
        flow.walks = [(screen, by) for screen in screens]
        return flow
    return marked


def until(look, about, wanted=True, patience=PATIENCE):
    """Looks again until it is as wanted; says what was seen last where it never is."""
    end = time.monotonic() + patience
    while True:
        try:
            seen = look()
        except Error as error:
            # The page goes elsewhere while it is looked at.
            if "context was destroyed" not in str(error):
                raise
            seen = "between two pages"
        if seen == wanted:
            return seen
        if time.monotonic() > end:
            raise AssertionError(f"{about}: {seen!r}, and not {wanted!r}")
        time.sleep(0.02)


def looks_done(circle):
    """Whether a circle is filled as that of something completed, whatever the pointer does."""
    return circle.evaluate("""(circle) => {
      const filled = document.createElement("i");
      filled.style.backgroundColor = "var(--fill)";
      circle.append(filled);
      const [wanted, seen] = [filled, circle.querySelector(".ring")].map((it) => getComputedStyle(it).backgroundColor);
      filled.remove();
      return seen === wanted;
    }""")


def app_folder(box):
    """The files that `make web` made, in a folder of their own, so that a flow can bring a new version; or the sources,
    where somebody works on them."""
    if sources := os.environ.get("DAYBOOK_WEB_DIR"):
        folder = ROOT / sources
    else:
        folder = box.folder / "web"
        shutil.copytree(ROOT / "web/out", folder)
    box.environment["DAYBOOK_WEB_DIR"] = str(folder)
    return folder


class World:
    """The server and the browser of one run."""

    def __enter__(self):
        self.random = random.Random(SEED)
        self.box = Box()
        self.app = app_folder(self.box)
        self.box.shell("start_server", check=True)
        self.address = self.box.environment["SERVER"]
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none",
                  f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"],
            # The whole browser lives there, from the first word of each of its processes on.
            env={**os.environ, "TZ": ZONE})
        self.people = []
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()
        self.box.close()
        Box.forget_template()

    @property
    def plain_address(self):
        return self.address.replace("127.0.0.1", PLAIN)

    def person(self, size="desktop", theme="light", path="today", **more):
        person = Person(self, size, theme, **more)
        self.people.append(person)
        if path is not None:
            person.go(path)
        return person

    def end_flow(self):
        """Everybody leaves; what went wrong without being asked about is told now."""
        people, self.people = self.people, []
        faults = [fault for person in people for fault in person.faults]
        for person in people:
            person.context.close()
        assert not faults, faults

    @contextlib.contextmanager
    def without_server(self):
        self.box.shell("stop_server", check=True)
        try:
            yield
        finally:
            self.box.shell("start_server", check=True)

    def ask(self, token, method, path, body=None):
        """A request of another device of somebody."""
        return self.box.ask(method, path, body, token)


class Person:
    """Somebody in front of a browser of their own."""

    def __init__(self, world, size="desktop", theme="light", address=None, **options):
        width, height = SIZES[size]
        self.world, self.size, self.address = world, size, address or world.address
        touch = size == "phone"
        self.context = world.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, has_touch=touch, is_mobile=touch,
            reduced_motion="reduce", **{"locale": "en-GB", **options})
        self.context.add_init_script(WATCH + STAY)
        self.context.on("request", self._asked)
        self.faults = []
        # Whether a flow answers itself what the browser asks.
        self.answers = False
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self._watch(self.page)

    def another_tab(self):
        """The same person in a second tab of the same browser."""
        other = copy.copy(self)
        other.page = self.context.new_page()
        other.page.set_default_timeout(PATIENCE * 1000)
        other._watch(other.page)
        return other

    def _watch(self, page):
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._said)
        page.on("dialog", self._is_asked)

    def _is_asked(self, dialog):
        """Whoever goes on before the disk has answered is asked whether they leave; flows are as quick as that."""
        if self.answers:
            return
        if dialog.type == "beforeunload":
            dialog.accept()
        else:
            dialog.dismiss()

    def _said(self, message):
        # A request that fails is told by the browser itself; what the app makes of it is what flows look at.
        # Without HTTPS a browser ignores the header that keeps windows apart, and says so.
        # A window of a test is a private one, and has no push service.
        expected = ("Failed to load resource", "The Cross-Origin-Opener-Policy header has been ignored",
                    "Chrome currently does not support the Push API in incognito mode")
        if "DAYBOOK_WEB_DIR" in os.environ:
            # The sources have no service worker.
            expected += ("A bad HTTP response code (404) was received when fetching the script.",)
        if message.type in ("error", "warning") and not message.text.startswith(expected):
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request):
        if not request.url.startswith((self.address, "blob:", "data:")):
            self.faults.append(f"left the origin: {request.url}")

    # Going about.

    def go(self, path=""):
        self.page.goto(f"{self.address}/app/{path}")

    @property
    def path(self):
        return self.page.evaluate("location.pathname").removeprefix("/app/")

    def at(self, path):
        until(lambda: self.path, "the address", path)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def press_at_once(self, *keys):
        """Keys that come faster than anything can be answered in between."""
        keys = [{"key": key.split("+")[-1], "ctrlKey": key.startswith("Control+")} for key in keys]
        self.page.evaluate("""(keys) => {
          for (const key of keys) {
            const how = { ...key, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", how));
          }
        }""", keys)

    def type(self, text):
        self.page.keyboard.type(text)

    def click(self, name, role="button", **more):
        self.page.get_by_role(role, name=name, **more).first.click()

    def choose(self, name):
        """An entry of the menu that is open."""
        self.page.locator(".menu-item", has_text=name).first.click()

    # Tasks.

    def add(self, *titles):
        field = self.page.get_by_label("Task input field")
        field.click()
        for title in titles:
            self.type(title)
            self.press("Enter")
        self.shows(titles[-1])

    @property
    def titles(self):
        """As they stand on the screen, from top to bottom, without what the disk does not have yet."""
        return self.page.evaluate(
            "[...document.querySelectorAll('.rows .row:not([aria-busy]) .title')].map((title) => title.textContent)")

    def has(self, *titles):
        until(lambda: self.titles, "the tasks", list(titles))

    def shows(self, *titles):
        until(lambda: [title for title in titles if title not in self.titles], "tasks that are missing", [])

    def row(self, title):
        return self.page.locator(".rows .row").filter(has=self.page.get_by_text(title, exact=True))

    def circle(self, title):
        return self.row(title).locator(".circle")

    def state(self, title):
        """As the disk has it; None while that is on its way."""
        return self.row(title).evaluate("(row) => row.ariaBusy ? null : row.dataset.state")

    def is_in(self, title, state):
        until(lambda: self.state(title), f"the state of {title}", state)

    def focus(self, title):
        self.row(title).focus()

    def toast(self, text):
        self.page.locator(".toast", has_text=text).wait_for()

    @property
    def said(self):
        return self.page.evaluate("document.querySelector('[role=status].unseen').textContent.trim()")

    def hears(self, text):
        until(lambda: self.said, "what is said", text)

    def gathers(self, things, count, about):
        """Waits for what listeners put into a list: they are called while the page is asked something."""
        until(lambda: self.page.evaluate("0") or len(things) >= count, about)

    def is_installed(self):
        """The app is on the device, so that it opens without the server."""
        controlled = "navigator.serviceWorker.controller !== null"
        until(lambda: self.page.evaluate(controlled), "the service worker is in charge")

    # What the server has.

    @property
    def token(self):
        """Of this browser, as it lies on its disk."""
        return with_disk(self.page, TOKEN)

    @property
    def on_disk(self):
        """Everything that this browser's database holds, as text."""
        return with_disk(self.page, EVERYTHING)

    def has_account(self):
        until(lambda: self.token is not None, "an account")
        return self.token

    def on_server(self):
        """The open and completed tasks of the account, by title."""
        tasks, token, page = {}, self.token, ""
        # A page of long notes ends before its limit.
        while token is not None and page is not None:
            answer = self.world.ask(token, "GET", "/v1/tasks?limit=500" + page)
            tasks.update((task["title"], task) for task in answer["tasks"])
            page = answer["nextCursor"] and "&cursor=" + answer["nextCursor"]
        return tasks

    def is_sent(self, title, **fields):
        """The server has the task, and these fields of it."""
        def look():
            try:
                task = self.on_server().get(title)
            except urllib.error.HTTPError as error:
                # The app may just be renewing the token that was read.
                if error.code != 401:
                    raise
                return None
            return task and {name: task.get(name) for name in fields}
        until(look, f"{title} on the server", fields)

    def elsewhere(self, method, path, body=None):
        """Something that another device of the account does."""
        return self.world.ask(self.has_account(), method, path, body)

    @property
    def today(self):
        return today()

    def day(self, days):
        return (self.today + datetime.timedelta(days=days)).isoformat()
