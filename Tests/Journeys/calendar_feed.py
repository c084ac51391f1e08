"""Somebody reads dates in a calendar program, at a secret address."""

from journey import *

start_server()
app = App()
app("POST", "/v1/tasks", {"title": "Dentist; bring card", "dueAt": "2031-03-04T09:30:00.000Z"}, status=201)
app("POST", "/v1/tasks", {"title": "Birthday", "scheduledDate": "2031-03-05"}, status=201)
app("POST", "/v1/tasks", {"title": "Someday"}, status=201)
feed = app("POST", "/v1/feeds", {"label": "Phone's calendar"}, status=201)

calendar = anybody("GET", feed["address"])
holds(calendar, "BEGIN:VCALENDAR")
holds(calendar, "SUMMARY:Dentist\\; bring card")
holds(calendar, "DTSTART;VALUE=DATE:20310305")
same("Someday" in calendar, False, "a task without a date")

# The token is no key to it, and the address is none to the account.
same([(one["label"], one.get("address")) for one in app("GET", "/v1/feeds")["feeds"]], [("Phone's calendar", None)])
secret = feed["address"].rsplit("/", 1)[1].removesuffix(".ics")
App(secret)("GET", "/v1/tasks", status=401)

app("DELETE", f"/v1/feeds/{feed['id']}", status=204)
anybody("GET", feed["address"], status=404)
