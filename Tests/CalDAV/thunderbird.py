"""Thunderbird without a window, told through its Marionette what a person would do: thunderbird.py URL USER PASSWORD

It takes half a minute and a large package, so it runs by `make caldav-clients` and not in CI."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Documents"))
from box import free_port
from dav import Door
from steps import Steps

URL, USER, PASSWORD = sys.argv[1:]
PORT = free_port()

PREFERENCES = {
    "marionette.port": PORT,
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.spotlight.firstRunDone": True,
    "mail.winsearch.firstRunDone": True,
    "calendar.timezone.local": "Europe/Berlin",
    "signon.rememberSignons": True,
    "calendar.timezone.useSystemTimezone": False,
    "app.update.enabled": False,
    "network.dns.disabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "mailnews.start_page.enabled": False,
}

# Each script ends by telling what it found.
COMMON = """
const done = arguments[arguments.length - 1];
const given = arguments[0];
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const { CalTodo } = ChromeUtils.importESModule("resource:///modules/CalTodo.sys.mjs");
const list = () => cal.manager.getCalendars().find(one => one.name == "Daybook");
const fresh = () => new Promise(seen => {
  const watch = { QueryInterface: ChromeUtils.generateQI(["calIObserver"]), onStartBatch() {}, onEndBatch() {},
    onLoad() { list().removeObserver(watch); seen(); }, onAddItem() {}, onModifyItem() {}, onDeleteItem() {},
    onError() {}, onPropertyChanged() {}, onPropertyDeleting() {} };
  list().addObserver(watch);
  list().refresh();
});
(async () => { %s })().then(done, error => done("error: " + error + " " + (error.stack ?? "")));
"""

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


class Thunderbird:
    def __init__(self, folder):
        profile = folder / "profile"
        profile.mkdir()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("\n".join(lines))
        self.log = open(folder / "log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [
                "thunderbird",
                "--headless",
                "--marionette",
                "-remote-allow-system-access",
                "--no-remote",
                "--profile",
                profile,
            ],
            stdout=self.log,
            stderr=self.log,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"},
        )
        self.number, self.buffer = 0, b""

    def begin(self):
        self.socket = self.connected()
        self.read()
        self.ask("WebDriver:NewSession", {})
        self.ask("Marionette:SetContext", {"value": "chrome"})
        self.ask("WebDriver:SetTimeouts", {"script": 60_000})

    def connected(self):
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", PORT), timeout=90)
            except OSError:
                assert self.process.poll() is None, "Thunderbird ended"
                time.sleep(0.1)
        raise AssertionError("Thunderbird did not begin")

    def read(self):
        while not (found := re.match(rb"(\d+):", self.buffer)):
            self.more()
        begin, size = found.end(), int(found[1])
        while len(self.buffer) < begin + size:
            self.more()
        message, self.buffer = self.buffer[begin : begin + size], self.buffer[begin + size :]
        return json.loads(message)

    def more(self):
        piece = self.socket.recv(65_536)
        assert piece, "Thunderbird hung up"
        self.buffer += piece

    def ask(self, command, words):
        self.number += 1
        message = json.dumps([0, self.number, command, words]).encode()
        self.socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self.read()
        assert error is None, error
        return result

    def run(self, script, **given):
        answer = self.ask(
            "WebDriver:ExecuteAsyncScript", {"script": COMMON % script, "args": [given], "newSandbox": True}
        )
        value = answer["value"]
        assert not str(value).startswith("error:"), value
        return value

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


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
