"""Thunderbird as its Marionette leads it: with a profile of its own, and without a window on any screen."""

import base64
import json
import re
import socket
import subprocess
import time

from box import free_port

PREFERENCES = {
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


class Thunderbird:
    def __init__(self, folder, **preferences):
        self.port = free_port()
        profile = folder / "profile"
        profile.mkdir()
        wanted = PREFERENCES | {"marionette.port": self.port} | preferences
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items())
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
                return socket.create_connection(("127.0.0.1", self.port), timeout=600)
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

    def picture(self):
        """The window that is looked at, as a PNG."""
        return base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
