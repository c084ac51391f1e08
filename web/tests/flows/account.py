"""In and out, and the account: exports, imports, calendar apps, feeds, tokens, ways in, and the account's end."""

import base64
import csv
import io
import json
import re
import urllib.error
import urllib.request

import zxingcpp
from devices import PASSWORD, pair
from PIL import Image
from provider import Provider
from servers import settings
from world import main, until, walks

TODO = "Call Mum @phone due:2026-12-01\n(A) Write the report +Work\nx 2026-01-02 Buy stamps\n"


def flow_everything_goes_out(world):
    """V-7.1 and V-7.2."""
    somebody = world.person()
    somebody.add("Of the export", "Comma, \"quote\"")
    somebody.is_sent("Comma, \"quote\"")
    somebody.go("settings")
    somebody.click("Export and import")
    somebody.at("settings/data")
    document = json.loads(exported(somebody))
    assert [task["text"] for task in document["tasks"]] == ["Of the export", "Comma, \"quote\""], document
    assert document["tasks"][0]["state"] == "notStarted"
    sees(somebody, "where this browser keeps downloads")
    somebody.click("Table")
    rows = list(csv.DictReader(io.StringIO(exported(somebody, "csv").removeprefix("\ufeff"))))
    assert "Comma, \"quote\"" in [row["text"] for row in rows], rows
    somebody.click("Calendar", exact=True)
    assert exported(somebody, "ics").count("BEGIN:VTODO") == 2
    # By keys alone, with what the account remembers.
    somebody.page.get_by_role("button", name="JSON").focus()
    somebody.press("Enter")
    somebody.page.get_by_text("More choices").focus()
    somebody.press("Enter", "Tab")
    somebody.page.get_by_role("switch", name="With the history").focus()
    somebody.press("Space")
    somebody.page.get_by_role("button", name="Export Data").focus()
    with somebody.page.expect_download() as download:
        somebody.press("Enter")
    assert json.loads(open(download.value.path()).read())["history"]


def flow_an_export_that_fails_says_so(world):
    """V-7.4."""
    somebody = world.person()
    somebody.go("settings/data")
    somebody.click("Export Data")
    sees(somebody, "Nothing to export yet.")
    somebody.go("today")
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.go("settings/data")
    somebody.context.route("**/v1/export*", lambda route: route.abort())
    somebody.click("Export Data")
    sees(somebody, "Unable to export data. Please try again.")
    sees(somebody, "This needs the server, which does not answer now.")
    somebody.context.unroute("**/v1/export*")
    # One that takes long cannot be asked for twice, and says that it runs.
    held = []
    somebody.context.route("**/v1/export*", lambda route: held.append(route))
    button = somebody.page.get_by_role("button", name="Export")
    button.click()
    somebody.gathers(held, 1, "the export under way")
    somebody.page.get_by_role("button", name="Exporting ...").wait_for()
    assert button.is_disabled()
    with somebody.page.expect_download():
        held[0].continue_()
    until(button.is_enabled, "the button again")
    somebody.page.evaluate("() => { URL.createObjectURL = () => { throw new Error('no room'); }; }")
    somebody.context.unroute("**/v1/export*")
    somebody.click("Export Data")
    sees(somebody, "Unable to save export file.")


def flow_a_phone_shares_its_export(world):
    """V-7.3."""
    somebody = world.person("phone", path=None)
    somebody.context.add_init_script("""
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => { window.shared = [files[0].name, await files[0].text()]; };""")
    somebody.go("today")
    somebody.add("Shared")
    somebody.is_sent("Shared")
    somebody.go("settings/data")
    somebody.click("Export Data")
    sees(somebody, "Shared Daybook-Tasks-Export-")
    name, text = somebody.page.evaluate("shared")
    assert re.fullmatch(r"Daybook-Tasks-Export-\d{4}-\d\d-\d\d\.json", name), name
    assert json.loads(text)["tasks"][0]["text"] == "Shared"


@main
@walks("in and out", by="mouse")
def flow_an_import_and_its_undo(world):
    somebody = world.person()
    somebody.add("Mine")
    somebody.is_sent("Mine")
    somebody.go("settings/data")
    choose(somebody, "todo.txt", TODO)
    page = somebody.page
    sees(somebody, "3 tasks and 1 list are new.")
    assert set(somebody.on_server()) == {"Mine"}
    page.get_by_text("Where each field goes").click()
    page.get_by_role("row", name="Tags").wait_for()
    somebody.click("Import 3 tasks and 1 list")
    sees(somebody, "3 tasks and 1 list were made.")
    until(lambda: set(somebody.on_server()), "the tasks", {"Mine", "Call Mum", "Write the report", "Buy stamps"})
    # It is offered again where the page was left, and what was there before stays.
    page.reload()
    sees(somebody, "Your last import here")
    somebody.click("Undo the import")
    page.get_by_role("alertdialog").get_by_role("button", name="Undo the import").click()
    sees(somebody, "The import was undone.")
    assert set(somebody.on_server()) == {"Mine"}
    somebody.click("Bring it back")
    sees(somebody, "The import is back.")
    assert len(somebody.on_server()) == 4


def flow_an_undone_import_leaves_what_came_meanwhile(world):
    flow_an_undone_import_leaves_what_came_after(world, "Meanwhile")


def flow_an_undone_import_leaves_what_came_after(world, when="Later"):
    somebody = world.person()
    somebody.add("Mine")
    somebody.is_sent("Mine")
    token = somebody.has_account()
    somebody.go("settings/data")
    choose(somebody, "todo.txt", TODO)

    def elsewhere(*_):
        world.ask(token, "POST", "/v1/tasks", {"title": when})

    # The account's revision was asked for before the file is sent.
    if when == "Meanwhile":
        somebody.context.route("**/v1/import*", lambda route: (elsewhere(), route.continue_()))
    somebody.click("Import 3 tasks and 1 list")
    sees(somebody, "were made")
    if when == "Later":
        elsewhere()
    somebody.click("Undo the import")
    somebody.page.get_by_role("alertdialog").get_by_role("button", name="Undo the import").click()
    sees(somebody, "The import was undone.")
    assert set(somebody.on_server()) == {"Mine", when}, somebody.on_server()
    somebody.go("today")
    until(lambda: somebody.page.get_by_role("link", name="Work").count(), "the list of the import", 0)


def flow_what_cannot_be_imported(world):
    somebody = world.person()
    somebody.add("Mine")
    somebody.is_sent("Mine")
    somebody.go("settings/data")
    page = somebody.page
    choose(somebody, "empty.txt", "")
    sees(somebody, "This file is empty.")
    somebody.click("Another file")
    choose(somebody, "poem.txt", "Roses are red\nViolets are blue\n")
    sees(somebody, "The server does not recognise this file.")
    assert not page.get_by_text("Nothing in this file is new.").count()
    somebody.click("Another file")
    choose(somebody, "tasks.json", '{"exportDate":"2026-11-30","tasks":[{')
    sees(somebody, "The file cannot be read to its end.")
    assert not page.get_by_text("Nothing in this file is new.").count()
    somebody.click("Another file")
    choose(somebody, "poem.txt", "Roses are red\nViolets are blue\n")
    page.get_by_label("It is read as").select_option("todo-txt")
    sees(somebody, "2 tasks are new.")
    # A file that is dropped.
    somebody.click("Another file")
    page.evaluate("""() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(["(A) Dropped +Home"], "todo.txt"));
      document.querySelector(".drop").dispatchEvent(
        new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
    }""")
    sees(somebody, "1 task and 1 list are new.")
    somebody.context.route("**/v1/import*", lambda route: route.abort())
    somebody.click("Import 1 task and 1 list")
    sees(somebody, "This needs the server, which does not answer now.")
    assert set(somebody.on_server()) == {"Mine"}


def flow_an_app_password(world):
    somebody = world.person()
    somebody.add("For the calendar app")
    somebody.is_sent("For the calendar app")
    somebody.go("settings/apps")
    somebody.click("Add a calendar app")
    somebody.type("Thunderbird")
    somebody.press("Enter")
    address, user, password = shown(somebody)
    assert address == f"{world.address}/dav/", address
    assert read_code(somebody) == address
    assert dav(address, user, password) == 207
    assert dav(address, user, password[:-1]) == 401
    # It is shown only now: no single key loses it.
    somebody.press("Enter", "Escape", "Escape", " ")
    somebody.page.mouse.click(5, 5)
    assert shown(somebody) == [address, user, password]
    somebody.click("I have kept it")
    line = somebody.page.locator(".setting", has_text="Thunderbird")
    line.get_by_role("button").click()
    somebody.choose("Let it delete for an hour...")
    somebody.click("Allow it for an hour")
    somebody.toast("Thunderbird may delete until ")
    line.get_by_role("button").click()
    somebody.choose("Take its access away...")
    somebody.click("Take it away")
    sees(somebody, "No calendar app yet.")
    until(lambda: dav(address, user, password), "what the app is told", 401)


def flow_a_feed(world):
    somebody = world.person()
    somebody.add("In the calendar")
    somebody.is_sent("In the calendar")
    somebody.go("settings/apps")
    somebody.click("Make a feed")
    somebody.type("My dates")
    somebody.press("Enter")
    [address] = shown(somebody)
    assert read_code(somebody) == address
    assert "SUMMARY:In the calendar" in read(address)
    somebody.page.get_by_role("link", name="Open in a calendar program").wait_for()
    somebody.click("I have kept it")
    somebody.page.locator(".setting", has_text="My dates").get_by_role("button").click()
    somebody.choose("New address...")
    somebody.page.get_by_role("alertdialog").get_by_role("button", name="New address").click()
    [other] = shown(somebody)
    assert other != address and "SUMMARY:In the calendar" in read(other)
    assert read(address) is None
    somebody.click("I have kept it")
    somebody.page.locator(".setting", has_text="My dates").get_by_role("button").click()
    somebody.choose("Remove...")
    somebody.click("Remove", exact=True)
    sees(somebody, "No feed yet.")
    assert read(other) is None


def flow_access_tokens(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.go("settings/apps")
    somebody.click("Make a token")
    somebody.page.get_by_role("textbox", name="Name").fill("Statistics")
    somebody.page.get_by_label("It may").select_option("full")
    sees(somebody, "Whoever has such a token has your account")
    somebody.page.get_by_label("It may").select_option("read")
    somebody.page.get_by_label("It ends").select_option("30")
    somebody.click("Make", exact=True)
    [token] = shown(somebody)
    world.ask(token, "GET", "/v1/tasks")
    try:
        world.ask(token, "POST", "/v1/tasks", {"title": "Not allowed"})
        raise AssertionError("a token that may only read has written")
    except urllib.error.HTTPError as error:
        assert error.code == 403, error
    somebody.click("I have kept it")
    line = somebody.page.locator(".setting", has_text="Statistics")
    line.get_by_text("May see everything, and change nothing").wait_for()
    line.get_by_text("until").wait_for()
    line.get_by_role("button").click()
    somebody.choose("Take its access away...")
    somebody.click("Take it away")
    sees(somebody, "No token yet.")


def flow_another_password_and_email(world):
    somebody = claimed(world)
    somebody.go("settings/account")
    page = somebody.page
    somebody.click("Change the password")
    page.get_by_label("Your password now").fill("not the pass phrase")
    page.get_by_label("New password").fill(PASSWORD + "!")
    somebody.press("Enter")
    page.locator(".problem", has_text="That is not your password.").wait_for()
    page.get_by_label("Your password now").fill(PASSWORD)
    somebody.press("Enter")
    somebody.hears("The password was changed")
    somebody.click("Change the email")
    page.get_by_label("New email").fill("bea@example.org")
    page.get_by_label("Your password now").fill(PASSWORD + "!")
    somebody.press("Enter")
    sees(somebody, "bea@example.org")
    world.ask("", "POST", "/v1/login", {"email": "bea@example.org", "password": PASSWORD + "!"})


def flow_a_demo_account_says_so(world):
    setting = "daybook account set-password demo@example.org --password-stdin"
    world.box.shell(f"daybook account demo --email demo@example.org && echo '{PASSWORD}' | {setting}", check=True)
    somebody = world.person(path="sign-in")
    page = somebody.page
    page.get_by_label("Email").fill("demo@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    somebody.press("Enter")
    somebody.at("today")
    somebody.go("settings/account")
    sees(somebody, "This is a demo account, with sample tasks.")


@walks("account", by="mouse")
def flow_the_account_is_deleted(world):
    """R-1.6.1."""
    somebody = claimed(world)
    second = world.person()
    pair(somebody, second)
    somebody.go("settings/account")
    page = somebody.page
    sees(somebody, "There is no end-to-end encryption")
    sees(somebody, "On the server: 2 tasks")
    somebody.click("Delete Account...")
    somebody.click("Export everything first")
    somebody.at("settings/data")
    page.go_back()
    somebody.click("Delete Account...")
    page.get_by_label("Type delete to confirm").fill("yes")
    page.get_by_label("Your password now").fill(PASSWORD)
    somebody.press("Enter")
    page.locator(".problem", has_text="Type the word as it stands there.").wait_for()
    page.get_by_label("Type delete to confirm").fill("delete")
    page.get_by_label("Your password now").fill("not the pass phrase")
    somebody.press("Enter")
    page.locator(".problem", has_text="That is not your password.").wait_for()
    assert len(somebody.on_server()) == 2
    page.get_by_label("Your password now").fill(PASSWORD)
    somebody.press("Enter")
    somebody.toast("The account was deleted.")
    somebody.at("today")
    sees(somebody, "Start typing. No account needed.")
    assert somebody.token is None and "A task" not in somebody.on_disk
    sees(second, "This device was signed out.")
    second.has("Of the account", "A task")


def flow_an_account_without_a_sign_in_is_deleted(world):
    somebody = world.person("phone")
    somebody.add("A task")
    token = somebody.has_account()
    somebody.is_sent("A task")
    somebody.go("settings/account")
    somebody.click("Delete Account...")
    assert somebody.page.get_by_label("Your password now").count() == 0
    somebody.page.get_by_label("Type delete to confirm").fill("Delete")
    somebody.page.get_by_role("dialog").get_by_role("button", name="Delete Account").click()
    sees(somebody, "Start typing. No account needed.")
    try:
        world.ask(token, "GET", "/v1/tasks")
        raise AssertionError("the token still counts")
    except urllib.error.HTTPError as error:
        assert error.code == 401, error


def flow_providers_as_ways_in(world):
    """Two providers are added and one removed; then a provider alone vouches for the owner."""
    with Provider() as home, Provider() as work, settings(world, **known(world, home, work)):
        somebody = world.person()
        somebody.add("A task")
        somebody.is_sent("A task")
        page = somebody.page
        somebody.go("settings/account")
        somebody.click("Add Home")
        somebody.toast("The sign-in was added")
        # Nothing but a provider knows the owner now, so that is asked first.
        somebody.click("Add Work")
        somebody.click("Go to Home")
        somebody.toast("Confirmed.")
        somebody.click("Add Work")
        somebody.toast("The sign-in was added")
        remove(somebody, "Home")
        somebody.click("Go to")
        somebody.toast("Confirmed.")
        remove(somebody, "Home")
        page.get_by_role("button", name="Add Home").wait_for()
        somebody.click("What can be done with Work")
        somebody.choose("Remove...")
        somebody.toast("This is the only way into the account.")
        somebody.click("Delete Account...")
        page.get_by_label("Type delete to confirm").fill("delete")
        somebody.press("Enter")
        somebody.click("Go to Work")
        somebody.toast("Confirmed.")
        somebody.click("Delete Account...")
        page.get_by_label("Type delete to confirm").fill("delete")
        somebody.press("Enter")
        somebody.toast("The account was deleted.")
        # The browser goes to providers, and nowhere else.
        ours = tuple(f"left the origin: {provider.address}/authorize" for provider in (home, work))
        somebody.faults = [fault for fault in somebody.faults if not fault.startswith(ours)]


def known(world, home, work):
    """Settings of a server that knows these providers."""
    file = world.box.folder / "providers.json"
    file.write_text(json.dumps({"providers": [
        {"name": name.lower(), "title": name, "issuer": provider.address, "clientId": "daybook"}
        for name, provider in (("Home", home), ("Work", work))]}))
    return {"DAYBOOK_IDENTITY_PROVIDERS": str(file), "DAYBOOK_PUBLIC_URL": world.address}


def remove(somebody, provider):
    somebody.click(f"What can be done with {provider}")
    somebody.choose("Remove...")
    somebody.click("Remove", exact=True)


def claimed(world):
    """Somebody with an email and a password."""
    somebody = world.person()
    somebody.add("Of the account")
    somebody.is_sent("Of the account")
    email = f"{somebody.has_account()[-12:].lower()}@example.org"
    somebody.elsewhere("POST", "/v1/account/claim", {"email": email, "password": PASSWORD})
    return somebody


def sees(somebody, text):
    """On the screen, and not only for those who listen."""
    somebody.page.locator(":is(.screen, dialog)").get_by_text(text).first.wait_for()


def exported(somebody, ending="json"):
    with somebody.page.expect_download() as download:
        somebody.click("Export Data")
    assert re.fullmatch(rf"Daybook-Tasks-Export-\d{{4}}-\d\d-\d\d\.{ending}", download.value.suggested_filename)
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        return file.read()


def choose(somebody, name, text):
    with somebody.page.expect_file_chooser() as chooser:
        somebody.click("Choose a file")
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def shown(somebody):
    """What the dialog tells once."""
    values = somebody.page.locator(".shown-once dd:not(.copy)")
    values.first.wait_for()
    return values.all_inner_texts()


def read_code(somebody):
    picture = somebody.page.locator(".qr")
    [found] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture.screenshot())))
    return found.text


def dav(address, user, password):
    """How the server answers a calendar program."""
    proof = base64.b64encode(f"{user}:{password}".encode()).decode()
    headers = {"authorization": f"Basic {proof}", "depth": "0"}
    request = urllib.request.Request(address, method="PROPFIND", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def read(address):
    """What a calendar program reads there; nothing where nothing is."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
        return None
