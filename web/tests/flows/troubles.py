"""What goes wrong outside, and what a person sees of it."""

import uuid

from devices import pair
from world import until


def flow_without_the_server(world):
    somebody = world.person()
    somebody.add("Before")
    somebody.is_sent("Before")
    somebody.is_installed()
    with world.without_server():
        somebody.add("While it was away")
        somebody.circle("Before").click()
        somebody.is_in("Before", "active")
        somebody.page.reload()
        somebody.has("Before", "While it was away")
        somebody.page.get_by_text("Offline. 2 changes wait.").wait_for(timeout=20_000)
    somebody.click("Try now")
    somebody.is_sent("While it was away")
    somebody.is_sent("Before", state="active")
    until(lambda: somebody.page.locator(".standing:visible").count(), "the line about it", 0)


def flow_much_is_deleted(world):
    somebody = world.person()
    somebody.add("First")
    somebody.is_sent("First")
    for part in range(0, 120, 60):
        ops = [{"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": f"{somebody.day(0)}T00:00:00.000Z",
                "fields": {"title": f"Task {part + number}", "scheduledDate": somebody.day(0)}} for number in range(60)]
        somebody.elsewhere("POST", "/v1/sync", {"ops": ops})
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all tasks", "121")
    somebody.page.locator(".rows .row").first.focus()
    somebody.press("Control+a", "Delete")
    dialog = somebody.page.get_by_role("alertdialog")
    dialog.get_by_text("This deletes 121 of 121 tasks on every device.").wait_for()
    somebody.has()
    assert len(somebody.on_server()) == 121
    assert dialog.get_by_role("button", name="Put them back").evaluate("(it) => it === document.activeElement")
    somebody.press("Enter")
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all tasks", "121")
    somebody.page.locator(".rows .row").first.focus()
    somebody.press("Control+a", "Delete")
    dialog.get_by_role("button", name="Delete 121 tasks").click()
    until(lambda: len(somebody.on_server()), "tasks on the server", 0)
    somebody.has()


def flow_one_change_gave_way(world):
    old, new = world.person(), world.person()
    pair(old, new)
    old.go("today")
    old.shows("A task")
    with world.without_server():
        edit(old, "A task", "As the first wrote it")
        old.page.goto("about:blank")
    edit(new, "A task", "As the second wrote it")
    new.is_sent("As the second wrote it")
    old.go("today")
    old.page.get_by_text("One change gave way").wait_for()
    old.has("As the second wrote it")
    old.click("Show")
    old.page.get_by_text("As the first wrote it").wait_for()
    old.click("Use mine")
    old.page.get_by_text("Nothing gave way").wait_for()
    new.has("As the first wrote it")


def flow_no_room_on_the_device(world):
    """A browser that has no more room takes nothing and shows nothing: the text is still in the field."""
    somebody = world.person(path=None)
    session, origin = somebody.context.new_cdp_session(somebody.page), {"origin": world.address}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 4_000_000})
    somebody.go("inbox")
    field, notes = somebody.page.get_by_label("Task input field"), somebody.page.locator(".capture .notes")
    toast = somebody.page.locator(".toast", has_text="Unable to save task. Please check device storage.")
    # What repeats would shrink on the disk.
    text, kept = "".join(world.random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=90_000)), []
    for number in range(80):
        field.fill(f"Task {number}")
        field.press("Shift+Enter")
        notes.fill(text[number:] + text[:number])
        notes.press("Control+Enter")
        until(lambda: toast.count() == 1 or field.input_value() == "", "an answer")
        if toast.count() == 1:
            break
        kept.append(f"Task {number}")
    until(lambda: (field.input_value(), len(notes.input_value())), "the text comes back", (f"Task {len(kept)}", 90_000))
    somebody.has(*kept)
    session.send("Storage.overrideQuotaForOrigin", origin)
    notes.press("Control+Enter")
    somebody.has(*kept, f"Task {len(kept)}")
    somebody.page.reload()
    somebody.has(*kept, f"Task {len(kept)}")


def flow_a_new_version(world):
    if not (world.app / "sw.js").exists():
        return  # the sources are not installed
    somebody = world.person()
    page = somebody.page
    somebody.add("Of the version before")
    somebody.is_sent("Of the version before")
    somebody.is_installed()
    worker, shell = world.app / "sw.js", world.app / "index.html"
    before = page.evaluate("document.documentElement.dataset.version")
    kept = worker.read_text(), shell.read_text()
    try:
        worker.write_text(kept[0].replace(before, "another0001"))
        shell.write_text(kept[1].replace(before, "another0001"))
        with world.without_server():
            somebody.add("Not sent yet")
        page.evaluate("navigator.serviceWorker.getRegistration('/app/').then((found) => found.update()).then(() => true)")
        somebody.toast("A new version is ready.")
        somebody.click("Reload")
        page.locator("html[data-version=another0001]").wait_for(state="attached")
        somebody.has("Of the version before", "Not sent yet")
        somebody.is_sent("Not sent yet")
    finally:
        worker.write_text(kept[0])
        shell.write_text(kept[1])


def edit(person, title, text):
    person.focus(title)
    person.press("e")
    person.page.locator(".in-place").fill(text)
    person.press("Enter")
    person.shows(text)
