#!/bin/sh
# Inside of the emulated system: installs, looks, is killed, updates with a broken release, removes, looks again.
set -eu
port=$1
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
cd /installation

install() {
    /usr/bin/python3 -m companion.install --wheels /wheels "$@"
}
on_a_pi() {
    printf 'Raspberry Pi 5 Model B\0' >/tmp/model
    /usr/bin/python3 -c "import sys
from pathlib import Path
from companion.install import command, system
system.MODEL = Path('/tmp/model')
sys.exit(command.main(['--wheels', '/wheels']))"
}
hall_is_there() {
    /usr/bin/python3 -c "import sys; from companion.install.health import Address, replies; sys.exit(not replies(Address($port + 1)))"
}
is_there() {
    /usr/bin/python3 -c "import sys; from companion.install.health import Address, answers; sys.exit(not answers(Address($port)))"
}

rm -rf /etc/companion /var/lib/companion /var/lib/companion-hall /opt/companion
mkdir -p /etc/companion
printf '[panel]\nport = %s\nhost = "127.0.0.1"\n[board]\nport = "off"\n' "$port" >/etc/companion/companion.toml
printf '[panel]\nport = %s\nhost = "127.0.0.1"\n' "$((port + 1))" >/etc/companion/hall.toml

echo "== what would be done"
install --dry-run
test ! -e /opt/companion
echo "== installed, as on a Raspberry Pi"
on_a_pi
is_there
first=$(readlink /opt/companion/current)
ls -ld /var/lib/companion/journal.sqlite3
echo "== the doctor"
companion doctor --language de || true
echo "== what comes from the system"
dpkg-query --show --showformat='${Package} ${Version}\n' python3 python3-numpy python3-lgpio python3-rpi-lgpio 2>/dev/null || true
/opt/companion/current/bin/python -c "
import importlib.util as known, sys, cv2, numpy, paho.mqtt
print(sys.version.split()[0], 'numpy', numpy.__version__, numpy.__file__, 'cv2', cv2.__version__)
print({name: bool(known.find_spec(name)) for name in ('lgpio', 'RPi', 'sqlalchemy')})"
test ! -e /installation/build
du -sm /opt/companion/releases/* /wheels
echo "== killed in the middle"
/usr/bin/python3 -m companion.install --wheels /wheels >/tmp/killed.log 2>&1 &
killed=$!
until [ "$(find /opt/companion/releases -maxdepth 3 -name python3 | wc -l)" -gt 1 ]; do
    sleep 1
done
kill -9 "$killed"
wait "$killed" || true
cat /tmp/killed.log
test "$(readlink /opt/companion/current)" = "$first"
is_there
echo "== once more, with a hall"
install --hall
is_there
hall_is_there
test -s /var/lib/companion-hall/hall.sqlite
second=$(readlink /opt/companion/current)
test "$first" != "$second"
test "$(ls -d /opt/companion/releases/*)" = "$(printf '%s\n' "$first" "$second" | sort)"
for copy in /var/lib/companion/journal-before-*.sqlite3; do
    /usr/bin/python3 -c "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check'), sys.argv[1])" "$copy"
done
echo "== a release that does not come up"
cp companion/commands/run.py /tmp/run_command.py
echo 'raise SystemExit("this release is broken")' >>companion/commands/run.py
if install; then
    echo "a broken release was taken for a good one" >&2
    exit 1
fi
cp /tmp/run_command.py companion/commands/run.py
test "$(readlink /opt/companion/current)" = "$second"
is_there
hall_is_there
echo "== removed"
install --uninstall
if is_there || hall_is_there; then
    echo "it still runs" >&2
    exit 1
fi
for gone in /opt/companion /etc/companion /etc/systemd/system/companion.service /etc/udev/rules.d/70-companion.rules \
    /etc/modules-load.d/companion.conf /etc/systemd/system/companion-hall.service /usr/local/bin/companion; do
    test ! -e "$gone"
done
if id companion 2>/dev/null; then
    exit 1
fi
test -s /var/lib/companion/journal.sqlite3
test -s /var/lib/companion-hall/hall.sqlite
find / -xdev -name '*companion*' -not -path '/installation/*' -not -path '/proc/*' -not -path '/tmp/*' -print
echo "== all went as it should"
