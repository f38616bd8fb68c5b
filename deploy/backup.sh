#!/bin/sh
# Writes a backup into a folder, in the image of Postgres, whose pg_dump has the server's version:
#   PGHOST=… PGUSER=… PGDATABASE=florin PGPASSWORD_FILE=… backup.sh <folder>
# Prints the name of the file and exits with 0, or with 2 and no file.
set -eu
umask 077
if [ $# -ne 1 ] || [ ! -d "$1" ]; then
  echo "backup: name a folder: backup.sh <folder>" >&2
  exit 2
fi
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE") || exit 2
  export PGPASSWORD
fi
file=$1/florin-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.half"' EXIT
trap 'exit 2' INT TERM
set --
for schema in identity accounts ledger processors billing webhooks mail console; do
  set -- "$@" "--schema=$schema"
done
pg_dump --format=custom --no-password "$@" --file="$file.half" || exit 2
mv "$file.half" "$file" || exit 2
echo "$file"
