"""What somebody sees who sets up Thunderbird."""

import time

import place
from marionette import Thunderbird

TITLE = "Buy stamps"

# It has a list of its own of whom it trusts.
TRUSTED = """
const certificates = Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB);
const overrides = Cc["@mozilla.org/security/certoverride;1"].getService(Ci.nsICertOverrideService);
overrides.rememberValidityOverride(given.name, 443, {}, certificates.constructX509FromBase64(given.text), true);
return "trusted";
"""

SIZED = """
window.resizeTo(given.width, given.height);
await new Promise(seen => setTimeout(seen, 500));
return "sized";
"""

BEGIN = """
cal.window.openCalendarWizard(window);
return "opened";
"""

NETWORK = """
document.getElementById("calendar-type").value = "network";
document.getElementById("calendar-creation-dialog").getButton("accept").click();
for (const [id, text] of [["network-username-input", given.user], ["network-location-input", given.address]]) {
  const field = document.getElementById(id);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
document.activeElement.blur();
return "typed";
"""

ACCEPT = """
document.querySelector("dialog").getButton("accept").click();
return "clicked";
"""

# What *Find Calendars* does once it was told the password: while it asks for that, it answers nothing else.
FIND = """
findCalendars(given.password, true);
return "looking";
"""

FOUND = """
return [...document.querySelectorAll("#network-calendar-list .calendar-name")].map(one => one.value).join();
"""

TASKS = """
document.getElementById("tasksButton").click();
document.getElementById("today-pane-panel").querySelector(".today-closer, #today-closer").click();
const inbox = cal.manager.getCalendars().find(one => one.name == "Inbox");
document.querySelector(`#calendar-list li[calendar-id="${inbox.id}"]`).click();
return "opened";
"""

TYPED = """
const field = document.getElementById("view-task-edit-field");
field.focus();
field.value = given.title;
field.dispatchEvent(new KeyboardEvent("keypress", { key: "Enter", keyCode: 13, bubbles: true }));
return "typed";
"""

LISTED = """
const tree = document.getElementById("calendar-task-tree");
return [...Array(tree.view.rowCount).keys()].map(row => tree.mTaskArray[row].title).join();
"""


def show(folder, owner, keep):
    password = owner.password("Thunderbird, laptop", "app-password")
    text = (folder.parent / "certificate").read_text().split("-----")[2].replace("\n", "")
    program = Thunderbird(folder, **{"network.dns.localDomains": place.NAME, "mail.rights.version": 1})
    try:
        program.begin()
        program.run(TRUSTED, name=place.NAME, text=text)
        walk(program, owner, password, keep)
    finally:
        program.close()


def walk(program, owner, password, keep):
    [desk] = handles(program)
    program.run(SIZED, width=1000, height=880)
    program.run(BEGIN)
    opened(program, [desk])
    program.run(NETWORK, user="daybook", address=f"{place.ADDRESS}/dav/")
    keep(program.picture(), "thunderbird-address")
    program.run(FIND, password=password)
    until(lambda: "Work" in program.run(FOUND), "the lists are found")
    keep(program.picture(), "thunderbird-lists")
    program.run(ACCEPT)
    turn(program, desk)
    program.run(TASKS)
    until(lambda: "Finish the slides" in program.run(LISTED), "the tasks are there")
    program.run(TYPED, title=TITLE)
    until(lambda: TITLE in program.run(LISTED), "the new task is there")
    keep(program.picture(), "thunderbird-tasks")
    owner.sees(TITLE, "thunderbird-web")


def handles(program):
    return program.ask("WebDriver:GetWindowHandles", {})


def turn(program, handle):
    program.ask("WebDriver:SwitchToWindow", {"handle": handle})


def opened(program, known):
    """Turns to a window that was not there before."""
    new = until(lambda: [one for one in handles(program) if one not in known], "a window opens")[0]
    turn(program, new)
    until(lambda: program.run("return document.readyState") == "complete", "it is whole")
    return new


def until(look, about):
    for _ in range(1200):
        if seen := look():
            return seen
        time.sleep(0.05)
    raise AssertionError(f"it did not happen: {about}")
