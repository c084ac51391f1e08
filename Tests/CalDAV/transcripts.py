"""Replays what clients said that cannot run here, and compares what is answered:
transcripts.py URL USER PASSWORD [FILE...]

A transcript is a text of exchanges, as `daybook caldav record` writes them, or as somebody wrote them by hand:

    ### what this is
    PUT /dav/c/ACCOUNT/list/one.ics        the request; ACCOUNT stands for the account's id
    If-Match: "tag-1"

    BEGIN:VCALENDAR ...                    its body
    => 204                                 the status that is expected
    ETag: "tag-2"                          a tag that the answer names, by the name that it has here
    @ /dav/c/ACCOUNT/list/one.ics 200 "tag-2"    in a multistatus: a resource, its status, its tag if it is told
    @token token-1                         and the token to go on with
    ? SUMMARY:x                            a text that the answer holds
    ! SUMMARY:y                            a text that it does not hold
"""

import pathlib
import re
import sys
import urllib.parse

from dav import D, Door
from steps import Steps

URL, USER, PASSWORD, *FILES = sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent


class Exchange:
    def __init__(self, text):
        self.title, _, rest = text.partition("\n")
        asked, _, answered = rest.partition("\n=> ")
        head, _, body = asked.partition("\n\n")
        (self.method, self.path), *fields = (line.split(" ", 1) for line in head.splitlines())
        self.fields = {name.rstrip(":"): value for name, value in fields}
        self.body = body if body.strip() else None
        status, *self.expected = answered.strip().splitlines()
        self.status = int(status)


def read(file):
    text = file.read_text(encoding="utf-8")
    preface, *exchanges = re.split(r"(?m)^### ", text)
    return preface, [Exchange(one) for one in exchanges]


class Replay:
    """What the names of the transcript are called by this server."""

    def __init__(self, account):
        self.door = Door(URL, USER, PASSWORD)
        self.known = {"ACCOUNT": account}

    def here(self, text):
        for name in sorted(self.known, key=len, reverse=True):
            text = text.replace(name, self.known[name])
        return text

    def bind(self, name, actual):
        known = self.known.setdefault(name, actual)
        assert known == actual, f"{name} was {known} and is now {actual}"

    def play(self, exchange):
        body = exchange.body and self.here(exchange.body)
        if body and "calendar" in exchange.fields.get("Content-Type", ""):
            body = re.sub(r"\r?\n", "\r\n", body)
        fields = {name.replace("-", "_"): self.here(value) for name, value in exchange.fields.items()}
        answer = self.door(exchange.method, self.here(exchange.path), body, **fields)
        assert (
            answer.status == exchange.status
        ), f"{exchange.title}: answered {answer.status} and not {exchange.status}:\n{answer.body.decode()[:1500]}"
        self.compare(exchange, answer)

    def compare(self, exchange, answer):
        text = answer.body.decode()
        told = resources(answer) if any(line.startswith("@") for line in exchange.expected) else None
        for line in exchange.expected:
            kind, _, rest = line.partition(" ")
            if kind == "?":
                assert self.here(rest) in text, f"{exchange.title}: {rest} is not in\n{text}"
            elif kind == "!":
                assert self.here(rest) not in text, f"{exchange.title}: {rest} is in\n{text}"
            elif kind == "ETag:":
                assert answer.etag, f"{exchange.title}: no ETag"
                self.bind(rest, answer.etag)
            elif kind == "@token":
                self.bind(rest, answer.tree.find(f"{D}sync-token").text)
            elif kind == "@":
                self.resource(exchange, told, *rest.split(" ", 2))
            elif line.strip():
                raise AssertionError(f"{exchange.title}: what is {line!r}?")

    def resource(self, exchange, told, name, status, tag=None):
        path = self.here(name)
        if path not in told:  # one that the server named
            named = {self.here(line.split(" ")[1]) for line in exchange.expected if line.startswith("@ ")}
            named |= set(self.known.values())
            unknown = sorted(one for one in told if one not in named and not one.endswith("/"))
            assert unknown, f"{exchange.title}: {path} is not among {sorted(told)}"
            path = unknown[0]
            self.bind(name, path)
        actual, etag = told[path]
        assert actual == int(status), f"{exchange.title}: {path} is {actual} and not {status}"
        if tag:
            assert etag, f"{exchange.title}: {path} has no tag"
            self.bind(tag, etag)


def resources(answer):
    """Of a multistatus each resource's status and tag."""
    told = {}
    for response in answer.tree.iter(f"{D}response"):
        path = urllib.parse.urlsplit(response.find(f"{D}href").text).path
        own = response.find(f"{D}status")
        parts = [part.find(f"{D}status").text for part in response.iter(f"{D}propstat")]
        statuses = [own.text] if own is not None else sorted(parts)
        tag = response.find(f".//{D}getetag")
        told[path] = (int(statuses[0].split(" ")[1]), tag.text if tag is not None else None)
    return told


def main():
    steps = Steps()
    account = Door(URL, USER, PASSWORD).home().rstrip("/").rsplit("/", 1)[1]
    files = [pathlib.Path(file) for file in FILES] or sorted((HERE / "Transcripts").glob("*.txt"))
    for file in files:
        preface, exchanges = read(file)

        def replay():
            player = Replay(account)
            for exchange in exchanges:
                player.play(exchange)
            unverified = " (written by hand, not verified on a device)" if "UNVERIFIED" in preface else ""
            return f"{len(exchanges)} requests{unverified}"

        steps(file.stem, replay)
    steps.end()


main()
