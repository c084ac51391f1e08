"""Writes faults into a source so that all of them are built at once and none does anything until it is woken.

A function whose text a fault changes gets a body for each of its faults beside its own:

    switch plantedFault {
    case 12: the body with fault 12
    default: the body as it is
    }

`PLANTED_FAULT` says which one is awake. The sources are formatted, so that a body ends where a line comes back to the
indentation of its head.
"""

import re

SWITCH = """#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The fault that is awake, or 0.
package let plantedFault = getenv("PLANTED_FAULT").flatMap { Int(String(cString: $0)) } ?? 0
"""
FUNCTION = re.compile(r"^ *(@\w+ )*((public|package|private|fileprivate|static|mutating|consuming) )*(func |init[?(<]|subscript\()")
COMPUTED = re.compile(r"^ *(@\w+ )*((public|package|private|fileprivate|static|mutating) )*(var \w+: .*|get|set) \{")


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def is_head(lines, at):
    """Whether the line that opens a block belongs to a function; where its parameters stand below each other, by its first line."""
    if COMPUTED.match(lines[at]) or FUNCTION.match(lines[at]):
        return True
    if not lines[at].lstrip().startswith(")"):
        return False
    first = next(i for i in range(at - 1, -1, -1) if lines[i].strip() and indentation(lines[i]) <= indentation(lines[at]))
    return bool(FUNCTION.match(lines[first]))


def body(lines, at):
    """From which line to which the body goes that holds this one: that of the outermost function, since what is inside may
    be captured by it."""
    if COMPUTED.match(lines[at]) and lines[at].rstrip().endswith("}"):
        return at, at
    head, depth = None, indentation(lines[at])
    for i in range(at - 1, -1, -1):
        if not lines[i].strip() or indentation(lines[i]) >= depth:
            continue
        depth = indentation(lines[i])
        if is_head(lines, i) and not (head is not None and lines[head].strip() in ("get {", "set {")):
            head = i
    if head is None:
        raise ValueError(f"no function around: {lines[at].strip()}")
    end = next(i for i in range(head + 1, len(lines)) if lines[i].strip() and indentation(lines[i]) <= indentation(lines[head]))
    return head + 1, end - 1


def with_sleeping(source, faults):
    """The source with these faults (number, what stands there, what it becomes) asleep."""
    lines = source.split("\n")
    bodies = {}
    for number, before, after in faults:
        at = source[:source.index(before)].count("\n")
        bodies.setdefault(body(lines, at), []).append((number, before, after))
    for (first, last), changes in sorted(bodies.items(), reverse=True):
        own = "\n".join(lines[first:last + 1])
        # Of a property on one line the body alone.
        opening, closing = (own.index("{") + 1, own.rindex("}")) if first == last and COMPUTED.match(own) else (0, len(own))
        cases = [(f"case {number}", own.replace(before, after)) for number, before, after in changes]
        switch = "".join(f"{case}:\n{text[opening:len(text) - len(own) + closing]}\n" for case, text in [*cases, ("default", own)])
        lines[first:last + 1] = [f"{own[:opening]}switch plantedFault {{\n{switch}}}{own[closing:]}"]
    return "\n".join(lines)


def plant(core, faults):
    """Writes all faults (number, path, what stands there, what it becomes) into the copy of the core."""
    files = {}
    for number, path, before, after in faults:
        files.setdefault(path, []).append((number, before, after))
    for path, changes in files.items():
        file = core / path
        text = with_sleeping(file.read_text(), changes)
        is_elsewhere = path.startswith("../") and "import DaybookCore" not in text
        file.write_text("import DaybookCore\n" + text if is_elsewhere else text)
    (core / "PlantedFault.swift").write_text(SWITCH)
