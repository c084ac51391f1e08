"""Apple's push service as its documentation tells it: HTTP/2 only, every header checked, and told.

    apns.py PUBLIC-KEY-PEM KEY-ID TEAM-ID TOPIC

The last character of a device token says what becomes of it: 0 is taken, 1 is unregistered (410), 2 a bad token,
3 of another topic, 4 an expired provider token, 5 an answer 429, 6 a shutdown in the middle, 7 too long.
"""

import json
import re
import socket
import ssl
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from telling import certificate, end_with_parent, tell
from web import unpacked

pem, key_id, team, topic = sys.argv[1:5]
public = serialization.load_pem_public_key(open(pem, "rb").read())
ANSWERS = {
    "1": (410, "Unregistered"),
    "2": (400, "BadDeviceToken"),
    "3": (400, "DeviceTokenNotForTopic"),
    "4": (403, "ExpiredProviderToken"),
    "5": (429, "TooManyRequests"),
    "7": (413, "PayloadTooLarge"),
}


def wrong(fields, body):
    """What Apple would refuse, or nothing."""
    names = [name for name, _ in fields]
    if len(set(names)) != len(names):
        return "a field twice"
    head = dict(fields)
    if head.pop(":method") != "POST" or head.pop(":scheme") != "https" or not head.pop(":authority"):
        return "not a POST over https"
    path = head.pop(":path")
    if not re.fullmatch(r"/3/device/[0-9a-f]{8,200}", path):
        return f"path {path}"
    token = head.pop("authorization")
    if not token.startswith("bearer "):
        return "authorization"
    first, second, signature = token[7:].split(".")
    if json.loads(unpacked(first)) != {"alg": "ES256", "kid": key_id}:
        return "the token's header"
    claims = json.loads(unpacked(second))
    if set(claims) != {"iss", "iat"} or claims["iss"] != team or not -5 <= time.time() - claims["iat"] <= 3600:
        return "the token's claims"
    raw = unpacked(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    try:
        public.verify(utils.encode_dss_signature(r, s), f"{first}.{second}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return "the token's signature"
    if not re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", head.pop("apns-id")):
        return "apns-id"
    kind, priority = head.pop("apns-push-type"), head.pop("apns-priority")
    shown = json.loads(body)
    if kind == "background":
        if priority != "5" or shown["aps"] != {"content-available": 1}:
            return "a background push that shows something or is urgent"
    elif kind != "alert" or priority not in ("5", "10") or not shown["aps"]["alert"]["title"]:
        return "apns-push-type, apns-priority or no alert"
    if not head.pop("apns-expiration").isdigit() or head.pop("apns-topic") != topic:
        return "apns-expiration or apns-topic"
    collapse = head.pop("apns-collapse-id", "")
    if len(collapse.encode()) > 64 or len(body) > 4096:
        return "too long"
    for name in ("content-length", "content-type", "user-agent", "accept"):
        head.pop(name, None)
    return f"unknown fields {list(head)}" if head else None


def serve(plain, context):
    try:
        stream = context.wrap_socket(plain, server_side=True)
        if stream.selected_alpn_protocol() != "h2":
            return
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        stream.sendall(connection.data_to_send())
        requests = {}
        tell(connection="begun")
        while data := stream.recv(65536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    requests[event.stream_id] = (event.headers, bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    requests[event.stream_id][1].extend(event.data)
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    fields, body = requests.pop(event.stream_id)
                    answer(connection, event.stream_id, fields, bytes(body))
            stream.sendall(connection.data_to_send())
    except (OSError, ssl.SSLError, h2.exceptions.ProtocolError):
        pass  # The other side went, or still said something on a connection that was closed here.
    finally:
        plain.close()


def answer(connection, number, fields, body):
    try:
        trouble = wrong(fields, body)
    except Exception as error:  # a field that is missing, a body that is no JSON
        trouble = repr(error)
    head = dict(fields)
    tell(fields=head, body=body.decode(), trouble=trouble)
    last = head.get(":path", "?")[-1]
    if trouble:
        status, reason = 400, "BadTestRequest"
    elif last == "6":
        connection.close_connection(h2.errors.ErrorCodes.NO_ERROR, last_stream_id=0)
        return
    else:
        status, reason = ANSWERS.get(last, (200, ""))
    fields = [(":status", str(status)), ("apns-id", head.get("apns-id", ""))]
    connection.send_headers(number, fields, end_stream=not reason)
    if reason:
        connection.send_data(number, json.dumps({"reason": reason}, separators=(",", ":")).encode(), end_stream=True)


def main():
    trust = certificate("localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trust)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    end_with_parent()
    tell(port=listener.getsockname()[1], trust=trust)
    while True:
        plain, _ = listener.accept()
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(plain, context), daemon=True).start()


if __name__ == "__main__":
    main()
