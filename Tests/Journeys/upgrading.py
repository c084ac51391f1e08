"""An operator brings an older database to this version, and goes back to the release before while keeping the data."""

from journey import *

# What an earlier release left: a backup of its schema, which an upgrade has to read.
fixtures = sorted((ROOT / "Tests/Fixtures/backups").glob("*.backup"))
same(len(fixtures) > 0, True, "backups of earlier schemas")
subprocess.run(["rm", "-rf", box.environment["DAYBOOK_DATA_DIR"] + "/postgres"], check=True)
operator(f"backup restore {fixtures[0]}")
# The backup is not encrypted, so the key of its time is not in it.
operator("account list", code=78)
operator("key rotate --lost")
same(operator_json("migrate status")["current"], True)
holds(operator("account list"), "11111111-1111-4111-8111-111111111111")

# One step back with this program, refused by `serve` until it is taken forward again, and nothing is lost.
before = operator_json("stats --fresh")
latest = operator_json("migrate status")["migrations"][-1]["number"]
operator("backup create before.backup")
operator(f"migrate down --to {latest - 1}")
holds(operator("account list", code=78), "migrate up")
holds(operator("migrate up --dry-run"), f"-- 00{latest}")
operator("migrate up")
after = operator_json("stats --fresh")
same((after["accounts"], after["tasks"]), (before["accounts"], before["tasks"]))

start_server()
app = App()
app("POST", "/v1/tasks", {"title": "After the upgrade"}, status=201)
same(app.titles("/v1/tasks"), ["After the upgrade"])
