#!/bin/sh
# Run once by the entry point of PostgreSQL's image, when the primary's folder is made.
set -e
psql -v ON_ERROR_STOP=1 -U postgres -c 'CREATE ROLE desk LOGIN' -c 'GRANT pg_monitor TO desk' \
  -c "CREATE DATABASE desk OWNER desk ENCODING 'UTF8' TEMPLATE template0"
echo 'host replication all samenet trust' >> "$PGDATA/pg_hba.conf"
# Last: from the next start on a commit waits until a standby has it.
psql -v ON_ERROR_STOP=1 -U postgres -c "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'"
