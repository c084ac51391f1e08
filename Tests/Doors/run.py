#!/usr/bin/env python3
"""Ways in as programs of others know them, against a real server: codes of authenticator apps by pyotp, passkeys by fido2's types
with each of the three kinds of keys, and by soft-webauthn.

Tests/Doors/run.py [client...]    all, or the named ones
"""

import functools
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN = ROOT / ".build/doors"
# These programs are no part of the machine's Python.
if pathlib.Path(sys.prefix) != OWN:
    os.execv(OWN / "bin/python", [OWN / "bin/python", *sys.argv])
sys.path[:0] = [str(ROOT / "Tests/Documents"), str(ROOT / "Tests/Support")]
from box import Box
from tries import Tries, arguments

import authenticators
import codes
import passkeys
from door import Door

CLIENTS = {
    "pyotp": codes.follow,
    "fido2-es256": lambda door: passkeys.follow(door, functools.partial(passkeys.Fido, door.origin, authenticators.es256)),
    # As passkeys that are copied from device to device do, it does not count.
    "fido2-eddsa": lambda door: passkeys.follow(
        door, functools.partial(passkeys.Fido, door.origin, authenticators.eddsa, counts=False)),
    "fido2-rs256": lambda door: passkeys.follow(door, functools.partial(passkeys.Fido, door.origin, authenticators.rs256)),
    "soft-webauthn": lambda door: passkeys.follow(door, functools.partial(passkeys.Soft, door.origin)),
}


def run(door, client):
    """What a client reached is told; what it did not, it raises."""
    print(f"       {client}: {CLIENTS[client](door)}", flush=True)


def main():
    parser = arguments(__doc__)
    parser.add_argument("clients", nargs="*", metavar="client", choices=[*CLIENTS, []])
    options = parser.parse_args()
    tries = Tries("doors", "Tests/Doors/run.py", options.report)
    box = Box()
    # Passkeys belong to a name, and a number is none.
    box.environment["DAYBOOK_PUBLIC_URL"] = f"http://localhost:{box.port}"
    try:
        box.shell("start_server", check=True)
        door = Door(box)
        tries.make(options.clients or CLIENTS, lambda client: run(door, client))
        return tries.end(lambda client: run(door, client))
    finally:
        box.close()
        Box.forget_template()


if __name__ == "__main__":
    sys.exit(main())
