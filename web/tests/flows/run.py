#!/usr/bin/env python3
"""The flows of the web app in Chromium, against a real server: all of them, the main ones (--main), or some by name:
web/tests/flows/run.py tasks devices.pairing_by_code"""

import importlib
import json
import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from world import PATIENCE, SEED, World  # noqa: E402
from tries import Tries, arguments  # noqa: E402

FILES = [
    "tasks", "details", "board", "keyboard", "hands", "devices", "account", "second_factor", "passkeys", "servers", "troubles", "history", "proposals",
    "erase",
    "analytics", "reminders", "search", "review", "elsewhere", "plain_words", "months", "languages", "looks",
    "by_keys", "by_touch"]


def flows():
    """Functions that begin with `flow_`, by title, in the order in which they are written."""
    return {
        f"{name}.{key.removeprefix('flow_')}": flow
        for name in FILES for key, flow in list(vars(importlib.import_module(name)).items()) if key.startswith("flow_")}


def picture(world, title):
    """What the screen showed where a flow failed."""
    folder = os.environ.get("DAYBOOK_FAILURES")
    for number, person in enumerate(world.people if folder else []):
        person.page.screenshot(path=f"{folder}/{title}-{number}.png")


def made_flow(world, title, flow):
    """What went wrong, if anything did."""
    trouble = None
    try:
        flow(world)
    except Exception:
        trouble = traceback.format_exc(limit=-4)
        picture(world, title)
    try:
        world.end_flow()
    except Exception as error:
        # What the pages said often tells why the flow found what it found.
        trouble = f"{(trouble or '').rstrip()}\n{type(error).__name__}: {error}".lstrip()
    return trouble


# MARK: The process with the browser

class Hung(BaseException):
    """No flow takes so long; whatever it waits for does not come."""


def hang(*_):
    raise Hung


def in_one_world(titles, out):
    """Makes flows with one browser and one server, and says of each how it ended, until one leaves a browser that
    cannot be driven any further."""
    signal.signal(signal.SIGALRM, hang)
    known = flows()
    with World() as world:
        for title in titles:
            start = time.monotonic()
            # Again each second after that: where it comes at the wrong moment, playwright's loop swallows it.
            signal.setitimer(signal.ITIMER_REAL, PATIENCE * 10, 1)
            try:
                trouble, hangs = made_flow(world, title, known[title]), False
            except Hung:
                trouble, hangs = f"it hangs\n{traceback.format_exc()}", True
            signal.setitimer(signal.ITIMER_REAL, 0)
            out.write(json.dumps([title, trouble, time.monotonic() - start]) + "\n")
            out.flush()
            if hangs or not world.browser.is_connected():
                world.box.close()
                os._exit(0)


# MARK: The process that starts it

def worlds(titles):
    """How each of these flows ended, with a new browser and a new server for what comes after one that took them."""
    titles = list(titles)
    while titles:
        reading, writing = os.pipe()
        child = subprocess.Popen(
            [sys.executable, __file__, "--world", str(writing), *titles], pass_fds=[writing],
            env={**os.environ, "DAYBOOK_SEED": str(SEED)})
        os.close(writing)
        ended = 0
        with os.fdopen(reading, encoding="utf-8") as told:
            for line in told:
                ended += 1
                yield json.loads(line)
        titles = titles[ended:]
        if (status := child.wait()) != 0 and titles:
            yield titles.pop(0), f"the process with the browser and the server ended with {status}", 0


def side_by_side(titles, count):
    """The same of so many worlds at once, as each flow ends."""
    told = queue.SimpleQueue()

    def watch(part):
        try:
            for ended in worlds(part):
                told.put(ended)
        finally:
            told.put(None)

    for part in range(count):
        threading.Thread(target=watch, args=[titles[part::count]]).start()
    for _ in range(count):
        yield from iter(told.get, None)


def alone(title):
    [(_, trouble, _)] = worlds([title])
    return trouble


def main():
    parser = arguments(__doc__)
    parser.add_argument("--main", action="store_true", help="those that each change passes")
    parser.add_argument("--worlds", type=int, default=1, help="so many browsers and servers at once")
    parser.add_argument("--world", type=int, metavar="FILE", help="for itself: tells there how each flow ended")
    parser.add_argument("--times", type=int, default=1, help="so often in a row; none is tried again")
    parser.add_argument("tests", nargs="*", metavar="FLOW", help="titles, or files of them")
    options = parser.parse_args()
    if options.world is not None:
        with os.fdopen(options.world, "w", encoding="utf-8") as out:
            return in_one_world(options.tests, out)
    os.environ["DAYBOOK_SEED"] = str(SEED)
    titles = [
        title for title, flow in flows().items()
        if (not options.main or hasattr(flow, "is_main"))
        and (not options.tests or {title, title.split(".")[0]} & set(options.tests))]
    tries = Tries("flows", ".build/web-tools/bin/python web/tests/flows/run.py", options.report)
    for title, trouble, seconds in side_by_side(titles * options.times, options.worlds):
        tries.told(title, trouble, seconds)
    return tries.end(alone if options.times == 1 else tries.failed.get)


if __name__ == "__main__":
    sys.exit(main())
