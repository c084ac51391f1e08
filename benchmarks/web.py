#!/usr/bin/env python3
"""The web app's budgets in a real browser, on an account of 10,000 tasks. `--write` puts them into results.md with their
date; `--check` fails where twice a budget is passed, which is what CI allows."""

import argparse
import datetime
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import types

from daybench import report
from daybench.clients import operation
from daybench.figures import percentile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "web/tests/flows"), str(ROOT / "web/tests/proofs"), str(ROOT / "Tests/Documents")]
import floor_page  # noqa: E402
from bench import BadNetwork  # noqa: E402
from box import Box, PROGRAM  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from world import ZONE, Person, World, until  # noqa: E402

TASKS = 10_000
MARK = """
addEventListener("DOMContentLoaded", () => {
  const times = globalThis.marks = {};
  const see = () => {
    if (!times.field && document.querySelector(".capture .field")) times.field = performance.now();
    if (!times.rows && document.querySelector(".rows .row")) times.rows = performance.now();
    // What is measured later has no frames but its own.
    if (!times.field || !times.rows) requestAnimationFrame(see);
  };
  see();
});
"""


class Bench:
    """A browser whose profile is kept between starts, and a server with one large account."""

    ask = World.ask

    def __init__(self):
        self.box = Box()
        # More than an account that nobody signs in to may have.
        self.box.environment["DAYBOOK_UNCLAIMED_TASKS"] = "20000"
        # The files are served with their coded forms only where they are compiled in.
        self.box.shell("start_server", check=True)
        self.address = self.box.environment["SERVER"]
        self.profile = tempfile.mkdtemp(prefix="web-bench-")
        self.playwright = sync_playwright().start()
        self.people = []
        self.lines = []
        self.load = os.getloadavg()[0]
        self.start()

    def start(self):
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"],
            viewport={"width": 1280, "height": 800}, timezone_id=ZONE, locale="en-GB")
        self.context.add_init_script(MARK)
        self.page = self.context.pages[0]

    def close(self):
        self.context.close()
        self.playwright.stop()
        self.box.close()
        Box.forget_template()

    def spread(self, what, times, budget, limit):
        """The median, and the p95 beside its budget."""
        self.measured(f"{what}, p50", percentile(times, 0.5), "")
        self.measured(f"{what}, p95", percentile(times, 0.95), budget, limit)

    def measured(self, what, figure, budget, limit=None, unit="ms"):
        """`limit` is the budget as a number; without one the row only tells."""
        is_met = None if limit is None else figure <= limit
        self.lines.append((what, figure, unit, budget, limit, is_met))
        print(f"{what}: {figure:,.1f} {unit} ({budget})", flush=True)


class Somebody(Person):
    """Somebody in the bench's browser."""

    def __init__(self, bench):
        self.world, self.size, self.faults, self.address = bench, "desktop", [], bench.address
        self.context, self.page = bench.context, bench.page


def first_visit(bench):
    """What comes over the wire until the app can be used, by the browser's own count."""
    session = bench.context.new_cdp_session(bench.page)
    session.send("Network.enable")
    sizes, names = {}, {}
    session.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    bench.page.goto(f"{bench.address}/app/today")
    bench.page.get_by_text("Start typing. No account needed.").wait_for()
    names = {request: url for request, url in names.items() if "/app/" in url}
    shell = sum(sizes.get(request, 0) for request, url in names.items() if not url.endswith(".wasm") and "keeper" not in url)
    # What the keeper fetches, the page's session does not see.
    behind = sum(file.stat().st_size for name in ("keeper", "core") for file in (ROOT / "web/out/a").glob(f"{name}.*.br"))
    bench.measured("first visit, shell", shell / 1000, "60 KB", 60, "KB")
    bench.measured("first visit, in all, with keeper and core", (shell + behind) / 1000, "320 KB", 320, "KB")
    bench.measured("first visit, requests of the page", len(names), "8", 8, "")


def fill(bench, somebody):
    somebody.add("The first of many")
    token = somebody.has_account()
    somebody.is_sent("The first of many")
    today = somebody.today
    for part in range(0, TASKS, 500):
        ops = []
        for number in range(part, part + 500):
            kind = number % 20
            day = 0 if kind < 3 else None if kind < 12 else 1 + number % 60
            date = None if day is None else (today + datetime.timedelta(days=day)).isoformat()
            title = f"Task {number}" + (" with a long title that needs a second line on most screens, and says so" if number % 7 == 0 else "")
            ops.append(operation({"title": title, "scheduledDate": date}, at=f"{today}T00:00:00.000Z"))
        bench.ask(token, "POST", "/v1/sync", {"ops": ops})
    until(lambda: somebody.page.evaluate("document.querySelectorAll('.nav-count')[2]?.textContent ?? ''") != "", "counts", True, 60)
    until(lambda: inbox(somebody.page), "everything is here", TASKS * 9 // 20, 120)


def inbox(page):
    return int(page.evaluate("document.querySelector('.nav-count')?.textContent ?? '0'").replace(",", ""))


def warm_start(bench, cpu=1):
    painted, live, field = [], [], []
    page = bench.page
    slowed = floor_page.Slowed(bench.context, [page], cpu)
    for _ in range(5):
        # Nobody starts the app anew before the last start came to rest, which is when its picture is kept for the next.
        page.wait_for_timeout(4000)
        page.goto("about:blank")
        page.goto(f"{bench.address}/app/today", wait_until="commit")
        until(lambda: page.evaluate("globalThis.marks?.rows ?? 0") > 0, "rows", True, 60)
        until(lambda: page.evaluate("performance.getEntriesByName('live')[0]?.startTime ?? 0") > 0, "the live list", True, 60)
        marks = page.evaluate("({...globalThis.marks, live: performance.getEntriesByName('live')[0].startTime})")
        painted.append(marks["rows"])
        field.append(marks["field"])
        live.append(marks["live"])
    slowed.end()
    return min(painted), min(live), min(field)


def reactions(bench, somebody, cpu=1):
    """In turns with the floor; the goal is told in floors."""
    page = somebody.page
    floor = floor_page.beside(bench.context, page)
    slowed = floor_page.Slowed(bench.context, [page, floor], cpu)
    slowly = "" if cpu == 1 else f", processor {cpu} times slower"

    def spans(here, key, times, prepare):
        here.bring_to_front()
        here.evaluate("globalThis.spans = []; globalThis.kept = []")
        for number in range(times):
            title, row = prepare(here, number)
            here.evaluate(floor_page.WANTED, [key, title, row])
            here.keyboard.press(key)
            until(lambda: here.evaluate("Math.min(globalThis.spans.length, globalThis.kept.length)") > number, "an answer")
        return here.evaluate("[globalThis.spans, globalThis.kept]")

    def write(here, number):
        title = f"New {random.randrange(1 << 30)}"
        if number == 0:
            here.locator("[aria-label='Task input field']").click()
        here.keyboard.type(title)
        return title, None

    def choose(here, _):
        return None, here.evaluate(floor_page.CHOOSE)

    for what, key, prepare in (("Enter to painted", "Enter", write), ("state change to painted", " ", choose)):
        app, kept, empty = [], [], []
        for _ in range(5):
            for all_of_them, some in zip((app, kept), spans(page, key, 20, prepare)):
                all_of_them += some
            empty += spans(floor, key, 20, prepare)[0]
        slowest = 16 if cpu == 1 else 50
        bench.spread(f"{what}{slowly}", app, f"{slowest} ms", slowest)
        for name, share, most in (("p50", 0.5, 1.5), ("p95", 0.95, 2)):
            floors = percentile(app, share) / percentile(empty, share)
            bench.measured(f"{what}{slowly}, {name}, in floors", floors, f"{most}", most, "")
        bench.measured(f"{what.removesuffix('painted')}kept on the disk{slowly}, p50", percentile(kept, 0.5), "")
    slowed.end()
    floor.close()
    page.bring_to_front()


def view_changes(bench, somebody):
    page = somebody.page
    times = page.evaluate("""async () => {
      const times = [];
      for (let turn = 0; turn < 60; turn += 1) {
        const kind = ["inbox", "today", "upcoming"][turn % 3];
        const from = performance.now();
        document.querySelector(`.sidebar [data-drop=${kind}]`).click();
        await new Promise((done) => {
          const look = () => document.querySelector(`.view-${kind} .row`)
            ? requestAnimationFrame(() => setTimeout(done)) : requestAnimationFrame(look);
          look();
        });
        times.push(performance.now() - from);
      }
      return times;
    }""")
    bench.spread("view change", times, "50 ms", 50)


# From what a person does to the task after the frame that shows it.
SHOWN = """async ([keys, text, selector]) => {
  const isThere = () => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text ?? ""));
  const shown = new Promise((done) => {
    const found = () => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(done));
    };
    const observer = new MutationObserver(found);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const from = performance.now();
  for (const key of keys) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
  if (text) {
    const field = document.querySelector(".search-field .field");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  await shown;
  return performance.now() - from;
}"""


def screens(bench, somebody):
    """Of a search what is found first, the board, and the numbers as they were told last."""
    page = somebody.page
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage["daybook-preferences"] ?? "{}");
      localStorage["daybook-preferences"] = JSON.stringify({ ...kept, dayParts: true });
    }""")
    page.goto(f"{bench.address}/app/today")
    page.locator(".view-today .row").first.wait_for()

    def opened(keys, selector):
        page.evaluate("document.activeElement.blur()")
        time = page.evaluate(SHOWN, [keys, None, selector])
        page.evaluate("document.activeElement.blur()")
        page.evaluate(SHOWN, [["2"], None, ".view-today .row"])
        return time

    for what, keys, selector in (("board", ["g", "b"], ".card-of-day"), ("statistics", ["g", "s"], ".statistics .trend .quieter")):
        # What is loaded when somebody first goes there is here then.
        opened(keys, selector)
        bench.spread(what, [opened(keys, selector) for _ in range(20)], "50 ms", 50)
    page.evaluate(SHOWN, [["/"], None, ".view-search"])
    found = ".view-search .rows .title"
    times = [page.evaluate(SHOWN, [[], f"Task {1000 + number * 17}", found]) for number in range(20)]
    bench.spread("search, from typed to the first find", times, "30 ms", 30)
    page.locator(".sidebar [data-drop=today]").click()


def frames(bench, somebody, name, begin, step, end):
    """Frames while something moves under the browser's own input."""
    page = somebody.page
    page.evaluate("""() => {
      const times = globalThis.frames = [];
      let last = performance.now();
      const tick = (now) => { times.push(now - last); last = now; if (globalThis.frames === times) requestAnimationFrame(tick); };
      requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
    }""")
    begin()
    for number in range(90):
        step(number)
    end()
    times = page.evaluate("(() => { const times = globalThis.frames; globalThis.frames = null; return times; })()")[3:]
    bench.measured(f"{name}, p50 a frame", percentile(times, 0.5), "")
    bench.measured(f"{name}, p95 a frame", percentile(times, 0.95), "17 ms", 17.5)
    bench.measured(f"{name}, slowest frame", max(times), "50 ms", 50)


def movement(bench, somebody):
    page = somebody.page
    page.locator(".sidebar [data-drop=inbox]").click()
    page.locator(".view-inbox .row").nth(5).wait_for()
    box = page.locator(".view-inbox .row").nth(5).bounding_box()
    x, y = box["x"] + 200, box["y"] + 20
    page.mouse.move(x, y)
    frames(bench, somebody, "drag over 4,500 rows", lambda: page.mouse.down(),
           lambda number: page.mouse.move(x + number % 7, y + number * 4 if number < 60 else 740), lambda: None)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.mouse.move(x, y)
    frames(bench, somebody, "scroll of 4,500 rows", lambda: None, lambda number: page.mouse.wheel(0, 160), lambda: None)


def memory(bench, somebody):
    page = somebody.page
    session = bench.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}
    bench.measured("page heap", metrics["JSHeapUsedSize"] / 1e6, "25 MB", 25, "MB")
    size = page.workers[0].evaluate("performance.getEntriesByName('core').at(-1).detail")
    bench.measured("memory of the core", size / 1e6, "45 MB", 45, "MB")


def a_day(bench):
    """Fifty changes of a day, thirty of them here: all that goes through the door, headers and stream too. First each by
    itself, then all at once after a day without the server."""
    network = BadNetwork(types.SimpleNamespace(random=random.Random(1), box=bench.box))
    bench.browser = bench.playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"])
    somebody = Person(bench, address=network.address)
    try:
        somebody.go("inbox")
        somebody.add("The first")
        token = somebody.has_account()
        somebody.is_sent("The first")
        # Until the stream is heard and the server's picture of everything is read.
        somebody.elsewhere("POST", "/v1/tasks", {"title": "From elsewhere"})
        until(lambda: "From elsewhere" in somebody.titles, "the stream is heard", True)

        count = somebody.page.locator(".head .count").inner_text

        def latest():
            return bench.ask(token, "GET", "/v1/history?limit=1")["entries"][0]["opId"]

        before = network.carried
        for number in range(15):
            title = f"What has to be done on this day, {number}"
            somebody.add(title)
            somebody.is_sent(title)
        for number in range(15):
            somebody.page.locator(".rows .row").nth(number % 8).focus()
            before_it = latest()
            somebody.page.keyboard.press(" ")
            until(lambda: latest() != before_it, "it is sent", True)
        for number in range(20):
            shown = count()
            somebody.elsewhere("POST", "/v1/tasks", {"title": f"Another device's, {number}"})
            until(lambda: count() != shown, "it is here", True)
        bench.measured("50 changes of a day one by one, over the wire", (network.carried - before) / 1000, "", None, "KB")
        network.goes_offline()
        for number in range(15):
            somebody.add(f"What has to be done on the next day, {number}")
        for number in range(15):
            somebody.page.locator(".rows .row").nth(number % 8).focus()
            somebody.page.keyboard.press(" ")
        for number in range(20):
            somebody.elsewhere("POST", "/v1/tasks", {"title": f"Another device's on the next day, {number}"})
        before, whole = network.carried, str(int(count()) + 20)
        network.heal()
        somebody.page.evaluate("dispatchEvent(new Event('online'))")
        somebody.is_sent("What has to be done on the next day, 14")
        until(count, "all is here", whole)
        bench.measured("a day's sync of 50 changes, over the wire", (network.carried - before) / 1000, "60 KB", 60, "KB")
    finally:
        bench.browser.close()
        network.end()


def elsewhere(bench, somebody):
    """A change of another device, from its answer to the frame that shows it here."""
    page, times = somebody.page, []
    page.locator(".sidebar [data-drop=today]").click()
    page.locator(".view-today .row").first.wait_for()
    page.mouse.move(400, 60)
    page.evaluate("document.querySelector('.scroller').scrollTop = 0")
    until(lambda: page.locator(".rows .row").first.get_attribute("aria-posinset"), "the first row", "1")
    task = page.locator(".rows .row").first.get_attribute("data-id")
    page.evaluate("""() => {
      globalThis.seen = {};
      new MutationObserver(() => {
        const title = document.querySelector(".rows .row .title").textContent;
        globalThis.seen[title] ??= performance.timeOrigin + performance.now();
      }).observe(document.querySelector(".rows"), { subtree: true, childList: true, characterData: true });
    }""")
    for number in range(20):
        title = f"Changed elsewhere {number}"
        sent = time.time() * 1000
        somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"title": title})
        until(lambda: page.evaluate("(title) => title in globalThis.seen", title), title)
        times.append(page.evaluate("(title) => globalThis.seen[title]", title) - sent)
    bench.spread("change elsewhere to painted", times, "200 ms", 200)


def offline_week(bench, somebody):
    page = somebody.page
    bench.box.shell("stop_server", check=True)
    page.locator(".sidebar [data-drop=inbox]").click()
    before = inbox(page)
    page.get_by_label("Task input field").click()
    for number in range(500):
        page.keyboard.type(f"o{number}")
        page.keyboard.press("Enter")
    until(lambda: inbox(page), "all are taken", before + 500, 120)
    bench.box.shell("start_server", check=True)
    began = time.monotonic()
    page.evaluate("dispatchEvent(new Event('online'))")
    retry = page.get_by_role("button", name="Try now")
    if retry.count():
        retry.first.click()

    def last():
        answer = bench.ask(somebody.token, "GET", "/v1/search?q=o499&limit=5")
        return len(answer["hits"]) > 0

    until(last, "the last of 500 is on the server", True, 60)
    bench.measured("500 changes made offline, reconnected to in step", time.monotonic() - began, "3 s", 3, "s")


def write(bench):
    browser = subprocess.run(["chromium", "--version"], capture_output=True, text=True).stdout.strip()
    rows = [
        f"| {what} | {figure:,.1f} {unit} | {budget} | {'' if met is None else 'met' if met else 'NOT MET'} |"
        for what, figure, unit, budget, _, met in bench.lines
    ]
    about = (
        f"{report.written_by('benchmarks/web.py --write')}{browser}, {TASKS:,} tasks, two cores that browser, "
        f"server and PostgreSQL share (load {bench.load:.1f} when it began, {os.getloadavg()[0]:.1f} at its end), "
        f"{'a release' if 'release' in str(PROGRAM) else 'a debug'} build of the service."
    )
    report.put("\n".join([about, "", "| what | measured | budget | |", "|---|---|---|---|", *rows, ""]), "The web app")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    bench = Bench()
    try:
        first_visit(bench)
        somebody = Somebody(bench)
        fill(bench, somebody)
        painted, live, field = warm_start(bench)
        bench.measured("warm start, field usable", field, "400 ms", 400)
        bench.measured("warm start, painted", painted, "200 ms", 200)
        bench.measured("warm start, live list", live, "600 ms", 600)
        painted, live, _ = warm_start(bench, cpu=4)
        bench.measured("warm start, processor four times slower, painted", painted, "600 ms", 600)
        bench.measured("warm start, processor four times slower, live list", live, "2,000 ms", 2000)
        reactions(bench, somebody)
        reactions(bench, somebody, cpu=4)
        view_changes(bench, somebody)
        screens(bench, somebody)
        movement(bench, somebody)
        memory(bench, somebody)
        a_day(bench)
        elsewhere(bench, somebody)
        offline_week(bench, somebody)
        if chosen.write:
            write(bench)
    finally:
        bench.close()
    over = [line[0] for line in bench.lines if line[4] is not None and line[1] > 2 * line[4]]
    if chosen.check and over:
        print(f"more than twice the budget: {', '.join(over)}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
