"""Somebody lives in a terminal, at first without a server."""

from journey import *

anna = Person("anna")
anna("add Buy milk '#shop' p1")
anna("add Call the bank fri 12:00")
same(anna.titles("inbox"), ["Buy milk"])
anna("done milk")
same(anna.titles("filter open"), ["Call the bank"])
anna("undo")
same(anna.titles("filter open"), ["Buy milk", "Call the bank"])
anna("move bank +1w")
anna("edit bank --title 'Call my bank' --notes 'About the card'")
same(anna.titles("filter text:card"), ["Call my bank"])
holds(anna("done nothing-like-it", code=1), "nothing-like-it")
holds(anna("dnoe milk", code=2), "done")

# A server comes; what was done before goes along.
start_server()
anna(f"login {server}")
same(anna.json("status")["pending"], 0)
token = next(anna.home.glob("**/token")).read_text().strip()
same(App(token).titles("/v1/tasks"), ["Buy milk", "Call my bank"])

# The server is away; nothing is lost, and nothing has to be said again.
stop_server()
anna("add Written on the train")
same(anna.json("status")["pending"], 1)
anna("sync", code=69)
start_server()
anna("sync")
same(App(token).titles("/v1/tasks"), ["Buy milk", "Call my bank", "Written on the train"])
same([hit["task"]["title"] for hit in anna.json("search train")["hits"]], ["Written on the train"])
holds(anna("history"), "Written on the train")
