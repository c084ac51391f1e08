"""The table of results, and the file that keeps it."""

import dataclasses
import datetime
import os
import pathlib
import platform
import re
import subprocess

from .figures import middle, share
from .load import Measured
from .service import ROOT


@dataclasses.dataclass
class Result:
    scenario: str
    measured: str
    ceiling: str
    figure: str
    bar: str = ""
    met: bool = True


def alone(scenario: str, figure: str, bar: str = "", met: bool = True) -> Result:
    """What stands beside no ceiling."""
    return Result(scenario, figure, "", figure, bar, met)


def ratio(name: str, measured: list[Measured], ceiling: list[Measured], of: str, bar: float = 0) -> Result:
    figure = share(measured, ceiling)
    told = f"{middle(measured):,.0f}/s, p50 {middle(measured, 'p50'):.2f} ms, p99 {middle(measured, 'p99'):.2f} ms"
    shown = f">= {bar}" if bar else ""
    return Result(name, told, f"{of}: {middle(ceiling):,.0f}/s", f"{figure:.2f}", shown, figure >= bar)


def cost(name: str, measured: list[Measured]) -> Result:
    return alone(f"server CPU per {name}", f"{middle(measured, 'cpu_us'):.1f} us")


def growth(name: str, small: list[Measured], large: list[Measured]) -> Result:
    """The same load on ten accounts and on a thousand, of a thousand tasks each."""
    many, few = (f"{middle(side):,.0f}/s, p99 {middle(side, 'p99'):.2f} ms" for side in (large, small))
    rate, p99 = share(large, small), share(large, small, "p99")
    return Result(
        f"{name}, 1,000,000 tasks in 1,000 accounts", many, f"10,000 in 10: {few}",
        f"{rate:.2f} of the rate, {p99:.2f} of the p99", ">= 0.85, <= 1.25", rate >= 0.85 and p99 <= 1.25,
    )  # fmt: skip


def table(results: list[Result]) -> str:
    head = "| scenario | measured | ceiling | figure | bar | |\n|---|---|---|---|---|---|\n"
    rows = (
        f"| {r.scenario} | {r.measured} | {r.ceiling} | **{r.figure}** | {r.bar} | {('met' if r.met else 'NOT MET') if r.bar else ''} |"
        for r in results
    )
    return head + "\n".join(rows) + "\n"


def written_by(command: str) -> str:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    return f"Written by `{command}` on {datetime.date.today()} at commit {commit or 'unknown'}: "


def write(results: str, options, section: str | None = None, by: str = "make bench") -> None:
    """Into results.md: one of its sections, or what stands before the first."""
    cpu = re.search(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    put(
        f"{written_by(by)}{os.cpu_count()} cores ({cpu[1].strip() if cpu else platform.machine()}), "
        f"load generator, server and PostgreSQL share them. "
        f"Medians of {options.rounds} interleaved rounds of {options.seconds} s; a ratio is the median of the rounds' "
        f"own ratios. What each scenario measures stands in [README.md](README.md).\n\n{results}",
        section,
    )


def note(section: str, by: str, lines: str) -> None:
    """Lines as they were printed, as a section of results.md."""
    machine = f"{os.cpu_count()} cores, load generator, server and PostgreSQL share them"
    put(f"Written from `{by}` on {datetime.date.today()}: {machine}.\n\n```\n{lines}\n```\n", section)


def put(text: str, section: str | None) -> None:
    file = ROOT / "benchmarks/results.md"
    old = file.read_text(encoding="utf-8") if file.exists() else "# Results\n"
    head, *sections = re.split(r"\n(?=## )", old)
    if section is None:
        head = f"# Results\n\n{text}"
    else:
        place = next((n for n, s in enumerate(sections) if s.startswith(f"## {section}\n")), len(sections))
        sections[place : place + 1] = [f"## {section}\n\n{text}"]
    file.write_text("\n".join([head, *sections]), encoding="utf-8")
