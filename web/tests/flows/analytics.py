"""What was done, in sentences and pictures: the numbers are those of what was completed, wherever that was done."""

import datetime
import uuid

from world import main, until, walks


@main
def flow_what_is_completed_is_counted(world):
    """V-6.2 to V-6.4, and V-6.8."""
    somebody = world.person()
    somebody.add("First", "Second")
    somebody.is_sent("Second")
    somebody.press("Escape", "g", "s")
    somebody.at("statistics")
    says(somebody, "0 tasks completed today", "No data available yet")
    assert somebody.page.locator(".capture").count() == 0, "nothing is written down here"
    other = somebody.another_tab()
    other.go("today")
    other.focus("First")
    other.press("Shift+Space")
    other.is_in("First", "completed")
    says(somebody, "1 task completed today", "1 task completed this week", "1 task completed this month",
         "No data from last month", "1 task completed in all")
    assert mark(somebody, "Completed on each of the last 30 days", -1) == f"{spoken(somebody.today)}: 1 task"


def flow_nothing_without_an_account(world):
    somebody = world.person(path="statistics")
    says(somebody, "No data available yet", "What you complete is counted by the server, from the first task on.")
    other = somebody.another_tab()
    other.go("today")
    other.add("A task")
    says(somebody, "0 tasks completed this month")
    assert somebody.page.get_by_role("heading", level=1).inner_text() == "Analytics"
    assert somebody.page.title() == "Analytics - Daybook"


@walks("statistics", by="mouse")
def flow_pictures_agree_with_what_was_done(world):
    """Of the same days in the bars, the map, the table, the balance and the week."""
    somebody = world.person(path="today")
    somebody.add("Open")
    somebody.is_sent("Open")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})["id"]
    last_month = somebody.today.replace(day=1) - datetime.timedelta(days=1)
    back = {1: 2, 8: 3, 40: 1, 300: 4}
    done = {somebody.today - datetime.timedelta(days=days): count for days, count in back.items()}
    done[last_month] = done.get(last_month, 0) + 1
    complete(somebody, done, home)
    total = sum(done.values())
    this_month = sum(count for date, count in done.items() if date > last_month)
    before = sum(count for date, count in done.items() if date.replace(day=1) == last_month.replace(day=1))
    somebody.go("statistics")
    direction = "up" if this_month > before else "down"
    same = f"{tasks(this_month)} this month, same as last month"
    says(somebody, f"{tasks(total)} completed in all",
         same if this_month == before else f"{tasks(this_month)} this month, {direction} from {before} last month")
    word = somebody.page.locator(".direction").inner_text()
    assert word == ("Same" if this_month == before else direction.capitalize()), word

    yesterday = somebody.today - datetime.timedelta(days=1)
    read = mark(somebody, "Completed on each of the last 30 days", -2)
    assert read == f"{spoken(yesterday)}: {tasks(done[yesterday])}", read
    bars = somebody.page.get_by_role("group", name="Completed on each of the last 30 days").locator(".mark")
    assert bars.count() == 30
    somebody.click("Show as table: Completed on each of the last 30 days")
    table = [row.split("\t") for row in somebody.page.locator("table").inner_text().split("\n")]
    recent = {date: count for date, count in done.items() if (somebody.today - date).days < 30}
    assert table[0] == ["Day", "Tasks"] and len(table) == 31, table
    assert table[2] == [full(yesterday), str(done[yesterday])], table[2]
    assert sum(int(count) for _, count in table[1:]) == sum(recent.values())
    somebody.click("Hide the table: Completed on each of the last 30 days")
    until(lambda: somebody.page.locator("table").count(), "tables", 0)

    year = somebody.page.get_by_role("group", name="Completed on each day of the last year")
    assert year.locator(".mark").count() == 365
    long_ago = somebody.today - datetime.timedelta(days=300)
    year.get_by_label(f"{full(long_ago)}: {tasks(done[long_ago])}", exact=True).wait_for()

    somebody.page.locator(".share", has_text="Home").get_by_text(f"{total} (100 %)").wait_for()
    somebody.click("Tag", exact=True)
    somebody.page.locator(".share", has_text="errand").get_by_text(f"{total} (100 %)").wait_for()
    somebody.page.locator(".share", has_text="Half of them within").get_by_text("2 hours").wait_for()

    week = somebody.page.get_by_role("region", name="A week")
    monday = somebody.today - datetime.timedelta(days=somebody.today.weekday() + 7)
    week.get_by_role("button", name="The week before").click()
    in_week = sum(count for date, count in done.items() if 0 <= (date - monday).days < 7)
    until(lambda: week.locator(".facts dd").first.inner_text(), "completed in the week before", str(in_week))
    week.get_by_role("button", name="The week after").click()
    this_week = sum(count for date, count in done.items() if date > monday + datetime.timedelta(days=6))
    until(lambda: week.locator(".facts dd").first.inner_text(), "completed in this week", str(this_week))


@walks("statistics", by="keys")
def flow_pictures_by_keys(world):
    """From bar to bar with the arrows, each read out; the balance and the tables too."""
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    complete(somebody, {somebody.today - datetime.timedelta(days=days): days for days in (1, 2, 9)})
    somebody.press("Control+k")
    somebody.type("statistics")
    somebody.press("Enter")
    somebody.at("statistics")
    bars = somebody.page.get_by_role("group", name="Completed on each of the last 30 days")
    bars.locator(".mark").first.wait_for()
    tab_to(somebody, lambda: focused(somebody).startswith(spoken(somebody.today)), "the first picture")
    days = [somebody.today - datetime.timedelta(days=back) for back in (1, 2)]
    for date, count in zip(days, (1, 2)):
        somebody.press("ArrowLeft")
        assert focused(somebody) == f"{spoken(date)}: {tasks(count)}", focused(somebody)
    reading = somebody.page.locator(".picture .reading").first
    assert reading.inner_text() == f"{spoken(days[1])}: 2 tasks"
    # A change elsewhere draws it anew under the focus.
    complete(somebody, {days[1]: 1})
    until(lambda: focused(somebody), "the bar with the focus", f"{spoken(days[1])}: 3 tasks")
    assert reading.inner_text() == f"{spoken(days[1])}: 3 tasks"
    somebody.press("Home")
    assert focused(somebody).startswith(spoken(somebody.today - datetime.timedelta(days=29)))
    somebody.press("End", "Tab")
    assert focused(somebody) == "Show as table: Completed on each of the last 30 days"
    assert reading.inner_text().startswith("13 tasks, most on ")
    somebody.press("Enter")
    somebody.page.locator("table").wait_for()
    tab_to(somebody, lambda: focused(somebody).startswith(full(somebody.today)), "the year")
    somebody.press("ArrowLeft")
    before = somebody.today - datetime.timedelta(days=7)
    assert focused(somebody).startswith(full(before)), focused(somebody)
    tab_to(somebody, lambda: focused(somebody) == "Category", "the balance")
    somebody.press("Enter")
    somebody.page.locator(".share", has_text="No category").get_by_text("13 (100 %)").wait_for()
    assert focused(somebody) == "Category"


def flow_postponed_again_and_again(world):
    somebody = world.person()
    somebody.add("Call the bank", "Done already")
    somebody.is_sent("Done already")
    somebody.focus("Done already")
    somebody.press("Shift+Space")
    somebody.is_in("Done already", "completed")
    bank = somebody.on_server()["Call the bank"]["id"]
    for days in (1, 2, 3):
        somebody.elsewhere("PATCH", f"/v1/tasks/{bank}", {"scheduledDate": somebody.day(days)})
    somebody.page.get_by_role("link", name="Analytics").click()
    says(somebody, "3 moves to a later day, of 1 task, by 3 days in all.")
    somebody.page.get_by_role("button", name="Call the bank 3 times").click()
    somebody.at(f"task/{bank}")
    somebody.page.go_back()
    somebody.at("statistics")
    # What it was told is there at once.
    says(somebody, "3 moves to a later day, of 1 task, by 3 days in all.")


def flow_the_server_is_asked_now_and_then(world):
    """However much changes, and nothing but whether something did where nothing did."""
    somebody = world.person(path="today")
    somebody.add("A task")
    somebody.is_sent("A task")
    complete(somebody, {somebody.today - datetime.timedelta(days=1): 1})
    asked = []
    somebody.context.on("request", lambda request: "/v1/analytics/" in request.url and asked.append(request.url))
    somebody.go("statistics")
    says(somebody, "1 task completed in all")
    somebody.gathers(asked, 7, "the first questions")
    del asked[:]
    start = datetime.datetime.now()
    for number in range(12):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Task {number}", "state": "completed"})
    says(somebody, "12 tasks completed today", "13 tasks completed in all")
    seconds = (datetime.datetime.now() - start).total_seconds()
    times = sum("summary" in url for url in asked)
    assert 1 <= times <= seconds / 3 + 2, f"{times} times in {seconds} s"


def flow_what_this_device_knows_is_shown_at_once(world):
    """Before the server answers, and where it does not."""
    somebody = world.person()
    somebody.add("One", "Two")
    somebody.focus("One")
    somebody.press("Shift+Space")
    somebody.is_sent("One", state="completed")
    held, away = [], []
    somebody.context.route(
        "**/v1/analytics/summary*", lambda route: route.abort() if away else held.append(route))
    somebody.go("statistics")
    says(somebody, "1 task completed today")
    somebody.page.get_by_text("Asking the server ...").wait_for()
    somebody.page.get_by_text("The server takes its time.").wait_for()
    somebody.gathers(held, 1, "a question")
    away.append(True)
    for route in held:
        route.abort()
    says(somebody, "This needs the server, which does not answer now. Counted from the tasks on this device: "
         "what was deleted, or put off, is not in it.", "1 task completed today", "1 task completed in all")
    somebody.context.unroute("**/v1/analytics/summary*")
    somebody.go("statistics")
    says(somebody, "1 task completed this week", "1 task completed in all")


def flow_statistics_without_the_server(world):
    somebody = world.person()
    somebody.add("Before", "Meanwhile")
    somebody.is_sent("Meanwhile")
    somebody.focus("Before")
    somebody.press("Shift+Space")
    somebody.is_sent("Before", state="completed")
    somebody.page.get_by_role("link", name="Analytics").click()
    says(somebody, "1 task completed today")
    somebody.page.locator(".share", has_text="No list").wait_for()
    with world.without_server():
        somebody.page.get_by_role("link", name="Today").click()
        somebody.focus("Meanwhile")
        somebody.press("Shift+Space")
        somebody.is_in("Meanwhile", "completed")
        somebody.page.get_by_role("link", name="Analytics").click()
        old = somebody.page.locator(".told-line .old")
        old.get_by_text("This needs the server, which does not answer now. Last counted: Today, ").wait_for()
        says(somebody, "1 task completed today")
        somebody.click("Region", exact=True)
        balance = somebody.page.get_by_role("region", name="Balance")
        balance.get_by_text("This needs the server, which does not answer now.").wait_for()
    says(somebody, "2 tasks completed today")
    somebody.page.locator(".share", has_text="No region").wait_for()
    until(old.count, "the line about it", 0)


def flow_this_device_counts_without_the_server(world):
    """V-6.2 to V-6.8 as far as the tasks here tell them: the same numbers in the same pictures as the server's."""
    somebody = world.person()
    somebody.add("A list of mine")
    today = somebody.today
    # The first of a month is no day of the month before.
    days = {today: 2, today - datetime.timedelta(days=1): 1, today - datetime.timedelta(days=40): 3}
    complete(somebody, {date.isoformat(): count for date, count in days.items()})
    page = somebody.page
    balance = page.get_by_role("region", name="Balance")

    def seen():
        tiles = page.locator(".tile p").all_inner_texts()
        time = page.get_by_role("region", name="How long it takes").locator(".reading").all_inner_texts()
        return tiles, time, balance.locator(".share").all_inner_texts(), page.locator(".trend").inner_text()

    somebody.go("logbook")
    until(lambda: page.locator(".rows .row").count(), "what was done", 6)
    somebody.go("statistics")
    says(somebody, "6 tasks completed in all")
    balance.locator(".share", has_text="No list").wait_for()
    told = seen()
    somebody.context.route("**/v1/analytics/**", lambda route: route.abort())
    somebody.go("statistics")
    page.get_by_text("Counted from the tasks on this device").wait_for()
    balance.locator(".share", has_text="No list").wait_for()
    until(seen, "the same numbers", told)
    somebody.click("Tag", exact=True)
    balance.locator(".share", has_text="errand").get_by_text("100 %").wait_for()
    assert mark(somebody, "Completed on each of the last 30 days", -1) == f"{spoken(today)}: 2 tasks"
    for name in ("Postponed", "A week"):
        assert page.get_by_role("region", name=name, exact=True).count() == 0, name
    somebody.context.unroute("**/v1/analytics/**")


def flow_of_a_period(world):
    """The balance and what stands below it are of the time that was chosen, by keys, also as this device counts them."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Open")
    somebody.is_sent("Open")
    today = somebody.today
    back = (0, 0, 400, 401, 402)
    days = [today - datetime.timedelta(days=days) for days in back]
    complete(somebody, {date.isoformat(): days.count(date) for date in set(days)})
    this_year = sum(date.year == today.year for date in days)
    last_year = sum(date.year == today.year - 1 for date in days)
    balance = page.get_by_role("region", name="Balance")
    period = page.get_by_label("Period")

    def counts():
        for name, count in (("The last 30 days", 2), ("This year", this_year), ("Last year", last_year), ("All time", 5)):
            period.focus()
            period.select_option(name)
            if count:
                balance.locator(".share", has_text="No list").get_by_text(f"{count} (100 %)").wait_for()
            else:
                page.get_by_text("Nothing was completed then.").wait_for()
                assert not balance.is_visible()
            assert page.evaluate("document.activeElement.tagName") == "SELECT", "the focus stays"

    somebody.go("statistics")
    says(somebody, "5 tasks completed in all")
    counts()
    somebody.go("logbook")
    until(lambda: page.locator(".rows .row").count(), "what was done", 5)
    somebody.context.route("**/v1/analytics/**", lambda route: route.abort())
    somebody.go("statistics")
    page.get_by_text("Counted from the tasks on this device").wait_for()
    counts()
    somebody.context.unroute("**/v1/analytics/**")


def flow_only_on_this_device_is_counted_here(world):
    """Nobody else could count it."""
    somebody = world.person()
    somebody.click("Only on this device")
    somebody.add("One", "Two")
    somebody.focus("One")
    somebody.press("Shift+Space")
    somebody.is_in("One", "completed")
    somebody.page.get_by_role("link", name="Analytics").click()
    says(somebody, "1 task completed today", "1 task completed in all",
         "Counted from the tasks on this device: what was deleted, or put off, is not in it.")


# MARK: What is done, and what is seen of it

def complete(person, days, place=None):
    """Tasks that were completed on these days, two hours after they were made."""
    ops = []
    for date, count in days.items():
        for number in range(count):
            title = f"Done {date} {number} {uuid.uuid4()}"
            fields = {"title": title, "state": "completed", "createdAt": f"{date}T10:00:00.000Z",
                      "completedAt": f"{date}T12:00:00.000Z", "tags": ["errand"], "listId": place}
            ops.append({"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()),
                        "at": f"{date}T12:00:00.000Z", "fields": fields})
    outcomes = person.elsewhere("POST", "/v1/sync", {"ops": ops})
    assert "rejected" not in str(outcomes), outcomes


def says(person, *sentences):
    for sentence in sentences:
        person.page.locator(".statistics").get_by_text(sentence, exact=True).first.wait_for()


def spoken(date):
    return f"{date:%A} {date.day} {date:%B}"


def full(date):
    return f"{date:%A}, {date.day} {date:%B} {date.year}"


def tasks(count):
    return f"{count} task{'' if count == 1 else 's'}"


def mark(person, picture, at):
    marks = person.page.get_by_role("group", name=picture).locator(".mark")
    marks.first.wait_for()
    return marks.nth(at % marks.count()).get_attribute("aria-label")


def focused(person):
    return person.page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()")


def tab_to(person, is_there, about):
    for _ in range(40):
        if is_there():
            return
        person.press("Tab")
    raise AssertionError(f"Tab never leads to {about}; last was {focused(person)}")
