"""Prints the pack with reportlab: the same text and lines at the same positions, in the same typeface.

reportlab embeds only TrueType outlines, so the typeface is converted first, which is not timed. reportlab creates the
subset of the typeface itself. It needs no layout, and its default encoding as ASCII is turned off.
"""

import io
import json
import statistics
import sys
import time
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont as Font
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def truetype(source: Path, name: str) -> io.BytesIO:
    """Converts an OpenType font with cubic outlines to one with quadratic outlines, without hints."""
    font = Font(source)
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    outlines = {}
    for glyph in order:
        pen = TTGlyphPen(glyphs)
        glyphs[glyph].draw(Cu2QuPen(pen, max_err=1.0, reverse_direction=True))
        outlines[glyph] = pen.glyph()
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap())
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({glyph: (font["hmtx"][glyph][0], outlines[glyph].xMin if outlines[glyph].numberOfContours else 0) for glyph in order})
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name, "fullName": name})
    builder.setupOS2(sTypoAscender=font["hhea"].ascent, sTypoDescender=font["hhea"].descent)
    builder.setupPost()
    file = io.BytesIO()
    builder.save(file)
    file.seek(0)
    return file


def pack(content: dict) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(content["width"], content["height"]), pageCompression=1)
    canvas.setTitle(content["title"])
    for number, frame in enumerate(content["frames"]):
        canvas.bookmarkPage(str(number))
        canvas.addOutlineEntry(frame["title"], str(number))
        for item in frame["items"]:
            if "text" in item:
                canvas.setFont("bold" if item["bold"] else "regular", item["size"])
                canvas.drawString(item["x"], item["y"], item["text"])
                continue
            canvas.setLineWidth(item["weight"])
            if "lines" in item:
                canvas.lines(item["lines"])
            elif "outline" in item:
                canvas.rect(*item["outline"])
            else:
                canvas.circle(*item["circle"])
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def main() -> None:
    folder = Path(sys.argv[1])
    rl_config.useA85 = 0
    content = json.loads((folder / "content.json").read_text())
    fonts = {name: truetype(folder / f"{name}.otf", f"Press{name.title()}") for name in ("regular", "bold")}
    for name, file in fonts.items():
        pdfmetrics.registerFont(TTFont(name, file))
    times = []
    for number in range(60):
        start = time.perf_counter()
        pdf = pack(content)
        if number >= 10:
            times.append((time.perf_counter() - start) * 1000)
    (folder / "reportlab-pack.pdf").write_bytes(pdf)
    print(json.dumps({"name": "reportlab", "ms": statistics.median(times), "bytes": len(pdf)}))


main()
