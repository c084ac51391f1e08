#!/usr/bin/env bash
# Two generators of clients read the API document. Neither may warn of anything, and nothing of the document may be missing
# from what they write: every operation is a module of the one, every schema a class of both.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=.build/generators/bin
[ -x "$tools/openapi-python-client" ] || { echo "generators.sh: not installed; run: make setup-test" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$tools/openapi-python-client" generate --fail-on-warning --path docs/api/openapi.json \
  --config scripts/generators.yaml --output-path "$folder/client"
"$tools/datamodel-codegen" --input docs/api/openapi.json --input-file-type openapi --formatters builtin \
  --output-model-type pydantic_v2.BaseModel --target-python-version 3.11 --output "$folder/models.py" 2>"$folder/complaints"
if [ -s "$folder/complaints" ]; then
  cat "$folder/complaints" >&2
  exit 1
fi

PYTHONPATH="$folder/client:$folder" "$tools/python" -W error - <<'PYTHON'
import importlib, json, pathlib, pkgutil
import daybook_client.api, daybook_client.models, models

document = json.loads(pathlib.Path("docs/api/openapi.json").read_text())
operations = {value["operationId"] for path in document["paths"].values() for value in path.values() if "operationId" in value}
modules = {name.rpartition(".")[2] for _, name, is_package in pkgutil.walk_packages(
    daybook_client.api.__path__, "daybook_client.api.") if not is_package and importlib.import_module(name)}
plain = lambda name: name.replace("_", "").lower()
missing = operations - {operation for operation in operations if plain(operation) in set(map(plain, modules))}
assert not missing, f"openapi-python-client left out {missing}"
schemas = set(document["components"]["schemas"])
missing = {schema for schema in schemas if plain(schema) not in set(map(plain, dir(models)))}
assert not missing, f"datamodel-code-generator left out {missing}"
print(f"generators: {len(operations)} operations and {len(schemas)} schemas, and nothing to complain of")
PYTHON
