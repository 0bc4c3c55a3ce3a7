"""Opens letters in a real browser: nothing is wider than the screen, and every text has enough contrast. See run.sh."""

import argparse
import base64
import html
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
from browser import browser

NARROW = {"width": 320, "height": 640}
WIDE = {"width": 900, "height": 640}
SCHEMES = ("light", "dark")
# The colours of the empty page. The browser paints them, but axe-core takes every page without a background for white.
CANVAS = "html { background: Canvas; color: CanvasText }"
# What of the Web Content Accessibility Guidelines can be checked, level AA. A letter is not a page with landmarks.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
# Lines that can only be seen by scrolling. A map that is wider than a phone scrolls, and nothing else does.
CUT = """[...document.querySelectorAll('body *')].filter(one => one.scrollWidth > one.clientWidth && one.clientWidth)
    .map(one => one.textContent)"""
# Number of columns that a phone of 320 pixels shows in the font of the maps.
COLUMNS = 34


def as_page(text):
    """Returns a page that shows a text as mail programs do: with its own line breaks, and wrapped."""
    style = "font: 14px monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px"
    head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>text</title>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body style="{style}">{html.escape(text)}</body></html>'


def check(page, axe):
    """Checks the letter that the page shows, in both colour schemes; returns what is wrong with it."""
    wrong = []
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > page.viewport_size["width"]:
        wrong.append(f"it is {wide} pixels wide")
    cut = [text for text in page.evaluate(CUT) if max(map(len, text.splitlines())) <= COLUMNS]
    if cut:
        wrong.append(f"this can only be seen by scrolling: {cut}")
    page.add_style_tag(content=CANVAS)
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("rules => axe.run(document, rules).then(found => found.violations)", RULES)
        for each in found:
            wrong += [f"{scheme}: {each['id']}: {node['html'][:120]}: {node['failureSummary']}" for node in each["nodes"]]
    return wrong


def contact_sheet(page, shown, file):
    """Saves one picture of a letter in all its forms."""
    columns = []
    for form, content in shown.items():
        for viewport in (NARROW, WIDE):
            for scheme in SCHEMES:
                page.set_viewport_size(viewport)
                page.emulate_media(color_scheme=scheme)
                page.set_content(content)
                picture = base64.b64encode(page.screenshot(full_page=True)).decode()
                columns.append(f'<figure><figcaption>{form}, {viewport["width"]}, {scheme}</figcaption><img src="data:image/png;base64,{picture}"></figure>')
    style = "body { margin: 8px; display: flex; gap: 8px; align-items: start; background: #999; width: max-content; font: 14px sans-serif } figure { margin: 0 }"
    page.set_viewport_size({"width": 5040, "height": 400})
    page.emulate_media(color_scheme="light")
    page.set_content(f"<!DOCTYPE html><style>{style}</style>{''.join(columns)}")
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.screenshot(path=file, full_page=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("letters", type=pathlib.Path, help="the folder of the letters")
    parser.add_argument("names", nargs="*", help="names of letters; by default all")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for pictures")
    arguments = parser.parse_intermixed_args()
    files = sorted(arguments.letters.glob("*.html"))
    files = [file for file in files if not arguments.names or file.name.split(".")[0] in arguments.names]
    assert files, "there are no letters"
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    wrong = []
    with browser("", arguments.pictures) as chromium, chromium.page(NARROW) as page:
        for file in files:
            text = file.with_suffix(".txt").read_text(encoding="utf-8")
            long = [line for line in text.splitlines() if len(line) > 72 and not line.startswith("http")]
            wrong += [f"{file.stem}: a line of the text is too long: {line}" for line in long]
            shown = {"html": file.read_text(encoding="utf-8"), "text": as_page(text)}
            page.set_viewport_size(NARROW)
            page.set_content(shown["html"])
            wrong += [f"{file.stem}: {found}" for found in check(page, chromium.axe)]
            if arguments.pictures:
                contact_sheet(page, shown, arguments.pictures / f"{file.stem}.png")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"ok {len(files)} letters")


if __name__ == "__main__":
    main()
