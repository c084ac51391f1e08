"""Reminders that ring, by the app's own clock and as the server tells, as cards and as notifications of the system."""

import contextlib
import datetime
import http.server
import json
import re
import threading
import zoneinfo

from servers import settings
from world import ZONE, main, until, walks

ZONE_INFO = zoneinfo.ZoneInfo(ZONE)

SHOWN = """async () => {
  const found = await navigator.serviceWorker.getRegistration("/app/");
  const shown = await found.getNotifications();
  const titles = (some) => some.map(({ title }) => title);
  return shown.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: titles(actions) }));
}"""
ASK = "Enable notifications to get reminders when tasks are due"
DISABLED = "Notifications are disabled. Enable them in Settings to receive reminders."


def soon(seconds):
    """An instant as the API writes it."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def reminded(person, title, seconds, **more):
    """Another device sets a reminder of a task; answers the task's id."""
    task = person.on_server()[title]["id"]
    person.elsewhere("PATCH", f"/v1/tasks/{task}", {"reminderAt": soon(seconds), **more})
    return task


def asked(page):
    return page.locator(".ringing-title", has_text=ASK)


def card(person, title):
    return person.page.locator(".ringing-card").filter(has=person.page.locator(".ringing-title", has_text=title))


@main
def flow_a_reminder_rings_and_is_put_off(world):
    somebody = world.person()
    somebody.add("Call mum")
    somebody.is_sent("Call mum")
    reminded(somebody, "Call mum", 1)
    card(somebody, "Call mum").get_by_role("button", name="Snooze").click()
    somebody.choose("1 hour")
    somebody.toast("Reminds again Today,")
    card(somebody, "Call mum").wait_for(state="detached")
    until(lambda: somebody.on_server()["Call mum"]["reminderAt"] > soon(3000), "a later reminder")


# How much of the card the message covers, in pixels.
COVERED = """() => {
  const [one, other] = [".ringing-card", ".toast"].map((name) => document.querySelector(name).getBoundingClientRect());
  const over = (from, to) => Math.max(0, Math.min(one[to], other[to]) - Math.max(one[from], other[from]));
  return over("left", "right") * over("top", "bottom");
}"""


def flow_a_long_message_leaves_the_card_alone(world):
    somebody = world.person()
    somebody.add("Call mum", "Another")
    somebody.is_sent("Another")
    reminded(somebody, "Call mum", 1)
    card(somebody, "Call mum").wait_for()
    somebody.focus("Another")
    somebody.press("m")
    somebody.toast("Moved to Tomorrow")
    words = "Moved to a place with a name that is long. " * 12
    somebody.page.evaluate("(words) => document.querySelector('.toast > span').textContent = words", words)
    for width in (1280, 1000, 800, 390):
        somebody.page.set_viewport_size({"width": width, "height": 800})
        until(lambda: somebody.page.evaluate(COVERED), f"what is covered at {width}", 0)
    card(somebody, "Call mum").get_by_role("button", name="Dismiss").click()
    card(somebody, "Call mum").wait_for(state="detached")


def flow_a_card_rings_without_a_network_in_all_tabs(world):
    somebody = world.person()
    other = somebody.another_tab()
    other.go("inbox")
    somebody.add("Call mum")
    somebody.is_sent("Call mum")
    reminded(somebody, "Call mum", 3600)
    # What shows it is there before the network goes.
    for tab in (somebody, other):
        tab.page.locator(".ringing").wait_for(state="attached")
    reminded(somebody, "Call mum", 3)
    at = datetime.datetime.fromisoformat(somebody.on_server()["Call mum"]["reminderAt"]).astimezone(ZONE_INFO)
    somebody.row("Call mum").locator(".fact", has_text=re.compile(f"Today, 0?{at.hour}:{at:%M}")).wait_for()
    somebody.context.set_offline(True)
    card(somebody, "Call mum").wait_for()
    card(other, "Call mum").wait_for()
    assert not somebody.page.evaluate("!!document.activeElement.closest('.ringing')"), "a card took the focus"
    until(lambda: somebody.page.locator("[role=alert]").inner_text().strip(), "what is said", "Reminder: Call mum")
    card(somebody, "Call mum").get_by_role("button", name="Snooze").click()
    somebody.choose("1 hour")
    somebody.toast("Reminds again Today,")
    for tab in (somebody, other):
        card(tab, "Call mum").wait_for(state="detached")
    somebody.context.set_offline(False)
    until(lambda: somebody.on_server()["Call mum"]["reminderAt"] > soon(3000), "a later reminder")
    somebody.click("Undo")
    until(lambda: somebody.on_server()["Call mum"]["reminderAt"] < soon(0), "the reminder as it was")
    assert card(somebody, "Call mum").count() == 0, "it rang once already"
    reminded(somebody, "Call mum", 1)
    card(somebody, "Call mum").get_by_role("button", name="Mark Done").click()
    somebody.is_in("Call mum", "completed")
    somebody.is_sent("Call mum", state="completed")


def flow_a_reminder_moved_elsewhere_ends_and_private_texts_tell_nothing(world):
    somebody = world.person()
    somebody.add("Call mum", "See the doctor")
    somebody.is_sent("See the doctor")
    task = reminded(somebody, "Call mum", 1)
    card(somebody, "Call mum").wait_for()
    somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"reminderAt": soon(3600)})
    card(somebody, "Call mum").wait_for(state="detached")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"privateReminders": True})
    somebody.go("settings/notifications")
    until(lambda: somebody.page.get_by_role("switch", name="Private texts").is_checked(), "the setting")
    reminded(somebody, "See the doctor", 1)
    card(somebody, "Reminder").wait_for()
    assert "doctor" not in somebody.page.locator(".ringing").inner_text()
    until(lambda: somebody.page.locator("[role=alert]").inner_text().strip(), "what is said", "Reminder")


@walks("reminders", by="keys")
def flow_without_an_account_by_keys_alone(world):
    """Nobody but this browser knows of the task."""
    world.box.environment["DAYBOOK_REGISTRATION"] = "closed"
    try:
        world.box.shell("stop_server && start_server", check=True)
        somebody = world.person()
        page = somebody.page
        somebody.add("Water the plants")
        somebody.focus("Water the plants")
        somebody.press("Enter")
        page.locator("#property-bell").focus()
        somebody.press("Enter")
        page.get_by_role("dialog", name="Reminder").wait_for()
        soon = datetime.datetime.now(ZONE_INFO) + datetime.timedelta(minutes=1)
        page.get_by_label("Time").fill(f"{soon:%H:%M}")
        page.get_by_role("gridcell").locator("[tabindex='0']").focus()
        somebody.press("Enter")
        page.locator("#property-bell", has_text=f"Today, {soon.hour}:{soon:%M}").wait_for()
        # It asks once, and Not now is an answer.
        asked(page).wait_for()
        page.keyboard.press("F8")
        somebody.press("Tab", "Enter")
        somebody.toast(DISABLED)
        page.locator("#property-bell").focus()
        card(somebody, "Water the plants").wait_for(timeout=90_000)
        page.keyboard.press("F8")
        until(lambda: page.evaluate("document.activeElement.textContent"), "the focus", "Mark Done")
        somebody.press("Tab", "Tab", "Enter")
        card(somebody, "Water the plants").wait_for(state="detached")
        until(lambda: page.evaluate("document.activeElement.id"), "the focus goes back", "property-bell")
    finally:
        del world.box.environment["DAYBOOK_REGISTRATION"]
        world.box.shell("stop_server && start_server", check=True)


@walks("reminders", by="mouse")
def flow_a_reminder_before_a_task_is_due(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Book a table")
    somebody.is_sent("Book a table")
    somebody.row("Book a table").click()
    page.locator("#property-bell", has_text="Reminder").wait_for()
    page.locator("#property-due").click()
    page.get_by_role("dialog", name="Due").get_by_role("button", name="Tomorrow").click()
    page.locator("#property-bell", has_text="Add Reminder").wait_for()
    assert asked(page).count() == 0, "nobody wants to be reminded yet"
    page.locator("#property-bell", has_text="Add Reminder").click()
    somebody.choose("1 hour before")
    asked(page).wait_for()
    page.locator("#property-bell", has_text="Tomorrow").wait_for()
    due = datetime.datetime.fromisoformat(somebody.on_server()["Book a table"]["dueAt"])
    before = (due - datetime.timedelta(hours=1)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    somebody.is_sent("Book a table", reminderAt=before)
    page.locator("#property-bell").click()
    chosen = page.get_by_role("menuitemradio", checked=True)
    assert "1 hour before" in chosen.inner_text(), chosen.inner_text()
    somebody.choose("Choose Time...")
    page.get_by_role("dialog", name="Reminder").get_by_role("button", name="No date").click()
    somebody.is_sent("Book a table", reminderAt=None)
    # The browser refuses: playwright's answers nobody, and a second time nobody asks.
    page.get_by_role("button", name="Enable").click()
    somebody.toast(DISABLED)
    page.locator("#property-bell").click()
    somebody.choose("At the due time")
    page.locator("#property-bell", has_text="Tomorrow").wait_for()
    assert asked(page).count() == 0
    page.reload()
    page.locator("#property-bell").click()
    somebody.choose("10 minutes before")
    until(lambda: page.locator("#property-bell").inner_text().count(" 8:50"), "the reminder", 1)
    assert asked(page).count() == 0


def flow_the_question_is_asked_once(world):
    """L-2.1 and L-7.3: Also where nobody answers it."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Book a table")
    somebody.row("Book a table").click()
    page.locator("#property-due").click()
    page.get_by_role("dialog", name="Due").get_by_role("button", name="Tomorrow").click()
    page.locator("#property-bell", has_text="Add Reminder").click()
    somebody.choose("1 hour before")
    asked(page).wait_for()
    page.reload()
    page.locator("#property-bell").click()
    somebody.choose("10 minutes before")
    until(lambda: page.locator("#property-bell").inner_text().count(" 8:50"), "the reminder", 1)
    assert asked(page).count() == 0


def flow_a_notification_of_the_system(world):
    """L-2.2: One, whoever tells of it; what is pressed there is done in the app, also without a network."""
    if not (world.app / "sw.js").exists():
        return  # the sources have no service worker
    somebody = world.person()
    page = somebody.page
    somebody.context.grant_permissions(["notifications"])
    somebody.add("Call mum", "Water the plants")
    somebody.is_sent("Water the plants")
    somebody.is_installed()
    page.reload()
    until(lambda: [one["kind"] for one in channels(somebody)], "this browser's channel", ["live"])
    [channel] = channels(somebody)
    task = reminded(somebody, "Call mum", 4, dueAt=soon(7200))
    until(lambda: [(one["title"], one["tag"], one["actions"]) for one in page.evaluate(SHOWN)], "what is shown",
          [("Call mum", f"task-{task}", ["Mark Done", "Snooze"])])
    assert page.evaluate(SHOWN)[0]["body"].startswith("Due Today, "), page.evaluate(SHOWN)
    # The server has told it as well.
    until(lambda: [told["state"] for told in deliveries(somebody, channel)], "the server's telling", ["delivered"])
    assert len(page.evaluate(SHOWN)) == 1
    assert page.locator(".ringing-card").count() == 0
    with world.without_server():
        press(somebody, "snooze")
        somebody.toast("Reminds again Today,")
        until(lambda: page.evaluate(SHOWN), "what is shown", [])
    until(lambda: somebody.on_server()["Call mum"]["reminderAt"] > soon(300), "a later reminder")
    # A press on the notification itself opens the task, with all that can be done with it.
    task = reminded(somebody, "Water the plants", 2)
    until(lambda: len(page.evaluate(SHOWN)), "a notification", 1)
    press(somebody, "")
    somebody.at(f"task/{task}")
    card(somebody, "Water the plants").get_by_role("button", name="Snooze").wait_for()
    # Done elsewhere, it goes away here.
    somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"state": "completed"})
    card(somebody, "Water the plants").wait_for(state="detached")
    until(lambda: page.evaluate(SHOWN), "what is shown", [])


def flow_what_the_push_service_brings(world):
    """There is none here: messages come by the browser's own tools, and act on the server while no tab is open."""
    if not (world.app / "sw.js").exists():
        return
    with receiver() as (address, heard), settings(world, DAYBOOK_OUTBOUND_NETWORKS="127.0.0.0/8"):
        somebody = world.person()
        somebody.context.grant_permissions(["notifications"])
        somebody.add("Call mum")
        somebody.is_sent("Call mum")
        somebody.is_installed()
        token = somebody.token
        webhook = {"kind": "webhook", "name": "Home", "address": {"url": f"{address}/hook"}}
        world.ask(token, "POST", "/v1/channels", webhook)
        task = reminded(somebody, "Call mum", 1)
        until(lambda: len(heard), "the webhook", 1)
        links = heard[0]["data"]["actions"]
        registered = []
        session = somebody.context.new_cdp_session(somebody.page)
        session.on("ServiceWorker.workerRegistrationUpdated", lambda said: registered.extend(said["registrations"]))
        session.send("ServiceWorker.enable")
        somebody.gathers(registered, 1, "the registration")
        # No tab of the app is left, and what it showed itself is gone.
        somebody.page.goto(f"{world.address}/docs")
        page = somebody.page
        page.evaluate("""async () => {
          const found = await navigator.serviceWorker.getRegistration("/app/");
          for (const shown of await found.getNotifications()) shown.close();
        }""")

        def push(**message):
            session.send("ServiceWorker.deliverPushMessage", {
                "origin": world.address, "registrationId": registered[-1]["registrationId"],
                "data": json.dumps(message)})

        told = {"id": "1", "tag": f"task-{task}", "title": "Call mum", "body": "Due Today at 18:00", "urgent": True,
                "link": f"{world.address}/app/task/{task}",
                "actions": [{"title": name.title(), "url": links[name]} for name in ("done", "snooze", "dismiss")]}
        push(**told)
        shown = [{
            "title": "Call mum", "body": "Due Today at 18:00", "tag": f"task-{task}", "actions": ["Done", "Snooze"]}]
        until(lambda: page.evaluate(SHOWN), "what is shown", shown)
        push(id="2", tag=f"task-{task}", withdrawn=True)
        until(lambda: page.evaluate(SHOWN), "what is shown", [])
        push(id="3", tag="review", title="Time to review?")
        until(lambda: [one["title"] for one in page.evaluate(SHOWN)], "what is shown", ["Time to review?"])
        push(id="4", tag="review", withdrawn=True)
        push(**told)
        until(lambda: page.evaluate(SHOWN), "what is shown", shown)
        press(somebody, "done")
        until(lambda: page.evaluate(SHOWN), "what is shown", [])
        until(lambda: world.ask(token, "GET", f"/v1/tasks/{task}")["state"], "the task", "completed")


def flow_settings_of_notifications(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Call mum")
    somebody.is_sent("Call mum")
    reminded(somebody, "Call mum", 7200)
    page.get_by_role("link", name="Settings").click()
    somebody.click("Notifications")
    somebody.at("settings/notifications")
    page.locator(".coming", has_text="Call mum").wait_for()
    # The account's settings, by keys alone.
    page.get_by_role("switch", name="Overdue tasks").focus()
    somebody.press("Space")
    page.get_by_role("switch", name="Quiet hours").focus()
    somebody.press("Space")
    page.get_by_label("Quiet hours: From").fill("21:30")
    page.get_by_role("switch", name="Review of the day").focus()
    somebody.press("Space")
    wanted = {"overdueAlerts": True, "quietFrom": "21:30", "quietUntil": "07:00", "reviewTime": None}

    def kept():
        settings = somebody.elsewhere("GET", "/v1/account/settings")
        return {name: settings[name] for name in wanted}

    until(kept, "the settings", wanted)
    assert page.get_by_label("Time of review of the day").count() == 0
    # This browser.
    box = page.get_by_role("switch", name="Show notifications")
    assert not box.is_checked()
    somebody.context.grant_permissions(["notifications"])
    box.focus()
    somebody.press("Space")
    page.get_by_text("They come while Daybook is open in a tab.").wait_for()
    page.get_by_text("An open app, this browser").wait_for()
    box.focus()
    somebody.press("Space")
    page.get_by_text("No channel yet.").wait_for()
    until(lambda: channels(somebody), "channels", [])
    with world.without_server():
        somebody.click("Back")
        somebody.click("Notifications")
        page.get_by_text("This needs the server, which does not answer now.").first.wait_for()


def flow_more_of_what_comes_next(world):
    """Ten at first, and the rest where somebody wants them; by keys, which go on to the first that came."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Begin")
    somebody.is_sent("Begin")
    for number in range(12):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Ring {number:02}", "reminderAt": soon(3600 + number)})
    somebody.go("settings/notifications")
    coming = page.locator(".coming")
    until(coming.count, "the next ones", 10)
    page.get_by_role("region", name="What comes next").get_by_role("button", name="Show more").focus()
    somebody.press("Enter")
    until(coming.count, "all of them", 12)
    until(lambda: "Ring 10" in page.evaluate("document.activeElement.textContent"), "the focus on the first that came")
    assert page.get_by_role("button", name="Show more").count() == 0


def flow_channels_are_added_tested_and_removed(world):
    with receiver() as (address, heard), settings(world, DAYBOOK_OUTBOUND_NETWORKS="127.0.0.0/8"):
        somebody = world.person()
        page = somebody.page
        somebody.add("Call mum")
        somebody.is_sent("Call mum")
        somebody.go("settings/notifications")
        somebody.click("Add a channel")
        somebody.choose("Webhook")
        page.get_by_label("Address, https://...").fill("nowhere")
        somebody.press("Enter")
        page.locator(".problem", has_text="This is no address of such a channel.").wait_for()
        page.get_by_label("Address, https://...").fill(f"{address}/hook")
        page.get_by_label("Name").fill("Home")
        page.get_by_label("Also what changes").check()
        page.locator("dialog").get_by_role("button", name="Add", exact=True).click()
        page.locator(".secret", has_text="whsec_").wait_for()
        somebody.click("I have kept it")

        def menu(entry):
            somebody.click("What can be done with Home")
            somebody.choose(entry)

        menu("Send a Test")
        somebody.toast("The test arrived.")
        assert [one["data"]["subject"] for one in heard if "subject" in one["data"]] == ["test"], heard
        somebody.context.route("**/deliveries*", came_late)
        menu("What Was Sent...")
        page.locator(".deliveries li", has_text="Test").get_by_text("Arrived").wait_for()
        page.locator(".deliveries li", has_text="3 seconds late").wait_for()
        somebody.press("Enter")
        menu("What to Send...")
        page.locator("dialog").get_by_label("Overdue tasks").uncheck()
        somebody.press("Enter")
        until(lambda: "overdue" in channels(somebody)[0]["wants"], "what it wants", False)
        menu("Send Changes Again...")
        page.get_by_role("textbox").last.fill("0")
        somebody.press("Enter")
        until(lambda: [one["type"] for one in heard].count("task.created"), "changes are told again", 1)
        menu("Pause")
        page.get_by_text("paused").wait_for()
        menu("Switch On")
        until(lambda: channels(somebody)[0]["state"], "the channel", "on")
        menu("Remove...")
        page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
        page.get_by_text("No channel yet.").wait_for()
        assert channels(somebody) == []


def came_late(route):
    """What the server tells of deliveries, had it been busier."""
    answer = route.fetch()
    told = answer.json()
    for delivery in told["deliveries"]:
        delivery["lateMilliseconds"] = 3200
    route.fulfill(response=answer, json=told)


def channels(person):
    return person.elsewhere("GET", "/v1/channels")["channels"]


def deliveries(person, channel):
    return person.elsewhere("GET", f"/v1/channels/{channel['id']}/deliveries")["deliveries"]


def press(person, action):
    """On the notification that is shown: only a person can press on one, so its event is made by hand."""
    until(lambda: len(person.context.service_workers), "the service worker", 1)
    person.context.service_workers[0].evaluate("""async (action) => {
      const [notification] = await registration.getNotifications();
      dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
    }""", action)


@contextlib.contextmanager
def receiver():
    """Somebody who is told by webhook: its address, and what it heard."""
    heard = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        server.server_close()
