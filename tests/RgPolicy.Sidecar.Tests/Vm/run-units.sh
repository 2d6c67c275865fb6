#!/bin/sh
# Starts systemd in the test machine with the units of tools/systemd and the natively compiled sidecar, and tries them there.
# Before it: dotnet publish src/RgPolicy.Sidecar -c Release -r linux-x64 -p:PublishAot=true -o DIRECTORY-OF-THE-TEST-ASSEMBLY/native
# usage: run-units.sh DIRECTORY-OF-run.sh DIRECTORY-OF-THE-TEST-ASSEMBLY
set -eu
machine=$1
assembly=$2
dotnet=$(readlink -f "${RGPOLICY_DOTNET:-$(command -v dotnet)}")
exec "$machine/run.sh" --host-root --share "$assembly" --timeout 500 -- sh -c '
units=/run/systemd/system
mkdir -p /usr/lib/rgpolicy /etc/rgpolicy /etc/default /var/lib/database "$units/database.service.d"
cp /share/native/rgp-sidecar /usr/lib/rgpolicy/
cp /share/systemd/*.service "$units/"
# Time is emulated here.
sed -i "s/^Timeout\(.*\)=.*/Timeout\1=300/" "$units"/rgpolicy-*.service
cp /share/systemd/limits.json /etc/rgpolicy/
cp "/share/systemd/postgresql@.service.d/rgpolicy.conf" "$units/database.service.d/"
id postgres >/dev/null 2>&1 || { echo postgres:x:9001:9001::/:/bin/sh >>/etc/passwd; echo postgres:x:9001: >>/etc/group; }
echo rgpolicy:x:9002: >>/etc/group
chown postgres /var/lib/database
echo RGPOLICY_DATA_DIRECTORY=/var/lib/database >/etc/default/rgpolicy-sidecar
cat >"$units/database.service" <<UNIT
[Unit]
DefaultDependencies=no
[Service]
Type=exec
User=postgres
ExecStart=/usr/bin/perl /share/fake-server.pl 2 rgptest_units /var/lib/database/postmaster.pid
ExecReload=/bin/true
UNIT
cat >"$units/try.service" <<UNIT
[Unit]
DefaultDependencies=no
Wants=database.service
After=database.service
[Service]
Type=oneshot
Environment=HOME=/tmp TMPDIR=/tmp DOTNET_gcServer=0 DOTNET_ROLL_FORWARD=Major DOTNET_EnableDiagnostics=0 DOTNET_TieredPGO=0
Environment=RGPOLICY_EMULATED=1 DOTNET_ROOT='"$(dirname "$dotnet")"'
StandardOutput=file:/run/try.output
StandardError=file:/run/try.output
ExecStart='"$dotnet"' /share/RgPolicy.Sidecar.Tests.dll vm units
TimeoutStartSec=420
ExecStopPost=/bin/touch /run/try.over
UNIT
printf "[Unit]\nRequires=try.service\n" >"$units/try.target"
unshare --pid --fork --mount-proc env -i container=other PATH="$PATH" \
  /lib/systemd/systemd --system --unit=try.target --log-target=console --log-level=warning >/run/systemd.output 2>&1 &
for second in $(seq 430); do
  sleep 1
  [ ! -e /run/try.over ] || break
done
cat /run/try.output
grep -q "all steps held" /run/try.output || { cat /run/systemd.output; exit 1; }
'
