"""A real browser without a window, driven over its pipe."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile

PROGRAM = shutil.which("chromium")


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="browser")
        to_read, self.commands = os.pipe()
        self.answers, to_write = os.pipe()
        # The browser takes commands on its file 3 and answers on its file 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "-", PROGRAM, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={self.folder}"],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        atexit.register(self.close)
        self.asked, self.rest, self.events, self.session = 0, b"", [], None

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _next(self):
        while b"\0" not in self.rest:
            part = os.read(self.answers, 1 << 16)
            if not part:
                raise SystemExit("the browser ended")
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def ask(self, method, **parameters):
        self.asked += 1
        message = {"id": self.asked, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") != self.asked:
                self.events.append(answer)
            elif "error" in answer:
                raise SystemExit(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def event(self, method, fits):
        """Waits for one."""
        while True:
            for event in self.events:
                if event.get("method") == method and fits(event["params"]):
                    return event["params"]
            self.events.append(self._next())

    def open(self, address):
        target = self.ask("Target.createTarget", url=address)["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def run(self, code):
        """What the page's code answers."""
        answer = self.ask("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"in the page: {answer['exceptionDetails']}")
        return answer["result"].get("value")
