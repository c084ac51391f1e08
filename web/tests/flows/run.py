#!/usr/bin/env python3
"""Every flow of the web app in Chromium, against a real server. Some alone: web/tests/flows/run.py tasks devices.pairing"""

import datetime
import importlib
import os
import pathlib
import signal
import sys
import time
import traceback
import zoneinfo

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from world import PATIENCE, SEED, ZONE, World

FILES = ["tasks", "keyboard", "hands", "devices", "servers", "troubles", "looks"]


def flows(wanted):
    """Functions that begin with `flow_`, in the order in which they are written."""
    for name in FILES:
        module = importlib.import_module(name)
        for key, flow in list(vars(module).items()):
            if key.startswith("flow_"):
                title = f"{name}.{key.removeprefix('flow_')}"
                if not wanted or name in wanted or title in wanted:
                    yield title, flow


def picture(world, title):
    """What the screen showed where a flow failed."""
    folder = os.environ.get("DAYBOOK_FAILURES")
    for number, person in enumerate(world.people if folder else []):
        person.page.screenshot(path=f"{folder}/{title}-{number}.png")


def wait_for_midnight():
    """What a flow calls today has to stay today: where the day is about to end, it begins when the next has begun."""
    now = datetime.datetime.now(zoneinfo.ZoneInfo(ZONE))
    left = 86_400 - (now.hour * 3600 + now.minute * 60 + now.second)
    # The looks take minutes.
    if left < 300:
        time.sleep(left)


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
    except AssertionError as error:
        trouble = trouble or str(error)
    return trouble


class Hung(BaseException):
    """No flow takes so long; whatever it waits for does not come."""


def hang(*_):
    raise Hung


def end_hung(world, title, failed):
    """Says where it hangs and ends everything: the browser cannot be driven any further."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    traceback.print_exc()
    print(*failed, f"FAILED {title} hangs, seed {SEED}", sep="\n", flush=True)
    world.box.close()
    os._exit(1)


def main():
    signal.signal(signal.SIGALRM, hang)
    failed, made, began = [], 0, time.monotonic()
    with World() as world:
        for title, flow in flows(sys.argv[1:]):
            wait_for_midnight()
            start = time.monotonic()
            # Again each second after that: where it comes at the wrong moment, playwright's loop swallows it.
            signal.setitimer(signal.ITIMER_REAL, PATIENCE * 20, 1)
            try:
                trouble = made_flow(world, title, flow)
            except Hung:
                end_hung(world, title, failed)
            signal.setitimer(signal.ITIMER_REAL, 0)
            made += 1
            print(f"{'FAILED' if trouble else 'ok    '} {title} ({time.monotonic() - start:.1f} s)", flush=True)
            if trouble:
                failed.append(f"== {title}\n{trouble}")
    for trouble in failed:
        print(trouble, file=sys.stderr)
    print(f"flows: {made} made, {len(failed)} failed, seed {SEED}, {time.monotonic() - began:.1f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
