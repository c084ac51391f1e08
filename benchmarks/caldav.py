#!/usr/bin/env python3
"""CalDAV beside POST /v1/sync in the same run, and beside Radicale and Xandikos on the same machine.

    python3 benchmarks/caldav.py [--rounds 3] [--seconds 4] [--only put,nothing,changes,multiget,etags,crowd,peers] [--write]

Needs a release build (swift build -c release), wrk, and the peers (scripts/setup.sh run bench).
"""

import argparse
import http.client
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/CalDAV"))

import dav  # noqa: E402
import servers  # noqa: E402
import sync  # noqa: E402
from daybench import accounts, load, report  # noqa: E402
from daybench.accounts import Account  # noqa: E402
from daybench.cluster import Cluster  # noqa: E402
from daybench.report import Result  # noqa: E402
from daybench.scenarios import ratio  # noqa: E402
from daybench.service import Service, free_port  # noqa: E402

SCRIPT = pathlib.Path(__file__).parent / "daybench/caldav.lua"
ALL = {"put", "nothing", "changes", "multiget", "etags", "crowd", "peers"}
XML = '<?xml version="1.0" encoding="utf-8"?>'
BOTH = "<d:prop><d:getetag/><c:calendar-data/></d:prop>"


def sync_report(token: str, wanted: str = "<d:prop><d:getetag/></d:prop>", limit: int | None = None) -> str:
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


def programs(service: Service, devices: list[Account]) -> list[Program]:
    """An app password for each account; asking for the first time puts its tasks on the shelf."""
    made = []
    for device in devices:
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        fields = {"Authorization": f"Bearer {device.token}", "Content-Type": "application/json"}
        connection.request("POST", "/v1/tokens", json.dumps({"label": "Calendar", "scope": "caldav"}), fields)
        answer = connection.getresponse()
        content = json.load(answer)
        assert answer.status == 201, content
        made.append(Program(service.url("/dav/"), "x", content["token"], f"/dav/c/{device.id}/inbox/"))
        made[-1].token(1)
    return made


class Load:
    """What wrk sends for these programs."""

    def __init__(self, folder: pathlib.Path, seconds: int):
        self.folder, self.seconds = folder, seconds

    def __call__(self, port: int, pid: int, requests, connections: int = sync.CONNECTIONS) -> load.Measured:
        """Requests are (program, method, body); a body of None is a new task each time."""
        lines = []
        for number, (program, method, body) in enumerate(requests):
            file = "new"
            if body is not None:
                file = self.folder / f"body-{number}"
                file.write_text(body, encoding="utf-8")
            lines.append(f"{program.authorization} {method} {program.path} {file}\n")
        devices = self.folder / "programs"
        devices.write_text("".join(lines), encoding="utf-8")
        os.environ["DAYBENCH_DEVICES"] = str(devices)
        return load.wrk(f"http://127.0.0.1:{port}/", self.seconds, pid, SCRIPT, connections)


def count(tree) -> int:
    return sum(one.find(f".//{dav.C}calendar-data") is not None for one in tree.iter(f"{dav.D}response"))


def beside_sync(house: sync.House, devices: list[Account], only: set[str], rounds: int, send: Load) -> list[Result]:
    results = []
    with house.service() as service:
        given = programs(service, devices)
        house.cluster.sql("VACUUM ANALYZE")

        def caldav(requests, connections=sync.CONNECTIONS):
            return send(service.port, service.pid, requests, connections)

        def compare(name, bar, requests, ops, behind=0, limit=200, connections=sync.CONNECTIONS):
            ours, theirs = [], []
            caldav(requests, connections)
            for _ in range(rounds):
                theirs.append(house.wrk(service, devices, ops, behind, limit, connections))
                ours.append(caldav(requests, connections))
            results.append(ratio(f"CalDAV: {name}", ours, theirs, "POST /v1/sync", bar))
            results.append(sync.cost(f"CalDAV {name}", ours))
            return ours

        if "changes" in only:
            tokens = [one.token(of_first=400) for one in given]
            requests = [(one, "REPORT", sync_report(token, BOTH)) for one, token in zip(given, tokens)]
            assert count(given[0].report(requests[0][2])) == 100
            compare("100 changes with data", 0.5, requests, 0, behind=100)
        if "multiget" in only:
            requests = [(one, "REPORT", multiget(one.hrefs(500))) for one in given[:64]]
            assert count(given[0].report(requests[0][2])) == 500
            ours = compare("multiget of 500", 0, requests, 0, behind=500, limit=500, connections=16)
            tasks = statistics.median(one.rate for one in ours) * 500
            share = float(results[-2].figure)
            told = f"{tasks:,.0f} tasks/s"
            results.append(
                Result(
                    "CalDAV: multiget of 500",
                    told,
                    "",
                    f"{told}, {share:.2f} of the pull",
                    ">= 45,000 tasks/s or 0.4",
                    tasks >= 45_000 or share >= 0.4,
                )
            )
        if "nothing" in only:
            requests = [(one, "REPORT", sync_report(one.token())) for one in given]
            assert not list(given[0].report(requests[0][2]).iter(f"{dav.D}response"))
            compare("nothing new", 0.5, requests, 0)
        if "put" in only:
            compare("PUT of one", 0.5, [(one, "PUT", None) for one in given], 1)
    return results


def etags(house: sync.House, device: Account) -> list[Result]:
    """One PROPFIND of 10,000, on one connection."""
    with house.service() as service:
        (one,) = programs(service, [device])
        took = []
        for _ in range(12):
            began = time.perf_counter()
            answer = one.door(
                "PROPFIND",
                one.path,
                f'{XML}<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
                status=207,
                Depth="1",
            )
            took.append((time.perf_counter() - began) * 1000)
        assert answer.body.count(b"getetag>") == 2 * 10_000 or len(list(answer.tree.iter(f"{dav.D}getetag"))) >= 10_000
    middle = statistics.median(took[2:])
    return [
        Result("CalDAV: PROPFIND of 10,000 ETags", f"{middle:.1f} ms", "", f"{middle:.1f} ms", "< 60 ms", middle < 60)
    ]


def crowd(
    small: sync.House, few: list[Account], large: sync.House, many: list[Account], rounds: int, send: Load
) -> list[Result]:
    """The same load on ten accounts in a database of their own and on a thousand, eight connections."""
    results = []
    with small.service() as of_few, large.service() as of_many:
        sides = [(of_few, programs(of_few, few)), (of_many, programs(of_many, many))]
        # As autovacuum would have it: the planner still goes by the first account that had a shelf.
        for house in (small, large):
            house.cluster.sql("VACUUM ANALYZE")
        kinds = {
            "PUT of one": lambda one: ("PUT", None),
            "nothing new": lambda one: ("REPORT", sync_report(one.token())),
            "100 changes with data": lambda one: ("REPORT", sync_report(one.token(of_first=900), BOTH)),
        }
        for name, made in reversed(kinds.items()):
            requests = [[(one, *made(one)) for one in given] for _, given in sides]
            measured = [[], []]
            for number in range(rounds + 1):
                for side in (0, 1) if number % 2 else (1, 0):
                    service = sides[side][0]
                    taken = send(service.port, service.pid, requests[side], 8)
                    if number:  # the first round warms both
                        measured[side].append(taken)
            result = sync.size(f"CalDAV: {name}", *measured)
            result.bar, result.met = "p99 <= 1.25", float(result.figure.split(", ")[1].split(" ")[0]) <= 1.25
            print(result, file=sys.stderr)
            results.append(result)
    return results


def peers(folder: pathlib.Path, seconds: int) -> list[Result]:
    """The same requests to one account of another server, 500 tasks in its list, on one connection: neither answers two at
    once any faster."""
    results = []
    for kind in (servers.Radicale, servers.Xandikos):
        peer, port = kind(), free_port()
        place = folder / kind.__name__
        place.mkdir()
        try:
            peer.start(peer.command(place, port), place, port)
            url = f"http://127.0.0.1:{port}/"
            one = Program(url, "user", "user", dav.Door(url, "user", "user").collection("bench"))
            token = ""
            for number in range(500):
                if number == 400:
                    token = one.token()
                put(one, number)
            kinds = {
                "100 changes with data": sync_report(token, BOTH),
                "multiget of 500": multiget(one.hrefs(500)),
                "nothing new": sync_report(one.token()),
                "PUT of one": None,
            }
            for name, body in kinds.items():
                took, began = [], time.perf_counter()
                while not took or time.perf_counter() - began < seconds:
                    last = time.perf_counter()
                    one.door("REPORT", one.path, body, status=207, Depth="1") if body else put(one, 0)
                    took.append(time.perf_counter() - last)
                told = f"{len(took) / sum(took):,.1f}/s, p50 {statistics.median(took) * 1000:.1f} ms"
                results.append(Result(f"{kind.__name__}: {name}", told, "", told.split(",")[0], "", True))
        finally:
            peer.close()
    return results


def put(one: Program, number: int) -> None:
    uid = uuid.uuid4()
    one.door("PUT", f"{one.path}{uid}.ics", TASK.format(uid=uid, number=number), status=(201, 204), If_None_Match="*")


TASK = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\nDTSTAMP:20261124T090000Z\r\n"
    "SUMMARY:Water the plants on the balcony {number}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
)


def measure(cluster: Cluster, folder: pathlib.Path, options) -> list[Result]:
    results, send = [], Load(folder, options.seconds)

    def house(name: str) -> sync.House:
        return sync.House(accounts.database(cluster, name), folder, options)

    if options.only & {"put", "nothing", "changes", "multiget"}:
        here = house("middle")
        results += beside_sync(here, accounts.fill(here.cluster, 1001, 200, 500), options.only, options.rounds, send)
    if "etags" in options.only:
        here = house("first")
        results += etags(here, accounts.fill(here.cluster, 500, 1, 10_000)[0])
    if "crowd" in options.only:
        small, large = house("small"), house("large")
        few = accounts.fill(small.cluster, 901, 10, 1000)
        results += crowd(small, few, large, accounts.fill(large.cluster, 10_001, 1000, 1000), options.rounds, send)
    if "peers" in options.only:
        results += peers(folder, options.seconds)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--only", type=lambda text: set(text.split(",")), default=ALL)
    parser.add_argument("--write", action="store_true", help="into results.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daybench-caldav-", dir=report.ROOT / ".build") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Cluster(pathlib.Path(folder)) as cluster:
            results = measure(cluster, pathlib.Path(folder), options)
    print(report.table(results))
    if options.write:
        report.write(report.table(results), options, "CalDAV", "python3 benchmarks/caldav.py --write")
    return 0 if all(one.met for one in results) else 1


if __name__ == "__main__":
    sys.exit(main())
