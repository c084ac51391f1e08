"""Writes the table that DaybookCore's recurrence is compared with: random rules of the offered subset, expanded by
python-dateutil (pip install python-dateutil).

    python3 Tests/Fixtures/recurrence_table.py > Tests/Fixtures/recurrence_table.txt

Each line: rule|start|the first dates as days after the start. A list of fewer than 12 dates is the whole series, except
that dates after the year 2500 are left out (marked by a trailing `...`).
"""
import random
from datetime import datetime

from dateutil.rrule import rrulestr

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
random.seed(20261121)


def some(pool, most):
    return random.sample(pool, random.randint(1, most))


def rule():
    frequency = random.choice(["DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY"])
    parts = ["FREQ=" + frequency]
    if random.random() < 0.5:
        parts.append("INTERVAL=%d" % random.choice([2, 2, 3, 4, 5, 6, 7, 10, 12, 13]))
    by_month = random.random() < 0.25
    if by_month:
        parts.append("BYMONTH=" + ",".join(map(str, some(range(1, 13), 4))))
    month_days = frequency != "WEEKLY" and random.random() < 0.4
    if month_days:
        pool = list(range(1, 32)) + [29, 30, 31] + list(range(-31, 0)) + [-1, -1]
        parts.append("BYMONTHDAY=" + ",".join(map(str, dict.fromkeys(some(pool, 3)))))
    if random.random() < (0.25 if month_days else 0.6):
        if frequency in ("MONTHLY", "YEARLY") and random.random() < 0.6:
            # dateutil counts a mix of plain and numbered days differently from RFC 5545; the table keeps to one kind.
            most = 5 if frequency == "MONTHLY" or by_month else 53
            numbers = [n for n in range(-most, most + 1) if n]
            parts.append("BYDAY=" + ",".join("%d%s" % (random.choice(numbers), d) for d in some(DAYS, 3)))
        else:
            parts.append("BYDAY=" + ",".join(some(DAYS, 4)))
    if random.random() < 0.3:
        parts.append("WKST=" + random.choice(DAYS))
    if random.random() < 0.2:
        parts.append("COUNT=%d" % random.randint(1, 15))
    elif random.random() < 0.2:
        parts.append("UNTIL=%04d%02d%02d" % (random.randint(2000, 2040), random.randint(1, 12), random.randint(1, 28)))
    return ";".join(parts)


def start():
    if random.random() < 0.3:
        return random.choice([datetime(2024, 2, 29), datetime(2000, 2, 29), datetime(2023, 1, 31), datetime(2025, 12, 31),
                              datetime(2026, 5, 31), datetime(1999, 12, 30), datetime(2096, 2, 29)])
    return datetime(random.randint(1995, 2035), random.randint(1, 12), random.randint(1, 28))


lines = []
while len(lines) < 600:
    text, first = rule(), start()
    offsets, more = [], ""
    for date in rrulestr(text, dtstart=first):
        if date.year > 2500:
            more = " ..."
            break
        offsets.append(str((date - first).days))
        if len(offsets) == 12:
            break
    lines.append("%s|%s|%s%s" % (text, first.date(), " ".join(offsets), more))

print("\n".join(lines))
