"""What goes wrong outside, and what a person sees of it."""

import uuid

from details import has_branches, with_subtasks
from devices import pair
from world import main, until


@main
def flow_without_the_server(world):
    """L-4.1."""
    somebody = world.person()
    somebody.add("Before")
    somebody.is_sent("Before")
    # The sources have no service worker.
    is_installed = (world.app / "sw.js").exists()
    if is_installed:
        somebody.is_installed()
    with world.without_server():
        somebody.add("While it was away")
        somebody.circle("Before").click()
        somebody.is_in("Before", "active")
        if is_installed:
            somebody.page.reload()
        somebody.has("Before", "While it was away")
        somebody.page.get_by_text("Offline. 2 changes wait.").wait_for(timeout=60_000)
        again = somebody.page.get_by_role("button", name="Try now").first.element_handle()
        again.focus()
        failed = []
        somebody.page.on("requestfailed", lambda request: failed.append(request))
        somebody.press("Enter")
        somebody.gathers(failed, 2, "the changes and the live stream are tried, and fail")
        assert again.evaluate("(it) => it === document.activeElement"), "an attempt took the button away"
    # The app comes back by itself, too: it may do so before anybody could press.
    again.evaluate("(it) => it.click()")
    somebody.is_sent("While it was away")
    somebody.is_sent("Before", state="active")
    until(lambda: somebody.page.locator(".standing:visible").count(), "the line about it", 0)


def flow_what_waits_is_taken_back(world):
    """V-3.11 before it was sent: each change that waits is named, and one of them is taken back."""
    somebody = world.person()
    page = somebody.page
    somebody.add("First", "Second")
    somebody.is_sent("Second")
    somebody.context.route("**/v1/**", lambda route: route.abort())
    somebody.add("A slip")
    somebody.focus("First")
    somebody.press("m")
    somebody.hears("Moved to Tomorrow")
    somebody.focus("Second")
    somebody.press("#")
    page.locator(".popover input").wait_for()
    somebody.type("home")
    somebody.press("Enter", "Escape")
    page.get_by_text("Offline. 3 changes wait.").wait_for()
    somebody.click("Show")
    somebody.at("settings/unsent")
    lines = page.locator(".change-line")
    until(lambda: [line.split("\n\n")[:2] for line in lines.all_inner_texts()], "what waits", [
        ["Second", "Tags: #home"], ["First", "Moved from today to tomorrow"], ["A slip", "Added, for today"]])
    lines.filter(has_text="A slip").get_by_role("button", name="Take back: A slip, Added, for today").click()
    somebody.toast("Undone")
    page.get_by_text("2 changes that were taken back go along").wait_for()
    until(lines.count, "what waits", 2)
    # It is undone like any other: it comes back, and goes again with the keys.
    page.locator(".toast").get_by_role("button", name="Redo").click()
    until(lines.count, "what waits", 3)
    somebody.press("Control+z")
    until(lines.count, "what waits", 2)
    somebody.context.unroute("**/v1/**")
    somebody.is_sent("Second", tags=["home"])
    until(lambda: sorted(somebody.on_server()), "what the server has", ["First", "Second"])
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Nothing waits.").wait_for()
    until(page.get_by_role("button", name="Not sent yet").count, "a way to nothing", 0)


@main
def flow_much_is_deleted(world):
    somebody = world.person()
    somebody.add("First")
    somebody.is_sent("First")
    for part in range(0, 120, 60):
        at = f"{somebody.day(0)}T00:00:00.000Z"
        ops = [{"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": at,
                "fields": {"title": f"Task {part + number}", "scheduledDate": somebody.day(0)}} for number in range(60)]
        somebody.elsewhere("POST", "/v1/sync", {"ops": ops})
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all tasks", "121")
    somebody.page.locator(".rows .row").first.focus()
    somebody.press_at_once("Control+a", "Delete")
    dialog = somebody.page.get_by_role("alertdialog")
    dialog.get_by_text("This deletes 121 of 121 tasks on every device.").wait_for()
    somebody.has()
    assert len(somebody.on_server()) == 121
    assert dialog.get_by_role("button", name="Put them back").evaluate("(it) => it === document.activeElement")
    # The server does not hear of the answer before all is deleted again.
    held, holding = [], True
    somebody.context.route("**/v1/sync", lambda route: held.append(route) if holding else route.continue_())
    somebody.press("Enter")
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all tasks", "121")
    somebody.gathers(held, 1, "a request is held")
    somebody.page.locator(".rows .row").first.focus()
    somebody.press("Control+a", "Delete")
    somebody.has()
    holding = False
    for route in held:
        route.continue_()
    dialog.get_by_role("button", name="Delete 121 tasks").click()
    until(lambda: len(somebody.on_server()), "tasks on the server", 0)
    somebody.has()


def flow_one_tab_answers_for_all(world):
    """Much is deleted, and two tabs ask; what one answers closes the other's question, which takes nothing back later."""
    somebody = world.person()
    somebody.add("First")
    somebody.is_sent("First")
    for part in range(0, 120, 60):
        at = f"{somebody.day(0)}T00:00:00.000Z"
        ops = [{"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": at,
                "fields": {"title": f"Task {part + number}", "scheduledDate": somebody.day(0)}} for number in range(60)]
        somebody.elsewhere("POST", "/v1/sync", {"ops": ops})
    until(lambda: somebody.page.locator(".head .count").inner_text(), "all tasks", "121")
    other = somebody.another_tab()
    other.go("today")
    until(lambda: other.page.locator(".head .count").inner_text(), "all tasks", "121")
    somebody.page.locator(".rows .row").first.focus()
    somebody.press_at_once("Control+a", "Delete")
    question = "This deletes 121 of 121 tasks on every device."
    for tab in (somebody, other):
        tab.page.get_by_role("alertdialog").get_by_text(question).wait_for()
    somebody.page.get_by_role("button", name="Delete 121 tasks").click()
    other.page.get_by_role("alertdialog").wait_for(state="detached")
    until(lambda: len(somebody.on_server()), "tasks on the server", 0)


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
    # The line leads here, and has nothing more to say.
    assert old.page.locator(".standing:visible").count() == 0
    old.click("Use mine")
    old.page.get_by_text("Nothing gave way").wait_for()
    new.has("As the first wrote it")


def flow_what_gave_way_is_said_in_words(world):
    """Fields and values as the history says them, and nothing as it travels."""
    old, new = world.person(), world.person()
    pair(old, new)
    task = old.on_server()["A task"]["id"]
    old.go("today")
    old.shows("A task")
    with world.without_server():
        old.focus("A task")
        old.press("p")
        old.choose("High")
        old.page.goto("about:blank")
    new.elsewhere("PATCH", f"/v1/tasks/{task}", {"priority": 5})
    old.go("today")
    old.page.get_by_text("One change gave way").wait_for()
    old.click("Show")
    old.page.get_by_text("You wrote (priority)").wait_for()
    old.page.locator(".lost dd", has_text="High").wait_for()
    old.page.locator(".lost dd", has_text="Medium").wait_for()


def flow_two_kinds_of_lost_changes(world):
    """The line about one of them becomes that about the other, and so does what leads there."""
    old, new = world.person(), world.person()
    pair(old, new)
    old.go("today")
    old.shows("A task")
    with world.without_server():
        edit(old, "A task", "As the first wrote it")
        old.page.goto("about:blank")
    edit(new, "A task", "As the second wrote it")
    new.is_sent("As the second wrote it")

    def refuse(route):
        answer = route.fetch()
        ops = route.request.post_data_json.get("ops", [])
        refused = [op["opId"] for op in ops if op.get("fields", {}).get("title") == "Refused"]
        page = answer.json()
        for at, result in enumerate(page["outcomes"]):
            if result["opId"] in refused:
                page["outcomes"][at] = {"opId": result["opId"], "outcome": "rejected", "code": "invalid_operation",
                                        "sentence": "No."}
        route.fulfill(response=answer, json=page)

    old.context.route("**/v1/sync", refuse)
    old.go("today")
    old.page.get_by_text("One change gave way").wait_for()
    old.add("Refused")
    old.page.get_by_text("One change was not accepted").wait_for()
    mark = "a change was not accepted"
    until(lambda: mark in old.row("Refused").get_attribute("aria-label"), "the row says so, too")
    assert mark not in old.row("As the second wrote it").get_attribute("aria-label")
    old.click("Show")
    until(lambda: old.path, "the address", "not-accepted")
    old.click("Take back")
    old.page.get_by_text("One change gave way").wait_for()
    # It was written down that it was taken back.
    old.page.reload()
    old.page.get_by_text("One change gave way").wait_for()
    assert not old.page.get_by_text("One change was not accepted").count()
    old.click("Show")
    old.page.get_by_text("As the first wrote it").wait_for()
    # Without the server it is decided as well.
    old.context.set_offline(True)
    old.click("Keep it as it is")
    old.page.get_by_text("As the first wrote it").wait_for(state="detached")
    old.context.set_offline(False)
    old.go("today")
    old.shows("As the second wrote it")
    assert not old.page.get_by_text("One change gave way").count()


def disk_that_fails(somebody):
    """Says how often the disk is to fail at what somebody does; the fourth time in a row ends it."""
    keeper = next(worker for worker in somebody.page.workers if "keeper" in worker.url)
    keeper.evaluate("""() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...what) {
        // The answer to a gesture goes with it, and nothing that the server says has one.
        if (!String(what[1]).startsWith("wishes:") || !(globalThis.faults > 0)) return put.apply(this, what);
        globalThis.faults -= 1;
        throw new DOMException("of this test", "UnknownError");
      };
    }""")
    return lambda faults: keeper.evaluate("(faults) => globalThis.faults = faults", faults)


def flow_what_is_done_is_shown_at_once(world):
    """It stands there in the next frame, and as kept when the disk has it; what the disk refuses is taken back, with
    words, and the text is in the field again."""
    somebody = world.person(path="inbox")
    somebody.add("There")
    page = somebody.page
    fails = disk_that_fails(somebody)
    page.evaluate("""() => {
      globalThis.seen = [];
      const look = () => {
        for (const row of document.querySelectorAll(".rows .row")) {
          const { ariaBusy, dataset: { state } } = row;
          globalThis.seen.push(`${row.querySelector(".title").textContent}, ${state}${ariaBusy ? ", unkept" : ""}`);
        }
      };
      new MutationObserver(look).observe(document.querySelector(".rows"), { subtree: true, childList: true, attributes: true });
    }""")

    def was_seen(row):
        until(lambda: row in page.evaluate("globalThis.seen"), row)

    def ill_for(faults):
        fails(faults)
        page.evaluate("globalThis.seen = []")

    field = page.get_by_label("Task input field")
    ill_for(4)
    field.fill("New")
    field.press("Enter")
    was_seen("New, notStarted, unkept")
    somebody.toast("Failed to save task. Please try again.")
    until(field.input_value, "the text is in the field again", "New")
    assert "New, notStarted" not in page.evaluate("globalThis.seen")
    assert page.locator(".rows .row").count() == 1
    ill_for(1)
    field.press("Enter")
    somebody.has("There", "New")
    was_seen("New, notStarted, unkept")
    page.locator(".toast").click()
    ill_for(4)
    somebody.focus("There")
    somebody.press(" ")
    was_seen("There, active, unkept")
    somebody.toast("Failed to save task. Please try again.")
    somebody.is_in("There", "notStarted")
    assert "There, active" not in page.evaluate("globalThis.seen")
    ill_for(1)
    somebody.press(" ")
    somebody.is_in("There", "active")
    was_seen("There, active, unkept")
    page.reload()
    somebody.has("There", "New")
    somebody.is_in("There", "active")


def flow_what_is_refused_stays_in_its_field(world):
    """Notes, a title in its row and the name of a subtask: what the disk does not take is not lost, and is kept the next
    time."""
    somebody = world.person(path="inbox")
    with_subtasks(somebody, "Paint", "Buy")
    page, fails = somebody.page, disk_that_fails(somebody)

    def refused(field, text):
        """Written there, and not taken. It is kept when the field is left, as by the press on what was said."""
        fails(4)
        field.fill(text)
        field.press("Control+Enter")
        somebody.toast("Failed to save task. Please try again.")
        until(lambda: (field.input_value(), field.get_attribute("aria-invalid")), "what was written", (text, "true"))
        page.locator(".toast").click()

    notes = page.locator("#detail-notes")
    refused(notes, "White, and a little green")
    until(lambda: notes.get_attribute("aria-invalid"), "the notes are kept", None)
    somebody.is_sent("Paint", notes="White, and a little green")
    page.locator(".subtask").focus()
    somebody.press("e")
    refused(page.locator(".subtask .in-place"), "Buy the paint")
    has_branches(somebody, "Buy the paint")
    somebody.focus("Paint")
    somebody.press("e")
    refused(page.locator(".rows .in-place"), "Paint the hall")
    somebody.shows("Paint the hall")
    for title in ("Paint the hall", "Buy the paint"):
        somebody.is_sent(title)


def flow_what_is_refused_outlives_its_field(world):
    """Whoever goes to another task, or to another view, is offered it again, and finds it where it was written."""
    somebody = world.person(path="inbox")
    somebody.add("Paint", "Bake")
    for title in ("Paint", "Bake"):
        somebody.is_sent(title)
    page, fails = somebody.page, disk_that_fails(somebody)
    notes = page.locator("#detail-notes")
    offered = lambda text: page.locator(".toast", has_text=f"Not saved, but not lost: “{text}”")
    asked = []
    somebody.answers = True
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))

    def goes_on(text, to):
        fails(4)
        notes.fill(text)
        to()
        offered(text).wait_for()

    somebody.focus("Paint")
    somebody.press("Enter")
    goes_on("White", lambda: somebody.row("Bake").click())
    until(lambda: page.locator("#detail-title").input_value(), "the other task", "Bake")
    # Where it was written it stands again, and is kept as soon as that is left.
    somebody.row("Paint").click()
    until(lambda: (notes.input_value(), notes.get_attribute("aria-invalid")), "what was written", ("White", "true"))
    somebody.row("Bake").click()
    somebody.is_sent("Paint", notes="White")
    until(lambda: page.locator("#detail-title").input_value(), "the other task", "Bake")
    goes_on("Dark", lambda: page.get_by_role("link", name="Today").click())
    # A tab is not closed over it.
    page.evaluate("setTimeout(() => location.reload())")
    somebody.gathers(asked, 1, "it is asked")
    assert asked == ["beforeunload"], asked
    offered("Dark").get_by_role("button", name="Try now").click()
    somebody.hears("Saved")
    somebody.is_sent("Bake", notes="Dark")


def flow_no_room_on_the_device(world):
    """A browser that has no more room takes nothing and shows nothing: the text is still in the field."""
    somebody = world.person(path=None)
    session, origin = somebody.context.new_cdp_session(somebody.page), {"origin": world.address}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 4_000_000})
    somebody.go("inbox")
    field, notes = somebody.page.get_by_label("Task input field"), somebody.page.locator(".capture .notes")
    toast = somebody.page.locator(".toast", has_text="Unable to save task. Please check device storage.")
    count = somebody.page.locator(".head .count").inner_text
    # What repeats would shrink on the disk.
    text, kept = "".join(world.random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=90_000)), []
    for number in range(80):
        field.fill(f"Task {number}")
        field.press("Shift+Enter")
        notes.fill(text[number:] + text[:number])
        notes.press("Control+Enter")
        # The field is empty before the disk has answered.
        until(lambda: toast.count() == 1 or count() == str(number + 1), "an answer")
        if toast.count() == 1:
            break
        kept.append(f"Task {number}")
    until(lambda: (field.input_value(), len(notes.input_value())), "the text comes back", (f"Task {len(kept)}", 90_000))
    until(count, "what was kept", str(len(kept)))
    # What is typed while the disk says no is not lost for what comes back.
    somebody.page.evaluate("""() => {
      const [field, notes] = document.querySelectorAll(".capture textarea");
      const how = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
      notes.dispatchEvent(new KeyboardEvent("keydown", how));
      for (const [typed, text] of [[field, "Typed meanwhile"], [notes, "Its notes"]]) {
        typed.value = text;
        typed.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    }""")
    until(field.input_value, "both titles", f"Task {len(kept)}\nTyped meanwhile")
    assert notes.input_value().endswith("\nIts notes")
    kept += [f"Task {len(kept)}", "Typed meanwhile"]
    session.send("Storage.overrideQuotaForOrigin", origin)
    notes.press("Control+Enter")
    until(count, "what was kept", str(len(kept)))
    somebody.page.reload()
    until(count, "what was kept", str(len(kept)))
    until(lambda: sorted(somebody.on_server()), "tasks on the server", sorted(kept))


@main
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
        page.evaluate(
            "navigator.serviceWorker.getRegistration('/app/').then((found) => found.update()).then(() => true)")
        somebody.toast("A new version is ready.")
        # Who opens the app anew has the version before, and the new one is kept for when they want it.
        page.reload()
        somebody.toast("A new version is ready.")
        with world.without_server():
            somebody.add("Not sent yet")
            page.reload()
            somebody.toast("A new version is ready.")
            somebody.click("Reload")
            page.locator("html[data-version=another0001]").wait_for(state="attached")
            somebody.has("Of the version before", "Not sent yet")
        somebody.is_sent("Not sent yet")
    finally:
        worker.write_text(kept[0])
        shell.write_text(kept[1])


def flow_a_new_version_that_is_not_let_in(world):
    """The browser leaves the new version waiting for as long as it likes. Whoever wants it has it all the same, whole,
    also without the server; a tab that is open goes on with the version before, and what it keeps."""
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
    state = "navigator.serviceWorker.getRegistration('/app/').then(({ waiting }) => waiting?.state ?? '')"
    new = page.locator("html[data-version=another0001]")
    try:
        worker.write_text("self.skipWaiting = () => new Promise(() => {});" + kept[0].replace(before, "another0001"))
        shell.write_text(kept[1].replace(before, "another0001"))
        page.evaluate(
            "navigator.serviceWorker.getRegistration('/app/').then((found) => found.update()).then(() => true)")
        somebody.toast("A new version is ready.")
        other = somebody.another_tab()
        other.go("today")
        other.toast("A new version is ready.")
        with world.without_server():
            somebody.click("Reload")
            new.wait_for(state="attached")
            somebody.has("Of the version before")
            assert page.evaluate(state) == "installed"
            # The other tab goes on as it is, until it is loaded anew.
            assert other.page.evaluate("document.documentElement.dataset.version") == before
            other.page.reload()
            other.page.locator("html[data-version=another0001]").wait_for(state="attached")
            other.page.close()
            somebody.add("Not sent yet")
            page.reload()
            new.wait_for(state="attached")
            somebody.has("Of the version before", "Not sent yet")
            # Nobody is asked again for what they have.
            assert not page.locator(".toast", has_text="A new version is ready.").count()
        somebody.is_sent("Not sent yet")
    finally:
        worker.write_text(kept[0])
        shell.write_text(kept[1])


def flow_errors_of_the_app_are_counted_here(world):
    somebody = world.person(path="settings")
    somebody.page.get_by_text("Nothing waits.").wait_for()
    somebody.page.evaluate("for (const what of 'ab') setTimeout(() => { throw new Error(what); })")
    somebody.page.get_by_text("2 errors of the app here").wait_for()
    somebody.page.reload()
    somebody.page.get_by_text("2 errors of the app here").wait_for()
    told, somebody.faults = somebody.faults, []
    assert told == ["error: a", "error: b"], told
    assert "Error" not in somebody.page.evaluate("JSON.stringify({ ...localStorage })")
    somebody.click("Forget", exact=True)
    until(somebody.page.get_by_text("errors of the app here").count, "the line about them", 0)


def edit(person, title, text):
    person.focus(title)
    person.press("e")
    person.page.locator(".in-place").fill(text)
    person.press("Enter")
    # The row shows it before it is on the disk.
    person.hears("Saved")
    person.shows(text)
