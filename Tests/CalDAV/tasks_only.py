"""Stands before another server and refuses what is no task, as Daybook does: tasks_only.py PORT INNER_PORT"""

import http.client
import http.server
import re
import sys

PORT, INNER = int(sys.argv[1]), int(sys.argv[2])
REFUSAL = (
    b'<?xml version="1.0" encoding="utf-8"?><error xmlns="DAV:">'
    b'<supported-calendar-component xmlns="urn:ietf:params:xml:ns:caldav"/></error>'
)
HOP = {"connection", "transfer-encoding", "keep-alive", "content-length"}


def refused(method, body):
    """An object that is no task, and a collection that is to hold none."""
    if method == "PUT":
        return re.search(rb"(?mi)^BEGIN:(VEVENT|VJOURNAL)\r?$", body) is not None
    if method in ("MKCALENDAR", "MKCOL"):
        kinds = re.findall(rb"""comp\s[^>]*name=["'](\w+)""", body)
        return bool(kinds) and b"VTODO" not in kinds
    return False


class Door(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave in one piece

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            body = self.chunks()
        if refused(self.command, body):
            self.send(403, [("Content-Type", "application/xml; charset=utf-8")], REFUSAL)
            return
        inner = http.client.HTTPConnection("127.0.0.1", INNER, timeout=60)
        fields = {name: text for name, text in self.headers.items() if name.lower() not in HOP}
        inner.request(self.command, self.path, body, fields)
        answer = inner.getresponse()
        content = answer.read()
        self.send(answer.status, [pair for pair in answer.getheaders() if pair[0].lower() not in HOP], content)
        inner.close()

    def chunks(self):
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def send(self, status, fields, content):
        self.send_response_only(status)
        for name, text in fields:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
        self.wfile.flush()

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


Server(("127.0.0.1", PORT), Door).serve_forever()
