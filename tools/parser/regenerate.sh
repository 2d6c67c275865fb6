#!/bin/sh
# Regenerates the policy parser from grammar/ with the pinned generator (Node.js and npm needed).
#   regenerate.sh           writes src/RgPolicy.Language/Parsing/Generated
#   regenerate.sh --check   changes nothing; exit code 1 when regenerating would change anything
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target="$root/src/RgPolicy.Language/Parsing/Generated"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check=no
case "${1:-}" in
  '') ;;
  --check) check=yes ;;
  *) echo "usage: regenerate.sh [--check]" >&2; exit 2 ;;
esac

install_generator() {
  stamp="$here/node_modules/.rgpolicy-lock"
  if ! cmp -s "$here/package-lock.json" "$stamp"; then
    (cd "$here" && npm ci --no-audit --no-fund --loglevel=error >&2)
    cp "$here/package-lock.json" "$stamp"
  fi
}

generate() {
  cp "$root/grammar/RgPolicyLexer.g4" "$root/grammar/RgPolicyParser.g4" "$work"
  mkdir "$work/out"
  # Relative names keep the machine's paths out of the generated headers.
  (cd "$work" && for grammar in RgPolicyLexer RgPolicyParser; do
    "$here/node_modules/.bin/antlr-ng" -Dlanguage=CSharp --package RgPolicy.Language.Parsing.Generated \
      -v true -l false --lib out -o out "$grammar.g4" >&2
  done)
}

# Generated types are not part of the public interface, carry no CLS promises, print nothing and name no directory.
polish() {
  mkdir "$work/polished"
  for file in "$work"/out/*.cs; do
    sed -e 's/\r$//' \
        -e 's/[[:space:]]*$//' \
        -e '/^\[System\.CLSCompliant(false)\]$/d' \
        -e 's/^public partial class /internal partial class /' \
        -e 's/^public interface /internal interface /' \
        -e 's/Console\.Out, Console\.Error/TextWriter.Null, TextWriter.Null/' \
        -e 's|^\(// Generated from \).*\(RgPolicy[A-Za-z]*\.g4\).*|\1grammar/\2|' \
        "$file" > "$work/polished/$(basename "$file")"
  done
}

install_generator
generate
polish
if [ "$check" = yes ]; then
  if ! diff -r "$work/polished" "$target" >&2; then
    echo "The generated parser differs from the grammar: run tools/parser/regenerate.sh and commit the result." >&2
    exit 1
  fi
  exit 0
fi
rm -rf "$target"
mkdir -p "$target"
cp "$work"/polished/*.cs "$target"
