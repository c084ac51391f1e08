#!/usr/bin/env python3
"""CalDAV beside POST /v1/sync in the same run, and beside Radicale and Xandikos on the same machine.

    python3 benchmarks/caldav.py [--rounds 3] [--seconds 4] [--only put,nothing,changes,multiget,etags,crowd,peers] [--write]

Needs a release build (swift build -c release), wrk, and the peers (scripts/setup.sh run bench).
"""

import pathlib
import statistics
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/CalDAV"))

import dav  # noqa: E402
import servers  # noqa: E402
from daybench import frame  # noqa: E402
from daybench.accounts import Account  # noqa: E402
from daybench.clients import Client  # noqa: E402
from daybench.figures import middle  # noqa: E402
from daybench.frame import CONNECTIONS, Bench, Database  # noqa: E402
from daybench.load import Measured  # noqa: E402
from daybench.report import Result, alone, cost, growth, ratio  # noqa: E402
from daybench.service import Service, free_port  # noqa: E402

ALL = {"put", "nothing", "changes", "multiget", "etags", "crowd", "peers"}
XML = '<?xml version="1.0" encoding="utf-8"?>'
ETAG = "<d:prop><d:getetag/></d:prop>"
BOTH = "<d:prop><d:getetag/><c:calendar-data/></d:prop>"


def sync_report(token: str, wanted: str = ETAG, limit: int | None = None) -> str:
    bound = f"<d:limit><d:nresults>{limit}</d:nresults></d:limit>" if limit else ""
    return (
        f'{XML}<d:sync-collection xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:sync-token>{token}</d:sync-token>'
        f"<d:sync-level>1</d:sync-level>{bound}{wanted}</d:sync-collection>"
    )


def multiget(hrefs: list[str]) -> str:
    named = "".join(f"<d:href>{href}</d:href>" for href in hrefs)
    return f'{XML}<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">{BOTH}{named}</c:calendar-multiget>'


class Program:
    """A calendar program of an account: a list, and what it knows of it."""

    def __init__(self, url: str, user: str, password: str, path: str):
        self.door = dav.Door(url, user, password)
        self.authorization, self.path = self.door.fields["Authorization"], path

    def report(self, body: str):
        return self.door("REPORT", self.path, body, status=207, Depth="1").tree

    def put(self, number: int) -> None:
        uid = uuid.uuid4()
        body = TASK.format(uid=uid, number=number)
        self.door("PUT", f"{self.path}{uid}.ics", body, status=(201, 204), If_None_Match="*")

    def token(self, of_first: int | None = None) -> str:
        """The token of the list as it is, or of its first so many changes."""
        token, cut = "", True
        # Among a thousand it waits so long that the server ends its connection, which would also be one of too many.
        self.door.connection.close()
        while cut:
            tree = self.report(sync_report(token, limit=of_first))
            token = tree.find(f"{dav.D}sync-token").text
            cut = not of_first and any(" 507 " in (one.text or "") for one in tree.iter(f"{dav.D}status"))
        self.door.connection.close()
        return token

    def hrefs(self, count: int) -> list[str]:
        names = self.door.find(self.path, f"{dav.D}getetag", depth="1")
        return [name for name in names if name != self.path][:count]


TASK = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\nDTSTAMP:20261124T090000Z\r\n"
    "SUMMARY:Water the plants on the balcony {number}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
)


def programs(service: Service, devices: list[Account]) -> list[Program]:
    """An app password for each account; asking for the first time puts its tasks into the index of its calendars."""
    made = []
    for device in devices:
        wish = {"label": "Calendar", "scope": "caldav"}
        password = Client(service.port, device.token).ask("POST", "/v1/tokens", wish).json["token"]
        made.append(Program(service.url("/dav/"), "x", password, f"/dav/c/{device.id}/inbox/"))
        made[-1].token(1)
    return made


def send(bench: Bench, service: Service, requests, connections: int = CONNECTIONS) -> Measured:
    """Load of requests, each of a program, a method and a body; a body of None is a new task each time."""
    lines = []
    for number, (program, method, body) in enumerate(requests):
        file = "new" if body is None else bench.file(f"body-{number}", body)
        lines.append(f"{program.authorization} {method} {program.path} {file}\n")
    return bench.wrk(service, "/", "caldav.lua", connections, devices=bench.file("programs", "".join(lines)))


def count(tree) -> int:
    return sum(one.find(f".//{dav.C}calendar-data") is not None for one in tree.iter(f"{dav.D}response"))


def beside_sync(database: Database, devices: list[Account]) -> list[Result]:
    bench, results = database.bench, []
    with database.service() as service:
        given = programs(service, devices)
        database.sql("VACUUM ANALYZE")

        def compare(name, bar, requests, ops=0, behind=0, limit=200, connections=CONNECTIONS) -> list[Measured]:
            send(bench, service, requests, connections)
            measured = bench.turns(
                {
                    "sync": lambda: database.sync(service, devices, ops, behind, limit, connections),
                    "caldav": lambda: send(bench, service, requests, connections),
                }
            )
            results.append(ratio(f"CalDAV: {name}", measured["caldav"], measured["sync"], "POST /v1/sync", bar))
            results.append(cost(f"CalDAV {name}", measured["caldav"]))
            return measured["caldav"]

        if "changes" in bench.options.only:
            tokens = [one.token(of_first=400) for one in given]
            requests = [(one, "REPORT", sync_report(token, BOTH)) for one, token in zip(given, tokens)]
            assert count(given[0].report(requests[0][2])) == 100
            compare("100 changes with data", 0.5, requests, behind=100)
        if "multiget" in bench.options.only:
            requests = [(one, "REPORT", multiget(one.hrefs(500))) for one in given[:64]]
            assert count(given[0].report(requests[0][2])) == 500
            ours = compare("multiget of 500", 0, requests, behind=500, limit=500, connections=16)
            tasks, share = middle(ours) * 500, float(results[-2].figure)
            told, is_met = f"{tasks:,.0f} tasks/s", tasks >= 45_000 or share >= 0.4
            figure = f"{told}, {share:.2f} of the pull"
            results.append(Result("CalDAV: multiget of 500", told, "", figure, ">= 45,000 tasks/s or 0.4", is_met))
        if "nothing" in bench.options.only:
            requests = [(one, "REPORT", sync_report(one.token())) for one in given]
            assert not list(given[0].report(requests[0][2]).iter(f"{dav.D}response"))
            compare("nothing new", 0.5, requests)
        if "put" in bench.options.only:
            compare("PUT of one", 0.5, [(one, "PUT", None) for one in given], ops=1)
    return results


def large(database: Database, devices: list[Account]) -> list[Result]:
    """One account of 10,000, on one connection: its first question, which waits until they are in its calendar index, and a
    PROPFIND of all."""
    body = f'{XML}<d:propfind xmlns:d="DAV:">{ETAG}</d:propfind>'
    with database.service() as service:
        began = time.perf_counter()
        (one,) = programs(service, devices)
        first, took = time.perf_counter() - began, []
        for _ in range(12):
            began = time.perf_counter()
            answer = one.door("PROPFIND", one.path, body, status=207, Depth="1")
            took.append((time.perf_counter() - began) * 1000)
        assert answer.body.count(b"getetag>") == 2 * 10_000 or len(list(answer.tree.iter(f"{dav.D}getetag"))) >= 10_000
    half = statistics.median(took[2:])
    return [
        alone("CalDAV: first question about 10,000", f"{first:.1f} s", "< 10 s", first < 10),
        alone("CalDAV: PROPFIND of 10,000 ETags", f"{half:.1f} ms", "< 60 ms", half < 60),
    ]


def crowd(small: Database, few: list[Account], large: Database, many: list[Account]) -> list[Result]:
    """The same load on ten accounts in a database of their own and on a thousand, eight connections."""
    bench, results = small.bench, []
    kinds = {
        "100 changes with data": lambda one: ("REPORT", sync_report(one.token(of_first=900), BOTH)),
        "nothing new": lambda one: ("REPORT", sync_report(one.token())),
        "PUT of one": lambda one: ("PUT", None),
    }
    with small.service() as of_few, large.service() as of_many:
        sides = {"large": (of_many, programs(of_many, many)), "small": (of_few, programs(of_few, few))}
        # As autovacuum would have it: the planner still goes by the first account that had an index of its calendars.
        for database in (small, large):
            database.sql("VACUUM ANALYZE")
        for name, made in kinds.items():
            loads = {side: (service, [(one, *made(one)) for one in given]) for side, (service, given) in sides.items()}
            turns = {side: lambda load=load: send(bench, *load, 8) for side, load in loads.items()}
            result = growth(f"CalDAV: {name}", **bench.turns(turns, warm=1))
            result.bar, result.met = "p99 <= 1.25", float(result.figure.split(", ")[1].split(" ")[0]) <= 1.25
            print(result, file=sys.stderr)
            results.append(result)
    return results


def peers(bench: Bench) -> list[Result]:
    """The same requests to one account of another server, 500 tasks in its list, on one connection: neither answers two at
    once any faster."""
    results = []
    for kind in (servers.Radicale, servers.Xandikos):
        peer, port = kind(), free_port()
        place = bench.folder / kind.__name__
        place.mkdir()
        try:
            peer.start(peer.command(place, port), place, port)
            url = f"http://127.0.0.1:{port}/"
            one = Program(url, "user", "user", dav.Door(url, "user", "user").collection("bench"))
            token = ""
            for number in range(500):
                if number == 400:
                    token = one.token()
                one.put(number)
            kinds = {
                "100 changes with data": sync_report(token, BOTH),
                "multiget of 500": multiget(one.hrefs(500)),
                "nothing new": sync_report(one.token()),
                "PUT of one": None,
            }
            for name, body in kinds.items():
                took, began = [], time.perf_counter()
                while not took or time.perf_counter() - began < bench.options.seconds:
                    last = time.perf_counter()
                    one.door("REPORT", one.path, body, status=207, Depth="1") if body else one.put(0)
                    took.append(time.perf_counter() - last)
                rate = f"{len(took) / sum(took):,.1f}/s"
                told = f"{rate}, p50 {statistics.median(took) * 1000:.1f} ms"
                results.append(Result(f"{kind.__name__}: {name}", told, "", rate))
        finally:
            peer.close()
    return results


def measure(bench: Bench) -> list[Result]:
    results: list[Result] = []
    only = bench.options.only
    if only & {"put", "nothing", "changes", "multiget"}:
        results += beside_sync(*bench.filled("middle", 1001, 200, 500))
    if "etags" in only:
        results += large(*bench.filled("first", 500, 1, 10_000))
    if "crowd" in only:
        results += crowd(*bench.filled("small", 901, 10, 1000), *bench.filled("large", 10_001, 1000, 1000))
    if "peers" in only:
        results += peers(bench)
    return results


if __name__ == "__main__":
    frame.main(__doc__, measure, section="CalDAV", has_bars=True, rounds=3, seconds=4, only=ALL)
