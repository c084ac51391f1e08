"""Evolution Data Server, as Evolution and GNOME's tasks use it: evolution.py URL USER PASSWORD

Started by the system's own Python, which has its bindings, on a message bus of its own."""

import os
import sys
import tempfile
import threading
import time
import urllib.parse

if "DAYBOOK_OWN_BUS" not in os.environ:
    # Its daemons end after the bus, and may still write.
    with tempfile.TemporaryDirectory(prefix="daybook-evolution-", ignore_cleanup_errors=True) as folder:
        own = {f"XDG_{name}_HOME": f"{folder}/{name.lower()}" for name in ("CONFIG", "DATA", "CACHE")}
        own |= {"HOME": folder, "XDG_RUNTIME_DIR": folder, "GSETTINGS_BACKEND": "memory", "DAYBOOK_OWN_BUS": "1"}
        code = os.spawnvpe(
            os.P_WAIT,
            "dbus-run-session",
            ["dbus-run-session", "--", "/usr/bin/python3", *sys.argv],
            {**os.environ, **own, "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"},
        )
    sys.exit(code)

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, EDataServer, GLib, ICalGLib

from dav import Door
from steps import Steps

URL, USER, PASSWORD = sys.argv[1:]


def source_of(path):
    """A task list as somebody enters it by hand."""
    parts = urllib.parse.urlsplit(URL)
    source = EDataServer.Source.new(None, None)
    source.set_display_name("Daybook")
    source.set_parent("caldav-stub")
    source.get_extension(EDataServer.SOURCE_EXTENSION_TASK_LIST).set_backend_name("caldav")
    source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
    who = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
    who.set_host(parts.hostname)
    who.set_port(parts.port)
    who.set_user(USER)
    who.set_method("plain/password")
    source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND).set_resource_path(path)
    return source


def component(text):
    return ICalGLib.Component.new_from_string("\r\n".join(text.split("\n")))


def until(holds, about):
    """Waits for what a daemon does by itself."""
    for _ in range(2400):
        value = holds()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"it did not happen: {about}")


def main():
    steps = Steps()
    door = Door(URL, USER, PASSWORD)
    path = door.collection("evolution")
    threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
    registry = EDataServer.SourceRegistry.new_sync(None)
    client = None

    def stored():
        return "".join(door.objects(path).values())

    def connect():
        nonlocal client
        source = source_of(path)
        registry.commit_source_sync(source, None)
        source = until(lambda: registry.ref_source(source.get_uid()), "the registry knows the source")
        credentials = EDataServer.NamedParameters.new()
        credentials.set(EDataServer.SOURCE_CREDENTIAL_USERNAME, USER)
        credentials.set(EDataServer.SOURCE_CREDENTIAL_PASSWORD, PASSWORD)
        source.connect("credentials-required", lambda one, *_: one.invoke_authenticate_sync(credentials, None))
        client = ECal.Client.connect_sync(source, ECal.ClientSourceType.TASKS, 20, None)
        until(
            lambda: client.get_source().get_connection_status() == EDataServer.SourceConnectionStatus.CONNECTED,
            "Evolution is connected",
        )
        assert not client.is_readonly()

    def create():
        until(
            lambda: client.create_object_sync(
                component("""BEGIN:VTODO
UID:evolution-1
SUMMARY:Order the books\\, two of them
DUE;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20310304T093000
PRIORITY:3
END:VTODO"""),
                ECal.OperationFlags.NONE,
                None,
            )[0],
            "a task is made",
        )
        # What is made before its first look at the server Evolution keeps, and sends by itself.
        kept = until(stored, "the task is sent")
        assert "SUMMARY:Order the books\\, two of them" in kept and "PRIORITY:3" in kept, kept

    def listed():
        _, objects = client.get_object_list_sync("#t", None)
        assert [one.get_summary() for one in objects] == ["Order the books, two of them"], objects

    def modified(task):
        return known(client.modify_object_sync, task, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)

    def known(change, *words):
        """False while Evolution does not know the address of what it has just sent."""
        try:
            return change(*words)
        except GLib.Error as error:
            if "Missing information" not in error.message:
                raise
            return False

    def complete():
        _, task = client.get_object_sync("evolution-1", None, None)
        assert ECal.util_mark_task_complete_sync(task, -1, client, None)
        until(lambda: modified(task), "the task can be changed")
        kept = until(lambda: "STATUS:COMPLETED" in (text := stored()) and text, "the completion is sent")
        assert "PERCENT-COMPLETE:100" in kept, kept

    def complete_recurring():
        client.create_object_sync(
            component("""BEGIN:VTODO
UID:evolution-2
SUMMARY:Water the plants
DTSTART;VALUE=DATE:20310304
DUE;VALUE=DATE:20310305
RRULE:FREQ=WEEKLY;COUNT=4
END:VTODO"""),
            ECal.OperationFlags.NONE,
            None,
        )
        until(lambda: "UID:evolution-2" in stored(), "the series is sent")
        _, task = client.get_object_sync("evolution-2", None, None)
        assert ECal.util_mark_task_complete_sync(task, -1, client, None)
        until(lambda: modified(task), "the series can be changed")

        def series():
            return next((text for text in door.objects(path).values() if "UID:evolution-2" in text), "")

        until(lambda: "20310311" in series(), "the next occurrence is the series'")
        assert "STATUS:COMPLETED" not in series(), series()

    def delete():
        what = ("evolution-1", None, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)
        until(lambda: known(client.remove_object_sync, *what), "the task can be deleted")
        until(lambda: "UID:evolution-1" not in stored(), "the deletion is sent")

    for step in (connect, create, listed, complete, complete_recurring, delete):
        steps(step.__name__.replace("_", " "), step)
    steps.end(bar=5)


main()
