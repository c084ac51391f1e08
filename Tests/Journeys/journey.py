"""What a journey is told with: a server of its own, people with terminals, apps with tokens, and the operator."""

import atexit
import datetime
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Documents"), str(TESTS / "Support")]
import clock
from box import PROGRAM, ROOT, Box, free_port

box = Box()
# Everybody is where no day is about to end.
box.environment["TZ"] = clock.ZONE
atexit.register(box.close)
server = box.environment["SERVER"]
work = box.folder / "work"
today = clock.today()


def start_server(**settings):
    box.environment.update({f"DAYBOOK_{name.upper()}": value for name, value in settings.items()})
    box.shell("start_server", check=True)


def stop_server():
    box.shell("stop_server", check=True)


def same(actual, expected, about=""):
    if actual != expected:
        raise SystemExit(f"{about or 'an answer'} is\n    {actual!r}\nand not\n    {expected!r}")


def holds(text, part):
    if part not in text:
        raise SystemExit(f"{part!r} is not in\n{text}")


def run(words, home, settings, code, given=None):
    environment = {
        name: value for name, value in box.environment.items() if settings or not name.startswith("DAYBOOK_")
    }
    done = subprocess.run(
        [PROGRAM, *words], env={**environment, "HOME": str(home), "DAYBOOK_PATIENCE": "60"}, cwd=work, text=True, capture_output=True,
        input=given or "", timeout=300)
    if done.returncode != code:
        raise SystemExit(
            f"daybook {shlex.join(words)} ended with {done.returncode} and not {code}:\n{done.stdout}{done.stderr}")
    return done.stdout if code == 0 else done.stderr


def until(holds_now, about):
    """Waits for what happens by itself."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if holds_now():
            return
        time.sleep(0.05)
    raise SystemExit(f"it did not happen: {about}")


class Person:
    """Somebody at a terminal, on a machine that knows nothing of the server's settings."""

    def __init__(self, name):
        self.home = box.folder / name
        self.home.mkdir()

    def __call__(self, line, code=0, given=None):
        return run(shlex.split(line), self.home, False, code, given)

    def json(self, line):
        return json.loads(self(line + " --json"))

    def titles(self, line):
        return [task["title"] for task in self.json(line)["tasks"]]


class App:
    """A program with a token."""

    def __init__(self, token=None):
        self.token = token or anybody("POST", "/v1/accounts", {"timeZone": clock.ZONE}, status=201)["token"]

    def __call__(self, method, path, body=None, status=200, **fields):
        return anybody(method, path, body, status, authorization=f"Bearer {self.token}", **fields)

    def titles(self, path, member="tasks"):
        return [task["title"] for task in self("GET", path)[member]]


def anybody(method, path, body=None, status=200, **fields):
    """One request; the answer's JSON, or its text where it is none."""
    data = body.encode() if isinstance(body, str) else None if body is None else json.dumps(body).encode()
    fields = {"content-type": "application/json", **{name.replace("_", "-"): text for name, text in fields.items()}}
    request = urllib.request.Request(
        path if path.startswith("http") else server + path, data=data, method=method, headers=fields)
    try:
        with urllib.request.urlopen(request, timeout=180) as answer:
            code, content = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        code, content = error.code, error.read()
    if code != status:
        raise SystemExit(f"{method} {path} was answered {code} and not {status}: {content.decode()[:500]}")
    try:
        return json.loads(content)
    except ValueError:
        return content.decode()


def operator(line, code=0, given=None):
    """A command of the server's operator, on its database."""
    return run(shlex.split(line), box.folder / "home", True, code, given)


def operator_json(line, given=None):
    return json.loads(operator(line + " --json", given=given))


def new_id():
    return str(uuid.uuid4())


def at(moment=None):
    """An instant as the API writes it."""
    moment = moment or datetime.datetime.now(datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
