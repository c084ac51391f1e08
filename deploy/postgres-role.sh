#!/bin/sh
# Run once by PostgreSQL's image when it makes its cluster: a role that owns its database and is subject to row-level
# security, which a superuser never is.
set -e
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE daybook LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE daybook OWNER daybook;
SQL
