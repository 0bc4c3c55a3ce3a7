"""Reads the stream of a game with the generated types of its messages."""

import json
from collections.abc import Iterator
from typing import Any

from broadside_client import AuthenticatedClient
from broadside_client.models import GameMessageSnapshot, GameMessageStep


def messages(client: AuthenticatedClient, game: str) -> Iterator[GameMessageSnapshot | GameMessageStep]:
    """Yields the messages of the stream of a game, from the first event on."""
    address, query = f"/v1/games/{game}/events", {"after": "0", "include": "game"}
    headers = {"Accept": "text/event-stream"}
    with client.get_httpx_client().stream("GET", address, params=query, headers=headers, timeout=60) as answer:
        answer.raise_for_status()
        fields: dict[str, Any] = {}
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if name:
                fields[name] = json.loads(value) if name == "data" else value
            elif "data" in fields:
                yield (GameMessageStep if fields["event"] == "step" else GameMessageSnapshot).from_dict(fields)
                fields = {}


def read(client: AuthenticatedClient, game: str) -> tuple[list[Any], Any]:
    """Returns all events, and the snapshot after them."""
    events: list[Any] = []
    for message in messages(client, game):
        if isinstance(message, GameMessageSnapshot):
            return events, message.data
        events += message.data.events
    raise RuntimeError("the stream has ended before its snapshot")
