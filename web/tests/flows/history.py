"""What was changed, by whom and when; taking it back; and looking back in time."""

import datetime
import json
import uuid

from devices import pair
from world import main, until, walks


def line(person, text):
    """A line of the history with these words."""
    return person.page.locator(".change-line", has_text=text).first


def undo(person, text):
    line(person, text).get_by_role("button", name="Undo").first.click()


def two(world):
    """The browsers of one account."""
    old, new = world.person(), world.person()
    pair(old, new)
    old.go("today")
    old.shows("A task")
    return old, new


def rename(person, title, wanted):
    person.focus(title)
    person.press("e", "Control+A")
    person.type(wanted)
    person.press("Enter")
    person.shows(wanted)
    person.is_sent(wanted)


@main
@walks("history", by="mouse")
def flow_a_change_is_undone(world):
    somebody = world.person()
    page = somebody.page
    somebody.add("Water the plants")
    somebody.is_sent("Water the plants")
    rename(somebody, "Water the plants", "Water the garden")
    page.get_by_role("link", name="History").click()
    somebody.at("history")
    renamed = line(somebody, "Renamed from “Water the plants” to “Water the garden”")
    renamed.get_by_text("This device").wait_for()
    undo(somebody, "Renamed from “Water the plants” to “Water the garden”")
    somebody.toast("Undone")
    line(somebody, "Renamed from “Water the garden” to “Water the plants”").wait_for()
    page.get_by_role("link", name="Today").click()
    somebody.has("Water the plants")


def flow_a_second_browser_is_undone(world):
    """Its lines come by themselves and name it; an undo names what it leaves as it is."""
    one, other = two(world)
    one.page.get_by_role("link", name="History").click()
    rename(other, "A task", "The task")
    line(one, "Renamed from “A task” to “The task”").get_by_text("Chrome on Linux (2)").wait_for()
    undo(one, "Renamed from “A task” to “The task”")
    one.toast("Undone")
    other.has("A task")
    # The way back is in the message, as everywhere.
    one.page.locator(".toast").get_by_role("button", name="Undo").click()
    other.has("The task")
    # What this browser has not heard of is named as it is by now.
    for path in ("**/v1/sync", "**/v1/live"):
        one.context.route(path, lambda route: route.abort())
    one.page.reload()
    line(one, "Renamed from “A task” to “The task”").wait_for()
    rename(other, "The task", "Another task")
    undo(one, "Renamed from “A task” to “The task”")
    one.toast("This stays, because it was changed since: the title of Another task.")
    other.has("Another task")


@walks("history", by="keys")
def flow_a_deletion_is_undone_by_keys(world):
    somebody = world.person()
    somebody.add("Keep me")
    somebody.is_sent("Keep me")
    somebody.focus("Keep me")
    somebody.press("Delete")
    somebody.has()
    somebody.press("Control+k")
    somebody.type("history")
    somebody.press("Enter")
    somebody.at("history")
    line(somebody, "Deleted").wait_for()
    undoing = "document.activeElement.getAttribute('aria-label')"
    until(lambda: somebody.press("Tab") or somebody.page.evaluate(undoing), "the way back", "Undo: Keep me, Deleted")
    somebody.press("Enter")
    line(somebody, "Restored").wait_for()
    until(lambda: somebody.page.evaluate(undoing), "the focus stays", "Undo: Keep me, Deleted")
    somebody.press("2")
    somebody.has("Keep me")


def flow_what_belongs_together_is_undone_together(world):
    somebody = world.person()
    somebody.add("Elsewhere")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})["id"]
    for title in ("Sweep", "Mop"):
        somebody.elsewhere("POST", "/v1/tasks", {"title": title, "scheduledDate": somebody.day(0), "listId": home})
    somebody.elsewhere("DELETE", f"/v1/lists/{home}")
    somebody.go("history")
    followed = line(somebody, "Home").locator(".followed > li")
    until(followed.count, "the tasks that went with their list", 2)
    until(followed.get_by_text("Deleted with its list").count, "what became of them", 2)
    undo(somebody, "Home")
    somebody.toast("Undone")
    somebody.page.get_by_role("link", name="Today").click()
    somebody.shows("Sweep", "Mop")


def flow_of_one_task(world):
    """From its detail: only its own changes, its trail, and back to any of them; and back to the task."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Call Leo", "Another")
    somebody.is_sent("Call Leo")
    task = somebody.on_server()["Call Leo"]["id"]
    for day in (2, 5):
        somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"scheduledDate": somebody.day(day)})
    somebody.elsewhere("PATCH", f"/v1/tasks/{task}", {"title": "Call Leonard"})
    somebody.go(f"task/{task}")
    page.locator(".detail").get_by_role("button", name="History").click()
    somebody.at(f"history/{task}")
    page.get_by_role("heading", name="History of Call Leonard").wait_for()
    names = [f"{somebody.today + datetime.timedelta(days=day):%a}" for day in (0, 2, 5)]
    until(page.locator(".trail").inner_text, "its trail", " → ".join(names))
    assert page.locator(".change-line", has_text="Another").count() == 0
    until(page.locator(".change-line").count, "its changes", 4)
    line(somebody, "Added").get_by_role("button", name="Back to here").click()
    page.locator(".toast", has_text="Restored as of").wait_for()
    somebody.is_sent("Call Leo", scheduledDate=somebody.day(0))
    page.get_by_role("heading", name="History of Call Leo").wait_for()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    somebody.is_sent("Call Leonard", scheduledDate=somebody.day(5))
    somebody.click("Back", exact=True)
    somebody.at(f"task/{task}")


def flow_of_one_device(world):
    """What an assistant did, from its menu: nothing of anybody else, and the way to take it back."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Mine")
    somebody.is_sent("Mine")
    made = somebody.elsewhere("POST", "/v1/tokens", {"label": "Assistant", "scope": "full"})
    world.ask(made["token"], "POST", "/v1/tasks", {"title": "Made by it"})
    somebody.go("settings/devices")
    somebody.click("What can be done with Assistant")
    somebody.choose("What it changed")
    address = f"/app/history?device={made['device']['id']}"
    until(lambda: page.evaluate("location.pathname + location.search"), "the address", address)
    page.get_by_role("heading", name="What Assistant changed").wait_for()
    line(somebody, "Made by it").get_by_text("Assistant").wait_for()
    until(page.locator(".change-line").count, "its changes", 1)
    # What it does while somebody looks comes by itself.
    world.ask(made["token"], "POST", "/v1/tasks", {"title": "Made later"})
    line(somebody, "Made later").wait_for()
    undo(somebody, "Made later")
    somebody.toast("Undone")
    until(lambda: sorted(somebody.on_server()), "the tasks", ["Made by it", "Mine"])
    somebody.click("Take everything back since ...")
    dialog = page.get_by_role("dialog", name="Take back what Assistant did")
    dialog.get_by_text("1 task is deleted.").wait_for()
    dialog.get_by_role("button", name="Take it back").click()
    somebody.toast("Taken back: what Assistant did")
    until(lambda: sorted(somebody.on_server()), "the tasks", ["Mine"])
    somebody.click("Back", exact=True)
    somebody.at("settings/devices")
    # The same from the app's own line.
    somebody.go("settings/apps")
    somebody.click("What can be done with Assistant")
    somebody.choose("What it changed")
    page.get_by_role("heading", name="What Assistant changed").wait_for()


def flow_of_one_list(world):
    """From its menu, by keys: its own changes and those of the tasks in it."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Elsewhere")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "House", "colorHex": "#2f9e55"})["id"]
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Sweep", "listId": home})
    somebody.elsewhere("PATCH", f"/v1/lists/{home}", {"name": "Home"})
    somebody.go(f"list/{home}")
    somebody.shows("Sweep")
    page.get_by_role("button", name="What can be done with this list").press("Enter")
    on_history = "document.activeElement.textContent.includes('History')"
    until(lambda: page.evaluate(on_history) or somebody.press("ArrowDown"), "the entry of the menu")
    somebody.press("Enter")
    page.get_by_role("heading", name="History of Home").wait_for()
    line(somebody, "Renamed from “House” to “Home”").wait_for()
    line(somebody, "Sweep").wait_for()
    until(page.locator(".change-line").count, "its changes", 3)
    assert page.locator(".change-line", has_text="Elsewhere").count() == 0
    somebody.click("Back", exact=True)
    somebody.at(f"list/{home}")


def flow_a_line_leads_to_its_task(world):
    """Which opens beside the history, that stays as it is."""
    somebody = world.person()
    page = somebody.page
    somebody.add("A task")
    somebody.is_sent("A task")
    page.get_by_role("link", name="History").click()
    line(somebody, "A task").get_by_role("link", name="A task").click()
    until(lambda: page.get_by_role("textbox", name="Title").input_value(), "the task", "A task")
    assert page.get_by_role("heading", name="History").is_visible()
    somebody.click("Close")
    somebody.at("history")
    line(somebody, "A task").wait_for()


def flow_while_you_were_away(world):
    one, other = two(world)
    other.add("From the other one")
    other.is_sent("From the other one")
    one.add("From here")
    one.is_sent("From here")
    one.go("history/away")
    line(one, "From the other one").wait_for()
    assert one.page.get_by_text("From here").count() == 0
    # An hour later, in which the other one did something more.
    one.go("today")
    one.page.evaluate("""() => {
      const kept = JSON.parse(localStorage["daybook-preferences"]);
      kept.historyVisit.at -= 3_600_000;
      localStorage["daybook-preferences"] = JSON.stringify(kept);
    }""")
    other.add("An hour later")
    other.is_sent("An hour later")
    one.go("history/away")
    line(one, "An hour later").wait_for()
    one.page.get_by_text("since you last looked here").wait_for()


def flow_more_is_shown_when_asked_for(world):
    somebody = world.person()
    somebody.add("The first")
    somebody.is_sent("The first")
    for number in range(60):
        somebody.elsewhere("POST", "/v1/tasks", {"title": f"Task {number}"})
    somebody.go("history")
    line(somebody, "Task 59").wait_for()
    assert somebody.page.get_by_text("The first", exact=True).count() == 0
    somebody.click("Show more")
    line(somebody, "The first").wait_for()
    until(somebody.page.get_by_role("button", name="Show more").count, "nothing more", 0)


def flow_a_conflict_is_decided(world):
    """Of any device, from any device: the change of the one that was away gave way, and counts again."""
    one, other = two(world)
    one.context.route("**/v1/**", lambda route: route.abort())
    one.focus("A task")
    one.press("e", "Control+A")
    one.type("Written offline")
    one.press("Enter")
    one.has("Written offline")
    rename(other, "A task", "Written later")
    one.context.unroute("**/v1/**")
    one.page.get_by_text("One change gave way").wait_for()
    other.go("history/conflicts")
    card = other.page.locator(".lost")
    card.get_by_text("Chrome on Linux wrote (title)").wait_for()
    card.get_by_text("Written offline").wait_for()
    card.get_by_role("button", name="Use mine").click()
    other.page.get_by_text("Nothing gave way, or all of it was decided.").wait_for()
    one.has("Written offline")
    # What was decided is found again, and leads to where it is undone.
    other.page.get_by_role("switch", name="Settled ones, too").focus()
    other.press("Space")
    card.get_by_text("Chrome on Linux wrote (title)").wait_for()
    assert card.get_by_role("button", name="Use mine").count() == 0
    assert other.page.evaluate("document.activeElement.role") == "switch", "the focus stays"
    card.get_by_role("button", name="History of").click()
    undo(other, "Renamed from “Written later” to “Written offline”")
    other.toast("Undone")
    one.has("Written later")


def flow_looking_back(world):
    """The numbers and the first lines, then the restoration, then its undo; and of one list alone."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Loose")
    somebody.is_sent("Loose")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})["id"]
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Sweep", "scheduledDate": somebody.day(0), "listId": home})
    somebody.shows("Sweep")
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Look back").click()
    page.get_by_text("2 tasks were made since and would be deleted.").wait_for()
    line(somebody, "Loose").get_by_text("Made since: it would be deleted").wait_for()
    page.get_by_label("What", exact=True).select_option("Home")
    page.get_by_text("1 task was made since and would be deleted.").wait_for()
    until(page.locator(".change-line", has_text="Loose").count, "what is not in the list", 0)
    page.get_by_label("What", exact=True).select_option("All tasks, lists and settings")
    page.get_by_text("2 tasks were made since and would be deleted.").wait_for()
    somebody.click("Restore")
    page.get_by_role("alertdialog").get_by_role("button", name="Restore").click()
    page.locator(".restored").wait_for()
    page.get_by_text("nothing was different").wait_for()
    until(lambda: [task["title"] for task in somebody.on_server().values()], "what is left", [])
    # The way back may stand there for long: what came since stays.
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Meanwhile", "scheduledDate": somebody.day(0)})
    page.locator(".restored").get_by_role("button", name="Undo").click()
    somebody.toast("Undone")
    somebody.is_sent("Loose")
    page.get_by_role("link", name="Today").click()
    somebody.shows("Loose", "Sweep", "Meanwhile")


def flow_what_is_done_while_a_question_stands_outlives_its_undo(world):
    """Much would be deleted, so it is asked; what this browser does meanwhile is no part of what an undo takes back."""
    somebody = world.person()
    page = somebody.page
    somebody.add("Loose")
    somebody.is_sent("Loose")
    at = f"{somebody.day(0)}T00:00:00.000Z"
    somebody.elsewhere("POST", "/v1/sync", {"ops": [
        {"opId": str(uuid.uuid4()), "entity": "task", "id": str(uuid.uuid4()), "at": at, "fields": {"title": f"Task {number}"}}
        for number in range(60)]})
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Look back").click()
    page.get_by_text("61 tasks were made since and would be deleted.").wait_for()
    somebody.click("Restore")
    page.get_by_role("alertdialog").get_by_role("button", name="Restore").click()
    surely = page.get_by_role("alertdialog").get_by_role("button", name="Restore and delete them")
    surely.wait_for()
    # With the token of this browser: another tab of it.
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Meanwhile"})
    surely.click()
    page.locator(".restored").wait_for()
    until(lambda: len(somebody.on_server()), "what is left", 0)
    page.locator(".restored").get_by_role("button", name="Undo").click()
    somebody.toast("Undone")
    until(lambda: len(somebody.on_server()), "what is back", 62)
    assert "Meanwhile" in somebody.on_server()


def a_list_with_a_past(world):
    """Its tasks were changed a moment ago, which is closer than a minute: the server is asked for the change before that."""
    somebody = world.person()
    somebody.add("Elsewhere")
    home = somebody.elsewhere("POST", "/v1/lists", {"name": "Home", "colorHex": "#2f9e55"})["id"]
    tasks = {
        title: somebody.elsewhere("POST", "/v1/tasks", {"title": title, "listId": home, "scheduledDate": day})["id"]
        for title, day in (("Sweep", somebody.day(0)), ("Mop", None), ("Cook", None))}
    then = somebody.elsewhere("GET", "/v1/history?limit=1")["entries"][0]["revision"]
    somebody.elsewhere("PATCH", f"/v1/tasks/{tasks['Sweep']}", {"title": "Sweep the floor"})
    somebody.elsewhere("PATCH", f"/v1/tasks/{tasks['Cook']}", {"state": "completed"})
    somebody.elsewhere("DELETE", f"/v1/tasks/{tasks['Mop']}")
    somebody.elsewhere("POST", "/v1/tasks", {"title": "Bake", "listId": home})

    def ask_of_then(route):
        body = route.request.post_data_json
        route.continue_(post_data=json.dumps({**body, "to": then if isinstance(body["to"], str) else body["to"]}))
    somebody.context.route("**/restoration", ask_of_then)
    somebody.go(f"list/{home}")
    somebody.shows("Sweep the floor", "Bake")
    return somebody, home


def then(person):
    """The tasks of then, with their states."""
    return person.page.locator(".task-then .title").all_text_contents()


WAS = ["Sweep, Not started", "Cook, Not started", "Mop, Not started"]


def flow_a_list_as_it_was(world):
    """From its menu: what it held then, to be looked at; then back to that, and to now again."""
    somebody, home = a_list_with_a_past(world)
    page = somebody.page
    somebody.click("What can be done with this list")
    somebody.choose("Look Back...")
    until(lambda: page.evaluate("location.pathname + location.search"), "the address", f"/app/history/back?list={home}")
    until(lambda: then(somebody), "the list as it was", WAS)
    assert page.locator(".task-then small").all_text_contents() == ["Today"]
    assert page.locator(".then").get_by_role("button").count() == 0
    line(somebody, "Sweep the floor").get_by_text("Title: Sweep the floor → Sweep").wait_for()
    somebody.click("Restore")
    page.get_by_role("alertdialog").get_by_role("button", name="Restore").click()
    page.locator(".restored").wait_for()
    until(lambda: sorted(somebody.on_server()), "what the list has now", ["Cook", "Elsewhere", "Mop", "Sweep"])
    until(lambda: sorted(then(somebody)), "nothing is different", sorted(WAS))
    page.locator(".restored").get_by_role("button", name="Undo").click()
    somebody.toast("Undone")
    somebody.is_sent("Bake")
    somebody.is_sent("Cook", state="completed")


def flow_a_list_as_it_was_by_keys(world):
    """And everything, by list; without the server it says who knows."""
    somebody, _ = a_list_with_a_past(world)
    page = somebody.page
    page.get_by_role("button", name="What can be done with this list").press("Enter")
    here = "document.activeElement.textContent"
    until(lambda: somebody.press("ArrowDown") or page.evaluate(here), "the entry of the menu", "Look Back...")
    somebody.press("Enter")
    until(lambda: then(somebody), "the list as it was", WAS)
    what = page.get_by_label("What", exact=True)
    what.focus()
    somebody.press("Home")
    until(lambda: sorted(then(somebody)), "all of them", sorted(["Elsewhere, Not started", *WAS]))
    until(page.locator(".then h3").all_inner_texts, "their lists", ["No list", "Home"])
    somebody.context.route("**/v1/**", lambda route: route.abort())
    what.focus()
    somebody.press("End")
    page.get_by_text("The server keeps the history, and does not answer now.").wait_for()
    until(lambda: then(somebody), "nothing that nobody knows", [])


def flow_a_list_that_is_gone_as_it_was(world):
    """It says so, shows what was in it, and comes back with it."""
    somebody, home = a_list_with_a_past(world)
    page = somebody.page
    somebody.elsewhere("DELETE", f"/v1/lists/{home}")
    until(lambda: page.locator(".sidebar").get_by_text("Home").count(), "the list is gone", 0)
    somebody.go(f"history/back?list={home}")
    page.get_by_text("This list is not there any more. What was in it then is below, and Restore").wait_for()
    until(lambda: page.get_by_label("What", exact=True).locator("option:checked").inner_text(),
          "what is looked at", "A list that is gone")
    until(lambda: sorted(then(somebody)), "the list as it was", sorted(WAS))
    somebody.click("Restore")
    page.get_by_role("alertdialog").get_by_role("button", name="Restore").click()
    page.locator(".restored").wait_for()
    until(lambda: page.locator(".sidebar").get_by_text("Home").count(), "the list is back", 1)
    until(lambda: page.get_by_text("This list is not there any more.").count(), "nothing that is not so", 0)
    until(lambda: page.get_by_label("What", exact=True).locator("option:checked").inner_text(),
          "the list under its name", "Home")


def flow_the_moment_is_chosen_by_keys(world):
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.go("history/back")
    slider = somebody.page.get_by_role("slider")
    before = slider.get_attribute("aria-valuetext")
    assert before.startswith("Yesterday"), before
    slider.press("Home")
    until(lambda: slider.get_attribute("aria-valuetext") != before, "another moment")
    until(somebody.page.get_by_label("Date", exact=True).input_value, "its day", somebody.day(-30))
    somebody.page.get_by_text("1 task").first.wait_for()
    slider.press("End")
    until(somebody.page.get_by_label("Date", exact=True).input_value, "its day", somebody.day(0))


def flow_without_the_server(world):
    """Says so, and shows the history as soon as it can; and that there is none yet."""
    nobody = world.person(path="history")
    nobody.page.get_by_text("The history begins with the first task.").wait_for()
    somebody = world.person()
    somebody.add("A task")
    somebody.is_sent("A task")
    somebody.context.route("**/v1/**", lambda route: route.abort())
    somebody.page.get_by_role("link", name="History").click()
    told = somebody.page.get_by_text("The server keeps the history, and does not answer now.")
    told.wait_for()
    for part in ("Conflicts", "Look back"):
        somebody.page.get_by_role("link", name=part).click()
        told.wait_for()
    somebody.page.get_by_role("link", name="Everything").click()
    told.wait_for()
    somebody.context.unroute("**/v1/**")
    somebody.click("Try again")
    line(somebody, "A task").wait_for()
