"""Plain words, tags, subtasks and filters; the terminal and the server say the same."""

import zoneinfo
from urllib.parse import quote

from journey import *

start_server()
anna = Person("anna")
anna(f"login {server}")
anna("lists --add Family")
app = App(next(anna.home.glob("**/token")).read_text().strip())

said = anna.json("add Call mum tomorrow 9am +Family '#phone' '!1h'")
same(said["task"]["title"], "Call mum")
same([span["kind"] for span in said["understood"]], ["when", "list", "tag", "reminder"])
tomorrow = today + datetime.timedelta(days=1)
local = [
    datetime.datetime.combine(tomorrow, datetime.time(hour), zoneinfo.ZoneInfo(clock.ZONE)).astimezone(datetime.timezone.utc)
    for hour in (9, 8)]
same([said["task"]["dueAt"], said["task"]["reminderAt"]], [at(moment) for moment in local])
heard = app("POST", "/v1/capture", {"title": "Mama morgen um 9 anrufen", "parse": True, "language": "de"}, status=201)
same((heard["title"], heard["place"]), ("Mama anrufen", "upcoming"))

# A task and its parts: without a word parts stay as they are.
trip = anna.json("add Plan the trip --tag travel")["task"]["id"]
for part in ("Book the train", "Find a room"):
    anna(f"add --plain {part} --parent {trip}")
same(app.titles(f"/v1/tasks?parent={trip}"), ["Book the train", "Find a room"])
anna("done train")
anna(f"done {trip} --with-subtasks")
same(sorted(anna.titles("filter done")), ["Book the train", "Find a room", "Plan the trip"])
anna("undo")
same(sorted(anna.titles("filter done")), ["Book the train"])

# One language, wherever it is asked.
for wanted, titles in {
    "open tag:travel": ["Plan the trip"], "list:Family": ["Call mum"], "open due < +3d": ["Call mum", "Mama anrufen"],
    f"parent:{trip} open": ["Find a room"], "text:trip or text:room": ["Find a room", "Plan the trip"],
}.items():
    anna("sync")
    same(sorted(anna.titles(f"filter '{wanted}'")), titles, f"{wanted} on the device")
    same(sorted(app.titles(f"/v1/tasks?filter={quote(wanted)}")), titles, f"{wanted} at the server")
same(app("GET", "/v1/tasks?filter=open%20due%20%3C%20someday", status=400)["reason"], "filter_invalid_value")
holds(anna("filter 'open due < someday'", code=2), "^ expected a day")

# Tags one by one.
app("PATCH", f"/v1/tasks/{trip}", {"tags": {"add": ["summer"], "remove": ["travel"]}})
same(app("GET", f"/v1/tasks/{trip}")["tags"], ["summer"])
