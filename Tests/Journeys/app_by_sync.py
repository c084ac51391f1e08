"""Somebody writes a client of the protocol: pushes, pulls, repeats, deletes, and starts again when the cursor is
gone."""

from journey import *

start_server()
phone = App()
tablet = App(phone("POST", "/v1/tokens", {"label": "Tablet", "scope": "full"}, status=201)["token"])


def operation(task, fields, **more):
    return {"opId": new_id(), "entity": "task", "id": task, "at": at(), "fields": fields, **more}


def sync(app, cursor, *operations, **more):
    return app("POST", "/v1/sync", {"cursor": cursor, "sentAt": at(), "ops": list(operations), **more})


milk = new_id()
first = operation(milk, {"title": "Milk"})
page = sync(phone, None, first)
same([outcome["outcome"] for outcome in page["outcomes"]], ["applied"])
same([task["title"] for task in page["changes"]["tasks"]], ["Milk"], "a pull after the push")

# The answer was lost: the same again is answered word for word and done once.
same(sync(phone, page["cursor"], first)["outcomes"], page["outcomes"])
same(phone.titles("/v1/tasks"), ["Milk"])

# The other device begins with a snapshot, in pages.
for number in range(3):
    sync(phone, page["cursor"], operation(new_id(), {"title": f"Task {number}"}))
cursor, titles = None, []
while True:
    part = sync(tablet, cursor, limit=2)
    cursor, titles = part["cursor"], titles + [task["title"] for task in part["changes"]["tasks"]]
    if not part["hasMore"]:
        break
same(sorted(titles), ["Milk", "Task 0", "Task 1", "Task 2"])

# What is for a row that is not there yet waits for it.
later = new_id()
early = operation(later, {"notes": "Ripe"})
same(sync(tablet, cursor, early)["outcomes"][0]["outcome"], "waiting")
an_hour_ago = at(datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1))
sync(phone, page["cursor"], {**operation(later, {"title": "Pears"}), "at": an_hour_ago})
row = phone("GET", f"/v1/tasks/{later}")
same((row["title"], row["notes"]), ("Pears", "Ripe"))
phone("DELETE", f"/v1/tasks/{later}", status=204)
bad = sync(tablet, cursor, operation(milk, {"title": 7}))
same(bad["outcomes"][0]["outcome"], "rejected", "a title that is a number")
# Without an opId there is nothing to answer to, so nothing of the push is done.
phone("POST", "/v1/sync", {"ops": [{"entity": "task"}]}, status=422)

# Deleting comes as a tombstone, and nothing is missed.
cursor = sync(tablet, cursor)["cursor"]
sync(phone, page["cursor"], operation(milk, {}, kind="delete"))
gone = [task for task in sync(tablet, cursor)["changes"]["tasks"] if task["id"] == milk]
same([task["deletedAt"] is not None for task in gone], [True])

# A cursor that this database never gave: begin again, and keep what is unsent.
foreign = new_id() + cursor[cursor.index(":"):]
same(phone("POST", "/v1/sync", {"cursor": foreign, "ops": []}, status=410)["code"], "cursor_gone")
same(sorted(task["title"] for task in sync(phone, None)["changes"]["tasks"] if not task["deletedAt"])[:3],
     ["Task 0", "Task 1", "Task 2"])
