#!/usr/bin/env bash
# Lists the fuzz targets of the project: one a line, the folder and the name.
set -euo pipefail
cd "$(dirname "$0")/.."
grep -rhoE --include='*_test.go' --with-filename '^func Fuzz[A-Za-z0-9_]+' cmd config corpus detect discover internal launch lint lock mcplint report rules sarif schemacheck |
  sed -E 's|/[^/]+:func | |' | LC_ALL=C sort
