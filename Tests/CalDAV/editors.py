"""Two calendar programs and one device of the API edit the same tasks at random: each field ends as the last hand that
changed it left it, and no hand takes back what it did not touch: editors.py URL USER PASSWORD OTHER_PASSWORD TOKEN

    EDITORS_SEED=7 EDITORS_EDITS=10000 ... repeats a run, or makes a longer one; so does DAYBOOK_SEED=7."""

import datetime
import http.client
import json
import os
import random
import sys
import time
import uuid

from dav import Door
from steps import verdict

URL, USER, PASSWORD, OTHER, TOKEN = sys.argv[1:]
SEED = int(os.environ.get("EDITORS_SEED") or os.environ.get("DAYBOOK_SEED") or random.randrange(2**32))
EDITS = int(os.environ.get("EDITORS_EDITS") or 1500)
chance = random.Random(SEED)
FIELDS = ["SUMMARY", "DESCRIPTION", "PRIORITY", "LOCATION", "X-OWN", "DUE"]
BY_API = {"SUMMARY": "title", "DESCRIPTION": "notes", "PRIORITY": "priority"}


def value_of(field, number):
    if field == "PRIORITY":
        return str(1 + number % 9)
    if field == "DUE":
        return (datetime.datetime(2031, 1, 1) + datetime.timedelta(hours=number)).strftime("%Y%m%dT%H%M%SZ")
    return f"{field.lower().replace('-', ' ')} {number}"


def read(text):
    """The properties of an object's task, as far as they are edited here."""
    lines = text.replace("\r\n ", "").split("\r\n")
    return {
        name: line.split(":", 1)[1] for name in FIELDS for line in lines if line.startswith((f"{name}:", f"{name};"))
    }


class Program:
    """A calendar program: what it read last of each task, and what it was given as its tag."""

    def __init__(self, password, prodid):
        self.door, self.prodid = Door(URL, USER, password), prodid
        self.seen = {}

    def refresh(self, path):
        answer = self.door("GET", path, status=200)
        self.seen[path] = (answer.body.decode(), answer.etag)

    def edit(self, path, number):
        """Changes a field or two of what it knows. Returns what it changed, or None where that was refused."""
        if path not in self.seen or chance.random() < 0.3:
            self.refresh(path)
        text, tag = self.seen[path]
        known = read(text)
        changes = {field: value_of(field, number) for field in chance.sample(FIELDS, chance.choice([1, 1, 2]))}
        # What it writes as it knew it is no change.
        changes = {field: value for field, value in changes.items() if known.get(field) != value}
        new = write(text, changes, self.prodid)
        fields = {"If_Match": tag} if tag and chance.random() < 0.5 else {}
        answer = self.door("PUT", path, new, status=(200, 201, 204, 412), **fields)
        if answer.status == 412:
            assert fields, "refused without a condition"
            self.refresh(path)
            return None
        if answer.etag:
            self.seen[path] = (new.decode(), answer.etag)
        else:
            self.refresh(path)
        return changes


def write(text, changes, prodid):
    """The object as it was read, with these properties."""
    lines, done = [], set()
    for line in text.replace("\r\n ", "").split("\r\n"):
        name = line.split(":", 1)[0].split(";", 1)[0]
        if name == "PRODID":
            line = f"PRODID:{prodid}"
        elif name in changes:
            line, done = f"{name}:{changes[name]}", done | {name}
        elif line == "END:VTODO":
            lines += [f"{field}:{value}" for field, value in changes.items() if field not in done]
        lines.append(line)
    return "\r\n".join(lines).encode()


class Device:
    """A device of the API, which pushes what it changed."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection(server.hostname, server.port, timeout=180)

    def ask(self, method, path, body=None):
        fields = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        self.connection.request(method, path, json.dumps(body) if body is not None else None, fields)
        answer = self.connection.getresponse()
        content = json.load(answer)
        assert answer.status == 200, content
        return content

    def edit(self, task, number):
        field = chance.choice(list(BY_API))
        value = value_of(field, number)
        time.sleep(0.003)  # its clock has milliseconds, and is to be later than the hand before
        now = datetime.datetime.now(datetime.timezone.utc)
        operation = {
            "opId": str(uuid.uuid4()),
            "entity": "task",
            "id": task,
            "kind": "set",
            "at": now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03}Z",
            "fields": {BY_API[field]: int(value) if field == "PRIORITY" else value},
        }
        answer = self.ask("POST", "/v1/sync", {"ops": [operation]})
        assert answer["outcomes"][0]["outcome"] in ("applied", "merged"), answer["outcomes"]
        time.sleep(0.003)
        return {field: value}


def main():
    one = Program(PASSWORD, "+//IDN tasks.org//android-140800//EN")
    two = Program(OTHER, "-//Nobody//Knows it 1.0//EN")
    device, witness = Device(one.door.parts), Door(URL, USER, PASSWORD)
    witness.fields = {"Authorization": f"Bearer {TOKEN}"}
    list_path = one.door.collection("editors")
    tasks = {}
    for number in range(8):
        task = str(uuid.uuid4())
        path = f"{list_path}{task}.ics"
        text = "\r\n".join(
            [
                "BEGIN:VCALENDAR",
                "VERSION:2.0",
                f"PRODID:{one.prodid}",
                "BEGIN:VTODO",
                f"UID:{task}",
                "DTSTAMP:20261124T090000Z",
                f"SUMMARY:{value_of('SUMMARY', number)}",
                "END:VTODO",
                "END:VCALENDAR",
                "",
            ]
        )
        one.door("PUT", path, text, status=201)
        tasks[path] = (task, {"SUMMARY": value_of("SUMMARY", number)})
    refused, faults = 0, []
    for number in range(100, 100 + EDITS):
        path = chance.choice(list(tasks))
        task, expected = tasks[path]
        hand = chance.choice(["one", "two", "device"])
        changed = device.edit(task, number) if hand == "device" else {"one": one, "two": two}[hand].edit(path, number)
        if changed is None:
            refused += 1
        else:
            expected |= changed
        found = read(witness("GET", path, status=200).body.decode())
        if found != expected:
            faults.append(f"edit {number} by {hand} of {changed}: is {found} and not {expected}")
            tasks[path] = (task, found)
        if len(faults) >= 5:
            break
    for fault in faults:
        print(fault)
    told = (
        f"{EDITS} edits of 8 tasks by two programs and a device, {refused} refused, {len(faults)} faults (seed {SEED})"
    )
    verdict(told, not faults)


main()
