#!/bin/sh
# Inside of the emulated system: installs, looks, updates with a broken release, removes, looks again.
set -eu
port=$1
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
cd /installation

install() {
    /usr/bin/python3 -m companion.install --wheels /wheels "$@"
}
is_there() {
    /usr/bin/python3 -c "import sys; from companion.install.health import answers; sys.exit(not answers($port))"
}

rm -rf /etc/companion /var/lib/companion /opt/companion
mkdir -p /etc/companion
printf '[panel]\nport = %s\nhost = "127.0.0.1"\n[board]\nport = "off"\n' "$port" >/etc/companion/companion.toml

echo "== what would be done"
install --dry-run
test ! -e /opt/companion
echo "== installed"
install
is_there
first=$(readlink /opt/companion/current)
ls -ld /var/lib/companion/journal.sqlite3
echo "== the doctor"
/opt/companion/current/bin/companion doctor --config /etc/companion/companion.toml --data /var/lib/companion || true
echo "== once more"
install
is_there
second=$(readlink /opt/companion/current)
test "$first" != "$second"
echo "== a release that does not come up"
cp companion/run_command.py /tmp/run_command.py
echo 'raise SystemExit("this release is broken")' >>companion/run_command.py
if install; then
    echo "a broken release was taken for a good one" >&2
    exit 1
fi
cp /tmp/run_command.py companion/run_command.py
test "$(readlink /opt/companion/current)" = "$second"
is_there
echo "== removed"
install --uninstall
if is_there; then
    echo "it still runs" >&2
    exit 1
fi
for gone in /opt/companion /etc/companion /etc/systemd/system/companion.service /etc/udev/rules.d/70-companion.rules; do
    test ! -e "$gone"
done
if id companion 2>/dev/null; then
    exit 1
fi
test -s /var/lib/companion/journal.sqlite3
find / -xdev -name '*companion*' -not -path '/installation/*' -not -path '/proc/*' -not -path '/tmp/*' -print
echo "== all went as it should"
