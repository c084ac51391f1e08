"""An identity provider that lets everybody in at once: as much of OpenID Connect as a server asks for."""

import base64
import functools
import hashlib
import http.server
import json
import re
import secrets
import subprocess
import threading
import time
import urllib.parse


def encoded(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@functools.cache
def key():
    """The numbers of an RSA key: what is divided by, and the private power."""
    text = subprocess.run(
        "openssl genrsa 2048 2> /dev/null | openssl rsa -noout -text 2> /dev/null", shell=True, check=True,
        capture_output=True, text=True).stdout
    def number(name):
        return int(re.sub(r"[\s:]", "", re.search(rf"{name}:\s+([0-9a-f:\s]+)", text)[1]), 16)
    return number("modulus"), number("privateExponent")


def signed(claims):
    modulus, power = key()
    head = encoded(json.dumps({"alg": "RS256", "kid": "one"}).encode()) + "." + encoded(json.dumps(claims).encode())
    # The hash's name as PKCS 1 wants it.
    digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
    padded = b"\0\1" + b"\xff" * (253 - len(digest)) + b"\0" + digest
    return head + "." + encoded(pow(int.from_bytes(padded), power, modulus).to_bytes(256))


class Provider:
    def __init__(self):
        provider = self
        self.nonces = {}
        # It takes longer than a server waits for an answer.
        key()

        class Answers(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                path, _, query = self.path.partition("?")
                if path == "/authorize":
                    asked = dict(urllib.parse.parse_qsl(query))
                    code = secrets.token_urlsafe(12)
                    provider.nonces[code] = asked["nonce"]
                    back = urllib.parse.urlencode({"code": code, "state": asked["state"], "iss": provider.address})
                    self.send_response(302)
                    self.send_header("location", f"{asked['redirect_uri']}?{back}")
                    self.end_headers()
                else:
                    self.answer(provider.metadata if path.startswith("/.well-known") else provider.keys)

            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode()))
                now = int(time.time())
                self.answer({"token_type": "Bearer", "access_token": "none", "id_token": signed({
                    "iss": provider.address, "aud": "daybook", "sub": "somebody", "iat": now, "exp": now + 600,
                    "nonce": provider.nonces.pop(form["code"])})})

            def answer(self, document):
                content = json.dumps(document).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def metadata(self):
        return {
            "issuer": self.address, "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token", "jwks_uri": f"{self.address}/keys",
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"]}

    @property
    def keys(self):
        modulus, _ = key()
        return {"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "e": "AQAB",
                          "n": encoded(modulus.to_bytes(256))}]}

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
