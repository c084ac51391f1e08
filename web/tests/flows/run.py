#!/usr/bin/env python3
"""Every flow of the web app in Chromium, against a real server. Some alone: web/tests/flows/run.py tasks devices.pairing"""

import importlib
import os
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from world import SEED, World

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


def main():
    failed, made, began = [], 0, time.monotonic()
    with World() as world:
        for title, flow in flows(sys.argv[1:]):
            start, trouble = time.monotonic(), None
            try:
                flow(world)
            except Exception:
                trouble = traceback.format_exc(limit=-4)
                picture(world, title)
            try:
                world.end_flow()
            except AssertionError as error:
                trouble = trouble or str(error)
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
