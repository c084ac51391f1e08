"""Looking back on the day and the week: what is open goes somewhere by one press or key, and Undo takes it back."""

from world import World, main, until, walks


def open_review(person, name="Review the day", path="review"):
    person.press("Escape", "Control+k")
    person.type(name)
    person.press("Enter")
    person.at(path)
    person.page.locator(".review-none, .review-line").first.wait_for()


def stands(person, **groups):
    """The names of tasks in each group, by its title with `_` for spaces."""
    names = [name.replace("_", " ") for name in groups]
    look = """(names) => names.map((name) => [...document.querySelectorAll(
      `.group[aria-label="${name}"] .review-line > .review-title`)].map((title) => title.firstChild.textContent))"""
    until(lambda: person.page.evaluate(look, names), "the review", [list(group) for group in groups.values()])


def card(person, name, place):
    """The task that is looked at, and its place among those that are."""
    until(lambda: person.page.evaluate("""[...document.querySelectorAll(".review-card")].map((card) => card.ariaLabel)"""),
          "the card", [f"{name}, {place}"])


def is_focused(person, name):
    until(lambda: person.page.evaluate("document.activeElement.textContent"), "the focus", name)


def begin(person, count):
    one = "the task that is" if count == 1 else f"the {count} tasks that are"
    person.click(f"Look at {one} open")


# How the answers differ from the card that they stand on, at least, and of how many lines they are, at most.
ANSWERS = """() => {
  const light = (node) => {
    const [red, green, blue] = getComputedStyle(node).backgroundColor.match(/[\\d.]+/g)
      .map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node.lastChild);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const card = light(document.querySelector(".review-card"));
  const answers = [...document.querySelectorAll(".review-answers button")];
  return [Math.min(...answers.map((one) => Math.max(light(one) / card, card / light(one)))), Math.max(...answers.map(lines))];
}"""


def flow_answers_are_seen_in_the_dark_and_stand_in_one_line(world: World):
    somebody = world.person("phone", theme="dark", locale="de-DE")
    somebody.page.get_by_label("Eingabefeld für Aufgaben").tap()
    somebody.type("Lesen")
    somebody.press("Enter")
    somebody.shows("Lesen")
    somebody.go("review")
    somebody.page.locator(".review-way .strong").click()
    somebody.page.locator(".review-card").wait_for()
    contrast, lines = somebody.page.evaluate(ANSWERS)
    assert contrast > 1.4 and lines == 1, (contrast, lines)


@main
@walks("review", by="mouse")
def flow_the_day_ends_by_mouse(world: World):
    somebody = world.person()
    somebody.add("Done already", "Write to Ana", "Sort the mail", "Stretch", "Read")
    somebody.focus("Done already")
    somebody.press("Shift+Space")
    somebody.is_in("Done already", "completed")
    open_review(somebody)
    # What was done comes first.
    stands(somebody, Done_today=["Done already"])
    begin(somebody, 4)
    card(somebody, "Write to Ana", "1 of 4")
    somebody.click("Tomorrow: Write to Ana")
    card(somebody, "Sort the mail", "2 of 4")
    somebody.toast("Moved to Tomorrow")
    somebody.click("Undo")
    card(somebody, "Write to Ana", "1 of 4")
    somebody.click("Leave: Write to Ana")
    somebody.click("Inbox: Sort the mail")
    card(somebody, "Stretch", "3 of 4")
    somebody.click("Let it go: Stretch")
    somebody.toast("Deleted")
    card(somebody, "Read", "4 of 4")
    somebody.page.locator(".review-card .circle").click()
    somebody.page.get_by_role("heading", name="Today: 2 done.").wait_for()
    somebody.page.get_by_text("1 task stays in Today.").wait_for()
    stands(somebody, Done_today=["Read", "Done already"])
    somebody.click("Look again")
    card(somebody, "Write to Ana", "1 of 1")
    somebody.click("Choose Date...: Write to Ana")
    somebody.page.locator(".calendar .menu-item", has_text="Next week").click()
    somebody.page.get_by_text("Nothing is left for today").wait_for()
    somebody.press("Control+z")
    card(somebody, "Write to Ana", "1 of 1")
    somebody.click("Let it go: Write to Ana")
    somebody.page.get_by_text("Nothing is left for today").wait_for()
    somebody.is_sent("Sort the mail", scheduledDate=None)
    somebody.is_sent("Read", state="completed")


@walks("review", by="keys")
def flow_the_day_ends_by_keys_alone(world: World):
    somebody = world.person()
    somebody.add("One", "Two", "Three", "Four", "Five", "Six")
    somebody.is_sent("Six", state="notStarted")
    somebody.press("Escape", "g", "r")
    somebody.at("review")
    is_focused(somebody, "Look at the 6 tasks that are open")
    somebody.press("Enter")
    is_focused(somebody, "One")
    somebody.press("1")
    is_focused(somebody, "Two")
    somebody.is_sent("One", scheduledDate=somebody.day(1))
    somebody.press("2")
    somebody.page.locator(".calendar").wait_for()
    # The digits of the card are none in the choice of a date, whose first day is the one of the task.
    somebody.press("ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    card(somebody, "Three", "3 of 6")
    somebody.is_sent("Two", scheduledDate=somebody.day(3))
    somebody.press("3", "4")
    card(somebody, "Five", "5 of 6")
    somebody.is_sent("Three", scheduledDate=None)
    somebody.press("5")
    card(somebody, "Six", "6 of 6")
    somebody.press("ArrowLeft")
    card(somebody, "Five", "5 of 6")
    somebody.press("Control+z")
    card(somebody, "Four", "4 of 6")
    is_focused(somebody, "Four")
    somebody.press("Space")
    somebody.is_sent("Four", state="completed")
    card(somebody, "Five", "5 of 6")
    somebody.press("m")
    card(somebody, "Six", "6 of 6")
    somebody.press("5")
    # One digit too many leads nowhere.
    somebody.press("1")
    is_focused(somebody, "Today: 1 done.")
    somebody.page.get_by_text("1 task stays in Today.").wait_for()
    somebody.at("review")
    somebody.press("Control+z")
    card(somebody, "Five", "6 of 6")


@walks("review", by="touch")
def flow_the_day_ends_with_a_finger_and_parts_of_the_day(world: World):
    somebody = world.person("phone")
    somebody.add("One", "Two")
    somebody.is_sent("Two", state="notStarted")
    somebody.page.evaluate("localStorage['daybook-preferences'] = JSON.stringify({ messages: 'stay', dayParts: true })")
    somebody.go("review")
    somebody.page.get_by_role("button", name="Look at the 2 tasks that are open").tap()
    somebody.page.get_by_role("button", name="Inbox: One").wait_for()
    narrow = "[...document.querySelectorAll('.review-answers button')].every((one) => one.offsetHeight >= 44)"
    assert somebody.page.evaluate(narrow)
    somebody.page.get_by_role("button", name="Backlog: One").tap()
    card(somebody, "Two", "2 of 2")
    somebody.is_sent("One", region="backlog")


def flow_a_clean_slate_without_the_server(world: World):
    somebody = world.person()
    somebody.add("Begin")
    for days in (1, 2, 3):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Left {days}", "scheduledDate": somebody.day(-days)})
    open_review(somebody)
    all_three = somebody.page.get_by_text("3 tasks of earlier days are still open.")
    all_three.wait_for()
    with world.without_server():
        somebody.click("All to Today")
        somebody.page.get_by_role("button", name="Look at the 4 tasks that are open").wait_for()
        all_three.wait_for(state="hidden")
        somebody.press("Control+z")
        all_three.wait_for()
        somebody.click("All to Inbox")
        all_three.wait_for(state="hidden")
        somebody.press("Control+z")
        all_three.wait_for()
        somebody.click("Delete all")
        all_three.wait_for(state="hidden")
        somebody.toast("3")
        somebody.click("Undo")
        all_three.wait_for()
        somebody.click("All to Inbox")
        all_three.wait_for(state="hidden")
    for days in (1, 2, 3):
        somebody.is_sent(f"Left {days}", scheduledDate=None)


def flow_the_week_is_looked_back_on(world: World):
    somebody = world.person()
    somebody.add("Begin")
    somebody.is_sent("Begin", state="notStarted")
    somebody.page.evaluate("localStorage['daybook-preferences'] = JSON.stringify({ messages: 'stay', dayParts: true })")
    somebody.go("today")
    for number in range(11):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Idea {number}"})
    for number in range(5):
        region = "evening" if number == 4 else "morning"
        somebody.elsewhere("POST", "/v1/tasks", {
            "title": f"Did {number}", "region": region, "bucket": "misc", "state": "completed",
            "category": "House" if number < 2 else None})
    open_review(somebody, "Review the week", "review/week")
    page = somebody.page
    page.get_by_text("Nothing was put off again and again.").wait_for()
    page.get_by_text("11 tasks are in the Inbox.").wait_for()
    stands(somebody, In_the_Inbox=[f"Idea {number}" for number in range(5)])
    page.get_by_text("Most was done in one place: Morning, 4 of 5.").wait_for()
    until(page.get_by_role("region", name="By category").inner_text, "the categories", "By category\nHouse\n2")
    somebody.click("Move Idea 0 to Today")
    page.get_by_text("10 tasks are in the Inbox.").wait_for()
    somebody.click("Delete Idea 1")
    # With fewer than ten nothing needs a word.
    page.get_by_text("9 tasks are in the Inbox.").wait_for()
    stands(somebody, In_the_Inbox=[])
    somebody.press("Control+z")
    stands(somebody, In_the_Inbox=[f"Idea {number}" for number in range(1, 6)])
    page.get_by_role("link", name="Today", exact=True).last.click()
    somebody.at("review")


def flow_what_was_put_off_by_hand_counts(world: World):
    """Also where no day carries anything on, and no part of the day is shown; without the server it says what it lacks."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Taxes", "Begin")
    somebody.is_sent("Begin", state="notStarted")
    task = somebody.on_server()["Taxes"]["id"]
    for days in (1, 2, 4):
        somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"scheduledDate": somebody.day(days)})
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Swept", "state": "completed", "category": "House"})
    open_review(somebody, "Review the week", "review/week")
    stands(somebody, Put_off_again_and_again=["Taxes"])
    page.get_by_text("moved 3 times").wait_for()
    until(page.get_by_role("region", name="By category").inner_text, "the categories", "By category\nHouse\n1")
    somebody.click("Move Taxes to Inbox")
    somebody.is_sent("Taxes", scheduledDate=None)
    with world.without_server():
        page.get_by_role("link", name="Today", exact=True).last.click()
        page.get_by_role("link", name="This week").click()
        page.get_by_text("which does not answer now").wait_for()
        page.get_by_text("Nothing was carried from day to day").wait_for()
    # It asks again when the server is back.
    stands(somebody, Put_off_again_and_again=["Taxes"])


def flow_the_time_to_review_is_said_in_today(world: World):
    somebody = world.person()
    somebody.add("Begin")
    somebody.is_sent("Begin", state="notStarted")
    time = somebody.page.get_by_role("button", name="Time to review?")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"reviewTime": "00:00"})
    time.wait_for()
    somebody.elsewhere("PATCH", "/v1/account/settings", {"reviewTime": None})
    time.wait_for(state="hidden")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"reviewTime": "00:00"})
    time.click()
    somebody.at("review")


def flow_who_was_away_is_led_on_once(world: World):
    somebody = world.person()
    page = somebody.page
    somebody.add("Begin")
    somebody.is_sent("Begin", state="notStarted")
    for number in range(12):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Left {number}", "scheduledDate": somebody.day(-9)})
    welcome = page.get_by_role("button", name="Welcome back.")
    slate = page.get_by_role("button", name="A clean slate for 12 tasks")
    page.get_by_role("button", name="12 from earlier days").wait_for()
    assert welcome.count() == 0 and slate.count() == 0

    def seen_on(day):
        page.evaluate("""(seenOn) => localStorage["daybook-preferences"] = JSON.stringify(
          { ...JSON.parse(localStorage["daybook-preferences"]), seenOn })""", day)
        somebody.go("today")
    seen_on(somebody.day(-8))
    welcome.click()
    somebody.at("history/away")
    page.go_back()
    slate.click()
    somebody.at("review")
    page.get_by_text("12 tasks of earlier days are still open.").wait_for()
    page.go_back()
    # It stays for the day, until somebody puts it away.
    welcome.wait_for()
    somebody.click("Not now")
    slate.wait_for(state="hidden")
    assert welcome.count() == 0
    somebody.go("today")
    page.get_by_role("button", name="12 from earlier days").wait_for()
    assert welcome.count() == 0 and slate.count() == 0
    # A weekend is no time away.
    seen_on(somebody.day(-3))
    page.get_by_role("button", name="12 from earlier days").wait_for()
    assert welcome.count() == 0


def flow_a_full_inbox_is_said_gently(world: World):
    somebody = world.person()
    page = somebody.page
    somebody.add("Begin")
    somebody.is_sent("Begin", state="notStarted")
    for number in range(14):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Idea {number}"})
    somebody.go("inbox")
    somebody.shows("Idea 13")
    full = page.get_by_role("button", name="15 tasks are here.")
    assert full.count() == 0
    somebody.add("Idea 14")
    full.click()
    somebody.at("review/week")
    page.get_by_text("15 tasks are in the Inbox.").wait_for()
    page.go_back()
    full.wait_for()
    somebody.click("Later")
    full.wait_for(state="hidden")
    somebody.go("inbox")
    somebody.shows("Idea 14")
    assert full.count() == 0


def flow_a_full_day_is_said_gently(world: World):
    somebody = world.person()
    page = somebody.page
    somebody.add("Begin")
    # No line that asks for the review, whatever time it is.
    somebody.is_sent("Begin", state="notStarted")
    somebody.elsewhere("PATCH", "/v1/account/settings", {"reviewTime": None})
    for number in range(13):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Plan {number}", "scheduledDate": somebody.day(0)})
    somebody.shows("Plan 12")
    full = page.get_by_role("button", name="15 tasks for today. See what can wait")
    assert full.count() == 0
    somebody.add("Plan 13")
    # No line comes while the focus of keys, or the pointer, is on the rows.
    page.mouse.move(5, 5)
    full.click()
    somebody.at("review")
    page.go_back()
    full.wait_for()
    somebody.click("Later")
    full.wait_for(state="hidden")
    somebody.go("today")
    somebody.shows("Plan 13")
    assert full.count() == 0
