"""The little of WebDAV that a suite says by hand: one request, and what stands in a collection."""

import base64
import http.client
import urllib.parse
import xml.etree.ElementTree as ElementTree

D, C = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"


class Answer:
    def __init__(self, answer):
        self.status, self.body = answer.status, answer.read()
        self.fields = {name.lower(): text for name, text in answer.getheaders()}

    @property
    def etag(self):
        return self.fields.get("etag")

    @property
    def tree(self):
        return ElementTree.fromstring(self.body)

    def precondition(self):
        """The name inside a DAV:error."""
        try:
            return next(iter(self.tree)).tag.split("}")[1]
        except (ElementTree.ParseError, StopIteration):
            return None


class Door:
    """One connection, on which somebody asks with a password."""

    def __init__(self, url, user, password):
        self.parts = urllib.parse.urlsplit(url)
        self.path = self.parts.path
        word = base64.b64encode(f"{user}:{password}".encode()).decode()
        self.fields = {"Authorization": f"Basic {word}"}
        self.connection = http.client.HTTPConnection(self.parts.hostname, self.parts.port, timeout=180)

    def __call__(self, method, path, body=None, status=None, **fields):
        named = {name.replace("_", "-"): text for name, text in fields.items()}
        body = body.encode() if isinstance(body, str) else body
        if body is not None and method not in ("PUT",):
            named.setdefault("Content-Type", "application/xml; charset=utf-8")
        elif method == "PUT":
            named.setdefault("Content-Type", "text/calendar; charset=utf-8")
        self.connection.request(method, path, body, self.fields | named)
        answer = Answer(self.connection.getresponse())
        wanted = (status,) if isinstance(status, int) else status
        if wanted and answer.status not in wanted:
            raise AssertionError(
                f"{method} {path} was answered {answer.status} and not {status}: {answer.body[:600]!r}"
            )
        return answer

    def find(self, path, *names, depth="0"):
        """The values of properties by the paths of those that have them."""
        asked = "".join(
            f'<x{n}:{name.split("}")[1]} xmlns:x{n}="{name[1:].split("}")[0]}"/>' for n, name in enumerate(names)
        )
        body = f'<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop>{asked}</d:prop></d:propfind>'
        return found(self("PROPFIND", path, body, status=207, Depth=depth).tree)

    def home(self):
        (principal,) = self.find(self.path, f"{D}current-user-principal").values()
        path = principal[f"{D}current-user-principal"].find(f"{D}href").text
        (home,) = self.find(path, f"{C}calendar-home-set").values()
        return home[f"{C}calendar-home-set"].find(f"{D}href").text

    def collection(self, name):
        """A new list for tasks."""
        path = f"{self.home().rstrip('/')}/{name}/"
        self(
            "MKCALENDAR",
            path,
            (
                '<?xml version="1.0" encoding="utf-8"?><c:mkcalendar xmlns:d="DAV:" '
                'xmlns:c="urn:ietf:params:xml:ns:caldav">'
                f"<d:set><d:prop><d:displayname>{name}</d:displayname><c:supported-calendar-component-set>"
                '<c:comp name="VTODO"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>'
            ),
            status=201,
        )
        return path

    def objects(self, path):
        """What lies in a collection: the text of each by its path."""
        names = [name for name, found in self.find(path, f"{D}getetag", depth="1").items() if name.endswith(".ics")]
        return {name: self("GET", name, status=200).body.decode() for name in names}


def found(tree):
    """Of a multistatus the properties that were found, by path."""
    answers = {}
    for response in tree.iter(f"{D}response"):
        path = urllib.parse.urlsplit(response.find(f"{D}href").text).path
        values = answers.setdefault(path, {})
        for part in response.iter(f"{D}propstat"):
            if " 200 " in part.find(f"{D}status").text:
                values |= {one.tag: one for one in part.find(f"{D}prop")}
    return answers
