"""One program of others that is told an address and nothing else: how it asks to be let in, what it can do then, and how it ends.

signin.py NAME URL EMAIL PASSWORD TOKEN    the door, and a person: how they sign in, and a token of theirs that takes devices away
"""

import asyncio
import html.parser
import json
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
import webbrowser

import httpx2
import mcp
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

NAME, URL, EMAIL, PASSWORD, TOKEN = sys.argv[1:]
SERVER = URL.removesuffix("/mcp")
CALLBACK = "http://127.0.0.1:33418/callback"


class Form(html.parser.HTMLParser):
    """What a page asks for."""

    def __init__(self, page):
        super().__init__()
        self.method, self.action, self.fields, self.buttons = None, None, {}, set()
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert tag not in ("script", "iframe", "img", "link"), f"the page has <{tag}>"
        if tag == "form":
            self.method, self.action = attributes.get("method"), attributes.get("action")
        elif tag == "input":
            self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "button":
            self.buttons.add((attributes["name"], attributes["value"]))


class Unfollowed(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """A person's browser without script: it opens a page, fills its form, and says where it is sent."""

    def __init__(self):
        self.opener = urllib.request.build_opener(Unfollowed)
        self.answer = "allow"
        self.visits = 0

    def visit(self, address):
        self.visits += 1
        with self.opener.open(address) as page:
            text = page.read().decode()
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert "through MCP" in text, text
        form = Form(text)
        assert form.method == "post" and form.action is None and {"email", "password", "code", "pairing"} == set(form.fields), form.fields
        assert form.buttons == {("decision", word) for word in ("allow", "allow-reading", "pair", "refuse")}, form.buttons
        if self.answer == "allow":
            assert self.send(address, {"email": EMAIL, "password": "not the password", "decision": "allow"}) is None
        location = self.send(address, {"email": EMAIL, "password": PASSWORD, "decision": self.answer})
        assert location, "the browser was not sent back"
        return location

    def send(self, address, fields):
        """Where a form leads; None where the page comes again."""
        origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(address))
        request = urllib.request.Request(
            address, urllib.parse.urlencode(fields).encode(), {"origin": origin, "sec-fetch-site": "same-origin"})
        try:
            self.opener.open(request).close()
        except urllib.error.HTTPError as answer:
            return answer.headers["location"]
        return None


class Memory:
    """Where the official client keeps what it has."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def official(browser):
    returned = []

    async def redirect(address):
        returned.append(await asyncio.to_thread(browser.visit, address))

    async def callback():
        location = returned.pop()
        assert location.startswith(CALLBACK + "?"), location
        items = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
        return AuthorizationCodeResult(code=items.get("code", ""), state=items.get("state"), iss=items.get("iss"))

    described = OAuthClientMetadata(client_name="The official client", redirect_uris=[CALLBACK])
    way = OAuthClientProvider(URL, described, Memory(), redirect, callback)
    return lambda: mcp.Client(streamable_http_client(URL, http_client=httpx2.AsyncClient(auth=way, timeout=60))), way


def fast(browser):
    from fastmcp import Client
    from fastmcp.client.auth import OAuth

    def visit(address):
        location = browser.visit(address)
        # The program listens a little later than it opens the browser.
        for _ in range(600):
            try:
                return urllib.request.urlopen(location).close()
            except urllib.error.HTTPError:
                return None
            except urllib.error.URLError:
                time.sleep(0.05)
        return None

    webbrowser.open = lambda address: threading.Thread(target=visit, args=[address], daemon=True).start()
    way = OAuth(client_name="The other client")
    return lambda: Client(URL, auth=way), way


def ask(method, path):
    request = urllib.request.Request(SERVER + path, method=method, headers={"authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def knock(token):
    """What the door answers to whoever comes with a token."""
    ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
    try:
        fields = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(URL, ping, fields)) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code


def data(result):
    return result.structured_content["data"]


async def main():
    browser = Browser()
    connect, way = (fast if NAME.endswith("fastmcp") else official)(browser)
    async with connect() as client:
        tasks = data(await client.call_tool("find", {"filter": "open", "limit": 5}))["tasks"]
        assert len(tasks) == 5 and browser.visits == 1
        added = data(await client.call_tool("add", {"title": f"By {NAME}"}))
        assert added["task"]["title"] == f"By {NAME}"
        # The hour is over, as far as the client knows.
        before = way.context.current_tokens
        assert before.scope == "agent" and before.expires_in == 3600 and before.refresh_token
        way.context.token_expiry_time = 1
        await client.call_tool("lists", {})
        after = way.context.current_tokens
        assert after.access_token != before.access_token and after.refresh_token != before.refresh_token
        assert browser.visits == 1, "the person was asked again"

    found = [device for device in ask("GET", "/v1/devices")["devices"] if device["name"].endswith("client, through MCP")]
    assert len(found) == 1, found
    ask("DELETE", f"/v1/devices/{found[0]['id']}")
    while knock(after.access_token) == 200:
        time.sleep(0.05)
    # It asks again to be let in, and this time its person says no.
    browser.answer = "refuse"
    try:
        async with asyncio.timeout(60):
            async with connect() as client:
                await client.call_tool("lists", {})
        raise AssertionError("it came in although its device was taken away")
    except AssertionError:
        raise
    except BaseException as refusal:  # noqa: BLE001, whatever a client makes of it
        told = type(refusal).__name__
    assert browser.visits == 2, browser.visits
    return found[0]["id"], f"registered, let in, two tools, refreshed, taken away; where its person refuses it ends in {told}"


warnings.simplefilter("ignore")
try:
    device, told = asyncio.run(main())
    print(json.dumps({"good": True, "told": told, "device": device}))
except BaseException as error:  # noqa: BLE001
    import traceback

    traceback.print_exc()
    print(json.dumps({"good": False, "told": f"{type(error).__name__}: {error}", "device": None}))
