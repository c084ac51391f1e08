"""What was done, in numbers and pictures; and a day that turns."""

from journey import *

start_server()
app = App()
errands = app("POST", "/v1/lists", {"name": "Errands"}, status=201)["id"]
ids = [
    app("POST", "/v1/tasks", {"title": f"Errand {number}", "listId": errands}, status=201)["id"] for number in range(3)]
for one in ids[:2]:
    app("POST", f"/v1/tasks/{one}/complete", {})

summary = app("GET", "/v1/analytics/summary")
same((summary["today"], summary["ever"]), (2, 2))
daily = app("GET", "/v1/analytics/daily")
same((daily["total"], daily["days"][-1]), (2, {"date": str(today), "count": 2}))
holds(app("GET", "/v1/analytics/daily.svg"), "<svg")

# It counts for ever, and reopening takes it back.
app("DELETE", f"/v1/tasks/{ids[0]}", status=204)
same(app("GET", "/v1/analytics/summary")["ever"], 2)
app("POST", f"/v1/tasks/{ids[1]}/reopen", {})
same(app("GET", "/v1/analytics/summary")["ever"], 1)

# The account travels to where it is tomorrow: what was open in a region goes to the backlog, what was done stays. The two
# places are a day apart to the hour, and neither is about to have midnight.
tomorrow = {"Pacific/Honolulu": "Pacific/Kiritimati", "Etc/GMT+12": "Etc/GMT-12"}
here = clock.calm(*tomorrow, hours=range(1, 23))
app("PATCH", "/v1/account/settings", {"rollover": "backlog", "timeZone": here})
opened = app("POST", "/v1/tasks", {"title": "Open", "region": "morning"}, status=201)["id"]
done = app("POST", "/v1/tasks", {"title": "Done", "region": "morning"}, status=201)["id"]
app("POST", f"/v1/tasks/{done}/complete", {})
app("PATCH", "/v1/account/settings", {"timeZone": tomorrow[here]})
until(lambda: app("GET", f"/v1/tasks/{opened}")["region"] == "backlog", "the day turns")
same([(row["region"], row["carryCount"]) for row in (app("GET", f"/v1/tasks/{one}") for one in (opened, done))],
     [("backlog", 1), ("morning", 0)])
same([task["title"] for group in app("GET", "/v1/views/backlog")["groups"] for task in group["tasks"]], ["Open"])
