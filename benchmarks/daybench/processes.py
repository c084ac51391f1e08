"""What a process has and spends, by the kernel's own figures."""

import os
import pathlib
import re
import resource
import threading
import time

from .cluster import Cluster


def cpu_seconds(pid: int) -> float:
    """By the process's own clock (clock_getcpuclockid), since /proc counts in hundredths of a second."""
    return time.clock_gettime(~pid << 3 | 2)


def postgres_cpu_seconds(cluster: Cluster) -> float:
    """Of all its processes, those that ended among them."""
    postmaster = int((cluster.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        is_postmaster = int(stat.parent.name) == postmaster
        if is_postmaster or int(fields[1]) == postmaster:
            # The postmaster also tells what its children spent that it has seen end.
            ticks += sum(int(field) for field in fields[11 : 15 if is_postmaster else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def kib(pid: int, field: str = "VmRSS") -> int:
    """Resident memory now, or at most (VmHWM)."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(rf"{field}:\s+(\d+)", status)[1])


class Peak(threading.Thread):
    """The most KiB that a process has had in memory while it is watched."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.pid, self.most, self.over = pid, kib(pid), threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.005):
            self.most = max(self.most, kib(self.pid))

    def __enter__(self) -> "Peak":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()


def open_many_files() -> None:
    """As many as the machine allows, for a socket each."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
