"""Prints the pack with typst: the same text and grids as typst markup, in the same typeface, with a warm compiler.

There are two measurements: of the same pack repeatedly, for which typst uses its cache, and of a pack with a hidden
number that changes in each run, so that typst has to lay out the pages. The default tags are turned off.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import typst

SOURCE = r"""
#let content = json("content.json")
#let run = sys.inputs.at("run")
#set document(title: content.title)
#set page(width: content.width * 1pt, height: content.height * 1pt, margin: content.margin * 1pt)
#set text(font: "Libertinus Serif", size: 11pt, hyphenate: false)
#let spans(parts) = parts.map(part => if part.bold { strong(part.text) } else { part.text }).join()
#let matrix(phones, side) = {
  let letters = range(phones.at(0).len()).map(n => strong(str.from-unicode(65 + n)))
  let rows = phones.enumerate().map(((n, row)) => (strong(str(n + 1)), ..row, strong(str(n + 1)))).flatten()
  let last = phones.len() + 1
  table(
    columns: (0.7 * side,) + (side,) * phones.at(0).len() + (0.7 * side,),
    rows: (0.7 * side,) + (side,) * phones.len() + (0.7 * side,),
    align: center + horizon,
    stroke: (x, y) => if x in (0, last) or y in (0, last) { none } else { 0.55pt },
    [], ..letters, [], ..rows, [], ..letters, [],
  )
}
#for (number, page) in content.pages.enumerate() {
  if number > 0 { pagebreak() }
  heading(text(22pt, page.title) + h(1fr) + text(13pt, weight: "regular", page.note))
  let body = page.body
  if "phones" in body {
    set text(20pt)
    matrix(body.phones, 45pt)
    set text(13pt)
    for sound in body.sounds [#sound.phone #spans(sound.word) #h(1em)]
  } else if "key" in body {
    set text(20pt)
    table(columns: (1fr, 3fr, 1fr, 3fr), stroke: (bottom: 0.5pt),
      ..body.key.map(entry => (entry.phone, spans(entry.word))).flatten())
  } else {
    for paragraph in body.prose {
      if "heading" in paragraph { heading(level: 2, spans(paragraph.heading)) }
      else if "point" in paragraph { par[#paragraph.point. #spans(paragraph.text)] }
      else { par(spans(paragraph.text)) }
    }
  }
  place(bottom, text(8pt, page.footer + h(1fr) + str(number + 1) + " / " + str(content.pages.len()) + hide(run)))
}
"""


def main() -> None:
    folder = Path(sys.argv[1])
    (folder / "pack.typ").write_text(SOURCE)
    compiler = typst.Compiler(folder / "pack.typ", ignore_system_fonts=True)
    for name, changing in (("typst, the same again", False), ("typst, changed", True)):
        times = []
        for number in range(60):
            inputs = {"run": str(number if changing else 0)}
            start = time.perf_counter()
            pdf = compiler.compile(format="pdf", sys_inputs=inputs, pdf_tags=False)
            if number >= 10:
                times.append((time.perf_counter() - start) * 1000)
        print(json.dumps({"name": name, "ms": statistics.median(times), "bytes": len(pdf)}))
    (folder / "typst-pack.pdf").write_bytes(pdf)


main()
