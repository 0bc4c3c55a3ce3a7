"""The hashes and draws specified in docs/fairness.md."""

import hashlib
import hmac
import json

LABEL = "broadside/v1/"



def frame(label, *fields):
    """Returns the label and the fields, each preceded by its length."""
    out = b""
    for field in (label, *fields):
        raw = field if isinstance(field, bytes) else str(field).encode("utf-8")
        out += len(raw).to_bytes(4, "big") + raw
    return out


def sha256(label, *fields):
    """Returns the hash of a frame in hexadecimal form."""
    return hashlib.sha256(frame(LABEL + label, *fields)).hexdigest()


def canonical(value):
    """Returns canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Chance:
    """Everything that follows from the seed of a server and the id of a game."""

    def __init__(self, seed, game):
        self.seed = seed
        self.game = game

    def mac(self, label, *fields):
        """Returns the HMAC of a frame whose first field is the id of the game."""
        message = frame(LABEL + label, self.game, *fields)
        return hmac.new(self.seed, message, hashlib.sha256).digest()

    def seed_commitment(self):
        return sha256("seed", self.game, self.seed)

    def salt(self, seat):
        return self.mac("salt", seat).hex()

    def drawn_seed(self, seat):
        return self.mac("seat-seed", seat)[:16].hex()

    def bot_key(self, seat):
        return self.mac("bot", seat).hex()

    def placement_commitment(self, seat, sealed):
        return sha256("placement", self.game, seat, self.salt(seat), sealed)

    def stream(self, name, seat_seeds):
        return Stream(self, name, seat_seeds)


class Stream:
    """Numbered draws with one name."""

    def __init__(self, chance, name, seat_seeds):
        self.chance = chance
        self.name = name
        self.seat_seeds = seat_seeds
        self.count = 0

    def below(self, bound):
        """Returns the next draw: a number from 0 to bound - 1."""
        width = 1 if bound <= 1 << 8 else 2 if bound <= 1 << 16 else 4
        limit = (1 << 8 * width) // bound * bound
        number, self.count = self.count, self.count + 1
        block = 0
        while True:
            raw = self.chance.mac("draw", *self.seat_seeds, self.name, number, block)
            for start in range(0, len(raw), width):
                value = int.from_bytes(raw[start : start + width], "big")
                if value < limit:
                    return value % bound
            block += 1

    def die(self, sides):
        return self.below(sides) + 1
