"""A series: the next one comes when one is done, with its subtasks; skipped dates are left out; reopening takes it
back."""

from journey import *

start_server()
anna = Person("anna")
anna(f"login {server}")
app = App(next(anna.home.glob("**/token")).read_text().strip())

# Once a week, but not in the week after.
first, left_out, after = (str(today + datetime.timedelta(weeks=weeks)) for weeks in (1, 2, 3))
rule = {"days": [today.isoweekday()], "except": [left_out]}
run_ = app("POST", "/v1/tasks", {"title": "Run", "scheduledDate": first, "recurrence": rule}, status=201)
app("POST", "/v1/tasks", {"title": "Stretch", "parentId": run_["id"]}, status=201)
app("POST", f"/v1/tasks/{run_['id']}/complete", {})


def runs():
    return sorted((task["scheduledDate"], task["state"]) for task in app("GET", "/v1/tasks")["tasks"]
                  if task["title"] == "Run")


same(runs(), [(first, "completed"), (after, "notStarted")])
following = next(task for task in app("GET", "/v1/tasks?state=notStarted")["tasks"] if task["title"] == "Run")
same(app.titles(f"/v1/tasks?parent={following['id']}"), ["Stretch"])

# Done twice, by two devices, makes one.
anna("sync")
app("POST", f"/v1/tasks/{run_['id']}/complete", {})
same(len(runs()), 2)

# Taken back, and done again.
app("POST", f"/v1/tasks/{run_['id']}/reopen", {})
same(runs(), [(first, "notStarted")])
app("POST", f"/v1/tasks/{run_['id']}/complete", {})
same(runs(), [(first, "completed"), (after, "notStarted")])

# In plain words, on the terminal, without the server.
task = anna.json("add Pay rent every month on the 1st --offline")["task"]
same((task["title"], task["scheduledDate"][8:]), ("Pay rent", "01"))
anna("done rent --offline")
dates = sorted(one["scheduledDate"] for one in anna.json("filter text:rent --offline")["tasks"])
same([date[8:] for date in dates], ["01", "01"])
anna("sync")
same(len([task for task in app("GET", "/v1/tasks")["tasks"] if task["title"] == "Pay rent"]), 2)
