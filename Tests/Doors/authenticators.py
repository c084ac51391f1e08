"""Passkeys as programs of others make and show them: in the types of `fido2`, and by `soft-webauthn` (both PyPI)."""

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
    """soft-webauthn knows no user verification; here its flags are set, and signed for."""

    flags = UP | UV

    def create(self, options, origin):
        made = super().create(options, origin)
        party = sha256(self.rp_id.encode())
        made["response"]["attestationObject"] = made["response"]["attestationObject"].replace(
            party + b"\x41", party + bytes([self.flags | 64]))
        return made

    def get(self, options, origin):
        shown = super().get(options, origin)["response"]
        data = bytearray(shown["authenticatorData"])
        data[32] = self.flags
        signature = self.private_key.sign(bytes(data) + sha256(shown["clientDataJSON"]), ec.ECDSA(hashes.SHA256()))
        return {"response": {**shown, "authenticatorData": bytes(data), "signature": signature}}
