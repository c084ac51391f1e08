"""Makes passkeys.json: what two independent clients, `fido2` and `soft-webauthn` (PyPI), answer for passkeys.

    pip install fido2==1.2.0 soft-webauthn==0.1.4 && python3 passkeys.py > passkeys.json

Keys are drawn anew each time; none of their private halves is kept."""

import json
import os
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cose
from fido2.utils import sha256
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from soft_webauthn import SoftWebauthnDevice

PARTY, ORIGIN = "tasks.example.org", "https://tasks.example.org"
CHALLENGE, OWNER = b"the challenge of the fixtures", bytes(range(16))
UP, UV, BE, BS, ED = 1, 4, 8, 16, 128


def text(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


class Passkey:
    """One that fido2's types write."""

    def __init__(self, private, form, sign):
        self.private, self.key, self.sign = private, form.from_cryptography_key(private.public_key()), sign
        self.id = os.urandom(32)

    def register(self, flags=UP | UV, party=PARTY, extensions=None, attest=False, key=None, **of_client):
        data = AuthenticatorData.create(
            sha256(party.encode()), flags | 64, 0,
            AttestedCredentialData.create(Aaguid.NONE, self.id, key or self.key), extensions)
        client = client_data("webauthn.create", **of_client)
        statement = {"alg": self.key.ALGORITHM, "sig": self.sign(self.private, data + sha256(client))} if attest else {}
        return {"clientDataJSON": text(client),
                "attestationObject": text(AttestationObject.create("packed" if attest else "none", data, statement))}

    def show(self, counter=0, flags=UP | UV, party=PARTY, owner=OWNER, **of_client):
        data = AuthenticatorData.create(sha256(party.encode()), flags, counter)
        client = client_data("webauthn.get", **of_client)
        signature = self.sign(self.private, data + sha256(client))
        self.key.verify(data + sha256(client), signature)
        return {"id": text(self.id), "clientDataJSON": text(client), "authenticatorData": text(data),
                "signature": text(signature), "userHandle": text(owner)}


def client_data(kind, origin=ORIGIN, challenge=CHALLENGE, of=None, cross=False):
    return CollectedClientData.create(of or kind, origin=origin, challenge=challenge, cross_origin=cross)


def es256():
    return Passkey(ec.generate_private_key(ec.SECP256R1()), cose.ES256, lambda key, what: key.sign(what, ec.ECDSA(hashes.SHA256())))


def eddsa():
    return Passkey(ed25519.Ed25519PrivateKey.generate(), cose.EdDSA, lambda key, what: key.sign(what))


def rs256(bits=2048):
    return Passkey(rsa.generate_private_key(65537, bits), cose.RS256, lambda key, what: key.sign(what, padding.PKCS1v15(), hashes.SHA256()))


class Verifying(SoftWebauthnDevice):
    """soft-webauthn knows no user verification; here the flag is set, and signed for."""

    def create(self, options, origin):
        made = super().create(options, origin)
        made["response"]["attestationObject"] = made["response"]["attestationObject"].replace(
            sha256(PARTY.encode()) + b"\x41", sha256(PARTY.encode()) + b"\x45")
        return made

    def get(self, options, origin):
        shown = super().get(options, origin)["response"]
        data = bytearray(shown["authenticatorData"])
        data[32] |= UV
        signature = self.private_key.sign(bytes(data) + sha256(shown["clientDataJSON"]), ec.ECDSA(hashes.SHA256()))
        return {"response": {**shown, "authenticatorData": bytes(data), "signature": signature}}


def soft(device):
    asked = {"publicKey": {"challenge": CHALLENGE, "rp": {"id": PARTY}, "user": {"id": OWNER}, "rpId": PARTY,
                           "pubKeyCredParams": [{"alg": -7, "type": "public-key"}]}}
    made = device.create(asked, ORIGIN)["response"]
    shown = [device.get(asked, ORIGIN)["response"] for _ in range(2)]
    return ({name: text(value) for name, value in made.items()},
            [{"id": text(device.credential_id), **{name: text(value) for name, value in one.items()}} for one in shown])


def accepted(name, registration, assertions):
    return {"name": name, "registration": registration, "assertions": assertions}


def main():
    curve, edwards, numbers, synced = es256(), eddsa(), rs256(), es256()
    soft_registration, soft_assertions = soft(Verifying())
    careless_registration, careless_assertions = soft(SoftWebauthnDevice())
    off_curve = cose.ES256({**curve.key, -3: os.urandom(32)})
    wrong = ec.generate_private_key(ec.SECP384R1())
    es384 = Passkey(wrong, cose.ES384, lambda key, what: key.sign(what, ec.ECDSA(hashes.SHA384())))
    passkeys = [
        accepted("fido2 ES256, counting", curve.register(), [curve.show(1), curve.show(2), curve.show(900)]),
        accepted("fido2 EdDSA", edwards.register(), [edwards.show(), edwards.show()]),
        accepted("fido2 RS256", numbers.register(), [numbers.show(4), numbers.show(5)]),
        accepted("fido2 ES256, copied, with an extension and an attestation of its own",
                 synced.register(UP | UV | BE | BS | ED, extensions={"credProtect": 2, "hmac-secret": True}, attest=True),
                 [synced.show(0, UP | UV | BE | BS), synced.show(0, UP | UV | BE)]),
        accepted("soft-webauthn", soft_registration, soft_assertions),
    ]
    registrations = [
        ("type", curve.register(of="webauthn.get")),
        ("origin", curve.register(origin="https://tasks.example.org.evil.example")),
        ("origin", curve.register(origin="http://tasks.example.org")),
        ("origin", curve.register(origin="https://tasks.example.org:8443")),
        ("origin", curve.register(cross=True)),
        ("challenge", curve.register(challenge=b"another challenge")),
        ("party", curve.register(party="example.org")),
        ("presence", curve.register(UV)),
        ("verification", curve.register(UP)),
        ("verification", careless_registration),
        ("malformed", curve.register(UP | UV | BS)),
        ("key", es384.register()),
        ("key", curve.register(key=off_curve)),
        ("key", rs256(1024).register()),
        ("key", rs256(8192).register()),
    ]
    assertions = [
        ("type", curve.show(3, of="webauthn.create")),
        ("origin", curve.show(3, origin="https://evil.example")),
        ("origin", curve.show(3, cross=True)),
        ("challenge", curve.show(3, challenge=b"another challenge")),
        ("party", curve.show(3, party="evil.example")),
        ("presence", curve.show(3, UV)),
        ("verification", curve.show(3, UP)),
        ("verification", careless_assertions[0]),
        ("credential", edwards.show(3)),
        ("credential", {**edwards.show(3), "id": text(curve.id)}),
        ("credential", curve.show(3, UP | UV | BE)),
    ]
    print(json.dumps({
        "party": PARTY, "origin": ORIGIN, "challenge": text(CHALLENGE), "passkeys": passkeys,
        # Assertions are shown to the first of the passkeys.
        "refusedRegistrations": [{"reason": reason, "registration": given} for reason, given in registrations],
        "refusedAssertions": [{"reason": reason, "assertion": given} for reason, given in assertions],
    }, indent=1))


main()
