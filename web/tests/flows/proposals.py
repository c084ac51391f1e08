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
