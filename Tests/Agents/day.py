"""A day of an assistant, simulated: up to a thousand changes at the door among a person's own, and then all of it is taken back. Every
row that only the assistant touched is as it was, byte for byte, and nothing that the person wrote is lost."""

import datetime
import json
import os
import random
import time
import urllib.request

CHANGES = 1_000
# An assistant's bounds are those of minutes, and a server counts anew when it starts: so a day takes minutes.
AT_ONCE = 50
DELETIONS = 8
TASKS = 150
OF_THE_PERSON = 6
WORDS = "milk bread bank mother roof letter garden bicycle train invoice dentist garage book lamp winter".split()


class Assistant:
    """What comes in with a token, and the tasks that it knows of."""

    def __init__(self, server, dice, tasks, hidden):
        made = server.token("agent")
        self.door, self.token = f"{server.box.environment['SERVER']}/mcp", made["token"]
        self.device, self.dice = made["device"]["id"], dice
        # By their titles, since their ids are others each time.
        self.known = sorted(tasks.keys() - hidden, key=lambda task: tasks[task]["title"])
        self.own, self.deeds, self.refused = set(), [], {}

    def call(self, tool, **arguments):
        """The data of the tool's result; None for what is refused, which is counted by its code."""
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        fields = {"content-type": "application/json", "authorization": f"Bearer {self.token}",
                  "accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
        request = urllib.request.Request(self.door, json.dumps(asked).encode(), fields)
        with urllib.request.urlopen(request, timeout=180) as answer:
            result = json.load(answer)["result"]
        if result.get("isError"):
            code = json.loads(result["content"][0]["text"])["code"]
            self.refused[code] = self.refused.get(code, 0) + 1
            return None
        return result["structuredContent"]["data"]

    def some_words(self, count):
        return " ".join(self.dice.choices(WORDS, k=count))

    def day(self):
        return str(datetime.date.today() + datetime.timedelta(days=self.dice.randrange(5, 300)))

    def act(self, may_delete):
        """One change; answers whether it deleted something."""
        dice, task = self.dice, self.dice.choice(self.known)
        kind = dice.choices(["add", "change", "tags", "complete", "reopen", "move", "comment", "delete", "undo"],
                            [18, 30, 8, 8, 4, 12, 10, 5 if may_delete else 0, 5])[0]
        match kind:
            case "add":
                done = self.call("add", title=self.some_words(3), priority=dice.randrange(10))
                if done:
                    self.own.add(done["task"]["id"])
                    self.known.append(done["task"]["id"])
            case "change":
                field = dice.choice(["title", "notes", "priority", "dueAt"])
                value = {"title": self.some_words(4), "notes": self.some_words(9), "priority": dice.randrange(10),
                         "dueAt": f"{self.day()}T09:00:00Z"}[field]
                done = self.call("change", task=task, **{field: value})
            case "tags":
                done = self.call("change", task=task, addTags=[dice.choice(WORDS)], removeTags=[dice.choice(WORDS)])
            case "complete":
                done = self.call("complete", task=task)
            case "reopen":
                done = self.call("change", task=task, state="notStarted")
            case "move":
                done = self.call("move", task=task, scheduledDate=self.day())
            case "comment":
                done = self.call("comment", task=task, text=self.some_words(6))
            case "delete":
                done = self.call("delete", task=task)
                if done:
                    self.known.remove(task)
            case "undo":
                done = self.deeds and self.call("undo_own", change=self.deeds.pop(dice.randrange(len(self.deeds))))
        if done and kind not in ("add", "delete", "undo"):
            self.deeds += [line["opId"] for line in done["history"]["entries"][:1]]
        return kind == "delete" and bool(done)


class Person:
    """Whose account it is, and what they wrote last in each field."""

    def __init__(self, server, dice):
        self.server, self.dice, self.wrote = server, dice, {}

    def act(self, tasks):
        dice = self.dice
        title = " ".join(dice.choices(WORDS, k=3)) + " of mine"
        if dice.random() < 0.3:
            made = self.server.box.ask("POST", "/v1/tasks", {"title": title, "notes": "mine"}, self.server.person)
            self.wrote[made["id"]] = {"title": title, "notes": "mine"}
            return
        task, field = dice.choice(tasks), dice.choice(["title", "notes", "priority"])
        value = dice.randrange(10) if field == "priority" else title
        self.server.box.ask("PATCH", f"/v1/tasks/{task}", {field: value}, self.server.person)
        self.wrote.setdefault(task, {})[field] = value


def simulate(server):
    """What went wrong, or None."""
    seed = int(os.environ.get("DAYBOOK_SEED") or random.randrange(1 << 32))
    dice = random.Random(seed)
    for number in range(TASKS):
        task = {"title": f"Task {number}", "notes": "as before", "tags": [dice.choice(WORDS)], "priority": dice.randrange(10)}
        server.box.ask("POST", "/v1/tasks", task, server.person)
    before, since = server.tasks(), server.revision()
    hidden = json.loads(server.box.environment["HIDDEN"])["task"]
    assistant, person = Assistant(server, dice, before, {hidden}), Person(server, dice)
    for _ in range(CHANGES // AT_ONCE):
        server.box.shell("stop_server && start_server", check=True)
        deleted, persons = 0, set(dice.sample(range(AT_ONCE), OF_THE_PERSON))
        for number in range(AT_ONCE):
            deleted += assistant.act(deleted < DELETIONS)
            if number in persons:
                person.act(assistant.known)
    bounds = [code for code in assistant.refused if code.startswith("agent_")]
    if bounds:
        return f"seed {seed}: it was stopped by {bounds}, so this was no whole day"
    made, began = server.revision() - since, time.monotonic()
    server.take_back(assistant.device, since)
    took = time.monotonic() - began
    after = server.tasks()
    wrong = [f"{task} is not as it was: {before[task]} and {after.get(task)}"
             for task in before if task not in person.wrote and after.get(task) != before[task]]
    wrong += [f"{task} is still there" for task in assistant.own - set(person.wrote) if task in after]
    for task, wrote in person.wrote.items():
        seen = after.get(task, {})
        wrong += [f"{task} lost {field} = {value!r}: {seen.get(field)!r}" for field, value in wrote.items() if seen.get(field) != value]
        if task in before:
            wrong += [f"{task}: {field} is {seen.get(field)!r} and was {value!r}" for field, value in before[task].items()
                      if field not in wrote and seen.get(field) != value]
    if wrong:
        return f"seed {seed}: {len(wrong)} rows are wrong\n" + "\n".join(wrong[:20])
    print(f"       day: {made} changes, of which the person's are {len(person.wrote)} tasks; taken back in {took:.1f} s; "
          f"refused: {assistant.refused or 'nothing'}; seed {seed}", flush=True)
    return None
