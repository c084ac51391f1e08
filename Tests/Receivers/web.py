"""A receiver over HTTP/1.1 that tells what it was sent and answers as its path says.

    web.py [--tls] [--bind ADDRESS] [--port PORT] [--name NAME] [--quiet | --counting]

    /status/410            answers so
    /retry/429/30          with Retry-After
    /redirect?TO           points elsewhere
    /slow                  never answers
    /drip                  a byte of the head every now and then
    /reset                 closes without an answer, by a reset
    /garbage               what is no HTTP
    /endless, /endless-head, /endless-early   content, fields, and interim answers without an end
    /hook/SECRET           checks the signature of a webhook with the secret, in base64url
    /count                 tells, if counting, how many connections there were at once
    /push/PRIVATE/AUTH     decrypts Web Push with the receiver's key, verifies VAPID, answers 201
    anything else          204

Everything that came is told before it is answered.
"""

import base64
import hmac
import http.server
import json
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse

from telling import certificate, end_with_parent, tell


def signed(fields, body, secret):
    """Whether one of the signatures of a webhook is the one that the secret makes."""
    message = f"{fields['webhook-id']}.{fields['webhook-timestamp']}.".encode() + body
    made = base64.b64encode(hmac.digest(unpacked(secret), message, "sha256")).decode()
    return f"v1,{made}" in fields["webhook-signature"].split(" ")


def unpacked(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def opened(handler, body, private, auth):
    """What the service worker would see, and what the push service checks."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    key = ec.derive_private_key(int.from_bytes(unpacked(private), "big"), ec.SECP256R1())
    text = http_ece.decrypt(body, private_key=key, auth_secret=unpacked(auth), version="aes128gcm")
    parts = dict(
        part.strip().split("=", 1)
        for part in handler.headers["authorization"].removeprefix("vapid ").split(",")
    )
    claims = {}
    if Vapid02.verify(handler.headers["authorization"]):
        claims = parts["t"].split(".")[1]
        claims = json.loads(unpacked(claims))
    return {"text": text.decode(), "claims": claims, "key": parts["k"]}


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    is_quiet = False
    is_counting = False
    at_once = most_at_once = 0
    counting = threading.Lock()

    def handle(self):
        cls = type(self)
        with self.counting:
            cls.at_once += 1
            cls.most_at_once = max(cls.most_at_once, cls.at_once)
        try:
            super().handle()
        except OSError:
            pass
        with self.counting:
            cls.at_once -= 1

    def log_message(self, *_):
        pass

    def answer(self, status, fields=(), body=b""):
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def endless(self, begin, part):
        self.wfile.write(begin)
        sent = 0
        try:
            while True:
                self.wfile.write(part)
                sent += len(part)
        except OSError:
            if not self.is_quiet:
                tell(ended=self.path, sent=sent)
        self.close_connection = True

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        words = urllib.parse.urlsplit(self.path).path.strip("/").split("/")
        what = {}
        if words[0] == "push":
            try:
                what = opened(self, body, words[1], words[2])
            except Exception as error:  # told, so that the test says what was wrong
                what = {"trouble": repr(error)}
        if words[0] == "hook":
            what = {"isSigned": signed(self.headers, body, words[1])}
        if words[0] == "count":
            tell(atOnce=self.most_at_once)
        elif not self.is_quiet and not self.is_counting:
            tell(
                method=self.command,
                path=self.path,
                fields={name.lower(): value for name, value in self.headers.items()},
                body=base64.b64encode(body).decode(),
                **what,
            )
        match words[0]:
            case "status":
                self.answer(int(words[1]), body=b"x" * 100)
            case "retry":
                self.answer(int(words[1]), [("retry-after", urllib.parse.unquote(words[2]))])
            case "redirect":
                self.answer(307, [("location", urllib.parse.unquote(urllib.parse.urlsplit(self.path).query))])
            case "slow":
                time.sleep(600)
            case "drip":
                for byte in b"HTTP/1.1 204 Slow\r\nx: " + b"y" * 600:
                    self.wfile.write(bytes([byte]))
                    time.sleep(0.2)
            case "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
                self.connection.close()
            case "garbage":
                self.wfile.write(bytes(range(256)) * 4)
                self.close_connection = True
            case "endless":
                self.endless(b"HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n", b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
            case "endless-head":
                self.endless(b"HTTP/1.1 200 Yes\r\n", b"x-more: " + b"y" * 8000 + b"\r\n")
            case "endless-early":
                self.endless(b"", b"HTTP/1.1 103 Early\r\nx-more: yes\r\n\r\n")
            case "push":
                self.answer(201 if "text" in what else 400)
            case _:
                self.answer(204)

    do_POST = do_GET = do_PUT = do_DELETE = handle_any

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def handle_error(self, request, client_address):
        pass


def main():
    words = sys.argv[1:]
    bind = words[words.index("--bind") + 1] if "--bind" in words else "127.0.0.1"
    Receiver.is_quiet, Receiver.is_counting = "--quiet" in words, "--counting" in words
    if ":" in bind:
        Server.address_family = socket.AF_INET6
    server = Server((bind, int(words[words.index("--port") + 1]) if "--port" in words else 0), Receiver)
    trust = None
    if "--tls" in words:
        names = [words[words.index("--name") + 1]] if "--name" in words else []
        trust = certificate("localhost", "127.0.0.1", "push.example", *names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(trust)
        # The handshake is the connection's own thread's.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    end_with_parent()
    tell(port=server.server_address[1], trust=trust)
    server.serve_forever()


if __name__ == "__main__":
    main()
