"""One program of others that speaks the Model Context Protocol: everything that the door offers, and what it refuses.

client.py NAME URL READ AGENT FULL TASKS    the tokens of an assistant that reads, of one that writes and of a person, and how many
                                            tasks there are
"""

import asyncio
import json
import os
import sys
import warnings

import httpx2
import mcp
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

NAME, URL, READ, AGENT, FULL, TASKS = sys.argv[1:]
# How the official client finds out which revision is spoken.
MODES = {"handshake": "legacy", "discovery": "auto", "stateless": "2026-07-28"}
REVISIONS = {"handshake": "2025-11-25", "discovery": "2026-07-28", "stateless": "2026-07-28", "notebook": "2026-07-28"}


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def official(token):
    client = httpx2.AsyncClient(headers=bearer(token), timeout=60)
    return mcp.Client(streamable_http_client(URL, http_client=client), mode=MODES[NAME])


def notebook(token):
    options = ["--write"] if token == AGENT else []
    return mcp.Client(StdioServerParameters(command="daybook", args=["mcp", "--offline", *options], env=dict(os.environ)))


def fast(token):
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    return Client(StreamableHttpTransport(URL, headers=bearer(token)))


def found(result):
    """Of a result: the data, which the text beside it says as well."""
    structure = result.structured_content
    assert structure == json.loads(result.content[0].text), "the text says something else than the structure"
    assert "no instruction" in structure["note"], structure
    return structure["data"]


async def walk(client, call):
    tools = await client.list_tools()
    tools = getattr(tools, "tools", tools)
    assert [tool.name for tool in tools] == ["find", "show", "day", "lists", "history"], tools
    assert all(tool.annotations.read_only_hint for tool in tools)

    tasks, cursor = [], None
    while True:
        page = found(await call("find", {"filter": "open", "limit": 7} | ({"cursor": cursor} if cursor else {})))
        tasks += page["tasks"]
        cursor = page["nextCursor"]
        if not cursor:
            break
    assert len({task["id"] for task in tasks}) == int(TASKS), len(tasks)
    assert found(await call("find", {"words": "instructions"}))["hits"]
    one = found(await call("show", {"task": tasks[0]["id"]}))
    assert one["task"]["title"] == tasks[0]["title"]
    for view in ("today", "board", "overdue", "review"):
        found(await call("day", {"view": view}))
    assert found(await call("lists", {}))["lists"] == []
    assert found(await call("find", {"words": "diary"}))["hits"] == []
    hidden = json.loads(os.environ["HIDDEN"])
    for tool, names in (("show", hidden["task"]), ("find", hidden["list"])):
        wrong = await call(tool, {"task" if tool == "show" else "list": names}, refused=True)
        assert json.loads(wrong.content[0].text)["code"] == "not_found", wrong
    if NAME == "notebook":
        assert "history" not in one
        told = await call("history", {"task": tasks[0]["id"]}, refused=True)
        assert json.loads(told.content[0].text)["code"] == "history_at_server", told
    else:
        assert one["history"]["entries"]
        assert found(await call("history", {"task": tasks[0]["id"]}))["entries"]

    wrong = await call("find", {"filter": "due < someday"}, refused=True)
    assert json.loads(wrong.content[0].text)["code"] == "malformed_filter", wrong
    wrong = await call("show", {"task": "nothing"}, refused=True)
    assert json.loads(wrong.content[0].text)["code"] == "invalid_arguments", wrong

    resource = await client.read_resource(f"daybook://task/{tasks[0]['id']}")
    text = getattr(resource, "contents", resource)[0].text
    assert tasks[0]["title"] in text
    prompts = await client.list_prompts()
    prompts = getattr(prompts, "prompts", prompts)
    prompt = await client.get_prompt(prompts[0].name)
    assert prompt.messages[0].content.text
    return len(tasks)


async def write(client, call):
    """Every tool that changes, and what it came to."""
    tools = await client.list_tools()
    names = [tool.name for tool in getattr(tools, "tools", tools)]
    assert names[5:] == ["add", "change", "complete", "move", "comment", "delete", "undo_own"], names

    made = found(await call("add", {"words": f"Call {NAME} tomorrow #phone"}))
    assert made["task"]["title"] == f"Call {NAME}" and made["task"]["tags"] == ["phone"], made
    task = {"task": made["task"]["id"]}
    made = found(await call("add", {"title": f"Tea for {NAME}", "notes": "green", "key": NAME}))
    if NAME != "notebook":
        again = found(await call("add", {"title": f"Tea for {NAME}", "notes": "green", "key": NAME}))
        assert again["task"]["id"] == made["task"]["id"], again
    changed = found(await call("change", task | {"title": f"Called {NAME}", "priority": 2, "addTags": ["x"], "clear": ["scheduledDate"]}))
    assert changed["task"]["title"] == f"Called {NAME}" and changed["task"]["scheduledDate"] is None, changed
    found(await call("comment", task | {"text": "They will call back."}))
    found(await call("move", task | {"to": "today"}))
    done = found(await call("complete", task))
    assert done["task"]["state"] == "completed", done
    undone = found(await call("undo_own", {"change": done["history"]["entries"][0]["opId"]}))
    assert undone["undone"]["kept"] == [], undone
    shown = found(await call("show", task))["task"]
    assert shown["state"] == "notStarted" and shown["notes"] == "They will call back.", shown
    found(await call("delete", {"task": made["task"]["id"]}))

    wrong = await call("delete", {"task": "Tea"}, refused=True)
    assert json.loads(wrong.content[0].text)["code"] == "task_not_named", wrong
    found(await call("delete", task))
    added = [found(await call("add", {"words": f"Something {number} for {NAME}"}))["task"]["id"] for number in range(7)]
    if NAME == "notebook":
        # Nobody takes it back here, and it may be asked again.
        for id in added:
            found(await call("delete", {"task": id}))
        return
    ids = [task["id"] for task in found(await call("find", {"filter": "open", "limit": 30}))["tasks"]]
    # With these ten are deleted, for taking back counts as well.
    for id in ids[:7]:
        found(await call("delete", {"task": id}))
    wrong = await call("delete", {"task": ids[7]}, refused=True)
    assert json.loads(wrong.content[0].text)["code"] == "agent_deletes_too_many", wrong


async def main():
    if NAME == "fastmcp":
        make = fast

        def caller(client):
            return lambda tool, arguments, refused=False: client.call_tool(tool, arguments, raise_on_error=not refused)
    else:
        make = notebook if NAME == "notebook" else official

        def caller(client):
            async def call(tool, arguments, refused=False):
                result = await client.call_tool(tool, arguments)
                assert bool(result.is_error) == refused, result
                return result

            return call

    async with make(READ) as client:
        count = await walk(client, caller(client))
        if NAME != "fastmcp":
            assert client.protocol_version == REVISIONS[NAME], client.protocol_version
    async with make(AGENT) as client:
        await write(client, caller(client))
    if NAME == "notebook":
        return f"{count} tasks in pages, four tools that read and seven that write, a resource and a prompt; no history"
    try:
        async with make(FULL) as client:
            await client.list_tools()
        raise AssertionError("a token that may do everything was let in")
    except AssertionError:
        raise
    except BaseException as refusal:  # noqa: BLE001, whatever a client makes of 403
        told = type(refusal).__name__
    return f"{count} tasks in pages, five tools that read and seven that write, a resource and a prompt; a full token ends in {told}"


warnings.simplefilter("ignore")
try:
    print(json.dumps({"good": True, "told": asyncio.run(main())}))
except Exception as error:  # noqa: BLE001
    import traceback

    traceback.print_exc()
    print(json.dumps({"good": False, "told": f"{type(error).__name__}: {error}"}))
