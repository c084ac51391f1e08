"""Somebody comes from Todoist, Taskwarrior, todo.txt and an iCalendar program, and leaves with everything."""

from journey import *

start_server()
anna = Person("anna")
anna(f"login {server}")

(work / "Household.csv").write_text(
    "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
    "task,Buy paint @shop,Two litres,1,1,,,2026-12-05,en,\n"
    "task,Choose a colour,,4,2,,,,en,\n")
(work / "tasks.data.json").write_text(json.dumps([
    {"uuid": new_id(), "description": "File taxes", "status": "pending", "entry": "20261101T080000Z",
     "due": "20261231T110000Z", "project": "Home", "priority": "H", "tags": ["paper"]},
    {"uuid": new_id(), "description": "Old news", "status": "completed", "entry": "20261001T080000Z",
     "end": "20261002T080000Z"}]))
(work / "reminders.ics").write_text("\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "X-WR-CALNAME:Garden", "BEGIN:VTODO", "UID:rake-1",
    "SUMMARY:Rake the leaves", "DUE;VALUE=DATE:20261206", "RRULE:FREQ=WEEKLY", "CATEGORIES:outside", "END:VTODO",
    "END:VCALENDAR", ""]))
(work / "todo.txt").write_text(
    "(A) 2026-11-01 Mend the fence +Yard @outside due:2026-12-06\nx 2026-11-02 2026-11-01 Mow +Yard\n")

# Seen before it is done; the same file twice changes nothing.
anna("import Household.csv --dry-run")
same(anna.titles("filter text:paint"), [])
for _ in range(2):
    anna("import Household.csv")
    anna("import tasks.data.json")
    anna("import reminders.ics")
    anna("import todo.txt")
anna("sync")
same(sorted(anna.titles("filter open")),
     ["Buy paint", "Choose a colour", "File taxes", "Mend the fence", "Rake the leaves"])
same(sorted(anna.titles("filter done")), ["Mow", "Old news"])

tasks = {task["title"]: task for task in anna.json("filter 'open or done'")["tasks"]}
same((tasks["Buy paint"]["tags"], tasks["Buy paint"]["priority"], tasks["Buy paint"]["scheduledDate"]),
     (["shop"], 1, "2026-12-05"))
same(tasks["Choose a colour"]["parentId"], tasks["Buy paint"]["id"])
same((tasks["File taxes"]["priority"], tasks["File taxes"]["tags"]), (1, ["paper"]))
same(tasks["Rake the leaves"]["recurrence"] is not None, True)
same((tasks["Mend the fence"]["priority"], tasks["Mend the fence"]["tags"], tasks["Mend the fence"]["scheduledDate"]),
     (1, ["outside"], "2026-12-06"))
same(anna.titles("filter list:Yard open"), ["Mend the fence"])
same(anna.titles("filter list:Home"), ["File taxes"])
same(anna.titles("filter list:Garden"), ["Rake the leaves"])

# Out again, and into an account of somebody else: the same, byte for byte but for the date of the export.
anna("export --output mine.json")
ben = Person("ben")
ben(f"login {server}")
ben("import mine.json")
ben("sync")
ben("export --output his.json")
mine, his = (json.loads((work / name).read_text()) for name in ("mine.json", "his.json"))
same(his["tasks"], mine["tasks"])
same(his["lists"], mine["lists"])
