#!/usr/bin/env python3
"""What the web app's keeper promises, proven with real browsers against a real server: nothing that was shown is lost,
nothing is done twice, and all end up equal, whoever is killed, hangs, or is cut off meanwhile.

    web/tests/proofs/run.py [NAME...]

DAYBOOK_SEED replays; DAYBOOK_PROOF_SECONDS (10) is how long all write at once.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import traceback

from bench import ROOT, SEED, BadNetwork, Bench, Box, until
from disk import DRAFTS, TOKEN, with_disk

PASSWORD = "correct horse battery"
SECONDS = float(os.environ.get("DAYBOOK_PROOF_SECONDS", "10"))


def named(prefix, count):
    return [f"{prefix} {number:03}" for number in range(count)]


def on_server(bench, token):
    """Titles of all tasks of the account, and its whole history's operations."""
    tasks = pages(bench, token, "/v1/tasks", "tasks")
    history = pages(bench, token, "/v1/history", "entries")
    return sorted(task["title"] for task in tasks), [line["opId"] for line in history]


def pages(bench, token, path, name):
    rows, cursor = [], ""
    while True:
        page = bench.ask(token, "GET", f"{path}?limit=200{cursor}")
        rows += page[name]
        if not page["nextCursor"]:
            return rows
        cursor = f"&cursor={page['nextCursor']}"


def is_whole(bench, token, titles):
    """Each task is there once, each operation too, and the tables say what the ledger says."""
    there, operations = on_server(bench, token)
    assert there == sorted(titles), sorted(set(titles) ^ set(there)) or "a task is there twice"
    assert len(operations) == len(set(operations)), "an operation was applied twice"
    code, output = bench.box.shell("daybook check")
    assert code == 0, output


def proof_killed_while_typing(bench):
    """200 tasks without a server, and the browser killed with -9 in the middle: none is lost that was shown."""
    network = BadNetwork(bench)
    browser = bench.browser(network.address)
    tab = browser.tab()
    tab.add("The first")
    tab.in_step()
    network.goes_offline()
    titles = named("Offline", 200)
    tab.begins_typing(titles)
    until(lambda: len(tab.page.evaluate("bare.typed")) >= 90, "half of it typed", patience=60)
    shown = tab.page.evaluate("bare.typed")
    browser.kill()
    browser.open()
    tab = browser.tab()
    there = tab.titles()
    lost = [title for title in ["The first", *shown] if title not in there]
    assert not lost, f"shown and lost: {lost}"
    tab.begins_typing([title for title in titles if title not in there])
    until(lambda: len(tab.titles()), "all typed", 201, patience=60)
    network.heal()
    tab.do(act="add", titles=["The last"], place={"kind": "inbox"})
    tab.page.evaluate("bare.mailbox.sync()")
    tab.in_step()
    is_whole(bench, tab.token, ["The first", *titles, "The last"])
    network.end()
    print(f"   killed with {len(shown)} shown, {len(there)} on the disk")


def proof_killed_between_key_and_disk(bench):
    """The browser is killed with -9 right after a key, while tasks are typed at the screen: what the screen showed as kept
    is there, and of the rest each is there once or not at all."""
    browser = bench.browser()
    kept, typed = [], []
    for _ in range(3):
        page = browser.context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{bench.address}/app/inbox")
        field = page.get_by_label("Task input field")
        field.click()

        def titles(rows=".rows .row:not([aria-busy])", page=page):
            return page.evaluate(f"[...document.querySelectorAll('{rows} .title')].map((title) => title.textContent)")

        until(lambda titles=titles: [title for title in kept if title not in titles()], "what was shown as kept", [])
        there = titles(".rows .row")
        assert len(set(there)) == len(there) and set(there) <= set(typed), there
        # What was not kept may be in the field again.
        field.fill("")
        for _ in range(bench.random.randrange(3, 9)):
            kept = sorted(set(kept) | set(titles()))
            typed.append(f"Typed {len(typed)}")
            page.keyboard.type(typed[-1])
            page.keyboard.press("Enter")
        browser.kill()
        browser.open()
    print(f"   killed three times, {len(kept)} of {len(typed)} shown as kept")


def proof_half_a_task_outlives_the_browser(bench):
    """The browser is killed with -9 while a task is half written: it stands in its field again, and what became a task
    does not come back as half of one."""
    browser = bench.browser()

    def open_view(view):
        page = browser.context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{bench.address}/app/{view}")
        return page, page.get_by_label("Task input field")

    def drafts(page):
        return sorted((draft["title"], draft["notes"]) for draft in with_disk(page, DRAFTS) or [])

    page, field = open_view("today")
    field.click()
    page.keyboard.type("A whole task")
    page.keyboard.press("Enter")
    page.locator(".rows .row", has_text="A whole task").wait_for()
    page.keyboard.type("Half of a ta")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("and half of its no")
    today = ("Half of a ta", "and half of its no")
    until(lambda: drafts(page), "what lies on the disk", [today])
    browser.kill()
    browser.open()
    page, field = open_view("inbox")
    assert field.input_value() == "", "the draft of another view"
    field.click()
    page.keyboard.type("Half of an id")
    until(lambda: drafts(page), "what lies on the disk", sorted([today, ("Half of an id", "")]))
    browser.kill()
    browser.open()
    page, field = open_view("today")
    until(field.input_value, "what was half written", today[0])
    assert page.locator(".capture .notes").input_value() == today[1]
    other, elsewhere = open_view("inbox")
    until(elsewhere.input_value, "what was half written", "Half of an id")
    field.press("Control+Enter")
    page.locator(".rows .row", has_text=today[0]).wait_for()
    until(lambda: drafts(page), "what lies on the disk", [("Half of an id", "")])
    browser.kill()
    browser.open()
    page, field = open_view("today")
    page.locator(".rows .row", has_text=today[0]).wait_for()
    assert field.input_value() == ""
    until(lambda: (token := with_disk(page, TOKEN)) and on_server(bench, token)[0], "tasks", ["A whole task", today[0]])


def proof_server_killed_amid_pushes(bench):
    """The server is killed with -9 four times while tasks are pushed."""
    tab = bench.browser().tab()
    titles = named("Pushed", 240)
    tab.begins_typing(titles)
    for quarter in range(1, 5):
        until(lambda: len(tab.page.evaluate("bare.typed")) >= 40 * quarter, "some typed", patience=60)
        bench.kill()
        bench.start()
        tab.page.evaluate("bare.mailbox.sync()")
    until(lambda: len(tab.page.evaluate("bare.typed")), "all typed", len(titles), patience=60)
    tab.in_step()
    is_whole(bench, tab.token, titles)


def proof_bad_network(bench):
    """A network that cuts, in the middle of requests and of answers, and delays each piece."""
    network = BadNetwork(bench)
    one, other = bench.browser(network.address).tab(), bench.browser(network.address).tab()
    one.add("Begun")
    one.in_step()
    join(one, other)
    network.cuts, network.delay = 0.2, 0.2
    titles = named("One", 60) + named("Other", 60)
    one.begins_typing(titles[:60])
    other.begins_typing(titles[60:])
    until(lambda: len(one.page.evaluate("bare.typed")) + len(other.page.evaluate("bare.typed")), "all typed",
          120, patience=120)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        one.page.evaluate("bare.mailbox.sync()")
        other.page.evaluate("bare.mailbox.sync()")
        time.sleep(0.5)
    network.heal()
    for tab in (one, other):
        tab.page.evaluate("bare.mailbox.sync()")
    equal_in_the_end(bench, [one, other], ["Begun", *titles])
    assert network.cut > 5, f"only {network.cut} connections were cut"
    print(f"   {network.cut} connections cut")
    network.end()


def join(old, new):
    """Another browser becomes a device of the same account, by pairing."""
    offer = old.session(act="offer")
    claim = new.session(act="claim", code=offer["with"]["code"], merge=True)
    assert claim["kind"] == "done", claim
    confirmed = old.session(act="confirm", id=offer["with"]["id"], number=claim["with"]["number"])
    assert confirmed["kind"] == "done", confirmed
    until(lambda: "paired" in new.events, "the other is in", patience=60)


def equal_in_the_end(bench, tabs, titles, patience=90):
    for tab in tabs:
        tab.in_step(patience)
        until(tab.titles, "what a tab shows", sorted(titles), patience=patience)
    is_whole(bench, tabs[0].token, titles)


def proof_tabs_share_one_keeper(bench):
    """Five tabs: all see what one does. The leader is closed, then the next one hangs; nothing is lost."""
    browser = bench.browser()
    tabs = [browser.tab() for _ in range(5)]
    assert [tab.standing["leads"] for tab in tabs].count(True) == 1
    titles = []

    def each_adds(name):
        for number, tab in enumerate(tabs):
            titles.append(f"{name} of {number}")
            answer = tab.add(titles[-1])
            assert answer["kind"] == "done", answer
        for tab in tabs:
            until(tab.titles, "all tabs show the same", sorted(titles))

    each_adds("Before")
    leader = next(tab for tab in tabs if tab.standing["leads"])
    tabs.remove(leader)
    leader.page.close()
    each_adds("After one was closed")
    leader = until_one_leads(tabs)
    leader.hang(8)
    hung = time.monotonic()
    tabs.remove(leader)
    each_adds("While one hung")
    print(f"   taken over and written in {time.monotonic() - hung:.1f} s")
    time.sleep(max(0, 9 - (time.monotonic() - hung)))
    tabs.append(leader)
    each_adds("After it woke")
    assert [tab.standing["leads"] for tab in tabs].count(True) == 1
    tabs[0].in_step()
    is_whole(bench, tabs[0].token, titles)


def proof_keepers_fall(bench):
    """Keepers that fall amid what they were asked, the leader and others: everything is done, and once."""
    browser = bench.browser()
    one, other = browser.tab(), browser.tab()
    titles = {tab: named(name, 40) for tab, name in ((one, "One"), (other, "Other"))}
    for tab in titles:
        tab.begins_typing(titles[tab])
    for share in (10, 20, 30):
        for tab in titles:
            until(lambda: len(tab.page.evaluate("bare.typed")) >= share, "some typed", patience=60)
            tab.page.evaluate("bare.fall()")
    for tab in titles:
        until(lambda: len(tab.page.evaluate("bare.typed")), "all typed", 40, patience=60)
    equal_in_the_end(bench, [one, other], titles[one] + titles[other])


def until_one_leads(tabs):
    until(lambda: [tab.standing["leads"] for tab in tabs].count(True), "one leads", 1)
    return next(tab for tab in tabs if tab.standing["leads"])


def proof_two_tabs_undo_their_own(bench):
    """Undo is the tab's own, also across keepers."""
    browser = bench.browser()
    one, other = browser.tab(), browser.tab()
    one.add("Of one")
    other.add("Of the other")
    assert one.again("undo")["gesture"] == "add"
    until(other.titles, "one's is gone", ["Of the other"])
    assert one.again("undo")["code"] == "nothing_to_undo"
    leader = one if one.standing["leads"] else other
    leader.hang(6)
    rest = other if leader is one else one
    assert rest.again("redo" if rest is one else "undo")["kind"] == "done"
    until(rest.titles, "done by another keeper", ["Of one", "Of the other"] if rest is one else [])


def proof_everybody_at_once(bench):
    """Two browsers and the terminal write at once; in the end all are equal, and every operation counted once."""
    one, other = bench.browser().tab(), bench.browser().tab()
    one.add("Begun")
    one.in_step()
    # By its name: it moves while all write, and pages of rows are read one after the other.
    begun = one.rows()[0]["id"]
    join(one, other)
    assert one.session(act="setLogin", login="anna@example.org", password=PASSWORD)["kind"] == "done"
    code, output = bench.box.shell(f"echo '{PASSWORD}' | daybook login \"$SERVER\" --email anna@example.org")
    assert code == 0, output
    end = time.monotonic() + SECONDS
    script = f"""
        end=$(( $(date +%s) + {int(SECONDS)} )); number=0
        while [ $(date +%s) -lt $end ]; do daybook add "Terminal $number" > /dev/null; number=$((number + 1)); done
        daybook sync > /dev/null; echo "written $number"
    """
    file = bench.box.folder / "terminal.sh"
    file.write_text(script)
    terminal = subprocess.Popen(
        ["bash", file], env=bench.box.environment, cwd=bench.box.folder / "work", stdout=subprocess.PIPE, text=True)
    titles, number = ["Begun"], 0
    try:
        while time.monotonic() < end:
            for name, tab in (("One", one), ("Other", other)):
                titles.append(f"{name} {number}")
                assert tab.add(titles[-1])["kind"] == "done"
                # Both work on the same row, too.
                state = bench.random.choice(["active", "notStarted", "completed"])
                assert tab.do(act="edit", ids=[begun], fields={"state": state})["kind"] == "done"
            number += 1
        output = terminal.communicate(timeout=120)[0]
    finally:
        terminal.kill()
    assert "written" in output, output
    titles += [f"Terminal {each}" for each in range(int(output.rsplit("written ", 1)[1]))]
    equal_in_the_end(bench, [one, other], titles)
    states = {json.dumps(sorted(tab.rows(), key=lambda row: row["id"])) for tab in (one, other)}
    assert len(states) == 1, "they show different states"
    print(f"   {len(titles)} tasks in {SECONDS:.0f} s")


def proof_signed_out(bench):
    """A token that does not count any more: everything stays, goes on, and is sent once somebody signs in again."""
    tab = bench.browser().tab()
    tab.add("Before")
    tab.in_step()
    login = tab.session(act="setLogin", login="anna@example.org", password=PASSWORD)
    assert login["kind"] == "done" and len(login["with"]["recoveryCodes"]) == 10, login
    other = bench.browser().tab()
    answer = other.session(act="signIn", login="anna@example.org", password=PASSWORD, merge=True)
    assert answer["kind"] == "done", answer
    bench.ask(other.token, "DELETE", "/v1/devices/others")
    until(lambda: (tab.standing["trouble"] or {}).get("code"), "the trouble", "signed_out", patience=40)
    tab.add("While out")
    assert tab.titles() == ["Before", "While out"]
    answer = tab.session(act="signIn", login="anna@example.org", password=PASSWORD, merge=True)
    assert answer["kind"] == "done", answer
    equal_in_the_end(bench, [tab, other], ["Before", "While out"])
    assert tab.session(act="signOut", evenSo=False)["kind"] == "done"
    until(tab.titles, "nothing is left", [])


def proof_mass_deletion(bench):
    """More than fifty deletions and more than half: nothing is pushed before somebody says that they are meant."""
    tab = bench.browser().tab()
    titles = named("Many", 120)
    tab.add(*titles)
    tab.in_step()
    rows = tab.rows()
    for answer in (False, True):
        tab.do(act="delete", ids=[row["id"] for row in rows[:80]])
        until(lambda: (tab.standing["trouble"] or {}).get("code"), "the question", "mass_delete")
        asked = tab.standing["trouble"]["with"]
        assert asked == {"deletions": 80, "tasks": 120}, asked
        assert len(on_server(bench, tab.token)[0]) == 120
        tab.page.evaluate("(meant) => bare.mailbox.massDelete(meant)", answer)
        until(lambda: len(tab.titles()), "what is left", 40 if answer else 120)
        tab.in_step()
    is_whole(bench, tab.token, [row["title"] for row in rows[80:]])


def proof_full_disk(bench):
    """A full disk: what could not be written is not shown as done, and is not there; room makes everything right."""
    browser = bench.browser(disk="96m")
    tab = browser.tab()
    tab.add("Before")
    tab.in_step()
    browser.fill_disk(leaving=200_000)
    shown, answer = ["Before"], None
    for number in range(400):
        notes = "".join(bench.random.choices("abcdefghijklmnopqrstuvwxyz", k=9000))
        answer = tab.do(act="add", titles=[f"Task {number}"], notes=notes, place={"kind": "inbox"})
        if answer["kind"] == "refused":
            break
        shown.append(f"Task {number}")
    assert answer.get("code") in ("disk_full", "disk"), answer
    assert tab.titles() == sorted(shown), "what was refused is shown, or what was shown is gone"
    browser.empty_disk()
    until(lambda: tab.add("After")["kind"], "room again", "done")
    equal_in_the_end(bench, [tab], [*shown, "After"])
    print(f"   refused ({answer['code']}) after {len(shown)} tasks")


def proof_read_anew(bench):
    """The server is restored to another history (410): nothing is lost, and what was not sent goes up."""
    tab = bench.browser().tab()
    tab.add(*named("Kept", 30))
    tab.in_step()
    bench.stop()
    tab.add("Not sent")
    bench.box.shell("start_server && daybook epoch rotate --yes", check=True)
    tab.page.evaluate("bare.mailbox.sync()")
    equal_in_the_end(bench, [tab], [*named("Kept", 30), "Not sent"])


def proof_server_back_from_its_backup(bench):
    """The server is restored from a backup, and so counts from before what the tab was told: what this device did since
    comes back, what only the server knew goes, and the tab reads to the end and is not behind any more."""
    tab = bench.browser().tab()
    tab.add(*named("Kept", 30))
    tab.in_step()
    bench.box.shell("daybook backup create a.backup", check=True)
    tab.add("Done since")
    for title in named("Of the server alone", 40):
        bench.ask(tab.token, "POST", "/v1/tasks", {"title": title})
    until(lambda: len(tab.titles()), "what a tab shows", 71)
    tab.in_step()
    tab.listens_to_core()
    tab.add("Last of the old history")
    tab.in_step()
    before = tab.core_standing
    assert before["behind"] == 0, before
    bench.stop()
    tab.add("Not sent")
    bench.box.shell(
        "mv $DAYBOOK_DATA_DIR/postgres before && daybook backup restore a.backup && start_server", check=True)
    tab.page.evaluate("bare.mailbox.sync()")
    titles = [*named("Kept", 30), "Done since", "Last of the old history", "Not sent"]
    equal_in_the_end(bench, [tab], titles)
    until(lambda: tab.standing["live"] and not tab.standing["readingAll"], "live and whole")
    # It follows, and there is nothing left to ask for.
    asked = []
    tab.page.context.on("request", lambda request: request.url.endswith("/v1/sync") and asked.append(request.url))
    bench.ask(tab.token, "POST", "/v1/tasks", {"title": "Of the new history"})
    until(tab.titles, "what a tab shows", sorted([*titles, "Of the new history"]))
    tab.add("To the end")
    equal_in_the_end(bench, [tab], [*titles, "Of the new history", "To the end"])
    after = tab.core_standing
    assert after["revision"] < before["revision"], "the new history is as long as the old one"
    assert after["behind"] == 0 and not after["isReading"], after
    assert len(asked) <= 4, f"{len(asked)} exchanges for two changes"
    print(f"   from revision {before['revision']} back to {after['revision']}, {len(asked)} exchanges for two changes")


def proof_update_under_an_old_tab(bench):
    """A new version under an open tab: it waits, is offered, takes over, and nothing of what was typed is lost."""
    built = ROOT / "web/out"
    if not (built / "index.html").exists():
        raise AssertionError("there is no web/out: make web")
    old = (built / "version").read_text().strip()
    folder = bench.box.folder / "app"

    def lay(version):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(built, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        for name in ("index.html", "sw.js", "version"):
            file = folder / name
            file.write_text(file.read_text().replace(old, version))

    lay("aaaaaaaaaaaa")
    bench.stop()
    bench.box.environment["DAYBOOK_WEB_DIR"] = str(folder)
    bench.start()
    browser = bench.browser()
    page = browser.context.new_page()
    page.goto(f"{bench.address}/app/inbox")
    in_charge = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
    until(lambda: page.evaluate(in_charge), "a worker in charge")
    page.goto(f"{bench.address}/app/inbox")
    version = "document.documentElement.dataset.version"
    rows = "[...document.querySelectorAll('.rows .row .title')].map((title) => title.textContent)"

    def add(page, title):
        page.get_by_label("Task input field").click()
        page.keyboard.type(title)
        page.keyboard.press("Enter")
        until(lambda: title in page.evaluate(rows), f"{title} on the screen")

    add(page, "Under the old one")
    # Without the server the app starts all the same.
    bench.stop()
    page.goto(f"{bench.address}/app/inbox")
    until(lambda: page.evaluate(rows), "what was typed", ["Under the old one"])
    add(page, "Not sent")
    lay("bbbbbbbbbbbb")
    bench.start()
    assert page.evaluate(version) == "aaaaaaaaaaaa"
    page.evaluate("navigator.serviceWorker.getRegistration('/app/').then((found) => found.update())")
    # A tab that opens now is still the old one: no version is mixed with another.
    other = browser.context.new_page()
    other.goto(f"{bench.address}/app/inbox")
    assert other.evaluate(version) == "aaaaaaaaaaaa"
    page.bring_to_front()
    page.get_by_role("button", name="Reload").click()
    for tab in (page, other):
        until(lambda: tab.evaluate(version), "the new version", "bbbbbbbbbbbb", patience=30)
        until(lambda: sorted(tab.evaluate(rows)), "nothing lost", ["Not sent", "Under the old one"])
    # Which version was chosen stays written down beside them.
    files = "caches.keys().then((all) => all.filter((name) => name.startsWith('app-')))"
    until(lambda: page.evaluate(files), "the old files are gone", ["app-bbbbbbbbbbbb"])


def main():
    wanted, failed, made = sys.argv[1:], [], 0
    print(f"seed {SEED}")
    for name, proof in list(globals().items()):
        if not name.startswith("proof_") or (wanted and name.removeprefix("proof_") not in wanted):
            continue
        made, start, trouble = made + 1, time.monotonic(), None
        with Bench() as bench:
            try:
                proof(bench)
            except Exception:
                trouble = traceback.format_exc(limit=-3)
        print(f"{'FAILED' if trouble else 'ok    '} {name.removeprefix('proof_')} ({time.monotonic() - start:.1f} s)",
              flush=True)
        if trouble:
            failed.append(name)
            print(trouble, file=sys.stderr, flush=True)
    Box.forget_template()
    print(f"proofs: {made} made, {len(failed)} failed, seed {SEED}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
