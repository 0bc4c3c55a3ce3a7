"""Reads the stream of a game with the generated types of its messages."""

import json
import urllib.request

from broadside_api import GameMessage, GameMessageSnapshot


def read(url: str, game: str, token: str) -> tuple[int, GameMessageSnapshot]:
    """Returns the number of events from the first on, and the snapshot after them."""
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
    address = f"{url}/v1/games/{game}/events?after=0&include=game"
    count = 0
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as answer:
        fields: dict[str, object] = {}
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = json.loads(value) if name == "data" else value
            elif "data" in fields:
                message = GameMessage.from_dict(fields).actual_instance
                if isinstance(message, GameMessageSnapshot):
                    return count, message
                count += len(message.data.actual_instance.events)
                fields = {}
    raise RuntimeError("the stream has ended before its snapshot")
