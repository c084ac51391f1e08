"""Makes passkeys.json: what two independent clients, `fido2` and `soft-webauthn` (PyPI), answer for passkeys.

    scripts/setup.sh clients && .build/doors/bin/python Tests/Fixtures/passkeys.py > Tests/Fixtures/passkeys.json

Keys are drawn anew each time; none of their private halves is kept."""

import json
import os
import pathlib
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cose
from soft_webauthn import SoftWebauthnDevice

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Doors"))
from authenticators import (
    BE, BS, CHALLENGE, ED, ORIGIN, OWNER, PARTY, UP, UV, Passkey, Verifying, eddsa, es256, rs256, text)


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
