"""Second devices: pairing, signing in, and losing access."""

import io

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
    old.page.get_by_label("Number").fill(number)
    old.click("Let it in")
    new.has("Shared between us")
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
    new.click("Go on")
    old.page.get_by_label("Number").fill(new.page.locator(".number").inner_text())
    old.press("Enter")
    new.has("A task")


@main
def flow_sign_in_elsewhere(world):
    first = world.person()
    first.add("Of the first browser")
    first.is_sent("Of the first browser")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    first.go("settings/account")
    first.page.get_by_label("Email").fill(email)
    first.page.get_by_label("Password").fill("aaaaaaaaaaaa")
    first.click("Add", exact=True)
    first.page.locator(".problem", has_text="This password is too easy to guess.").wait_for()
    first.page.get_by_label("Password").fill(PASSWORD)
    first.click("Add", exact=True)
    until(lambda: first.page.locator(".recovery li").count(), "recovery codes", 10)
    code = first.page.locator(".recovery li").first.inner_text()
    first.click("I have kept them")
    first.page.get_by_text(email).wait_for()

    second = world.person()
    second.add("Of the second browser")
    second.is_sent("Of the second browser")
    second.go("sign-in")
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
    third.click("Use a recovery code")
    third.page.get_by_label("Email").fill(email)
    third.page.get_by_label("Recovery code").fill(code)
    third.page.get_by_label("New password").fill(PASSWORD + "!")
    third.press("Enter")
    third.shows("Of the first browser", "Of the second browser")


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


def flow_revoked_and_signed_in_again(world):
    old, new = world.person(), world.person()
    pair(old, new)
    old.go("settings/devices")
    old.page.locator(".setting", has_text="Last seen").get_by_role("button").click()
    old.choose("Take its access away...")
    old.click("Take it away")
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
