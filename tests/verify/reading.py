"""Reads a record, and describes what is wrong with it."""

import datetime
import json
import re
from fractions import Fraction

from recipe import canonical


class Wrong(Exception):
    """The failure of a check."""


class NoRecord(Exception):
    """The reason why a text is not a record, valid or invalid."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


def same(found, expected, what):
    """Checks equality as in JSON, where true is not 1. Names the first difference at its full depth."""
    if canonical(found) != canonical(expected):
        where, found, expected = difference(found, expected)
        # `what` is either a path, which can be extended, or prose.
        in_words = where and " " in what.rsplit(": ", 1)[-1]
        place = f"{what}: {where.lstrip('.')}" if in_words else what + where
        raise Wrong(f"{place}: it is {brief(found)}, and should be {brief(expected)}")


def difference(found, expected, where=""):
    """Returns the place of the first difference of two values that differ, and the values there."""
    inside = []
    if type(found) is dict and type(expected) is dict and set(found) == set(expected):
        inside = [(f"{where}.{name}", found[name], expected[name]) for name in found]
    listed = isinstance(found, (list, tuple)) and isinstance(expected, (list, tuple))
    if listed and len(found) == len(expected):
        inside = [(f"{where}[{n}]", *pair) for n, pair in enumerate(zip(found, expected))]
    for where_inside, one, other_one in inside:
        if canonical(one) != canonical(other_one):
            return difference(one, other_one, where_inside)
    return where, found, expected


def brief(value):
    """Formats a value as JSON, shortened if it is long."""
    text = canonical(value)
    return text if len(text) <= 200 else text[:200] + "…"


def shaped(value, fields, what):
    """Returns the values of an object with exactly these fields, each of its type (None: any)."""
    require(type(value) is dict, f"{what} is not an object")
    odd = sorted(set(value) ^ set(fields))
    require(not odd, f"{what} lacks or should not have: {', '.join(odd)}")
    for name, kind in fields.items():
        if kind is not None:
            require(type(value[name]) is kind, f"{what}.{name} is not {NAMES[kind]}")
    return [value[name] for name in fields]


NAMES = {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def read(text):
    """Parses the JSON of a record, and refuses everything that parsers may interpret differently."""

    def pairs(found):
        names = [name for name, _ in found]
        require(len(set(names)) == len(names), "an object names a field twice")
        return dict(found)

    def no_number(text):
        raise Wrong(f"{text} is not a whole number")

    try:
        value = json.loads(
            text, object_pairs_hook=pairs, parse_float=no_number, parse_constant=no_number
        )
        canonical(value).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise NoRecord(f"not a record, for it is not JSON ({error}): {ADVICE}") from error
    if type(value) is dict and type(value.get("format")) is str:
        return value
    if type(value) is dict and "/problems/" in str(value.get("type")) and "detail" in value:
        raise NoRecord(f"not a record but what the server answered instead of one: {value['detail']}")
    raise NoRecord(f"not a record, for it has no `format` such as {FORMAT}: {ADVICE}")


FORMAT = "broadside-record/1"
ADVICE = "save the answer of GET /v1/games/{id}/record, with the game's id"


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def instant(text):
    """Parses a time in the format of RFC 3339."""
    match = TIME.fullmatch(text)
    require(match, f"{text!r} is no time")
    zone = "+00:00" if match[2] == "Z" else match[2]
    try:
        whole = datetime.datetime.fromisoformat(text[:19] + zone)
    except ValueError as error:
        raise Wrong(f"{text!r} is no time") from error
    return whole, Fraction("0" + (match[1] or ".0"))
