"""Somebody hosts Daybook at home: from the README's first requests to a task on the terminal, a backup and its
restore."""

from journey import *

start_server()

# The README's first sync.
token = anybody("POST", "/v1/accounts", {}, status=201)["token"]
app = App(token)
task = new_id()
page = app("POST", "/v1/sync", {"ops": [
    {"opId": new_id(), "entity": "task", "id": task, "at": at(), "fields": {"title": "Water the plants"}}]})
same([outcome["outcome"] for outcome in page["outcomes"]], ["applied"])
same(app("POST", "/v1/capture", {"title": "Buy bread"}, status=201)["sentence"], "Added 'Buy bread' to your Inbox")
same(app.titles("/v1/tasks"), ["Water the plants", "Buy bread"])

# What the image asks, on whichever address the server is found first.
def health(listen):
    return subprocess.run([ROOT / "deploy/health.sh"], env={"PATH": os.environ["PATH"], "DAYBOOK_LISTEN": listen}).returncode


port = server.rsplit(":", 1)[1]
for listen in (f"0.0.0.0:{port}", f"[::]:{port}", f"*:{port}, 127.0.0.1:1", f"127.0.0.1:1,127.0.0.1:{port}"):
    same(health(listen), 0)
same(health("127.0.0.1:1"), 1)

# From a terminal.
anna = Person("anna")
anna(f"login {server}")
anna("add Buy milk")
same(anna.titles("inbox"), ["Buy milk"])

# Everything into one file, while the server runs.
operator("backup key backup.key")
operator("backup create --key-file backup.key daybook.backup")
operator("backup verify --key-file backup.key daybook.backup")

# The machine is lost; another one has nothing but the file and its key.
anna("add Sweep the stairs")
stop_server()
subprocess.run(["rm", "-rf", box.environment["DAYBOOK_DATA_DIR"]], check=True)
operator("account list", code=69)
operator("backup restore --key-file backup.key daybook.backup")
start_server()

# The token still opens the account, and what the terminal had sent since is there again.
same(app.titles("/v1/tasks"), ["Water the plants", "Buy bread"])
anna("sync")
same(anna.titles("inbox"), ["Buy milk", "Sweep the stairs"])
same(operator_json("check")["flaws"], [])
