#!/usr/bin/env python3
"""Checks the words of the comments and messages in the crates and in the tests, of the guides, and of the OpenAPI document.

Prints each place that breaks a rule of CONTRIBUTING.md. The exit status is 1 if there is any.
"""

import json
import os
import pathlib
import re
import sys

# Archaic or obscure words.
WORDS = re.compile(
    r"\b(whoever|whomever|whatever|whom|nought|anew|lest|nay|shall|hitherto|thereby|thereof|likewise|meanwhile|reckon\w*|"
    r"beside|for ever|no more|none of|(?:is|are) none|(?:is|are) to be|at the (?:most|least)|as far as|mind that|come by|"
    r"of which)\b",
    re.IGNORECASE,
)
# A doc comment begins with a noun or a verb.
QUESTION = re.compile(r"(?:what|whether|how|who|whom|whose|which|when|where|why|whoever|whatever)\b", re.IGNORECASE)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r"\s*(///|//!|//)(?!/)\s?(.*)")


def comments(text):
    """Yields the blocks of comments of a Rust file: the line, whether it is a doc comment, and its text."""
    begun, kind, block = 0, None, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        found = COMMENT.match(line)
        if block and (not found or found[1] != kind):
            yield begun, kind != "//", " ".join(block)
            block = []
        if found:
            if not block:
                begun, kind = number, found[1]
            block.append(found[2])


def messages(text):
    """Yields the strings of a Rust file that are more than a word: the line, and the text."""
    for number, line in enumerate(text.splitlines(), 1):
        if not COMMENT.match(line):
            for found in STRING.finditer(line):
                if " " in found[1]:
                    yield number, found[1]


def remarks(text, mark):
    """Yields the lines of a file that begin with the mark of a comment, or end with one: the number, and the comment."""
    for number, line in enumerate(text.splitlines(), 1):
        _, found, remark = line.partition(mark)
        if found:
            yield number, remark


def descriptions(value):
    """Yields the descriptions and summaries of a document."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("description", "summary") and isinstance(inner, str):
                yield inner
            else:
                yield from descriptions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from descriptions(inner)


def without_code(text):
    """Blanks out code, which may contain any words."""

    def blank(code):
        return re.sub(r"[^\n]", " ", code[0])

    return re.sub(r"`[^`\n]*`", blank, re.sub(r"```.*?```", blank, text, flags=re.DOTALL))


def faults(text, is_doc=False):
    """Lists the faults of a text, each with the number of its line, counted from 0."""
    prose = without_code(text)
    wrong = []
    for found in WORDS.finditer(prose):
        around = " ".join(text[max(0, found.start() - 30) : found.end() + 30].split())
        wrong.append((text.count("\n", 0, found.start()), f"use other words for `{found[0]}`: …{around}…"))
    if is_doc and QUESTION.match(prose.strip()):
        wrong.append((0, f"begin with a noun or a verb: {text.strip()[:60]}…"))
    return wrong


def places():
    """Yields each text to check: the file, its first line, the text, and whether it is a doc comment."""
    for folder in ("api", "engine", "pdf", "tests"):
        for path in sorted(pathlib.Path(folder).rglob("*.rs")):
            for line, is_doc, text in comments(path.read_text()):
                yield path, line, text, is_doc
    for folder in ("api", "engine", "pdf"):
        for path in sorted(pathlib.Path(folder).rglob("*.rs")):
            if "tests" not in path.parts:
                for line, text in messages(path.read_text()):
                    yield path, line, text, False
    for path in sorted(pathlib.Path("migrations").rglob("*.sql")):
        for line, text in remarks(path.read_text(), "-- "):
            yield path, line, text, False
    for path in [*sorted(pathlib.Path(".").glob("*.toml")), *sorted(pathlib.Path(".").glob("*/Cargo.toml"))]:
        for line, text in remarks(path.read_text(), "# "):
            yield path, line, text, False
    for path in [*sorted(pathlib.Path(".").glob("*.md")), *sorted(pathlib.Path("docs").rglob("*.md"))]:
        yield path, 1, path.read_text(), False
    for path in sorted(pathlib.Path("openapi").glob("*.json")):
        for text in descriptions(json.loads(path.read_text())):
            yield path, None, text, False


def test():
    """Tests the rules."""

    def told(text, is_doc=False):
        return [fault.split(":")[0] for _, fault in faults(text, is_doc)]

    assert told("Whether it is there.", is_doc=True) == ["begin with a noun or a verb"]
    assert told("True if whoever asks may know.") == ["use other words for `whoever`"]
    assert told("True if the caller may know `whoever`.", is_doc=True) == []
    assert faults("One.\n```\nnought\n```\nTwo nought.")[0][0] == 4
    assert list(comments("/// One\n/// two.\nfn f() {}\n// Three.")) == [(1, True, "One two."), (4, False, "Three.")]
    assert list(messages('// "a b"\nlet a = ("One \\"two", "three");')) == [(2, 'One \\"two')]
    assert list(remarks("a -- Why.\n--\nb", "-- ")) == [(1, "Why.")]
    assert list(descriptions({"a": [{"description": "One.", "b": {"summary": "Two."}}]})) == ["One.", "Two."]


def main():
    """Checks the project."""
    test()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    found = count = 0
    for path, begun, text, is_doc in places():
        count += 1
        for line, fault in faults(text, is_doc):
            found += 1
            print(f"{path}: {fault}" if begun is None else f"{path}:{begun + line}: {fault}")
    assert count > 1000, "there is nothing to check"
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
