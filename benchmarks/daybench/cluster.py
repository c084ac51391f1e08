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
    "wal_compression": "on",
    "jit": "off",
    # Nothing in the background may land in one half of a pair only.
    "autovacuum": "off",
    "checkpoint_timeout": "1h",
}


class Cluster:
    def __init__(self, root: pathlib.Path):
        self.bin = pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1])
        # The socket's path must be short; the data must be on the disk that is measured.
        self.sockets = pathlib.Path(tempfile.mkdtemp(prefix="daybench-"))
        self.data = root / "cluster"
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

    @property
    def url(self) -> str:
        return self.url_of(self.user)

    def url_of(self, role: str) -> str:
        return f"postgresql:///{self.name}?host={self.sockets}&user={role}"

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PGHOST": str(self.sockets), "PGUSER": self.user, "PGDATABASE": self.name}

    def __enter__(self) -> "Cluster":
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
        subprocess.run(
            [*self.prefix, self.bin / "initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"], **quiet
        )
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as configuration:
            for name, value in {**SETTINGS, "unix_socket_directories": self.sockets}.items():
                configuration.write(f"{name} = '{value}'\n")
        subprocess.run(
            [*self.prefix, self.bin / "pg_ctl", "-D", self.data, "-w", "-l", self.data / "log", "start"], **quiet
        )
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(
            [*self.prefix, self.bin / "pg_ctl", "-D", self.data, "-m", "fast", "stop"],
            stdout=subprocess.DEVNULL,
            cwd="/",
            check=False,
        )
        shutil.rmtree(self.sockets, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)

    def database(self, name: str) -> "Cluster":
        """Another database of the same server, empty and new."""
        self.sql(f"CREATE DATABASE {name}")
        other = copy.copy(self)
        other.name = name
        return other

    def sql(self, text: str) -> str:
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text],
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout.strip()
