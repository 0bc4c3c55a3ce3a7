"""Prints the results as a table: the medians of all rounds, and the ratio of Broadside's moves to those of each peer.

Usage: table.py FIGURES, a file with a JSON object on each line: the name of a server, and its rows in the format of
`broadside-bench moves --json`.
"""

import json
import statistics
import sys

rows: dict[str, list[dict]] = {}
for line in open(sys.argv[1]):
    figure = json.loads(line)
    rows.setdefault(figure["name"], []).extend(figure["rows"])


def median(name: str, key: str) -> float:
    return statistics.median(row[key] for row in rows[name])


ours = [name for name in rows if name.startswith("Broadside")]
heads = ["what", "moves/s", "p50 ms", "p99 ms", *(f"{name} / this" for name in ours)]
print(f"| {' | '.join(heads)} |")
print("|---" + "|--:" * (len(heads) - 1) + "|")
for name in rows:
    pace = median(name, "per_second")
    ratios = ["–" if name in ours or not pace else f"{median(one, 'per_second') / pace:.1f}" for one in ours]
    cells = [name, f"{pace:,.0f}", f"{median(name, 'p50_ms'):.1f}", f"{median(name, 'p99_ms'):.1f}", *ratios]
    print(f"| {' | '.join(cells)} |")

for name, found in rows.items():
    paces = ", ".join(f"{row['per_second']:,.0f}" for row in found)
    failed = sum(count for row in found for count in row["errors"].values())
    print(f"\n{name}: {paces} moves/s in its rounds" + (f"; {failed} answers were not right" if failed else ""), end="")
print()
