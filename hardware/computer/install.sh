#!/bin/sh
# Installs the companion on Raspberry Pi OS or Debian (arm64 or x86-64) as a service that starts by itself.
# Run as root from a clone of the project: sudo sh hardware/computer/install.sh
# Again after an update: the same; evenings and /etc/nainjaune.conf stay.
# As a table of a club, with its address file: sudo sh hardware/computer/install.sh table-7.club
set -eu

here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)

fail() { echo "install.sh: $1" >&2; exit 2; }
[ "$(id -u)" = 0 ] || fail "run it as root: sudo sh $0"
command -v systemctl >/dev/null || fail "systemd is expected (Raspberry Pi OS, Debian)"
case $(uname -m) in
    aarch64 | x86_64) ;;
    *) fail "$(uname -m): a 64-bit system is expected; the packages have no wheels for others" ;;
esac

club=${1:-}
[ -z "$club" ] || [ -r "$club" ] || fail "$club: no such file; expected a table's address file of \`nainjaune club setup\`"

echo "1/4 packages of the system"
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3 python3-venv
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python 3.11 or newer is expected (Debian 12 has it)"

echo "2/4 the companion, in /opt/nainjaune"
id nainjaune >/dev/null 2>&1 || useradd --system --home-dir /var/lib/nainjaune --shell /usr/sbin/nologin nainjaune
[ -x /opt/nainjaune/bin/python ] || python3 -m venv /opt/nainjaune
# Built in a folder of its own: the clone stays as it is, and root's files stay out of it.
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cp -R "$project/." "$build"
/opt/nainjaune/bin/pip install -q --upgrade --require-hashes -r "$build/constraints/computer.txt"
/opt/nainjaune/bin/pip install -q --upgrade --no-deps --no-build-isolation "$build"

echo "3/4 the service"
install -m 644 "$here/nainjaune.service" /etc/systemd/system/nainjaune.service
[ -e /etc/nainjaune.conf ] || printf '# CAMERA=0\n# MORE=--https\n' > /etc/nainjaune.conf
if [ -n "$club" ]; then
    install -m 600 -o nainjaune "$club" /etc/nainjaune.club
    grep -q -- '--club' /etc/nainjaune.conf || echo 'MORE=--club /etc/nainjaune.club' >> /etc/nainjaune.conf
fi
systemctl daemon-reload
systemctl enable --now nainjaune.service

echo "4/4 a look at camera and computer"
runuser -u nainjaune -- env HOME=/var/lib/nainjaune /opt/nainjaune/bin/nainjaune doctor --camera none --port 0 --data /var/lib/nainjaune || true
echo "The code to scan: journalctl -u nainjaune -o cat | tail -40"
