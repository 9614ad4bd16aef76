#!/bin/sh
# Written by the companion's installer: the service's own companion, as its user, with its configuration and data.
become="setpriv --reuid=companion --regid=companion --init-groups"
if [ "$(id -un)" = companion ]; then
    # That user needs nobody else's rights, and has none to ask for them.
    become=
elif [ "$(id -u)" -ne 0 ]; then
    exec sudo -- "$0" "$@"
fi
exec $become \
    env HOME=/var/lib/companion COMPANION_DATA=/var/lib/companion COMPANION_CONFIG=/etc/companion/companion.toml \
    COMPANION_HALL_DATA=/var/lib/companion-hall COMPANION_HALL_CONFIG=/etc/companion/hall.toml \
    /opt/companion/current/bin/companion "$@"
