"""A place of its own for pictures: a network without any other, where the server is called daybook.example.org and has a
certificate that every program trusts. What is shown is then what people see, and nothing of this machine."""

import asyncio
import os
import pathlib
import ssl
import subprocess
import sys
import threading

NAME = "daybook.example.org"
ADDRESS = f"https://{NAME}"
TRUSTED = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


def enter():
    """Goes on in a network and with mounts of this process alone, which end with it."""
    if "DAYBOOK_PLACE" not in os.environ:
        if os.geteuid() != 0:
            raise SystemExit("Only root may make a network of its own for the pictures.")
        os.environ["DAYBOOK_PLACE"] = NAME
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv])
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def furnish(folder, port):
    """Gives the server at this port its name and its certificate."""
    folder.chmod(0o755)
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {NAME}\n")
    put(hosts, pathlib.Path("/etc/hosts"))
    certificate, key = folder / "certificate", folder / "key"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj".split()
    subprocess.run(
        [*command, f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate],
        check=True, stderr=subprocess.DEVNULL)
    trusted = folder / "trusted"
    trusted.write_bytes(TRUSTED.read_bytes() + certificate.read_bytes())
    put(trusted, TRUSTED)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    ready = threading.Event()
    threading.Thread(target=lambda: asyncio.run(serve(context, port, ready)), daemon=True).start()
    assert ready.wait(60), "nothing listens under the server's name"


def put(file, place):
    subprocess.run(["mount", "--bind", file, place], check=True)


async def serve(context, port, ready):
    """Passes on what comes by TLS."""
    async def pass_on(reader, writer):
        try:
            while piece := await reader.read(65_536):
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        writer.close()

    async def met(reader, writer):
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, there_writer), pass_on(there_reader, writer))

    server = await asyncio.start_server(met, "127.0.0.1", 443, ssl=context)
    ready.set()
    async with server:
        await server.serve_forever()
