"""Screens by keys alone: nothing here is pressed by a pointer, and no focus is set but by keys."""

import datetime

from account import TODO, sees
from details import days_of
from devices import PASSWORD
from world import until, walks

NAME = """() => {
  const it = document.activeElement;
  const other = document.getElementById(it.getAttribute("aria-labelledby"))?.textContent;
  return (it.ariaLabel || other || it.labels?.[0]?.textContent || it.textContent).trim();
}"""


def focused(person):
    return person.page.evaluate(NAME)


def to(person, name):
    """Tab goes on until it is on what has this name, or begins with it."""
    seen = []
    for _ in range(120):
        seen.append(focused(person))
        if seen[-1] == name or seen[-1].startswith(f"{name}\n"):
            return
        person.press("Tab")
    raise AssertionError(f"Tab never leads to {name}, only to {list(dict.fromkeys(seen))}")


def somebody_at(world, title):
    """Somebody who has written a task down, and is on it."""
    person = world.person()
    until(lambda: focused(person), "where a new task is typed", "Task input field")
    person.type(title)
    person.press("Enter")
    person.is_sent(title)
    person.press("Escape")
    until(lambda: focused(person).startswith(f"{title},"), "the focus on the row")
    return person


def settings_of(person, line=None):
    """The settings, or what a line of them leads to."""
    person.press("g", ",")
    person.at("settings")
    if line:
        to(person, line)
        person.press("Enter")


@walks("repeat", by="keys")
def flow_repetition_by_keys_alone(world):
    somebody = somebody_at(world, "Run")
    page = somebody.page
    somebody.press("Enter")
    until(lambda: focused(somebody), "the title", "Title")
    to(somebody, "Add repeat")
    somebody.press("Enter")
    page.get_by_role("menu", name="Repeat").wait_for()
    somebody.press("m")
    until(lambda: focused(somebody), "the entry", "More choices...")
    somebody.press("Enter")
    form = page.get_by_role("dialog", name="Repeat")
    form.wait_for()
    to(somebody, "Days, weeks, months or years")
    somebody.press("w")
    today, tomorrow = somebody.today, somebody.today + datetime.timedelta(days=1)
    to(somebody, f"{tomorrow:%A}")
    somebody.press("Space")
    names = days_of(somebody, 0, 1)
    form.get_by_text(f"Every {names[0]} and {names[1]}.").wait_for()
    until(lambda: focused(somebody), "the focus stays", f"{tomorrow:%A}")
    to(somebody, "Ends")
    somebody.press("a")
    to(somebody, "How many times")
    somebody.press("Control+a")
    somebody.type("9")
    to(somebody, "on its day")
    somebody.press("Space")
    form.get_by_text(f"Every {names[0]} and {names[1]}, 9 times.").wait_for()
    to(somebody, "Save")
    somebody.press("Enter")
    form.wait_for(state="detached")
    until(lambda: page.evaluate("document.activeElement.id"), "the focus goes back", "property-repeat")
    until(lambda: (somebody.on_server()["Run"]["recurrence"] or {}).get("onSchedule"), "what was chosen", True)
    rule = somebody.on_server()["Run"]["recurrence"]["rrule"]
    assert "FREQ=WEEKLY" in rule and "COUNT=9" in rule and f"{today:%A}"[:2].upper() in rule, rule
    somebody.press("Enter", "s")
    until(lambda: focused(somebody).startswith("Skip this one"), "the entry")
    somebody.press("Enter")
    somebody.toast("Skipped. The next one is")
    somebody.is_sent("Run", scheduledDate=somebody.day(1))


@walks("in and out", by="keys")
def flow_files_come_in_and_go_out_by_keys_alone(world):
    somebody = somebody_at(world, "Mine")
    page = somebody.page
    # Heard from the beginning: a key is faster than whoever begins to listen for what it opens.
    choosers = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    settings_of(somebody, "Export and import")
    somebody.at("settings/data")
    to(somebody, "Choose a file")
    somebody.press("Enter")
    somebody.gathers(choosers, 1, "the device's own dialog")
    choosers[0].set_files({"name": "todo.txt", "mimeType": "text/plain", "buffer": TODO.encode()})
    sees(somebody, "3 tasks and 1 list are new.")
    to(somebody, "Import 3 tasks and 1 list")
    somebody.press("Enter")
    sees(somebody, "3 tasks and 1 list were made.")
    to(somebody, "Undo the import")
    somebody.press("Enter")
    page.get_by_role("alertdialog").wait_for()
    to(somebody, "Undo the import")
    somebody.press("Enter")
    sees(somebody, "The import was undone.")
    until(lambda: set(somebody.on_server()), "what is left", {"Mine"})
    to(somebody, "Bring it back")
    somebody.press("Enter")
    sees(somebody, "The import is back.")
    to(somebody, "Export Data")
    with page.expect_download():
        somebody.press("Enter")
    sees(somebody, "where this browser keeps downloads")
    until(lambda: focused(somebody), "the focus stays", "Export Data")


@walks("account", by="keys")
def flow_a_sign_in_and_the_end_by_keys_alone(world):
    somebody = somebody_at(world, "Mine")
    page = somebody.page
    email = f"{somebody.token[-12:].lower().replace('_', 'a').replace('-', 'b')}@example.org"
    settings_of(somebody, "This account has no sign-in yet")
    somebody.at("settings/account")
    to(somebody, "Email")
    somebody.type(email)
    somebody.press("Tab")
    somebody.type(PASSWORD)
    somebody.press("Enter")
    page.get_by_role("dialog", name="Recovery codes").wait_for()
    # Enter sent the form: pressed once more it loses nothing.
    somebody.press("Enter")
    to(somebody, "I have kept them")
    somebody.press("Enter")
    page.get_by_role("dialog", name="Recovery codes").wait_for(state="detached")
    sees(somebody, email)
    to(somebody, "Delete Account...")
    somebody.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete the account")
    dialog.wait_for()
    # Escape leaves it, where it was opened.
    somebody.press("Escape")
    dialog.wait_for(state="detached")
    until(lambda: focused(somebody), "the focus goes back", "Delete Account...")
    somebody.press("Enter")
    dialog.wait_for()
    to(somebody, "Type delete to confirm")
    somebody.type("delete")
    to(somebody, "Your password now")
    somebody.type(PASSWORD)
    somebody.press("Enter")
    somebody.toast("The account was deleted.")
    somebody.at("today")


@walks("settings", by="keys")
def flow_settings_by_keys_alone(world):
    somebody = somebody_at(world, "Mine")
    page = somebody.page
    settings_of(somebody)
    to(somebody, "Dark")
    somebody.press("Space")
    until(lambda: page.evaluate("document.documentElement.className.includes('theme-dark')"), "the dark theme")
    until(lambda: focused(somebody), "the focus stays", "Dark")
    to(somebody, "Single keys")
    single = page.get_by_label("Single keys")
    somebody.press("Space")
    until(single.is_checked, "single keys", False)
    somebody.press("Space")
    until(single.is_checked, "single keys")
    page.reload()
    page.get_by_text("The week begins on").wait_for()
    to(somebody, "The week begins on")
    somebody.press("End")
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["firstWeekday"], "the first weekday", 7)
    until(lambda: focused(somebody), "the focus stays", "The week begins on")
    somebody.press("g")
    somebody.at("settings")


def flow_the_focus_goes_on_from_what_a_press_takes_away(world):
    """A message that is answered, and what is done with all that are selected, lead back to the tasks."""
    somebody = somebody_at(world, "First")
    page = somebody.page
    somebody.press("n")
    for title in ("Second", "Third"):
        somebody.type(title)
        somebody.press("Enter")
        somebody.is_sent(title)

    def on_a_row():
        until(lambda: page.evaluate("document.activeElement.closest('.rows .row') !== null"), "the focus on a row")

    somebody.press("Escape")
    on_a_row()
    somebody.press("Delete")
    somebody.toast("Deleted")
    to(somebody, "Undo")
    somebody.press("Enter")
    somebody.toast("Undone")
    on_a_row()
    to(somebody, "Close")
    somebody.press("Enter")
    page.locator(".toast").wait_for(state="detached")
    on_a_row()
    somebody.press("x")
    to(somebody, "Clear the selection")
    somebody.press("Enter")
    on_a_row()
    somebody.press("x")
    to(somebody, "Complete")
    somebody.press("Enter")
    page.locator(".selection-bar").wait_for(state="hidden")
    on_a_row()
