"""Finding tasks by words and by filters, and keeping a search as a list."""

from devices import pair
from world import main, until, walks


def pressed(person, place):
    """With a finger, where somebody has a phone."""
    if person.size == "phone":
        place.tap()
    else:
        place.click()


def opens(person):
    pressed(person, person.page.get_by_role("button", name="Search", exact=True))
    person.at("search")
    until(lambda: field(person).evaluate("(it) => it === document.activeElement"), "the focus in the field")


def field(person):
    return person.page.get_by_role("searchbox", name="Search for")


def seek(person, text):
    field(person).fill(text)


def choose_filter(person, name, value):
    pressed(person, person.page.locator(".search-filters").get_by_role("button", name="Filter", exact=True))
    pressed(person, person.page.get_by_role("menuitem", name=name, exact=True))
    pressed(person, person.page.get_by_role("menuitemradio", name=value, exact=True))


def marks(person, title):
    return person.row(title).locator("mark").all_text_contents()


def query(person):
    return person.page.evaluate("new URLSearchParams(location.search).get('q')")


@main
@walks("search", by="mouse")
def flow_words_find_tasks(world):
    """While they are typed, with their finds marked, and completed ones too."""
    somebody = world.person()
    somebody.add("Buy oat milk", "Milk the goats", "Call Ada")
    opens(somebody)
    seek(somebody, "mil")
    until(lambda: sorted(somebody.titles), "what was found", ["Buy oat milk", "Milk the goats"])
    assert marks(somebody, "Buy oat milk") == ["mil"]
    somebody.hears("2 tasks found")
    somebody.focus("Milk the goats")
    somebody.press("Shift+Space")
    somebody.is_in("Milk the goats", "completed")
    seek(somebody, "zebra")
    somebody.page.get_by_text("Nothing found for “zebra”").wait_for()
    somebody.press("Escape")
    somebody.at("today")


def flow_a_slip_of_the_hand_is_forgiven(world):
    somebody = world.person()
    somebody.add("Water the plants", "Call Ada")
    opens(somebody)
    seek(somebody, "planst")
    somebody.page.get_by_text("Nothing is spelled like this. These come close:").wait_for()
    assert somebody.titles == ["Water the plants"]


def flow_a_reload_and_the_way_back_keep_a_search(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Buy oat milk", "Call Ada")
    opens(somebody)
    seek(somebody, "mil")
    somebody.has("Buy oat milk")
    until(lambda: query(somebody), "the address", "mil")
    page.reload()
    somebody.has("Buy oat milk")
    assert field(somebody).input_value() == "mil"
    page.get_by_role("link", name="Upcoming").click()
    somebody.at("upcoming")
    page.go_back()
    somebody.at("search")
    somebody.has("Buy oat milk")
    # One step for the whole search, however much was typed.
    seek(somebody, "milk")
    until(lambda: query(somebody), "the address", "milk")
    page.go_back()
    somebody.at("today")


def flow_what_was_searched_for_goes_with_the_account(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Buy oat milk")
    somebody.is_sent("Buy oat milk")
    opens(somebody)
    seek(somebody, "milk")
    somebody.has("Buy oat milk")
    somebody.press("ArrowDown")
    until(lambda: page.evaluate("localStorage['daybook-searches']"), "what is kept", '["milk"]')
    somebody.go("settings/account")
    somebody.click("Sign out")
    page.locator("dialog[open]").get_by_role("button", name="Sign out").click()
    until(lambda: page.evaluate("localStorage['daybook-searches'] ?? null"), "what is kept", None)


@walks("search", by="keys")
def flow_a_search_by_keys_alone(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Buy oat milk", "Call Ada", "Milk the goats")
    somebody.press("Escape", "/")
    until(lambda: field(somebody).evaluate("(it) => it === document.activeElement"), "the focus in the field")
    somebody.type("milk")
    somebody.shows("Buy oat milk", "Milk the goats")
    first = somebody.titles[0]
    # Enter opens the best find, at once or when it is here.
    somebody.press("Enter")
    page.locator(".detail-body").wait_for()
    until(lambda: page.locator("#detail-title").input_value(), "the task", first)
    somebody.press("Escape")
    somebody.at("search")
    assert query(somebody) == "milk"
    # The arrows lead from the field through the rows and back.
    somebody.press("/", "ArrowDown", "ArrowDown")
    second = somebody.titles[1]
    until(lambda: page.evaluate("document.activeElement.querySelector('.title')?.textContent"), "the row", second)
    somebody.press("Shift+Space")
    somebody.is_in(second, "completed")
    somebody.press("Control+z")
    somebody.is_in(second, "notStarted")
    somebody.focus(somebody.titles[0])
    somebody.press("ArrowUp")
    until(lambda: field(somebody).evaluate("(it) => it === document.activeElement"), "the focus in the field")
    somebody.press("Escape")
    somebody.at("today")
    # The palette offers to search for what is no command.
    somebody.press("Control+k")
    somebody.type("goats")
    page.get_by_role("option", name="Search for “goats”").wait_for()
    somebody.press("Enter")
    somebody.at("search")
    somebody.has("Milk the goats")
    somebody.press("Control+a", "Delete")
    page.get_by_text("Searched for lately").wait_for()
    page.get_by_role("button", name="milk", exact=True).click()
    somebody.shows("Buy oat milk")
    seek(somebody, "")
    page.get_by_role("button", name="Forget “milk”").click()
    until(lambda: page.get_by_role("button", name="milk", exact=True).count(), "the search that is forgotten", 0)


def flow_words_of_notes_are_shown(world):
    somebody = world.person()
    somebody.add("Read the article")
    somebody.is_sent("Read the article")
    somebody.elsewhere("POST", "/v1/tasks", {"title": "The garden", "notes": "Ask <b>Leo</b> about the oak & the elm"})
    opens(somebody)
    seek(somebody, "leo")
    somebody.has("The garden")
    notes = somebody.row("The garden").locator(".found-notes")
    assert notes.text_content() == "Ask <b>Leo</b> about the oak & the elm"
    assert marks(somebody, "The garden") == ["Leo"]
    assert "the oak & the elm" in somebody.row("The garden").get_attribute("aria-label")


def flow_a_broken_filter_says_what_is_wrong(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Buy milk")
    opens(somebody)
    for text, sentence in (
            ("milk duo:today", "Tasks have no field “duo”"), ("milk list:Nowhere", "There is no list “Nowhere”"),
            ("milk (", "Something is missing or in the wrong place"),
            ("milk due:someday", "“someday” is nothing that this field can be")):
        seek(somebody, text)
        page.locator(".search-note", has_text=sentence).wait_for()
        page.locator(".search-note", has_text="It is looked for as words.").wait_for()
    somebody.click("Save as list...")
    somebody.toast("A list keeps only a filter that is understood.")
    seek(somebody, "milk state:open")
    somebody.has("Buy milk")
    until(lambda: page.locator(".search-note:visible").count(), "what is wrong", 0)


def flow_a_search_is_kept_as_a_list(world):
    """Chosen by chips, without the server; another browser sees it, and it is changed and deleted."""
    one, other = world.person(), world.person()
    pair(one, other)
    one.go("today")
    one.add("Pay the rent", "Paint the fence")
    one.is_sent("Paint the fence")
    page = one.page
    opens(one)
    with world.without_server():
        seek(one, "pa")
        one.shows("Pay the rent", "Paint the fence")
        choose_filter(one, "State", "Open")
        choose_filter(one, "Scheduled", "Today")
        until(lambda: query(one), "the address", 'state:open date:today "pa"')
        one.focus("Paint the fence")
        one.press("Shift+Space")
        one.has("Pay the rent")
        one.click("Save as list...")
        # What is typed replaces the name that is proposed.
        page.get_by_role("textbox", name="Name").wait_for()
        one.type("To pay")
        one.click("Save", exact=True)
        one.toast("Saved as “To pay”")
        one.has("Pay the rent")
        assert one.path.startswith("list/")
        page.locator(".sidebar .lists .icon").wait_for()
        # It holds no tasks: what is written down there goes to the Inbox, in words.
        page.get_by_placeholder("A new task goes to Inbox").fill("Elsewhere")
        one.press("Enter")
        one.toast("Inbox")
        one.has("Pay the rent")
    other.page.get_by_role("link", name="To pay").click()
    other.has("Pay the rent")
    # The filter is changed where what it finds is seen.
    one.click("What can be done with this list")
    one.choose("Change Filter...")
    page.get_by_text("This changes the filter of “To pay”.").wait_for()
    one.click("Remove the filter State: Open")
    one.shows("Pay the rent", "Paint the fence")
    one.click("Save", exact=True)
    one.toast("The filter of “To pay” was changed")
    one.shows("Paint the fence")
    other.shows("Paint the fence")
    one.press("Escape", "Control+z")
    one.has("Pay the rent")
    other.has("Pay the rent")
    one.click("What can be done with this list")
    one.choose("Delete Filter...")
    page.locator("dialog[open]").get_by_role("button", name="Delete").click()
    until(lambda: page.get_by_role("link", name="To pay").count(), "the list", 0)
    until(lambda: other.page.get_by_role("link", name="To pay").count(), "the list elsewhere", 0)


@walks("search", by="touch")
def flow_a_search_on_a_phone(world):
    """A finger finds, swipes and leaves; nothing lies beside the screen."""
    somebody = world.person("phone")
    page = somebody.page
    somebody.add("Buy oat milk")
    opens(somebody)
    seek(somebody, "milk")
    somebody.press("Enter")
    until(lambda: field(somebody).evaluate("(it) => it === document.activeElement"), "the focus in the field", False)
    choose_filter(somebody, "State", "Open")
    somebody.has("Buy oat milk")
    # A chip is changed by a press on it.
    page.get_by_role("button", name="State: Open", exact=True).tap()
    page.get_by_role("menuitemradio", name="Completed").tap()
    page.get_by_text("Nothing found for “milk”").wait_for()
    page.get_by_role("button", name="Search without filters").tap()
    somebody.has("Buy oat milk")
    somebody.row("Buy oat milk").tap()
    page.locator(".detail-body").wait_for()
    page.go_back()
    somebody.at("search")
    wide = page.evaluate(
        "(() => { const it = document.querySelector('.scroller'); return it.scrollWidth - it.clientWidth; })()")
    assert wide <= 0, wide
    page.get_by_role("button", name="Back").first.tap()
    somebody.at("today")


def flow_a_search_from_the_backlog_begins_in_it(world):
    somebody = world.person()
    somebody.add("Begin")
    somebody.is_sent("Begin")
    for title, region in (("Paint the fence", "backlog"), ("Sort the shed", "backlog"), ("Paint the door", None)):
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "region": region})
    somebody.go("backlog")
    somebody.has("Paint the fence", "Sort the shed")
    somebody.page.locator(".head").get_by_role("button", name="Search").click()
    somebody.page.locator(".filter-chip", has_text="Backlog").wait_for()
    somebody.shows("Paint the fence", "Sort the shed")
    somebody.type("paint")
    somebody.has("Paint the fence")
    # Without its chip it finds everywhere.
    somebody.page.locator(".filter-chip").get_by_role("button").last.click()
    somebody.shows("Paint the fence", "Paint the door")
