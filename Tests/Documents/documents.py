#!/usr/bin/env python3
"""Holds the documents to the program: every command and every request that README.md and docs/**/*.md show exists, with
its options, and works, and what they show as its answer is in the answer. Shell lines run as they stand, each document
in a box of its own; table.py says what stands before them, what is put in a line's place, and which cannot be run.
wrong.md holds lines that have to be found. Some alone: Tests/Documents/documents.py README.md docs/build/sync.md"""

import collections
import functools
import json
import os
import re
import subprocess
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "../Support")]
import table
from box import PROGRAM, ROOT, Box
from tries import Tries, arguments

Line = collections.namedtuple("Line", "document number text")
SHELL = re.compile(
    r"(sudo|(\$ )?daybook|curl|make|docker|find|psql|mv|cp|touch|pg_\w+|pgbackrest|python3) |[ST]="
    r"|DAYBOOK_\w+=.* daybook ")
REQUEST = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE) +(/[^\s`\"|)]*)")
WRONG, TABLE = "Tests/Documents/wrong.md", "Tests/Documents/table.py"
LANES = 4
# By document.
faults = collections.defaultdict(list)


def fault(line, sentence):
    faults[line.document].append(f"{line.document}:{line.number}: {sentence}\n    {line.text.splitlines()[0]}")


# MARK: What the documents show

def documents():
    return ["README.md"] + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("**/*.md"))


def is_whole(text):
    """Whether a shell takes this as a command with nothing to come."""
    if text.endswith("\\"):
        return False
    check = subprocess.run(["bash", "-n", "-c", text], stderr=subprocess.PIPE, text=True)
    return check.returncode == 0 or "EOF" not in check.stderr


def shown(document):
    """The lines of code blocks: shell commands, joined to whole ones, and requests."""
    commands, requests, open_command, is_fenced = [], [], None, False
    for number, text in enumerate((ROOT / document).read_text().splitlines(), 1):
        if text.lstrip().startswith("```"):
            is_fenced = not is_fenced
        code = re.match(r" {4,}(?=\S)", text)
        if open_command:
            open_command = open_command._replace(text=open_command.text + "\n" + text.strip())
        elif is_fenced or not code:
            continue
        elif SHELL.match(text.strip()) and not re.match(r"daybook \d", text.strip()):
            open_command = Line(document, number, text.strip())
        elif re.match(REQUEST, text.strip()):
            requests.append(Line(document, number, text.strip()))
        if open_command and (is_synopsis(open_command.text) or is_whole(open_command.text)):
            commands.append(open_command)
            open_command = None
    return commands, requests


def answers(document):
    """What a document shows below a command: JSON, or the words of a command that stands behind a `$`."""
    shown_below, below = {}, None
    for number, text in enumerate((ROOT / document).read_text().splitlines(), 1):
        code = re.match(r" {4,}(?=\S)", text)
        if not code or SHELL.match(text.strip()):
            below = number if code else None
        elif below:
            shown_below.setdefault(below, []).append(text[4:])
    return {number: "\n".join(lines) for number, lines in shown_below.items()}


def differs(shown_value, value, place="the answer"):
    """Where an answer lacks a member that is shown."""
    if isinstance(shown_value, dict):
        for name in shown_value:
            if not isinstance(value, dict) or name not in value:
                return f"{place} has no {name}"
            if deeper := differs(shown_value[name], value[name], f"{place}'s {name}"):
                return deeper
    return None


def is_synopsis(text):
    return bool(re.search(r"^daybook .*(\[| [A-Z]+\b)", text)) and not re.search(r"https?://", text)


def mentions(document):
    """Commands and requests between backquotes in sentences and tables."""
    for number, text in enumerate((ROOT / document).read_text().splitlines(), 1):
        for code in re.findall(r"`([^`]+)`", text):
            yield Line(document, number, code)


# MARK: Whether they exist

@functools.cache
def help_of(path):
    asked = subprocess.run([PROGRAM, "help", *path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return asked.stdout if asked.returncode == 0 else None


def check_command(line, text):
    """That there are the commands and options of a line; what is behind a pipe or a comment is another's."""
    words = re.split(r"[|;<>#]\s|\s[>#]", text)[0].replace("[", " ").replace("]", " ").split()[1:]
    path = ()
    for word in words:
        if not re.fullmatch(r"[a-z][a-z-]+", word) or help_of((*path, word)) is None:
            break
        path += (word,)
    rest = words[len(path):]
    if not path:
        if rest and not rest[0].startswith("-"):
            fault(line, f"there is no command {rest[0]}")
        return
    page = help_of(path)
    if "\nCommands\n" in page and rest and re.fullmatch(r"[a-z-]+", rest[0]):
        fault(line, f"{' '.join(path)} has no command {rest[0]}")
    for option in re.findall(r"(?<!\S)--[a-z][a-z-]+", " ".join(rest)):
        if not re.search(rf"{re.escape(option.replace('--no-', '--'))}\b(?!-)", page):
            fault(line, f"daybook {' '.join(path)} has no option {option}")


API = json.loads((ROOT / "docs/api/openapi.json").read_text())
BESIDE_THE_API = {
    "/", "/docs", "/healthz", "/readyz", "/metrics", "/mcp", "/privacy", "/v1", "/oauth/authorize", "/oauth/register",
    "/oauth/revoke", "/oauth/token", "/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
}


def resolved(value):
    while "$ref" in value:
        reference = value["$ref"]
        value = API
        for name in reference[2:].split("/"):
            value = value[name]
    return value


def members(schema):
    schema = resolved(schema)
    names = set(schema.get("properties", {}))
    for word in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(word, []):
            names |= members(part)
    return names


def operation(method, path):
    """The operation of the API's document that a path leads to, with its item; `...` stands for any end of a path."""
    for shape, item in API["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", shape)
        wanted = path.removesuffix("...") if path.endswith("...") else None
        if method.lower() in item and (re.fullmatch(pattern, path) or wanted and shape.startswith(wanted)):
            return item[method.lower()], item
    return None, None


def check_request(line, method, target, body=None):
    path, _, query = target.rstrip(".,;:").partition("?")
    if target.endswith("..."):
        path = target
    if path in BESIDE_THE_API or path.startswith("/feeds/") or path.startswith("/problems/"):
        return
    found, item = operation(method, path)
    if not found:
        return fault(line, f"there is no {method} {path}")
    known = {resolved(one)["name"] for one in found.get("parameters", []) + item.get("parameters", [])}
    for name in re.findall(r"(?:^|&)([A-Za-z]+)=", query):
        if name not in known:
            fault(line, f"{method} {path} takes no {name}")
    if body and "requestBody" in found:
        taken = set()
        for content in resolved(found["requestBody"])["content"].values():
            taken |= members(content.get("schema", {}))
        for name in re.findall(r'[{,]\s*"(\w+)"(?=\s*[:,}])|or "(\w+)"', body):
            if taken and (name[0] or name[1]) not in taken:
                fault(line, f"the body of {method} {path} has no {name[0] or name[1]}")


def check_existence(document):
    commands, requests = shown(document)
    for line in commands:
        for part in re.findall(r"(?:^|(?<=sudo )|(?<=\$ )|(?<=; )|(?<=daybook ))daybook .*", line.text):
            check_command(line, part)
        for target in re.findall(r"^make ([a-z-]+)", line.text):
            if not re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M):
                fault(line, f"the Makefile has no {target}")
    for line in requests:
        for method, target in re.findall(REQUEST, line.text):
            check_request(line, method, target, line.text.partition(" {")[2] and "{" + line.text.partition(" {")[2])
    for line in [*commands, *mentions(document)]:
        check_places(line)
    for line in mentions(document):
        if re.match(r"daybook [a-z]", line.text):
            check_command(line, line.text)
        for method, target in re.findall(REQUEST, line.text):
            check_request(line, method, target)


PLACE = re.compile(r"(?:Sources|Tests|scripts|benchmarks|deploy|migrations|docs|Examples|Fuzz|Plugins)/[\w/+.-]*\w")


def check_places(line):
    """Files and folders of this repository that a line names; sources may be named without their ending."""
    for place in re.findall(PLACE, line.text):
        if not any((ROOT / (place + ending)).exists() for ending in ("", ".swift", "Tests.swift")):
            fault(line, f"there is no {place}")
    for product in re.findall(r"swift run (?:-c release )?([\w-]+)", line.text):
        if f'"{product}"' not in (ROOT / "Package.swift").read_text():
            fault(line, f"the package has no {product}")


# MARK: Whether they work

def translated(text):
    for pattern, value in table.PLACEHOLDERS:
        text = re.sub(pattern, value, text)
    return text


def run(document):
    commands, requests = shown(document)
    steps = []
    for line in sorted(commands + requests, key=lambda line: line.number):
        head = line.text.split("\n")[0]
        instead = table.INSTEAD.get(document, {})
        if head in table.NOT_RUN.get(document, {}):
            used.add((document, head))
            continue
        if head in instead:
            used.add((document, head))
            text = instead[head]
        elif is_synopsis(line.text):
            continue
        elif line in requests:
            method, target = re.match(REQUEST, line.text).groups()
            body = re.search(r"\{.*\}", line.text[len(method) + len(target):])
            text = f"ask {method} '{target}'" + (f" '{body[0]}'" if body else "")
        else:
            text = line.text.removeprefix("$ ")
        steps.append((line, translated(text)))
    if not steps:
        return
    below = answers(document)
    box = Box()
    try:
        script = "curl() { command curl --fail-with-body \"$@\"; }\n"
        script += table.BEFORE.get(document, "start_server") + "\n"
        for index, (_, text) in enumerate(steps):
            script += f"printf '\\n@@ {index}\\n'\n{text}\nprintf '\\n@@ {index} ended %s\\n' $?\n"
        _, output = box.shell(script)
        for index, (line, _) in enumerate(steps):
            told = re.search(rf"\n@@ {index}\n(.*?)\n@@ {index} ended (\d+)\n", output, re.S)
            if not told:
                return fault(line, "it was never reached:\n" + indented(output))
            if told[2] != "0":
                fault(line, f"it ended with {told[2]}:\n" + indented(told[1]))
            elif line.number in below:
                compare(line, below[line.number], told[1])
    finally:
        box.close()


def compare(line, shown_below, output):
    if line.text.startswith("$ "):
        if shown_below.strip() not in output:
            fault(line, "it says something else:\n" + indented(output))
    elif shown_below.startswith("{"):
        sentence = differs(json.loads(shown_below), json.loads(output[output.index("{"):output.rindex("}") + 1]))
        if sentence:
            fault(line, sentence)


def indented(text):
    return "\n".join("      " + line for line in text.strip().splitlines()[-15:])


used = set()


def prove():
    """That faults are found: every line of code in wrong.md is one."""
    check_existence(WRONG)
    run(WRONG)
    found = {int(one.split(":")[1]) for one in faults.pop(WRONG, [])}
    commands, requests = shown(WRONG)
    lines = {line.number for line in commands + requests}
    return [f"{WRONG}:{number}: this is wrong, and nobody noticed" for number in sorted(lines - found)]


def hold_table():
    """That what table.py says of lines is about lines that are still shown."""
    listed = {(document, line) for part in (table.NOT_RUN, table.INSTEAD) for document in part for line in part[document]}
    count = sum(len(lines) for lines in table.NOT_RUN.values())
    return [f"{TABLE}: {document} does not show this any more: {line}" for document, line in sorted(listed - used)] + (
        [f"{TABLE}: {count} lines are not run, LINES_NOT_RUN says otherwise"] if count != table.LINES_NOT_RUN else [])


def hold(document):
    """What is wrong with a document, or None."""
    if document == WRONG:
        found = prove()
    elif document == TABLE:
        found = hold_table()
    else:
        check_existence(document)
        run(document)
        found = faults.pop(document, [])
    return "\n".join(found) or None


def main():
    parser = arguments(__doc__)
    parser.add_argument("tests", nargs="*", metavar="DOCUMENT")
    options = parser.parse_args()
    # What the table is about is known when all have run.
    chosen = [] if TABLE in options.tests else options.tests
    tries = Tries("documents", "Tests/Documents/documents.py", options.report)
    Box.template()
    try:
        tries.make([WRONG, *(chosen or documents())], hold, LANES)
        if not chosen:
            tries.make([TABLE], hold)
        return tries.end(hold)
    finally:
        Box.forget_template()


if __name__ == "__main__":
    sys.exit(main())
