"""Encodes request bodies other than JSON, and works around an error of Python."""

import ast
import functools
import json
import threading

import schemathesis


def one_at_a_time(function):
    """Lets one thread at a time call a function."""
    lock = threading.RLock()

    @functools.wraps(function)
    def call(*arguments, **named):
        with lock:
            return function(*arguments, **named)

    return call


# Python 3.11 counts the recursion of all threads together, and raises a SystemError if two of them parse:
# https://github.com/python/cpython/issues/106905
ast.parse = one_at_a_time(ast.parse)


@schemathesis.serializer("message/rfc822")
def message(context, value):
    """Sends a message as it is, and another value as text."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode(errors="surrogateescape")
