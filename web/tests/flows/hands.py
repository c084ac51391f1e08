"""Dragging with a mouse, and everything that a finger does."""

import datetime

from world import main, until


def middle(person, title):
    """Where a row stands once what was said before the first task is gone and nothing moves any more."""
    person.page.locator(".empty").wait_for(state="hidden")
    person.row(title).click(trial=True)
    box = person.row(title).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    def __init__(self, person):
        self.person = person
        self.session = person.context.new_cdp_session(person.page)

    def _touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, x, y):
        self.at = (x, y)
        self._touch("touchStart", self.at)

    def move(self, x, y, steps=10):
        from_x, from_y = self.at
        for step in range(1, steps + 1):
            self._touch("touchMove", (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps))
            self.person.page.wait_for_timeout(16)
        self.at = (x, y)

    def up(self):
        self._touch("touchEnd")


@main
def flow_mouse_drags_between_rows(world):
    """R-1.1.9 and V-FR11."""
    somebody = world.person()
    somebody.add("A", "B", "C")
    mouse = somebody.page.mouse
    mouse.move(*middle(somebody, "C"))
    mouse.down()
    x, y = middle(somebody, "A")
    mouse.move(x, y - 12, steps=6)
    somebody.page.locator(".gap").wait_for()
    mouse.up()
    somebody.has("C", "A", "B")
    until(lambda: somebody.path, "a drag is no click", "today")
    somebody.page.reload()
    somebody.has("C", "A", "B")


def flow_rows_make_room(world):
    """Where things may move: they stand as they would after the drop, and nothing jumps when they do."""
    somebody = world.person()
    page = somebody.page
    page.emulate_media(reduced_motion="no-preference")
    somebody.add("A", "B", "C")
    mouse = page.mouse
    places = {title: middle(somebody, title) for title in "ABC"}
    tops = {title: y for title, (_, y) in places.items()}
    transforms = """() => [...document.querySelectorAll(".rows .row")].map((row) => row.style.transform)"""
    laid = page.evaluate(transforms)

    def seen():
        return {title: somebody.row(title).bounding_box()["y"] + somebody.row(title).bounding_box()["height"] / 2
                for title in "ABC"}

    def lifted(to, by):
        mouse.move(*places["C"])
        mouse.down()
        x, y = places[to]
        mouse.move(x, y + by, steps=6)

    lifted("A", -12)
    after = {"C": tops["A"], "A": tops["B"], "B": tops["C"]}
    until(seen, "room above the first", after)
    assert page.locator(".gap").count() == 0
    assert page.evaluate(transforms) == laid
    x, y = places["C"]
    mouse.move(x, y, steps=6)
    until(seen, "back where it came from", tops)
    mouse.move(places["B"][0], places["B"][1] - 12, steps=6)
    until(seen, "room above the second", {"A": tops["A"], "C": tops["B"], "B": tops["C"]})
    somebody.press("Escape")
    mouse.up()
    until(seen, "put back", tops)
    lifted("A", -12)
    until(seen, "room above the first", after)
    mouse.up()
    somebody.has("C", "A", "B")
    until(seen, "where they were dropped", after)
    moved = "[...document.querySelectorAll('.rows .row')].some((row) => row.style.translate)"
    until(lambda: page.evaluate(moved), "rows that still make room", False)


# The page hears of what the keeper says when it is let through.
SLOW_KEEPER = """
const listen = Worker.prototype.addEventListener;
Worker.prototype.addEventListener = function (kind, hear, ...more) {
  const late = (event) => globalThis.late ? globalThis.late.push(() => hear(event)) : hear(event);
  listen.call(this, kind, kind === "message" ? late : hear, ...more);
};
"""


def flow_rows_make_room_while_the_disk_is_slow(world):
    """The second drag begins before the first is answered, and keeps its room."""
    somebody = world.person()
    page = somebody.page
    somebody.context.add_init_script(SLOW_KEEPER)
    page.reload()
    page.emulate_media(reduced_motion="no-preference")
    somebody.add("A", "B", "C", "D")
    mouse = page.mouse
    places = {title: middle(somebody, title) for title in "ABCD"}
    tops = {title: y for title, (_, y) in places.items()}

    def seen():
        return {title: somebody.row(title).bounding_box()["y"] + somebody.row(title).bounding_box()["height"] / 2
                for title in "ABCD"}

    def lift(title, at, to, by):
        mouse.move(*places[at])
        mouse.down()
        x, y = places[to]
        mouse.move(x, y + by, steps=6)

    page.evaluate("globalThis.late = []")
    lift("D", "D", "A", -12)
    mouse.up()
    dropped = {"D": tops["A"], "A": tops["B"], "B": tops["C"], "C": tops["D"]}
    until(seen, "where the first was dropped", dropped)
    page.evaluate("(late => { globalThis.late = null; late.forEach((hear) => hear()); })(globalThis.late)")
    somebody.has("D", "A", "B", "C")
    page.evaluate("globalThis.late = []")
    lift("C", "D", "A", -12)
    mouse.up()
    # Its row stands where it was dropped, and the list does not know yet.
    lift("B", "D", "A", -12)
    until(lambda: page.evaluate("globalThis.late.length > 0"), "an answer that waits", True)
    page.evaluate("(late => { globalThis.late = null; late.forEach((hear) => hear()); })(globalThis.late)")
    until(seen, "room for the second", {"B": tops["A"], "C": tops["B"], "D": tops["C"], "A": tops["D"]})
    mouse.up()
    somebody.has("B", "C", "D", "A")


def flow_mouse_drags_to_places(world):
    somebody = world.person()
    somebody.add("To the inbox", "To a day", "Back again", "Stays")
    mouse = somebody.page.mouse

    def drag(title, target):
        mouse.move(*middle(somebody, title))
        mouse.down()
        x, y = middle(somebody, title)
        mouse.move(x, y + 20, steps=3)
        box = somebody.page.locator(target).bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)

    drag("To the inbox", ".sidebar [data-drop=inbox]")
    mouse.up()
    # A mouse that rested over the inbox for long has turned the page.
    somebody.press_at_once("g", "t")
    somebody.has("To a day", "Back again", "Stays")
    drag("To a day", f".strip [data-drop='date:{somebody.day(3)}']")
    mouse.up()
    somebody.press_at_once("g", "t")
    somebody.has("Back again", "Stays")
    drag("Back again", ".sidebar [data-drop=inbox]")
    somebody.press("Escape")
    mouse.up()
    somebody.press_at_once("g", "t")
    somebody.has("Back again", "Stays")
    somebody.is_sent("To the inbox", scheduledDate=None)
    somebody.is_sent("To a day", scheduledDate=somebody.day(3))


def flow_a_drag_goes_on_in_another_view(world):
    somebody = world.person(path="inbox")
    somebody.add("First", "Second")
    somebody.go("today")
    somebody.add("Carried")
    mouse = somebody.page.mouse
    mouse.move(*middle(somebody, "Carried"))
    mouse.down()
    x, y = middle(somebody, "Carried")
    mouse.move(x, y + 20, steps=3)
    box = somebody.page.locator(".sidebar [data-drop=inbox]").bounding_box()
    mouse.move(box["x"] + 20, box["y"] + 15, steps=5)
    somebody.at("inbox")
    somebody.shows("First", "Second")
    x, y = middle(somebody, "Second")
    mouse.move(x, y - 8, steps=5)
    mouse.up()
    somebody.shows("Carried")
    somebody.hears("Moved to Inbox, 2 of 3")


def flow_swipes(world):
    somebody = world.person("phone")
    somebody.add("To tomorrow", "Away", "Done", "Stays")
    finger = Finger(somebody)
    x, y = middle(somebody, "To tomorrow")
    finger.down(x, y)
    finger.move(x - 130, y)
    finger.up()
    somebody.page.locator(".to-tomorrow").tap()
    somebody.has("Away", "Done", "Stays")
    x, y = middle(somebody, "Away")
    finger.down(x + 120, y)
    finger.move(x - 160, y)
    finger.up()
    somebody.has("Done", "Stays")
    somebody.toast("Deleted")
    x, y = middle(somebody, "Done")
    finger.down(x - 60, y)
    finger.move(x + 80, y)
    finger.up()
    somebody.is_in("Done", "completed")
    x, y = middle(somebody, "Stays")
    finger.down(x, y)
    finger.move(x - 40, y)
    finger.up()
    somebody.is_in("Stays", "notStarted")
    until(lambda: somebody.page.locator(".swipe-under").count(), "what lies under the row", 0)


def flow_a_swipe_begins_anywhere_on_a_row(world):
    somebody = world.person("phone")
    somebody.add("By its circle", "By its left", "By its right", "Tapped")
    finger = Finger(somebody)
    box = somebody.circle("By its circle").bounding_box()
    starts = {
        "By its circle": (box["x"] + box["width"] / 2, 140), "By its left": (24, 140), "By its right": (366, -200)}
    for title, (x, way) in starts.items():
        y = middle(somebody, title)[1]
        finger.down(x, y)
        finger.move(x + way, y)
        finger.up()
        if way > 0:
            somebody.is_in(title, "completed")
        else:
            somebody.page.locator(".to-tomorrow").tap()
    somebody.has("Tapped", "By its circle", "By its left")
    somebody.circle("Tapped").tap()
    somebody.is_in("Tapped", "active")


def flow_a_field_that_is_written_in_stays_so(world):
    somebody = world.person("phone")
    has_focus = "document.activeElement.matches('.capture .field')"
    somebody.page.get_by_role("button", name="Inbox").tap()
    somebody.at("inbox")
    until(lambda: somebody.page.evaluate(has_focus), "a keyboard that nobody asked for", False)
    somebody.page.get_by_label("Task input field").tap()
    for name in ("Today", "Upcoming"):
        somebody.page.get_by_role("button", name=name).tap()
        somebody.at(name.lower())
        until(lambda: somebody.page.evaluate(has_focus), "the field is still written in")
    somebody.type("Typed on")
    somebody.press("Enter")
    somebody.has("Typed on")


def flow_a_resting_finger_lifts(world):
    somebody = world.person("phone")
    somebody.add("A", "B", "C")
    finger = Finger(somebody)
    x, y = middle(somebody, "A")
    # Looked up before: a finger that rests for longer means the menu.
    third = middle(somebody, "C")
    finger.down(x, y)
    somebody.page.locator(".lifted").wait_for()
    finger.move(*third)
    somebody.page.locator(".ghost").wait_for()
    finger.move(x, middle(somebody, "C")[1] + 14, 3)
    finger.up()
    somebody.has("B", "C", "A")


def flow_a_finger_that_rests_longer_means_the_menu(world):
    somebody = world.person("phone")
    somebody.add("A task")
    finger = Finger(somebody)
    finger.down(*middle(somebody, "A task"))
    menu = somebody.page.get_by_role("menu", name="A task")
    menu.wait_for()
    finger.up()
    assert menu.is_visible()
    somebody.choose("Move to Inbox")
    somebody.has()
    somebody.is_sent("A task", scheduledDate=None)


def flow_a_finger_that_rests_on_the_circle_means_the_states(world):
    """V-4.1: with lists a tap completes at once, and what is in progress is chosen here."""
    somebody = world.person("phone")
    somebody.add("A task", "Another")
    finger = Finger(somebody)
    for wanted, state in (("In progress", "active"), ("Completed", "completed"), ("Not started", "notStarted")):
        middle(somebody, "A task")
        box = somebody.circle("A task").bounding_box()
        finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        menu = somebody.page.get_by_role("menu", name="A task")
        menu.get_by_role("menuitemradio", checked=True).wait_for()
        finger.up()
        assert menu.is_visible()
        menu.get_by_role("menuitemradio", name=wanted).tap()
        somebody.is_in("A task", state)
    somebody.circle("A task").tap()
    somebody.is_in("A task", "active")


def flow_a_moving_finger_scrolls(world):
    somebody = world.person("phone")
    somebody.add(*[f"Task {number}" for number in range(24)])
    finger = Finger(somebody)
    x, y = middle(somebody, "Task 6")
    finger.down(x, y)
    finger.move(x, y - 200)
    finger.up()
    until(lambda: somebody.page.evaluate("document.querySelector('.scroller').scrollTop > 50"), "the list scrolls")
    until(lambda: somebody.page.locator(".ghost").count(), "ghosts", 0)


def flow_swiping_the_empty_space_turns_the_view(world):
    somebody = world.person("phone", path="inbox")
    somebody.page.get_by_role("button", name="Today").tap()
    somebody.at("today")
    somebody.add("A task")
    finger = Finger(somebody)
    finger.down(250, 600)
    finger.move(120, 600)
    finger.up()
    somebody.at("upcoming")
    finger.down(120, 600)
    finger.move(260, 600)
    finger.up()
    somebody.at("today")


def flow_a_phone_shows_no_keys(world):
    somebody = world.person("phone")
    somebody.add("A task")
    keys = somebody.page.locator(".palette-item kbd:visible")
    somebody.click("Search")
    somebody.click("All commands")
    somebody.page.get_by_role("option").first.wait_for()
    assert keys.count() == 0
    # Whoever has a keyboard at a phone is shown them from then on.
    somebody.press("Escape", "Control+k")
    until(lambda: keys.count() > 0, "keys")


def flow_a_pull_asks_the_server(world):
    somebody = world.person("phone")
    somebody.add("A task")
    somebody.is_sent("A task")
    finger = Finger(somebody)

    def pull(far):
        finger.down(200, 400)
        finger.move(200, 400 + far)
        finger.up()

    pull(40)
    until(lambda: somebody.page.locator(".pull").is_visible(), "too little is none", False)
    pull(260)
    somebody.hears("Up to date")
    until(lambda: somebody.page.locator(".pull").is_visible(), "the sign", False)
    somebody.context.set_offline(True)
    pull(260)
    somebody.toast("This needs the server, which does not answer now.")


def flow_the_picker_has_done_and_cancel(world):
    """V-3.6: It begins with tomorrow, and takes no day that is over for what is open."""
    somebody = world.person("phone")
    somebody.add("A task")
    somebody.is_sent("A task")
    task = somebody.on_server()["A task"]["id"]
    somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"scheduledDate": None})
    somebody.go("inbox")
    somebody.row("A task").tap()
    page = somebody.page
    page.locator("#property-date").tap()
    picker = page.get_by_role("dialog", name="Date")
    picker.get_by_role("button", name="Cancel").tap()
    until(picker.count, "the picker", 0)
    page.locator("#property-date").tap()
    picker.get_by_role("button", name="Done").tap()
    somebody.is_sent("A task", scheduledDate=somebody.day(1))
    page.locator("#property-date").tap()
    # The picker shows the month of tomorrow.
    before, chosen = (datetime.date.fromisoformat(somebody.day(days)) for days in (-1, 1))
    if before.month == chosen.month:
        picker.get_by_role("button", name=f"{before:%A}", exact=False).and_(
            page.locator("[aria-disabled='true']")).last.tap(force=True)
        somebody.toast("It stays: nothing is planned before today.")
    assert picker.count() == 1


def flow_detail_on_a_phone(world):
    somebody = world.person("phone")
    somebody.add("A task")
    somebody.row("A task").tap()
    # Not in its title, where a keyboard would come up.
    until(lambda: somebody.page.evaluate("document.activeElement.className"), "the focus", "detail")
    somebody.page.locator("#detail-notes").fill("More")
    somebody.page.get_by_role("button", name="Close").tap()
    somebody.at("today")
    somebody.is_sent("A task", notes="More")
    somebody.circle("A task").tap()
    somebody.is_in("A task", "active")
