"""What all receivers do: they make certificates for themselves, and tell on standard output what came."""

import datetime
import ipaddress
import json
import os
import pathlib
import shutil
import sys
import tempfile
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

told = threading.Lock()
folders = []


def tell(**what):
    """One line of JSON."""
    with told:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()


def certificate(*names):
    """A file with a key and a certificate of its own for these names; it is what a client has to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "receiver")])
    now = datetime.datetime.now(datetime.timezone.utc)
    places = []
    for text in names:
        try:
            places.append(x509.IPAddress(ipaddress.ip_address(text)))
        except ValueError:
            places.append(x509.DNSName(text))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(places), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folders.append(tempfile.mkdtemp(prefix="daybook-receiver-"))
    file = pathlib.Path(folders[-1]) / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return str(file)


def end_with_parent():
    """Ends the process when its standard input does, so that none outlives the test that started it."""

    def wait():
        sys.stdin.buffer.read()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
