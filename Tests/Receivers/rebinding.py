"""Runs a program where names mean what a hostile name server says, in a network of its own.

    unshare --map-root-user --net --mount rebinding.py PROGRAM

The name push.example is a public address the first time that it is asked for, and the loopback address from then on; a
receiver listens at both. Prints what the program says about sending there twice, and about sending to the public
address where the environment names a proxy.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PUBLIC = "93.184.215.14"


def start(program, *words):
    process = subprocess.Popen(
        [sys.executable, HERE / program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return process, json.loads(process.stdout.readline())


def main():
    probe = sys.argv[1]
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "address", "add", f"{PUBLIC}/32", "dev", "lo"], check=True)
    with tempfile.NamedTemporaryFile("w") as resolver:
        resolver.write("nameserver 127.0.0.1\n")
        resolver.flush()
        subprocess.run(["mount", "--bind", resolver.name, os.path.realpath("/etc/resolv.conf")], check=True)
    names, _ = start("names.py", "53", PUBLIC, "127.0.0.1")
    receiver, there = start("web.py", "--tls", "--quiet", "--bind", "0.0.0.0", "--name", PUBLIC)
    proxy, between = start("web.py", "--quiet")

    def probed(*addresses, **environment):
        words = [probe, "--trust", there["trust"], *addresses]
        return subprocess.run(words, env=os.environ | environment, stdout=subprocess.PIPE, text=True).stdout.split()

    address = f"https://push.example:{there['port']}/"
    print("twice:", *probed(address, address))
    given = [json.loads(names.stdout.readline())["gave"] for _ in range(2)]
    print("resolved:", *given)
    way = f"http://127.0.0.1:{between['port']}"
    print("past a proxy:", *probed(f"https://{PUBLIC}:{there['port']}/", https_proxy=way, all_proxy=way))
    for process in (names, receiver, proxy):
        process.stdin.close()
        process.wait()


if __name__ == "__main__":
    main()
