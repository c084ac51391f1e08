"""A real server's door: what it lets in, what it refuses, and that nothing changes by what it refuses."""

import contextlib
import json
import urllib.error


class Door:
    def __init__(self, box):
        self.box, self.origin = box, box.environment["DAYBOOK_PUBLIC_URL"]

    def done(self, method, path, body=None, token=None):
        return self.box.ask(method, path, body, token)

    def refused(self, code, method, path, body=None, token=None):
        """The problem of a request, which has to be this one."""
        try:
            answer = self.done(method, path, body, token)
        except urllib.error.HTTPError as refusal:
            problem = json.load(refusal)
            assert problem.get("code") == code, f"{method} {path}: {problem}, and not {code}"
            return problem
        raise AssertionError(f"{method} {path} was done, and is not {code}: {answer}")

    def somebody(self):
        """The token of a new account."""
        return self.done("POST", "/v1/accounts", {})["token"]

    def standing(self, token):
        """Who has access to an account and how, and which revision it is at."""
        devices = self.done("GET", "/v1/devices", token=token)["devices"]
        for device in devices:
            # Follows from asking.
            del device["lastSeenAt"]
        return devices, [self.done("GET", path, token=token) for path in ("/v1/account", "/v1/account/passkeys", "/v1/tokens")]

    @contextlib.contextmanager
    def unchanged(self, *tokens):
        before = [self.standing(token) for token in tokens]
        yield
        after = [self.standing(token) for token in tokens]
        assert after == before, f"{after}, and before {before}"
