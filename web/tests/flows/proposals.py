"""What an assistant proposes, looked at and decided about."""

from account import sees
from world import main, until, walks


def propose(somebody, *actions, note=None):
    answer = somebody.elsewhere("POST", "/v1/proposals", {"actions": list(actions), "note": note})
    assert answer["count"] == len(actions), answer
    return answer["id"]


def change(task, **fields):
    return {"action": "update", "id": task, "fields": fields}


def tasks(somebody, *titles):
    somebody.add(*titles)
    for title in titles:
        somebody.is_sent(title)
    return [somebody.on_server()[title]["id"] for title in titles]


@main
@walks("proposals", by="mouse")
def flow_a_proposal_is_applied_and_undone(world):
    somebody = world.person()
    milk, tea = tasks(somebody, "Milk", "Tea")
    propose(somebody, change(milk, title="Oat milk"), {"action": "complete", "id": tea},
            {"action": "create", "fields": {"title": "Sugar"}}, note="For the cake")
    somebody.go("settings")
    somebody.click("One proposal waits for you")
    somebody.at("settings/proposals")
    sees(somebody, "“For the cake”")
    sees(somebody, "Sugar")
    # Nothing is changed yet, and whoever reads with their ears is told which box is which.
    assert set(somebody.on_server()) == {"Milk", "Tea"}
    somebody.page.get_by_role("checkbox", name="Tea").wait_for()
    somebody.click("Apply", exact=True)
    somebody.hears("Applied")
    sees(somebody, "Nothing is proposed.")
    until(lambda: {title for title, task in somebody.on_server().items() if task["state"] != "completed"}, "the tasks",
          {"Oat milk", "Sugar"})
    somebody.click("Undo")
    somebody.toast("Undone")
    until(lambda: {title for title, task in somebody.on_server().items() if task["state"] != "completed"}, "the tasks",
          {"Milk", "Tea"})
    somebody.go("today")
    somebody.has("Milk", "Tea")


def flow_a_proposal_is_said_wherever_one_is(world):
    """Also to a tab that is open when it comes, and it leads there; by keys, too. It goes when nothing waits any more."""
    somebody = world.person()
    milk, tea = tasks(somebody, "Milk", "Tea")
    line = somebody.page.locator(".standing:visible")
    propose(somebody, change(milk, title="Oat milk"))
    until(line.all_inner_texts, "the line about it", ["One proposal waits for you\nShow"])
    propose(somebody, change(tea, title="Green tea"))
    line.get_by_text("2 proposals wait for you").wait_for()
    somebody.go("upcoming")
    line.get_by_role("button", name="Show").focus()
    somebody.press("Enter")
    somebody.at("settings/proposals")
    until(somebody.page.get_by_role("button", name="Dismiss...").count, "proposals", 2)
    assert not line.count(), "the line leads here"
    # One that comes while they are looked at stands with them.
    propose(somebody, {"action": "delete", "id": tea})
    until(somebody.page.get_by_role("button", name="Dismiss...").count, "proposals", 3)
    somebody.page.get_by_role("link", name="Today").click()
    line.get_by_text("3 proposals wait for you").wait_for()
    for proposal in somebody.elsewhere("GET", "/v1/proposals")["proposals"]:
        somebody.elsewhere("DELETE", f"/v1/proposals/{proposal['id']}")
    until(line.count, "the line about them", 0)


@walks("proposals", by="keys")
def flow_a_part_of_a_proposal(world):
    somebody = world.person()
    milk, tea = tasks(somebody, "Milk", "Tea")
    propose(somebody, change(milk, title="Oat milk"), change(tea, title="Green tea"))
    somebody.go("settings/proposals")
    # By keys alone.
    somebody.page.get_by_role("checkbox", name="Tea").focus()
    somebody.press("Space")
    somebody.page.get_by_role("button", name="Apply the one chosen").focus()
    somebody.press("Enter")
    sees(somebody, "Nothing is proposed.")
    until(lambda: set(somebody.on_server()), "the tasks", {"Oat milk", "Tea"})


def flow_what_changed_meanwhile_is_shown_again(world):
    somebody = world.person()
    [milk] = tasks(somebody, "Milk")
    propose(somebody, {"action": "delete", "id": milk})
    somebody.go("settings/proposals")
    somebody.page.get_by_role("button", name="Apply", exact=True).wait_for()
    somebody.elsewhere("PATCH", f"/v1/tasks/{milk}", {"title": "The will"})
    somebody.click("Apply", exact=True)
    sees(somebody, "Something changed meanwhile, so nothing was done.")
    sees(somebody, "The will")
    assert set(somebody.on_server()) == {"The will"}
    somebody.click("Dismiss...")
    somebody.click("Dismiss", exact=True)
    sees(somebody, "Nothing is proposed.")
    assert set(somebody.on_server()) == {"The will"}


def flow_the_history_says_who_proposed_it(world):
    somebody = world.person()
    [milk] = tasks(somebody, "Milk")
    assistant = somebody.elsewhere("POST", "/v1/tokens", {"label": "Its helper", "scope": "full"})["token"]
    body = {"actions": [change(milk, title="Oat milk")]}
    world.ask(assistant, "POST", "/v1/proposals", body)
    somebody.go("settings/proposals")
    somebody.click("Apply", exact=True)
    sees(somebody, "Nothing is proposed.")
    somebody.go("history")
    line = somebody.page.locator(".change", has_text="Renamed from “Milk” to “Oat milk”")
    line.get_by_text(", This device, proposed by Its helper").wait_for()
    # What nobody proposed says so by saying nothing.
    until(somebody.page.locator(".change", has_text="proposed by").count, "lines of it", 1)
