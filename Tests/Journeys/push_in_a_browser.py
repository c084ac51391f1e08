"""A reminder comes to a browser as Web Push, and its service worker shows it: the one of docs/build/channels.md."""

import http.server
import re
import threading

import browser
from journey import *

PYTHON = ROOT / ".build/receivers/bin/python"
NEW_KEYS = """
import base64, os
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
text = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
key = ec.generate_private_key(ec.SECP256R1())
point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
print(text(key.private_numbers().private_value.to_bytes(32, "big")), text(key.public_key().public_bytes(*point)),
      text(os.urandom(16)))
"""

# The push service: it opens what it is sent with the browser's key.
private, public, auth = subprocess.run(
    [PYTHON, "-c", NEW_KEYS], capture_output=True, text=True, check=True).stdout.split()
service = subprocess.Popen(
    [PYTHON, ROOT / "Tests/Receivers/web.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
atexit.register(service.kill)
port = json.loads(service.stdout.readline())["port"]


def told():
    line = json.loads(service.stdout.readline())
    return json.loads(line["text"])


start_server(outbound_networks="127.0.0.0/8")
app = App()
same(len(app("GET", "/v1/push")["vapidPublicKey"]), 87, "the server's key")
app("POST", "/v1/channels", {"kind": "webPush", "name": "Browser", "address": {
    "endpoint": f"http://127.0.0.1:{port}/push/{private}/{auth}", "p256dh": public, "auth": auth}}, status=201)
soon = at(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=0.5))
task = app("POST", "/v1/tasks", {"title": "Water the plants", "reminderAt": soon}, status=201)["id"]
push = told()
same((push["title"], push["tag"]), ("Water the plants", f"task-{task}"))

if not browser.PROGRAM:
    print("no chromium here: what the browser shows is not looked at")
    raise SystemExit(0)

WORKER = re.search(r"```js\n(.*?)```", (ROOT / "docs/build/channels.md").read_text(), re.S)[1]


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = ("text/javascript", WORKER) if self.path == "/worker.js" else ("text/html", "<title>App</title>")
        self.send_response(200)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=pages.serve_forever, daemon=True).start()
origin = f"http://localhost:{pages.server_port}"
window = browser.Browser()
window.ask("Browser.grantPermissions", permissions=["notifications"], origin=origin)
window.open(origin)
until(lambda: window.run("location.origin") == origin, "the page")
window.ask("ServiceWorker.enable")
window.run("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
update = window.event(
    "ServiceWorker.workerRegistrationUpdated", lambda told: any(one["scopeURL"].startswith(origin) for one in told["registrations"]))
registration = next(one for one in update["registrations"] if one["scopeURL"].startswith(origin))["registrationId"]
window.ask("BackgroundService.setRecording", shouldRecord=True, service="notifications")
window.ask("BackgroundService.startObserving", service="notifications")


def deliver(message, what):
    """Asking what is shown while something is being shown would make it vanish, so the browser says itself when it is."""
    window.events.clear()
    window.ask("ServiceWorker.deliverPushMessage", origin=origin, registrationId=registration, data=json.dumps(message))
    window.event(
        "BackgroundService.backgroundServiceEventReceived",
        lambda told: told["backgroundServiceEvent"]["eventName"] == f"Notification {what}")
    return window.run("""navigator.serviceWorker.ready.then(worker => worker.getNotifications())
        .then(all => all.map(one => [one.title, one.tag, one.actions.map(action => action.title)]))""")


# A browser has room for some of the actions.
actions = ["Done", "Snooze", "Dismiss"][: window.run("Notification.maxActions")]
same(deliver(push, "displayed"), [["Water the plants", f"task-{task}", actions]])

# Snoozed: the first is taken away, and the next comes under the same tag. So long that the two are not sent together.
app("PATCH", f"/v1/tasks/{task}", {"reminderAt": at(
    datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=15))})
withdrawal = told()
same((withdrawal["tag"], withdrawal["withdrawn"]), (push["tag"], True))
same(deliver(withdrawal, "closed"), [])
same(len(deliver(told(), "displayed")), 1, "what is shown afterwards")
