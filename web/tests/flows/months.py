"""The calendar of weeks and months: by mouse, by keys, by a finger, offline and in two browsers."""

import datetime
import zoneinfo

from hands import Finger

from world import SIZES, ZONE, World, main, until, walks


def month(person, days=0):
    return person.day(days)[:7]


def open_calendar(world: World, size="desktop", path="calendar", **more):
    """Somebody with an account, whose calendar is open."""
    person = world.person(size, **more)
    person.add("Begin")
    person.is_sent("Begin")
    if path != "today":
        person.go(path)
        person.page.locator(".days-cell").first.wait_for()
    return person


def cell(person, date):
    return person.page.locator(f".days-cell[data-date='{date}']")


def choose_day(person, date):
    """Clicks the number of the day: on a sheet of six weeks the middle of a cell is a task that stands there."""
    cell(person, date).locator(".days-number").click()


def tasks_on(person, date):
    return cell(person, date).locator(".day-task .day-title").all_text_contents()


def has(person, date, *titles):
    until(lambda: tasks_on(person, date), f"the tasks of {date}", list(titles))


def says(person, date, what):
    """How the day is told to readers, after its date."""
    day = datetime.date.fromisoformat(date)
    name = f"{day:%A} {day.day} {day:%B} {day.year}"
    # Languages that are called English set one comma more, or none.
    until(lambda: cell(person, date).get_attribute("aria-label").replace(f"{day:%A},", f"{day:%A}"),
          f"the name of {date}", f"{name}, {what}")


def is_on(person, date):
    """The focus is on this day."""
    until(lambda: person.page.evaluate("document.activeElement.dataset.date"), "the day with the focus", date)


def lists(person, *titles):
    """The list of the day that is chosen."""
    until(lambda: person.titles, "the list of the day", list(titles))


def beside(person):
    """A day beside today that is in its month too, however late or early in it that is."""
    return 1 if month(person, 1) == month(person) else -1


def there_and_ahead(person):
    """The day of Begin, and one behind it in the same month; nothing is moved to a day that is over."""
    if beside(person) > 0:
        return person.day(0), person.day(1)
    task = person.on_server()["Begin"]["id"]
    person.elsewhere("PATCH", f"/v1/tasks/{task}", {"scheduledDate": person.day(-1)})
    return person.day(-1), person.day(0)


@main
@walks("calendar", by="mouse")
def flow_a_task_is_dragged_to_another_day(world: World):
    somebody = open_calendar(world, path="today")
    somebody.page.get_by_role("link", name="Calendar").click()
    today, other = there_and_ahead(somebody)
    has(somebody, today, "Begin")
    cell(somebody, today).locator(".day-task").drag_to(cell(somebody, other))
    has(somebody, other, "Begin")
    somebody.is_sent("Begin", scheduledDate=other)
    assert somebody.path == "calendar", "a drag is no click"
    somebody.page.keyboard.press("Control+z")
    has(somebody, today, "Begin")
    choose_day(somebody, other)
    lists(somebody)
    somebody.add("Written on that day")
    has(somebody, other, "Written on that day")
    somebody.is_sent("Written on that day", scheduledDate=other)
    says(somebody, other, "1 task")
    somebody.focus("Written on that day")
    somebody.press("Shift+Space")
    says(somebody, other, "1 task, 1 done")


# Of a task on a day: how wide its title is that can be seen, and whether its time can be.
SEEN = """(task) => {
  const [chip, title, time] = [task, ...[".day-title", ".day-time"].map((part) => task.querySelector(part))]
    .map((part) => part.getBoundingClientRect());
  const isInside = ({ top, bottom, right }) => top >= chip.top - 2 && bottom <= chip.bottom + 2 && right <= chip.right;
  return [isInside(title) ? title.width : 0, isInside(time)];
}"""


def flow_a_task_with_a_time_has_its_title_in_a_narrow_month(world: World):
    somebody = open_calendar(world, path="today", locale="en-US")
    title = "Flight to Lisbon"
    at = f"{somebody.day(0)}T10:00:00.000Z"
    somebody.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": somebody.day(0), "dueAt": at})
    somebody.go("calendar/month")
    chip = somebody.page.locator(".day-task", has_text=title)
    for width, has_time in ((1200, False), (2400, True)):
        somebody.page.set_viewport_size({"width": width, "height": 800})
        until(lambda: (seen := chip.evaluate(SEEN)) and (seen[0] > 40, seen[1]), f"at {width}", (True, has_time))
    # What is cut can be pointed at.
    assert chip.get_attribute("title").endswith(f"M {title}"), chip.get_attribute("title")


def flow_a_day_with_more_than_fits(world: World):
    somebody = open_calendar(world)
    other = somebody.day(beside(somebody))
    titles = [f"Number {number}" for number in range(12)]
    for title in titles:
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": other})
    says(somebody, other, "12 tasks")
    more = cell(somebody, other).locator(".day-more")
    shown = len(tasks_on(somebody, other))
    assert 0 < shown < 12
    until(more.text_content, "how many more there are", f"+{12 - shown}")
    more.click()
    somebody.shows(titles[0], titles[11])
    until(lambda: somebody.page.evaluate("document.activeElement.closest('.row') !== null"), "the focus is in the list")
    cell(somebody, other).locator(".day-task").first.click()
    somebody.page.get_by_label("Title").wait_for()
    somebody.page.go_back()
    somebody.page.locator(".detail").wait_for(state="hidden")
    cell(somebody, other).wait_for()


def flow_times_and_what_comes_back(world: World):
    somebody = open_calendar(world, path="calendar/week")
    today = somebody.day(0)
    zone = zoneinfo.ZoneInfo(ZONE)
    for title, hour in (("Late", 23), ("Later", 22)):
        at = datetime.datetime.combine(somebody.today, datetime.time(hour), zone).astimezone(datetime.timezone.utc)
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "dueAt": f"{at:%Y-%m-%dT%H:%M:%S}.000Z"})
    has(somebody, today, "Later", "Late", "Begin")
    assert cell(somebody, today).locator(".day-time").all_text_contents() == ["22:00", "23:00"]
    somebody.elsewhere("POST", "/v1/tasks", {
        "title": "Daily", "scheduledDate": today, "recurrence": {"rrule": "FREQ=DAILY;COUNT=3"}})
    somebody.go(f"calendar/week/{somebody.day(1)}")
    again = cell(somebody, somebody.day(1)).locator(".day-again")
    until(again.all_text_contents, "what comes back tomorrow", ["Daily"])
    says(somebody, somebody.day(1), "no tasks, 1 repeats")
    somebody.go(f"calendar/month/{month(somebody, 2)}")
    until(cell(somebody, somebody.day(2)).locator(".day-again").count, "the last of three", 1)
    until(cell(somebody, somebody.day(3)).locator(".day-again").count, "none after the last", 0)
    somebody.go(f"calendar/week/{somebody.day(1)}")
    choose_day(somebody, somebody.day(1))
    somebody.page.locator(".coming-tasks").get_by_role("button", name="Daily").click()
    somebody.page.locator(".detail").wait_for()


@walks("calendar", by="keys")
def flow_the_calendar_by_keys_alone(world: World):
    somebody = open_calendar(world, path="today")
    today, other = somebody.day(0), somebody.day(beside(somebody))
    arrow, back = ("ArrowRight", "ArrowLeft") if beside(somebody) > 0 else ("ArrowLeft", "ArrowRight")
    somebody.press("Escape", "g", "c")
    is_on(somebody, today)
    somebody.press(arrow)
    is_on(somebody, other)
    somebody.press("Enter")
    somebody.page.locator(".capture .field:focus").first.wait_for()
    somebody.type("By keys")
    somebody.press("Enter")
    has(somebody, other, "By keys")
    somebody.press("Escape")
    is_on(somebody, other)
    # To another day, from the list of the day.
    somebody.press("Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.dataset.id !== undefined"), "the first task")
    somebody.press("d")
    somebody.page.locator(".popover.calendar").wait_for()
    somebody.press(back, "Enter")
    has(somebody, today, "Begin", "By keys")
    has(somebody, other)
    somebody.toast("Moved to Today")
    somebody.page.locator(".capture .field:focus").first.wait_for()
    somebody.press("Escape")
    is_on(somebody, other)
    somebody.press("t")
    is_on(somebody, today)
    somebody.press("+")
    somebody.page.locator(".capture .field:focus").first.wait_for()
    somebody.press("Escape", "Home")
    first = somebody.today - datetime.timedelta(days=somebody.today.weekday())
    is_on(somebody, first.isoformat())
    somebody.press("End")
    is_on(somebody, (first + datetime.timedelta(days=6)).isoformat())
    somebody.press("t", "ArrowDown")
    is_on(somebody, somebody.day(7))
    somebody.press("ArrowUp", "PageDown")
    turned = (somebody.today.replace(day=1) + datetime.timedelta(days=32)).replace(day=1)
    somebody.at(f"calendar/month/{turned:%Y-%m}")
    until(lambda: somebody.page.evaluate("document.activeElement.dataset.date")[:7], "the month", f"{turned:%Y-%m}")
    somebody.hears(f"{turned:%B %Y}")
    somebody.press("PageUp")
    # A day that the month after has not is its last, and so it is on the way back.
    last = (turned + datetime.timedelta(days=32)).replace(day=1) - datetime.timedelta(days=1)
    is_on(somebody, somebody.today.replace(day=min(somebody.today.day, last.day)).isoformat())


def flow_keys_lead_back_to_the_days(world: World):
    """From a task of the day's list, and from a task that is open."""
    somebody = open_calendar(world)
    today = somebody.day(0)
    has(somebody, today, "Begin")
    choose_day(somebody, today)
    is_on(somebody, today)
    somebody.press("Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.closest('.row') !== null"), "the focus is in the list")
    # From a task of the day the field of that day, in sight.
    somebody.press("+")
    field = somebody.page.locator(".day-list .capture .field:focus").first
    field.wait_for()
    assert field.evaluate("(it) => it.getBoundingClientRect().bottom <= innerHeight")
    somebody.press("Escape")
    is_on(somebody, today)
    somebody.press("Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.closest('.row') !== null"), "the focus is in the list")
    somebody.press("Escape")
    is_on(somebody, today)
    # No letter of a row acts on a task that only stands on its day.
    cell(somebody, today).locator(".day-task").click()
    somebody.page.locator(".detail").wait_for()
    somebody.page.get_by_label("Title").focus()
    somebody.press("Escape")
    somebody.page.locator(".detail").wait_for(state="hidden")
    is_on(somebody, today)
    somebody.press("e", "Delete")
    has(somebody, today, "Begin")
    assert somebody.page.locator("textarea.in-place").count() == 0
    somebody.press("?")
    somebody.page.locator(".keys").get_by_text("Add a task on the chosen day").wait_for()


def flow_nothing_is_dragged_to_a_day_that_is_over(world: World):
    somebody = open_calendar(world)
    today, before = somebody.day(0), somebody.day(-1)
    if month(somebody) != month(somebody, -1) and somebody.today.weekday() == 0:
        return  # yesterday is not on the sheet
    cell(somebody, today).locator(".day-task").drag_to(cell(somebody, before))
    somebody.toast("It stays: nothing is planned before today.")
    has(somebody, today, "Begin")
    somebody.is_sent("Begin", scheduledDate=today)
    # What is done may have been done then.
    somebody.elsewhere("PATCH", f"/v1/tasks/{somebody.on_server()['Begin']['id']}", {"state": "completed"})
    says(somebody, today, "1 task, 1 done")
    cell(somebody, today).locator(".day-task").drag_to(cell(somebody, before))
    has(somebody, before, "Begin")


def flow_months_and_weeks_turn(world: World):
    somebody = open_calendar(world, path="calendar/month/2027-02")
    page = somebody.page
    page.get_by_role("heading", name="February 2027").wait_for()
    assert page.locator(".days-cell").count() == 28
    somebody.click("The month after")
    somebody.at("calendar/month/2027-03")
    assert page.locator(".days-cell").count() == 35
    assert page.locator(".days-cell.other").count() == 4
    somebody.click("Week", exact=True)
    somebody.at("calendar/week/2027-03-01")
    page.get_by_role("heading", name="1 – 7 March 2027").wait_for()
    somebody.click("The week before")
    somebody.at("calendar/week/2027-02-22")
    page.get_by_role("heading", name="22 Feb – 28 Feb 2027").or_(
        page.get_by_role("heading", name="22 – 28 February 2027")).wait_for()
    page.go_back()
    somebody.at("calendar/week/2027-03-01")
    page.go_back()
    page.get_by_role("heading", name="March 2027", exact=True).wait_for()
    page.go_back()
    page.get_by_role("heading", name="February 2027").wait_for()
    somebody.click("Today", exact=True)
    cell(somebody, somebody.day(0)).and_(page.locator("[aria-current='date'][aria-selected='true']")).wait_for()
    # What was shown last is shown first.
    somebody.click("Week", exact=True)
    somebody.go("calendar")
    cell(somebody, somebody.day(0)).wait_for()
    assert page.locator(".days-cell").count() == 7
    for wrong in ("month/2027-13", "week/2027-02-29", "year/2027", "week/2027-02-22/x"):
        somebody.go(f"calendar/{wrong}")
        page.get_by_text("Daybook knows no address").wait_for()


def flow_the_week_begins_on_sunday(world: World):
    somebody = open_calendar(world, path="calendar/month/2027-02")
    heads = somebody.page.locator("[role=columnheader]")
    until(lambda: heads.first.get_attribute("aria-label"), "the first day", "Monday")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"firstWeekday": 7})
    until(lambda: heads.first.get_attribute("aria-label"), "the first day", "Sunday")
    assert somebody.page.locator(".days-cell").count() == 35
    choose_day(somebody, "2027-02-10")
    somebody.press("Home")
    is_on(somebody, "2027-02-07")
    somebody.press("End")
    is_on(somebody, "2027-02-13")


def flow_the_day_of_another_zone(world: World):
    """Today is the account's, and a task due at an instant stands on its day there."""
    somebody = open_calendar(world, path="calendar/month")
    for zone in ("Pacific/Pago_Pago", "Pacific/Kiritimati"):
        somebody.elsewhere("PATCH", "/v1/account/settings", {"timeZone": zone})
        now = datetime.datetime.now(zoneinfo.ZoneInfo(zone))
        until(lambda: somebody.page.locator("[aria-current='date']").get_attribute("data-date"), f"today in {zone}",
              now.date().isoformat())
    at = (now + datetime.timedelta(minutes=1)).astimezone(datetime.timezone.utc)
    somebody.elsewhere("POST", "/v1/tasks", {"title": "There", "dueAt": f"{at:%Y-%m-%dT%H:%M:%S}.000Z"})
    day = (now + datetime.timedelta(minutes=1)).date().isoformat()
    until(lambda: "There" in tasks_on(somebody, day), "the task on its day")


def flow_two_browsers_and_none(world: World):
    """What another device does is seen at once, and without the server all goes on."""
    somebody = open_calendar(world)
    today, other = somebody.day(0), somebody.day(beside(somebody))
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Of another device", "scheduledDate": other})
    has(somebody, other, "Of another device")
    tab = somebody.another_tab()
    tab.go("calendar")
    has(tab, other, "Of another device")
    with world.without_server():
        cell(somebody, other).locator(".day-task").drag_to(cell(somebody, today))
        has(somebody, today, "Begin", "Of another device")
        has(tab, today, "Begin", "Of another device")
        somebody.click("The month after")
        somebody.click("The month before")
        has(somebody, today, "Begin", "Of another device")
    somebody.is_sent("Of another device", scheduledDate=today)


def flow_a_drag_from_another_view_and_to_another_month(world: World):
    somebody = open_calendar(world, path="today")
    page, mouse = somebody.page, somebody.page.mouse

    def over(node):
        node.wait_for()
        box = node.bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)

    def lift(node):
        box = node.bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()

    there, other = there_and_ahead(somebody)
    if there < somebody.day(0):
        somebody.go("past")
    lift(somebody.row("Begin"))
    over(page.get_by_role("link", name="Calendar"))
    over(cell(somebody, other))
    page.locator(f"[data-date='{other}'][data-drop-here]").wait_for()
    mouse.up()
    has(somebody, other, "Begin")
    somebody.is_sent("Begin", scheduledDate=other)
    # A way to the month after opens it for what is dragged.
    turned = (somebody.today.replace(day=1) + datetime.timedelta(days=32)).replace(day=15).isoformat()
    lift(cell(somebody, other).locator(".day-task"))
    over(page.get_by_role("button", name="The month after"))
    cell(somebody, turned).wait_for()
    over(cell(somebody, turned))
    page.locator(f"[data-date='{turned}'][data-drop-here]").wait_for()
    mouse.up()
    has(somebody, turned, "Begin")
    # Nothing happens where it is put back.
    lift(cell(somebody, turned).locator(".day-task"))
    mouse.move(0, 0, steps=3)
    somebody.press("Escape")
    mouse.up()
    has(somebody, turned, "Begin")


@walks("calendar", by="touch")
def flow_the_calendar_on_a_phone(world: World):
    somebody = open_calendar(world, "phone", path="today")
    page = somebody.page
    menu = page.get_by_role("button", name="Views and lists")
    menu.tap()
    page.get_by_role("link", name="Calendar").tap()
    today, other = there_and_ahead(somebody)

    def height(node):
        box = node.bounding_box()
        return round(box["y"] + box["height"] / 2)

    # Its head has two lines, however small the phone is: the name beside the menu, and the ways.
    ways = [page.locator(".calendar-ways .soft"), page.get_by_role("button", name="Month", exact=True)]
    for width in (320, SIZES["phone"][0]):
        page.set_viewport_size({"width": width, "height": SIZES["phone"][1]})
        until(lambda: height(page.locator("h1")) - height(menu), "the name stands beside the menu", 0)
        assert height(ways[0]) == height(ways[1])
    until(lambda: cell(somebody, today).locator(".day-count").text_content(), "how much there is", "1")
    assert not cell(somebody, today).locator(".day-task").is_visible()
    cell(somebody, other).tap()
    lists(somebody)
    cell(somebody, today).tap()
    lists(somebody, "Begin")
    # From the list of the day to another day.
    finger, row = Finger(somebody), somebody.row("Begin")
    row.scroll_into_view_if_needed()
    box, goal = row.bounding_box(), cell(somebody, other).bounding_box()
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".ghost").wait_for()
    finger.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    finger.up()
    lists(somebody)
    somebody.is_sent("Begin", scheduledDate=other)
    cell(somebody, other).tap()
    lists(somebody, "Begin")
    # A week is a list of days.
    page.get_by_role("button", name="Week", exact=True).tap()
    until(lambda: [box.bounding_box()["width"] > 300 for box in page.locator(".days-cell").all()], "days as rows",
          [True] * 7)
    cell(somebody, other).locator(".day-task").tap()
    page.locator(".detail").wait_for()
    page.go_back()
    task, goal = cell(somebody, other).locator(".day-task").bounding_box(), cell(somebody, today)
    if goal.count() == 1 and today >= somebody.day(0):
        goal = goal.bounding_box()
        finger.down(task["x"] + task["width"] / 2, task["y"] + task["height"] / 2)
        page.locator(".ghost").wait_for()
        finger.move(goal["x"] + goal["width"] / 2, goal["y"] + 12)
        finger.up()
        has(somebody, today, "Begin")


COMING = """() => [...document.querySelectorAll(".coming-tasks.in-list")].map((day) =>
  [day.dataset.coming, ...[...day.querySelectorAll("li")].map((line) => line.textContent)])"""


def flow_a_day_is_called_by_how_far_it_is(world: World):
    """Also where its tasks were on the screen before it was known which day it is."""
    somebody = world.person(path="upcoming")
    somebody.add("Of tomorrow")
    somebody.is_sent("Of tomorrow", scheduledDate=somebody.day(1))
    heading = somebody.page.locator(f".heading[data-date='{somebody.day(1)}']")
    # A picture of the last time is not there at once on a busy machine.
    for _ in range(3):
        somebody.go("upcoming")
        somebody.has("Of tomorrow")
        until(lambda: heading.inner_text().split()[0], "the name of the day", "Tomorrow")


def flow_what_comes_back_is_grey_in_upcoming(world: World):
    somebody = world.person()
    page = somebody.page
    somebody.add("Begin")
    task = {"title": "Water", "scheduledDate": somebody.day(0), "recurrence": {"rrule": "FREQ=DAILY;INTERVAL=5"}}
    somebody.is_sent("Begin")
    somebody.elsewhere("POST", "/v1/tasks", task)
    somebody.shows("Water")
    page.get_by_role("link", name="Upcoming").click()
    until(lambda: page.evaluate(COMING), "what comes", [[somebody.day(days), "Water"] for days in (5, 10)])
    somebody.has()
    assert page.get_by_text("Nothing ahead").is_hidden()
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Beside it", "scheduledDate": somebody.day(5)})
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Between", "scheduledDate": somebody.day(7)})
    somebody.has("Beside it", "Between")

    def stands():
        """Headings, tasks and what comes, from top to bottom."""
        return page.evaluate("""() => [...document.querySelectorAll(".sheet :is(.heading, .row, .coming-tasks)")]
          .map((one) => [one.getBoundingClientRect().top, one.dataset.date ?? one.dataset.coming
            ?? one.querySelector(".title").textContent]).sort(([one], [other]) => one - other).map(([, what]) => what)""")
    five, seven, ten = (somebody.day(days) for days in (5, 7, 10))
    until(stands, "the order", [five, "Beside it", five, seven, "Between", ten, ten])
    # It is no task: keys pass it, and a reader hears what it is.
    line = page.get_by_role("button", name="Water comes back on").first
    somebody.focus("Beside it")
    somebody.press("ArrowDown")
    until(lambda: page.evaluate("document.activeElement.querySelector('.title')?.textContent"), "the focus", "Between")
    line.click()
    page.get_by_label("Title").wait_for()
    until(lambda: page.get_by_label("Title").input_value(), "the task that repeats", "Water")
    somebody.press("Escape")
    somebody.at("upcoming")
    # What is dropped on a day on which only something comes back is planned for it.
    mouse = page.mouse
    box = somebody.row("Between").bounding_box()
    mouse.move(box["x"] + 200, box["y"] + box["height"] / 2)
    mouse.down()
    there = page.locator(f".heading[data-date='{ten}']").bounding_box()
    mouse.move(there["x"] + 200, there["y"] + there["height"] / 2, steps=6)
    page.locator(f".heading[data-date='{ten}'][data-drop-here]").wait_for()
    mouse.up()
    somebody.is_sent("Between", scheduledDate=ten)
    with world.without_server():
        page.get_by_role("link", name="Today").click()
        somebody.circle("Water").click()
        somebody.circle("Water").click()
        page.get_by_role("link", name="Upcoming").click()
        # The next one is a task now, and those after it come back.
        somebody.has("Water", "Beside it", "Between")
        until(lambda: page.evaluate(COMING), "what comes", [[ten, "Water"]])


def flow_of_much_that_comes_back_a_day_shows_some(world: World):
    somebody = world.person()
    somebody.add("Begin")
    somebody.is_sent("Begin")
    for number in range(14):
        somebody.elsewhere("POST", "/v1/tasks", {
            "title": f"Daily {number}", "scheduledDate": somebody.day(0), "recurrence": {"rrule": "FREQ=DAILY"}})
    somebody.go("upcoming")
    shown = [f"Daily {number}" for number in range(12)] + ["and 2 more that repeat"]
    until(lambda: somebody.page.evaluate(COMING)[:1], "what comes", [[somebody.day(1), *shown]])
    # What could not be seen at first is drawn when it is: the days at the end too.
    last = somebody.page.locator(f".coming-tasks[data-coming='{somebody.day(14)}']")
    assert last.count() == 0
    somebody.page.evaluate("document.querySelector('.scroller').scrollTop = 1e6")
    last.wait_for()
