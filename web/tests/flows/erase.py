"""A task that is erased for good: by hand, by keys, and as another browser hears of it."""

from history import two
from world import until, walks


def delete(person, title):
    person.focus(title)
    person.press("Delete")
    person.toast("Deleted")
    person.go("deleted")
    person.shows(title)


def ask(person, title):
    """The question, from the menu of the deleted task."""
    person.row(title).click(button="right")
    person.page.get_by_role("menuitem", name="Erase for Good").click()
    dialog = person.page.get_by_role("dialog", name="Erase for good")
    dialog.wait_for()
    return dialog


@walks("erase", by="mouse")
def flow_a_word_erases_a_task(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Zebra in the cellar", "Bread")
    somebody.is_sent("Zebra in the cellar")
    delete(somebody, "Zebra in the cellar")
    dialog = ask(somebody, "Zebra in the cellar")
    field = dialog.get_by_label("Type erase to confirm")
    field.fill("no")
    somebody.press("Enter")
    dialog.get_by_text("Type the word as it stands there.").wait_for()
    field.fill("erase")
    somebody.press("Enter")
    somebody.toast("Erased for good")
    until(lambda: somebody.titles, "nothing is left among the deleted", wanted=[])
    until(lambda: "Zebra" in str(somebody.on_disk), "no word is left on the disk", wanted=False)
    page.get_by_role("link", name="History").click()
    page.get_by_text("An erased task").first.wait_for()
    assert "Zebra" not in page.locator("main").inner_text()
    # Everything else can be taken back.
    somebody.go("today")
    somebody.has("Bread")


@walks("erase", by="keys")
def flow_by_keys_and_heard_elsewhere(world):
    one, other = two(world)
    one.focus("A task")
    one.press("Delete")
    one.toast("Deleted")
    other.go("deleted")
    other.shows("A task")
    one.go("deleted")
    one.focus("A task")
    one.press("Shift+F10")
    one.page.get_by_role("menuitem", name="Erase for Good").focus()
    one.press("Enter")
    one.page.get_by_label("Type erase to confirm").wait_for()
    one.press("Escape")
    one.shows("A task")
    one.press("Shift+F10")
    one.page.get_by_role("menuitem", name="Erase for Good").focus()
    one.press("Enter")
    one.page.get_by_label("Type erase to confirm").wait_for()
    one.type("erase")
    one.press("Enter")
    one.toast("Erased for good")
    until(lambda: other.titles, "the other browser hears of it", wanted=[])
    until(lambda: "A task" in str(other.on_disk), "and keeps no word", wanted=False)


def flow_without_the_server_nothing_is_erased(world):
    somebody = world.person()
    somebody.add("Zebra")
    somebody.is_sent("Zebra")
    delete(somebody, "Zebra")
    dialog = ask(somebody, "Zebra")
    with world.without_server():
        dialog.get_by_label("Type erase to confirm").fill("erase")
        somebody.press("Enter")
        dialog.get_by_text("cannot be reached now").wait_for()
    somebody.press("Escape")
    somebody.shows("Zebra")
