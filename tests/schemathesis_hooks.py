"""Encodes request bodies other than JSON."""

import json

import schemathesis


@schemathesis.serializer("message/rfc822")
def message(context, value):
    """Sends a message as it is, and another value as text."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode(errors="surrogateescape")
