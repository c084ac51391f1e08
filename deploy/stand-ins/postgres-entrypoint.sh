#!/bin/bash
# The first start makes the cluster and runs the scripts of /docker-entrypoint-initdb.d before anybody can connect.
set -euo pipefail
chown postgres "$PGDATA"
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    as_postgres initdb --username=postgres --auth-local=trust --auth-host=scram-sha-256 -D "$PGDATA"
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    as_postgres pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
    export POSTGRES_USER=postgres POSTGRES_DB=postgres
    for script in /docker-entrypoint-initdb.d/*; do as_postgres bash "$script"; done
    as_postgres pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@" -c listen_addresses='*'
