"""caldav-server-tester: server_tester.py URL USER PASSWORD [whole]

The tool lays out events and journals before anything else, in calendars that it makes without naming them, and stops where they are
refused. Here a refused one is passed over in that preparation, and each check runs by itself: one that cannot go on leaves its
features unknown. The whole of it asks for calendars of every kind, and nothing is refused."""

import inspect
import logging
import sys

import caldav
from caldav.calendarobjectresource import CalendarObjectResource
from caldav.lib.error import AuthorizationError
from caldav_server_tester import ServerQuirkChecker, checks
from caldav_server_tester.checks_base import Check

import every_kind
from steps import verdict

URL, USER, PASSWORD = sys.argv[1:4]
IS_WHOLE = sys.argv[4:] == ["whole"]
BAR = 95 if IS_WHOLE else 49


def passing_over(prepare):
    """The preparation, for which a refused event or journal is as good as a stored one."""

    def prepared(self, *words):
        save = CalendarObjectResource.save

        def attempt(thing, *rest, **named):
            try:
                return save(thing, *rest, **named)
            except AuthorizationError:
                if isinstance(thing, caldav.Todo):
                    raise
                thing.load = lambda *_, **__: thing
                return thing

        CalendarObjectResource.save = attempt
        try:
            return prepare(self, *words)
        finally:
            CalendarObjectResource.save = save

    return prepared


checks.PrepareCalendar._create_test_events = passing_over(checks.PrepareCalendar._create_test_events)


def run(checker, kind, seen):
    """A check after those that it stands on."""
    if kind in checker._checks_run:
        return
    for before in kind.depends_on:
        run(checker, before, seen)
    refused.clear()
    known = set(found(checker))
    try:
        kind(checker).run_check(only_once=True)
    except Exception as error:
        print(f"       {kind.__name__} could not go on: {str(error).splitlines()[0][:120] if str(error) else error!r}")
        for feature in kind.features_to_be_checked - set(found(checker)):
            checker._features_checked.set_feature(feature, {"support": "unknown"})
        checker._checks_run.add(kind)
    if refused:
        seen |= set(found(checker)) - known


def found(checker):
    return checker.features_checked.dotted_feature_set_list()


refused = []


def main():
    logging.disable(logging.CRITICAL)
    if IS_WHOLE:
        every_kind.ask()
    client = caldav.DAVClient(URL, username=USER, password=PASSWORD)
    ask = client.request

    def watched(url, method="GET", body="", *rest, **named):
        try:
            return ask(url, method, body, *rest, **named)
        except AuthorizationError:
            text = body.decode(errors="replace") if isinstance(body, bytes) else str(body)
            if "BEGIN:VEVENT" in text or "BEGIN:VJOURNAL" in text:
                refused.append(url)
            raise

    client.request = watched
    checker = ServerQuirkChecker(client)
    kinds = [
        kind
        for _, kind in inspect.getmembers(checks, inspect.isclass)
        if kind.__module__ == checks.__name__ and issubclass(kind, Check) and kind is not Check
    ]
    of_refusals = set()
    for kind in kinds:
        run(checker, kind, of_refusals)
    by_support = {}
    for feature, result in sorted(found(checker).items()):
        by_support.setdefault(result.get("support", "full"), []).append(feature)
        if result.get("support", "full") not in ("full", "unknown"):
            about = result.get("behaviour", "")[:110]
            mark = " (of a refused event)" if feature in of_refusals else ""
            print(f"       {result['support']:<12} {feature}{mark} {about}")
    full = len(by_support.get("full", []))
    rude = [
        feature
        for support in ("ungraceful", "broken")
        for feature in by_support.get(support, [])
        if feature not in of_refusals
    ]
    print("       full:", *by_support.get("full", []), "\n       unknown:", *by_support.get("unknown", []))
    told = ", ".join(f"{len(features)} {support}" for support, features in sorted(by_support.items()))
    verdict(
        f"{told} (bar {BAR} full); ungraceful or broken without a refused event: {rude or 'none'}",
        full >= BAR and not rude,
    )


main()
