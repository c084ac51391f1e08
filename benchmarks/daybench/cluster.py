"""A private PostgreSQL for measuring: on disk, durable, on a unix socket."""

import copy
import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile

SETTINGS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "shared_buffers": "256MB",
    "max_connections": "100",
    "max_wal_size": "4GB",
    # As in the embedded cluster.
    "wal_compression": "lz4",
    "jit": "off",
    "random_page_cost": "1.1",
    # Nothing in the background may land in one half of a pair only.
    "autovacuum": "off",
    "checkpoint_timeout": "1h",
}
# No superuser, so row-level security holds for it.
ROLE = "daybook"


class Cluster:
    def __init__(self, root: pathlib.Path):
        self.bin = pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1])
        # The socket's path must be short; the data must be on the disk that is measured.
        self.sockets = pathlib.Path(tempfile.mkdtemp(prefix="daybench-"))
        self.data = root / "cluster"
        self.log = self.data / "log"
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(parents=True)
        self.prefix: list[str] = []
        self.name = "postgres"
        self.user = pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            self.user = "postgres"
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
            for folder in (self.data, self.sockets):
                shutil.chown(folder, "postgres", "postgres")

    def url(self, role: str = ROLE) -> str:
        return f"postgresql:///{self.name}?host={self.sockets}&user={role}"

    def environment(self, role: str | None = None, account: str | None = None) -> dict[str, str]:
        """Of a program that connects as the superuser or as a role, for which there may be one account's rows alone."""
        wall = {"PGOPTIONS": f"-c daybook.account={account}"} if account else {}
        return {
            **os.environ, **wall, "PGHOST": str(self.sockets), "PGUSER": role or self.user, "PGDATABASE": self.name,
        }  # fmt: skip

    def __enter__(self) -> "Cluster":
        self._run("initdb", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as configuration:
            for name, value in {**SETTINGS, "unix_socket_directories": self.sockets}.items():
                configuration.write(f"{name} = '{value}'\n")
        self._run("pg_ctl", "-w", "-l", self.log, "start")
        self.sql(f"CREATE ROLE {ROLE} LOGIN NOSUPERUSER NOBYPASSRLS")
        return self

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "-m", "fast", "stop", check=False)
        shutil.rmtree(self.sockets, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)

    def _run(self, program: str, *arguments: object, check: bool = True) -> None:
        command = [*self.prefix, self.bin / program, "-D", self.data, *arguments]
        subprocess.run(command, check=check, stdout=subprocess.DEVNULL, cwd="/")

    def database(self, name: str) -> "Cluster":
        """Another database of the same server, empty and new, that belongs to the service's role."""
        self.sql(f"CREATE DATABASE {name} OWNER {ROLE}")
        other = copy.copy(self)
        other.name = name
        return other

    def psql(self, *arguments: object, role: str | None = None, account: str | None = None, **options) -> str:
        command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *arguments]
        options = {"stdout": subprocess.PIPE} | options
        done = subprocess.run(command, env=self.environment(role, account), check=True, text=True, **options)
        return (done.stdout or "").strip()

    def sql(self, text: str) -> str:
        """What psql prints of statements that are one transaction."""
        return self.psql("-c", text)

    def script(self, text: str, **variables: object) -> str:
        """The same of statements that are transactions of their own, with psql's variables."""
        return self.psql(*(f"-v{name}={value}" for name, value in variables.items()), input=text)
