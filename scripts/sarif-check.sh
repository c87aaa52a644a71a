#!/usr/bin/env bash
# Validates a SARIF file with the validators that matter: the JSON schema of the standard, as GitHub's upload does, and
# Microsoft's Multitool with the rules of SARIF and of GitHub code scanning. Any error or warning fails.
#
#   scripts/sarif-check.sh FILE
#
# Needs node and npm. The packages are kept in $SARIF_CHECK_CACHE, or in a temporary folder that is removed.
set -euo pipefail

if [ "$#" -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: scripts/sarif-check.sh FILE" >&2
  exit 2
fi
file=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
multitool_version=5.7.0
jsonschema_version=1.5.0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=${SARIF_CHECK_CACHE:-$work/npm}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

case "$(uname -s)" in
  Linux) platform=linux ;;
  Darwin) platform=darwin ;;
  *)
    echo "sarif-check: no Multitool for $(uname -s)" >&2
    exit 2
    ;;
esac
tool=$cache/node_modules/@microsoft/sarif-multitool-$platform/Sarif.Multitool
if [ ! -f "$tool" ] || [ ! -d "$cache/node_modules/jsonschema" ]; then
  [ -f "$cache/package.json" ] || echo '{"private":true}' >"$cache/package.json"
  (cd "$cache" && npm install --no-audit --no-fund --silent --ignore-scripts \
    "@microsoft/sarif-multitool@$multitool_version" "jsonschema@$jsonschema_version")
fi
# npm leaves the file without its execute bit when scripts are off.
chmod u+x "$tool"

# GitHub's upload action validates with the npm package jsonschema and puts up with what is wrong with URIs only.
NODE_PATH=$cache/node_modules node - "$file" "$root/sarif/testdata/sarif-schema-2.1.0.json" <<'JS'
const fs = require("fs");
const { Validator } = require("jsonschema");
const [, , file, schema] = process.argv;
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const errors = new Validator().validate(read(file), read(schema)).errors;
for (const e of errors) console.error(`schema: ${e.stack}`);
if (errors.length > 0) process.exit(1);
console.log("schema: valid");
JS

# Multitool always exits with 0, so its own report is what decides. ICU need not be installed.
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$tool" validate "$file" --rule-kind "Sarif;Ghas" \
  --level "Error;Warning" --max-file-size-in-kb 100000 --log ForceOverwrite --output "$work/result.sarif" >"$work/log" || {
  cat "$work/log" >&2
  exit 1
}
node - "$work/result.sarif" <<'JS'
const fs = require("fs");
const [, , file] = process.argv;
const run = JSON.parse(fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "")).runs[0];
const rules = run.tool.driver.rules || [];
const count = { error: 0, warning: 0 };
for (const r of run.results || []) {
  const level = r.level || "warning";
  count[level] = (count[level] || 0) + 1;
  const rule = rules[r.ruleIndex] || {};
  const text = r.message.text || (rule.messageStrings?.[r.message.id]?.text || r.message.id)
    .replace(/\{(\d+)\}/g, (_, i) => (r.message.arguments || [])[i]);
  console.error(`multitool: ${level}: ${r.ruleId}: ${text}`);
}
for (const n of (run.invocations || []).flatMap((i) => [
  ...(i.toolExecutionNotifications || []),
  ...(i.toolConfigurationNotifications || []),
])) {
  if (n.level !== "error" && n.level !== "warning") continue;
  count[n.level]++;
  console.error(`multitool: ${n.level}: ${n.message.text}`);
}
console.log(`multitool: ${count.error} errors, ${count.warning} warnings`);
process.exit(count.error + count.warning > 0 ? 1 : 0);
JS
