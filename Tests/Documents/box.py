"""A place of its own for one document or one journey: a folder, a server with its private database, and a shell in
which commands that would touch the machine touch the folder instead."""

import fcntl
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("DAYBOOK", ".build/debug/daybook")

UNLIMITED = {
    f"DAYBOOK_{name}": "0"
    for name in (
        "REGISTRATIONS_PER_ADDRESS", "DEVICES_PER_ACCOUNT", "LOGINS_PER_ADDRESS", "REQUESTS_PER_DEVICE",
        "REQUESTS_PER_ACCOUNT", "REQUESTS_PER_ADDRESS",
    )
}

# What the shell of a box knows beside the machine's own commands. `systemctl` is the box's server, `sudo` is nothing.
PRELUDE = r"""
set -uo pipefail
sudo() { "$@"; }
is_running() { [ -s "$BOX/server.pid" ] && kill -0 "$(cat "$BOX/server.pid")" 2> /dev/null; }
start_server() {
    is_running && return 0
    : > "$BOX/output"
    "$PROGRAM" serve > "$BOX/output" 2>> "$BOX/complaints" &
    echo $! > "$BOX/server.pid"
    for _ in $(seq 6000); do
        grep -q ' ready on ' "$BOX/output" && return 0
        is_running || { cat "$BOX/complaints" >&2; return 1; }
        sleep 0.05
    done
    return 1
}
stop_server() {
    [ -s "$BOX/server.pid" ] || return 0
    local process; process=$(cat "$BOX/server.pid")
    kill -TERM "$process" 2> /dev/null
    while kill -0 "$process" 2> /dev/null; do wait "$process" 2> /dev/null; sleep 0.02; done
    : > "$BOX/server.pid"
}
systemctl() {
    case "$*" in
        "stop daybook") stop_server ;;
        "start daybook" | "enable --now daybook") start_server ;;
        "restart daybook") stop_server && start_server ;;
        *) echo "systemctl $*: nobody said what that is here" >&2; return 1 ;;
    esac
}
new_account() { command curl -sf "$SERVER/v1/accounts" -H 'content-type: application/json' -d "${1:-{\}}"; }
# A request under the token T; fails where it is refused.
ask() {
    command curl -sS --fail-with-body -X "$1" "$SERVER$2" \
        -H "authorization: Bearer ${T:-}" -H 'content-type: application/json' \
        ${3:+-d "$3"}
}
token_of() { grep -o 'daybook_[A-Za-z0-9_-]*'; }
"""


class Box:
    _template = None

    @classmethod
    def template(cls):
        """A data folder with an empty database, made once: making a cluster takes seconds, copying one does not."""
        if cls._template is None and (given := os.environ.get("DAYBOOK_TEMPLATE")):
            cls._template = pathlib.Path(given)
        if cls._template is None:
            folder = pathlib.Path(tempfile.mkdtemp(prefix="daybook-template-"))
            folder.chmod(0o711)
            cls._template = folder / "data"
            box = cls(folder, copying=False)
            box.shell("start_server && stop_server", check=True)
        return cls._template

    @classmethod
    def forget_template(cls):
        if cls._template is not None:
            shutil.rmtree(cls._template.parent, ignore_errors=True)

    def __init__(self, folder=None, copying=True):
        self.folder = folder or pathlib.Path(tempfile.mkdtemp(prefix="daybook-box-"))
        # PostgreSQL runs as another user where this is root, and must get through.
        self.folder.chmod(0o711)
        for name in ("home", "work", "bin"):
            (self.folder / name).mkdir()
        (self.folder / "bin/daybook").symlink_to(PROGRAM)
        self.port = free_port()
        if copying:
            subprocess.run(["cp", "-a", self.template(), self.folder / "data"], check=True)
        self.environment = {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": f"{self.folder}/home", "LANG": "C.UTF-8", "TZ": "UTC",
            "BOX": str(self.folder), "PROGRAM": str(PROGRAM), "ROOT": str(ROOT),
            "SERVER": f"http://127.0.0.1:{self.port}", "DAYBOOK_DATA_DIR": f"{self.folder}/data",
            "DAYBOOK_LISTEN": f"127.0.0.1:{self.port}", "DAYBOOK_PATIENCE": "60", **UNLIMITED,
        }

    def shell(self, script, check=False, seconds=600):
        """Runs a script under the prelude; what it says on both channels, and how it ended."""
        script_file = self.folder / "script.sh"
        script_file.write_text(PRELUDE + script)
        # Into a file: what a script starts and leaves running would hold a pipe open, and nobody needs to wait for that.
        said = self.folder / "said"
        with said.open("wb") as file:
            try:
                code = subprocess.run(
                    ["bash", script_file], cwd=self.folder / "work", env=self.environment, stdin=subprocess.DEVNULL,
                    stdout=file, stderr=subprocess.STDOUT, timeout=seconds).returncode
            except subprocess.TimeoutExpired:
                code = 124
        output = said.read_text(errors="replace") + ("\n(out of time)" if code == 124 else "")
        if check and code != 0:
            raise RuntimeError(output)
        return code, output

    def ask(self, method, path, body=None, token=None):
        """A request of the API; the JSON of its answer."""
        fields = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.environment["SERVER"] + path, data, fields, method=method)
        with urllib.request.urlopen(request, timeout=180) as answer:
            content = answer.read()
        return json.loads(content) if content else None

    def close(self):
        """Ends the server that is still there, by its number, and drops the folder."""
        self.shell("stop_server")
        shutil.rmtree(self.folder, ignore_errors=True)


# Of the ports that this process was given; they are held until it ends.
held = []


def free_port():
    """Below the ports that the system gives to those who connect, so that nobody takes it in between. Another box does not
    either: its server may be down for a while, so the port is held by a file."""
    while True:
        port = random.randrange(20_000, 32_000)
        try:
            mark = open(pathlib.Path(tempfile.gettempdir()) / f"daybook-port-{port}", "w", encoding="ascii")
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # Another box's, or another user's.
            continue
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) != 0:
                held.append(mark)
                return port
