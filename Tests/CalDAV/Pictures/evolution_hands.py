"""Does in Evolution what the page tells people to do: evolution_hands.py ADDRESS PASSWORD

Started by the system's own Python, which has its bindings, on a message bus and a screen of its own. It reaches the
windows as screen readers do, says where a picture is wanted, and goes on when that was taken."""

import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

ADDRESS, PASSWORD = sys.argv[1:]


def every(place):
    """What stands in a place, and in what stands there."""
    try:
        for index in range(place.get_child_count()):
            child = place.get_child_at_index(index)
            if child is not None:
                yield child
                yield from every(child)
    except GLib.Error:
        # It went while it was looked at.
        return


def found(role, name=None, within=None, shown=False):
    for one in every(within or Atspi.get_desktop(0)):
        try:
            if one.get_role_name() == role and (name is None or (one.get_name() or "").startswith(name)):
                if not shown or one.get_state_set().contains(Atspi.StateType.SHOWING):
                    return one
        except GLib.Error:
            continue
    return None


def until(look, about):
    for _ in range(600):
        if seen := look():
            return seen
        time.sleep(0.1)
    tell_all()
    raise AssertionError(f"it did not happen: {about}")


def wait_for(role, name=None, within=None, shown=False):
    return until(lambda: found(role, name, within, shown), f"there is a {role} {name or ''}")


def tell_all(within=None):
    """The names of everything, for who mends this."""
    for one in every(within or Atspi.get_desktop(0)):
        try:
            if one.get_state_set().contains(Atspi.StateType.SHOWING):
                print(one.get_role_name(), repr(one.get_name()), file=sys.stderr)
        except GLib.Error:
            continue


def click(one):
    one.get_action_iface().do_action(0)


def press(button):
    """With the mouse: where a press opens a window that is waited for, the press by action is never over."""
    place = button.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    Atspi.generate_mouse_event(place.x + place.width // 2, place.y + place.height // 2, "b1c")


def write(field, text):
    field.get_editable_text_iface().set_text_contents(text)


def beside(label, within):
    """The field that a label stands before."""
    return wait_for("text", None, wait_for("label", label, within).get_parent())


def picture(name, window, shadow=0):
    place = window.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    # What was asked for is drawn when nothing is left to be done.
    time.sleep(1)
    left, top = place.x + shadow, place.y + shadow
    right, bottom = place.x + place.width - shadow, place.y + place.height - shadow
    print("picture", name, left, top, right, bottom, flush=True)
    sys.stdin.readline()


def answer(name=None):
    """Tells the password that it asks for."""
    asked = wait_for("dialog", "Calendar authentication request")
    write(wait_for("password text", None, asked), PASSWORD)
    if name:
        picture(name, asked)
    press(wait_for("push button", "OK", asked))


def main():
    evolution = subprocess.Popen(["evolution", "-c", "tasks"], stdout=sys.stderr, stderr=sys.stderr)
    try:
        walk()
    finally:
        # It asks before it ends where a window is open.
        evolution.kill()
        evolution.wait()


def walk():
    desk = wait_for("frame", "Tasks")
    click(wait_for("menu item", "Task List", desk))
    dialog = wait_for("dialog", "New Task List")
    click(wait_for("menu item", "CalDAV", wait_for("combo box", "On This Computer", dialog)))
    wait_for("push button", "Find Task Lists", dialog)
    write(beside("URL:", dialog), ADDRESS)
    write(beside("User:", dialog), "daybook")
    write(beside("Name:", dialog), "Inbox")
    picture("evolution-address", dialog)
    press(found("push button", "Find Task Lists", dialog))
    answer("evolution-password")
    choice = wait_for("dialog", "Choose")
    press(wait_for("table cell", "Inbox", choice))
    picture("evolution-lists", choice)
    press(wait_for("push button", "OK", choice))
    until(lambda: not found("dialog", "Choose"), "the choice is made")
    press(wait_for("push button", "OK", dialog))
    until(lambda: not found("dialog", "New Task List"), "the list is there")
    answer()
    # Its table tells nobody what it shows.
    time.sleep(6)
    press(wait_for("table cell", "Inbox", desk))
    time.sleep(2)
    picture("evolution-tasks", desk, shadow=5)


main()
