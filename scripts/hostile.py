#!/usr/bin/env python3
"""Requests made from the API document and then spoilt: deeper, longer, more or of another kind than anybody sends. Each must be
answered in time, without a 5xx that is ours, and without much memory; and nobody else may wait for it.

    scripts/hostile.py URL TOKEN PID [--seconds 25] [--seed N, or DAYBOOK_SEED]

Prints the seed, which replays the run, and of what fails the request.
"""

import argparse
import http.client
import json
import os
import random
import sys
import threading
import time
import urllib.parse
import urllib.request

# Each on a machine that does other things as well, by a server built for debugging.
LONGEST = 3.0
LONGEST_BYSTANDER = 2.0
# By the clock, whatever the machine does besides: a server that stands still works nothing.
LONGEST_STANDSTILL = 20.0
MOST_MEMORY = 128 << 20
LARGEST = 900_000
# The stream has no end; the others would take the run's own token away.
LEFT_OUT = {"listen", "deleteAccount", "logOut", "rotateToken", "mergeAccount"}


def resident(pid: int) -> int:
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Shapes:
    """Values as the document has them."""

    def __init__(self, document: dict, dice: random.Random):
        self.document = document
        self.dice = dice

    def dereferenced(self, schema: dict) -> dict:
        while "$ref" in schema:
            found = self.document
            for name in schema["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            schema = found
        return schema

    def value(self, schema: dict, depth: int = 0) -> object:
        schema = self.dereferenced(schema)
        dice = self.dice
        if "example" in schema and dice.random() < 0.7:
            return json.loads(json.dumps(schema["example"]))
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self.value(dice.choice(schema[several]), depth + 1)
        if "enum" in schema:
            return dice.choice(schema["enum"])
        kind = schema.get("type", "object")
        kind = dice.choice(kind) if isinstance(kind, list) else kind
        match kind:
            case "object" if depth < 6:
                required = schema.get("required", [])
                members = schema.get("properties", {})
                return {n: self.value(s, depth + 1) for n, s in members.items() if n in required or dice.random() < 0.5}
            case "array" if depth < 6:
                return [self.value(schema.get("items", {}), depth + 1) for _ in range(dice.randrange(4))]
            case "integer":
                return dice.randrange(1, 100)
            case "boolean":
                return dice.random() < 0.5
            case "string":
                return self.text(schema.get("format"))
        return None

    def text(self, form: str | None) -> str:
        match form:
            case "uuid":
                return "%08x-0000-4000-8000-000000000001" % self.dice.randrange(50)
            case "date":
                return "2026-11-%02d" % self.dice.randrange(1, 31)
            case "date-time":
                return "2026-11-21T09:15:00.123Z"
        return self.dice.choice(["Water the plants", "a", "Home", "2026-11-21"])


def spoilt(value: object, dice: random.Random) -> str:
    """The value as JSON, with something in it that nobody would send."""
    places = list(walk(value))
    text = json.dumps(value)
    if places:
        holder, key = dice.choice(places)
        before = holder[key]
        holder[key] = "\x00HERE"
        size = 10 ** dice.randrange(2, 6)
        part = json.dumps(before)
        wrong = dice.choice(
            [
                lambda: "[" * size, lambda: "[" * size + "]" * size, lambda: '{"a":' * size + "1" + "}" * size,
                lambda: "[" + ",".join([part] * min(size, LARGEST // (len(part) + 1))) + "]",
                lambda: json.dumps("wörd\u0301 \U0001f469\u200d\U0001f4bb" * (size // 10)), lambda: '"' + "\\u0001" * size + '"',
                lambda: '"' + "\\ud83d" * size + '"', lambda: "9" * size, lambda: "-1e" + "9" * size, lambda: "0." + "0" * size + "1",
                lambda: "{" + ",".join(f'"f{n}":null' for n in range(size // 4)) + "}", lambda: "{" + ",".join(['"title":1'] * (size // 4)) + "}",
                lambda: "null", lambda: "true", lambda: "-1", lambda: "9223372036854775808", lambda: '""', lambda: "{}", lambda: "[]",
                lambda: json.dumps("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" + ";X=1" * (size // 100)), lambda: '"\\u0000"',
                lambda: json.dumps({"freq": "daily", "interval": 10**9, "byMonth": [2], "byMonthDay": [30]}),
            ]
        )()  # fmt: skip
        text = json.dumps(value).replace(json.dumps("\x00HERE"), wrong, 1)
    if dice.random() < 0.05:
        text = text[: dice.randrange(len(text) + 1)]
    return text[:LARGEST]


def walk(value: object):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from walk(inner)


def busiest(pid: int, before: dict[str, float]) -> float:
    """What the process's busiest thread has worked since. Whoever waits longer than that waited for the machine."""
    return max((now - before.get(thread, 0) for thread, now in worked(pid).items()), default=0)


def worked(pid: int) -> dict[str, float]:
    """Seconds of each of the process's threads."""
    seconds = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
                seconds[task] = int(file.read().split()[0]) / 1e9
        except OSError:
            # A thread that has ended.
            pass
    return seconds


class Bystander(threading.Thread):
    """Somebody else, who asks for little and waits for the answer."""

    def __init__(self, address: str, pid: int):
        super().__init__(daemon=True)
        self.address, self.pid = address, pid
        self.over = threading.Event()
        # For a thread of the server, and by the clock.
        self.longest = self.stood = 0.0

    def run(self) -> None:
        while not self.over.wait(0.02):
            begun, before = time.monotonic(), worked(self.pid)
            connection = http.client.HTTPConnection(self.address, timeout=60)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            connection.close()
            waited = time.monotonic() - begun
            self.stood = max(self.stood, waited)
            self.longest = max(self.longest, min(waited, busiest(self.pid, before)))


def request(shapes: Shapes, dice: random.Random, path: str, method: str, operation: dict) -> tuple[str, str, bytes | None, str]:
    query = []
    for parameter in map(shapes.dereferenced, operation.get("parameters", [])):
        value = shapes.value(parameter.get("schema", {}))
        text = value if isinstance(value, str) else json.dumps(value)
        if dice.random() < 0.2:
            text = dice.choice(["", "-1", "9" * 3000, "%", "\u0000", "a" * 6000, "null", "🙂" * 500])
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", urllib.parse.quote(text, safe="") or "x")
        elif parameter["in"] == "query" and dice.random() < 0.5:
            query.append((parameter["name"], text))
    target = path + ("?" + urllib.parse.urlencode(query) if query else "")
    content = shapes.dereferenced(operation["requestBody"]).get("content", {}) if "requestBody" in operation else {}
    kind = dice.choice(list(content)) if content else ""
    if not content:
        return method, target, None, kind
    text = spoilt({"body": shapes.value(content[kind].get("schema", {}))}, dice)
    # What is spoilt may be the body itself.
    inner = text.removeprefix('{"body": ')
    return method, target, (inner[:-1] if inner.endswith("}") else inner).encode("utf-8", "surrogatepass"), kind


def answered(address: str, method: str, target: str, body: bytes | None, fields: dict[str, str]) -> tuple[int, float]:
    """The status, 0 where it was refused before all of it was sent, and how long it took."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection(address, timeout=60)
    try:
        connection.request(method, urllib.parse.quote(target, safe="/?&=%+"), body, fields)
        status = connection.getresponse()
        status.read()
        code = status.status
    except (ConnectionError, http.client.HTTPException):
        code = 0
    connection.close()
    return code, time.monotonic() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("token")
    parser.add_argument("pid", type=int)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("DAYBOOK_SEED") or random.randrange(1 << 30)))
    options = parser.parse_args()
    print(f"hostile.py: --seed {options.seed} replays this run", flush=True)
    dice = random.Random(options.seed)
    address = urllib.parse.urlsplit(options.url).netloc
    with urllib.request.urlopen(f"{options.url}/v1/openapi.json") as answer:
        document = json.load(answer)
    shapes = Shapes(document, dice)
    operations = [
        (path, method.upper(), operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "put", "patch", "delete") and operation.get("operationId") not in LEFT_OUT
    ]
    bystander = Bystander(address, options.pid)
    bystander.start()
    before = most = resident(options.pid)
    failures = count = 0
    answers: dict[int, int] = {}
    end = time.monotonic() + options.seconds
    while time.monotonic() < end and failures < 10:
        method, target, body, kind = request(shapes, dice, *dice.choice(operations))
        fields = {"Authorization": f"Bearer {options.token}"} | ({"Content-Type": kind} if kind else {})
        code, waited = answered(address, method, target, body, fields)
        # What is slow is slow again; what waited for the machine once is not.
        for _ in range(2 if waited > LONGEST else 0):
            waited = min(waited, answered(address, method, target, body, fields)[1])
        held = resident(options.pid)
        count += 1
        answers[code // 100] = answers.get(code // 100, 0) + 1
        trouble = [
            f"answered {code}" if code >= 500 and code not in (503, 507) else "",
            f"took {waited:.1f} s" if waited > LONGEST else "",
            f"cost {(held - most) >> 20} MiB" if held - most > MOST_MEMORY / 2 else "",
        ]
        most = max(most, held)
        if any(trouble):
            failures += 1
            print(f"request {count}: {', '.join(filter(None, trouble))}: {method} {target[:300]} {kind} {(body or b'')[:300]!r} ({len(body or b'')} bytes)")
    bystander.over.set()
    bystander.join(60)
    told = ", ".join(f"{answers[kind]} of {kind}xx" for kind in sorted(answers))
    print(f"hostile.py: {count} requests ({told}); bystander waited {bystander.longest * 1000:.0f} ms at most for a thread of the server; memory {before >> 20} MiB, {most >> 20} MiB at most")
    if bystander.longest > LONGEST_BYSTANDER or bystander.stood > LONGEST_STANDSTILL:
        failures += 1
        print(f"a bystander waited {bystander.longest:.1f} s for the server, {bystander.stood:.1f} s by the clock")
    if most - before > MOST_MEMORY:
        failures += 1
        print(f"memory grew by {(most - before) >> 20} MiB")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
