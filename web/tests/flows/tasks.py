"""Writing down, doing, moving and taking back, with a mouse."""

import datetime
import json
import uuid
import zoneinfo

from playwright.sync_api import Error

from disk import DRAFTS, with_disk
from world import ZONE, day_of, looks_done, main, until, walks


@main
def flow_no_account_needed(world):
    somebody = world.person()
    somebody.page.get_by_text("Start typing. No account needed.").wait_for()
    assert somebody.token is None
    field = somebody.page.get_by_label("Task input field")
    until(lambda: field.get_attribute("placeholder"), "the field", "What do you want to get done today?")
    somebody.add("Water the plants")
    until(lambda: field.get_attribute("placeholder"), "the field", "What needs to be done?")
    somebody.is_sent("Water the plants", scheduledDate=somebody.day(0), state="notStarted")


def flow_five_in_a_row_keep_their_order(world):
    """V-1.10."""
    somebody = world.person()
    titles = [f"Task {number}" for number in range(5)]
    somebody.add(*titles)
    somebody.has(*titles)
    field = somebody.page.get_by_label("Task input field")
    assert field.input_value() == ""
    assert field.evaluate("(field) => field === document.activeElement")
    somebody.press("Enter")
    somebody.page.reload()
    somebody.has(*titles)
    for title in titles:
        somebody.is_sent(title)


def flow_typing_leaves_a_long_list_where_it_is(world):
    somebody = world.person()
    somebody.add("The first")
    somebody.has_account()
    for number in range(40):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Task {number}", "scheduledDate": somebody.day(0)})
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all are here", "41")
    somebody.add("The last")
    scrolled = "document.querySelector('.scroller').scrollTop"
    until(lambda: somebody.page.evaluate(scrolled) > 500, "the last one is brought onto the screen")
    seen = somebody.page.evaluate(scrolled)
    # A frame after each key, in which a browser brings the cursor onto the screen.
    for key in "abc":
        somebody.press(key)
        somebody.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert somebody.page.evaluate(scrolled) == seen, key
    assert "The last" in somebody.titles


# Rows that are drawn beside each other and do not touch, as the page has placed them.
APART = """() => {
  const rows = [...document.querySelectorAll(".rows .row")].map((row) => ({
    at: Number(row.getAttribute("aria-posinset")),
    top: new DOMMatrix(row.style.transform).m42,
    height: row.offsetHeight,
  })).sort((one, other) => one.at - other.at);
  return rows.filter(({ at, top }, number) => {
    const above = rows[number - 1];
    return above?.at === at - 1 && Math.abs(above.top + above.height - top) > 1;
  });
}"""


# Answers once the list has not moved for ten frames.
STILL = """async () => {
  const scroller = document.querySelector(".scroller");
  let [still, last] = [0, NaN];
  while (still < 10) {
    await new Promise(requestAnimationFrame);
    still = scroller.scrollTop === last ? still + 1 : 0;
    last = scroller.scrollTop;
  }
}"""


def flow_rows_of_any_height_stand_close(world):
    """Heights of what is not seen yet are measured later; the focus that goes on stays where it was."""
    somebody = world.person()
    page = somebody.page
    somebody.add("The first")
    somebody.has_account()
    somebody.is_sent("The first")
    somebody.elsewhere("POST", "/v1/sync", {"ops": [
        {"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": f"{somebody.today}T00:00:00.000Z",
         "fields": {"title": f"Task {number} " + "and so on " * (number * 7 % 40), "scheduledDate": somebody.day(0)}}
        for number in range(200)]})
    until(lambda: page.locator(".head .count").text_content(), "all tasks", "201")
    page.mouse.move(640, 400)
    for way in (700,) * 12 + (-500,) * 4:
        page.mouse.wheel(0, way)
        until(lambda: page.evaluate(APART), "rows that do not touch", [])
    # A wheel's way goes on for some frames.
    page.evaluate(STILL)
    row = page.evaluate_handle("""[...document.querySelectorAll(".rows .row")].find((row) =>
      row.getBoundingClientRect().top > 250)""").as_element()
    row.focus()
    top = row.bounding_box()["y"]
    focused = "document.activeElement.dataset.id ?? null"
    for _ in range(3):
        gone = page.evaluate(focused)
        somebody.press("m")
        until(lambda gone=gone: page.evaluate(focused) not in (gone, None), "the next one has the focus")
        until(lambda: page.evaluate("document.activeElement.getAnimations().length"), "it stands", 0)
        until(lambda: abs(page.evaluate("document.activeElement.getBoundingClientRect().top") - top) < 1, "its place")
        until(lambda: page.evaluate(APART), "rows that do not touch", [])
    assert page.locator(".row[tabindex='0']").count() == 1


def flow_half_a_task_stays(world):
    """In its view, over a change of views and a new page, until it is a task or the account leaves the browser."""
    somebody = world.person()
    page, field = somebody.page, somebody.page.get_by_label("Task input field")
    asked = []
    somebody.context.on("request", lambda request: asked.append(request.post_data or ""))
    somebody.add("Whole")
    somebody.is_sent("Whole")
    somebody.type("Half of to")
    page.get_by_role("link", name="Inbox").click()
    somebody.at("inbox")
    assert field.input_value() == ""
    somebody.type("Half an idea")
    somebody.press("Shift+Enter")
    somebody.type("With notes")
    page.get_by_role("link", name="Today").click()
    until(field.input_value, "what was half written", "Half of to")
    somebody.press("End")
    somebody.type("day")
    until(lambda: "Half of today" in somebody.on_disk, "it lies on the disk")
    page.reload()
    until(field.input_value, "after a new page", "Half of today")
    other = somebody.another_tab()
    other.go("inbox")
    there = other.page.get_by_label("Task input field"), other.page.locator(".capture .notes")
    until(lambda: tuple(field.input_value() for field in there),
          "in another tab", ("Half an idea", "With notes"))
    there[1].press("Control+Enter")
    other.has("Half an idea")
    somebody.is_sent("Half an idea", notes="With notes")
    until(lambda: "With notes" in json.dumps(with_disk(page, DRAFTS)), "half a task on the disk", False)
    page.get_by_role("link", name="Inbox").click()
    somebody.has("Half an idea")
    assert field.input_value() == ""
    assert not [text for text in asked if "Half of to" in text], "nobody is sent half a task"
    somebody.go("settings/account")
    somebody.click("Sign out")
    page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    somebody.at("today")
    page.get_by_text("Start typing. No account needed.").wait_for()
    assert field.input_value() == ""
    until(lambda: "Half of to" in somebody.on_disk, "half a task of the account that is gone", False)


def flow_a_message_takes_back_what_it_says_and_nothing_else(world):
    """What was done since is what an undo would take back, so the older message goes."""
    somebody = world.person()
    somebody.add("A precious one", "Another")
    somebody.focus("A precious one")
    somebody.press("Delete")
    somebody.toast("Deleted")
    somebody.add("Brand new")
    until(lambda: somebody.page.locator(".toast", has_text="Deleted").count(), "the message of what is no longer last", 0)
    somebody.press("Escape", "Control+z", "Control+z")
    somebody.shows("A precious one")
    assert "Brand new" not in somebody.titles


def flow_half_a_task_outlives_a_crash(world):
    # Without a service worker: playwright halts one that has to begin anew, and then nothing is loaded for a minute, where
    # a browser without it takes a second.
    somebody = world.person(service_workers="block")
    somebody.page.get_by_label("Task input field").click()
    somebody.type("Half of to")
    until(lambda: "Half of to" in somebody.on_disk, "it lies on the disk")
    try:
        somebody.page.goto("chrome://crash")
    except Error as error:
        assert "crash" in str(error).lower(), error
    after = somebody.another_tab()
    after.go("today")
    until(after.page.get_by_label("Task input field").input_value, "what was half written", "Half of to")
    somebody.faults = [fault for fault in somebody.faults if "Service Worker registration blocked" not in fault]


def flow_notes_say_how_to_save(world):
    somebody = world.person()
    somebody.type("With notes")
    somebody.press("Shift+Enter")
    somebody.type("One line")
    somebody.press("Enter")
    somebody.type("Another")
    notes = somebody.page.locator(".capture .notes")
    somebody.page.get_by_text("Ctrl+Enter saves the task").wait_for()
    assert notes.evaluate("(notes) => document.getElementById(notes.getAttribute('aria-describedby')).textContent") \
        == "Ctrl+Enter saves the task"
    somebody.press("Control+Enter")
    somebody.is_sent("With notes", notes="One line\nAnother")
    until(notes.is_visible, "the notes", False)
    finger = world.person("phone")
    finger.page.get_by_label("Task input field").tap()
    finger.type("By finger")
    finger.page.get_by_role("button", name="Add notes").tap()
    finger.type("Some more")
    finger.page.get_by_role("button", name="Save").tap()
    finger.is_sent("By finger", notes="Some more")


def flow_a_task_goes_where_it_is_written(world):
    """V-2.5."""
    somebody = world.person(path="inbox")
    somebody.add("An idea")
    somebody.go("upcoming")
    somebody.add("Pack the bag")
    somebody.page.get_by_role("heading", name="Tomorrow").wait_for()
    somebody.is_sent("An idea", scheduledDate=None)
    somebody.is_sent("Pack the bag", scheduledDate=somebody.day(1))


def flow_pasted_lines_become_tasks(world):
    somebody = world.person()
    field = somebody.page.get_by_label("Task input field")
    field.click()
    field.evaluate("""(field) => {
      const data = new DataTransfer();
      data.setData("text/plain", "Bread\\n\\n  Butter \\nSalt\\n");
      field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
    }""")
    somebody.has("Bread", "Butter", "Salt")
    somebody.toast("Added 3 tasks")
    somebody.click("Undo")
    somebody.has()


def flow_pasted_lists_lose_their_marks(world):
    somebody = world.person()
    field = somebody.page.get_by_label("Task input field")
    field.evaluate("""(field) => {
      const data = new DataTransfer();
      data.setData("text/plain", "- [ ] bread\\n* eggs\\n- [x] oil\\n1. salt");
      field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
    }""")
    somebody.toast("Added 4 tasks")
    somebody.has("bread", "eggs", "salt", "oil")
    somebody.is_in("oil", "completed")
    somebody.click("Undo")
    somebody.has()
    somebody.add("1. salt")
    somebody.has("1. salt")


def flow_a_title_that_is_too_long_is_refused_and_kept(world):
    """V-1.12."""
    somebody = world.person()
    field = somebody.page.get_by_label("Task input field")
    long = "An idea " * 1500
    field.fill(long)
    somebody.press("Enter")
    problem = somebody.page.locator("#capture-problem", has_text="10,000 characters, and this one has 11,999.")
    problem.wait_for()
    assert field.input_value() == long and field.get_attribute("aria-invalid") == "true"
    # The red line below it is straight.
    assert field.evaluate("(field) => getComputedStyle(field).borderRadius") == "0px"
    field.fill("An idea")
    somebody.press("Enter")
    somebody.has("An idea")
    assert not problem.is_visible()


def flow_a_note_is_added_at_once(world):
    somebody = world.person()
    somebody.add("With a note")
    somebody.row("With a note").click(button="right")
    somebody.choose("Add Note")
    until(lambda: somebody.page.evaluate("document.activeElement.id"), "the focus", "detail-notes")
    somebody.type("This one")
    somebody.press("Control+Enter")
    somebody.is_sent("With a note", notes="This one")


def flow_links_in_notes_open(world):
    somebody = world.person()
    somebody.add("Look it up")
    somebody.row("Look it up").click()
    page, notes = somebody.page, somebody.page.locator("#detail-notes")
    safe = f"{world.address}/app/today"
    notes.fill(f"It is at {safe}, not javascript:alert(1).\nWrite to mailto:ana@example.org")
    links = page.locator(".links a")
    until(lambda: [link.get_attribute("href") for link in links.all()], "links", [safe, "mailto:ana@example.org"])
    assert links.first.get_attribute("rel") == "noopener noreferrer"
    # While it is written in, it is a text field.
    box = links.first.bounding_box()
    until(lambda: page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [box["x"] + 5, box["y"] + 5]),
          "what is pressed", "detail-notes")
    somebody.press("Tab")
    until(lambda: page.evaluate("document.activeElement.textContent"), "the focus", safe)
    with somebody.context.expect_page() as opened:
        links.first.click()
    opened.value.wait_for_url(safe)
    assert opened.value.evaluate("window.opener") is None
    opened.value.close()
    page.reload()
    until(lambda: links.count(), "links of what was kept", 2)
    text, link = notes.bounding_box(), links.last.bounding_box()
    assert text["y"] < link["y"] and link["y"] + link["height"] < text["y"] + text["height"], "over its own text"


def flow_an_unknown_address_says_so(world):
    somebody = world.person(path="nowhere/at-all")
    somebody.page.get_by_text("Daybook knows no address /app/nowhere/at-all.").wait_for()
    somebody.at("nowhere/at-all")
    somebody.click("Go to Today")
    somebody.at("today")
    somebody.add("A task")
    somebody.page.go_back()
    somebody.page.get_by_role("heading", name="Nothing here").wait_for()
    somebody.go("list/groceries")
    somebody.page.get_by_text("Daybook knows no address /app/list/groceries.").wait_for()
    somebody.go("list/00000000-0000-4000-8000-000000000000")
    somebody.page.get_by_text("This list is gone").wait_for()
    until(somebody.page.get_by_label("Task input field").is_visible, "a field for tasks of no list", False)
    for nothing in somebody.page.locator(".head .emblem").all() + [
            somebody.page.get_by_role("button", name="What can be done with this list")]:
        assert not nothing.is_visible(), "a list that is gone has a colour or a menu"
    somebody.click("Go to Today")
    somebody.has("A task")


@main
def flow_three_states(world):
    """V-4.1 to V-4.3, V-4.6 and V-4.7."""
    somebody = world.person()
    somebody.add("Call the dentist", "Buy bread")
    for state in ("active", "completed", "notStarted", "active"):
        somebody.circle("Call the dentist").click()
        somebody.is_in("Call the dentist", state)
    somebody.has("Call the dentist", "Buy bread")
    somebody.circle("Call the dentist").click()
    somebody.has("Buy bread", "Call the dentist")
    somebody.page.get_by_text("1 completed today", exact=True).wait_for()
    somebody.is_sent("Call the dentist", state="completed")
    # Of what is planned for another day no count is said.
    somebody.go("upcoming")
    somebody.add("Paint the fence")
    somebody.circle("Paint the fence").click()
    somebody.is_in("Paint the fence", "active")
    somebody.circle("Paint the fence").click()
    somebody.hears("Completed")


def flow_nothing_moves_under_the_pointer(world):
    somebody = world.person()
    somebody.add("Call the dentist", "Buy bread", "Water the plants")
    somebody.is_sent("Water the plants", state="notStarted")
    overdue = somebody.page.get_by_role("button", name="1 overdue task")
    somebody.elsewhere("POST", "/v1/tasks", {
        "title": "Pay the bill", "scheduledDate": somebody.day(0), "dueAt": f"{somebody.day(-1)}T10:00:00.000Z"})
    overdue.wait_for()
    first = somebody.row("Call the dentist")
    before = first.bounding_box()["y"]
    for state in ("active", "completed"):
        somebody.circle("Pay the bill").click()
        somebody.is_in("Pay the bill", state)
    somebody.page.get_by_text("1 completed today", exact=True).wait_for()
    somebody.page.locator(".sidebar .of-overdue").wait_for(state="hidden")
    somebody.has("Call the dentist", "Buy bread", "Water the plants", "Pay the bill")
    assert first.bounding_box()["y"] == before
    assert not overdue.is_visible()
    # Where nobody points at a row they close up.
    somebody.page.mouse.move(640, 20)
    until(lambda: first.bounding_box()["y"] < before, "the rows close up")


def flow_what_is_completed_looks_so_under_the_pointer(world):
    somebody = world.person()
    somebody.add("Call the dentist")
    for state in ("active", "completed"):
        somebody.circle("Call the dentist").click()
        somebody.is_in("Call the dentist", state)
    somebody.circle("Call the dentist").hover()
    until(lambda: looks_done(somebody.circle("Call the dentist")), "the circle under the pointer is filled")


def flow_what_is_open_again_looks_so_at_its_old_place(world):
    somebody = world.person()
    somebody.add("Call the dentist", "Buy bread", "Water the plants")
    somebody.is_sent("Water the plants", state="notStarted")
    somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})
    somebody.page.get_by_role("link", name="Home").wait_for()
    looks = """(row) => [row.querySelector(".title"), row.querySelector(".ring .icon")].map((it) => {
      const { textDecorationLine, opacity } = getComputedStyle(it);
      return [textDecorationLine, opacity];
    })"""
    somebody.page.mouse.move(640, 20)
    as_open = somebody.row("Call the dentist").evaluate(looks)
    somebody.row("Call the dentist").focus()
    somebody.press("Space")
    somebody.has("Buy bread", "Water the plants", "Call the dentist")
    until(lambda: looks_done(somebody.circle("Call the dentist")), "the circle is filled")
    somebody.press("Control+z")
    somebody.has("Call the dentist", "Buy bread", "Water the plants")
    until(lambda: somebody.row("Call the dentist").evaluate(looks), "it looks as before", as_open, patience=5)


def flow_a_second_press_on_a_circle_means_the_same_task(world):
    """What was pressed goes to another place, and a double click meets whatever stands there then."""
    somebody = world.person()
    somebody.add("First", "Second", "Third")
    box = somebody.circle("Second").bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    somebody.page.mouse.click(*at)
    somebody.has("Second", "First", "Third")
    somebody.page.mouse.down(click_count=2)
    somebody.page.mouse.up(click_count=2)
    somebody.is_in("Second", "completed")
    somebody.has("First", "Third", "Second")
    assert [somebody.state(title) for title in ("First", "Third")] == ["notStarted", "notStarted"]
    # Where one press completes, the second one does nothing to the next.
    somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})
    somebody.page.get_by_role("link", name="Home").wait_for()
    box = somebody.circle("First").bounding_box()
    somebody.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    somebody.has("Third", "First", "Second")
    somebody.page.mouse.down(click_count=2)
    somebody.page.mouse.up(click_count=2)
    # Had it done something, this would be taken back first.
    somebody.press("Control+z")
    somebody.has("First", "Third", "Second")


@main
def flow_edit_in_place(world):
    somebody = world.person()
    somebody.add("Wash the bcycle")
    somebody.row("Wash the bcycle").locator(".title").dblclick()
    assert somebody.path == "today", "a double click only edits"
    field = somebody.page.locator(".in-place")
    field.fill("")
    field.press("Enter")
    until(lambda: field.get_attribute("aria-invalid"), "an empty title", "true")
    field.fill("Wash the bicycle")
    field.press("Enter")
    somebody.has("Wash the bicycle")
    somebody.is_sent("Wash the bicycle")
    assert somebody.path == "today"


def flow_a_page_that_is_loaded_anew_keeps_what_was_typed(world):
    """A title in its row, and notes: nobody has left the field, or rested, by then."""
    somebody = world.person()
    somebody.add("Write the report")
    somebody.is_sent("Write the report")
    page, notes = somebody.page, somebody.page.locator("#detail-notes")
    somebody.focus("Write the report")
    somebody.press("e")
    page.locator(".rows .in-place").fill("Write the long rep")
    page.reload()
    somebody.shows("Write the long rep")
    somebody.row("Write the long rep").click()
    notes.fill("Two pages, and")
    page.reload()
    until(notes.input_value, "the notes", "Two pages, and")
    somebody.is_sent("Write the long rep", notes="Two pages, and")


def flow_detail(world):
    somebody = world.person()
    somebody.add("Write the report")
    somebody.row("Write the report").click()
    page = somebody.page
    page.locator("#detail-notes").fill("Two pages, with a table.")
    # The side says where somebody is, under the task.
    assert page.get_by_role("link", name="Today").get_attribute("aria-current") == "page"
    page.locator("#detail-title").fill("Write the long report")
    page.locator("#detail-title").press("Enter")
    somebody.has("Write the long report")
    page.locator("#property-due").click()
    page.get_by_role("dialog", name="Due").get_by_role("button", name="Tomorrow").click()
    until(lambda: "Tomorrow" in page.locator("#property-due").inner_text(), "the due date")
    page.locator("#property-date").click()
    page.get_by_role("dialog", name="Date").get_by_role("button", name="Tomorrow").click()
    somebody.has()
    somebody.is_sent("Write the long report", notes="Two pages, with a table.", scheduledDate=somebody.day(1))
    assert day_of(somebody.on_server()["Write the long report"]["dueAt"]) == somebody.day(1)
    page.go_back()
    until(lambda: somebody.path, "the address", "today")


@main
def flow_menu_moves_and_undo_takes_back(world):
    """V-3.6, V-3.7 and V-3.11, R-1.1.6."""
    somebody = world.person()
    somebody.add("Post the letter", "Buy stamps")
    somebody.row("Post the letter").click(button="right")
    somebody.choose("Move to Tomorrow")
    somebody.toast("Moved to Tomorrow")
    somebody.has("Buy stamps")
    somebody.click("Undo")
    somebody.has("Post the letter", "Buy stamps")
    somebody.row("Buy stamps").click(button="right")
    somebody.choose("Delete")
    somebody.has("Post the letter")
    somebody.page.locator(".head h1").click()
    somebody.press("Escape", "Control+z")
    somebody.has("Post the letter", "Buy stamps")
    somebody.press("Control+Shift+z")
    somebody.has("Post the letter")
    somebody.go("deleted")
    somebody.row("Buy stamps").click(button="right")
    somebody.choose("Restore")
    somebody.has()
    somebody.is_sent("Buy stamps")


@main
def flow_lists(world):
    """L-FR10 to L-FR13, L-3.4."""
    somebody = world.person()
    page = somebody.page
    somebody.add("A task of no list")
    somebody.click("New List...")
    page.get_by_role("textbox", name="Name").fill("Garden")
    page.get_by_label("Green").check(force=True)
    somebody.click("Create")
    page.get_by_role("heading", name="Garden").wait_for()
    somebody.add("Sow the beans")
    somebody.go("today")
    somebody.row("A task of no list").click(button="right")
    somebody.choose("Move to List...")
    somebody.choose("Garden")
    somebody.toast("Moved to Garden")
    page.get_by_role("link", name="Garden").click()
    somebody.shows("Sow the beans", "A task of no list")
    somebody.click("What can be done with this list")
    somebody.choose("Delete List...")
    page.get_by_text("All tasks in this list will also be deleted.").wait_for()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    somebody.toast("Deleted Garden")
    until(lambda: somebody.path, "the address", "today")
    somebody.has()
    somebody.click("Undo")
    somebody.has("A task of no list")
    page.get_by_role("link", name="Garden").wait_for()


def flow_a_deleted_list_is_restored(world):
    """Among what was deleted, also after its message has gone; with its tasks, by keys, and back again."""
    somebody = world.person()
    page = somebody.page
    somebody.add("A task of no list")
    somebody.is_sent("A task of no list")
    garden = somebody.elsewhere("POST", "/v1/lists", {"name": "Garden"})["id"]
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Sow the beans", "listId": garden})
    somebody.elsewhere("DELETE", f"/v1/lists/{garden}")
    somebody.go("deleted")
    somebody.shows("Sow the beans")
    way = page.get_by_role("button", name="Restore Garden")
    way.focus()
    somebody.press("Enter")
    somebody.toast("Restored Garden")
    page.get_by_role("link", name="Garden").wait_for()
    until(way.count, "lists among the deleted", 0)
    somebody.has()
    until(lambda: page.evaluate("document.activeElement !== document.body"), "the focus")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    somebody.toast("Deleted Garden")
    way.wait_for()
    somebody.shows("Sow the beans")
    # What the server alone knows it says once it answers.
    somebody.context.route("**/v1/lists?*", lambda route: route.abort())
    page.reload()
    page.get_by_text("Lists that were deleted show here as soon as the server answers.").wait_for()


def flow_a_list_is_kept_from_assistants(world):
    """By its menu; it is a change like any other, so it is undone, and the undo says that assistants see it again."""
    somebody = world.person()
    somebody.add("Elsewhere")
    diary = somebody.elsewhere("POST", "/v1/lists", {"name": "Diary"})["id"]
    hidden = lambda: bool(somebody.elsewhere("GET", f"/v1/lists/{diary}").get("hiddenFromAgents"))
    somebody.page.get_by_role("link", name="Diary").click(button="right")
    somebody.choose("Hide from AI Assistants")
    somebody.toast("AI assistants do not see “Diary” any more")
    until(hidden, "what the server says", True)
    somebody.click("Undo")
    somebody.toast("AI assistants see “Diary” again")
    until(hidden, "what the server says", False)
    # The same menu in the list itself.
    somebody.page.get_by_role("link", name="Diary").click()
    somebody.click("What can be done with this list")
    somebody.choose("Hide from AI Assistants")
    somebody.toast("AI assistants do not see “Diary” any more")
    until(hidden, "what the server says", True)
    somebody.click("What can be done with this list")
    somebody.choose("Show to AI Assistants")
    somebody.toast("AI assistants see “Diary” again")
    until(hidden, "what the server says", False)


def flow_a_list_of_another_colour_is_renamed(world):
    """Its own colour, or none, stays where none of those that are offered is chosen."""
    somebody = world.person()
    somebody.add("Elsewhere")
    for name, colour in (("Plain", None), ("Dark", "#123456")):
        made = somebody.elsewhere("POST", "/v1/lists", {"name": name, "colorHex": colour})
        somebody.page.get_by_role("link", name=name).click(button="right")
        somebody.choose("Name and Colour...")
        somebody.page.get_by_role("textbox", name="Name").fill(f"{name} and new")
        somebody.click("Save")
        somebody.page.get_by_role("link", name=f"{name} and new").wait_for()
        until(lambda: somebody.elsewhere("GET", f"/v1/lists/{made['id']}")["name"], "what the server says",
              f"{name} and new")
        assert somebody.elsewhere("GET", f"/v1/lists/{made['id']}")["colorHex"] == made["colorHex"], name


def flow_a_new_list_takes_its_tasks_in(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Sow the beans", "Cut the roses", "Stays")
    somebody.row("Sow the beans").click(modifiers=["Control"])
    somebody.row("Cut the roses").click(modifiers=["Control"])
    somebody.press("l")
    somebody.choose("New List...")
    page.get_by_role("textbox", name="Name").fill("Garden")
    somebody.click("Create")
    somebody.toast("Moved 2 tasks to Garden")
    somebody.at("today")
    until(lambda: page.locator(".lists .nav-count").all_inner_texts(), "in the list", ["2"])
    page.get_by_role("link", name="Garden").click()
    somebody.has("Sow the beans", "Cut the roses")
    page.get_by_role("link", name="Today").click()
    somebody.has("Sow the beans", "Cut the roses", "Stays")
    somebody.click("Undo")
    until(lambda: page.locator(".lists .nav-item").count(), "lists", 0)
    somebody.is_sent("Sow the beans", listId=None)


def flow_a_saved_filter_shows_what_it_finds(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Ask for the key", "Water the plants")
    somebody.is_sent("Ask for the key")
    key = somebody.on_server()["Ask for the key"]["id"]
    for name, filter in (("Home", None), ("Waiting", "open #waiting kéy sort:title"), ("Lost", "list:Nowhere")):
        somebody.elsewhere("POST", "/v1/lists", {"name": name, **({"filter": filter} if filter else {})})
    page.get_by_role("link", name="Waiting").click()
    page.get_by_text("Nothing found").wait_for()
    page.get_by_text("open #waiting kéy sort:title").wait_for()
    # It follows what changes elsewhere, and says where a new task goes.
    somebody.elsewhere("PATCH", f"/v1/tasks/{key}", {"tags": ["waiting"]})
    somebody.has("Ask for the key")
    until(lambda: page.get_by_label("Task input field").get_attribute("placeholder"), "the field",
          "A new task goes to Inbox")
    page.get_by_label("Task input field").click()
    somebody.type("Call the plumber")
    somebody.press("Enter")
    somebody.toast("Added to Inbox")
    somebody.is_sent("Call the plumber", listId=None, scheduledDate=None)
    # It is no place for tasks: not for a drag, and not in the menu.
    assert page.locator(".sidebar [data-drop]", has_text="Home").count() == 1
    assert page.locator(".sidebar [data-drop]", has_text="Waiting").count() == 0
    somebody.row("Ask for the key").click(button="right")
    somebody.choose("Move to List...")
    page.get_by_role("menuitemradio", name="Home").wait_for()
    assert page.get_by_role("menuitemradio", name="Waiting").count() == 0
    somebody.choose("Home")
    somebody.toast("Moved to Home")
    with world.without_server():
        somebody.circle("Ask for the key").click()
        page.get_by_text("Nothing found").wait_for()
    page.get_by_role("link", name="Lost").click()
    page.get_by_text("This filter is not understood").wait_for()
    somebody.click("What can be done with this list")
    somebody.choose("Delete Filter...")
    page.get_by_text("The tasks that it finds stay.").wait_for()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    somebody.toast("Deleted Lost")
    until(lambda: sorted(somebody.on_server()), "tasks on the server",
          ["Ask for the key", "Call the plumber", "Water the plants"])


def flow_past_and_overdue(world):
    """V-3.8."""
    somebody = world.person()
    somebody.add("Of today")
    somebody.is_sent("Of today")
    for days, title in ((-2, "Left behind"), (-1, "Of yesterday")):
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": somebody.day(days)})
    due = f"{somebody.day(-1)}T08:00:00.000Z"
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Pay the rent", "dueAt": due, "scheduledDate": somebody.day(0)})
    somebody.shows("Of today", "Pay the rent")
    somebody.click("2 from earlier days")
    somebody.shows("Left behind", "Of yesterday")
    somebody.click("All to Today")
    somebody.has()
    until(somebody.page.get_by_role("button", name="All to Today").count, "what moves nothing", 0)
    somebody.page.get_by_role("link", name="Overdue").click()
    somebody.has("Pay the rent")
    somebody.go("today")
    somebody.shows("Of today", "Left behind", "Of yesterday", "Pay the rent")
    somebody.is_sent("Left behind", scheduledDate=somebody.day(0))


def flow_what_is_only_due_stands_on_its_day(world):
    """Nobody has planned it, and it is there nevertheless, until the day on which it was completed is over."""
    somebody = world.person(path="today")
    somebody.add("Begin")
    somebody.is_sent("Begin")
    for title, day in (("Due today", 0), ("Due later", 2)):
        at = datetime.datetime.fromisoformat(f"{somebody.day(day)}T23:30:00").replace(tzinfo=zoneinfo.ZoneInfo(ZONE))
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "dueAt": at.astimezone(datetime.timezone.utc).isoformat()})
    somebody.has("Begin", "Due today")
    somebody.focus("Due today")
    somebody.press("Shift+Space")
    somebody.is_in("Due today", "completed")
    somebody.is_sent("Due today", state="completed", scheduledDate=None)
    somebody.has("Begin", "Due today")
    somebody.page.get_by_role("link", name="Upcoming").click()
    somebody.has("Due later")
    somebody.page.locator(f".heading[data-date='{somebody.day(2)}']").wait_for(state="attached")


def flow_each_task_of_an_earlier_day_has_its_ways_at_hand(world):
    somebody = world.person()
    somebody.add("Of today")
    somebody.is_sent("Of today")
    for title in ("One", "Two", "Three", "Four"):
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": somebody.day(-1)})
    somebody.go("past")
    somebody.has("One", "Two", "Three", "Four")
    somebody.click("Move to Today: One")
    somebody.has("Two", "Three", "Four")
    somebody.toast("Moved to Today")
    somebody.click("Undo")
    somebody.has("One", "Two", "Three", "Four")
    # The second of two quick presses is none for the task that has come there.
    somebody.page.get_by_role("button", name="Move to Tomorrow: Two").dblclick()
    somebody.has("One", "Three", "Four")
    somebody.is_sent("Two", scheduledDate=somebody.day(1))
    somebody.click("Move to Inbox: Three")
    somebody.has("One", "Four")
    somebody.click("Delete: Four")
    somebody.has("One")
    somebody.press("Control+z")
    somebody.has("One", "Four")
    somebody.is_sent("Three", scheduledDate=None)
    somebody.at("past")
    phone = world.person("phone")
    phone.add("Of today")
    phone.is_sent("Of today")
    phone.elsewhere("POST", "/v1/tasks", {"title": "One", "scheduledDate": phone.day(-1)})
    phone.go("past")
    phone.page.get_by_role("button", name="Move to Today: One").tap()
    phone.has()
    phone.is_sent("One", scheduledDate=phone.day(0))


def flow_selected_together(world):
    somebody = world.person()
    somebody.add("One", "Two", "Three", "Four")
    somebody.row("One").click(modifiers=["Control"])
    somebody.row("Three").click(modifiers=["Shift"])
    somebody.page.get_by_text("3 selected").wait_for()
    somebody.page.get_by_role("toolbar").get_by_role("button", name="Move to Tomorrow").click()
    somebody.has("Four")
    somebody.toast("Moved 3 tasks to Tomorrow")
    somebody.click("Undo")
    somebody.has("One", "Two", "Three", "Four")


def flow_a_change_elsewhere_shows_here(world):
    somebody = world.person()
    somebody.add("Mine")
    somebody.is_sent("Mine")
    task = somebody.elsewhere("POST", "/v1/tasks", {"title": "Theirs", "scheduledDate": somebody.day(0)})
    somebody.shows("Mine", "Theirs")
    somebody.elsewhere("PATCH", f"/v1/tasks/{task['id']}", {"title": "Theirs, changed"})
    somebody.shows("Theirs, changed")


@walks("settings", by="mouse")
def flow_settings(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.page.get_by_role("link", name="Settings").click()
    somebody.page.get_by_role("group", name="Theme").get_by_role("button", name="Dark").click()
    until(lambda: somebody.page.evaluate("document.documentElement.className.includes('theme-dark')"), "the dark theme")
    single = somebody.page.get_by_label("Single keys")
    assert single.is_checked()
    somebody.page.get_by_text("n for a new task").click()
    until(single.is_checked, "the switch beside the words", False)
    somebody.page.locator(".label-text", has_text="Single keys").click(position={"x": 4, "y": 4})
    until(single.is_checked, "the switch beside the words")
    somebody.page.get_by_label("The week begins on").select_option("7")
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["firstWeekday"], "the first weekday", 7)
    somebody.page.reload()
    until(lambda: somebody.page.evaluate("document.documentElement.className.includes('theme-dark')"), "the dark theme")


def flow_a_week_begins_as_where_somebody_lives(world):
    """V-6.3."""
    somebody = world.person(locale="en-US")
    somebody.add("A task")
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["firstWeekday"], "the first weekday", 7)
    somebody.focus("A task")
    somebody.press("d")
    first = somebody.page.get_by_role("columnheader").first
    until(lambda: first.get_attribute("aria-label"), "the first day", "Sunday")


def flow_news_take_nothing_from_the_hand(world):
    """Changes of another tab come while somebody is in the middle of a form, or on a control."""
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    other = somebody.another_tab()
    other.go("inbox")
    count = 0

    def come_two():
        """When the second is counted, everything that the first brought about has been drawn."""
        for _ in range(2):
            nonlocal count
            count += 1
            other.add(f"Another {count}")
            other.is_sent(f"Another {count}")
            until(lambda: somebody.page.locator(".nav-list .nav-count").first.inner_text(), "in the Inbox", str(count))

    def holds(control):
        held = somebody.page.evaluate_handle("document.activeElement")
        come_two()
        assert held.evaluate("(it) => it === document.activeElement"), f"{control} was taken away"

    somebody.go("settings/account")
    somebody.page.get_by_label("Email").fill("somebody@example.org")
    somebody.page.get_by_label("Password").fill("half a sentence")
    add = somebody.page.get_by_role("button", name="Add", exact=True)
    add.focus()
    holds("the button of the form")
    assert somebody.page.get_by_label("Password").input_value() == "half a sentence"
    somebody.go("settings")
    somebody.page.get_by_label("The week begins on").wait_for()
    somebody.page.get_by_role("button", name="Dark").focus()
    holds("a choice")
    somebody.page.get_by_role("link", name="Upcoming").focus()
    holds("a link")
