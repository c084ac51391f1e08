"""Thunderbird without a window, told through its Marionette what a person would do: thunderbird.py URL USER PASSWORD

It takes half a minute and a large package, so it runs by `make caldav-clients` and not in CI."""

import pathlib
import re
import shutil
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Documents"))
from dav import Door
from marionette import Thunderbird
from steps import Steps

URL, USER, PASSWORD = sys.argv[1:]

CONNECT = """
const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
login.init(given.origin, null, given.realm, given.user, given.password, "", "");
await Services.logins.addLoginAsync(login);
const made = cal.manager.createCalendar("caldav", Services.io.newURI(given.url));
made.name = "Daybook";
made.setProperty("username", given.user);
made.setProperty("cache.enabled", true);
cal.manager.registerCalendar(made);
await fresh();
return list().readOnly ? "read only" : "ready";
"""

ADD = """
const todo = new CalTodo("BEGIN:VTODO\\r\\nUID:thunderbird-1\\r\\nSUMMARY:Write the letter\\r\\n" +
  "DUE;TZID=Europe/Berlin:20310304T093000\\r\\nPRIORITY:1\\r\\nEND:VTODO");
todo.calendar = list();
await list().addItem(todo);
await fresh();
return (await list().getItem("thunderbird-1")).title;
"""

COMPLETE = """
const before = await list().getItem("thunderbird-1");
const after = before.clone();
after.isCompleted = true;
await list().modifyItem(after, before);
await fresh();
return String((await list().getItem("thunderbird-1")).isCompleted);
"""

OCCURRENCE = """
const series = new CalTodo("BEGIN:VTODO\\r\\nUID:thunderbird-2\\r\\nSUMMARY:Water the plants\\r\\n" +
  "DTSTART;TZID=Europe/Berlin:20310304T080000\\r\\nDUE;TZID=Europe/Berlin:20310304T090000\\r\\n" +
  "RRULE:FREQ=WEEKLY\\r\\nEND:VTODO");
series.calendar = list();
await list().addItem(series);
await fresh();
const before = await list().getItem("thunderbird-2");
const first = before.recurrenceInfo.getNextOccurrence(cal.createDateTime("20310301T000000Z"));
const done_ = first.clone();
done_.isCompleted = true;
const after = before.clone();
after.recurrenceInfo.modifyException(done_, true);
await list().modifyItem(after, before);
await fresh();
return (await list().getItem("thunderbird-2")).title;
"""


def main(folder):
    steps = Steps()
    door = Door(URL, USER, PASSWORD)
    path = door.collection("thunderbird")
    parts = urllib.parse.urlsplit(URL)
    origin = f"{parts.scheme}://{parts.netloc}"
    bare = Door(URL, USER, PASSWORD)
    bare.fields = {}
    realm = re.search(r'realm="([^"]*)"', bare("PROPFIND", path, Depth="0").fields.get("www-authenticate", 'realm=""'))[
        1
    ]
    thunderbird = Thunderbird(folder)
    try:
        thunderbird.begin()
        ready = thunderbird.run(CONNECT, origin=origin, realm=realm, user=USER, password=PASSWORD, url=origin + path)
        assert ready == "ready", ready

        def stored(uid):
            return next((text for text in door.objects(path).values() if f"UID:{uid}" in text), "")

        def add():
            assert thunderbird.run(ADD) == "Write the letter"
            assert "SUMMARY:Write the letter" in stored("thunderbird-1")

        def complete():
            assert thunderbird.run(COMPLETE) == "true"
            assert "STATUS:COMPLETED" in stored("thunderbird-1")

        def one_occurrence():
            assert thunderbird.run(OCCURRENCE) == "Water the plants"
            everything = "".join(door.objects(path).values())
            assert everything.count("STATUS:COMPLETED") == 2, everything
            assert "RRULE:FREQ=WEEKLY" in stored("thunderbird-2")

        for step in (add, complete, one_occurrence):
            steps(step.__name__.replace("_", " "), step)
    finally:
        thunderbird.close()
    steps.end(bar=3)


place = pathlib.Path(tempfile.mkdtemp(prefix="daybook-thunderbird-"))
try:
    main(place)
finally:
    shutil.rmtree(place, ignore_errors=True)
