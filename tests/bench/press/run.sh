#!/usr/bin/env bash
# Compares the press with reportlab, typst and krilla on the same pack, in one run, and prints the ratios as a table.
# Installed packages and output are in target/press.
set -euo pipefail
cd "$(dirname "$0")/../../.."

folder=$PWD/target/press
mkdir -p "$folder"
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check -r tests/bench/press/requirements.txt

cargo bench -q --locked -p broadside-pdf --bench press --no-run
cp -r tests/bench/press/krilla "$folder/"
cargo build -q --release --manifest-path "$folder/krilla/Cargo.toml"
{
    cargo bench -q --locked -p broadside-pdf --bench press -- --for-others "$folder"
    "$folder/venv/bin/python" tests/bench/press/reportlab_pack.py "$folder"
    "$folder/venv/bin/python" tests/bench/press/typst_pack.py "$folder"
    "$folder/krilla/target/release/krilla-pack" "$folder"
} >"$folder/figures.jsonl"
"$folder/venv/bin/python" tests/bench/press/table.py "$folder/figures.jsonl"
