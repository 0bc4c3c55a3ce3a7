"""Prints what was measured as a table, each line as a part of the others."""

import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]
pack = next(row for row in rows if row["name"] == "pack")
print("| what | ms | bytes | the pack's time as a part of it | its bytes as a part of the pack's |")
print("|---|--:|--:|--:|--:|")
for row in rows:
    time, size = pack["ms"] / row["ms"], row["bytes"] / pack["bytes"]
    print(f"| {row['name']} | {row['ms']:.2f} | {row['bytes']:,} | {time:.3f} | {size:.2f} |")
maps = next(row for row in rows if row["name"] == "maps")
print(f"\nThe sheet of two maps takes {maps['ms'] / pack['ms']:.2f} of the pack's time.")
