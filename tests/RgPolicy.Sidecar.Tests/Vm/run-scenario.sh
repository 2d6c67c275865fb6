#!/bin/sh
# Runs the sidecar's scenario in the test machine: a real kernel with cgroup v2 and resctrl.
# Compiled code is mapped once, not twice: less work for the emulator.
# usage: run-scenario.sh DIRECTORY-OF-run.sh DIRECTORY-OF-THE-TEST-ASSEMBLY [--native] [WORD OF A STEP ...]
set -eu
machine=$1
assembly=$2
shift 2
native=
if [ "${1:-}" = --native ]; then
  native=/share/native
  shift
fi
dotnet=$(readlink -f "${RGPOLICY_DOTNET:-$(command -v dotnet)}")
exec "$machine/run.sh" --host-root --share "$assembly" --timeout "${RGPOLICY_TIMEOUT:-400}" -- \
  env HOME=/tmp TMPDIR=/tmp DOTNET_gcServer=0 DOTNET_ROLL_FORWARD=Major RGPOLICY_EMULATED=1 RGPOLICY_SIDECAR_DIRECTORY="$native" \
  DOTNET_ROOT="$(dirname "$dotnet")" DOTNET_EnableDiagnostics=0 DOTNET_TieredPGO=0 DOTNET_EnableWriteXorExecute=0 \
  "$dotnet" /share/RgPolicy.Sidecar.Tests.dll ${RGPOLICY_SCENARIO:-vm} "$@"
