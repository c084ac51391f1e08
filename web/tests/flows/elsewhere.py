"""The app at the edge of other things: the widget in a small window, tasks from other apps, the first minute."""

import datetime
import urllib.error
import urllib.parse

from servers import settings
from world import World, main, until, walks

WIDGET = """[...document.querySelectorAll('.widget-row')].map(
  (row) => [row.querySelector('.title').textContent, row.dataset.state])"""


def widget(person, *rows):
    until(lambda: person.page.evaluate(WIDGET), "the widget", [list(row) for row in rows])


def focused(person, name):
    until(lambda: person.page.evaluate("document.activeElement.ariaLabel"), "the focus", name)


@walks("widget", by="mouse")
def flow_the_widget_holds_what_is_due_today(world: World):
    """L-5.1: Also what is only due today, whenever it is scheduled; what was completed stays with its mark."""
    somebody = world.person(path="widget")
    somebody.page.get_by_text("Nothing due today").wait_for()
    assert somebody.page.locator(".sidebar:visible, .capture:visible, .opener:visible").count() == 0
    somebody.go("today")
    somebody.add("One", "Two", "Three")
    noon = datetime.datetime.fromisoformat(f"{somebody.day(0)}T12:00:00").astimezone(datetime.timezone.utc)
    for title, fields in {
            "Only due": {"dueAt": noon.isoformat()}, "For later": {"scheduledDate": somebody.day(3)},
            "Later, due now": {"scheduledDate": somebody.day(3), "dueAt": noon.isoformat()}}.items():
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, **fields})
    somebody.go("widget")
    until(lambda: sorted(title for title, _ in somebody.page.evaluate(WIDGET)), "what is due",
          ["Later, due now", "One", "Only due", "Three", "Two"])
    somebody.page.get_by_role("button", name="Complete One").click()
    until(lambda: somebody.page.evaluate(WIDGET)[-1], "what is done", ["One", "completed"])
    somebody.is_sent("One", state="completed")
    [now, *_] = somebody.elsewhere("GET", "/v1/views/widget?size=medium")["entries"]
    widget(somebody, *([row["title"], row["state"]] for row in now["rows"]))
    somebody.press("Control+z")
    until(lambda: ["One", "notStarted"] in somebody.page.evaluate(WIDGET), "taken back")
    somebody.click("What can be done with the widget")
    somebody.choose("Small: 3 tasks")
    until(lambda: len(somebody.page.evaluate(WIDGET)), "as many as fit", 3)
    assert somebody.page.url.endswith("/app/widget?size=small")
    somebody.click("2 more in Daybook")
    somebody.at("today")
    assert somebody.page.locator(".sidebar").is_visible()


def flow_titles_are_cut_and_read_in_their_own_direction(world: World):
    """In a list, in the widget and in a week; nothing of a long one is lost."""
    somebody = world.person()
    long, hebrew = "A long title " * 40 + "ends", "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"
    somebody.add(hebrew, long)
    somebody.is_sent(long)

    def looks(where, selector):
        [right, cut] = [somebody.page.locator(selector, has_text=text) for text in (hebrew, "A long title")]
        until(lambda: right.evaluate("(it) => getComputedStyle(it).direction"), f"in the {where}", "rtl")
        return cut

    looks("list", ".row .title")
    for where, selector, whole in [("widget", ".widget-row .title", "(it) => it.title"),
                                   ("calendar/week", ".day-task .day-title", "(it) => it.parentNode.title")]:
        somebody.go(where)
        cut = looks(where, selector)
        until(lambda: cut.evaluate("(it) => it.scrollHeight > it.clientHeight"), f"cut in {where}", True)
        assert cut.evaluate(whole) == long
    assert long in somebody.page.locator(".row").all_text_contents()[-1], "the list of the day has it whole"


@main
@walks("widget", by="keys")
def flow_the_widget_by_keys_without_the_server(world: World):
    somebody = world.person()
    somebody.add("One", "Two")
    somebody.is_sent("Two", state="notStarted")
    somebody.press("Escape", "Control+k")
    somebody.type("widget")
    somebody.press("Enter")
    widget(somebody, ["One", "notStarted"], ["Two", "notStarted"])
    somebody.context.set_offline(True)
    while "Open One" not in (somebody.page.evaluate("document.activeElement.ariaLabel") or ""):
        somebody.press("Tab")
    somebody.press("ArrowDown", "Space")
    widget(somebody, ["One", "notStarted"], ["Two", "completed"])
    focused(somebody, "Open Two, completed")
    somebody.press("Control+z")
    widget(somebody, ["One", "notStarted"], ["Two", "notStarted"])
    somebody.press("k", "Enter")
    until(lambda: somebody.path.startswith("task/"), "the task")
    somebody.press("Escape")
    somebody.at("widget")
    focused(somebody, "Open One, not started")


def flow_a_widget_in_a_window_of_its_own(world: World):
    somebody = world.person(path="today")
    somebody.add("One")
    somebody.go("widget?size=small")
    widget(somebody, ["One", "notStarted"])
    somebody.click("What can be done with the widget")
    with somebody.context.expect_page() as opening:
        somebody.choose("In a window of its own")
    window = opening.value
    window.locator(".widget-row").wait_for()
    assert window.url.endswith("/app/widget?size=small")
    window.get_by_role("button", name="Complete One").click()
    widget(somebody, ["One", "completed"])


# MARK: Tasks from elsewhere

def brought(**values):
    return f"new?{urllib.parse.urlencode(values)}"


def flow_a_link_fills_in_a_task_and_saves_none(world: World):
    somebody = world.person(path=brought(title="Read \u201cA & B\u201d \U0001f34e", text="<b>Bold</b>\n50 % + 1",
                                         url="https://news.example/a?b=c#d"))
    field, notes = somebody.page.get_by_label("Task input field"), somebody.page.get_by_label("Notes", exact=True)
    until(field.input_value, "the title", "Read \u201cA & B\u201d \U0001f34e")
    until(notes.input_value, "the notes", "<b>Bold</b>\n50 % + 1\nhttps://news.example/a?b=c#d")
    somebody.page.get_by_text("Nothing is saved before you press Enter").wait_for()
    until(lambda: somebody.page.evaluate("location.pathname + location.search"), "it is not brought again", "/app/new")
    until(lambda: "news.example" in somebody.on_disk, "it is kept half written")
    somebody.page.reload()
    until(field.input_value, "once more", "Read \u201cA & B\u201d \U0001f34e")
    somebody.go("inbox")
    somebody.page.get_by_text("Start typing. No account needed.").wait_for()
    assert somebody.token is None, "nothing was saved by itself"
    somebody.go("new")
    until(field.input_value, "it waits", "Read \u201cA & B\u201d \U0001f34e")
    somebody.page.get_by_role("button", name="Today", exact=True).click()
    field.click()
    # A key of the first half second may still be meant for what was on the screen before.
    until(lambda: somebody.press("Enter") or somebody.page.get_by_text("Added to Today.").is_visible(), "added", True)
    somebody.is_sent("Read \u201cA & B\u201d \U0001f34e", scheduledDate=somebody.day(0),
                     notes="<b>Bold</b>\n50 % + 1\nhttps://news.example/a?b=c#d")
    assert field.input_value() == ""
    somebody.go(brought(text="word " * 300))
    until(lambda: field.input_value()[-5:], "what is long", "word\u2026")
    assert len(field.input_value()) < 210 and len(notes.input_value()) == 1499


def flow_several_that_are_brought_keep_their_own_notes(world: World):
    """Each waits until it is saved: also in another tab, and after the page is loaded anew."""
    somebody = world.person(path=brought(title="First", text="Notes of the first"))
    field, notes = somebody.page.get_by_label("Task input field"), somebody.page.get_by_label("Notes", exact=True)
    until(field.input_value, "the first", "First")
    until(lambda: "Notes of the first" in somebody.on_disk, "it is kept")
    for title in ("Second", "Third"):
        somebody.go(brought(title=title, text=f"Notes of the {title.lower()}"))
        until(field.input_value, "the next", title)
        until(lambda: f"Notes of the {title.lower()}" in somebody.on_disk, "it is kept")
    somebody.page.get_by_text("2 more are not saved yet").wait_for()
    somebody.click("Go on with First")
    until(field.input_value, "the first again", "First")
    assert notes.input_value() == "Notes of the first"
    somebody.type(", changed")
    until(lambda: "First, changed" in somebody.on_disk, "it is kept")
    somebody.page.reload()
    until(field.input_value, "it is still in the field", "First, changed")
    other = somebody.another_tab()
    other.go("new")
    other.page.get_by_text("2 more are not saved yet").wait_for()
    other.page.close()
    # The newest comes by itself. Here as well, a key of the first half second does not count.
    until(lambda: field.press("Enter") or field.input_value() != "First, changed", "it is saved")
    until(field.input_value, "the newest comes by itself", "Third")
    # What was meant for the one before does not save it.
    field.evaluate("""(field) => field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))""")
    assert field.input_value() == "Third", field.input_value()
    for title in ("Third", "Second"):
        until(field.input_value, "in the field", title)
        until(lambda: field.press("Enter") or field.input_value() != title, "it is saved")
    somebody.is_sent("Second", notes="Notes of the second")
    tasks = {title: task["notes"] for title, task in somebody.on_server().items()}
    assert tasks == {"First, changed": "Notes of the first", "Second": "Notes of the second",
                     "Third": "Notes of the third"}, tasks
    assert somebody.page.get_by_text("not saved yet").count() == 0


def flow_the_bookmark_brings_a_page(world: World):
    somebody = world.person(path="settings/capture")
    link = somebody.page.get_by_role("link", name="Add to Daybook")
    script = link.get_attribute("href")
    assert somebody.page.get_by_text(script, exact=True).count() == 1, "it can be copied, too"
    link.click()
    somebody.toast("Drag it to your bookmarks")
    page = somebody.context.new_page()
    page.goto("data:text/html,<title>A%20page</title>Something to read")
    with page.expect_popup() as opening:
        page.evaluate("(script) => { location.href = script; }", script)
    popup = opening.value
    field = popup.get_by_label("Task input field")
    until(field.input_value, "the page's name", "A page")
    # An Enter that comes at once may have been meant for the page before.
    field.evaluate("""(field) => field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))""")
    assert field.input_value() == "A page"
    saved = popup.get_by_text("Added to Inbox.")
    until(lambda: field.press("Enter") or saved.count(), "it is saved", 1)
    somebody.is_sent("A page", notes=page.url)
    popup.get_by_role("button", name="Close this window").click()
    until(popup.is_closed, "the window closes")


def flow_a_shortcut_gets_a_token_that_only_adds(world: World):
    """L-6.1."""
    somebody = world.person(path="settings/capture")
    somebody.click("Make a token")
    somebody.type("Kitchen")
    somebody.press("Enter")
    somebody.page.locator(".problem", has_text="This device has no account yet.").wait_for()
    somebody.press("Escape")
    somebody.go("today")
    somebody.add("One")
    somebody.is_sent("One", state="notStarted")
    somebody.go("settings/capture")
    somebody.click("Make a token")
    somebody.type("Kitchen")
    somebody.press("Enter")
    somebody.page.get_by_label("QR code with the token").wait_for()
    address, token = [text for text in somebody.page.locator("dialog .copied dd:not(.copy)").all_text_contents()]
    answer = world.ask(token, "POST", address.removeprefix(world.address), {"title": "By voice"})
    assert answer["sentence"] == "Added 'By voice' to your Inbox"
    try:
        world.ask(token, "GET", "/v1/tasks")
        raise AssertionError("the token reads")
    except urllib.error.HTTPError as error:
        assert error.code == 403
    somebody.click("I have kept it")
    somebody.go("inbox")
    somebody.shows("By voice")


# MARK: The first minute

def newcomer(world, **options):
    """Somebody to whom nothing was said yet."""
    person = world.person(**options)
    person.page.evaluate("localStorage['daybook-preferences'] = JSON.stringify({ messages: 'stay' })")
    person.page.reload()
    person.page.get_by_text("Start typing. No account needed.").wait_for()
    return person


def flow_after_the_first_task_one_line_and_never_again(world: World):
    """L-7.2."""
    somebody = newcomer(world)
    page, line = somebody.page, somebody.page.locator(".first-minute")
    page.get_by_text(f"Kept on this device and on {world.address.removeprefix('http://')}").wait_for()
    assert line.count() == 0
    # As a browser offers it.
    page.evaluate("""dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => document.title = "asked", userChoice: Promise.resolve({ outcome: "accepted" }) }))""")
    somebody.add("One")
    line.get_by_text("Daybook can be installed on this device.").wait_for()
    page.get_by_label("Task input field").focus()
    somebody.press("Tab")
    focus = "document.activeElement.textContent"
    until(lambda: page.evaluate(focus), "the next stop", "Install")
    somebody.press("Enter")
    until(page.title, "the browser asks", "asked")
    until(line.count, "the line", 0)
    somebody.add("Two")
    assert line.count() == 0
    page.reload()
    somebody.has("One", "Two")
    assert line.count() == 0


def flow_the_first_minute_where_nothing_can_be_installed(world: World):
    apple = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
    somebody = newcomer(world, size="phone", user_agent=apple)
    somebody.add("One")
    somebody.page.get_by_text("To install Daybook: Share, then Add to Home Screen.").wait_for()
    somebody.click("From other apps")
    somebody.at("settings/capture")
    somebody.page.go_back()
    somebody.has("One")
    assert somebody.page.locator(".first-minute").count() == 0
    other = newcomer(world)
    other.add("One")
    other.page.get_by_text("Tasks can come from other apps, too.").wait_for()
    other.click("Not now")
    until(other.page.locator(".first-minute").count, "the line", 0)
    other.page.reload()
    other.has("One")
    assert other.page.locator(".first-minute").count() == 0


def flow_a_closed_server_keeps_nothing_and_says_so(world: World):
    with settings(world, DAYBOOK_REGISTRATION="closed"):
        somebody = world.person()
        somebody.add("One")
        somebody.page.get_by_text("This server takes no new accounts.").wait_for()
        somebody.page.locator(".quiet-line", has_text="Only on this device").wait_for()


def flow_only_on_this_device(world: World):
    """Nothing is sent, whatever is done and however often it is opened, until somebody chooses otherwise."""
    somebody = world.person()
    asked = []
    somebody.context.on("request", lambda request: "/v1/" in request.url and asked.append(request.url))
    somebody.page.get_by_text("Kept on this device and on").wait_for()
    somebody.click("Only on this device")
    somebody.page.get_by_text("no other device has your tasks or reminds you of them").wait_for()
    somebody.add("One")
    somebody.circle("One").click()
    somebody.is_in("One", "active")
    somebody.page.locator(".quiet-line", has_text="Only on this device").wait_for()
    somebody.page.reload()
    somebody.has("One")
    somebody.add("Two")
    somebody.go("settings/account")
    somebody.page.get_by_text("Everything stays on this device").wait_for()
    somebody.go("settings")
    somebody.page.get_by_text("nothing but this browser reminds you of them").wait_for()
    assert asked == [], asked
    somebody.click("Send everything...")
    somebody.click("Cancel")
    somebody.page.reload()
    somebody.page.get_by_text("nothing but this browser reminds you of them").wait_for()
    assert asked == [] and somebody.token is None, asked
    somebody.click("Send everything...")
    somebody.click("Send it")
    somebody.is_sent("One", state="active")
    somebody.is_sent("Two")
    until(somebody.page.get_by_text("Send everything...").count, "the choice, which is over", 0)
    somebody.go("today")
    somebody.has("One", "Two")
    assert somebody.page.locator(".quiet-line", has_text="Only on this device").count() == 0


def flow_the_choice_of_where_tasks_are_is_taken_back_before_the_first(world: World):
    somebody = world.person()
    somebody.click("Only on this device")
    somebody.go("settings")
    somebody.page.get_by_text("Send everything...").wait_for()
    somebody.go("today")
    somebody.page.get_by_role("button", name="Keep it on").focus()
    somebody.press("Enter")
    somebody.page.get_by_text("Kept on this device and on").wait_for()
    somebody.add("One")
    somebody.is_sent("One")


def flow_the_widget_of_a_list(world: World):
    somebody = world.person()
    somebody.add("Anywhere")
    somebody.is_sent("Anywhere")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home"})["id"]
    somebody.elsewhere("POST", "/v1/tasks", {"title": "At home", "listId": home, "scheduledDate": somebody.day(0)})
    somebody.shows("Anywhere", "At home")
    somebody.go("widget?size=small")
    widget(somebody, ["Anywhere", "notStarted"], ["At home", "notStarted"])
    somebody.click("What can be done with the widget")
    somebody.choose("Of lists...")
    dialog = somebody.page.get_by_role("dialog", name="Of lists")
    dialog.get_by_role("switch", name="Home").check()
    dialog.get_by_role("button", name="Done").click()
    widget(somebody, ["At home", "notStarted"])
    assert somebody.page.evaluate("location.search") == f"?size=small&list={home}"
    # By keys: what is in no list as well, and then nothing in particular again.
    for left, query, rows in ((1, f"?size=small&list=inbox&list={home}", ["Anywhere", "At home"]),
                              (0, "?size=small", ["Anywhere", "At home"])):
        somebody.click("What can be done with the widget")
        somebody.choose("Of lists...")
        for name in ("No list",) if left else ("No list", "Home"):
            dialog.get_by_role("switch", name=name).focus()
            somebody.press("Space")
        dialog.get_by_role("button", name="Done").press("Enter")
        widget(somebody, *([title, "notStarted"] for title in rows))
        until(lambda: somebody.page.evaluate("location.search"), "the address", query)
    for query in (f"list={home}", "list=inbox", f"list=inbox&list={home}"):
        [now, *_] = somebody.elsewhere("GET", f"/v1/views/widget?{query}")["entries"]
        somebody.go(f"widget?{query}")
        widget(somebody, *([row["title"], row["state"]] for row in now["rows"]))


def flow_the_app_begins_with_the_board(world: World):
    somebody = world.person()
    somebody.add("One")
    somebody.go("settings")
    begin = somebody.page.get_by_role("group", name="Begin with")
    begin.wait_for()
    assert begin.get_by_role("button", name="Board").count() == 0
    somebody.page.get_by_role("switch", name="Board and Backlog").click()
    somebody.go("settings")
    begin.get_by_role("button", name="Board").click()
    somebody.go("")
    somebody.at("board")
    somebody.go("settings")
    somebody.page.get_by_role("switch", name="Board and Backlog").click()
    somebody.go("")
    somebody.at("today")
    somebody.has("One")
