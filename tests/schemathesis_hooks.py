"""How a request is written that is no JSON."""

import json

import schemathesis


@schemathesis.serializer("message/rfc822")
def message(context, value):
    """A message is sent as it is; what is put in the place of one, as text."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode(errors="surrogateescape")
