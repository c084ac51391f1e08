"""What the service asks of PostgreSQL, taken from PostgreSQL's own log and made into scripts for pgbench: the same statements with
the same values, as they were or spread over the accounts."""

import contextlib
import dataclasses
import re

from .accounts import Account
from .cluster import ROLE, Cluster
from .load import Script


@dataclasses.dataclass
class Statement:
    process: str
    sql: str
    values: list[str | None]


@contextlib.contextmanager
def logged(cluster: Cluster):
    """Services that are started meanwhile have their statements written down."""
    cluster.sql(f"ALTER ROLE {ROLE} SET log_min_duration_statement = 0")
    try:
        yield
    finally:
        cluster.sql(f"ALTER ROLE {ROLE} RESET log_min_duration_statement")


def during(cluster: Cluster, act) -> list[Statement]:
    """Statements that PostgreSQL wrote down while something was done."""
    start = cluster.log.stat().st_size
    act()
    with open(cluster.log, encoding="utf-8", errors="replace") as log:
        log.seek(start)
        return read(log.read())


def read(text: str) -> list[Statement]:
    entries = re.split(r"\n(?=\d{4}-\d\d-\d\d )", "\n" + text)
    found: list[Statement] = []
    executed = False
    for entry in entries:
        entry = entry.replace("\n\t", "\n")
        if match := re.match(r"\s*\S+ \S+ \S+ \[(\d+)\] LOG:  duration: \S+ ms  execute [^:]*: (.*)", entry, re.S):
            found.append(Statement(match[1], match[2].strip(), []))
            executed = True
            continue
        # Of a bind, too.
        if executed and (match := re.match(r"\s*\S+ \S+ \S+ \[\d+\] DETAIL:  [Pp]arameters: (.*)", entry, re.S)):
            found[-1].values = values(match[1])
        executed = False
    return found


def transaction(sent: list[Statement], mark: str) -> list[Statement]:
    """The one with that text in it, from its beginning to its commit."""
    process = next(s.process for s in sent if mark in s.sql)
    own = [s for s in sent if s.process == process]
    place = next(i for i, s in enumerate(own) if mark in s.sql)
    first = max(i for i in range(place + 1) if own[i].sql.startswith("BEGIN"))
    last = next(i for i in range(place, len(own)) if own[i].sql.startswith("COMMIT"))
    return own[first : last + 1]


def values(detail: str) -> list[str | None]:
    return [
        None if quoted is None else quoted.replace("''", "'")
        for quoted in (m[1] if m[1] is not None else None for m in re.finditer(r"\$\d+ = (?:NULL|'((?:[^']|'')*)')", detail))
    ]


def line(sql: str, value) -> str:
    """A statement as pgbench takes it; `value` says what stands for a parameter."""
    # pgbench would take what follows a colon in quotes for a variable; this is folded when it is prepared.
    sql = re.sub(r"'([^':]*):([^':]*)'", r"('\1' || chr(58) || '\2')", sql)
    return re.sub(r"\s*\n\s*", " ", re.sub(r"\$(\d+)", lambda match: value(int(match[1])), sql)) + ";"


def as_sent(statement: Statement, cast=lambda text: "") -> Script:
    """One statement with the values that it was sent with, each cast where PostgreSQL could not tell its type."""
    variables = {f"p{place}": text for place, text in enumerate(statement.values, 1) if text is not None}

    def value(place: int) -> str:
        text = statement.values[place - 1]
        return "NULL" if text is None else f":p{place}{cast(text)}"

    return Script(line(statement.sql, value), variables)


def script(
    cluster: Cluster, trips: list[list[Statement]], example: Account, fresh: list[str], accounts: int, first: int
) -> Script:
    """Statements in as many round trips as they came in. `example` is the account that they were about and `fresh` are the
    ids that must be new each time."""
    variables: dict[str, str] = {}
    lines = [f"\\set account random({first}, {first + accounts - 1})", "\\set n :n + 1"]
    lines += [f"\\set b{place} (:n * 64 + :client_id) * {len(fresh)} + {place}" for place in range(len(fresh))]
    ids = {id_: f"lpad(:b{place}, 32, '0')::uuid" for place, id_ in enumerate(fresh)}

    def value(text: str | None, type_: str, name: str) -> str:
        cast = f"::{type_}" if type_ else ""
        if text is None:
            return f"NULL{cast}"
        if text == str(example.id):
            return "lpad(:account, 32, '0')::uuid"
        if text in ids:
            return ids[text]
        inside = text.strip("{}").split(",")
        if text.startswith("{") and all(part in ids or part == str(example.id) for part in inside):
            return "ARRAY[" + ", ".join(ids.get(part, "lpad(:account, 32, '0')::uuid") for part in inside) + "]"
        variables[name] = text
        return f":{name}{cast}"

    for number, trip in enumerate(trips):
        if len(trip) > 1:
            lines.append("\\startpipeline")
        for place, statement in enumerate(trip):
            types = types_of(cluster, statement.sql)
            revisions = revision_places(statement.sql)

            def bound(index: int) -> str:
                text = statement.values[index - 1]
                if index in revisions and text is not None:
                    if text.startswith("{"):
                        return "ARRAY[" + ", ".join(f":b{i}::int8" for i in range(text.count(",") + 1)) + "]"
                    return f":b{revisions[index]}::int8"
                return value(text, types.get(index, ""), f"v{number}_{place}_{index}")

            lines.append(line(statement.sql, bound))
        if len(trip) > 1:
            lines.append("\\endpipeline")
    return Script("\n".join(lines) + "\n", variables)


def types_of(cluster: Cluster, sql: str) -> dict[int, str]:
    """Of parameters whose types PostgreSQL cannot tell from the statement: those of `unnest` are the columns' own, and so are those
    of rows that are said value by value."""
    if keys := re.findall(r"unnest\(\$(\d+), \$(\d+)\) AS wanted", sql):
        return {int(place): "uuid[]" for pair in keys for place in pair}
    match = re.match(r"INSERT INTO (\w+) \(([^)]*)\)\s+(?:SELECT \*\s+FROM unnest|VALUES)", sql) or re.match(
        r"UPDATE (\w+) SET .* AS told \(([^)]*)\)", sql, re.S
    )
    if not match:
        return {}
    rows = cluster.sql(
        "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
        f" WHERE attrelid = '{match[1]}'::regclass AND attnum > 0 AND NOT attisdropped"
    ).splitlines()
    columns = dict(row.split("|") for row in rows)
    names = named(match[2])
    array = "[]" if "unnest" in sql else ""
    return {place: columns[names[(place - 1) % len(names)]] + array for place in range(1, parameters(sql) + 1)}


def revision_places(sql: str) -> dict[int, int]:
    """Parameters that give rows their revision, which is another one each time, and the number of the row."""
    match = re.match(r"INSERT INTO \w+ \(([^)]*)\)", sql) or re.match(r"UPDATE account_clock SET.* AS told \(([^)]*)\)", sql, re.S)
    if not match or not ("unnest" in sql or "VALUES" in sql):
        return {}
    names = named(match[1])
    places = ((place, divmod(place - 1, len(names))) for place in range(1, parameters(sql) + 1))
    return {place: row for place, (row, column) in places if names[column] == "revision"}


def named(columns: str) -> list[str]:
    return [name.strip() for name in columns.split(",")]


def parameters(sql: str) -> int:
    return max(map(int, re.findall(r"\$(\d+)", sql)), default=0)
