"""Looking back on the day and the week: what is open goes somewhere by one press or key, and Undo takes it back."""

from world import World, main, until


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


def focused(person, name):
    until(lambda: person.page.evaluate("document.activeElement.ariaLabel"), "the focus", name)


@main
def flow_the_day_ends_by_mouse(world: World):
    somebody = world.person()
    somebody.add("Done already", "Write to Ana", "Sort the mail", "Stretch")
    somebody.focus("Done already")
    somebody.press("Shift+Space")
    somebody.is_in("Done already", "completed")
    open_review(somebody)
    stands(somebody, Done_today=["Done already"], Still_open=["Write to Ana", "Sort the mail", "Stretch"])
    somebody.click("Move Write to Ana to Tomorrow")
    stands(somebody, Still_open=["Sort the mail", "Stretch"])
    somebody.toast("Moved to Tomorrow")
    somebody.click("Undo")
    stands(somebody, Still_open=["Write to Ana", "Sort the mail", "Stretch"])
    somebody.click("Move Sort the mail to Inbox")
    somebody.click("Delete Stretch")
    stands(somebody, Still_open=["Write to Ana"])
    somebody.page.locator(".review-line", has_text="Write to Ana").locator(".circle").click()
    somebody.page.get_by_text("Nothing is left for today").wait_for()
    stands(somebody, Done_today=["Write to Ana", "Done already"], Still_open=[])
    somebody.page.get_by_text("Today: 2 done.").wait_for()
    somebody.is_sent("Sort the mail", scheduledDate=None)
    somebody.is_sent("Write to Ana", state="completed")


def flow_the_day_ends_by_keys_alone(world: World):
    somebody = world.person()
    somebody.add("One", "Two", "Three", "Four")
    somebody.is_sent("Four", state="notStarted")
    somebody.press("Escape", "g", "r")
    somebody.at("review")
    stands(somebody, Still_open=["One", "Two", "Three", "Four"])
    while "One" not in (somebody.page.evaluate("document.activeElement.ariaLabel") or ""):
        somebody.press("Tab")
    somebody.press("m")
    stands(somebody, Still_open=["Two", "Three", "Four"])
    focused(somebody, "Complete Two")
    somebody.is_sent("One", scheduledDate=somebody.day(1))
    somebody.press("ArrowDown")
    focused(somebody, "Complete Three")
    somebody.press("k", "j")
    focused(somebody, "Complete Three")
    somebody.press("i")
    stands(somebody, Still_open=["Two", "Four"])
    focused(somebody, "Complete Four")
    somebody.press("Delete")
    stands(somebody, Still_open=["Two"])
    focused(somebody, "Complete Two")
    somebody.press("Control+z")
    stands(somebody, Still_open=["Two", "Four"])
    somebody.press("Control+z", "Control+z")
    stands(somebody, Still_open=["One", "Two", "Three", "Four"])
    focused(somebody, "Complete Two")
    somebody.press("Enter")
    stands(somebody, Done_today=["Two"], Still_open=["One", "Three", "Four"])
    focused(somebody, "Complete Three")


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
        all_three.wait_for(state="hidden")
        assert somebody.page.locator(".group", has_text="Still open").locator(".review-line").count() == 4
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
    page.get_by_text("Nothing was carried from day to day again and again.").wait_for()
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
    somebody.click("Move Begin to Backlog")
    somebody.is_sent("Begin", region="backlog")


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
