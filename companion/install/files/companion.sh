#!/bin/sh
# Written by the companion's installer: the service's own companion, as its user, with its configuration and data.
[ "$(id -u)" -eq 0 ] || exec sudo -- "$0" "$@"
exec setpriv --reuid=companion --regid=companion --init-groups \
    env HOME=/var/lib/companion COMPANION_DATA=/var/lib/companion COMPANION_CONFIG=/etc/companion/companion.toml \
    COMPANION_HALL_DATA=/var/lib/companion-hall COMPANION_HALL_CONFIG=/etc/companion/hall.toml \
    /opt/companion/current/bin/companion "$@"
