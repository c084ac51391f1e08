#!/usr/bin/env python3
"""What an assistant reads at /mcp beside the read of the API that it stands on.

    python3 benchmarks/agents.py [--rounds 3] [--seconds 4] [--build release]

The account is that of views.py: 500 open tasks for today and 5,000 completed ones behind it. Needs a release build (swift build -c
release).
"""

import json

import views
from daybench import frame
from daybench.clients import Client
from daybench.figures import middle, share
from daybench.frame import Bench
from daybench.report import Result
from daybench.service import COUNTED

# What is read by which tool, with which arguments.
READS = {
    "today, a page of 25": ("/v1/views/today?limit=25", "day", {}),
    "today, a page of 100": ("/v1/views/today?limit=100", "day", {"limit": 100}),
    "words, a page of 25": ("/v1/search?q=plants&limit=25", "find", {"words": "plants"}),
    "a filter, a page of 25": ("/v1/tasks?filter=open%20today&limit=25", "find", {"filter": "open today"}),
}
BAR = 0.6


def message(tool: str, arguments: dict) -> str:
    params = {"name": tool, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


def measure(bench: Bench) -> list[Result]:
    database = bench.database()
    with database.service() as service:
        person = views.Person(service)
    database.sql("VACUUM ANALYZE")
    results = []
    with database.service(DAYBOOK_AGENTS="read", **COUNTED) as service:
        wish = {"label": "An assistant", "scope": "read"}
        token = Client(service.port, person.token).ask("POST", "/v1/tokens", wish).json["token"]
        # The first search folds what is looked through.
        Client(service.port, token).get("/v1/search?q=plants&limit=25")

        def load(path: str, text: str = ""):
            return lambda: bench.wrk(service, "/", "agents.lua", 16, token=token, path=path, message=text)

        for name, (path, tool, arguments) in READS.items():
            measured = bench.turns({"mcp": load("/mcp", message(tool, arguments)), "rest": load(path)})
            ours, theirs = measured["mcp"], measured["rest"]
            figure = share(ours, theirs)
            told = f"{middle(ours):,.0f}/s, p99 {middle(ours, 'p99'):.1f} ms, {middle(ours, 'cpu_us'):,.0f} us of server CPU"
            beside = f"GET {path.split('?')[0]}: {middle(theirs):,.0f}/s"
            results.append(Result(name, told, beside, f"{figure:.2f}", f">= {BAR}", figure >= BAR))
    return results


if __name__ == "__main__":
    frame.main(__doc__, measure, rounds=3, seconds=4)
