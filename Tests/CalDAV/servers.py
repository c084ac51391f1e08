"""The servers that clients are tried against: Daybook, and two others that show what the suites tell of those."""

import dataclasses
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Documents"))
from box import Box, free_port

PEERS = ROOT / ".build/caldav-peers/bin"
REFUSES_EVENTS = pathlib.Path(__file__).with_name("tasks_only.py")


@dataclasses.dataclass
class Account:
    """What somebody types into a client."""

    url: str
    user: str
    password: str
    other: str  # of the same account, for a second client
    token: str = ""  # of the API


class Daybook:
    """One server with its own PostgreSQL; each suite has an account of its own."""

    def __init__(self):
        self.box = Box()
        try:
            self.box.shell("start_server", check=True)
        except BaseException:
            self.close()
            raise
        self.server = self.box.environment["SERVER"]

    def account(self, label):
        token = self.box.ask("POST", "/v1/accounts", {})["token"]
        one, other = (
            self.box.ask("POST", "/v1/tokens", {"label": f"{label}, {which}", "scope": "caldav"}, token)
            for which in ("laptop", "phone")
        )
        if label == "python_caldav":
            # It deletes all that it made, which is what the guard of deletions is there to stop.
            self.box.ask("POST", f"/v1/devices/{one['device']['id']}/deletion-consent", {}, token)
        return Account(f"{self.server}/dav/", "daybook", one["token"], other["token"], token)

    def complaints(self):
        return (self.box.folder / "complaints").read_text(errors="replace")

    def close(self):
        self.box.close()
        Box.forget_template()


class Peer:
    """Another server, a fresh process for each suite, behind a proxy that refuses what is no task, as Daybook does."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="daybook-peer-"))
        self.processes = []

    def account(self, label):
        inner, outer = free_port(), free_port()
        folder = self.folder / str(inner)
        folder.mkdir()
        self.start(self.command(folder, inner), folder, inner)
        self.start([sys.executable, REFUSES_EVENTS, str(outer), str(inner)], folder, outer)
        return Account(f"http://127.0.0.1:{outer}/", "user", "user", "user")

    def start(self, command, folder, port):
        with open(folder / "log", "a", encoding="utf-8") as log:
            self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=folder))
        for _ in range(400):
            with socket.socket() as door:
                if door.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit(f"{command[0]} did not start:\n{(folder / 'log').read_text()}")

    def complaints(self):
        return ""

    def close(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Radicale(Peer):
    def command(self, folder, port):
        (folder / "users").write_text("user:user\n")
        return [
            PEERS / "radicale",
            "--server-hosts",
            f"127.0.0.1:{port}",
            "--storage-filesystem-folder",
            folder / "data",
            "--auth-type",
            "htpasswd",
            "--auth-htpasswd-filename",
            folder / "users",
            "--auth-htpasswd-encryption",
            "plain",
            "--logging-level",
            "warning",
        ]


class Xandikos(Peer):
    def command(self, folder, port):
        return [
            PEERS / "xandikos",
            "serve",
            "-d",
            folder / "data",
            "--defaults",
            "--no-detect-systemd",
            "--current-user-principal",
            "/user/",
            "-l",
            "127.0.0.1",
            "-p",
            str(port),
        ]


SERVERS = {"daybook": Daybook, "radicale": Radicale, "xandikos": Xandikos}
