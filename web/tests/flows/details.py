"""What a task can have: that it comes back, tags, a priority, a category, subtasks; by mouse and by keys alone."""

import datetime
import pathlib

from world import looks_done, main, until, walks

MEASURE = (pathlib.Path(__file__).parent / "measure.js").read_text()


def opened(person, title):
    person.row(title).click()
    person.page.locator(".detail-body").wait_for()
    until(lambda: person.page.locator("#detail-title").input_value(), "the task that is open", title)


def facts(person, title):
    """What stands below a title, to read."""
    return person.row(title).locator(".fact").all_text_contents()


def whole_task(person):
    """A task with everything, open."""
    title = "Paint the hall"
    if title not in person.titles:
        task = person.elsewhere("POST", "/v1/tasks", {
            "title": title, "scheduledDate": person.day(0), "priority": 1, "category": "House",
            "tags": ["home", "with Leo"], "recurrence": {"days": [1, 4], "onSchedule": True}, "sticky": True,
            "autoCarry": True})
        for part in ("Buy the paint, white and a little green", "Cover the floor", "Wash the brushes"):
            state = "completed" if part[0] == "B" else "notStarted"
            person.elsewhere("POST", "/v1/tasks", {"title": part, "parentId": task["id"], "state": state})
        person.shows(title)
    until(lambda: "1/3" in facts(person, title), "its row")
    person.row(title).focus()
    person.press("Enter")
    person.page.locator(".subtask").nth(2).wait_for()


def open_repeat(person):
    person.page.locator("#property-repeat").click()
    person.choose("More choices")
    person.page.locator("dialog[open] .meaning").wait_for()


def open_tags(person):
    person.page.locator("#property-tags").click()
    person.page.locator(".names").wait_for()


def days_of(person, *days):
    """Names of days that are so many from today, in the order of the week."""
    dates = sorted((person.today + datetime.timedelta(days=day) for day in days), key=lambda date: date.isoweekday())
    return [f"{date:%A}" for date in dates]


@main
@walks("repeat", by="mouse")
def flow_a_task_that_comes_back(world):
    """By mouse: it is completed, the next one is there, both say how they repeat, and undo takes the next one back."""
    somebody = world.person()
    somebody.add("Run", "Something else")
    opened(somebody, "Run")
    somebody.click("Add repeat")
    [name] = days_of(somebody, 0)
    somebody.choose(f"Every {name}")
    somebody.toast(f"Every {name}")
    until(lambda: facts(somebody, "Run"), "the row", [f"every {name}"])
    assert name in somebody.page.locator("#property-repeat").inner_text()
    somebody.is_sent("Run", recurrence={"days": [somebody.today.isoweekday()]})
    somebody.circle("Run").click()
    somebody.circle("Run").click()
    somebody.is_in("Run", "completed")
    somebody.page.get_by_role("link", name="Upcoming").click()
    somebody.has("Run")
    somebody.page.locator(f".heading[data-date='{somebody.day(7)}']").wait_for(state="attached")
    until(lambda: facts(somebody, "Run"), "the next one", [f"every {name}"])
    somebody.press("Escape")
    somebody.press("Control+z")
    somebody.has()
    somebody.page.get_by_role("link", name="Today").click()
    somebody.is_in("Run", "active")


def flow_repetition_in_every_way(world):
    """Its own date moves alone or with all that follow; one is skipped; weekdays, an end, days left out."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Run", "Something else")
    opened(somebody, "Run")
    somebody.click("Add repeat")
    somebody.choose("Every month on the")
    page.locator("#property-repeat").click()
    somebody.choose("More choices")
    form = page.get_by_role("dialog", name="Repeat")
    form.get_by_label("Days, weeks, months or years").select_option("weekly")
    tomorrow = somebody.today + datetime.timedelta(days=1)
    form.get_by_role("button", name=f"{tomorrow:%A}").click()
    names = days_of(somebody, 0, 1)
    form.get_by_text(f"Every {names[0]} and {names[1]}.").wait_for()
    form.get_by_label("Ends").select_option("count")
    form.get_by_label("How many times").fill("9")
    form.get_by_text(f"Every {names[0]} and {names[1]}, 9 times.").wait_for()
    # The days that come stand in columns of one width.
    boxes = [button.bounding_box() for button in form.locator(".repeat-days button").all()]
    assert len({round(box["width"]) for box in boxes}) == 1 and len({round(box["x"]) for box in boxes}) == 2, boxes
    left_out = form.locator(".repeat-days button").nth(1)
    left_out.click()
    until(lambda: left_out.get_attribute("aria-pressed"), "a day that is left out", "false")
    form.get_by_role("button", name="on its day").click()
    form.get_by_role("button", name="Save").click()
    page.get_by_text("The next one comes on its day").wait_for()
    days = {"MO": 1, "TU": 2, "WE": 3, "TH": 4, "FR": 5, "SA": 6, "SU": 7}
    both = (somebody.today.isoweekday(), tomorrow.isoweekday())
    codes = sorted((code for code in days if days[code] in both), key=days.get)
    somebody.is_sent("Run", recurrence={
        "rrule": f"FREQ=WEEKLY;COUNT=9;BYDAY={','.join(codes)}", "onSchedule": True, "except": [somebody.day(7)]})

    page.locator("#property-repeat").click()
    somebody.choose(f"Every {days_of(somebody, 0)[0]}")
    somebody.is_sent("Run", recurrence={
        "rrule": f"FREQ=WEEKLY;COUNT=9;BYDAY={[code for code in days if days[code] == somebody.today.isoweekday()][0]}",
        "onSchedule": True})
    page.locator("#property-date").click()
    somebody.choose("Tomorrow")
    page.get_by_text("Only this one is on").wait_for()
    somebody.click("Move those that follow, too")
    page.get_by_text("Only this one is on").wait_for(state="hidden")
    somebody.is_sent("Run", scheduledDate=somebody.day(1), recurrence={
        "rrule": f"FREQ=WEEKLY;COUNT=9;BYDAY={[code for code in days if days[code] == tomorrow.isoweekday()][0]}",
        "onSchedule": True})
    page.locator("#property-repeat").click()
    somebody.choose("Skip this one")
    somebody.toast("Skipped. The next one is")
    somebody.is_sent("Run", scheduledDate=somebody.day(8))
    somebody.click("Undo")
    somebody.is_sent("Run", scheduledDate=somebody.day(1))
    somebody.click("Remove repeat")
    page.get_by_role("button", name="Add repeat").wait_for()
    somebody.is_sent("Run", recurrence=None)


def flow_what_has_no_date_begins_on_the_first(world):
    """By keys alone, from the row."""
    somebody = world.person(path="inbox")
    somebody.add("Gym")
    somebody.focus("Gym")
    somebody.press(".")
    somebody.page.get_by_role("menu").wait_for()
    somebody.press("r", "r")
    until(lambda: somebody.page.evaluate("document.activeElement.textContent"), "the entry", "Repeat...")
    somebody.press("Enter")
    somebody.page.get_by_role("menu", name="Repeat").wait_for()
    somebody.press("ArrowDown", "ArrowDown", "Enter")
    somebody.toast("Every weekday")
    first = somebody.today
    while first.isoweekday() > 5:
        first += datetime.timedelta(days=1)
    somebody.is_sent("Gym", recurrence={"days": [1, 2, 3, 4, 5]}, scheduledDate=first.isoformat())


@walks("tags", by="keys")
def flow_tags_by_keys(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("First", "Second")
    somebody.focus("First")
    somebody.press("#")
    field = page.get_by_label("Add a tag")
    field.wait_for()
    somebody.type("home, garden")
    somebody.press("Enter")
    until(lambda: page.locator(".name-chip").all_text_contents(), "the tags", ["home", "garden"])
    somebody.press("Enter")
    field.wait_for(state="detached")
    until(lambda: facts(somebody, "First"), "the row", ["garden", "home"])
    assert page.evaluate("document.activeElement.dataset.id") == somebody.row("First").get_attribute("data-id")
    # What is in use is found by its first letters.
    somebody.press("j", "#")
    field.wait_for()
    somebody.type("GA")
    page.get_by_role("option", name="garden", exact=True).wait_for()
    somebody.press("ArrowDown", "Enter", "Escape")
    until(lambda: facts(somebody, "Second"), "the row", ["garden"])
    # Of several the tags that all of them have.
    somebody.press("Control+a", "#")
    field.wait_for()
    until(lambda: page.locator(".name-chip").all_text_contents(), "the tags of both", ["garden"])
    somebody.press("Backspace")
    until(lambda: page.locator(".name-chip").count(), "the tags of both", 0)
    somebody.type("both,")
    somebody.press("Escape")
    somebody.is_sent("First", tags=["both", "home"])
    somebody.is_sent("Second", tags=["both"])
    somebody.press("Control+z", "Control+z")
    somebody.is_sent("Second", tags=["garden"])


@walks("tags", by="mouse")
def flow_tags_and_category_by_mouse(world):
    somebody = world.person("phone")
    page = somebody.page
    somebody.add("First")
    opened(somebody, "First")
    somebody.click("Add tags")
    page.get_by_label("Add a tag").wait_for()
    somebody.type("home,work,")
    somebody.click("Remove home")
    until(lambda: page.locator(".name-chip").all_text_contents(), "the tags", ["work"])
    somebody.press("Escape")
    until(lambda: page.locator("#property-tags .tag").all_text_contents(), "the line", ["work"])
    somebody.click("Add category")
    page.get_by_label("Name of the category").wait_for()
    somebody.type("Money")
    somebody.press("Enter")
    page.get_by_label("Name of the category").wait_for(state="detached")
    until(lambda: "Money" in page.locator("#property-category").inner_text(), "the line")
    somebody.is_sent("First", tags=["work"], category="Money")
    somebody.click("Remove category")
    page.get_by_role("button", name="Add category").wait_for()
    somebody.is_sent("First", category=None)


def flow_priority_is_no_colour_alone(world):
    somebody = world.person()
    somebody.add("First", "Second")
    somebody.focus("First")
    somebody.press("p")
    somebody.page.get_by_role("menu", name="Priority").wait_for()
    somebody.press("Home", "Enter")
    somebody.toast("High priority")
    until(lambda: facts(somebody, "First"), "the row", ["!!!"])
    assert "high priority" in somebody.row("First").get_attribute("aria-label")
    somebody.is_sent("First", priority=1)
    # Who counts finer elsewhere finds it unchanged.
    somebody.elsewhere("PATCH", f"/v1/tasks/{somebody.row('Second').get_attribute('data-id')}", {"priority": 7})
    until(lambda: facts(somebody, "Second"), "the row", ["!"])
    opened(somebody, "Second")
    somebody.click("Remove priority")
    somebody.is_sent("Second", priority=0)
    somebody.click("Add priority")
    somebody.choose("Medium")
    somebody.is_sent("Second", priority=5)
    until(lambda: somebody.page.evaluate("document.activeElement.id"), "the focus", "property-priority")


def branches(person):
    """Subtasks as they stand, with so many points before them as they are deep."""
    return person.page.evaluate("""[...document.querySelectorAll('.subtask')].map((row) =>
      "·".repeat(Number(row.dataset.depth)) + row.querySelector('.title').textContent)""")


def has_branches(person, *wanted):
    until(lambda: branches(person), "the subtasks", list(wanted))


def progress(person):
    return person.page.locator(".subtasks-progress").text_content()


def focused(person):
    return person.page.evaluate(
        "document.activeElement.querySelector?.('.title')?.textContent ?? document.activeElement.id")


def with_subtasks(person, title, *parts):
    person.add(title)
    opened(person, title)
    person.click("Add subtasks")
    until(lambda: focused(person), "the field", "subtask-field")
    for part in parts:
        person.type(part)
        person.press("Enter")
    has_branches(person, *parts)


@walks("subtasks", by="keys")
def flow_subtasks_by_keys_alone(world):
    somebody = world.person()
    with_subtasks(somebody, "Paint", "Buy", "Cover", "Wash")
    somebody.press("ArrowUp", "ArrowUp")
    somebody.press("Tab")
    has_branches(somebody, "Buy", "·Cover", "Wash")
    until(lambda: focused(somebody), "the focus goes along", "Cover")
    somebody.hears("Part of Buy")
    somebody.press("Space")
    until(lambda: progress(somebody), "the task's own", "0/2")
    somebody.page.locator(".subtask[data-state=active]", has_text="Cover").wait_for()
    somebody.press("Shift+Tab")
    has_branches(somebody, "Buy", "Cover", "Wash")
    until(lambda: focused(somebody), "the focus goes along", "Cover")
    somebody.press("Alt+ArrowUp")
    has_branches(somebody, "Cover", "Buy", "Wash")
    until(lambda: focused(somebody), "the focus goes along", "Cover")
    somebody.press("Alt+ArrowDown")
    has_branches(somebody, "Buy", "Cover", "Wash")
    somebody.press("Shift+Space")
    until(lambda: progress(somebody), "the progress", "1/3")
    until(lambda: facts(somebody, "Paint"), "the row", ["1/3"])
    assert "1 of 3 subtasks done" in somebody.row("Paint").get_attribute("aria-label")
    somebody.press("e")
    somebody.press("End")
    somebody.type(" it")
    somebody.press("Enter")
    has_branches(somebody, "Buy", "Cover it", "Wash")
    somebody.press("ArrowDown", "Delete")
    has_branches(somebody, "Buy", "Cover it")
    somebody.press("Control+z")
    has_branches(somebody, "Buy", "Cover it", "Wash")
    # Whoever only passes by with Tab moves nothing.
    somebody.page.locator("#detail-notes").focus()
    somebody.press("Tab", "Tab", "Tab")
    has_branches(somebody, "Buy", "Cover it", "Wash")
    paint = somebody.on_server()["Paint"]["id"]
    somebody.is_sent("Cover it", parentId=paint, state="completed")
    # One is opened, names what it is part of, and leads there.
    somebody.page.locator(".subtask", has_text="Wash").focus()
    somebody.press("Enter")
    until(lambda: somebody.page.locator("#detail-title").input_value(), "the task that is open", "Wash")
    somebody.page.get_by_role("button", name="part of Paint").press("Enter")
    until(lambda: somebody.page.locator("#detail-title").input_value(), "the task that is open", "Paint")


@walks("subtasks", by="mouse")
def flow_subtasks_by_mouse(world):
    somebody = world.person()
    page = somebody.page
    with_subtasks(somebody, "Paint", "Buy", "Cover", "Wash")

    def grip(title):
        page.locator(".subtask", has_text=title).hover()
        box = page.locator(".subtask", has_text=title).locator(".grip").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(title, onto, aside=0, below=0):
        x, y = grip(title)
        _, to = grip(onto)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + aside, to + below, steps=6)
        page.mouse.up()

    drag("Wash", "Buy", below=-14)
    has_branches(somebody, "Wash", "Buy", "Cover")
    drag("Cover", "Cover", aside=30)
    has_branches(somebody, "Wash", "Buy", "·Cover")
    page.locator(".subtask", has_text="Wash").locator(".circle").click()
    page.locator(".subtask[data-state=active]", has_text="Wash").wait_for()
    paint = somebody.on_server()["Paint"]["id"]
    somebody.is_sent("Wash", parentId=paint, state="active")
    page.locator(".subtask-title", has_text="Wash").click()
    until(lambda: page.locator("#detail-title").input_value(), "the task that is open", "Wash")
    somebody.click("What can be done with this task")
    somebody.choose("Make it a task of its own")
    page.locator("#part-of").wait_for(state="detached")
    somebody.is_sent("Wash", parentId=None)


def flow_a_task_is_completed_with_its_subtasks(world):
    """Nothing is asked; what is left goes along with one press, and one undo brings all of it back."""
    somebody = world.person()
    with_subtasks(somebody, "Paint", "Buy", "Cover")
    somebody.page.locator(".subtask", has_text="Cover").focus()
    somebody.press("Alt+ArrowRight")
    has_branches(somebody, "Buy", "·Cover")
    somebody.focus("Paint")
    somebody.press("Shift+Space")
    somebody.toast("Completed Paint")
    somebody.is_sent("Buy", state="notStarted")
    somebody.click("With its 2 subtasks")
    somebody.toast("Completed with its 2 subtasks")
    until(lambda: progress(somebody), "the progress", "1/1")
    for title in ("Paint", "Buy", "Cover"):
        somebody.is_sent(title, state="completed")
    somebody.press("Control+z")
    for title in ("Paint", "Buy", "Cover"):
        somebody.is_sent(title, state="notStarted")
    # Completed alone, its parts stay, and name it where they stand.
    somebody.focus("Paint")
    somebody.press("Shift+Space")
    somebody.toast("Completed Paint")
    somebody.press("1")
    somebody.shows("Buy")
    until(lambda: facts(somebody, "Buy"), "the row", ["part of Paint", "0/1"])
    somebody.elsewhere("PATCH", f"/v1/tasks/{somebody.on_server()['Paint']['id']}", {"title": "Paint the hall"})
    until(lambda: facts(somebody, "Buy"), "the row", ["part of Paint the hall", "0/1"])


def flow_open_subtasks_of_what_is_completed_look_open(world):
    somebody = world.person()
    with_subtasks(somebody, "Paint", "Buy", "Cover")
    own = somebody.page.locator(".detail-title .circle")
    buy, cover = (somebody.page.locator(".subtask", has_text=title) for title in ("Buy", "Cover"))
    for state in ("active", "completed"):
        own.click()
        somebody.is_in("Paint", state)
        buy.locator(".circle").click()
        until(lambda state=state: buy.get_attribute("data-state"), "the subtask", state)
    for circle, is_done in ((own, True), (buy.locator(".circle"), True), (cover.locator(".circle"), False)):
        until(lambda circle=circle: looks_done(circle), "a circle is filled", is_done)


def flow_the_next_one_has_the_subtasks(world):
    somebody = world.person()
    with_subtasks(somebody, "Clean", "Kitchen", "Hall")
    somebody.click("Add repeat")
    somebody.choose("Every day")
    until(lambda: facts(somebody, "Clean"), "the row", ["0/2", "every day"])
    somebody.focus("Clean")
    somebody.press("Shift+Space")
    somebody.page.get_by_role("link", name="Upcoming").click()
    somebody.has("Clean")
    until(lambda: facts(somebody, "Clean"), "the next one", ["0/2", "every day"])
    opened(somebody, "Clean")
    has_branches(somebody, "Kitchen", "Hall")


def flow_a_task_is_deleted_with_its_subtasks(world):
    """On a phone, where an open task covers its list."""
    somebody = world.person("phone")
    with_subtasks(somebody, "Paint", "Buy", "Cover")
    somebody.click("What can be done with this task")
    somebody.choose("Delete")
    somebody.toast("Deleted")
    somebody.click("With its 2 subtasks")
    somebody.toast("Deleted with its 2 subtasks")
    until(lambda: list(somebody.on_server()), "what is left", [])
    somebody.click("Undo")
    until(lambda: sorted(somebody.on_server()), "what is back", ["Buy", "Cover", "Paint"])


def flow_everything_has_room_on_a_narrow_screen(world):
    """At 320 pixels and twice the text size."""
    somebody = world.person("phone")
    somebody.add("First")
    somebody.page.set_viewport_size({"width": 320, "height": 700})
    somebody.page.evaluate("document.documentElement.style.fontSize = '200%'")
    found = []

    def measure(name):
        found.extend(f"{name}: {fault}" for fault in somebody.page.evaluate(MEASURE))

    whole_task(somebody)
    measure("the task")
    somebody.page.locator("#property-repeat").click()
    somebody.page.get_by_role("menu", name="Repeat").wait_for()
    measure("repeat")
    somebody.press("Escape")
    open_repeat(somebody)
    measure("the form of a repetition")
    dialog = somebody.page.get_by_role("dialog", name="Repeat")
    dialog.get_by_label("Days, weeks, months or years").select_option("yearly")
    measure("the form of a year")
    somebody.press("Escape")
    open_tags(somebody)
    measure("tags")
    assert not found, "\n".join(found)


def flow_subtasks_fold_and_open(world):
    """By keys and by mouse, said to whoever listens, and still so when the page is loaded again."""
    somebody = world.person()
    page = somebody.page
    with_subtasks(somebody, "Paint", "Buy", "Cover", "Wash")
    somebody.press("ArrowUp", "ArrowUp", "Tab")
    has_branches(somebody, "Buy", "·Cover", "Wash")
    somebody.press("ArrowLeft")
    until(lambda: focused(somebody), "what it is part of", "Buy")
    somebody.press("ArrowLeft")
    has_branches(somebody, "Buy", "Wash")
    somebody.hears("Folded the subtasks of Buy")
    assert page.locator(".subtask", has_text="Buy").get_attribute("aria-label").endswith("folded")
    fold = page.get_by_role("button", name="Subtasks of Buy")
    assert fold.get_attribute("aria-expanded") == "false"
    somebody.press("ArrowDown")
    until(lambda: focused(somebody), "the next that is shown", "Wash")
    page.reload()
    has_branches(somebody, "Buy", "Wash")
    fold.click()
    has_branches(somebody, "Buy", "·Cover", "Wash")
    fold.click()
    has_branches(somebody, "Buy", "Wash")
    # What goes into it is seen there.
    page.locator(".subtask", has_text="Wash").focus()
    somebody.press("ArrowUp", "ArrowDown", "Tab")
    until(lambda: sorted(branches(somebody)), "both are part of it", ["Buy", "·Cover", "·Wash"])
    page.locator(".subtask", has_text="Buy").focus()
    somebody.press("ArrowLeft", "ArrowRight")
    until(lambda: sorted(branches(somebody)), "open again", ["Buy", "·Cover", "·Wash"])
    somebody.press("ArrowRight")
    until(lambda: focused(somebody) in ("Cover", "Wash"), "its first")


# How far a tag's name stands out from what it stands on, as WCAG counts it, with the colours that are painted.
CONTRAST = """[...document.querySelectorAll('.in-colour')].map((tag) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(tag);
  const [less, more] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
  return [tag.textContent, (more + 0.05) / (less + 0.05), tag.style.getPropertyValue('--hue')];
})"""


def flow_tags_have_colours_that_can_be_read(world):
    """The same on every device, in both themes, and no colour says what no word says."""
    names = ["home", "work", "garden", "errand", "call", "later", "shop", "read", "car", "mail"]
    seen = []
    for theme in ("light", "dark"):
        somebody = world.person(theme=theme)
        somebody.add("Tagged")
        somebody.is_sent("Tagged")
        task = somebody.on_server()["Tagged"]["id"]
        somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"tags": names})
        until(lambda: somebody.page.locator(".row .in-colour").count(), "the tags", len(names))
        painted = somebody.page.evaluate(CONTRAST)
        assert sorted(name for name, _, _ in painted) == sorted(names), painted
        assert all(contrast >= 4.5 for _, contrast, _ in painted), painted
        seen.append(sorted((name, hue) for name, _, hue in painted))
        assert len({hue for _, hue in seen[-1]}) >= 5, painted
        assert "#garden" in somebody.row("Tagged").get_attribute("aria-label")
    assert seen[0] == seen[1], seen


def flow_what_is_made_due_today_is_not_over_at_once(world):
    somebody = world.person()
    somebody.add("Buy bread")
    somebody.row("Buy bread").click()
    opened(somebody, "Buy bread")
    somebody.page.locator(".property", has_text="Due").click()
    somebody.page.locator(".calendar .wanted").get_by_role("button", name="Today").click()

    def due():
        task = somebody.on_server().get("Buy bread")
        return task and task["dueAt"]

    until(lambda: due() is not None, "a due time on the server")
    # The last minute of a day has no full hour behind it.
    now = datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=1)
    assert datetime.datetime.fromisoformat(due()) > now
