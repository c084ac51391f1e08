"""Passkeys that programs of others make and show. What a third program takes, fido2's own server, Daybook takes; what is wrong in
one thing neither does, and nothing changes by it."""

import os
from base64 import urlsafe_b64decode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor, cose, features
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions

from authenticators import UP, UV, Passkey, Verifying, rs256, text

EVIL = "https://evil.example"
features.webauthn_json_mapping.enabled = True


def data(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def credential(name, response):
    """As a page's `toJSON()` has it."""
    return {"id": text(name), "rawId": text(name), "type": "public-key", "clientExtensionResults": {}, "response": response}


def but(given, **members):
    """A credential with other bytes in its response."""
    return {**given, "response": {**given["response"], **{name: text(value) for name, value in members.items()}}}


class Fido:
    """What fido2's types write, which counts or does not."""

    def __init__(self, origin, form, counts=True):
        self.origin, self.made, self.counts, self.count = origin, form(), counts, 0

    def make(self, asked, origin=None, flags=UP | UV, **more):
        self.owner = data(asked["user"]["id"])
        response = self.made.register(
            flags, party=asked["rp"]["id"], origin=origin or self.origin, challenge=data(asked["challenge"]), **more)
        return credential(self.made.id, response)

    def show(self, asked, origin=None, flags=UP | UV, count=None, **more):
        self.count += self.counts
        response = self.made.show(
            self.count if count is None else count, flags, party=asked["rpId"], owner=self.owner, origin=origin or self.origin,
            challenge=data(asked["challenge"]), **more)
        del response["id"]
        return credential(self.made.id, response)


class Soft:
    """One of soft-webauthn's, which always counts."""

    def __init__(self, origin):
        self.origin, self.made, self.count, self.counts = origin, Verifying(), 0, True

    def make(self, asked, origin=None, flags=UP | UV):
        self.made.flags = flags
        options = {**asked, "challenge": data(asked["challenge"]), "user": {**asked["user"], "id": data(asked["user"]["id"])}}
        made = self.made.create({"publicKey": options}, origin or self.origin)["response"]
        return credential(self.made.credential_id, {name: text(value) for name, value in made.items()})

    def show(self, asked, origin=None, flags=UP | UV, count=None):
        self.count += 1
        # It counts before it signs, and keeps to its own server unless it is told that this is it.
        self.made.sign_count, self.made.flags, self.made.rp_id = (self.count if count is None else count) - 1, flags, asked["rpId"]
        shown = self.made.get({"publicKey": {**asked, "challenge": data(asked["challenge"])}}, origin or self.origin)["response"]
        return credential(self.made.credential_id, {name: text(value) for name, value in shown.items()})


class Judge:
    """fido2's server, as if it had asked what Daybook asked."""

    def __init__(self, origin):
        self.origin = origin

    def server(self, party):
        return Fido2Server(party, verify_origin=lambda origin: origin == self.origin)

    def added(self, asked, given):
        """The passkey that it takes, or raises."""
        options = PublicKeyCredentialCreationOptions.from_dict(asked)
        state = {"challenge": asked["challenge"], "user_verification": options.authenticator_selection.user_verification}
        added = self.server(options.rp).register_complete(state, given).credential_data
        assert added.public_key.ALGORITHM in [one.alg for one in options.pub_key_cred_params], added.public_key
        return added

    def shown(self, asked, given, known):
        options = PublicKeyCredentialRequestOptions.from_dict(asked)
        state = {"challenge": asked["challenge"], "user_verification": options.user_verification}
        return self.server({"id": options.rp_id, "name": ""}).authenticate_complete(state, [known], given)

    @staticmethod
    def refuses(what, *given):
        # However it stumbles: what is wrong is taken by nobody.
        try:
            what(*given)
        except Exception:
            return True
        return False


def wrong_new(new, asked):
    """New passkeys that are wrong in one thing, and why they are refused."""
    yield "challenge", new().make({**asked, "challenge": text(os.urandom(32))})
    yield "origin", new().make(asked, origin=EVIL)
    yield "origin", new().make(asked, origin=new().origin + ".evil.example")
    yield "party", new().make({**asked, "rp": {"id": "evil.example"}})
    yield "presence", new().make(asked, flags=UV)
    yield "verification", new().make(asked, flags=UP)
    if isinstance(new(), Fido):
        yield "type", new().make(asked, of="webauthn.get")


def keys_of_other_kinds(new, asked):
    """Which fido2's server would take, although nobody asked for them."""
    if isinstance(new(), Fido):
        off_curve = {1: 2, 3: -7, -1: 1, -2: os.urandom(32), -3: os.urandom(32)}
        es384 = Passkey(ec.generate_private_key(ec.SECP384R1()), cose.ES384, lambda key, what: key.sign(what, ec.ECDSA(hashes.SHA384())))
        for key in [es384.key, rs256(1024).key, cose.ES256(off_curve), cose.ES256({1: 2, 3: -7})]:
            yield new().make(asked, key=key)


def unreadable(given):
    """What a new passkey comes in, cut here and there, and such CBOR as no authenticator writes."""
    whole = data(given["response"]["attestationObject"])
    for length in range(0, len(whole), 7):
        yield whole[:length]
    object = cbor.decode(whole)
    signed = object["authData"]
    # The length of the passkey's id, in front of it.
    for length in [0, 1024, 65535]:
        yield cbor.encode({**object, "authData": signed[:53] + length.to_bytes(2, "big") + signed[55:]})
    for flags in [UP | UV, UP | UV | 64 | 128, 64 | UP | UV | 16]:
        yield cbor.encode({**object, "authData": signed[:32] + bytes([flags]) + signed[33:]})
    yield cbor.encode({**object, "authData": signed + b"\x00"})
    yield cbor.encode({**object, "authData": "text"})
    yield cbor.encode({**object, "attStmt": {name: 0 for name in range(600)}})
    yield cbor.encode([object])
    yield whole + b"\x00"
    # One member more than before: twice the same, under bytes, and a number, a tag and a text that nobody reads.
    for member in [b"\x63fmt\x64none", b"\x41x\x00", b"\x61x\xfb" + b"\x00" * 8, b"\x61x\xc0\x61x", b"\x61x\x61\xff"]:
        yield bytes([whole[0] + 1]) + whole[1:] + member
    # Without an end, deep, and more promised than there is.
    yield b"\xbf" + whole[1:] + b"\xff"
    for endless in [b"\x81" * 10_000, b"\xa1\x00" * 5_000, b"\xbb" + b"\xff" * 8, b"\x9b" + b"\x7f" * 8, b"\x5b" + b"\xff" * 8, b"\x1c"]:
        yield endless


def wrong_shown(own, theirs, asked, of_something_else):
    """Passkeys that are shown wrongly in one thing, and why they are refused."""
    yield "challenge", own.show({**asked, "challenge": text(os.urandom(32))})
    yield "challenge", own.show(of_something_else)
    yield "origin", own.show(asked, origin=EVIL)
    yield "origin", own.show(asked, origin=own.origin + ".evil.example")
    yield "party", own.show({**asked, "rpId": "evil.example"})
    yield "presence", own.show(asked, flags=UV)
    yield "verification", own.show(asked, flags=UP)
    if isinstance(own, Fido):
        yield "type", own.show(asked, of="webauthn.create")
    good, other = own.show(asked), theirs.show(asked)
    owner, signed, signature = (data(good["response"][name]) for name in ("userHandle", "authenticatorData", "signature"))
    # Somebody else's, said to be this account's, and said to be this passkey.
    yield "credential", but(other, userHandle=owner)
    yield "credential", {**but(other, userHandle=owner), "id": good["id"], "rawId": good["id"]}
    yield "credential", {**good, "id": other["id"], "rawId": other["id"]}
    yield "credential", but(good, signature=signature[:-1] + bytes([signature[-1] ^ 1]))
    yield "credential", but(good, signature=signature[:-8])
    # A count that was not signed for.
    yield "credential", but(good, authenticatorData=signed[:33] + b"\x7f\xff\xff\xff")
    for length in range(0, len(signed), 7):
        yield "malformed", but(good, authenticatorData=signed[:length])
    yield "malformed", but(good, authenticatorData=signed + b"\x00")
    yield "malformed", but(good, authenticatorData=signed[:32] + bytes([UP | UV | 128]) + signed[33:] + b"\x81" * 5_000)


def follow(door, new):
    """What was reached with passkeys of one kind; raises where it was not."""
    judge, own, theirs = Judge(door.origin), new(), new()
    token, stranger = door.somebody(), door.somebody()
    refusals = 0

    def options(path, of=None):
        return door.done("POST", f"/v1/{path}", None if of else {}, of)["publicKey"]

    def refuse(reason, path, given, of=None):
        nonlocal refusals
        refusals += 1
        told = door.refused("passkey_refused", "POST", f"/v1/{path}", {"credential": given}, of)
        assert told["reason"] == reason, f"{told}, and not {reason}: {given}"

    def add(one, asked, **proof):
        given = one.make(asked)
        known = judge.added(asked, given)
        return known, lambda of: door.done("POST", "/v1/account/passkeys", {"credential": given, "name": "Mine", **proof}, of)

    def enter(one, asked, known, **how):
        """Whose account is entered, and by what."""
        given = one.show(asked, **how)
        judge.shown(asked, given, known)
        return door.done("POST", "/v1/login/passkey", {"credential": given})["account"]["id"], given

    # An account of nobody is claimed. What was refused used nothing up: it is claimed in answer to the same question.
    asked = options("account/passkeys/options", token)
    known, kept = add(own, asked)
    with door.unchanged(token):
        for reason, given in wrong_new(new, asked):
            assert judge.refuses(judge.added, asked, given), f"fido2 takes {reason}: {given}"
            refuse(reason, "account/passkeys", given, token)
        for given in keys_of_other_kinds(new, asked):
            refuse("key", "account/passkeys", given, token)
        for object in unreadable(good := new().make(asked)):
            refuse("malformed", "account/passkeys", but(good, attestationObject=object), token)
        # Asked for by somebody else.
        refuse("challenge", "account/passkeys", new().make(options("account/passkeys/options", stranger)), token)
        assert not door.done("GET", "/v1/account", token=token)["claimed"]
    kept(token)
    account = door.done("GET", "/v1/account", token=token)
    assert account["claimed"], account
    # Nobody else has it by that, and it is not added once more.
    add(theirs, options("account/passkeys/options", stranger))[1](stranger)
    excluded = options("account/passkeys/options", token)["excludeCredentials"]
    assert [one["id"] for one in excluded] == [text(known.credential_id)], excluded

    # In with it; what was seen of that lets nobody in again, and neither does what is wrong.
    entered, seen = enter(own, options("login/passkey/options"), known)
    assert entered == account["id"]
    asked = options("login/passkey/options")
    with door.unchanged(token, stranger):
        refuse("counter" if own.counts else "challenge", "login/passkey", seen)
        for reason, given in wrong_shown(own, theirs, asked, options("account/passkeys/proof", token)):
            assert judge.refuses(judge.shown, asked, given, known), f"fido2 takes {reason}: {given}"
            refuse(reason, "login/passkey", given)
    assert enter(own, asked, known)[0] == account["id"]

    # A copy has counted less.
    asked = options("login/passkey/options")
    assert enter(own, asked, known, count=5_000)[0] == account["id"]
    with door.unchanged(token):
        refuse("challenge", "login/passkey", own.show(asked, count=5_001))
        asked = options("login/passkey/options")
        for count in [0, 1, 4_999, 5_000]:
            refuse("counter", "login/passkey", own.show(asked, count=count))
    assert enter(own, asked, known, count=5_001)[0] == account["id"]

    # Another is added by whoever shows this one, and for that.
    second = new()
    asked = options("account/passkeys/options", token)
    given = {"credential": second.make(asked), "name": "Another"}
    own.count = theirs.count = 6_000
    with door.unchanged(token, stranger):
        door.refused("proof_required", "POST", "/v1/account/passkeys", given, token)
        for proof in [theirs.show(options("account/passkeys/proof", stranger)), theirs.show(options("account/passkeys/proof", token)),
                      own.show(options("login/passkey/options"), count=6_001)]:
            door.refused("proof_failed", "POST", "/v1/account/passkeys", {**given, "proof": {"passkey": proof}}, token)
    proof = {"passkey": own.show(options("account/passkeys/proof", token), count=6_002)}
    door.done("POST", "/v1/account/passkeys", {**given, "proof": proof}, token)
    second_known = judge.added(asked, given["credential"])
    assert enter(second, options("login/passkey/options"), second_known)[0] == account["id"]
    return f"claimed an account, in by two, another added; {refusals} refused"
