#!/bin/sh
# A standby of db1: its folder is a copy of the primary's, made at the first start.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  gosu postgres pg_basebackup -D "$PGDATA" -R -c fast -h db1 -U postgres
fi
exec gosu postgres "$@"
