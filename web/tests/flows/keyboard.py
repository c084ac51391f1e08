"""The same by the keyboard alone: no pointer touches these pages."""

import time

from world import PATIENCE, main, until


def focused(person):
    """The task that has the focus, or whatever else has it."""
    return person.page.evaluate("""() => {
      const { activeElement } = document;
      const title = activeElement.matches(".row") && activeElement.querySelector(".title");
      return title ? title.textContent : activeElement.ariaLabel;
    }""")


@main
def flow_the_whole_day(world):
    somebody = world.person()
    until(lambda: focused(somebody), "the field has the focus", "Task input field")
    for title in ("First", "Second", "Third"):
        somebody.type(title)
        somebody.press("Enter")
    somebody.has("First", "Second", "Third")
    somebody.press("Control+z")
    somebody.has("First", "Second")
    somebody.press("Control+Shift+z")
    somebody.has("First", "Second", "Third")
    somebody.press("ArrowDown")
    until(lambda: focused(somebody), "the focus goes down", "First")
    somebody.press("ArrowDown", "Space")
    somebody.is_in("Second", "active")
    somebody.hears("In progress")
    until(lambda: focused(somebody), "the focus stays on the task", "Second")
    somebody.press("Shift+Space")
    somebody.is_in("Second", "completed")
    somebody.hears("Completed. 1 completed today")
    somebody.has("First", "Third", "Second")
    until(lambda: focused(somebody), "the focus goes to the next task, as in a long list", "First")
    somebody.press("End", "Space")
    somebody.has("First", "Second", "Third")
    until(lambda: focused(somebody), "the focus goes with what is open again", "Second")
    somebody.press("Shift+Space")
    somebody.has("First", "Third", "Second")
    somebody.press("Home", "m")
    somebody.has("Third", "Second")
    until(lambda: focused(somebody), "the focus goes to the next task", "Third")
    somebody.press("e")
    somebody.press("End")
    somebody.type(" one")
    somebody.press("Enter")
    somebody.has("Third one", "Second")
    somebody.press("Control+z", "Control+z")
    somebody.has("First", "Third", "Second")
    somebody.focus("Third")
    somebody.press("e", "End")
    somebody.type(" two")
    # What was just done is taken back, also before it is on the disk.
    somebody.press_at_once("Enter", "Control+z")
    somebody.has("First", "Third", "Second")
    somebody.press("3")
    somebody.at("upcoming")
    somebody.press("Escape", "1")
    somebody.at("inbox")


@main
def flow_rescheduling_and_order(world):
    """R-1.1.9 by keys."""
    somebody = world.person(path="inbox")
    for title in ("A", "B", "C"):
        somebody.type(title)
        somebody.press("Enter")
    somebody.has("A", "B", "C")
    somebody.focus("C")
    somebody.press("Alt+ArrowUp")
    somebody.has("A", "C", "B")
    somebody.hears("Position 2 of 3")
    somebody.press("Alt+Shift+ArrowUp")
    somebody.has("C", "A", "B")
    somebody.press("Shift+M")
    somebody.hears("Lifted C. Position 1 of 3")
    somebody.press("ArrowDown", "ArrowDown", "Enter")
    somebody.has("A", "B", "C")
    somebody.press("]")
    somebody.has("A", "B")
    somebody.is_sent("C", scheduledDate=somebody.day(0))
    somebody.press("Shift+M", "Tab", "Tab", "Enter")
    somebody.has("A")
    somebody.is_sent("B", scheduledDate=somebody.day(0))
    somebody.press("Shift+M", "ArrowDown", "Escape")
    somebody.hears("Put back")


def flow_a_day_earlier_ends_with_today(world):
    somebody = world.person()
    somebody.type("Of today")
    somebody.press("Enter")
    somebody.is_sent("Of today", scheduledDate=somebody.day(0))
    somebody.focus("Of today")
    somebody.press("[")
    somebody.hears("It stays: nothing is planned before today.")
    somebody.has("Of today")
    somebody.press("]")
    somebody.has()
    somebody.is_sent("Of today", scheduledDate=somebody.day(1))
    somebody.press("Escape", "3")
    somebody.has("Of today")
    somebody.focus("Of today")
    somebody.press("[")
    somebody.has()
    somebody.is_sent("Of today", scheduledDate=somebody.day(0))


def flow_from_the_field_to_the_tasks_and_back(world):
    somebody = world.person()
    for title in ("First", "Second", "Third"):
        somebody.type(title)
        somebody.press("Enter")
    somebody.has("First", "Second", "Third")
    somebody.press("Escape")
    until(lambda: focused(somebody), "Escape leads to the tasks", "First")
    somebody.press("j", "ArrowDown")
    until(lambda: focused(somebody), "the keys go on from there", "Third")
    somebody.press("k", "Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.id"), "inside the task", "detail-title")
    somebody.type(" task")
    somebody.press("Escape")
    somebody.at("today")
    until(lambda: focused(somebody), "back at its row", "Second task")
    somebody.press("Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.id"), "inside the task", "detail-title")
    somebody.focus("Third")
    somebody.press("Escape")
    somebody.at("today")
    until(lambda: focused(somebody), "the task is closed first", "Third")
    somebody.press("Escape")
    until(lambda: focused(somebody), "then Escape leads to the field", "Task input field")
    somebody.page.evaluate("document.activeElement.blur()")
    somebody.press("j")
    until(lambda: focused(somebody), "where nothing has the focus", "Third")


def flow_palette_and_keys(world):
    somebody = world.person()
    somebody.type("A task")
    somebody.press("Enter")
    somebody.has("A task")
    somebody.press("Control+k")
    somebody.type("go to up")
    somebody.press("Enter")
    somebody.at("upcoming")
    somebody.press("Escape", "g", "t")
    somebody.at("today")
    somebody.press("Escape", "?")
    somebody.page.get_by_role("dialog", name="Keys").wait_for()
    somebody.press("Escape")
    until(lambda: somebody.page.locator("dialog").count(), "dialogs", 0)
    somebody.press("g", ",")
    somebody.at("settings")
    somebody.page.get_by_label("Single keys").focus()
    somebody.press("Space")
    somebody.press("g", "t")
    somebody.at("settings")


def flow_a_date_is_chosen_beside_its_title(world):
    somebody = world.person()
    somebody.page.set_viewport_size({"width": 1280, "height": 620})
    titles = [f"Task {number}" for number in range(1, 9)]
    somebody.add(*titles)
    for title in titles:
        somebody.focus(title)
        somebody.press("d")
        somebody.page.get_by_role("dialog", name="Choose Date...").wait_for()
        covered = somebody.row(title).locator(".title").evaluate("""(title) => {
          const text = document.createRange();
          text.selectNodeContents(title);
          const [one, other] = [text, document.querySelector(".calendar")].map((it) => it.getBoundingClientRect());
          return one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top;
        }""")
        assert not covered, title
        somebody.press("Escape")


def flow_selecting_and_deleting(world):
    somebody = world.person()
    for title in ("A", "B", "C", "D"):
        somebody.type(title)
        somebody.press("Enter")
    somebody.has("A", "B", "C", "D")
    somebody.focus("B")
    somebody.press("Shift+ArrowDown", "Delete")
    somebody.has("A", "D")
    until(lambda: focused(somebody), "the focus", "D")
    somebody.press("Control+a", "d")
    somebody.page.get_by_role("dialog", name="Choose Date...").wait_for()
    # It begins with tomorrow.
    somebody.press("ArrowRight", "Enter")
    somebody.has()
    somebody.is_sent("A", scheduledDate=somebody.day(2))


def flow_menu_by_keys(world):
    somebody = world.person()
    somebody.type("A task")
    somebody.press("Enter")
    somebody.has("A task")
    somebody.focus("A task")
    somebody.press("Shift+F10")
    somebody.page.get_by_role("menu").wait_for()
    somebody.type("c")
    somebody.press("Enter")
    somebody.is_in("A task", "completed")
    until(lambda: focused(somebody), "the focus", "A task")
    somebody.press(".", "Escape")
    until(lambda: somebody.page.locator(".menu").count(), "menus", 0)
    somebody.press("Enter")
    somebody.page.locator("#detail-notes").wait_for()
    reach(somebody, "Notes")
    somebody.type("By keys")
    somebody.press("Escape")
    somebody.at("today")
    somebody.is_sent("A task", notes="By keys")


def flow_no_key_leaves_a_date_that_is_chosen(world):
    """A digit in a calendar may be meant for a day: it opens no view, and no letter does what it does elsewhere."""
    somebody = world.person()
    somebody.type("A task")
    somebody.press("Enter")
    somebody.has("A task")
    somebody.focus("A task")
    somebody.press("d")
    calendar = somebody.page.locator(".popover.calendar")
    calendar.wait_for()
    somebody.press("1", "2", "n", "?", "Tab", "3")
    assert somebody.path == "today" and calendar.is_visible()
    assert somebody.page.locator("dialog[open]").count() == 0
    somebody.press("Escape")
    calendar.wait_for(state="detached")
    until(lambda: focused(somebody), "the focus is on the task again", "A task")
    somebody.press("1")
    somebody.at("inbox")


def reach(person, name):
    """Tab, until what has this name has the focus; what is not there yet comes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if person.page.evaluate("""(name) => {
          const { activeElement: it } = document;
          const label = it.labels?.[0]?.textContent ?? it.ariaLabel ?? it.innerText ?? "";
          return label.trim().startsWith(name);
        }""", name):
            return
        person.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def flow_lists_by_keys(world):
    somebody = world.person()
    somebody.press("Control+k")
    somebody.type("new list")
    somebody.press("Enter")
    reach(somebody, "Name")
    somebody.type("Garden")
    somebody.press("Enter")
    somebody.page.get_by_role("heading", name="Garden").wait_for()
    until(lambda: focused(somebody), "the field has the focus", "Task input field")
    somebody.type("Sow the beans")
    somebody.press("Enter")
    somebody.has("Sow the beans")
    somebody.press("ArrowDown", "t")
    somebody.is_sent("Sow the beans", scheduledDate=somebody.day(0))
    reach(somebody, "What can be done with this list")
    somebody.press("Enter")
    somebody.page.get_by_role("menu").wait_for()
    somebody.type("d")
    somebody.press("Enter")
    somebody.page.get_by_role("alertdialog").wait_for()
    reach(somebody, "Delete")
    somebody.press("Enter")
    somebody.at("today")
    somebody.has()
    somebody.press("Escape", "Control+z")
    somebody.has("Sow the beans")


def flow_another_device_by_keys(world):
    old, new = world.person(), world.person()
    old.type("Shared between us")
    old.press("Enter")
    old.is_sent("Shared between us")
    old.press("Escape", "g", ",")
    old.at("settings")
    reach(old, "Devices")
    old.press("Enter")
    old.at("settings/devices")
    reach(old, "Add a device")
    old.press("Enter")
    code = old.page.locator(".code").inner_text()
    reach(new, "Join another device")
    new.press("Enter")
    reach(new, "Code")
    new.type(code)
    new.press("Enter")
    number = new.page.locator(".number").inner_text()
    old.page.get_by_label("Number").wait_for()
    reach(old, "Number")
    old.type(number)
    old.press("Enter")
    new.has("Shared between us")


def flow_earlier_days_by_keys(world):
    somebody = world.person()
    somebody.type("Of today")
    somebody.press("Enter")
    somebody.is_sent("Of today")
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Left behind", "scheduledDate": somebody.day(-2)})
    somebody.page.get_by_text("1 from earlier days").wait_for()
    somebody.press("Escape", "g", "p")
    somebody.at("past")
    somebody.has("Left behind")
    reach(somebody, "All to Today")
    somebody.press("Enter")
    somebody.has()
    somebody.press("g", "t")
    somebody.has("Of today", "Left behind")


def flow_carried_anywhere_by_keys(world):
    """Tab goes through all the places that there are: the views, the days of a week, the lists, the parts of the day."""
    somebody = world.person(path="inbox")
    somebody.add("One", "Two")
    somebody.is_sent("Two")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home"})["id"]
    somebody.page.get_by_role("link", name="Home").wait_for()
    somebody.focus("One")
    somebody.press("Shift+M", "Shift+Tab")
    somebody.hears("Drop on Home")
    somebody.press("Enter")
    somebody.is_sent("One", listId=home)
    somebody.focus("Two")
    somebody.press("Shift+M", "Tab", "Tab", "Tab")
    somebody.hears("Drop on Tomorrow")
    somebody.press("Tab")
    somebody.press("Enter")
    somebody.is_sent("Two", scheduledDate=somebody.day(2))


def flow_the_list_of_keys_has_those_that_go_about(world):
    somebody = world.person(path="inbox")
    somebody.add("One")
    somebody.is_sent("One")
    somebody.elsewhere("POST", "/v1/lists", {"name": "Home"})
    somebody.page.get_by_role("link", name="Home").wait_for()
    somebody.focus("One")
    somebody.press("?")
    dialog = somebody.page.get_by_role("dialog", name="Keys")
    dialog.wait_for()
    assert dialog.evaluate("(it) => [it.scrollTop, it.scrollHeight > it.clientHeight]") == [0, True]
    for part, name, keys in (
            ("In a list", "The next task", ["↓", "J"]), ("In a list", "The first and the last", ["Home", "End"]),
            ("In a list", "Select on the way", ["Shift+↑", "Shift+↓"]),
            ("In the field", "Go on to its notes", ["Shift+Enter"])):
        section = dialog.locator("section", has=somebody.page.get_by_role("heading", name=part))
        entry = section.locator("dt", has_text=name).locator("xpath=following-sibling::dd[1]/kbd")
        assert entry.all_inner_texts() == keys, (name, entry.all_inner_texts())
    somebody.press("Escape")
    somebody.focus("One")
    somebody.press("g", "l")
    somebody.page.get_by_role("option", name="Go to Home").wait_for()
    assert somebody.page.get_by_role("option").count() == 2, "lists, and a way to make one"
    somebody.press("Enter")
    somebody.page.get_by_role("heading", name="Home").wait_for()
