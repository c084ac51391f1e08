"""Codes of an authenticator app beside the password."""

import base64
import hmac
import time

from devices import PASSWORD
from world import main, until


@main
def flow_an_authenticator_app(world):
    first = world.person()
    first.add("Of the first browser")
    first.is_sent("Of the first browser")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    first.go("settings/account")
    first.page.get_by_label("Email").fill(email)
    first.page.get_by_label("New password, at least 10 characters").fill(PASSWORD)
    first.click("Add", exact=True)
    until(lambda: first.page.locator(".recovery li").count(), "recovery codes", 10)
    codes = first.page.locator(".recovery li").all_inner_texts()
    first.click("I have kept them")

    # The password, the key, and a code that shows that the app has it.
    first.page.get_by_text("The password alone signs in.").wait_for()
    first.click("Set up an authenticator app")
    first.page.get_by_label("Your password now").fill("not the pass phrase")
    first.press("Enter")
    first.page.locator(".problem", has_text="That is not your password.").wait_for()
    first.page.get_by_label("Your password now").fill(PASSWORD)
    first.press("Enter")
    first.page.get_by_role("img", name="QR code with the key").wait_for()
    key = first.page.locator(".copied dd").first.inner_text()
    shown = first.page.get_by_label("The six digits that the app shows now")
    shown.fill("12345")
    first.press("Enter")
    first.page.locator(".problem", has_text="That is not what the app shows now.").wait_for()
    shown.fill(code(key))
    first.press("Enter")
    first.page.get_by_text("Signing in with the password asks for a code of the app.").wait_for()

    # Another browser is asked, trusted, and not asked again after it was signed out.
    second = world.person(path="sign-in")
    sign_in(second, email)
    asked = second.page.get_by_label("Code of your authenticator app")
    asked.fill("000000")
    second.press("Enter")
    second.page.locator(".problem", has_text="The code is wrong, too old, or was used already.").wait_for()
    asked.fill(code(key, 1))
    second.page.get_by_role("checkbox", name="Do not ask here again for 30 days").check()
    asked.focus()
    second.press("Enter")
    second.shows("Of the first browser")
    second.go("settings/account")
    second.click("Sign out")
    second.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    second.at("today")
    second.go("sign-in")
    sign_in(second, email)
    second.shows("Of the first browser")

    # New recovery codes want more than the password; one of the old ones does.
    first.page.get_by_label("Password", exact=True).fill(PASSWORD)
    first.click("New codes")
    first.page.get_by_label("Code of the app, or a recovery code").fill(codes[0])
    first.press("Enter")
    until(lambda: first.page.locator(".recovery li").count(), "new recovery codes", 10)
    fresh = first.page.locator(".recovery li").first.inner_text()
    first.click("I have kept them")

    first.click("Remove the authenticator app")
    first.page.get_by_label("Your password now").fill(PASSWORD)
    first.page.get_by_label("Code of the app, or a recovery code").fill(codes[1])
    first.press("Enter")
    first.page.locator(".problem", has_text="The password or the code is wrong").wait_for()
    first.page.get_by_label("Code of the app, or a recovery code").fill(fresh)
    first.press("Enter")
    first.page.get_by_text("The password alone signs in.", exact=True).wait_for()
    third = world.person(path="sign-in")
    sign_in(third, email)
    third.shows("Of the first browser")


def sign_in(somebody, email):
    somebody.page.get_by_label("Email").fill(email)
    somebody.page.get_by_label("Password").fill(PASSWORD)
    somebody.press("Enter")


def code(key, later=0):
    """What an authenticator app shows so many half minutes later (RFC 6238)."""
    step = int(time.time()) // 30 + later
    digest = hmac.digest(base64.b32decode(key), step.to_bytes(8, "big"), "sha1")
    at = digest[19] & 15
    return f"{(int.from_bytes(digest[at:at + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"
