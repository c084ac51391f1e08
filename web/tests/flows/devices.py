"""Second devices: pairing, signing in, and losing access."""

import base64
import io
import subprocess

import zxingcpp
from PIL import Image

from world import main, until

PASSWORD = "a long pass phrase 42"


@main
def flow_pairing_by_code(world):
    old, new = world.person(), world.person("phone")
    old.add("Shared between us")
    old.is_sent("Shared between us")
    old.go("settings/devices")
    old.click("Add a device")
    code = old.page.locator(".code").inner_text()
    new.click("Join another device")
    new.page.get_by_label("Code").fill(code.lower().replace("-", " "))
    new.click("Go on")
    number = new.page.locator(".number").inner_text()
    old.page.get_by_label("Number").fill("1000" if number != "1000" else "1001")
    old.click("Let it in")
    old.page.locator(".problem", has_text="That is another number.").wait_for()
    # Whoever waits may go on meanwhile: what is written then comes along.
    new.click("Back")
    new.add("Milk")
    new.is_sent("Milk")
    old.page.get_by_label("Number").fill(number)
    old.click("Let it in")
    new.shows("Shared between us", "Milk")
    old.go("settings/devices")
    old.page.get_by_text("Chrome on Linux (2)").wait_for()
    # Loaded anew the app knows only from the server when it was in step last.
    assert not old.page.locator(".setting", has_text="This device").get_by_text("Never synced").count()
    new.add("From the phone")
    old.go("today")
    old.shows("Shared between us", "From the phone")


def flow_pairing_by_picture(world):
    old = world.person()
    old.add("A task")
    old.is_sent("A task")
    old.go("settings/devices")
    old.click("Add a device")
    picture = old.page.locator(".qr")
    picture.wait_for()
    [found] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture.screenshot())))
    code = old.page.locator(".code").inner_text()
    assert found.text == f"{world.address}/app/pair#{code}", found.text
    new = world.person("phone", path=found.text.split("/app/")[1])
    until(lambda: new.page.get_by_label("Code").input_value(), "the code from the address", code)
    assert "#" not in new.page.url
    # The whole address is taken for its code, and that of another server for what it is.
    new.page.get_by_label("Code").fill(found.text.replace("127.0.0.1", "todo.example.org"))
    new.click("Go on")
    new.page.locator(".problem", has_text="This code belongs to todo.example.org").wait_for()
    new.page.get_by_label("Code").fill(found.text)
    new.click("Go on")
    old.page.get_by_label("Number").fill(new.page.locator(".number").inner_text())
    old.press("Enter")
    new.has("A task")


# A camera that sees a picture, which lies a little askew; without one, a person who does not allow it.
SEES = """
async (picture) => {
  const refused = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  if (picture === null) return void (navigator.mediaDevices.getUserMedia = refused);
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 480];
  const brush = canvas.getContext("2d");
  brush.rotate(0.15);
  setInterval(() => {
    brush.fillStyle = "grey";
    brush.fillRect(-640, -480, 1920, 1440);
    brush.drawImage(image, 180, 40, 340, 340);
  }, 50);
  const stream = canvas.captureStream();
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
  globalThis.isSeeing = () => stream.getTracks().some(({ readyState }) => readyState === "live");
}
"""


def flow_pairing_by_the_camera_in_the_app(world):
    """As an app on a phone's home screen needs it: what the phone's own camera reads opens the browser."""
    old = world.person()
    old.add("A task")
    old.is_sent("A task")
    old.go("settings/devices")
    old.click("Add a device")
    old.page.locator(".qr").wait_for()
    picture = base64.b64encode(old.page.locator(".qr").screenshot()).decode()
    new = world.person("phone", path="pair")
    page = new.page
    page.evaluate(SEES, None)
    new.click("Scan with the camera")
    page.locator(".problem", has_text="The camera was not allowed. Type the code instead").wait_for()
    until(lambda: page.evaluate("document.activeElement.name"), "where it is typed", "code")
    page.evaluate(SEES, picture)
    new.click("Scan with the camera")
    number = page.locator(".number").inner_text()
    assert not page.evaluate("isSeeing()"), "the camera is still on"
    old.page.get_by_label("Number").fill(number)
    old.press("Enter")
    new.has("A task")
    # Over plain HTTP browsers lend no camera.
    plain = world.person(path="pair", address=world.plain_address)
    plain.page.get_by_text("Here the browser does not lend its camera. Type the code instead.").wait_for()


@main
def flow_sign_in_elsewhere(world):
    first = world.person()
    first.add("Of the first browser")
    first.is_sent("Of the first browser")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    first.go("settings/account")
    first.page.get_by_label("Email").fill(email)
    first.page.get_by_label("New password, at least 10 characters").fill("aaaaaaaaaaaa")
    first.click("Add", exact=True)
    first.page.locator(".problem", has_text="This password is too easy to guess.").wait_for()
    first.page.get_by_label("Password").fill(PASSWORD)
    first.click("Add", exact=True)
    until(lambda: first.page.locator(".recovery li").count(), "recovery codes", 10)
    code = first.page.locator(".recovery li").first.inner_text()
    # They are shown only now: nothing but the button closes them, and each stands in one line.
    first.press("Escape", "Escape")
    first.page.mouse.click(5, 5)
    first.page.locator(".recovery").wait_for()
    assert not first.page.locator(".recovery").evaluate("""(list) => [...list.children].filter((code) =>
      code.getClientRects().length > 1 || code.offsetHeight > 1.5 * parseFloat(getComputedStyle(code).lineHeight))
      .length"""), "a code breaks over two lines"
    first.click("I have kept them")
    first.page.get_by_text(email).wait_for()

    second = world.person()
    second.add("Of the second browser")
    second.is_sent("Of the second browser")
    second.go("sign-in")
    second.page.get_by_text("What is here has no sign-in of its own yet.").wait_for()
    second.page.get_by_label("Email").fill(email)
    second.page.get_by_label("Password").fill("not the pass phrase")
    second.press("Enter")
    second.page.locator(".problem", has_text="Email or password is wrong.").wait_for()
    second.page.get_by_label("Password").fill(PASSWORD)
    second.press("Enter")
    second.shows("Of the first browser", "Of the second browser")
    first.go("today")
    first.shows("Of the first browser", "Of the second browser")

    third = world.person()
    third.click("Sign in")
    third.page.get_by_text("New here? No sign-in is needed").wait_for()
    third.click("Forgot the password? Use a recovery code")
    third.page.get_by_label("Email").fill(email)
    third.page.get_by_label("Recovery code").fill(code)
    third.page.get_by_label("New password").fill(PASSWORD + "!")
    third.press("Enter")
    third.shows("Of the first browser", "Of the second browser")


def flow_what_is_typed_stays_when_the_server_answers(world):
    somebody = world.person()
    somebody.add("One")
    somebody.is_sent("One")
    held = []
    somebody.context.route("**/v1/account/identities", lambda route: held.append(route))
    somebody.context.route("**/v1/identity/providers", lambda route: route.fulfill(json={"providers": [
        {"name": "work", "title": "Work", "issuer": "https://id.example.org"}]}))
    somebody.go("settings/account")
    until(lambda: somebody.page.title() and len(held) > 0, "the question for the ways in")
    field = somebody.page.get_by_label("Email")
    field.fill("ada@example.org")
    for route in held:
        route.fulfill(json={"identities": []})
    # It is drawn again.
    somebody.page.get_by_role("button", name="Work").wait_for()
    assert field.input_value() == "ada@example.org"
    assert field.evaluate("(it) => it === document.activeElement")


def flow_a_sign_in_that_was_added_elsewhere(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("One", "Two", "Three")
    somebody.is_sent("Three")
    page.get_by_text("Add a sign-in to keep your tasks").wait_for()
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("This account has no sign-in yet").wait_for()
    somebody.elsewhere("POST", "/v1/account/claim", {"email": "ana@example.org", "password": "a long green sentence"})
    page.reload()
    page.get_by_text("ana@example.org").wait_for()
    page.get_by_role("link", name="Today").click()
    somebody.has("One", "Two", "Three")
    assert page.get_by_text("Add a sign-in to keep your tasks").count() == 0
    # What the server said is known without it, too.
    somebody.context.route("**/v1/**", lambda route: route.abort())
    somebody.go("settings/account")
    page.get_by_text("ana@example.org").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("Everything is removed from this browser and stays in your account.").wait_for()


def flow_a_sign_in_is_proposed_in_one_line(world):
    somebody = world.person("phone")
    page = somebody.page
    somebody.add("One", "Two", "Three")
    hint = page.get_by_text("Add a sign-in to keep your tasks")
    hint.wait_for()
    lines = hint.evaluate("""(hint) => {
      const text = document.createRange();
      text.selectNode([...hint.childNodes].find((node) => node.nodeType === Node.TEXT_NODE));
      return text.getClientRects().length;
    }""")
    assert lines == 1, lines
    somebody.click("Inbox")
    somebody.add("Four")
    assert hint.count() == 0
    somebody.click("Today")
    somebody.click("Later")
    somebody.has("One", "Two", "Three")
    assert hint.count() == 0
    page.reload()
    somebody.has("One", "Two", "Three")
    assert hint.count() == 0
    # A month later.
    page.evaluate("""localStorage["daybook-preferences"] =
      JSON.stringify({ ...JSON.parse(localStorage["daybook-preferences"]), signInLater: Date.now() - 1 })""")
    page.reload()
    hint.click()
    somebody.at("settings/account")


def flow_a_provider_is_a_sign_in(world):
    """Somebody who signs in by a provider alone has no email here."""
    somebody = world.person()
    page = somebody.page
    linked = [{"id": "8f4f7a3e-6c2b-4a58-9d4e-0a2f5b7c9d11", "provider": "example", "issuer": "https://id.example.org",
               "linkedAt": "2026-01-01T00:00:00.000Z"}]
    providers = [{"name": "example", "title": "Example ID", "issuer": "https://id.example.org"}]
    somebody.context.route("**/v1/account/identities", lambda route: route.fulfill(json={"identities": linked}))
    somebody.context.route("**/v1/identity/providers", lambda route: route.fulfill(json={"providers": providers}))
    somebody.add("One", "Two", "Three")
    somebody.is_sent("Three")
    page.reload()
    somebody.has("One", "Two", "Three")
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Signs in with Example ID").wait_for()
    page.get_by_text("Signs in with Example ID").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("Everything is removed from this browser and stays in your account.").wait_for()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    assert page.get_by_label("Password").count() == 0
    page.get_by_role("link", name="Today").click()
    somebody.has("One", "Two", "Three")
    assert page.get_by_text("Add a sign-in to keep your tasks").count() == 0


def flow_not_my_computer(world):
    """Nothing lies on a disk that is somebody else's, and what is done there arrives all the same."""
    mine, theirs = world.person(), world.person()
    mine.add("At home")
    mine.is_sent("At home")
    email = f"{mine.has_account()[-12:].lower()}@example.org"
    world.ask(mine.token, "POST", "/v1/account/claim", {"email": email, "password": PASSWORD})
    theirs.click("Sign in")
    theirs.page.get_by_label("Email").fill(email)
    theirs.page.get_by_label("Password").fill(PASSWORD)
    theirs.page.get_by_label("This is not my computer").check()
    theirs.click("Sign in", exact=True)
    theirs.has("At home")
    theirs.add("In the library")
    mine.shows("In the library")
    assert theirs.token is None
    assert "At home" not in theirs.on_disk and "In the library" not in theirs.on_disk
    theirs.page.reload()
    theirs.page.get_by_text("Start typing. No account needed.").wait_for()
    theirs.has()


def flow_what_an_assistant_did_is_taken_back(world):
    """What would go is said, what others changed since stays, and the message's Undo brings it all back."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Mine")
    somebody.is_sent("Mine")
    token = somebody.elsewhere("POST", "/v1/tokens", {"label": "Assistant", "scope": "full"})["token"]
    mine = somebody.on_server()["Mine"]["id"]
    world.ask(token, "PATCH", f"/v1/tasks/{mine}", {"title": "Theirs", "notes": "n"})
    world.ask(token, "POST", "/v1/tasks", {"title": "Made by it"})
    world.ask(token, "POST", "/v1/lists", {"name": "Its list"})
    somebody.elsewhere("PATCH", f"/v1/tasks/{mine}", {"notes": "kept"})
    somebody.go("settings/devices")
    page.get_by_role("button", name="What can be done with Assistant").click()
    page.get_by_role("menuitem", name="Take everything back since").click()
    dialog = page.get_by_role("dialog", name="Take back what Assistant did")
    dialog.get_by_text("1 task is deleted, 1 task is changed back and 1 list is deleted.").wait_for()
    dialog.get_by_text("Of 1 task or list something was changed by others since, and stays.").wait_for()
    dialog.get_by_role("button", name="Take it back").click()
    somebody.toast("Taken back: what Assistant did")
    assert set(somebody.on_server()) == {"Mine"}
    somebody.is_sent("Mine", notes="kept")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    somebody.toast("Undone")
    assert set(somebody.on_server()) == {"Theirs", "Made by it"}
    page.get_by_role("button", name="What can be done with Assistant").click()
    page.get_by_role("menuitem", name="Take everything back since").click()
    dialog.get_by_label("Date", exact=True).fill(somebody.day(-1))
    dialog.get_by_role("button", name="Cancel").click()
    assert set(somebody.on_server()) == {"Theirs", "Made by it"}


def flow_what_a_removed_assistant_did_is_taken_back(world):
    """Whoever takes the access away first finds the way back in the history, at what was done last."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Mine")
    somebody.is_sent("Mine")
    made = somebody.elsewhere("POST", "/v1/tokens", {"label": "Assistant", "scope": "full"})
    for title in ("Made by it", "Made by it, too"):
        world.ask(made["token"], "POST", "/v1/tasks", {"title": title})
    somebody.elsewhere("DELETE", f"/v1/devices/{made['device']['id']}")
    somebody.go("history")
    way = page.get_by_role("button", name="Take back what Assistant did")
    way.wait_for()
    assert way.count() == 1, "at what it did last alone"
    way.click()
    dialog = page.get_by_role("dialog", name="Take back what Assistant did")
    dialog.get_by_text("2 tasks are deleted.").wait_for()
    dialog.get_by_role("button", name="Take it back").click()
    somebody.toast("Taken back: what Assistant did")
    assert set(somebody.on_server()) == {"Mine"}


def flow_a_browser_lets_a_terminal_in(world):
    """A terminal leads there; whoever is not signed in does that first, and comes back."""
    first = world.person()
    first.add("In the account")
    first.is_sent("In the account")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    first.elsewhere("POST", "/v1/account/claim", {"email": email, "password": PASSWORD})
    browser = world.person(path="let-in")
    page = browser.page
    browser.click("Sign in")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    browser.press("Enter")
    browser.at("let-in")
    assert not page.get_by_text("no sign-in of its own").count()
    # Opened twice, as by a link, it has offered nothing yet.
    page.reload()
    terminal = subprocess.Popen(
        ["daybook", "login", world.address, "--browser", "--name", "My terminal", "--notebook", world.box.folder / "let-in"],
        env={**world.box.environment, "BROWSER": "/nowhere"}, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert "this machine or another" in terminal.stdout.readline()
    assert terminal.stdout.readline().strip() == page.url
    browser.click("Show the code")
    code = page.locator(".code").inner_text()
    assert not page.locator(".qr").count(), "a terminal has no camera"
    terminal.stdin.write(f"{code}\n")
    terminal.stdin.flush()
    number = terminal.stdout.readline().split(": ")[1].strip()
    page.get_by_text("My terminal wants to join.").wait_for()
    page.get_by_label("Number").fill(number)
    browser.press("Enter")
    page.locator(".card", has_text="The terminal is in. This tab is not needed any more.").wait_for()
    assert terminal.wait(60) == 0
    browser.go("settings/devices")
    page.get_by_text("My terminal").wait_for()
    # And what is in a browser without a sign-in says so.
    other = world.person()
    other.add("Only here")
    other.is_sent("Only here")
    other.go("let-in")
    other.page.get_by_text("no sign-in of its own yet").wait_for()


def flow_revoked_and_signed_in_again(world):
    old, new = world.person(), world.person()
    pair(old, new)
    old.elsewhere("POST", "/v1/feeds", {"label": "Dates"})
    old.go("settings/devices")
    old.page.locator(".setting", has_text="Last seen").get_by_role("button").click()
    old.choose("Take its access away...")
    old.click("Take it away")
    old.toast("1 calendar feed goes on, whoever has its address.")
    new.page.get_by_text("This device was signed out.").wait_for()
    new.add("Written while signed out")
    new.page.get_by_text("1 change waits.").wait_for()
    with new.page.expect_download() as download:
        new.click("Download them")
    assert "Written while signed out" in open(download.value.path()).read()
    new.click("Sign in")
    new.click("Join another device")
    pair(old, new, joins=False)
    new.shows("A task", "Written while signed out")
    new.is_sent("Written while signed out")


def flow_everything_else_is_signed_out(world):
    old, new = world.person(), world.person()
    pair(old, new)
    old.elsewhere("POST", "/v1/tokens", {"label": "A program", "scope": "read"})
    old.elsewhere("POST", "/v1/feeds", {"label": "Dates"})
    old.go("settings/devices")
    old.page.get_by_text("Last seen").first.wait_for()
    old.context.set_offline(True)
    old.click("Sign out all others...")
    old.click("Sign them out")
    old.toast("This needs the server, which does not answer now.")
    old.context.set_offline(False)
    old.click("Sign out all others...")
    old.press("Escape")
    assert old.page.get_by_text("Last seen").count() >= 1, "asked, and not meant"
    old.click("Sign out all others...")
    old.press("Tab", "Enter")
    old.toast("2 devices and apps were signed out, 1 calendar feed ended")
    new.page.get_by_text("This device was signed out.").wait_for()
    until(lambda: old.page.locator(".setting").count(), "what is left", 1)
    assert old.page.get_by_role("button", name="Sign out all others...").count() == 0
    old.go("today")
    old.add("Goes on")
    old.is_sent("Goes on")


def flow_what_each_device_has_read(world):
    old, new = world.person(), world.person()
    pair(old, new)
    new.page.goto("about:blank")
    old.go("today")
    old.add("Written while the other was away", "And this")
    old.is_sent("And this")
    old.go("settings/devices")
    other = old.page.locator(".setting", has_text="Last seen")
    other.get_by_text("still to come to it.").wait_for()
    old.page.locator(".setting", has_text="This device").get_by_text("Synced").wait_for()
    [this, that] = old.elsewhere("GET", "/v1/devices")["devices"]
    assert that["behind"] >= 2, that
    # What comes while the page is looked at is counted too.
    old.elsewhere("POST", "/v1/tasks", {"title": "Written meanwhile"})
    other.get_by_text(f"{that['behind'] + 1} changes are still to come to it.").wait_for()
    # As the server says it once the other has asked, and of one that never did.
    never = {**that, "id": "8f4f7a3e-6c2b-4a58-9d4e-0a2f5b7c9d11", "lastSyncAt": None, "name": "A program"}
    devices = {"devices": [this, {**that, "behind": 0}, never]}
    old.context.route("**/v1/devices", lambda route: route.fulfill(json=devices))
    old.page.reload()
    old.page.get_by_text("It has everything.").wait_for()
    old.page.locator(".setting", has_text="A program").get_by_text("Never synced").wait_for()


def flow_the_settings_say_no_more_than_they_know(world):
    """Loaded anew, they do not say of what was sent that it never was."""
    somebody = world.person(path="settings")
    never = somebody.page.get_by_text("Not sent to a server yet")
    never.wait_for()
    somebody.go("today")
    somebody.add("Sent long ago")
    somebody.is_sent("Sent long ago")
    somebody.context.route("**/v1/sync", lambda route: route.abort())
    somebody.go("settings")
    somebody.page.get_by_text("Not yet in step since the app was opened").wait_for()
    assert not never.count()
    somebody.context.unroute("**/v1/sync")
    somebody.click("Try now")
    somebody.page.get_by_text("In step with the server").wait_for()


def flow_renamed(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.go("settings/devices")
    somebody.click("What can be done with Chrome on Linux")
    somebody.choose("Rename...")
    somebody.page.get_by_role("textbox", name="Name").fill("Kitchen")
    somebody.press("Enter")
    somebody.page.get_by_text("Kitchen").wait_for()


def flow_signing_out_empties_the_browser(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.go("settings/account")
    somebody.click("Sign out")
    somebody.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    somebody.at("today")
    somebody.page.get_by_text("Start typing. No account needed.").wait_for()
    somebody.page.reload()
    somebody.page.get_by_text("Start typing. No account needed.").wait_for()
    assert somebody.token is None


def pair(old, new, joins=True):
    """The new browser joins the old one's account."""
    if joins:
        old.add("A task")
        old.is_sent("A task")
        new.click("Join another device")
    old.go("settings/devices")
    old.click("Add a device")
    new.page.get_by_label("Code").fill(old.page.locator(".code").inner_text())
    new.click("Go on")
    old.page.get_by_label("Number").fill(new.page.locator(".number").inner_text())
    old.click("Let it in")
    new.shows("A task")
