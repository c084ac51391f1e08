"""Somebody makes an app without a replica: one request at a time."""

from journey import *

start_server()
app = App()

# A request under a key is done once, however often it is sent.
first = app("POST", "/v1/tasks", {"title": "Tea"}, status=201, idempotency_key="one")
again = app("POST", "/v1/tasks", {"title": "Tea"}, status=201, idempotency_key="one")
same(again, first)
app("POST", "/v1/tasks", {"title": "Coffee"}, status=422, idempotency_key="one")
same(app.titles("/v1/tasks"), ["Tea"])
tea = f"/v1/tasks/{first['id']}"

# Only what changed; null clears what can be empty.
same(app("PATCH", tea, {"notes": "Green", "priority": 1})["notes"], "Green")
same(app("PATCH", tea, {"notes": None})["notes"], None)
same(app("PATCH", tea, {"title": None}, status=422)["code"], "invalid_fields")
same(app("PATCH", tea, {"colour": "green"}, status=422)["fields"][0]["code"], "unknown_field")

# Only if nobody was faster.
app("PATCH", tea, {"title": "Green tea"}, status=412, if_match='"another"')
same(app("GET", tea)["title"], "Tea")

# Places: a region holds one must-do, the second is refused in words.
app("POST", "/v1/tasks", {"title": "Report", "region": "morning", "bucket": "mustDo"}, status=201)
full = app("POST", "/v1/tasks", {"title": "Taxes", "region": "morning", "bucket": "mustDo"}, status=409)
same((full["code"], full["detail"]), ("region_full", "Morning region full (1 Must-Do, 3 Complementary, 5 Misc)"))

# Several at once, each with its own outcome.
outcomes = app("POST", f"{tea}/schedule", {"to": "today"})
same(outcomes["scheduledDate"], str(today))
app("POST", f"{tea}/complete", {})
same(app("GET", "/v1/views/today")["completedToday"], 1)

# Deleted, looked for, brought back, undone.
app("DELETE", tea, status=204)
app("GET", tea, status=410)
app("POST", f"{tea}/restore", {})
same(app("GET", tea)["state"], "completed")
change = app("GET", f"/v1/history?task={first['id']}")["entries"][0]
app("POST", f"/v1/history/{change['opId']}/undo", {})
app("GET", tea, status=410)

# A token that may only add, for a shortcut.
shortcut = app("POST", "/v1/tokens", {"label": "Voice", "scope": "capture"}, status=201)["token"]
App(shortcut)("POST", "/v1/capture", {"title": "Call mum"}, status=201)
same(App(shortcut)("GET", "/v1/tasks", status=403)["code"], "scope_insufficient")
anybody("GET", "/v1/tasks", status=401)
