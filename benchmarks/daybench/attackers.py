"""Clients that mean no good, each a loop until it is told to stop."""

import gzip
import http.client
import json
import random
import socket
import threading
import time
import uuid

from .clients import headed, operation

NOTES = "wörd " * 100_000


class Target:
    """A server, and what happened there by kind of client and by answer."""

    def __init__(self, port: int):
        self.port = port
        self.counts: dict[tuple[str, str], int] = {}
        self.waits: list[float] = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    def count(self, kind: str, outcome: object) -> None:
        with self.lock:
            key = (kind, str(outcome))
            self.counts[key] = self.counts.get(key, 0) + 1

    def ask(self, kind: str, method: str, path: str, token: str | None = None, body: bytes | None = None, **fields: str) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headed(token, body, fields)[0])
            answer = connection.getresponse()
            content = answer.read()
            self.count(kind, answer.status)
            return content if answer.status < 300 else b""
        except (OSError, http.client.HTTPException) as error:
            self.count(kind, type(error).__name__)
            return b""
        finally:
            connection.close()

    def account(self) -> str:
        return json.loads(self.ask("account", "POST", "/v1/accounts", body=b"{}"))["token"]


def raw(target: Target, text: str, receive: int | None = None) -> socket.socket:
    """A connection that has sent this, as far as the server takes it at once."""
    connection = socket.socket()
    if receive:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    # What the server does not take at once is not waited for.
    connection.settimeout(0.5)
    connection.connect(("127.0.0.1", target.port))
    try:
        connection.sendall(text.encode())
    except OSError:
        pass
    return connection


def change(number: int, **fields: object) -> dict:
    """Rows have few ids, so that an hour of them fills no disk."""
    return operation(fields, str(uuid.UUID(int=number)))


def held(target: Target, kind: str, connections: list[socket.socket], seconds: float) -> None:
    """Connections that stay open for a while, and take nothing."""
    target.count(kind, "held")
    target.over.wait(seconds)
    for connection in connections:
        connection.close()


def push(*operations: dict, **more: object) -> bytes:
    return json.dumps({"ops": operations, **more}).encode()


def everyday(target: Target, token: str, random: random.Random) -> None:
    """A device as they should be, whose waits count."""
    begun = time.monotonic()
    path = random.choice(["/v1/views/today", "/v1/tasks?limit=50", "/v1/views/board"])
    changed = change(random.randrange(300), title=f"Task {begun}")
    target.ask("everyday", "POST", "/v1/sync", token, push(changed, limit=50))
    target.ask("everyday", "GET", path, token)
    with target.lock:
        target.waits.append((time.monotonic() - begun) / 2)
    target.over.wait(0.1)


def slow_reader(target: Target, token: str, random: random.Random) -> None:
    coding = random.choice(["identity", "gzip", "zstd"])
    path = random.choice(["/v1/tasks?limit=500", "/v1/views/inbox?limit=1000", "/v1/history?limit=200", "/v1/search?q=word&limit=100", "/v1/export"])
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nAccept-Encoding: {coding}\r\n\r\n"
    connections = [raw(target, request * 8, receive=4096) for _ in range(random.randrange(5, 40))]
    held(target, "slow reader", connections, random.uniform(1, 25))


def slow_upload(target: Target, token: str, random: random.Random) -> None:
    length = random.choice([900_000, 8_000_000])
    path = "/v1/sync" if length < 1_000_000 else "/v1/import"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {length + 1}\r\n\r\n"
    connections = [raw(target, head + " " * length) for _ in range(random.randrange(1, 20))]
    held(target, "slow upload", connections, random.uniform(1, 25))


def big_push(target: Target, token: str, random: random.Random) -> None:
    if random.random() < 0.5:
        body = push(change(random.randrange(40), title="Long", notes=NOTES))
    else:
        body = push(*(change(random.randrange(1000), title="Task " + "x" * 400) for _ in range(900)))
    target.ask("big push", "POST", "/v1/sync", token, body)
    target.over.wait(0.5)


def hostile_json(target: Target, token: str, random: random.Random) -> None:
    deep = "[" * 100_000
    body = random.choice(
        [
            deep, '{"ops":' + deep, '{"ops":[' + "{}," * 100_000 + "{}]}", "{" + '"x":1,' * 50_000 + '"x":1}',
            '{"limit":' + "9" * 500_000 + "}", '{"ops":[{"fields":{' + ",".join(f'"f{n}":null' for n in range(50_000)) + "}}]}",
            "\x00" * 500_000, '"' + "\\ud800" * 100_000 + '"', '{"title":"' + "\\u0000" * 100_000 + '"}',
        ]
    )  # fmt: skip
    path = random.choice(["/v1/sync", "/v1/tasks", "/v1/tasks/batch", "/v1/import", "/v1/capture", "/v1/pairing/claim"])
    target.ask("hostile json", "POST", path, token, body.encode())
    target.over.wait(0.2)


def importer(target: Target, token: str, random: random.Random) -> None:
    rows = [{"description": f"Task {n}", "uuid": f"u{n}", "entry": "20260101T000000Z", "status": "pending"} for n in range(2_000)]
    body = json.dumps(rows).encode()
    if random.random() < 0.3:
        body = gzip.compress(body + b" " * 300_000_000)
    elif random.random() < 0.5:
        body = gzip.compress(body)
    else:
        target.ask("import", "POST", "/v1/import", token, body)
        return
    target.ask("import", "POST", "/v1/import", token, body, Content_Encoding="gzip")
    target.over.wait(2)


def searcher(target: Target, token: str, random: random.Random) -> None:
    word = random.choice(["word", "wrod", "ta", "long", "x" * 60, "balcnoy"])
    target.ask("search", "GET", f"/v1/search?q={word}&limit=100", token)
    target.over.wait(0.1)


def storm(target: Target, token: str, random: random.Random) -> None:
    connections = [raw(target, random.choice(["", "GET / HT", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"])) for _ in range(200)]
    target.count("storm", "connected")
    for connection in connections:
        connection.close()
    target.over.wait(1)


def listener(target: Target, token: str, random: random.Random) -> None:
    request = f"GET /v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
    connections = [raw(target, request, receive=4096) for _ in range(10)]
    held(target, "unread stream", connections, random.uniform(5, 25))


ALL = [slow_reader, slow_reader, slow_upload, big_push, hostile_json, importer, searcher, storm, listener]
