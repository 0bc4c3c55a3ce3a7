"""Checks the structure of PDF files: the conditions of PDF/UA-1 (ISO 14289-1) that a program can check.

    python3 tests/pdf_structure.py            prints a sheet of each kind with the program $BROADSIDE, and checks it
    python3 tests/pdf_structure.py FILE...    checks files

It prints each problem, and fails if there is one. The list is not complete, so files that pass claim no conformance.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name

# The standard structure types that the sheets use, and those that each of them may contain.
BLOCKS = {"H1", "H2", "H3", "P", "L", "Table", "Figure", "Sect"}
CHILDREN = {
    "Document": BLOCKS,
    "Sect": BLOCKS,
    "L": {"LI"},
    "LI": {"Lbl", "LBody"},
    "LBody": BLOCKS,
    "Table": {"TR"},
    "TR": {"TH", "TD"},
    "TH": BLOCKS,
    "TD": BLOCKS,
    "Lbl": set(),
    "P": {"Figure"},
    "H1": {"Figure"},
    "H2": {"Figure"},
    "H3": {"Figure"},
    "Figure": set(),
}
PAINT = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "sh", "Do", "EI"}


class Checker:
    """Problems of one file."""

    def __init__(self, pdf):
        self.pdf = pdf
        self.problems = []
        # For each page: the element that owns each identifier of marked content.
        self.owned = {}

    def expect(self, condition, problem):
        if not condition:
            self.problems.append(problem)
        return condition

    def check(self):
        self.catalog()
        root = self.pdf.Root.get("/StructTreeRoot")
        if not self.expect(root is not None, "no structure tree"):
            return self.problems
        top = root.K
        self.expect(top.S == Name.Document, "the tree does not begin with a document")
        self.heading = 0
        self.element(top, root)
        self.parents(root.ParentTree)
        for number, page in enumerate(self.pdf.pages):
            self.page(page, number + 1)
        return self.problems

    def catalog(self):
        root = self.pdf.Root
        self.expect(root.get("/MarkInfo", {}).get("/Marked") is True, "not marked as tagged")
        self.expect(not root.get("/MarkInfo", {}).get("/Suspects"), "has suspects")
        self.expect(str(root.get("/Lang", "")) in ("en", "it", "de"), "no language")
        self.expect(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") is True, "the title is not shown")
        with self.pdf.open_metadata() as metadata:
            title = metadata.get("dc:title")
            self.expect(title and title == str(self.pdf.docinfo.get("/Title")), "the metadata has no title")
            self.expect("pdfuaid:part" not in metadata, "claims a conformance that was not checked")
        for font in {id_of(font): font for page in self.pdf.pages for font in page.Resources.Font.values()}.values():
            self.expect("/ToUnicode" in font, f"{font.BaseFont} has no Unicode")
            for descendant in font.get("/DescendantFonts", []):
                descriptor = descendant.FontDescriptor
                embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                self.expect(embedded, f"{font.BaseFont} is not embedded")

    def element(self, element, parent):
        kind = str(element.S)[1:]
        where = f"{kind} {id_of(element)}"
        if not self.expect(kind in CHILDREN, f"{where}: not a structure type of the sheets"):
            return
        self.expect(id_of(element.P) == id_of(parent), f"{where}: its parent is another")
        if kind[0] == "H":
            level = int(kind[1:])
            self.expect(level <= self.heading + 1, f"{where}: follows a heading of level {self.heading}")
            self.heading = level
        if kind == "Figure":
            self.expect(str(element.get("/Alt", "")).strip(), f"{where}: no alternative text")
            box = element.get("/A", {}).get("/BBox")
            self.expect(box is not None and len(box) == 4, f"{where}: no box")
        if kind == "TH":
            self.expect(element.get("/A", {}).get("/Scope") in (Name.Row, Name.Column), f"{where}: no scope")
        kids = element.get("/K", Array())
        kids = list(kids) if isinstance(kids, Array) else [kids]
        inside = [kid for kid in kids if isinstance(kid, Dictionary)]
        for kid in inside:
            self.expect(str(kid.S)[1:] in CHILDREN[kind], f"{where}: contains {kid.S}")
        for mark in (int(kid) for kid in kids if not isinstance(kid, Dictionary)):
            page = self.owned.setdefault(id_of(element.Pg), {})
            self.expect(mark not in page, f"{where}: content {mark} has two owners")
            page[mark] = id_of(element)
        if kind == "Table":
            self.table(inside, where)
        if kind == "L":
            self.expect(inside, f"{where}: empty list")
        for kid in inside:
            self.element(kid, element)

    def table(self, rows, where):
        cells = [[str(cell.S) for cell in row.get("/K", [])] for row in rows]
        self.expect(len({len(row) for row in cells}) == 1, f"{where}: rows of different lengths")
        self.expect(cells and "/TH" in cells[0], f"{where}: no headings")

    def parents(self, tree):
        numbers = list(tree.Nums)
        self.tree = {int(key): list(value) for key, value in zip(numbers[::2], numbers[1::2])}
        self.expect(list(self.tree) == sorted(self.tree), "the parent tree is not in order")

    def page(self, page, number):
        self.expect(page.get("/Tabs") == Name.S, f"page {number}: no order of tabs")
        self.expect("/Annots" not in page, f"page {number}: annotations are not checked")
        owned = self.owned.get(id_of(page.obj), {})
        parents = [id_of(parent) for parent in self.tree.get(int(page.get("/StructParents", -1)), [])]
        self.expect(parents == [owned.get(n) for n in range(len(owned))], f"page {number}: wrong parent tree")
        seen = []
        stack = []
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            if operator in ("BDC", "BMC"):
                self.expect(not stack, f"page {number}: marked content within marked content")
                stack.append(instruction.operands[0])
                if operator == "BDC":
                    seen.append(int(instruction.operands[1].MCID))
            elif operator == "EMC":
                self.expect(stack, f"page {number}: marked content ends twice")
                stack.pop()
            elif operator in ("BT", "ET"):
                self.expect(not stack or stack[-1] != "text", f"page {number}: text sections overlap")
            elif operator in PAINT:
                self.expect(stack, f"page {number}: {operator} is neither content nor artifact")
        self.expect(seen == sorted(owned), f"page {number}: the content does not match the structure")


def id_of(thing):
    return thing.objgen


# Options that a kind of sheet needs, or that make it richer.
OPTIONS = {
    "battle-map": ["--battle", "3"],
    "game-matrix": ["--matrix", "8"],
    "maps": ["--battle", "3", "--tactical", "7", "--n-up", "2"],
    "voices-pack": ["--battle", "3", "--tactical", "7"],
    "class-set": ["--packs", "2"],
    "advanced": ["--map", "v1:16x16:herring"],
}


def print_sheets(folder):
    """Prints a sheet of each kind, in both languages."""
    program = os.environ["BROADSIDE"]
    help_text = subprocess.run([program, "sheet", "--help"], check=True, capture_output=True, text=True).stdout
    kinds = re.findall(r"^ +- ([a-z0-9-]+):", help_text.split("Options:")[0], re.MULTILINE)
    for kind in kinds:
        for language in ("en", "it", "de"):
            path = folder / f"{kind}-{language}.pdf"
            options = [*OPTIONS.get(kind, []), "--lang", language, "-o", str(path)]
            subprocess.run([program, "sheet", kind, *options], check=True)
            yield path


def damage(pdf):
    """Damages a file in one way after another, and returns those that the checker does not see."""
    elements = [thing for thing in pdf.objects if isinstance(thing, Dictionary) and "/S" in thing and "/P" in thing]
    first = {kind: next(one for one in elements if one.S == kind) for kind in (Name.TH, Name.TR, Name.H1, Name.P)}
    damages = {
        "the language": (pdf.Root, "/Lang"),
        "the mark": (pdf.Root, "/MarkInfo"),
        "a scope": (first[Name.TH], "/A"),
        "the cells of a row": (first[Name.TR], "/K"),
        "the content of a paragraph": (first[Name.P], "/K"),
        "the parents of a page": (pdf.pages[0].obj, "/StructParents"),
        "a font's Unicode": (next(iter(pdf.pages[0].Resources.Font.values())), "/ToUnicode"),
    }
    figures = [one for one in elements if one.S == Name.Figure]
    if figures:
        damages["a description"] = (figures[0], "/Alt")
    for what, (thing, key) in damages.items():
        kept = thing[key]
        del thing[key]
        if not Checker(pdf).check():
            yield what
        thing[key] = kept
    kept = first[Name.H1].S
    first[Name.H1].S = Name.H3
    if not Checker(pdf).check():
        yield "the level of a heading"
    first[Name.H1].S = kept
    content = pdf.pages[0].Contents.read_bytes()
    pdf.pages[0].Contents.write(content.replace(b"/Artifact BMC", b"", 1).replace(b"EMC", b"", 1))
    if not Checker(pdf).check():
        yield "marked content"


def check(paths):
    failed = False
    for path in paths:
        with pikepdf.open(path) as pdf:
            problems = Checker(pdf).check()
        for problem in problems:
            failed = True
            print(f"{path}: {problem}")
    print(f"{len(paths)} files checked")
    return failed or not paths


def main(paths):
    if paths:
        return check(paths)
    with tempfile.TemporaryDirectory() as folder:
        paths = list(print_sheets(Path(folder)))
        with pikepdf.open(Path(folder) / "battle-map-en.pdf") as pdf:
            unseen = list(damage(pdf))
        if unseen:
            print(f"the checker does not see damage to {', '.join(unseen)}")
        return check(paths) or bool(unseen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
