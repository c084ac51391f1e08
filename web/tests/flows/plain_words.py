"""Days, lists and more in the line that somebody types: read where they have switched it on, shown, and taken back."""

from world import main, until


def is_on(person, language="en"):
    """Somebody has their lines read."""
    person.elsewhere("PATCH", "/v1/account/settings", {"captureLanguage": language})
    person.page.reload()
    person.at("today")


def write(person, text):
    field(person).fill(text)


def field(person):
    return person.page.get_by_label("Task input field")


def chips(person):
    return person.page.locator(".understood-chip").all_text_contents()


def understands(person, *names):
    until(lambda: chips(person), "what is understood", list(names))


@main
def flow_a_line_says_day_and_list(world):
    somebody = world.person()
    somebody.add("The first")
    somebody.elsewhere("POST", "/v1/lists", {"name": "Family"})
    is_on(somebody)
    write(somebody, "Call mum tomorrow +family #phone p1")
    understands(somebody, "Tomorrow", "In Family", "#phone", "High priority")
    somebody.press("Enter")
    somebody.toast("Added Call mum: Tomorrow, In Family, #phone, High priority")
    understands(somebody)
    somebody.is_sent("Call mum", scheduledDate=somebody.day(1), tags=["phone"], priority=1)
    assert somebody.on_server()["Call mum"]["listId"] is not None
    assert field(somebody).input_value() == ""
    somebody.press("Control+z")
    until(lambda: "Call mum" in somebody.on_server(), "taken back", False)


def flow_what_was_understood_is_taken_back(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Read tomorrow never dies fri")
    until(lambda: len(chips(somebody)) > 0, "something is understood")
    name = chips(somebody)[0]
    chip = somebody.page.locator(".understood-chip").first
    text = chip.get_attribute("title")
    chip.focus()
    somebody.press("Enter")
    until(lambda: name in chips(somebody), f"{name} is taken back", False)
    until(lambda: field(somebody).evaluate("(it) => it === document.activeElement"), "the focus in the field")
    while chips(somebody):
        somebody.page.locator(".understood-chip").first.click()
    somebody.press("Enter")
    somebody.is_sent("Read tomorrow never dies fri", scheduledDate=somebody.day(0))
    assert text is not None and text.startswith("Leave “")
    # The next line is read anew.
    write(somebody, "Call Ada tomorrow")
    understands(somebody, "Tomorrow")


def flow_what_was_taken_back_stays_so_in_the_draft(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Read tomorrow #book")
    understands(somebody, "Tomorrow", "#book")
    somebody.page.locator(".understood-chip", has_text="Tomorrow").click()
    understands(somebody, "#book")
    somebody.go("inbox")
    somebody.go("today")
    until(lambda: field(somebody).input_value(), "the draft", "Read tomorrow #book")
    understands(somebody, "#book")
    somebody.page.reload()
    understands(somebody, "#book")
    field(somebody).click()
    somebody.press("Enter")
    somebody.is_sent("Read tomorrow", scheduledDate=somebody.day(0), tags=["book"])
    write(somebody, "Call tomorrow")
    understands(somebody, "Tomorrow")


def flow_a_list_that_is_not_there_can_be_made(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Milk +Groceries tomorrow")
    understands(somebody, "Tomorrow")
    somebody.page.get_by_text("There is no list “Groceries”").wait_for()
    somebody.page.locator(".no-list").get_by_role("button").click()
    until(somebody.page.locator("#list-name").input_value, "its name", "Groceries")
    somebody.press("Enter")
    understands(somebody, "In Groceries", "Tomorrow")
    until(lambda: field(somebody).evaluate("(it) => it === document.activeElement"), "the focus in the field")
    somebody.press("Enter")
    somebody.is_sent("Milk", scheduledDate=somebody.day(1))
    assert somebody.on_server()["Milk"]["listId"] is not None
    write(somebody, "Milk +Nowhere")
    somebody.page.get_by_text("There is no list “Nowhere”").wait_for()
    somebody.press("Enter")
    somebody.is_sent("Milk +Nowhere", listId=None)


def flow_nothing_is_read_until_somebody_wants_it(world):
    somebody = world.person()
    loaded = []
    somebody.page.on("request", lambda request: "plain-words" in request.url and loaded.append(request.url))
    somebody.add("Call mum tomorrow #phone")
    somebody.is_sent("Call mum tomorrow #phone", scheduledDate=somebody.day(0), tags=[])
    assert chips(somebody) == [] and [url for url in loaded if url.endswith(".wasm")] == []
    somebody.go("settings")
    somebody.page.get_by_label("Read dates and lists in what I type").select_option(label="In English")
    until(lambda: somebody.elsewhere("GET", "/v1/account/settings")["captureLanguage"], "the setting", "en")
    somebody.go("today")
    write(somebody, "Water plants every day 7am")
    understands(somebody, "Every day, 7:00")
    somebody.press("Enter")
    until(lambda: somebody.on_server().get("Water plants", {}).get("recurrence") is not None, "it repeats")


def flow_parts_of_the_day_are_said_in_words(world):
    """R: “Add task to Morning”."""
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Call mum tomorrow morning")
    until(lambda: "Morning" not in str(chips(somebody)) and len(chips(somebody)) == 1, "a time, and no part of the day")
    somebody.page.evaluate("localStorage['daybook-preferences'] = JSON.stringify({ messages: 'stay', dayParts: true })")
    somebody.page.reload()
    # What is half written would be put before what is typed until it has come.
    until(lambda: field(somebody).input_value(), "the draft", "Call mum tomorrow morning")
    write(somebody, "Call mum tomorrow morning !must")
    understands(somebody, "Tomorrow", "Morning", "Must-Do")
    somebody.press("Enter")
    somebody.is_sent("Call mum", scheduledDate=somebody.day(1), region="morning", bucket="mustDo", dueAt=None)
    # A second one has no room there: it stays in the field, and why is said.
    write(somebody, "Call dad tomorrow morning !must")
    understands(somebody, "Tomorrow", "Morning", "Must-Do")
    somebody.press("Enter")
    until(lambda: field(somebody).input_value(), "back in the field", "Call dad tomorrow morning !must")
    assert "Call dad" not in somebody.on_server()
    # What it weighs means nothing where no part of the day is named.
    write(somebody, "Call Ada !must")
    until(lambda: chips(somebody), "nothing is understood", [])
    write(somebody, "Evening walk")
    until(lambda: chips(somebody), "a title", [])


def flow_german_is_read(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody, "de")
    write(somebody, "Mama anrufen morgen um 9")
    until(lambda: len(chips(somebody)), "what is understood", 1)
    assert chips(somebody)[0].startswith("Tomorrow, 9"), chips(somebody)
    somebody.press("Enter")
    somebody.is_sent("Mama anrufen", scheduledDate=somebody.day(1))


def flow_lines_are_read_without_the_network(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Call mum tomorrow")
    understands(somebody, "Tomorrow")
    write(somebody, "")
    somebody.is_installed()
    kept = """async () => {
      for (const name of await caches.keys()) {
        const found = await (await caches.open(name)).keys();
        if (found.some(({ url }) => url.includes("/plain-words."))) return true;
      }
      return false;
    }"""
    until(lambda: somebody.page.evaluate(kept), "what reads lines is kept")
    with world.without_server():
        somebody.page.reload()
        write(somebody, "Buy stamps tomorrow !9am")
        until(lambda: len(chips(somebody)), "what is understood", 2)
        somebody.press("Enter")
        somebody.toast("Added Buy stamps")
    somebody.is_sent("Buy stamps", scheduledDate=somebody.day(1))


def flow_five_lines_in_a_second_are_all_read(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Call mum tomorrow")
    understands(somebody, "Tomorrow")
    write(somebody, "")
    for number in range(5):
        somebody.page.keyboard.insert_text(f"Line {number} tomorrow")
        somebody.press("Enter")
    somebody.go("upcoming")
    somebody.has(*[f"Line {number}" for number in range(5)])


def flow_several_lines_stay_as_they_are(world):
    somebody = world.person()
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Milk tomorrow\nBread tomorrow")
    somebody.press("Enter")
    somebody.shows("Milk tomorrow", "Bread tomorrow")
    assert chips(somebody) == []


def flow_a_phone_shows_it_by_touch(world):
    somebody = world.person("phone")
    somebody.add("The first")
    is_on(somebody)
    write(somebody, "Call mum tomorrow +Nowhere")
    understands(somebody, "Tomorrow")
    box = somebody.page.locator(".understood-chip").bounding_box()
    assert box["height"] >= 44, box
    somebody.page.locator(".understood-chip").tap()
    understands(somebody)
    somebody.press("Enter")
    somebody.shows("Call mum tomorrow +Nowhere")
