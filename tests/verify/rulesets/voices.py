"""Replays a game of voices as specified in docs/fairness.md."""

import unicodedata

from fleets import Class, Grid, Placement, cell_name
from matrices import matrix
from reading import require, same, shaped

CLASSES = (("carrier", 5), ("battleship", 4), ("destroyer", 3), ("patrol", 2), ("submarine", 1))
EDGES = {"row": ("left", "right"), "column": ("top", "bottom")}
# Maximum number of changes of voices, axes and directions in a turn, and maximum length of a direction.
MOST_CHANGES, LONGEST_DIRECTION = 100, 120
# Excludes control characters, and characters that change the text direction or break a line.
NOT_IN_DIRECTIONS = {*range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFFFE, 0xFFFF}


def read_voice(value, what):
    row, column = shaped(value, {"row": str, "column": str}, what)
    for line, edge in (("row", row), ("column", column)):
        require(edge in (*EDGES[line], "dice"), f"{what}: {line} from {edge!r}")
    return {"row": row, "column": column}


class Rules:
    """A game of voices with its settings, before play."""

    EVENTS = {
        "first_player": {"seat": int, "rolls": list},
        "rolled": {"seat": int, "first_die": None, "throws": list, "due": dict},
        "fired": {
            "seat": int,
            "shot": int,
            "round": int,
            "first_die": None,
            "throws": list,
            "cell": str,
            "phone": str,
            "answers": list,
        },
        "axes_set": {"seat": int, "first_die": str},
        "voice_set": {"seat": int, "voice": dict},
        "revoiced": {"seat": int, "shot": int, "voice": dict, "row": dict, "column": dict},
        "directed": {"seat": int, "shot": int, "part": str, "text": str},
        "end_offered": {"seat": int},
        "end_accepted": {"seat": int},
        "end_declined": {"seat": int},
    }
    # The first player is rolled.
    first = None

    def __init__(self, options):
        fields = {"seats": int, "engagement": str, "rounds": None, "aim": str, "axes": str, "fleet": dict}
        fields["interludes"] = bool
        if options.get("aim") == "choice":
            del fields["axes"]
        shaped(options, fields, "options")
        seats, rounds = options["seats"], options["rounds"]
        require(2 <= seats <= 8, "options.seats is too small or too large")
        require(options["engagement"] in ("simultaneous", "round_robin"), "options.engagement is unknown")
        good = rounds is None or type(rounds) is int and 1 <= rounds <= 100
        require(good, "options.rounds is no number of rounds")
        require(options["aim"] in ("dice", "choice"), "options.aim is unknown")
        require(options.get("axes") in (None, "before_roll", "after_roll"), "options.axes is unknown")
        counts = shaped(options["fleet"], {name: int for name, _ in CLASSES}, "options.fleet")
        require(any(counts) and all(0 <= count <= 4 for count in counts), "options.fleet is no fleet")
        self.seats = tuple(range(1, seats + 1))
        self.robin = options["engagement"] == "round_robin"
        self.rounds, self.dice = rounds, options["aim"] == "dice"
        self.after_roll = options.get("axes") == "after_roll"
        classes = [Class(*row, 1, count) for row, count in zip(CLASSES, counts) if count]
        self.grid = Grid(10, 10, classes)

    def placement(self, value, what):
        fields = {"ships": list, "battle": None, "tactical": None, "voice": dict}
        shaped(value, fields, what)
        return Hidden(self.grid.ships(value["ships"], what), value, read_voice(value["voice"], f"{what}: voice"))

    def drawn(self, chance, seat, times, body, what):
        """Checks the drawn part of a placement: a fleet, or matrices that were not chosen."""
        stream = chance.stream(f"matrices/{seat}/{times}", [])
        matrices = {"battle": stream.die(10), "tactical": stream.die(10)}
        placed = self.placement(body["placement"], what)
        asked = dict(body.get("asked", {}))
        if body["random"]:
            require("asked" not in body, f"{what}: asked beside a random placement")
            ships = self.grid.random_ships(chance.stream(f"placement/{seat}/{times}", []))
            drawn = Hidden(ships, matrices, {"row": "dice", "column": "dice"})
            same(placed.sealed, drawn.sealed, f"the random placement of {what}")
        elif "asked" in body:
            require("battle" not in asked or "tactical" not in asked, f"{what}: nothing was drawn")
            same(body["placement"], {**matrices, **asked}, f"the matrices drawn in {what}")

    def game(self, placements, first, battle, voice):
        return Battle(self, placements, first, battle, voice)


class Hidden(Placement):
    """Ships, the matrices of the two maps, and a voice."""

    def __init__(self, ships, maps, voice):
        self.names = {name: maps[name] for name in ("battle", "tactical")}
        self.voice = voice
        self.maps = {name: matrix(found) for name, found in self.names.items()}
        lines = [f"{name} {found}" for name, found in self.names.items()]
        super().__init__(ships, *lines, f"voice {voice['row']} {voice['column']}")


class Player:
    """The state of one seat during the replay."""

    def __init__(self, hidden):
        self.hidden, self.voice = hidden, hidden.voice
        self.hit = set()
        self.gone = False
        self.first_die = "x"
        # The cells that it has fired at: for each opponent in `round_robin`, otherwise under None.
        self.called = {}
        self.changes = 0
        # Its offers since its last turn began.
        self.offered = set()

    def afloat(self):
        return [ship for ship in self.hidden.ships if not ship.cells <= self.hit]

    def lives(self):
        return not self.gone and bool(self.afloat())

    def worth(self):
        cells = sum(len(ship.cells - self.hit) for ship in self.hidden.ships)
        return len(self.afloat()), cells


class Offer:
    """An open offer: to end the game, or to draw."""

    def __init__(self, by):
        self.by, self.agreed = by, {by}


class Battle:
    """A game of voices from its first shot on."""

    def __init__(self, rules, placements, first, dice, voice):
        self.rules, self.first, self.dice, self.voice = rules, first, dice, voice
        self.players = {seat: Player(placements[seat]) for seat in rules.seats}
        self.shots = []
        self.round = 0
        self.offers = {"end": None, "draw": None}
        # The reason why the last seat dropped out, and the reason why the game ended with fleets afloat.
        self.fell, self.ended = "fleet_sunk", None
        self.begin_round()

    def play(self, kind, body):
        """Replays one event; returns the outcome if it ends the game."""
        methods = {
            "resigned": self.resigned,
            "timed_out": self.timed_out,
            "rolled": lambda body: self.rolled("rolled", body),
            "fired": lambda body: self.rolled("fired", body),
            "axes_set": self.axes_set,
            "voice_set": self.voice_set,
            "revoiced": self.revoiced,
            "directed": self.directed,
        }
        if "seat" in body:
            require(not self.players[body["seat"]].gone, f"seat {body['seat']} has left")
        what, _, answer = kind.partition("_")
        if what in self.offers:
            self.answer(what, answer, body["seat"])
        else:
            require(kind in methods, f"{kind} has no place here")
            methods[kind](body)
        for what, offer in self.offers.items():
            if offer and not self.players[offer.by].lives():
                self.offers[what] = None
        return self.outcome()

    def conclude(self):
        """Checks that no event is missing an automatic consequence."""

    # Players in the game, and its end

    def living(self, behind=0):
        """Returns the living seats in order, starting after a seat."""
        seats = self.rules.seats[behind:] + self.rules.seats[:behind]
        return [seat for seat in seats if self.players[seat].lives()]

    def decided(self):
        return len(self.living()) < 2 or self.ended is not None

    def outcome(self):
        living = self.living()
        if not living:
            return {"kind": "all_lose", "reason": self.fell}
        if len(living) == 1:
            return {"kind": "win", "winners": living, "reason": self.fell}
        if self.ended:
            best = max(self.players[seat].worth() for seat in living)
            winners = [seat for seat in living if self.players[seat].worth() == best]
            if len(winners) == 1:
                return {"kind": "win", "winners": winners, "reason": self.ended}
            return {"kind": "draw", "reason": self.ended}
        if self.agreed("draw"):
            return {"kind": "draw", "reason": "agreed"}
        return None

    def resigned(self, body):
        require(self.players[body["seat"]].lives(), f"seat {body['seat']} has no ships to resign")
        self.leave(body["seat"], "resigned")

    def timed_out(self, body):
        same(body["seats"], [self.shooter], "who missed the deadline")
        self.leave(self.shooter, "timed_out")

    def leave(self, seat, why):
        self.players[seat].gone = True
        self.fell = why
        self.settle()

    def answer(self, what, answer, seat):
        """Replays an offer to end or to draw, or an answer to one."""
        player, offer = self.players[seat], self.offers[what]
        require(player.lives(), f"seat {seat} has no say any more")
        if answer == "offered":
            require(offer is None, "an offer stands already")
            require(what not in player.offered, f"seat {seat} offers twice between two own turns")
            player.offered.add(what)
            self.offers[what] = Offer(seat)
            return
        require(offer is not None, "nothing is offered")
        # Consent to an end can be withdrawn, but not consent to a draw.
        require(seat not in offer.agreed or (what, answer) == ("end", "declined"), f"seat {seat} has agreed already")
        if answer == "declined":
            self.offers[what] = None
        else:
            offer.agreed.add(seat)
            self.settle()

    def agreed(self, what):
        offer = self.offers[what]
        return offer is not None and offer.by in self.living() and set(self.living()) <= offer.agreed

    # Rounds, turns and targets

    def begin_round(self):
        self.round += 1
        self.salvos = {seat: len(self.players[seat].afloat()) for seat in self.living()}
        self.begin_turn(self.living(self.first - 1)[0])

    def begin_turn(self, seat):
        self.shooter, self.left, self.pending, self.target = seat, self.salvos[seat], None, None
        if self.rules.robin:
            others = self.opponents(seat)
            self.target = others[(self.round - 1) % len(others)]
        if self.offers["end"] and self.offers["end"].by == seat:
            self.offers["end"] = None
        self.players[seat].offered = set()
        for player in self.players.values():
            player.changes = 0

    def opponents(self, behind):
        """Returns the living opponents of the shooter in order, starting after a seat."""
        return [seat for seat in self.living(behind) if seat != self.shooter]

    def settle(self):
        """Applies the consequences of a shot, of a player leaving, or of an agreement."""
        if self.agreed("end"):
            self.ended = "agreed"
        if self.decided():
            return
        if self.left == 0 or not self.players[self.shooter].lives():
            order = [*self.rules.seats[self.first - 1 :], *self.rules.seats[: self.first - 1]]
            later = [seat for seat in order[order.index(self.shooter) + 1 :] if self.players[seat].lives()]
            if later:
                self.begin_turn(later[0])
            elif self.round == self.rules.rounds:
                self.ended = "rounds_over"
            else:
                self.begin_round()
        elif self.target and not self.players[self.target].lives():
            self.target, self.pending = self.opponents(self.target)[0], None

    # Dice

    def open(self):
        """Returns the cells that the shooter has not fired at."""
        called = self.players[self.shooter].called.get(self.target, set())
        return {(row, column) for row in range(10) for column in range(10)} - called

    @staticmethod
    def read(dice, first_die):
        """Returns the cell of a throw."""
        x, y = dice if first_die == "x" else dice[::-1]
        return y - 1, x - 1

    def aim(self, cell):
        """Returns the result of a throw: a cell to fire at, or an event to expect; neither if all lines are full."""
        cells = self.open()
        if cell in cells:
            return cell, None
        for line, along in (("row", 0), ("column", 1)):
            found = sorted(each for each in cells if each[along] == cell[along])
            if len(found) == 1:
                return found[0], None
            if found:
                names = [cell_name(each) for each in found]
                due = {"choose": "cell", "rolled": cell_name(cell), "line": line, "from": names}
                return None, due
        return None, None

    def throw(self):
        """Throws until there is a result; returns the throws and the result."""
        throws = []
        while True:
            dice = self.dice.die(10), self.dice.die(10)
            throws.append(dice)
            if self.rules.after_roll and dice[0] != dice[1]:
                x, y = (cell_name(self.read(dice, axis)) for axis in ("x", "y"))
                return throws, (None, {"choose": "axes", "x": x, "y": y})
            led = self.aim(self.read(dice, self.players[self.shooter].first_die))
            if led != (None, None):
                return throws, led

    def rolled(self, kind, body):
        """Replays a shot, or dice that lead to a choice first."""
        seat, first_die = body["seat"], body["first_die"]
        require(seat == self.shooter, f"it is the turn of seat {self.shooter}")
        choose = self.pending[1]["choose"] if self.pending else None
        throws = []
        if kind == "fired" and first_die is None and not body["throws"]:
            require(not self.rules.dice or choose == "cell", "no cell is to be chosen")
            cell = self.rules.grid.cell(body["cell"])
            require(cell in self.open(), f"{body['cell']} was fired at before")
            on_offer = not self.rules.dice or body["cell"] in self.pending[1]["from"]
            require(on_offer, f"{body['cell']} is not on offer")
            led = cell, None
        elif first_die is None:
            require(self.rules.dice and choose is None, "there is nothing to roll for")
            throws, led = self.throw()
        else:
            require(first_die in ("x", "y") and choose == "axes", "no axes are to be chosen")
            led = self.aim(self.read(self.pending[0], first_die))
            if led == (None, None):
                throws, led = self.throw()
        cell, due = led
        listed = [{"first": one, "second": two} for one, two in throws]
        expected = {"seat": seat, "first_die": first_die, "throws": listed}
        same(kind, "rolled" if due else "fired", "what the dice lead to")
        if due:
            same(body, {**expected, "due": due}, "body")
            self.pending = (throws[-1] if throws else self.pending[0], due)
        else:
            self.fire(body, cell, expected)

    # Shots and sounds

    def targets(self):
        return [self.target] if self.target else sorted(self.opponents(self.shooter))

    def fire(self, body, cell, expected):
        shooter, number = self.players[self.shooter], len(self.shots) + 1
        targets = self.targets()
        answers = [self.answered(seat, number, cell) for seat in targets]
        expected.update(
            shot=number,
            round=self.round,
            cell=cell_name(cell),
            phone=shooter.hidden.maps["tactical"][cell[0]][cell[1]],
            answers=answers,
        )
        same(body, expected, "body")
        self.shots.append((self.shooter, cell, targets))
        shooter.called.setdefault(self.target, set()).add(cell)
        for seat in targets:
            self.players[seat].hit.add(cell)
            if not self.players[seat].afloat():
                self.fell = "fleet_sunk"
        self.pending = None
        self.left -= 1
        self.settle()

    def answered(self, seat, number, cell):
        player = self.players[seat]
        struck = [ship for ship in player.hidden.ships if cell in ship.cells]
        sunk = [ship.of.name for ship in struck if ship.cells - player.hit == {cell}]
        return {
            "seat": seat,
            **self.sounded(seat, number, cell, player.voice),
            "result": "hit" if struck else "miss",
            "sunk": sunk[0] if sunk else None,
        }

    def sounded(self, seat, number, cell, voice):
        """Returns the row and the column of an answer."""
        row, column = cell
        rows = self.players[seat].hidden.maps["battle"]
        lines = {"row": (rows[row], column), "column": ([each[column] for each in rows], row)}
        sounds = {}
        for n, (name, (phones, place)) in enumerate(lines.items()):
            edge = voice[name]
            if edge == "dice":
                self.voice.count = 16 * (number - 1) + 2 * (seat - 1) + n
                edge = EDGES[name][self.voice.below(2)]
            if edge == EDGES[name][0]:
                sounds[name] = {"from": edge, "phones": phones[: place + 1]}
            else:
                sounds[name] = {"from": edge, "phones": phones[place:][::-1]}
        return sounds

    # Actions that do not end a turn

    def changing(self, seat):
        player = self.players[seat]
        player.changes += 1
        require(player.changes <= MOST_CHANGES, f"seat {seat} has changed enough in this turn")
        return player

    def own(self, shot, seat, part):
        """Returns the cell of a shot that a seat has called or answered."""
        require(1 <= shot <= len(self.shots), f"there is no shot {shot}")
        shooter, cell, targets = self.shots[shot - 1]
        require(seat == shooter if part == "call" else seat in targets, f"shot {shot} has no {part} of seat {seat}")
        return cell

    def axes_set(self, body):
        require(self.rules.dice and not self.rules.after_roll, "no axes are set beforehand")
        require(body["first_die"] in ("x", "y"), "first_die is no axis")
        self.changing(body["seat"]).first_die = body["first_die"]

    def voice_set(self, body):
        self.changing(body["seat"]).voice = read_voice(body["voice"], "body.voice")

    def revoiced(self, body):
        seat, shot = body["seat"], body["shot"]
        cell, voice = self.own(shot, seat, "answer"), read_voice(body["voice"], "body.voice")
        self.changing(seat)
        sounds = self.sounded(seat, shot, cell, voice)
        same(body, {"seat": seat, "shot": shot, "voice": voice, **sounds}, "body")

    def directed(self, body):
        require(body["part"] in ("call", "answer"), "part is neither call nor answer")
        self.own(body["shot"], body["seat"], body["part"])
        self.changing(body["seat"])
        text = body["text"]
        plain = all(unicodedata.category(c) != "Cc" and ord(c) not in NOT_IN_DIRECTIONS for c in text)
        require(plain and len(text) <= LONGEST_DIRECTION, "text is no direction")
