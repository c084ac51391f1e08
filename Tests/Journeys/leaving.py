"""Somebody begins without an account, takes things back after joining one, has a full afternoon, and leaves for good."""

from journey import *

start_server()
anna = Person("anna")
ben = Person("ben")

# What was done before there was an account can be taken back in it.
for title in ("Milk", "Bread"):
    anna(f"add {title}")
anna("done milk")
anna("rm bread")
anna(f"login {server}")
same(anna("undo"), "Undone: deleted 'Bread'\n")
holds(anna("undo"), "Undone: 'Milk': completed")
same([(task["title"], task["state"]) for task in anna.json("inbox")["tasks"]],
     [("Milk", "notStarted"), ("Bread", "notStarted")])
anna("claim anna@example.org", given="correct horse battery staple\n")
ben(f"login {server} --email anna@example.org", given="correct horse battery staple\n")
same(ben.titles("inbox"), ["Milk", "Bread"])

# A full region says so itself, where it is known and where only the server knew.
full = "Afternoon region full (1 Must-Do, 3 Complementary, 5 Misc)"
place = "--today --region afternoon --bucket mustDo"
anna(f"add Tea {place}")
ben(f"add Jam {place}")
same(ben("conflicts").count("bucket"), 1)
holds(anna(f"add Salt {place}"), f"{full}: 'Salt' is complementary.")

# What a title has is not torn, and what is no list is said.
holds(anna("add Rent first monday --every 'first monday'"), "Added 'Rent first monday' to")
holds(anna("add Eggs +home"), "There is no list 'home', so it stays in the title.")

# The account goes by its password and by nothing less, and with it everything.
account = anna.json("status")["account"]
anna("account delete", given="correct horse battery staple\n", code=2)
for proof in ("wrong", account):
    holds(anna("account delete --yes", given=f"{proof}\n", code=77), "refuses")
holds(anna("sync"), "In step.")
holds(anna("account delete --yes", given="correct horse battery staple\n"), "The account is deleted.")
same(anna.titles("inbox"), [])
ben("sync", code=77)
operator(f"account show {account}", code=1)

# One without a login goes by its id, and the notebook is as good as new.
anna("add Sugar")
anna(f"login {server}")
second = anna.json("status")["account"]
same(second != account, True)
holds(anna("account delete --yes", given="00000000\n", code=77), "nothing was deleted")
anna("account delete --yes", given=f"{second[:8]}\n")
operator(f"account show {second}", code=1)
