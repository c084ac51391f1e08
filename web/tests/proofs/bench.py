"""What proofs of the keeper are told with: a real server, a network that can be bad, and tabs without a screen in real
browsers that can be killed."""

import contextlib
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "flows"))
from disk import TOKEN, with_disk  # noqa: E402
from world import ROOT, SEED, Box, until  # noqa: E402

from playwright.sync_api import sync_playwright  # noqa: E402


class Bench:
    """The server of one proof, and whoever works on it."""

    def __enter__(self):
        self.random = random.Random(SEED)
        self.box = Box()
        self.box.environment["DAYBOOK_WEB_DIR"] = str(ROOT / "web")
        self.start()
        self.address = self.box.environment["SERVER"]
        self.playwright = sync_playwright().start()
        self.browsers = []
        return self

    def __exit__(self, *_):
        for browser in self.browsers:
            browser.leave()
        self.playwright.stop()
        self.box.close()

    def start(self):
        self.box.shell("start_server", check=True)

    def kill(self):
        """The server, with -9."""
        pid = self.box.folder / "server.pid"
        process = int(pid.read_text())
        os.kill(process, signal.SIGKILL)
        until(lambda: pathlib.Path(f"/proc/{process}/exe").exists(), "the server", False)
        pid.write_text("")

    def stop(self):
        self.box.shell("stop_server", check=True)

    def ask(self, token, method, path, body=None):
        """A request of another device of somebody."""
        return self.box.ask(method, path, body, token)

    def browser(self, address=None, disk=None):
        browser = Browser(self, address or self.address, disk)
        self.browsers.append(browser)
        return browser


class Browser:
    """A browser with a disk of its own."""

    def __init__(self, bench, address, disk=None):
        self.bench, self.address, self.disk = bench, address, disk
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="daybook-profile-"))
        self.context = None
        if disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={disk}", "tmpfs", self.profile], check=True)
        self.open()

    def open(self):
        self.context = self.bench.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), headless=True,
            args=["--no-sandbox", "--disable-dev-shm-usage"])

    def tab(self):
        page = self.context.new_page()
        page.set_default_timeout(30_000)
        return Tab(self, page)

    @property
    def process(self):
        """The browser's own process, which has no type; its children have one."""
        for folder in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
                if f"--user-data-dir={self.profile}".encode() in words and not any(
                        word.startswith(b"--type=") for word in words):
                    return int(folder.name)
        raise AssertionError("the browser is gone")

    def fill_disk(self, leaving=0):
        """Takes what room there is on a disk of its own."""
        free = os.statvfs(self.profile)
        with open(self.profile / "filler", "wb") as filler:
            filler.write(bytes(max(0, free.f_bavail * free.f_frsize - leaving)))

    def empty_disk(self):
        (self.profile / "filler").unlink()

    def kill(self):
        """All of its processes at once, with -9, so that none writes down what another was told."""
        for process in with_children(self.process):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(Exception):
            self.context.close()
        # Whoever opens the profile again must not be taken for a second one.
        for lock in self.profile.glob("Singleton*"):
            lock.unlink(missing_ok=True)

    def leave(self):
        with contextlib.suppress(Exception):
            self.context.close()
        if self.disk:
            subprocess.run(["umount", "--lazy", self.profile], check=False)
        shutil.rmtree(self.profile, ignore_errors=True)


def with_children(process):
    """A process and all that come from it, itself first."""
    parents = {}
    for folder in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit():
                # The name in parentheses may hold anything.
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    family = [process]
    for one in family:
        family += [child for child, parent in parents.items() if parent == one]
    return family


class Tab:
    """A tab with a keeper and no screen (bare.js)."""

    def __init__(self, browser, page):
        self.browser, self.page, self.faults = browser, page, []
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda said: said.type == "error" and "Failed to load" not in said.text
                and self.faults.append(said.text))
        page.goto(f"{browser.address}/app/tests/proofs/bare.html")
        until(lambda: page.evaluate("Boolean(globalThis.bare?.standing)"), "a keeper", patience=60)

    def __getattr__(self, name):
        """What the tab was told: `standing`, `outline`, `falls`, `events`."""
        return self.page.evaluate(f"bare.{name}")

    def do(self, **gesture):
        return self.page.evaluate("(gesture) => bare.do(gesture)", gesture)

    def add(self, *titles, place="inbox"):
        return self.do(act="add", titles=list(titles), place={"kind": place})

    def again(self, kind):
        return self.page.evaluate("(kind) => bare.mailbox.again(kind)", kind)

    def session(self, **act):
        return self.page.evaluate("(act) => bare.mailbox.session(act)", act)

    def begins_typing(self, titles):
        """Goes on by itself; `typed` tells what was shown so far."""
        self.page.evaluate("(titles) => { bare.typed = []; (async () => { for (const title of titles) "
                           "bare.typed.push(...await bare.type([title])); })(); }", titles)

    def rows(self, kind="inbox"):
        return self.page.evaluate("(kind) => bare.rows({ kind })", kind)

    def titles(self, kind="inbox"):
        return sorted(row["title"] for row in self.rows(kind))

    def in_step(self, patience=60):
        def look():
            standing = self.standing
            return standing["waiting"] == 0 and standing["account"] is not None and standing["trouble"] is None
        until(look, f"in step: {self.standing}", patience=patience)

    @property
    def token(self):
        return with_disk(self.page, TOKEN)

    def listens_to_core(self):
        """From now on `core_standing` is what the core last said of how it stands."""
        for worker in self.page.workers:
            worker.evaluate("""async () => {
              const { Core } = await import("/app/keeper/core.js");
              const { ask } = Core.prototype;
              Core.prototype.ask = function (...asked) {
                const said = ask.apply(this, asked);
                if (said.answer.standing) globalThis.coreStanding = said.answer.standing;
                return said;
              };
            }""")

    @property
    def core_standing(self):
        [said] = [worker.evaluate("globalThis.coreStanding ?? null") for worker in self.page.workers]
        return said

    def hang(self, seconds):
        """The keeper of this tab does nothing at all for so long."""
        for worker in self.page.workers:
            worker.evaluate("""(ms) => { setTimeout(() => {
              const end = Date.now() + ms;
              while (Date.now() < end);
            }, 0); }""", seconds * 1000)


class BadNetwork:
    """Stands between browsers and the server: cuts, delays, and swallows, as its dice say."""

    def __init__(self, bench, cuts=0.0, delay=0.0):
        self.random, self.target = bench.random, int(bench.box.port)
        self.cuts, self.delay = cuts, delay
        self.door = socket.socket()
        self.door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.door.bind(("127.0.0.1", 0))
        self.door.listen(64)
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.is_over, self.cut, self.carried, self.is_offline = False, 0, 0, False
        threading.Thread(target=self._accept, daemon=True).start()

    def heal(self):
        self.cuts, self.delay, self.is_offline = 0.0, 0.0, False

    def goes_offline(self):
        """Whatever is asked of the API is not answered, from now on. The app's own files still come."""
        self.is_offline = True

    def end(self):
        self.is_over = True
        self.door.close()

    def _accept(self):
        while not self.is_over:
            try:
                inner, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(inner,), daemon=True).start()

    def _carry(self, inner):
        try:
            outer = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            inner.close()
            return
        asks_api = False
        try:
            while True:
                ready, _, _ = select.select([inner, outer], [], [], 1)
                if self.is_offline and asks_api:
                    return
                for source in ready:
                    data = source.recv(4096)
                    if not data or (self.is_offline and b" /v1/" in data[:20]):
                        return
                    if self.delay:
                        time.sleep(self.random.random() * self.delay)
                    asks_api = b" /v1/" in data[:20] if source is inner else asks_api
                    # A part of a request or of an answer comes, or all of it, and then nothing more.
                    is_cut = self.random.random() < self.cuts
                    part = self.random.randrange(len(data) + 1) if is_cut else len(data)
                    (outer if source is inner else inner).sendall(data[:part])
                    self.carried += part
                    if is_cut:
                        self.cut += 1
                        return
        except OSError:
            return
        finally:
            inner.close()
            outer.close()
