"""Two devices change one task while they cannot see each other; nothing is lost, and somebody decides."""

from journey import *

start_server()
email, secret = "ada@example.org", "a long enough secret"
phone = App()
phone("POST", "/v1/account/claim", {"email": email, "password": secret}, status=201)
tablet = App(anybody("POST", "/v1/login", {"email": email, "password": secret, "deviceName": "Tablet"})["token"])

task = new_id()
cursor = phone("POST", "/v1/sync", {"ops": [
    {"opId": new_id(), "entity": "task", "id": task, "at": at(), "fields": {"title": "Tea"}}]})["cursor"]
now = datetime.datetime.now(datetime.timezone.utc)


def offline(milliseconds, fields):
    return {"opId": new_id(), "entity": "task", "id": task, "base": cursor,
            "at": at(now + datetime.timedelta(milliseconds=milliseconds)), "fields": fields}


# Both knew the same row. The later word wins, field by field.
on_phone, on_tablet = offline(1, {"title": "Green tea", "priority": 1}), offline(2, {"title": "Black tea"})
tablet("POST", "/v1/sync", {"cursor": cursor, "ops": [on_tablet]})
outcome = phone("POST", "/v1/sync", {"cursor": cursor, "ops": [on_phone]})["outcomes"][0]
same(outcome["outcome"], "merged")
lost = [(field["field"], field["mine"], field["theirs"]) for field in outcome["conflicts"]]
same(lost, [("title", "Green tea", "Black tea")])
row = phone("GET", f"/v1/tasks/{task}")
same((row["title"], row["priority"]), ("Black tea", 1))

# It is listed on every device until somebody decides.
for device in (phone, tablet):
    open_ones = device("GET", "/v1/conflicts")["conflicts"]
    same([one["opId"] for one in open_ones], [on_phone["opId"]])
tablet("POST", f"/v1/conflicts/{on_phone['opId']}/resolution", {"take": "mine"})
same(phone("GET", f"/v1/tasks/{task}")["title"], "Green tea")
same(phone("GET", "/v1/conflicts")["conflicts"], [])

# One completes, the other edits later: it stays done, with the edit.
done, edited = offline(5, {"state": "completed"}), offline(6, {"notes": "With milk"})
tablet("POST", "/v1/sync", {"cursor": cursor, "ops": [edited]})
phone("POST", "/v1/sync", {"cursor": cursor, "ops": [done]})
row = tablet("GET", f"/v1/tasks/{task}")
same((row["state"], row["notes"]), ("completed", "With milk"))

# The history says who, and a lost phone is out.
devices = {one["id"]: one["name"] for one in tablet("GET", "/v1/devices")["devices"]}
same(sorted(devices.values()), ["Device", "Tablet"])
tablet("DELETE", "/v1/devices/others")
phone("GET", "/v1/tasks", status=401)
