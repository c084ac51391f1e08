"""Keys that a phone, a computer or a security key holds, by Chromium's own authenticator."""

import contextlib

from devices import PASSWORD
from servers import settings
from world import main, until


class Authenticator:
    """What a browser asks for passkeys: it has one person, who is there and known at once."""

    def __init__(self, somebody):
        self.session = somebody.context.new_cdp_session(somebody.page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}})["authenticatorId"]

    def send(self, method, **values):
        return self.session.send(f"WebAuthn.{method}", {"authenticatorId": self.id, **values})

    @property
    def passkeys(self):
        return self.send("getCredentials")["credentials"]

    def take(self, passkeys):
        for passkey in passkeys:
            self.send("addCredential", credential=passkey)

    def knows_its_person(self, does):
        self.send("setUserVerified", isUserVerified=does)


@contextlib.contextmanager
def named(world):
    """The server under a name: browsers make no passkeys for numbers. Answers its address."""
    address = world.address.replace("127.0.0.1", "localhost")
    with settings(world, DAYBOOK_PUBLIC_URL=address):
        yield address


@main
def flow_a_passkey_alone_is_a_way_in(world):
    with named(world) as address:
        first = world.person(address=address)
        phone = Authenticator(first)
        first.add("Of the first browser")
        first.is_sent("Of the first browser")
        first.go("settings/account")
        first.click("Add a passkey")
        first.page.get_by_label("What it is called").fill("My phone")
        first.press("Enter")
        first.page.locator(".label-text", has_text="My phone").get_by_text("not used yet").wait_for()
        [kept] = phone.passkeys
        assert kept["isResidentCredential"] and kept["rpId"] == "localhost", kept

        # Another browser, to which the passkey was copied, as phones do.
        second = world.person(address=address, path="sign-in")
        copy = Authenticator(second)
        copy.take(phone.passkeys)
        second.click("Sign in with a passkey")
        second.shows("Of the first browser")
        second.go("settings/account")
        second.page.get_by_text("last used").wait_for()

        # It is called otherwise, and proves that its owner asks where there is no password.
        second.click("What can be done with My phone")
        second.choose("Rename...")
        second.page.get_by_label("What it is called").fill("Phone and tablet")
        second.press("Enter")
        second.page.locator(".label-text", has_text="Phone and tablet").wait_for()
        second.click("Add an email and a password")
        second.page.get_by_role("textbox", name="Email").fill("anna@example.org")
        second.page.get_by_label("New password, at least 10 characters").fill(PASSWORD)
        second.press("Enter")
        until(lambda: second.page.locator(".recovery li").count(), "recovery codes", 10)
        second.click("I have kept them")


@main
def flow_a_passkey_beside_a_password(world):
    with named(world) as address:
        first = world.person(address=address)
        first.add("Of the first browser")
        email = f"{first.has_account()[-12:].lower()}@example.org"
        first.go("settings/account")
        first.page.get_by_label("Email").fill(email)
        first.page.get_by_label("New password, at least 10 characters").fill(PASSWORD)
        first.click("Add", exact=True)
        until(lambda: first.page.locator(".recovery li").count(), "recovery codes", 10)
        first.click("I have kept them")

        # The authenticator makes sure who it is, and so does the server.
        key = Authenticator(first)
        key.knows_its_person(False)
        first.click("Add a passkey")
        first.page.get_by_label("Your password now").fill("not the pass phrase")
        first.press("Enter")
        first.page.locator(".problem", has_text="No passkey was made.").wait_for()
        key.knows_its_person(True)
        first.page.get_by_label("Your password now").focus()
        first.press("Enter")
        first.page.locator(".problem", has_text="That is not your password.").wait_for()
        first.page.get_by_label("Your password now").fill(PASSWORD)
        first.press("Enter")
        first.page.get_by_text("not used yet").wait_for()
        assert len(key.passkeys) == 1, "made once, however often the password is typed"
        name = first.page.locator(".setting", has_text="not used yet").locator(".label-text").evaluate(
            "(line) => line.firstChild.textContent")

        # Signed out, and in again by the key; then it is removed, and signs in no more.
        first.click("Sign out")
        first.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
        first.at("today")
        first.go("sign-in")
        first.click("Sign in with a passkey")
        first.shows("Of the first browser")
        first.go("settings/account")
        first.click(f"What can be done with {name}")
        first.choose("Remove...")
        first.page.get_by_label("Your password now").fill(PASSWORD)
        first.press("Enter")
        first.page.get_by_text("last used").wait_for(state="detached")
        second = world.person(address=address, path="sign-in")
        Authenticator(second).take(key.passkeys)
        second.click("Sign in with a passkey")
        second.toast("The server does not accept this passkey.")


def flow_a_server_without_a_name_offers_none(world):
    somebody = world.person(path="sign-in")
    somebody.page.get_by_role("button", name="Forgot the password?").wait_for()
    assert somebody.page.get_by_role("button", name="Sign in with a passkey").count() == 0
