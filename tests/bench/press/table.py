"""Prints the results as a table: times, sizes, and the ratios of the press to the others."""

import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]
by_name = {row["name"]: row for row in rows}
pack, laid, maps = by_name["pack"], by_name["pack from frames"], by_name["maps"]
print("| what | ms | bytes | the pack takes of its time | and of its bytes |")
print("|---|--:|--:|--:|--:|")
for row in rows:
    time, size = pack["ms"] / row["ms"], pack["bytes"] / row["bytes"]
    parts = f"{time:.3f} | {size:.2f}" if row["name"].startswith(("reportlab", "typst", "krilla")) else "– | –"
    print(f"| {row['name']} | {row['ms']:.2f} | {row['bytes']:,} | {parts} |")
print(f"\nThe sheet of two maps takes {maps['ms'] / pack['ms']:.2f} of the pack's time.")
same = by_name["typst, the same again"]
print(f"From frames alone the pack takes {laid['ms'] / same['ms']:.3f} of the time in which typst writes the same again.")
