"""Codes of an authenticator app, made by pyotp: each counts once, and with it every one before."""

import os
import time

import pyotp

PASSWORD = "seven bells and a whistle"


def follow(door):
    """What was reached; raises where it was not."""
    token, login = door.somebody(), {"email": f"{os.urandom(6).hex()}@example.org", "password": PASSWORD}
    recovery = door.done("POST", "/v1/account/claim", login, token)["recoveryCodes"]
    offer = door.done("POST", "/v1/account/second-factor", {"password": PASSWORD}, token)
    app = pyotp.parse_uri(offer["address"])
    assert isinstance(app, pyotp.TOTP) and app.secret == offer["secret"] and app.name == login["email"] and app.issuer, vars(app)
    with door.unchanged(token):
        door.refused("proof_failed", "POST", "/v1/account/second-factor/confirmation", {"code": app.at(time.time() - 900)}, token)
    # One after the other is within reach for longer than anybody takes here, and a third would not be.
    now = time.time()
    first, second = app.at(now), app.at(now + app.interval)
    door.done("POST", "/v1/account/second-factor/confirmation", {"code": first}, token)
    door.done("POST", "/v1/login", {**login, "code": second})
    with door.unchanged(token):
        asked = door.refused("second_factor_required", "POST", "/v1/login", login)
        assert "code" in asked["accepts"] and asked["digits"] == app.digits, asked
        for code in [second, first, app.at(now + 900)]:
            door.refused("second_factor_failed", "POST", "/v1/login", {**login, "code": code})
        door.refused("login_failed", "POST", "/v1/login", {**login, "password": "not this one at all", "code": second})
    # Without the app: a recovery code is one of two.
    door.done("POST", "/v1/login", {**login, "recoveryCode": recovery[0]})
    door.done("DELETE", "/v1/account/second-factor", {"password": PASSWORD, "recoveryCode": recovery[1]}, token)
    door.done("POST", "/v1/login", login)
    return f"in with a code of {app.digits} digits, which counts once, and none before it"
