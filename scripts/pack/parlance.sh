#!/bin/sh
# Runs Parlance and its tools with the Node that comes with it.
home=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
node="$home/node_modules/node/bin/node"
server() { exec "$node" --min-semi-space-size=8 --max-semi-space-size=8 "$home/server/$@"; }
command=${1:-help}
[ $# -gt 0 ] && shift
case "$command" in
  start) server api.ts --worker ;;
  api) server api.ts ;;
  worker) server worker.ts ;;
  backup | restore | doctor | move | create-bucket | reset-password | accept-settings | rotate-data-key | rotate-jwt-secret)
    exec "$node" "$home/scripts/$command.ts" "$@" ;;
  health)
    # Of the process that listens at PORT, for a container's health check.
    exec "$node" -e 'fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/healthz`).then(
      ({ ok }) => process.exit(ok ? 0 : 1),
      () => process.exit(1),
    )' ;;
  voices) exec "$node" "$home/scripts/manage-voices.ts" "$@" ;;
  help | --help)
    cat <<'HELP'
Usage: parlance <command> [options]
  start            server and worker in one process
  api, worker      one of them
  health           whether the process at PORT lives (exit code)
  doctor           checks this installation and says what to do
  backup, restore  back up to BACKUP_URL, and restore
  move             move to another database or storage
  voices           natural voices on this machine
  create-bucket, reset-password, accept-settings, rotate-data-key, rotate-jwt-secret
Settings are environment variables. DATA_DIR has to be a folder that can be written.
HELP
    ;;
  *)
    echo "parlance: unknown command $command. Try: parlance help" >&2
    exit 2
    ;;
esac
