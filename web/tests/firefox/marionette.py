"""Firefox without a window, driven over its own socket (Marionette): messages are a length, a colon and JSON."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from clock import ZONE

PREFERENCES = {
    "marionette.port": 0, "datareporting.policy.dataSubmissionEnabled": False, "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False, "toolkit.telemetry.reportingpolicy.firstRun": False,
    "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.aboutwelcome.enabled": False,
}


class Firefox:
    def __init__(self, program="firefox-esr"):
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        try:
            self.begin(program)
        except BaseException:
            self.process.kill()
            raise

    def begin(self, program="firefox-esr"):
        """Starts it; a profile that was used before goes on."""
        chosen = self.profile / "MarionetteActivePort"
        chosen.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(self.profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1", "TZ": ZONE})
        end = time.monotonic() + 180
        while not (chosen.exists() and chosen.read_text().strip()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("Firefox does not start")
            time.sleep(0.05)
        self.socket = socket.create_connection(("127.0.0.1", int(chosen.read_text())), timeout=300)
        self.rest, self.number = b"", 0
        self._read()
        self.ask("WebDriver:NewSession", capabilities={})

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def close(self):
        self.kill()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _read(self):
        while b":" not in self.rest:
            self.rest += self._some()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.rest += self._some()
        message, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(message)

    def _some(self):
        part = self.socket.recv(1 << 16)
        if not part:
            raise RuntimeError("Firefox ended")
        return part

    def ask(self, command, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters])
        self.socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, answer = self._read()
        if error:
            raise RuntimeError(f"{command}: {error}")
        return answer

    # What flows do.

    def go(self, address):
        self.ask("WebDriver:Navigate", url=address)

    def run(self, script, *given):
        """What a function of this body answers, in the page; the policy of the page does not hold for it."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(given), sandbox="default")["value"]

    def press(self, *keys):
        """Keys one after another; `Control+z` holds the first."""
        actions = []
        for key in keys:
            parts = [NAMES.get(part, part) for part in key.split("+")] if len(key) > 1 else [key]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def type(self, text):
        self.press(*text)

    def mouse(self, *steps):
        """`("move", x, y)`, `("down",)`, `("up",)` in their order."""
        kinds = {"move": "pointerMove", "down": "pointerDown", "up": "pointerUp"}
        actions = []
        for kind, *place in steps:
            action = {"type": kinds[kind], "button": 0}
            if place:
                action |= {"x": round(place[0]), "y": round(place[1]), "duration": 40, "origin": "viewport"}
            actions.append(action)
        self.ask("WebDriver:PerformActions", actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}])

    def picture(self, path):
        import base64
        path.write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)["value"]))


NAMES = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Home": "\ue011", "End": "\ue010", "Delete": "\ue017", "Space": " ",
}
