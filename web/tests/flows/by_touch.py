"""Screens with a finger: everything here is tapped, held or moved on a phone's glass."""

from account import TODO, sees
from board import planner, put, stands
from details import facts, focused, has_branches, progress
from devices import PASSWORD
from hands import Finger, middle
from reminders import DISABLED, asked
from world import until, walks


def tap(person, name, role="button"):
    person.page.get_by_role(role, name=name).first.tap()


def tap_entry(person, name):
    """An entry of the menu that is open."""
    person.page.locator(".menu-item", has_text=name).first.tap()


def go(person, name):
    """To a view or a page by the drawer."""
    tap(person, "Views and lists")
    tap(person, name, "link")


def somebody_with(world, *titles):
    person = world.person("phone")
    person.page.get_by_label("Task input field").tap()
    for title in titles:
        person.type(title)
        person.press("Enter")
    person.is_sent(titles[-1])
    return person


def open_task(person, title):
    person.row(title).tap()
    person.page.locator(".detail-body").wait_for()
    until(lambda: person.page.locator("#detail-title").input_value(), "the task that is open", title)


@walks("board", "region", "backlog", by="touch")
def flow_a_day_is_planned_with_a_finger(world):
    somebody = planner(world, "phone", "board")
    page = somebody.page
    put(somebody, "Waits", "backlog")
    page.locator(".card-of-day", has_text="Morning").tap()
    somebody.at("region/morning")
    page.locator(".bucket-choice label", has_text="Must-Do").tap()
    page.get_by_label("Task input field").tap()
    somebody.type("Call mum")
    somebody.press("Enter")
    stands(somebody, ("Must-Do", "1/1", ["Call mum"]), ("Complementary", "0/3", []), ("Misc", "0/5", []))
    somebody.circle("Call mum").tap()
    somebody.is_in("Call mum", "completed")
    go(somebody, "Backlog")
    somebody.at("backlog")
    tap(somebody, "Move Waits to a region")
    tap_entry(somebody, "Evening")
    tap_entry(somebody, "Complementary")
    somebody.toast("Moved to Evening, Complementary")
    somebody.is_sent("Waits", region="evening", bucket="complementary")
    go(somebody, "Board")
    until(lambda: page.locator(".card-of-day", has_text="Morning").get_attribute("aria-label"), "the card",
          "Morning region, 0 Must-Do, 0 Complementary, 0 Misc, 100% complete")


@walks("statistics", by="touch")
def flow_analytics_with_a_finger(world):
    somebody = somebody_with(world, "A task")
    page = somebody.page
    somebody.circle("A task").tap()
    somebody.is_in("A task", "active")
    somebody.circle("A task").tap()
    somebody.is_sent("A task", state="completed")
    go(somebody, "Analytics")
    bars = page.get_by_role("group", name="Completed on each of the last 30 days")
    bars.locator(".mark").last.wait_for()
    bars.locator(".mark").last.tap()
    until(lambda: page.locator(".picture .reading").first.inner_text().endswith("1 task"), "what the bar says")
    tap(somebody, "Show as table: Completed on each of the last 30 days")
    page.locator("table").wait_for()
    page.get_by_role("group", name="By").get_by_role("button", name="Category").tap()
    page.locator(".share", has_text="No category").get_by_text("1 (100 %)").wait_for()


@walks("repeat", "tags", by="touch")
def flow_repetition_tags_and_priority_with_a_finger(world):
    somebody = somebody_with(world, "Run")
    page = somebody.page
    open_task(somebody, "Run")
    tap(somebody, "Add repeat")
    tap_entry(somebody, "More choices")
    form = page.get_by_role("dialog", name="Repeat")
    form.get_by_label("Days, weeks, months or years").select_option("daily")
    form.get_by_role("button", name="on its day").tap()
    form.get_by_role("button", name="Save").tap()
    until(lambda: (somebody.on_server()["Run"]["recurrence"] or {}).get("onSchedule"), "what was chosen", True)
    page.locator("#property-repeat").tap()
    tap_entry(somebody, "Skip this one")
    somebody.is_sent("Run", scheduledDate=somebody.day(1))
    tap(somebody, "Add tags")
    page.get_by_label("Add a tag").wait_for()
    somebody.type("home,work,")
    tap(somebody, "Remove home")
    until(lambda: page.locator(".name-chip").all_text_contents(), "the tags", ["work"])
    # A tap beside it closes it, and does nothing else.
    page.touchscreen.tap(195, 40)
    page.get_by_label("Add a tag").wait_for(state="detached")
    until(lambda: page.locator("#property-tags .tag").all_text_contents(), "the line", ["work"])
    tap(somebody, "Add priority")
    tap_entry(somebody, "High")
    somebody.is_sent("Run", tags=["work"], priority=1)
    tap(somebody, "Remove repeat")
    somebody.is_sent("Run", recurrence=None)


@walks("subtasks", by="touch")
def flow_subtasks_with_a_finger(world):
    somebody = somebody_with(world, "Paint")
    page = somebody.page
    open_task(somebody, "Paint")
    tap(somebody, "Add subtasks")
    until(lambda: focused(somebody), "the field", "subtask-field")
    for title in ("Buy", "Cover", "Wash"):
        somebody.type(title)
        somebody.press("Enter")
    has_branches(somebody, "Buy", "Cover", "Wash")

    def part(title):
        return page.locator(".subtask", has_text=title)

    def drag(title, aside=0, down=0):
        box = part(title).locator(".grip").bounding_box()
        finger = Finger(somebody)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        finger.down(x, y)
        finger.move(x + aside, y + down)
        finger.up()

    height = part("Cover").bounding_box()["y"] - part("Buy").bounding_box()["y"]
    drag("Wash", down=-2 * height - 14)
    has_branches(somebody, "Wash", "Buy", "Cover")
    drag("Cover", aside=30)
    has_branches(somebody, "Wash", "Buy", "·Cover")
    part("Wash").locator(".circle").tap()
    part("Wash").locator(".circle").tap()
    until(lambda: progress(somebody), "the progress", "1/2")
    part("Buy").locator(".subtask-title").tap()
    until(lambda: page.locator("#detail-title").input_value(), "the task that is open", "Buy")
    tap(somebody, "part of Paint")
    until(lambda: page.locator("#detail-title").input_value(), "the task that is open", "Paint")


@walks("reminders", by="touch")
def flow_a_reminder_with_a_finger(world):
    somebody = somebody_with(world, "Book a table")
    page = somebody.page
    open_task(somebody, "Book a table")
    page.locator("#property-due").tap()
    due = page.get_by_role("dialog", name="Due")
    due.get_by_role("button", name="Tomorrow").tap()
    due.wait_for(state="detached")
    page.locator("#property-bell", has_text="Add Reminder").tap()
    tap_entry(somebody, "1 hour before")
    asked(page).wait_for()
    page.locator(".ringing-card").get_by_role("button", name="Not now").tap()
    somebody.toast(DISABLED)
    until(lambda: somebody.on_server()["Book a table"]["reminderAt"] is not None, "the reminder")
    page.locator("#property-bell").tap()
    tap_entry(somebody, "Choose Time...")
    page.get_by_role("dialog", name="Reminder").get_by_role("button", name="No date").tap()
    somebody.is_sent("Book a table", reminderAt=None)


@walks("history", by="touch")
def flow_a_change_is_undone_with_a_finger(world):
    somebody = somebody_with(world, "Water the plants")
    page = somebody.page
    open_task(somebody, "Water the plants")
    page.locator("#detail-title").tap()
    somebody.press("End")
    somebody.type(" and the garden")
    tap(somebody, "Close")
    somebody.is_sent("Water the plants and the garden")
    go(somebody, "History")
    page.get_by_role("button", name="Undo: Water the plants").first.tap()
    somebody.toast("Undone")
    somebody.is_sent("Water the plants")


@walks("in and out", by="touch")
def flow_a_file_is_brought_in_with_a_finger(world):
    somebody = somebody_with(world, "Mine")
    page = somebody.page
    go(somebody, "Settings")
    tap(somebody, "Export and import")
    with page.expect_file_chooser() as chooser:
        tap(somebody, "Choose a file")
    chooser.value.set_files({"name": "todo.txt", "mimeType": "text/plain", "buffer": TODO.encode()})
    tap(somebody, "Import 3 tasks and 1 list")
    sees(somebody, "3 tasks and 1 list were made.")
    tap(somebody, "Undo the import")
    page.get_by_role("alertdialog").get_by_role("button", name="Undo the import").tap()
    sees(somebody, "The import was undone.")
    until(lambda: set(somebody.on_server()), "what is left", {"Mine"})
    with page.expect_download():
        tap(somebody, "Export Data")


@walks("account", by="touch")
def flow_a_sign_in_and_the_end_with_a_finger(world):
    somebody = somebody_with(world, "Mine")
    page = somebody.page
    email = f"{somebody.token[-12:].lower().replace('_', 'a').replace('-', 'b')}@example.org"
    go(somebody, "Settings")
    tap(somebody, "This account has no sign-in yet")
    page.get_by_label("Email").tap()
    somebody.type(email)
    page.get_by_label("New password").tap()
    somebody.type(PASSWORD)
    page.locator("main").get_by_role("button", name="Add", exact=True).tap()
    page.get_by_role("dialog", name="Recovery codes").get_by_role("button").last.tap()
    sees(somebody, email)
    tap(somebody, "Delete Account...")
    dialog = page.get_by_role("dialog", name="Delete the account")
    dialog.get_by_label("Type delete to confirm").tap()
    somebody.type("delete")
    dialog.get_by_label("Your password now").tap()
    somebody.type(PASSWORD)
    dialog.get_by_role("button", name="Delete Account", exact=True).tap()
    somebody.toast("The account was deleted.")


@walks("erase", by="touch")
def flow_a_task_is_erased_with_a_finger(world):
    somebody = somebody_with(world, "Zebra", "Bread")
    page = somebody.page

    def held(title):
        finger = Finger(somebody)
        finger.down(*middle(somebody, title))
        page.get_by_role("menu").wait_for()
        finger.up()

    held("Zebra")
    tap_entry(somebody, "Delete")
    # What a message says stands over no line of the drawer.
    somebody.toast("Deleted")
    go(somebody, "Settings")
    tap(somebody, "Recently deleted")
    somebody.shows("Zebra")
    held("Zebra")
    tap_entry(somebody, "Erase for Good")
    page.get_by_label("Type erase to confirm").tap()
    somebody.type("erase")
    page.get_by_role("dialog").get_by_role("button", name="Erase").tap()
    somebody.toast("Erased for good")
    until(lambda: somebody.titles, "nothing is left among the deleted", [])


@walks("widget", by="touch")
def flow_the_widget_with_a_finger(world):
    somebody = somebody_with(world, "One", "Two")
    page = somebody.page
    go(somebody, "Settings")
    tap(somebody, "Widget: what is due today")
    tap(somebody, "Complete One")
    somebody.is_sent("One", state="completed")
    tap(somebody, "Open Two", "link")
    until(lambda: page.locator("#detail-title").input_value(), "the task that is open", "Two")
    tap(somebody, "Close")
    somebody.at("widget")


@walks("proposals", by="touch")
def flow_a_proposal_with_a_finger(world):
    somebody = somebody_with(world, "Milk")
    task = somebody.on_server()["Milk"]["id"]
    actions = [{"action": "update", "id": task, "fields": {"title": "Oat milk"}},
               {"action": "create", "fields": {"title": "Tea"}}]
    somebody.elsewhere("POST", "/v1/proposals", {"actions": actions})
    go(somebody, "Settings")
    tap(somebody, "Apps and access")
    tap(somebody, "One proposal waits for you")
    # A press on the words is one on the box.
    somebody.page.locator(".change", has_text="Tea").tap()
    tap(somebody, "Apply the one chosen")
    sees(somebody, "Nothing is proposed.")
    until(lambda: set(somebody.on_server()), "the tasks", {"Oat milk"})


@walks("settings", by="touch")
def flow_settings_with_a_finger(world):
    somebody = somebody_with(world, "A task")
    page = somebody.page
    go(somebody, "Settings")
    page.get_by_role("group", name="Theme").get_by_role("button", name="Dark").tap()
    until(lambda: page.evaluate("document.documentElement.className.includes('theme-dark')"), "the dark theme")
    page.locator(".label-text", has_text="Single keys").tap()
    until(page.get_by_label("Single keys").is_checked, "the switch beside the words", False)
    page.get_by_label("The week begins on").select_option("7")
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["firstWeekday"], "the first weekday", 7)
    tap(somebody, "Notifications")
    somebody.at("settings/notifications")
    page.get_by_role("switch", name="Overdue tasks").tap()
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["overdueAlerts"], "overdue tasks")
