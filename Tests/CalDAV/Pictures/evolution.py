"""What somebody sees who sets up Evolution, on a screen that nobody looks at."""

import io
import os
import pathlib
import subprocess

import place
from PIL import ImageGrab

KEYRING = pathlib.Path("/usr/share/dbus-1/services/org.freedesktop.secrets.service")
HANDS = pathlib.Path(__file__).with_name("evolution_hands.py")
SIZE = (1100, 820)


def show(folder, owner, keep):
    password = owner.password("Evolution, desktop")
    screen = Screen(folder)
    try:
        hands(folder, screen, password, keep)
    finally:
        screen.close()


class Screen:
    def __init__(self, folder):
        reading, writing = os.pipe()
        self.log = open(folder / "screen", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
            pass_fds=[writing], stdout=self.log, stderr=self.log)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def picture(self):
        bytes_ = io.BytesIO()
        ImageGrab.grab(xdisplay=self.name).save(bytes_, "PNG")
        return bytes_.getvalue()

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


def hands(folder, screen, password, keep):
    """Lets evolution_hands.py go through the steps; it stops where a picture is wanted."""
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "CACHE")}
    settings = folder / "config/glib-2.0/settings"
    settings.mkdir(parents=True)
    (settings / "keyfile").write_text(SETTINGS)
    # Where there is a keyring it would ask for a password of its own.
    if KEYRING.exists():
        (folder / "nothing").touch()
        place.put(folder / "nothing", KEYRING)
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    own |= {
        "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), "GSETTINGS_BACKEND": "keyfile",
        # The network of the place has no way out, which it would take for none.
        "GIO_USE_NETWORK_MONITOR": "base", "DISPLAY": screen.name,
        "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    log = open(folder / "log", "w", encoding="utf-8")
    with log, subprocess.Popen(
        ["dbus-run-session", "--", "/usr/bin/python3", HANDS, f"{place.ADDRESS}/dav/", password],
        env=own, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
    ) as process:
        for line in process.stdout:
            word, *rest = line.split() or [""]
            # What it starts may say something there as well.
            if word != "picture":
                continue
            name, *box = rest
            keep(screen.picture(), name, tuple(int(number) for number in box))
            process.stdin.write("kept\n")
            process.stdin.flush()
    assert process.returncode == 0, (folder / "log").read_text()[-4000:]


SETTINGS = """
[org/gnome/desktop/interface]
toolkit-accessibility=true

[org/gnome/evolution/shell]
menubar-visible=true

[org/gnome/evolution/shell/window]
width=1000
height=640
"""
