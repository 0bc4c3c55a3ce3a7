# English texts of emails about the rules: reasons for refusals, help for placing, and settings.

## Refusals: the line, the reason, and what to do instead
refused-line = line { $line }, `{ $words }`: { $why }
refused-words = `{ $words }`: { $why }
refused-otherwise = this cannot be done; programs get this error: “{ $detail }”
refused-too-often = too many requests: try again in a few hours

## In every game
refused-over = the game is over: nothing more can be done in it
refused-turn = it is another player’s turn: wait for the email that says it is yours
refused-not-begun = play has not begun: it begins when every seat is taken and everybody has placed
refused-not-begun-alone = play has not begun: place your fleets, then PREDICT a suit to begin
refused-begun = play has begun: seats and placements are now fixed
refused-out = you have left this game
refused-lost = you have lost and are out of the battle: the others play on
refused-no-such-seat = this game has no such seat: its seats are 1 to { $last }
refused-seat-taken = the seat is taken
refused-draw-offered = you have already offered a draw: you can offer the next one from your next turn on
refused-draw-stands = a draw is already offered: ACCEPT DRAW or DECLINE DRAW, or wait for the answer
refused-no-draw = no draw is offered: DRAW offers one
refused-own-draw = you have already agreed to the draw: the others must answer
refused-not-late = nobody’s time is up
refused-moved = the first move has been made, so the game can no longer be called off: RESIGN, or offer a DRAW
refused-moved-alone = the first move has been made, so the game can no longer be called off: LEAVE it at any time
refused-unknown-move = this game has no such move: in a game for one you can LEAVE, in any other RESIGN
refused-placements = you have placed { $most } times, which is the limit
refused-departures = players have left this game { $most } times, so nobody else can join: look for another game
refused-last = this depends on chance or a secret, or ends the game: write what comes after it in another email
refused-actions = an email can do at most { $most } things in a game: write the rest in another one
refused-setting = { $setting }: { $detail }

## With seats, messages and new games
refused-not-seated = you have no seat in this game
refused-already-seated = you are already in this game
refused-no-free-seat = this game has no free seat for you
refused-not-found = this game is no longer available to you
refused-seated = you have a seat in this game: LEAVE it or RESIGN instead
refused-no-challenge = this game has no open challenge to you
refused-creator = you created this game and cannot leave it: call it off with ABORT
refused-not-creator = a seat is free, so only the creator can call the game off: LEAVE it instead
refused-no-rematch = only a finished game can have a rematch; a game that was called off cannot
refused-queue = at most { $first } moves can wait, and these would be { $second }: take them back with QUEUE OFF, or write fewer lines
refused-rematch-gone = a player of this game has no account any more: make a NEW game with others
refused-rematch-blocked = a player of this game takes no challenges from you: make a NEW game with others
refused-rematch-off = the rematch of this game was called off, and there is only one: make a NEW game
refused-alone = a game for one has no messages: keep a note for yourself with NOTE
refused-unwelcome = the creator of this game does not accept you: look for another game
refused-messages = the limit is { $first } messages in a game within 24 hours: write the next one later
refused-prose = write 1 to { $first } characters, without control characters
refused-bot-games = you have { $first } games with bots that are not over, which is the limit: finish one first
refused-no-bots = this server has no games with bots: choose another game
refused-no-bot = there are no bots for { $first }: leave BOT out
refused-games = { $first } games that you created have not begun, which is the limit: wait for players, or call some off with ABORT
refused-challenges = you have reached the limit of { $first } challenges a day: wait, or make a game with OPEN seats
refused-invitations = you have reached the limit of { $first } invitations a day by mail: invite others tomorrow
refused-no-opponents = a game for one has no opponents: leave WITH out
refused-opponents = with { $first } seats the limit for opponents is { $second }: leave the others out
refused-private = nobody can find an open seat in a private game: name a player for each seat after WITH, or write PUBLIC
refused-same-player = a player has one seat in a game: name another player
refused-no-player = this player has no account any more: name another player
refused-blocked = this player takes no challenges from you: name another player
refused-our-address = this is an address of the server: name the address of a player
refused-own-address = this is your own address: name another player’s address
refused-same-address = a player has one seat in a game: name another address

## Cells and fleets
refused-off-map = { $cell } is off the map, which ends at { $last }
refused-called = { $cell } was already fired at: name another cell
refused-twice = { $cell } is named twice: name each once
refused-cells = the number of cells is { $found }: it must be exactly { $wanted }
refused-no-class = the fleet has no { $class }: its ships are { $known }
refused-off-grid = { $class } ({ $length } long) does not fit at { $at } { $heading }: the map ends at { $last }, and a ship is named by its leftmost or topmost cell
refused-overlap = a ship above it in the list covers { $cell } too: ships may touch, never overlap
refused-count = you place { $found } × { $class }: the fleet has exactly { $wanted }

## Classic
refused-rewrites = you have rewritten this round’s salvo { $most } times, which is the limit: wait for the other player
refused-round = the salvo is for round { $meant }, but it is round { $now }: look at the newest email and write again
refused-no-rounds = this game has no rounds: leave ROUND out

## Voices
refused-matrix = there is no such matrix: use a number from 1 to { $last }, or a recipe
refused-matrix-size = the matrix has { $size } rows: it must have 10, like the map
refused-no-dice = this game is played without dice: FIRE at a cell of your choice
refused-axes-due = you have rolled: first say with AXES X or AXES Y which axis the first die gives
refused-cell-due = you have rolled a cell that was fired at before: FIRE at one of the cells that you can choose
refused-roll-first = the dice say where a shot falls: ROLL them
refused-nothing-rolled = you cannot choose axes before you roll: ROLL first
refused-not-open = you cannot fire at { $cell } now: choose one of the allowed cells
refused-not-called = you did not call shot { $shot }: name one you called
refused-not-answered = you did not answer shot { $shot }: name one you answered
refused-direction = a direction is a line of up to { $most } characters, without control characters
refused-changes = you have changed voices, axes and directions { $most } times in this turn, which is the limit: wait for the next turn
refused-no-say = you have lost your fleet: only those who still play can decide to end here
refused-end-offered = you have already offered an end in this turn: wait for your next turn
refused-end-stands = an end is already offered: ACCEPT END or DECLINE END, or wait for the answer
refused-no-end = no end is offered: OFFER END offers one
refused-own-end = you have already agreed to the end: the others must answer

## Changes of the score after the end
refused-only-score = the game is over: only its score can still change, with DIRECT and with VOICE FOR a shot
refused-score-late = the score could be changed for { $first } days after the end, until { $second }
refused-score-closed = you have closed your part of the score
refused-score-changes = you can change the score { $first } times after the end: changes left: { $second }

## Solo
refused-lends = { $suit } lends its coins to number the columns and has no ships: those that fight are { $fighting }
refused-dinghies = in this game every suit has six dinghies and no { $class }
refused-off-sea = { $class } ({ $length } long) does not fit at { $at } { $heading }: the sea ends at { $last }, and a ship is named by its leftmost cell, or by its topmost if it lies down
refused-coin = a ship above it in the list has a coin at { $cell } too: a cell holds one coin, and diagonals may cross only between cells
refused-suit-count = you place { $found } × { $suit } { $class }: the suit has exactly { $wanted }
refused-not-fighting = { $suit } lends its coins and does not fight: predict one of { $fighting }
refused-predicted = you predicted { $suit }: the prediction and the fleets are now fixed
refused-predict-first = you have not predicted a suit: PREDICT one to begin the game

## Satellite
shape-outpost = two sectors side by side
shape-relay = three sectors in a line
shape-bunker = three sectors round a corner
shape-reactor = a square of four sectors
shape-hangar = four sectors in a line
shape-citadel = three sectors in a line and one beside the middle one
refused-building-twice = { $building } is placed twice: place each building once
refused-building-missing = { $building } is missing: place each of the six buildings once
refused-shape = these sectors do not make { $building }: it covers { $shape }, and may be turned and mirrored
refused-building-overlap = a building above it in the list covers { $cell } too: buildings may touch, never overlap
refused-off-planet = { $cell } is off the planet, which ends at { $last }: the letter is the row, the number the column
refused-due-roll = the turn begins with the dice: ROLL them
refused-due-fire = you rolled: USE a cartridge that the dice unlock
refused-due-give-up = the dice unlock none of the cartridges left: GIVE UP one
refused-due-salvo = { $n ->
    [one] the salvo goes on: SHOOT at one more target
   *[other] the salvo goes on: SHOOT at { $n } more targets, one by one
}
refused-due-shoot = both arsenals are empty and no dice are rolled: SHOOT at one target
refused-due-destruct = { $n ->
    [one] both arsenals are empty: DESTRUCT, and name one target
   *[other] both arsenals are empty: DESTRUCT, and name { $n } targets
}
refused-due-nothing = nothing to do now
refused-no-rolls = you have rolled the dice three times, which is the limit: USE what they unlock, or GIVE UP a cartridge if they unlock none
refused-nothing-kept = this is the first roll of the turn, so there is nothing to keep: ROLL
refused-no-die = there is no die { $position }: the five dice are numbered 1 to 5
refused-kept-twice = die { $position } is kept twice: name each die once
refused-all-kept = all five dice are kept: leave out those to roll again, or USE what the dice unlock
refused-spent = { $cartridge } is spent: those left are { $left }
refused-locked = the dice do not unlock { $cartridge }: they unlock { $unlocked }
refused-locked-all = the dice do not unlock { $cartridge }: they unlock none that is left, so GIVE UP one
refused-must-fire = you can give up a cartridge only if the dice unlock none: USE one of { $unlocked }
refused-targets = the number of targets is { $found }: it must be exactly { $most }
refused-targets-between = the number of targets is { $found }: it must be { $least } to { $most }
refused-hit-before = { $cell } was already hit: choose another target
refused-no-beam = SMALL STRAIGHT goes along the row or the column of its target: say which, with ROW or COLUMN
refused-needless-beam = { $cartridge } has no direction to choose: leave ROW or COLUMN out

## Advanced
refused-aground = { $class } would lie on land at { $cell }: ships lie only on water
refused-plane-at-sea = { $weapon } cannot stand on { $cell }: planes stand on land or on your own carrier
refused-gun-at-sea = { $weapon } cannot stand on { $cell }: guns stand on land
refused-square-taken = a weapon already stands on { $cell }: a square holds only one
refused-hit-deck = { $cell } is a hit part of the carrier: buy planes onto land or onto a part that is not hit
refused-plane-order = { $weapon } takes no orders, only guns do: leave the order out
refused-too-dear = not enough points: this costs { $cost }, and you have { $points }
refused-no-resupply = this game has no resupply: you buy weapons only with the placement
refused-no-plane = you have no plane on { $cell }, or it was sent or destroyed: name another plane
refused-just-bought = you bought { $weapon } on { $cell } this turn: you can send it from your next turn on
refused-no-gun = you have no gun on { $cell }, or it has fired or was destroyed: name another gun
refused-orders = you have given { $most } orders in this turn, which is the limit: wait for the next turn

## Help for placing
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
placing-ships = Place all these ships. Name each by its leftmost or topmost cell, and say ACROSS or DOWN. The map has columns A to { $column } and rows 1 to { $row }. Ships may touch but not overlap.
placing-voices = You can also choose the matrices of your two maps (PLACE BATTLE and PLACE TACTICAL with a number from 1 to 10, or a recipe) and the edges from which you answer (PLACE VOICE LEFT TOP). What you leave out is random.
placing-suits = Each of the suits { $fighting } has all these ships; { $lends } lends its coins and has none.
placing-sea = The sea has two rows for each suit, UPPER and LOWER, from the top: { $rows }. Its columns are { $columns }. No two coins share a cell; a ship may lie in the rows of any suit.
placing-sea-ships = Name a ship by its leftmost cell, or by its topmost if it lies DOWN. It lies ACROSS, DOWN, DIAGONAL DOWN or DIAGONAL UP. A DINGHY needs no direction.
placing-buildings = Place these six buildings, and name all sectors of each:
placing-planet = You may turn and mirror them. They may touch, but not share a sector. The planet has rows A to { $row } and columns 1 to { $column }; here the letter is the row.
placing-weapons = You can buy weapons for { $points } points: any number of each, but one per square. The rest pays for salvos, one point each.
placing-land = on land
placing-deck = on land or on your carrier
placing-resupply = Each of your turns begins with { $points } more, and you can then BUY more weapons.
placing-orders = Ships lie on water. A gun can have an ORDER: ANY (the default), BOMBERS, RECCE or HOLD.

## Games, with the summaries of the engine, and the settings of a new game
games-there-are = These are the games. Write HELP and the name of a game to get its commands, and its settings for NEW:
summary-classic = The pencil-and-paper Salvo for two: shot by shot, or salvo against salvo with the answer a total by class.
summary-voices = A battle that is also a sound poem: dice-rolled salvos for two to eight, every shot sounded as phones read off game-matrices.
summary-solo = A solitaire for the piecepack: hide three fleets in one sea, say which will survive, and let the dice fire.
summary-satellite = Two planets of hidden buildings, and thirteen cartridges each that five dice unlock: barrages, bursts, beams and a salvo of ten.
summary-advanced = Battleships for two on a map of land and water: points buy salvos, aircraft and anti-aircraft guns, and reports are totals.
settings-there-are = Settings of NEW { $game }, written after the name of the game: each with its default (… if it has none), and then the possible values.
setting-between = { $least } to { $most }
option-classic-first = the first shot goes to the higher roll, to you as the creator, or to your opponent
option-classic-fleet = each player has ships of 5, 4, 3 and 2 cells (standard), of 5, 3, 2 and 2 (two_destroyers), of 5, 4, 3, 3 and 2 (five_ships), or those you list (custom)
option-classic-grid = the size of the map with fleet=custom; the default is 10 by 10
option-classic-mode = one shot each in turn, or a secret salvo each; both take effect together
option-classic-repeat_on_hit = whether a hit gives another shot, with mode=single
option-classic-ships = 1 to 10 ships with fleet=custom; shots is what a ship adds to a salvo with mode=salvo
option-voices-aim = whether dice decide where a shot falls, or the player chooses
option-voices-axes = when you say which die gives which axis, with aim=dice
option-voices-engagement = whether a shot falls on the maps of all others, or on one of them in each round
option-voices-fleet = how many ships of each class a player has
option-voices-interludes = whether the score has a cue between turns
option-voices-rounds = the number of rounds; without it, the game ends when one fleet is left
option-voices-seats = how many play
option-solo-lends = the suit that lends its coins to number the columns, and does not fight
option-solo-order = the suits from the top of the sea to the bottom, all four
option-solo-wumpuses = whether each suit has six dinghies instead of ships
option-satellite-columns = how many columns a planet has
option-satellite-endgame = when both arsenals are empty, what was destroyed is counted (ceasefire), you go on shot by shot (desperation), both are filled again (reloaded), or each has one last blow (self_destruct)
option-satellite-rows = how many rows a planet has
option-advanced-fleet = how many ships of each class a player has
option-advanced-map-terrain = or your own map: 10 to 26 rows from the top, in quotation marks, separated by commas without spaces; all of the same length, 10 to 26 characters, # for land and ~ for water (emails draw these as ^ and .)
option-advanced-map-columns = the size of a map that is made from a seed
option-advanced-map-seed = the seed: 1 to 40 letters, digits and hyphens; random if you give none
option-advanced-points = how many points a player has for weapons and salvos
option-advanced-resupply = how many points each turn adds

## Page with the rules of a game
rules-page-pack = Print these rules with the sheets (PDF)
rules-page-numbered = The exact rules, with their numbers
rules-page-numbers = A refusal gives the number of the rule on which it is based.
rules-page-language = English
