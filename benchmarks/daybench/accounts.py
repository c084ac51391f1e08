"""Accounts that have been in use for a while, written straight into the tables, and a device's token for each."""

import base64
import dataclasses
import hashlib
import uuid

from .cluster import Cluster


@dataclasses.dataclass
class Account:
    """One of a benchmark's accounts. The number is its id, read as the hexadecimal digits of a UUID."""

    number: int
    revision: int

    @property
    def id(self) -> uuid.UUID:
        return uuid.UUID(hex=str(self.number).zfill(32))

    @property
    def token(self) -> str:
        return "daybook_" + base64.urlsafe_b64encode(self.id.bytes + self.id.bytes + secret(self.number)).decode().rstrip("=")

    def cursor(self, epoch: str, behind: int = 0) -> str:
        return f"{epoch}:{self.revision - behind}"


def secret(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def people(rows: str, tasks: object = 0, octets: object = 0, rollover: str = "off") -> str:
    """SQL that makes accounts of the ids in these rows, with so many tasks (a number or an expression)."""
    return f"""
INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM {rows};
INSERT INTO account_clock SELECT id, {tasks}, 0, {tasks}, {octets} FROM {rows};
INSERT INTO account_settings
SELECT id, 'Europe/Berlin', 1, '00:00', '{rollover}', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0
FROM {rows};
"""


def fill(cluster: Cluster, first: int, count: int, tasks: int) -> list[Account]:
    """Accounts with so many tasks each, and a line of the ledger for each task. Rows of different accounts lie between each
    other, as they do where people write at the same time."""
    accounts = [Account(number, tasks) for number in range(first, first + count)]
    secrets = ",".join(
        f"({a.number}, '\\x{hashlib.blake2b(secret(a.number), digest_size=32).hexdigest()}'::bytea)" for a in accounts
    )
    many = count * tasks > 100_000
    script = "SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB';\n"
    definitions = cluster.sql(
        "SELECT indexname || '|' || indexdef FROM pg_indexes WHERE tablename IN ('task', 'change')"
        " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
    ).splitlines()
    if many:
        script += "".join(f"DROP INDEX {line.split('|')[0]};\n" for line in definitions)
    script += MADE.format(accounts=secrets) + people("made", tasks, tasks * 300) + ROWS.format(tasks=tasks)
    if many:
        script += "".join(line.split("|")[1] + ";\n" for line in definitions)
    cluster.script("BEGIN;\n" + script + "COMMIT; VACUUM ANALYZE; CHECKPOINT;")
    return accounts


MADE = """
CREATE TEMP TABLE made ON COMMIT DROP AS
SELECT lpad(number::text, 32, '0')::uuid AS id, hash FROM (VALUES {accounts}) AS given (number, hash);
"""
ROWS = """
INSERT INTO device SELECT id, id, 'Phone', now(), now(), NULL FROM made;
INSERT INTO token SELECT id, id, id, 'full', NULL, hash, now(), now(), NULL FROM made;
INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, scheduled_date, sort_order, bucket, carry_count,
    sticky, auto_carry, category, open_state, chosen_bucket, clocks, revision)
SELECT id, md5(n::text || id)::uuid, 'Water the plants on the balcony ' || n,
    CASE WHEN n % 4 = 0 THEN 'Not too much, and the tomatoes twice' END, 'notStarted', now() - n * interval '1 hour',
    now() - n * interval '1 hour', CASE WHEN n % 3 = 0 THEN current_date - n END, 'f' || lpad(n::text, 9, '0'), 'none', 0, false,
    false, CASE WHEN n % 5 = 0 THEN 'Home' END, 'notStarted', 'none',
    decode('80000199a0b0c0d00000' || replace(id::text, '-', '') || '00040f2f', 'hex'), n
FROM generate_series(1, {tasks}) AS n, made;
INSERT INTO change
SELECT id, n, md5('op' || n || id)::uuid, id, now() - n * interval '1 hour', now() - n * interval '1 hour', 0, 'task',
    md5(n::text || id)::uuid, 'set', NULL, '{{"title":"Water the plants on the balcony"}}', '{{}}', true, true, 'applied', NULL,
    NULL
FROM generate_series(1, {tasks}) AS n, made;
"""
