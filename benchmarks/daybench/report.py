"""The table of results, and the file that keeps it."""

import dataclasses
import datetime
import os
import pathlib
import platform
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Result:
    scenario: str
    measured: str
    ceiling: str
    figure: str
    bar: str
    met: bool


def table(results: list[Result]) -> str:
    head = "| scenario | measured | ceiling | figure | bar | |\n|---|---|---|---|---|---|\n"
    rows = (
        f"| {r.scenario} | {r.measured} | {r.ceiling} | **{r.figure}** | {r.bar} | {('met' if r.met else 'NOT MET') if r.bar else ''} |"
        for r in results
    )
    return head + "\n".join(rows) + "\n"


def write(results: str, options, section: str | None = None, by: str = "make bench") -> None:
    """Into results.md: one of its sections, or what stands before the first."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    cpu = re.search(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    text = (
        f"Written by `{by}` on {datetime.date.today().isoformat()} at commit {commit or 'unknown'}: "
        f"{os.cpu_count()} cores ({cpu[1].strip() if cpu else platform.machine()}), "
        f"load generator, server and PostgreSQL share them. "
        f"Medians of {options.rounds} interleaved rounds of {options.seconds} s; a ratio is the median of the rounds' "
        f"own ratios. What each scenario measures stands in [README.md](README.md).\n\n{results}"
    )
    put(text, section)


def note(section: str, by: str, lines: str) -> None:
    """Lines as they were printed, as a section of results.md."""
    date = datetime.date.today().isoformat()
    machine = f"{os.cpu_count()} cores, load generator, server and PostgreSQL share them"
    put(f"Written from `{by}` on {date}: {machine}.\n\n```\n{lines}\n```\n", section)


def put(text: str, section: str | None) -> None:
    file = ROOT / "benchmarks/results.md"
    old = file.read_text(encoding="utf-8") if file.exists() else "# Results\n"
    head, *sections = re.split(r"\n(?=## )", old)
    if section is None:
        head = f"# Results\n\n{text}"
    else:
        sections = [s for s in sections if not s.startswith(f"## {section}\n")] + [f"## {section}\n\n{text}"]
    file.write_text("\n".join([head, *sections]), encoding="utf-8")
