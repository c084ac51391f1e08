#!/usr/bin/env python3
"""Draws the targets and their rooms into docs/house/architecture.md, from the imports and folders under Sources.

    scripts/floorplan.py            write the drawing
    scripts/floorplan.py --check    fail where it is not current
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/house/architecture.md"
BEGIN, END = "<!-- drawn by scripts/floorplan.py -->", "<!-- end of the drawing -->"
IMPORT = re.compile(r"^(?:@\w+ )?import (\w+)$", re.M)


def targets() -> dict[str, set[str]]:
    """Our Swift targets and what each imports of the others."""
    files = {path.name: list(path.rglob("*.swift")) for path in sorted((ROOT / "Sources").iterdir())}
    ours = {name for name, found in files.items() if found}
    return {
        name: {word for file in files[name] for word in IMPORT.findall(file.read_text())} & ours - {name}
        for name in sorted(ours)
    }


def reach(name: str, imports: dict[str, set[str]]) -> set[str]:
    return imports[name].union(*(reach(other, imports) for other in imports[name]))


def drawing() -> str:
    imports = targets()
    lines = ["```mermaid", "flowchart TD"]
    for name, others in imports.items():
        # What another of them imports anyway needs no arrow.
        implied = set().union(*(reach(other, imports) for other in others))
        lines += [f"    {name} --> {other}" for other in sorted(others - implied)]
    lines += ["```", "", "| target | rooms |", "|---|---|"]
    for name in imports:
        rooms = sorted(path.name for path in (ROOT / "Sources" / name).iterdir() if path.is_dir() and path.suffix != ".docc")
        if rooms:
            lines.append(f"| `{name}` | {', '.join(rooms)} |")
    return "\n".join([BEGIN, *lines, END])


def main() -> int:
    text = PAGE.read_text()
    begin, end = text.index(BEGIN), text.index(END) + len(END)
    current = text[:begin] + drawing() + text[end:]
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(current)
    elif current != text:
        print("the drawing in docs/house/architecture.md is not current; run: scripts/floorplan.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
