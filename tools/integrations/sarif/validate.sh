#!/bin/sh
# Lints a sample with errors and validates the SARIF with Microsoft's validator: no errors, no warnings.
#   validate.sh [RGP]      RGP is the command that runs rgp; by default that of the last Release build
# Ends with 0 when it is valid, 1 when it is not, 77 when the validator cannot be had here (no npm, or not Linux on x64).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
rgp="${1:-dotnet $root/src/RgPolicy.Cli/bin/Release/net8.0/rgp.dll}"
validator="$here/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -f "$validator" ]; then
  command -v npm >/dev/null || { echo "npm is not here: not checked"; exit 77; }
  (cd "$here" && npm install --no-audit --no-fund --no-package-lock --loglevel=error) || { echo "the validator cannot be installed: not checked"; exit 77; }
fi
chmod u+x "$validator"

cp "$here/sample.rgp" "$work"
cd "$work"
$rgp lint sample.rgp --output sarif --out sample.sarif || [ $? -eq 1 ]
"$validator" validate sample.sarif --level "Error;Warning" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cat "$work/log"
! grep -E ': (error|warning) ' "$work/log"
