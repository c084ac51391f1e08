"""An operator: accounts, labels, invitations, an export, a login that is lost, an account that goes and comes back,
doctor."""

from journey import *

start_server(registration="invite")
same(anybody("POST", "/v1/accounts", {}, status=403)["code"], "invite_required")
invite = operator_json("invite create --label Family --uses 1")["code"]
phone = App(anybody("POST", "/v1/accounts", {"invite": invite, "deviceName": "Phone"}, status=201)["token"])
same(anybody("POST", "/v1/accounts", {"invite": invite}, status=403)["code"], "invite_refused")
phone("POST", "/v1/tasks", {"title": "Milk"}, status=201)

# Who is this? The label of the invitation and the last device say it; no email and no task does.
family = operator_json("account list --label family")["accounts"]
same([(one["label"], one["lastDevice"], one["tasks"]) for one in family], [("Family", "Phone", 1)])
account = family[0]["id"]
if "Milk" in operator("account list"):
    raise SystemExit("the list of accounts shows a task")

# A login for somebody who asks for one, and another password when it is lost.
password = operator_json(f"account set-password {account} --email ada@example.org")["password"]
login = {"email": "ada@example.org", "password": password, "deviceName": "Laptop"}
same(App(anybody("POST", "/v1/login", login)["token"]).titles("/v1/tasks"), ["Milk"])
operator("account set-password ada@example.org --password-stdin --end-sessions", given="a long enough secret\n")
anybody("POST", "/v1/login", login, status=401)
login["password"] = "a long enough secret"
laptop = App(anybody("POST", "/v1/login", login)["token"])

# Blocked, and let in again.
operator("account disable ada@example.org")
same(anybody("POST", "/v1/login", login, status=403)["code"], "account_disabled")
operator("account enable ada@example.org")
laptop = App(anybody("POST", "/v1/login", login)["token"])

# Exported, deleted, and back from the backup.
operator("backup create all.backup")
operator("export --account ada@example.org --include-history --output ada.json")
same([task["text"] for task in json.loads((work / "ada.json").read_text())["tasks"]], ["Milk"])
operator("account delete ada@example.org", code=1)
same(operator_json("account delete ada@example.org --yes")["rows"]["account"], 1)
laptop("GET", "/v1/tasks", status=401)
operator(f"backup restore --account {account} all.backup")
same(App(anybody("POST", "/v1/login", login)["token"]).titles("/v1/tasks"), ["Milk"])

# All is well, and how much there is.
same(operator_json("check")["flaws"], [])
stats = operator_json("stats --fresh")
same((stats["accounts"], stats["tasks"]), (1, 1))
findings = {finding["check"]: finding["grade"] for finding in operator_json("doctor")["findings"]}
same((findings["schema"], findings["database"], findings["listen"]), ("good", "good", "good"))
same(operator_json("migrate status")["current"], True)
