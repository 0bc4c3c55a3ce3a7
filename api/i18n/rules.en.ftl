# What letters say of the rules, in English: why something is refused, what is placed, and what can be set.

## What is not done, and what would be right. The line, then why
refused-line = line { $line }, `{ $words }`: { $why }
refused-words = `{ $words }`: { $why }
refused-otherwise = this cannot be done; a program would be told: “{ $detail }”
refused-too-often = this was asked for too often: write again some hours later

## In every game
refused-over = the game is over: nothing more can be done in it
refused-turn = it is another player’s turn: wait for the mail that says that it is yours
refused-not-begun = play has not begun: it begins when every seat is taken and everybody has placed
refused-not-begun-alone = play has not begun: place your fleets first, then PREDICT a suit, which begins it
refused-begun = play has begun: seats and placements stay as they are
refused-out = you have left this game
refused-lost = you have lost and are out of the battle: the others play on
refused-no-such-seat = there is no such seat in this game: its seats are 1 to { $last }
refused-seat-taken = the seat is taken
refused-draw-offered = you may offer a draw once from one turn of yours to the next, and have done so: wait for your next turn
refused-draw-stands = a draw is offered already: ACCEPT DRAW or DECLINE DRAW, or wait for the answer
refused-no-draw = no draw is offered: DRAW offers one
refused-own-draw = you have agreed to the draw already: the others are to answer
refused-not-late = nobody’s time is up
refused-moved = the first move has been made, and a game can be called off only before it: RESIGN, or offer a DRAW
refused-moved-alone = the first move has been made, and a game can be called off only before it: LEAVE it, which you may at any time
refused-unknown-move = there is no such move in this game: whoever plays alone may LEAVE, whoever does not may RESIGN
refused-placements = you have placed { $most } times, which is as often as you may
refused-departures = players have left this game { $most } times, and nobody else may join: take part in another one
refused-last = this draws luck, ends the game or is answered from a secret: write what comes after it in another mail
refused-actions = a mail does { $most } things in a game at the most: write the others in another one
refused-setting = { $setting }: { $detail }

## With seats, messages and new games
refused-not-seated = you have no seat in this game
refused-already-seated = you sit in this game already
refused-no-free-seat = no seat of this game is free for you
refused-not-found = this game is not there for you any more
refused-seated = you have a seat in this game: LEAVE it, or RESIGN, instead
refused-no-challenge = there is no challenge to you in this game
refused-creator = whoever has made a game does not leave it: call it off with ABORT
refused-not-creator = a seat is free, so only whoever has made the game calls it off: LEAVE it instead
refused-no-rematch = a game has a rematch once it is finished; one that was called off has none
refused-rematch-gone = a player of this game has no account any more: make a NEW game with others
refused-rematch-blocked = a player of this game takes no challenges from you: make a NEW game with others
refused-rematch-off = the rematch of this game was called off, and there is one alone: make a NEW game
refused-alone = there is nobody else in a game for one: NOTE keeps a note for yourself
refused-unwelcome = the player who made this game does not play with you: look for another game
refused-messages = you may write { $first } messages in a game within 24 hours, and have done so: write the next one later
refused-prose = write 1 to { $first } characters, no control characters among them
refused-games = { $first } games that you have made have not begun, which is the most: wait for players, or call some off with ABORT
refused-challenges = { $first } challenges a day can be made, and yours of today are: wait, or make a game with OPEN seats
refused-invitations = { $first } invitations a day can be sent by mail, and yours of today are: invite others tomorrow
refused-no-opponents = a game for one has no opponents: leave WITH out
refused-opponents = with { $first } seats the opponents are { $second } at the most: leave the further ones out
refused-private = nobody could find an open seat of a private game: say behind WITH whom each seat is for, or write PUBLIC
refused-same-player = a player has one seat in a game: name another player
refused-no-player = this player has no account any more: name another player
refused-blocked = this player takes no challenges from you: name another player
refused-our-address = this is where mail comes from: name the address of somebody who plays
refused-own-address = this address is your own: name the one of another player
refused-same-address = a player has one seat in a game: name another address

## Cells and fleets
refused-off-map = { $cell } is off the map, which ends at { $last }
refused-called = { $cell } has been fired at before: name one that has not
refused-twice = { $cell } is named twice: name each once
refused-cells = the cells named are { $found }: there must be exactly { $wanted }
refused-no-class = the fleet has no { $class }: its ships are { $known }
refused-off-grid = { $class } ({ $length } long) does not fit at { $at } { $heading }: the map ends at { $last }, and a ship is named by its leftmost or topmost cell
refused-overlap = a ship above it in the list covers { $cell } too: ships may touch, never overlap
refused-count = of { $class } you place { $found }: the fleet has exactly { $wanted }

## Classic
refused-rewrites = you have rewritten the salvo of this round { $most } times, which is as often as it may be: wait for the other player
refused-round = the salvo is meant for round { $meant }, and it is round { $now }: look at the newest mail and write again
refused-no-rounds = this game has no rounds: leave ROUND out

## Voices
refused-matrix = there is no such matrix: use a number from 1 to { $last }, or the recipe of a made one
refused-matrix-size = the matrix has { $size } rows: the map has 10, and so must its matrix
refused-no-dice = this game is played without dice: FIRE at a cell of your choice
refused-axes-due = the dice lie there: say first with AXES X or AXES Y which axis the first die gives
refused-cell-due = the dice lie there, and their cell has been fired at before: FIRE at one of the cells that may be chosen
refused-roll-first = the dice say where a shot falls: ROLL them
refused-nothing-rolled = no dice lie there to choose the axes of: ROLL first
refused-not-open = { $cell } may not be fired at now: choose one of the cells that may
refused-not-called = you have called no shot { $shot }: name one that you have
refused-not-answered = you have answered no shot { $shot }: name one that you have
refused-direction = a direction is a line of up to { $most } characters, without control characters
refused-changes = you have changed voices, axes and directions { $most } times in this turn, which is as often as you may: wait for the next turn
refused-no-say = you have lost your fleet: whether to end here is for those to say who still play
refused-end-offered = you may offer an end once in each turn of yours, and have done so: wait for your next turn
refused-end-stands = an end is offered already: ACCEPT END or DECLINE END, or wait for the answer
refused-no-end = no end is offered: OFFER END offers one
refused-own-end = you have agreed to the end already: the others are to answer

## Solo
refused-lends = { $suit } lends its coins to number the columns and has no ships: those that fight are { $fighting }
refused-dinghies = in this game every suit has six dinghies and no { $class }
refused-off-sea = { $class } ({ $length } long) does not fit at { $at } { $heading }: the sea ends at { $last }, and a ship is named by its leftmost cell, or by its topmost if it lies down
refused-coin = a ship above it in the list has a coin at { $cell } too: there is one coin to a cell, and diagonals may cross only between cells
refused-suit-count = of { $suit } { $class } you place { $found }: the suit has exactly { $wanted }
refused-not-fighting = { $suit } lends its coins and does not fight: predict one of { $fighting }
refused-predicted = { $suit } is predicted: the prediction stands, and the fleets with it
refused-predict-first = no suit is predicted yet: PREDICT one, which begins the game

## Satellite
shape-outpost = two sectors side by side
shape-relay = three sectors in a line
shape-bunker = three sectors round a corner
shape-reactor = a square of four sectors
shape-hangar = four sectors in a line
shape-citadel = three sectors in a line and one beside the middle one
refused-building-twice = { $building } is placed twice: each building is there once
refused-building-missing = { $building } is missing: place each of the six buildings once
refused-shape = these sectors do not make { $building }: it covers { $shape }, and may be turned and mirrored
refused-building-overlap = a building above it in the list covers { $cell } too: buildings may touch, never overlap
refused-off-planet = { $cell } is off the planet, which ends at { $last }: the letter is the row, the number the column
refused-due-roll = the turn begins with the dice: ROLL them
refused-due-fire = the dice lie there: USE a cartridge that they unlock
refused-due-give-up = the dice lie there and unlock no cartridge that is left: GIVE UP one
refused-due-salvo = { $n ->
    [one] the salvo goes on: SHOOT at one more target
   *[other] the salvo goes on: SHOOT at one target after the other, { $n } more
}
refused-due-shoot = both arsenals are empty and no dice are rolled: SHOOT at one target
refused-due-destruct = { $n ->
    [one] both arsenals are empty: DESTRUCT, and name one target
   *[other] both arsenals are empty: DESTRUCT, and name { $n } targets
}
refused-due-nothing = nothing is to be done
refused-no-rolls = the dice have been rolled three times, which is as often as they may be: USE what they unlock, or GIVE UP a cartridge if they unlock none
refused-nothing-kept = this is the first roll of the turn, and there is nothing to keep yet: ROLL
refused-no-die = there is no die { $position }: the five dice have the places 1 to 5
refused-kept-twice = die { $position } is kept twice: name each place once
refused-all-kept = all five dice are kept: leave out those to roll again, or USE what the dice unlock
refused-spent = { $cartridge } is spent: those left are { $left }
refused-locked = the dice do not unlock { $cartridge }: they unlock { $unlocked }
refused-locked-all = the dice do not unlock { $cartridge }: they unlock none that is left, so GIVE UP one
refused-must-fire = a cartridge is given up only where the dice unlock none that is left: USE one of { $unlocked }
refused-targets = the targets named are { $found }: there must be exactly { $most }
refused-targets-between = the targets named are { $found }: there must be { $least } to { $most }
refused-hit-before = { $cell } has been hit before: choose a target that has not
refused-no-beam = SMALL STRAIGHT goes along the row or the column of its target: say which, with ROW or COLUMN
refused-needless-beam = { $cartridge } has no direction to choose: leave ROW or COLUMN out

## Advanced
refused-aground = { $class } would lie on land at { $cell }: ships lie on water alone
refused-plane-at-sea = { $weapon } cannot stand on { $cell }: planes stand on land or on your own carrier
refused-gun-at-sea = { $weapon } cannot stand on { $cell }: guns stand on land
refused-square-taken = a weapon stands on { $cell } already: there is one to a square
refused-hit-deck = { $cell } is a hit part of the carrier: planes are bought onto land or onto a part that is not hit
refused-plane-order = { $weapon } takes no orders, only guns do: leave the order out
refused-too-dear = there are not points enough: this takes { $cost }, and { $points } are left
refused-no-resupply = this game has no resupply: weapons are bought with the placement alone
refused-no-plane = no plane of yours stands on { $cell } and has not been sent or destroyed: name one that does
refused-just-bought = { $weapon } on { $cell } was bought in this turn: it can be sent from your next turn on
refused-no-gun = no gun of yours stands on { $cell } and has not fired or been destroyed: name one that does
refused-orders = you have given { $most } orders in this turn, which is as many as may be: wait for the next turn

## What is to be placed
placing-cells = { $n ->
    [one] one cell
   *[other] { $n } cells
}
placing-squares = { $n ->
    [one] one square
   *[other] { $n } squares
}
placing-coins = { $n ->
    [one] one coin
   *[other] { $n } coins
}
placing-points = { $n ->
    [one] one point
   *[other] { $n } points
}
placing-each = { $ships } ships, { $covers } each
placing-ships = You place all these ships, each named by its leftmost or topmost cell, ACROSS or DOWN. The map has the columns A to { $column } and the rows 1 to { $row }; ships may touch, never overlap.
placing-voices = You may choose, too, the matrices of your two maps (PLACE BATTLE and PLACE TACTICAL with a number from 1 to 10, or a recipe) and the edges from which you answer (PLACE VOICE LEFT TOP). What you leave out is left to luck.
placing-suits = Each of the suits { $fighting } has all these ships; { $lends } lends its coins and has none.
placing-sea = The sea has two rows of each suit, UPPER and LOWER, from the top for { $rows }; its columns are { $columns }. No two coins share a cell; a ship may lie in the rows of any suit.
placing-sea-ships = A ship is named by its leftmost cell, or by its topmost if it lies DOWN, and lies ACROSS, DOWN, DIAGONAL DOWN or DIAGONAL UP; a DINGHY needs no direction.
placing-buildings = You place these six buildings, each named with all its sectors:
placing-planet = They may be turned and mirrored, and may touch, but never share a sector. The planet has the rows A to { $row } and the columns 1 to { $column }; here the letter is the row.
placing-weapons = For { $points } points you may buy weapons, as many of each as you like and one to a square. What is left pays for salvos, a point each.
placing-land = on land
placing-deck = on land or on your carrier
placing-resupply = Each turn of yours begins with { $points } more, and then you may BUY further weapons.
placing-orders = Ships lie on water. A gun may have an ORDER: ANY (if none is given), BOMBERS, RECCE or HOLD.

## The games there are, in the words of the engine, and what can be set when one is made
games-there-are = These are the games. HELP and the name of one has its commands sent to you, and what can be set when you make one with NEW:
summary-classic = The pencil-and-paper Salvo for two: shot by shot, or salvo against salvo with the answer a total by class.
summary-voices = A battle that is also a sound poem: dice-rolled salvos for two to eight, every shot sounded as phones read off game-matrices.
summary-solo = A solitaire for the piecepack: hide three fleets in one sea, say which will survive, and let the dice fire.
summary-satellite = Two planets of hidden buildings, and thirteen cartridges each that five dice unlock: barrages, bursts, beams and a salvo of ten.
summary-advanced = Battleships for two on a map of land and water: points buy salvos, aircraft and anti-aircraft guns, and reports are totals.
settings-there-are = What can be set in NEW { $game }, behind the name of the game: here with what holds if you say nothing (… where there is nothing), and then what else may stand there.
setting-between = { $least } to { $most }
option-classic-first = whoever rolls higher has the first shot, or you who make the game, or your opponent
option-classic-fleet = each player has ships of 5, 4, 3 and 2 cells (standard), of 5, 3, 2 and 2 (two_destroyers), of 5, 4, 3, 3 and 2 (five_ships), or those that you say (custom)
option-classic-grid = the size of the map with fleet=custom; 10 by 10 if nothing is said
option-classic-mode = one shot each in turn, or a salvo of both in secret, which take effect together
option-classic-repeat_on_hit = whether whoever hits fires again, with mode=single
option-classic-ships = 1 to 10 ships with fleet=custom; shots are those that a ship gives a salvo with mode=salvo
option-voices-aim = whether dice say where a shot falls, or whoever fires chooses
option-voices-axes = when it is said which die gives which axis, with aim=dice
option-voices-engagement = whether a shot falls on the maps of all others, or on one of them in each round
option-voices-fleet = how many ships of each class a player has
option-voices-interludes = whether the score has a cue between turns
option-voices-rounds = after so many rounds the game is over; without it, when one fleet is left
option-voices-seats = how many play
option-solo-lends = the suit that lends its coins to number the columns, and does not fight
option-solo-order = the suits from the top of the sea to the bottom, all four
option-solo-wumpuses = whether each suit has six dinghies instead of ships
option-satellite-columns = how many columns a planet has
option-satellite-endgame = when both arsenals are empty, what was destroyed is counted (ceasefire), you go on shot by shot (desperation), both are filled again (reloaded), or each has one last blow (self_destruct)
option-satellite-rows = how many rows a planet has
option-advanced-fleet = how many ships of each class a player has
option-advanced-map-terrain = or a map of your own instead: 10 to 26 rows from the top, in quotation marks, with commas and no spaces between; all of the same length, 10 to 26 characters, # for land and ~ for water (letters draw these as : and .)
option-advanced-map-columns = the size of a map that is made from a seed
option-advanced-map-seed = the seed, 1 to 40 letters, digits and hyphens; it is drawn if you give none
option-advanced-points = how many points a player has for weapons and salvos
option-advanced-resupply = how many points more each turn begins with
