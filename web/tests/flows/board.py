"""Planning by parts of the day: the board, its regions, the backlog, and the evening's rollover."""

from hands import Finger, middle

from world import main, until, walks

FULL = "Morning region full (1 Must-Do, 3 Complementary, 5 Misc)"


def planner(world, size="desktop", path="region/morning"):
    """Somebody whose browser shows the parts of the day, and who has an account."""
    person = world.person(size)
    person.add("Begin")
    person.is_sent("Begin")
    person.page.evaluate(
        "localStorage['daybook-preferences'] = JSON.stringify({ messages: 'stay', dayParts: true })")
    person.go(path)
    return person


def put(person, title, region="morning", bucket="misc", **more):
    """A task that another device makes."""
    place = {"region": region} if region == "backlog" else {"region": region, "bucket": bucket}
    return person.elsewhere("POST", "/v1/tasks", {"title": title, **place, **more})["id"]


def size(person, name):
    """Chooses how large the next task is."""
    person.page.locator(".bucket-choice label", has_text=name).click()


def sections(person):
    """The headings of a region or the backlog, each with the titles below it and what stands beside its name."""
    return person.page.evaluate("""() => {
      const top = (node) => node.getBoundingClientRect().top;
      const headings = [...document.querySelectorAll(".headings .heading")].sort((a, b) => top(a) - top(b));
      const rows = [...document.querySelectorAll(".rows .row")].sort((a, b) => top(a) - top(b));
      return headings.map((heading, at) => [
        heading.querySelector("h2").innerText.replace(/\\s+/g, " ").trim(),
        heading.querySelector(".fill span")?.innerText ?? "",
        rows.filter((row) => top(row) > top(heading) && !(headings[at + 1] && top(row) > top(headings[at + 1])))
          .map((row) => row.querySelector(".title").textContent),
      ]);
    }""")


def stands(person, *wanted):
    until(lambda: sections(person), "the sections", [list(section) for section in wanted])


def card(person, name):
    return person.page.locator(".card-of-day", has=person.page.get_by_text(name, exact=True)).first


def card_says(person, name, text):
    until(lambda: card(person, name).get_attribute("aria-label"), f"the card of {name}", text)


def lift(person, title, dx=0, dy=20):
    """Begins to drag a row with the mouse."""
    mouse = person.page.mouse
    x, y = middle(person, title)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + dx, y + dy, steps=3)
    return mouse


def onto(person, mouse, selector):
    box = person.page.locator(selector).first.bounding_box()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)


@main
@walks("board", by="mouse")
def flow_a_day_is_planned_on_the_board(world):
    """R-1.4 and R-1.5."""
    somebody = world.person(path="settings")
    page = somebody.page
    assert page.get_by_role("link", name="Board").count() == 0
    page.get_by_role("switch", name="Board and Backlog").click()
    page.get_by_role("link", name="Board").click()
    somebody.at("board")
    card(somebody, "Morning").get_by_text("No Must-Do yet").wait_for()
    card(somebody, "Morning").click()
    somebody.at("region/morning")
    stands(somebody, ("Must-Do", "0/1", []), ("Complementary", "0/3", []), ("Misc", "0/5", []))
    page.get_by_text("No Must-Do yet").wait_for()
    somebody.add("Water the plants")
    size(somebody, "Must-Do")
    somebody.type("Send the contract")
    somebody.press("Enter")
    stands(somebody, ("Must-Do", "1/1", ["Send the contract"]), ("Complementary", "0/3", []),
           ("Misc", "1/5", ["Water the plants"]))
    somebody.is_sent("Send the contract", region="morning", bucket="mustDo", scheduledDate=somebody.day(0))
    somebody.circle("Send the contract").click()
    somebody.is_in("Send the contract", "completed")
    stands(somebody, ("Must-Do", "0/1", ["Send the contract"]), ("Complementary", "0/3", []),
           ("Misc", "1/5", ["Water the plants"]))
    somebody.press("Escape")
    page.get_by_role("link", name="Board").first.click()
    card_says(somebody, "Morning", "Morning region, 0 Must-Do, 0 Complementary, 1 Misc, 50% complete")
    page.get_by_text("1 of 2 done").wait_for()


def flow_a_full_region_says_so(world):
    """R-1.1.4."""
    somebody = planner(world)
    page, field = somebody.page, somebody.page.get_by_label("Task input field")
    somebody.add(*[f"Misc {number}" for number in range(5)])
    field.click()
    somebody.type("One more")
    somebody.press("Enter")
    page.locator(".capture-problem", has_text=FULL).wait_for()
    until(field.input_value, "the text stays", "One more")
    assert field.get_attribute("aria-invalid") == "true"
    size(somebody, "Complementary")
    until(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')"), "the focus", "Task input field")
    somebody.press("Enter")
    somebody.shows("One more")
    assert page.locator(".capture-problem").is_hidden()
    # By the menu, what has no room can be tried and says why.
    somebody.focus("One more")
    somebody.press("r")
    somebody.choose("Morning")
    misc = page.get_by_role("menuitemradio", name="Misc")
    assert misc.get_attribute("aria-disabled") == "true" and "5/5 full" in misc.inner_text()
    misc.press("Enter")
    page.locator(".menu-note", has_text=FULL).wait_for()
    somebody.press("Escape")
    # Nor by the mouse.
    mouse = lift(somebody, "One more")
    onto(somebody, mouse, ".heading[data-drop='region:morning:misc']")
    page.locator(".ghost").wait_for()
    assert page.locator("[data-drop-here]").count() == 0
    mouse.up()
    somebody.toast(FULL)
    # Room is made by what is done, and taken back with it.
    somebody.circle("Misc 0").click()
    somebody.is_in("Misc 0", "completed")
    somebody.focus("One more")
    somebody.press("b")
    somebody.choose("Misc")
    somebody.is_sent("One more", bucket="misc")
    somebody.circle("Misc 0").click()
    somebody.toast(FULL)
    somebody.is_in("Misc 0", "completed")


@walks("board", "region", "backlog", by="keys")
def flow_regions_by_keys_alone(world):
    somebody = planner(world, path="today")
    page = somebody.page
    put(somebody, "First")
    put(somebody, "Second")
    put(somebody, "Waits", "backlog")
    somebody.shows("First", "Second")
    somebody.press("Escape", "g", "b")
    somebody.at("board")
    card_says(somebody, "Morning", "Morning region, 0 Must-Do, 0 Complementary, 2 Misc, 0% complete")
    somebody.press("Tab")
    until(lambda: page.evaluate("document.activeElement.getAttribute('href')"), "the focus", "/app/region/morning")
    somebody.press("Enter")
    somebody.at("region/morning")
    somebody.shows("First", "Second")
    somebody.focus("Second")
    somebody.press("Alt+ArrowUp")
    somebody.has("Second", "First")
    # Carried into another bucket, and back by undo.
    somebody.press("Shift+M", "Tab", "Enter")
    stands(somebody, ("Must-Do", "1/1", ["Second"]), ("Complementary", "0/3", []), ("Misc", "1/5", ["First"]))
    somebody.press("Control+z")
    stands(somebody, ("Must-Do", "0/1", []), ("Complementary", "0/3", []), ("Misc", "2/5", ["Second", "First"]))
    somebody.press_at_once("g", "k")
    somebody.at("backlog")
    somebody.shows("Waits")
    somebody.focus("Waits")
    somebody.press("r")
    page.get_by_role("menu", name="Move to Region...").wait_for()
    somebody.press("ArrowUp", "Enter")
    page.get_by_role("menu", name="Evening").wait_for()
    somebody.press("ArrowDown", "ArrowDown", "Enter")
    somebody.toast("Moved to Evening, Must-Do")
    page.get_by_text("Nothing waits here.").wait_for()
    somebody.is_sent("Waits", region="evening", bucket="mustDo", scheduledDate=somebody.day(0))
    somebody.press("Control+z")
    somebody.has("Waits")
    # The size of a new task by the arrows.
    somebody.press("Escape", "g", "b")
    somebody.at("board")
    somebody.press("Control+k")
    somebody.type("Go to Afternoon")
    somebody.press("Enter")
    somebody.at("region/afternoon")
    somebody.type("Larger")
    page.get_by_role("radio", name="Misc").focus()
    somebody.press("ArrowDown", "Enter")
    stands(somebody, ("Must-Do", "0/1", []), ("Complementary", "1/3", ["Larger"]), ("Misc", "0/5", []))


@walks("region", by="mouse")
def flow_a_mouse_drags_between_parts_of_the_day(world):
    somebody = planner(world)
    page = somebody.page
    somebody.add("A", "B", "C")
    mouse = lift(somebody, "C")
    x, y = middle(somebody, "A")
    mouse.move(x, y - 12, steps=5)
    page.locator(".gap").wait_for()
    mouse.up()
    stands(somebody, ("Must-Do", "0/1", []), ("Complementary", "0/3", []), ("Misc", "3/5", ["C", "A", "B"]))
    mouse = lift(somebody, "A")
    onto(somebody, mouse, ".heading[data-drop='region:morning:mustDo']")
    page.locator(".heading[data-drop-here]").wait_for()
    mouse.up()
    stands(somebody, ("Must-Do", "1/1", ["A"]), ("Complementary", "0/3", []), ("Misc", "2/5", ["C", "B"]))
    # Over the board, which opens while the drag rests on it, into a bucket of another region.
    mouse = lift(somebody, "B")
    onto(somebody, mouse, ".sidebar [data-drop=board]")
    somebody.at("board")
    onto(somebody, mouse, "[data-drop='region:evening:complementary']")
    page.locator(".fill-line[data-drop-here]").wait_for()
    mouse.up()
    card_says(somebody, "Evening", "Evening region, 0 Must-Do, 1 Complementary, 0 Misc, 0% complete")
    somebody.is_sent("B", region="evening", bucket="complementary")
    somebody.click("Undo")
    card_says(somebody, "Evening", "Evening region, 0 Must-Do, 0 Complementary, 0 Misc, 0% complete")
    somebody.go("region/morning")
    somebody.shows("B")
    mouse = lift(somebody, "B")
    onto(somebody, mouse, ".sidebar [data-drop=backlog]")
    mouse.up()
    somebody.is_sent("B", region="backlog", bucket="none", scheduledDate=None)


def flow_a_full_card_takes_nothing(world):
    somebody = planner(world, path="board")
    for number in range(5):
        put(somebody, f"Misc {number}")
    card_says(somebody, "Morning", "Morning region, 0 Must-Do, 0 Complementary, 5 Misc, 0% complete")
    card(somebody, "Morning").get_by_text("full").wait_for()
    somebody.go("today")
    somebody.shows("Begin", "Misc 4")
    mouse = lift(somebody, "Begin")
    onto(somebody, mouse, ".sidebar [data-drop=board]")
    somebody.at("board")
    onto(somebody, mouse, ".card-of-day[data-drop='region:morning'] .card-foot")
    assert somebody.page.locator("[data-drop-here]").count() == 0
    mouse.up()
    somebody.toast(FULL)
    somebody.is_sent("Begin", region=None)


@walks("region", by="touch")
def flow_a_finger_drags_to_another_part_of_the_day(world):
    somebody = planner(world, "phone")
    somebody.page.get_by_label("Task input field").tap()
    for title in ("To the evening", "Stays"):
        somebody.type(title)
        somebody.press("Enter")
    somebody.shows("To the evening", "Stays")
    finger = Finger(somebody)
    evening = somebody.page.locator(".day-strip [data-drop='region:evening']").bounding_box()
    finger.down(*middle(somebody, "To the evening"))
    somebody.page.locator(".lifted").wait_for()
    finger.move(evening["x"] + evening["width"] / 2, evening["y"] + evening["height"] / 2)
    somebody.at("region/evening")
    heading = somebody.page.locator(".heading[data-drop='region:evening:mustDo']")
    heading.wait_for()
    box = heading.bounding_box()
    finger.move(box["x"] + 60, box["y"] + box["height"] / 2)
    somebody.page.locator(".heading[data-drop-here]").wait_for()
    finger.up()
    stands(somebody, ("Must-Do", "1/1", ["To the evening"]), ("Complementary", "0/3", []), ("Misc", "0/5", []))
    somebody.is_sent("To the evening", region="evening", bucket="mustDo")


def flow_complementary_waits_for_the_must_do(world):
    somebody = planner(world, path="settings")
    page = somebody.page
    page.get_by_role("switch", name="Complementary waits for the Must-Do").click()
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["complementaryAfterMustDo"], "the setting", True)
    put(somebody, "Large", bucket="mustDo")
    put(somebody, "Next", bucket="complementary")
    somebody.go("region/morning")
    somebody.shows("Large", "Next")
    page.locator(".locked-line", has_text="Opens when the Must-Do is done").wait_for()
    somebody.circle("Next").click()
    somebody.toast("This opens when the Must-Do is done.")
    somebody.is_in("Next", "notStarted")
    somebody.circle("Large").click()
    somebody.is_in("Large", "completed")
    page.locator(".locked-line").wait_for(state="hidden")
    somebody.circle("Next").click()
    somebody.is_in("Next", "completed")


@walks("backlog", by="mouse")
def flow_the_backlog_goes_by_age(world):
    """R-1.3.1."""
    somebody = planner(world, path="backlog")
    page = somebody.page
    page.get_by_text("Nothing waits here.").wait_for()
    somebody.add("Young")
    for days, title in ((-1, "Of yesterday"), (-40, "Old"), (-41, "Older still")):
        put(somebody, title, "backlog", enteredBacklogAt=f"{somebody.day(days)}T10:00:00.000Z")
    stands(somebody, ("Today 1", "", ["Young"]), ("Yesterday 1", "", ["Of yesterday"]),
           ("Older 2", "", ["Old", "Older still"]))
    somebody.focus("Of yesterday")
    somebody.press("Enter")
    page.get_by_text("In the backlog since yesterday", exact=True).wait_for()
    somebody.press("Escape")
    somebody.at("backlog")
    fold = page.locator(".fold", has_text="Older")
    assert fold.get_attribute("aria-expanded") == "true"
    fold.press("Enter")
    somebody.has("Young", "Of yesterday")
    assert fold.get_attribute("aria-expanded") == "false"
    until(lambda: fold.evaluate("(it) => it === document.activeElement"), "the focus stays")
    # Keys do not walk into what is folded away; folded it stays.
    somebody.focus("Young")
    somebody.press("End")
    focused = "document.activeElement.querySelector('.title')?.textContent"
    until(lambda: page.evaluate(focused), "the row", "Of yesterday")
    somebody.press_at_once("g", "i")
    somebody.at("inbox")
    somebody.shows("Old")
    somebody.press("Escape", "g", "k")
    somebody.at("backlog")
    somebody.has("Young", "Of yesterday")
    fold.click()
    somebody.shows("Old", "Older still")
    page.get_by_role("button", name="Move Old to a region").click()
    somebody.choose("Morning")
    somebody.choose("Complementary")
    somebody.toast("Moved to Morning, Complementary")
    somebody.is_sent("Old", region="morning", bucket="complementary")
    somebody.click("Undo")
    stands(somebody, ("Today 1", "", ["Young"]), ("Yesterday 1", "", ["Of yesterday"]),
           ("Older 2", "", ["Old", "Older still"]))


def flow_what_stands_below_many_folded_tasks_shows(world):
    somebody = planner(world, path="backlog")
    for number in range(70):
        put(somebody, f"Of yesterday {number}", "backlog", enteredBacklogAt=f"{somebody.day(-1)}T10:00:00.000Z")
    put(somebody, "Old", "backlog", enteredBacklogAt=f"{somebody.day(-40)}T10:00:00.000Z")
    heading = somebody.page.locator(".fold", has_text="Yesterday")
    heading.get_by_text("70").wait_for()
    heading.click()
    somebody.has("Old")
    heading.click()
    somebody.shows("Of yesterday 0")


def flow_what_is_there_already_moves_nowhere(world):
    somebody = planner(world)
    put(somebody, "Stretch")
    for region in ("Morning", "Evening"):
        somebody.focus("Stretch")
        somebody.press("r")
        somebody.choose(region)
        somebody.choose("Misc")
    somebody.toast("Moved to Evening, Misc")
    assert somebody.page.locator(".toast", has_text="Morning").count() == 0


def flow_what_is_typed_behind_the_key_of_the_parts_goes_into_their_menu(world):
    somebody = planner(world, path="today")
    somebody.focus("Begin")
    somebody.press_at_once("r", "a")
    until(lambda: somebody.page.evaluate("document.activeElement.textContent"), "the part of the day", "Afternoon")
    somebody.press("Enter")
    until(lambda: somebody.page.evaluate("document.activeElement.textContent"), "the bucket", "Misc0/5")
    somebody.press("Enter")
    somebody.is_sent("Begin", region="afternoon", bucket="misc", state="notStarted")


def flow_what_was_not_done_goes_to_the_backlog(world):
    """R-1.2: The rollover is switched on in the settings, and what a day has left shows in the backlog."""
    somebody = world.person()
    somebody.add("Begin")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"timeZone": "Pacific/Pago_Pago"})
    somebody.go("settings")
    page = somebody.page
    page.get_by_role("switch", name="Move what was not done to the backlog").click()
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["rollover"], "the setting", "backlog")
    # Who ends days so has the board, without being asked.
    page.get_by_role("link", name="Board").wait_for()
    put(somebody, "Not done")
    put(somebody, "Stays put", sticky=True)
    somebody.go("board")
    card_says(somebody, "Morning", "Morning region, 0 Must-Do, 0 Complementary, 2 Misc, 0% complete")
    # 25 hours further east it is always a later day.
    somebody.elsewhere("PATCH", "/v1/account/settings", {"timeZone": "Pacific/Kiritimati"})
    card_says(somebody, "Morning", "Morning region, 0 Must-Do, 0 Complementary, 1 Misc, 0% complete")
    page.get_by_role("link", name="Backlog").first.click()
    somebody.has("Not done")
    somebody.row("Not done").get_by_text("carried once").wait_for()
    # It is as old as the day that ended.
    stands(somebody, ("Yesterday 1", "", ["Not done"]))
    somebody.focus("Not done")
    somebody.press("t")
    page.get_by_text("Nothing waits here.").wait_for()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("switch", name="Move what was not done to the backlog").click()
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["rollover"], "the setting", "off")


def flow_another_browser_sees_the_board(world):
    somebody = planner(world, path="board")
    card_says(somebody, "Evening", "Evening region, 0 Must-Do, 0 Complementary, 0 Misc, 0% complete")
    other = somebody.another_tab()
    other.go("region/evening")
    size(other, "Must-Do")
    other.add("Walk")
    card_says(somebody, "Evening", "Evening region, 1 Must-Do, 0 Complementary, 0 Misc, 0% complete")
    task = put(somebody, "Read", "evening")
    card_says(somebody, "Evening", "Evening region, 1 Must-Do, 0 Complementary, 1 Misc, 0% complete")
    other.shows("Read")
    somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"state": "completed"})
    card_says(somebody, "Evening", "Evening region, 1 Must-Do, 0 Complementary, 0 Misc, 50% complete")
    # Both fill the last place at once, one of them without the server: the merge makes room.
    with world.without_server():
        other.add("Offline")
        other.press("Escape")
        card_says(somebody, "Evening", "Evening region, 1 Must-Do, 0 Complementary, 1 Misc, 33% complete")
    somebody.is_sent("Offline", region="evening", bucket="misc")
