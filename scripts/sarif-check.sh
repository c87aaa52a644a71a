#!/usr/bin/env bash
# Validates a SARIF file with the validators that matter: the JSON schema of the standard, as GitHub's upload does, and
# Microsoft's Multitool with the rules of SARIF and of GitHub code scanning. Any error or warning fails.
#
#   scripts/sarif-check.sh FILE...
#
# Needs node. The packages are those of e2e/node_modules if they are there; else npm installs them into $SARIF_CHECK_CACHE, or into a
# temporary folder that is removed.
set -euo pipefail

usage() {
  echo "usage: scripts/sarif-check.sh FILE..." >&2
  exit 2
}
[ "$#" -gt 0 ] || usage
for file; do [ -f "$file" ] || usage; done
root=$(cd "$(dirname "$0")/.." && pwd)
multitool_version=5.7.0
jsonschema_version=1.5.0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case "$(uname -s)" in
  Linux) platform=linux ;;
  Darwin) platform=darwin ;;
  *)
    echo "sarif-check: no Multitool for $(uname -s)" >&2
    exit 2
    ;;
esac
multitool=node_modules/@microsoft/sarif-multitool-$platform
# has reports whether a folder has the package in the version.
has() { grep -qs "\"version\": *\"$2\"" "$1/package.json"; }

cache=${SARIF_CHECK_CACHE:-$root/e2e}
if ! has "$cache/$multitool" "$multitool_version" || ! has "$cache/node_modules/jsonschema" "$jsonschema_version"; then
  cache=${SARIF_CHECK_CACHE:-$work/npm}
  mkdir -p "$cache"
  cache=$(cd "$cache" && pwd)
  [ -f "$cache/package.json" ] || echo '{"private":true}' >"$cache/package.json"
  (cd "$cache" && npm install --no-audit --no-fund --silent --ignore-scripts \
    "@microsoft/sarif-multitool@$multitool_version" "jsonschema@$jsonschema_version")
fi
tool=$cache/$multitool/Sarif.Multitool
# npm leaves the file without its execute bit when scripts are off.
chmod u+x "$tool"

# GitHub's upload action validates with the npm package jsonschema and puts up with what is wrong with URIs only.
NODE_PATH=$cache/node_modules node - "$root/sarif/testdata/sarif-schema-2.1.0.json" "$@" <<'JS'
const fs = require("fs");
const { Validator } = require("jsonschema");
const [, , schema, ...files] = process.argv;
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
for (const file of files) {
  const errors = new Validator().validate(read(file), read(schema)).errors;
  for (const e of errors) console.error(`schema: ${file}: ${e.stack}`);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`schema: ${file}: valid`);
}
JS

# Multitool always exits with 0, so its own report is what decides. ICU need not be installed.
code=0
for file; do
  rm -f "$work/result.sarif"
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$tool" validate "$file" --rule-kind "Sarif;Ghas" \
    --level "Error;Warning" --max-file-size-in-kb 100000 --log ForceOverwrite --output "$work/result.sarif" >"$work/log" || {
    cat "$work/log" >&2
    exit 1
  }
  node - "$work/result.sarif" "$file" <<'JS' || code=1
const fs = require("fs");
const [, , result, file] = process.argv;
const run = JSON.parse(fs.readFileSync(result, "utf8").replace(/^\uFEFF/, "")).runs[0];
const rules = run.tool.driver.rules || [];
const count = { error: 0, warning: 0 };
for (const r of run.results || []) {
  const level = r.level || "warning";
  count[level] = (count[level] || 0) + 1;
  const rule = rules[r.ruleIndex] || {};
  const text = r.message.text || (rule.messageStrings?.[r.message.id]?.text || r.message.id)
    .replace(/\{(\d+)\}/g, (_, i) => (r.message.arguments || [])[i]);
  console.error(`multitool: ${file}: ${level}: ${r.ruleId}: ${text}`);
}
for (const n of (run.invocations || []).flatMap((i) => [
  ...(i.toolExecutionNotifications || []),
  ...(i.toolConfigurationNotifications || []),
])) {
  if (n.level !== "error" && n.level !== "warning") continue;
  count[n.level]++;
  console.error(`multitool: ${file}: ${n.level}: ${n.message.text}`);
}
console.log(`multitool: ${file}: ${count.error} errors, ${count.warning} warnings`);
process.exit(count.error + count.warning > 0 ? 1 : 0);
JS
done
exit "$code"
