"""A plugin of pytest that tells of each failure whether the server had refused an event or a journal in that test."""

import json
import os
import re

import every_kind
import pytest
from caldav.davclient import DAVClient

every_kind.ask()

outcomes = {"passed": 0, "skipped": 0, "failed": []}
seen = []
ask = DAVClient.request


def watched(self, url, method="GET", body="", *rest, **named):
    try:
        answer = ask(self, url, method, body, *rest, **named)
    except Exception as error:
        if no_task(method, body):
            seen.append(f"{method}: {error}")
        raise
    if (
        no_task(method, body)
        and answer.status == 403
        and b"supported-calendar-component" in (answer.raw or "").encode()
    ):
        seen.append(f"{method} {answer.status}")
    return answer


def no_task(method, body):
    text = body.decode(errors="replace") if isinstance(body, bytes) else body or ""
    if method == "PUT":
        return re.search(r"(?mi)^BEGIN:(VEVENT|VJOURNAL)\s*$", text) is not None
    return method in ("MKCALENDAR", "MKCOL") and "VTODO" not in text and re.search(r"VEVENT|VJOURNAL", text) is not None


DAVClient.request = watched


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "setup":
        seen.clear()
    if report.passed and call.when == "call":
        outcomes["passed"] += 1
    elif report.skipped:
        outcomes["skipped"] += 1
    elif report.failed:
        why = report.longreprtext.strip().splitlines()[-1]
        said = next((line for line in report.longreprtext.splitlines() if line.startswith("E ")), why)
        outcomes["failed"].append({"name": item.name, "why": said[:160], "refused": bool(seen), "seen": list(seen)})
    return report


def pytest_sessionfinish():
    with open(os.environ["REFUSALS"], "w", encoding="utf-8") as file:
        json.dump(outcomes, file)
