#!/usr/bin/env python3
"""A device of Daybook that works offline. One command at a time, on one file:

FILE begin URL [TOKEN] | add TITLE | set ID FIELD=JSON... | delete ID | restore ID | list | sync [--confirm]
"""
import datetime, http.client, json, os, sys, urllib.error, urllib.request, uuid

FINAL = ("applied", "merged", "superseded", "waiting", "rejected")
NEW = {"url": "", "token": "", "cursor": None, "at": "", "outbox": [], "tasks": {}, "snapshot": {}}

def clock():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")

class Device:
    def __init__(self, path):
        self.path = path
        self.state = json.load(open(path)) if os.path.exists(path) else NEW

    def save(self):
        """All of it or nothing, wherever this process ends."""
        with open(self.path + ".new", "w") as file:
            print(json.dumps(self.state), file=file, flush=True)
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)

    def next_at(self):
        """A clock that never goes back: where the machine's shows no later time, the last one is counted on."""
        now, (last, _, count) = clock(), self.state["at"].partition("+")
        self.state["at"] = now if now > last else f"{last}+{int(count or '0', 16) + 1:04X}"
        return self.state["at"]

    def change(self, id, kind="set", fields={}):
        """Written down before anybody is told. `base` is what the person had seen."""
        op = {"opId": str(uuid.uuid4()), "entity": "task", "id": id, "at": self.next_at(), "kind": kind,
              "fields": fields, "base": self.state["cursor"]}
        completion = self.state["tasks"].get(id, {}).get("completion")
        if completion and fields.get("state", "completed") != "completed":
            op["reopens"] = completion["clock"]
        self.state["outbox"].append(op)
        self.save()
        return op

    def tasks(self):
        """What the person sees: the server's rows, with what it does not know yet on top."""
        rows = {id: dict(row) for id, row in self.state["tasks"].items()}
        for op in self.state["outbox"]:
            deleted = op["at"] if op["kind"] == "delete" else None
            rows.setdefault(op["id"], {"id": op["id"]}).update(op["fields"], deletedAt=deleted)
        return [row for row in rows.values() if not row["deletedAt"] and "title" in row]

    def post(self, path, body):
        request = urllib.request.Request(self.state["url"] + path, json.dumps(body).encode(), {
            "content-type": "application/json", "authorization": "Bearer " + self.state["token"]})
        try:
            try: answer = urllib.request.urlopen(request, timeout=30)
            except urllib.error.HTTPError as refusal: answer = refusal  # also an answer: a problem with a stable code
            with answer: return answer.status, json.load(answer)
        except ValueError as error: raise ConnectionError("an answer without its end") from error

    def sync(self, confirm=False):
        """Asks until neither side has more to say. Whatever goes wrong on the way, asking again is right."""
        state, full = self.state, set()  # the account has no room for what is in `full`: it stays, the others go on
        while True:
            ops = [op for op in state["outbox"] if op["opId"] not in full][:1000]
            status, page = self.post("/v1/sync", {
                "cursor": state["cursor"], "sentAt": clock(), "ops": ops, "confirmMassDelete": confirm})
            if status == 410:
                state.update(cursor=None, snapshot={})  # everything anew; the outbox stays
                continue
            if status != 200: sys.exit(json.dumps(page))  # nothing is lost
            rows = state["tasks"] if state["snapshot"] is None else state["snapshot"]
            rows.update({row["id"]: row for row in page["changes"]["tasks"]})
            if state["snapshot"] is not None and not page["hasMore"]:
                state.update(tasks=rows, snapshot=None)  # what the pages lacked is gone
            done = {outcome["opId"] for outcome in page["outcomes"] if outcome["outcome"] in FINAL}
            full |= {op["opId"] for op in ops} - done
            state.update(cursor=page["cursor"], outbox=[op for op in state["outbox"] if op["opId"] not in done])
            self.save()
            if not page["hasMore"] and all(op["opId"] in full for op in state["outbox"]): return

def run(path, command, *words):
    device = Device(path)
    match command:
        case "begin":
            device.state["url"] = words[0]
            device.state["token"] = words[1] if len(words) > 1 else device.post("/v1/accounts", {})[1]["token"]
            return device.save()
        case "add": return device.change(str(uuid.uuid4()), fields={"title": " ".join(words)})
        case "set": return device.change(words[0], fields={
            name: json.loads(value) for name, _, value in (word.partition("=") for word in words[1:])})
        case "delete" | "restore": return device.change(words[0], kind=command)
        case "list": return sorted(device.tasks(), key=lambda task: (task.get("sortOrder", "~"), task["id"]))
        case "sync": return device.sync("--confirm" in words)
        case _: raise SystemExit(__doc__)

if __name__ == "__main__":
    try:
        print(json.dumps(run(*sys.argv[1:])))
    except (OSError, http.client.HTTPException) as error:  # no connection, or an answer that was cut
        sys.exit(f"try again later: {error!r}")
