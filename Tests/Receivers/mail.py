"""A mail server that wants TLS and a login, and tells each message as Python's own parser reads it.

    mail.py [--tls | --plain]

The recipient's name says what becomes of it: unknown@ is refused for good, full@ for now, nothing else is; a message
to spam@ is refused after its content.
"""

import asyncio
import email
import email.policy
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

from telling import certificate, end_with_parent, tell


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("unknown@"):
            return "550 5.1.1 No such user"
        if address.startswith("relay@"):
            return "550 5.7.1 No relaying for you"
        if address.startswith("full@"):
            return "452 4.2.2 Mailbox full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        raw = envelope.content
        message = email.message_from_bytes(raw, policy=email.policy.default)
        parts = [part for part in message.walk() if not part.is_multipart()]
        tell(
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            isSecure=server.transport.get_extra_info("ssl_object") is not None,
            login=getattr(session.auth_data, "login", b"").decode(),
            fields=[[name, str(value)] for name, value in message.items()],
            subject=str(message["subject"]),
            parts=[[part.get_content_type(), part.get_content()] for part in parts],
            defects=[repr(one) for part in message.walk() for one in part.defects]
            + [f"{name}: {one!r}" for name, value in message.items() for one in value.defects],
            longest=max(len(line) for line in raw.split(b"\r\n")),
            isAscii=all(byte < 128 for byte in raw),
            bareEnds=raw.replace(b"\r\n", b"").count(b"\n") + raw.replace(b"\r\n", b"").count(b"\r"),
        )
        if envelope.rcpt_tos[0].startswith("spam@"):
            return "554 5.7.1 We do not like it"
        return "250 OK"


def check(server, session, envelope, mechanism, data):
    return AuthResult(success=data.login == b"daybook" and data.password == b"s3cret", auth_data=data)


async def main():
    words = sys.argv[1:]
    trust = certificate("localhost", "127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trust)
    settings = {}
    if "--plain" not in words:
        settings = {"authenticator": check, "auth_required": True, "auth_require_tls": "--tls" not in words}
    if not words:
        settings |= {"tls_context": context, "require_starttls": True}
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Handler(), hostname="mail.example", **settings),
        "127.0.0.1",
        0,
        ssl=context if "--tls" in words else None,
    )
    end_with_parent()
    tell(port=server.sockets[0].getsockname()[1], trust=trust)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
