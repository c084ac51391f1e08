"""An operator whose certificates end soon, the server's own and that of a PostgreSQL reached over TLS: `doctor` says
so."""

import re
import shutil
import socket

from journey import *

folder = box.folder / "certificates"
folder.mkdir(mode=0o755)


def certificate(days):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
         str(days), "-subj", "/CN=x", "-keyout", folder / "key.pem", "-out", folder / "chain.pem"],
        check=True, capture_output=True)


def findings(check):
    """Without the days, of which one may have begun."""
    return [
        (one["grade"], re.sub(r"\d+ days", "some days", one["sentence"]))
        for one in operator_json("doctor")["findings"] if one["check"] == check
    ]


# The cluster of the box, served over TCP by its own user, with a certificate.
cluster = pathlib.Path(box.environment["DAYBOOK_DATA_DIR"]) / "postgres/cluster/data"
owner = cluster.stat()
certificate(days=9)
for name in ("key.pem", "chain.pem"):
    os.chown(folder / name, owner.st_uid, owner.st_gid)
port = free_port()
(folder / "hba.conf").write_text("host all all 127.0.0.1/32 trust\n")
(folder / "postgresql.conf").write_text(
    f"listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = ''\nhba_file = '{folder}/hba.conf'\n"
    f"ssl = on\nssl_cert_file = '{folder}/chain.pem'\nssl_key_file = '{folder}/key.pem'\n")
programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
as_owner = [] if owner.st_uid == os.getuid() else [
    "setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups"]
postgres = subprocess.Popen(
    [*as_owner, shutil.which("postgres", path=programs), "-D", cluster, "-c", f"config_file={folder}/postgresql.conf"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
atexit.register(postgres.wait)
atexit.register(postgres.terminate)
until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "PostgreSQL listens")

address = f"postgres://daybook@127.0.0.1:{port}/daybook?sslmode="
box.environment["DAYBOOK_DATABASE_URL"] = address + "require"
same(findings("database tls"), [("warning", "the certificate of PostgreSQL ends in some days")])
box.environment["DAYBOOK_DATABASE_URL"] = address + "disable"
same(findings("database tls"), [])

# The server's own.
same(findings("tls"), [])
for name in ("key.pem", "chain.pem"):
    (folder / name).unlink()
box.environment |= {"DAYBOOK_TLS_CERTIFICATE": f"{folder}/chain.pem", "DAYBOOK_TLS_KEY": f"{folder}/key.pem"}
certificate(days=400)
same(findings("tls"), [("good", "the certificate and key match; it ends in some days")])
certificate(days=3)
same(findings("tls"), [("warning", "the certificate and key match; it ends in some days")])
