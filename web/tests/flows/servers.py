"""What servers may be like: they ask for an invitation, are closed or full, are reached without HTTPS; and tokens that
are renewed, and a disk of a later app."""

import contextlib
import re

from devices import PASSWORD
from disk import EIGHT_DAYS_LATER, with_disk
from world import until


def flow_by_invitation(world):
    with settings(world, DAYBOOK_REGISTRATION="invite"):
        somebody = world.person()
        # Already before anything is written down.
        somebody.page.get_by_text("This server asks for an invitation.").wait_for()
        somebody.page.get_by_text("Only on this device. Nothing is sent").wait_for()
        somebody.add("Before the invitation")
        somebody.page.get_by_text("This server asks for an invitation.").wait_for()
        assert somebody.token is None
        somebody.click("Enter it")
        somebody.page.get_by_role("textbox", name="Invitation").fill("not one of them")
        somebody.press("Enter")
        somebody.toast("This invitation is unknown, used up or over.")
        _, output = world.box.shell("daybook invite create --json", check=True)
        somebody.click("Enter it")
        somebody.page.get_by_role("textbox", name="Invitation").fill(re.search(r'"code": *"([^"]+)"', output)[1])
        somebody.press("Enter")
        somebody.has("Before the invitation")
        somebody.is_sent("Before the invitation")
        until(lambda: somebody.page.locator(".standing:visible").count(), "the line about it", 0)


def flow_an_invitation_on_the_first_screen(world):
    """Where invitations are asked for, whoever has one enters it on the first screen, before any task, and is in."""
    with settings(world, DAYBOOK_REGISTRATION="invite"):
        _, output = world.box.shell("daybook invite create --json", check=True)
        owner = world.person()
        owner.click("Enter it")
        owner.page.get_by_role("textbox", name="Invitation").fill(re.search(r'"code": *"([^"]+)"', output)[1])
        owner.press("Enter")
        owner.has_account()
        until(lambda: owner.page.locator(".standing:visible").count(), "the line about it", 0)
        owner.add("The first task")
        owner.is_sent("The first task")


def flow_an_open_door(world):
    """Strangers may create accounts and nobody has decided so: the first screen says it until somebody has."""
    with settings(world, DAYBOOK_PUBLIC_URL="https://tasks.example.org"):
        somebody = world.person()
        somebody.page.get_by_text("DAYBOOK_REGISTRATION").wait_for()
    with settings(world, DAYBOOK_PUBLIC_URL="https://tasks.example.org", DAYBOOK_REGISTRATION="open"):
        somebody = world.person()
        somebody.page.get_by_text("Kept on this device and on").wait_for()
        assert somebody.page.get_by_text("DAYBOOK_REGISTRATION").count() == 0


def flow_a_closed_server(world):
    """It takes nobody new; who has an account comes in, and what is here comes along."""
    first = world.person()
    first.add("Of the account")
    first.is_sent("Of the account")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    world.ask(first.token, "POST", "/v1/account/claim", {"email": email, "password": PASSWORD})
    with settings(world, DAYBOOK_REGISTRATION="closed"):
        somebody = world.person()
        somebody.add("Written here")
        somebody.page.get_by_text("This server takes no new accounts.").wait_for()
        somebody.page.locator(".standing").get_by_role("button", name="Sign in").click()
        somebody.page.get_by_label("Email").fill(email)
        somebody.page.get_by_label("Password").fill(PASSWORD)
        somebody.press("Enter")
        somebody.shows("Of the account", "Written here")
        somebody.is_sent("Written here")


def flow_a_full_account(world):
    """What has no room waits and is said in a line; what needs no room goes on; with room everything is sent."""
    with settings(world, DAYBOOK_TASKS_PER_ACCOUNT="2"):
        somebody = world.person()
        somebody.add("One", "Two", "Three")
        somebody.page.get_by_text("The account is full: 2 of 2 tasks. 1 change waits.").wait_for()
        somebody.has("One", "Two", "Three")
        somebody.circle("One").click()
        somebody.is_in("One", "active")
        somebody.is_sent("One", state="active")
        assert "Three" not in somebody.on_server()
    somebody.page.reload()
    somebody.has("One", "Two", "Three")
    somebody.is_sent("Three")


def flow_the_token_is_renewed(world):
    """Each week; the answer that brings the new one may be lost, and nobody notices."""
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    before, lost = somebody.has_account(), []

    def lose(route):
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    somebody.context.route("**/v1/tokens/current/rotation", lose)
    # Where no keeper runs, which would write down what it has in its memory over this.
    somebody.page.goto(f"{somebody.address}/v1")
    with_disk(somebody.page, EIGHT_DAYS_LATER)
    somebody.go("today")
    somebody.add("Another task")
    somebody.is_sent("Another task")
    # It may have gone along with the first request, the one that lost its new token; the next asks for another.
    somebody.add("A third task")
    somebody.is_sent("A third task")
    until(lambda: somebody.token != before, "another token")
    assert lost == [200], lost
    somebody.add("A fourth task")
    somebody.is_sent("A fourth task")


def flow_signed_in_again_after_a_restore(world):
    """The backup is older than the browser's token: whoever signs in again brings back what was done since."""
    first = world.person()
    first.add("Before the backup")
    first.is_sent("Before the backup")
    email = f"{first.has_account()[-12:].lower()}@example.org"
    world.ask(first.token, "POST", "/v1/account/claim", {"email": email, "password": PASSWORD})
    world.box.shell("daybook backup create before.backup", check=True)
    later = world.person()

    def sign_in():
        later.click("Sign in")
        later.page.get_by_label("Email").fill(email)
        later.page.get_by_label("Password").fill(PASSWORD)
        later.press("Enter")
        later.shows("Before the backup")

    sign_in()
    later.add("After the backup")
    later.is_sent("After the backup")
    world.box.shell(
        "stop_server; mv $BOX/data/postgres $BOX/before && daybook backup restore before.backup && start_server",
        check=True)
    later.page.get_by_text("This device was signed out.").wait_for()
    sign_in()
    later.shows("Before the backup", "After the backup")
    later.is_sent("After the backup")


def flow_without_https(world):
    """No locks, no service worker: two tabs of one browser show the same, and nothing is lost."""
    one = world.person(address=world.plain_address)
    assert not one.page.evaluate("isSecureContext || 'locks' in navigator || 'serviceWorker' in navigator")
    one.add("Of the first tab")
    one.is_sent("Of the first tab")
    other = one.another_tab()
    other.go("today")
    other.has("Of the first tab")
    other.add("Of the second tab")
    one.shows("Of the second tab")
    one.add("Again of the first")
    other.shows("Again of the first")
    other.page.close()
    one.add("With the second closed")
    one.is_sent("With the second closed")
    one.has("Of the first tab", "Of the second tab", "Again of the first", "With the second closed")
    # What is loaded later is there by then, also without the server.
    until(lambda: one.page.evaluate("""() => {
      const more = performance.getEntriesByType("resource").find(({ name }) => /\\/more\\b.*js$/.test(name));
      return more !== undefined && import(more.name).then(() => true);
    }"""), "the other screens")
    with world.without_server():
        one.focus("Of the first tab")
        one.press("g", ",")
        one.page.get_by_text("Without HTTPS").first.wait_for()


def flow_a_disk_that_is_looked_at_before_it_is_made(world):
    """Whoever looks first, the app makes its disk, and writes on it."""
    somebody = world.person(path=None)
    somebody.page.goto(f"{somebody.address}/app/today", wait_until="commit")
    assert somebody.token is None
    somebody.add("A task")
    somebody.is_sent("A task")


def flow_a_disk_of_a_later_app(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.page.evaluate("""() => new Promise((done, fail) => {
      const opening = indexedDB.open("daybook", 2);
      opening.onsuccess = () => { opening.result.close(); done(); };
      opening.onerror = () => fail(opening.error);
    })""")
    somebody.toast("This tab is older than the app. Reload.")
    somebody.has("A task")


@contextlib.contextmanager
def settings(world, **names):
    """The server with other settings, for as long as this lasts."""
    world.box.shell("stop_server", check=True)
    world.box.environment.update(names)
    world.box.shell("start_server", check=True)
    try:
        yield
    finally:
        world.box.shell("stop_server", check=True)
        for name in names:
            del world.box.environment[name]
        world.box.shell("start_server", check=True)


def flow_what_is_deleted_stays_as_long_as_the_server_says(world):
    with settings(world, DAYBOOK_DELETED_RETENTION="7d"):
        somebody = world.person()
        somebody.add("One")
        somebody.is_sent("One")
        somebody.go("deleted")
        somebody.page.get_by_text("Deleted tasks stay here for 7 days.").wait_for()
        somebody.go("settings/account")
        somebody.page.get_by_text("What you delete can be restored for 7 days").wait_for()
