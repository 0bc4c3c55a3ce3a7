#!/usr/bin/env python3
"""Checks the words of comments, guides and the OpenAPI document: CONTRIBUTING.md has the rules.

Prints each place that breaks one, and ends with 1 if there is any. `--test` checks the rules themselves.
"""

import json
import pathlib
import re
import sys

# Words that make a sentence archaic or a riddle.
WORDS = re.compile(
    r"\b(whoever|whomever|whatever|whom|nought|anew|lest|nay|shall|hitherto|thereby|thereof|likewise|meanwhile|reckon\w*|"
    r"beside|for ever|no more|none of|(?:is|are) none|(?:is|are) to be|at the (?:most|least)|as far as|mind that|come by|"
    r"of which)\b",
    re.IGNORECASE,
)
# A doc comment begins with a noun or a verb.
QUESTION = re.compile(r"(?:what|whether|how|who|whom|whose|which|when|where|why|whoever|whatever)\b", re.IGNORECASE)
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
    """Leaves out code, which may quote anything."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def faults(text, is_doc=False):
    """Lists what is wrong with a text."""
    text = without_code(text)
    wrong = [f"use other words for `{found[0]}`" for found in WORDS.finditer(text)]
    if is_doc and QUESTION.match(text.strip()):
        wrong.append("begin with a noun or a verb")
    return wrong


def places():
    """Yields each text to check: the place, the text, and whether it is a doc comment."""
    for folder in ("api", "engine", "pdf"):
        for path in sorted(pathlib.Path(folder).rglob("*.rs")):
            for line, is_doc, text in comments(path.read_text()):
                yield f"{path}:{line}", text, is_doc
    for path in [*sorted(pathlib.Path(".").glob("*.md")), *sorted(pathlib.Path("docs").glob("*.md"))]:
        yield str(path), path.read_text(), False
    for path in sorted(pathlib.Path("openapi").glob("*.json")):
        for text in descriptions(json.loads(path.read_text())):
            yield str(path), text, False


def test():
    """Checks that the rules find what they are about."""
    assert faults("Whether it is there.", is_doc=True) == ["begin with a noun or a verb"]
    assert faults("True if whoever asks may know.") == ["use other words for `whoever`"]
    assert faults("True if the caller may know `whoever`.", is_doc=True) == []
    assert list(comments("/// One\n/// two.\nfn f() {}\n// Three.")) == [(1, True, "One two."), (4, False, "Three.")]
    assert list(descriptions({"a": [{"description": "One.", "b": {"summary": "Two."}}]})) == ["One.", "Two."]


def main():
    """Checks everything below the current folder."""
    test()
    if sys.argv[1:] == ["--test"]:
        return 0
    found = 0
    for place, text, is_doc in places():
        for fault in faults(text, is_doc):
            found += 1
            print(f"{place}: {fault}: {text.strip()[:80] if is_doc else ''}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
