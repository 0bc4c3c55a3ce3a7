# Texts of the sheets in English. Text between *asterisks* is bold.

## On every sheet
footer = Broadside · { $sheet }
footer-matrix = game-matrix { $name }
footer-recipe = recipe { $name }
footer-game = Broadside · { $sheet } · game { $game }
footer-round = round { $round }
page-of = { $page } / { $pages }

## Maps
battle-map = Battle map
battle-map-note = my fleet, my opponent’s shots
tactical-map = Tactical map
tactical-map-note = my shots, my opponent’s fleet
maps-title = SALVO
map-of-voice = { $map } · voice { $voice }
map-of-opponent = { $map }, opponent { $number }
ship-carrier = Carrier
ship-battleship = Battleship
ship-cruiser = Cruiser
ship-destroyer = Destroyer
ship-patrol = Patrol
ship-submarine = Submarine
ship-sunk = { $cells } · sunk

## Answers to a shot
answer-hit = hit
answer-miss = miss

## Game-matrices
matrix-number = Game-matrix { $number }
matrix-number-word = Game-matrix { $number } · { $word }
matrix-made = Game-matrix from a recipe
matrix-sheet = SALVO for 2 voices
matrices-title = The ten game-matrices

## Pronunciation key
key-title = Pronunciation key
key-note = the letters in bold sound the phone

## The pack
pack-title = SALVO for 2 voices

## Salvo on paper
classic-title = Salvo on paper
classic-self = Self
classic-self-note = my fleet, my opponent’s shots
classic-opponent = Opponent
classic-opponent-note = my shots
classic-player = Player { $number }
classic-player-note = shots of player { $number }
classic-salvo = Salvo of player { $number }
classic-shot-of = Shot of player { $number }
classic-ship = { $class } · { $shots ->
    [one] 1 shot
   *[other] { $shots } shots
}
classic-log = Rounds
classic-round = Round
classic-shot = Shot
classic-salvo-name = Salvo · { $name }
classic-shot-name = Shot · { $name }
classic-mine = My salvo
classic-theirs = Their salvo
classic-my-shot = My shot
classic-their-shot = Their shot
classic-answer = Answer
classic-total = Total († sunk)

## Solo Salvo
solo-title = Solo Salvo
solo-note = heads: the upper rows · tails: the lower rows
solo-suns = Suns
solo-moons = Moons
solo-crowns = Crowns
solo-arms = Arms
solo-upper = upper
solo-lower = lower
ship-dinghy = Dinghy
solo-dinghies = Dinghies
solo-predicts = I expect to survive:
solo-lends = { $suit }: number the columns
solo-log = Volleys
solo-volley = No.
solo-coin = Coin
solo-heads = heads
solo-tails = tails
solo-hit = Hit († sunk)

## The score
score-title = SALVO for { $voices } voices
score-note = Score
score-voice = Voice { $number }
score-turn = Round { $round } · turn { $turn } · { $voice }
score-sunk = { $report } · { $class } sunk
score-hummed-anthem = hummed anthem
score-shanty = shanty
score-sonar-ping = sonar ping
score-continued = to be continued
score-silence = nothing has been sounded yet
score-end = end
score-blank = This page is blank, so that you need not turn the page during a turn.
legend-call = call: name the cell, sound the phone
legend-left = answer: the row, from the left edge
legend-right = answer: the row, from the right edge
legend-top = then the column, from the top edge
legend-bottom = then the column, from the bottom edge
legend-report = report after the answer
legend-shot = number of the shot
legend-direction = how to sound what follows
legend-cue = cue for all, after the turn
legend-other = small: what you hear from the others

## Satellite Salvo
satellite-title = Satellite Salvo
satellite-note = ⊗ = damage, o = miss
satellite-planet = Planet
satellite-planet-note = my buildings, their shots
satellite-targeting = Targeting
satellite-targeting-note = my shots
satellite-player = Player { $number }
satellite-player-planet = Planet of player { $number }
satellite-player-note = shots of player { $number }
satellite-destroyed = Destroyed
satellite-lost = Buildings lost
satellite-building-outpost = Outpost
satellite-building-relay = Relay
satellite-building-bunker = Bunker
satellite-building-reactor = Reactor
satellite-building-hangar = Hangar
satellite-building-citadel = Citadel
satellite-arsenal = Arsenals: tick what is spent
satellite-mine = Me
satellite-theirs = Them
satellite-log = Turns
satellite-log-note = one line for each round
satellite-round = Round
satellite-targets = Targets
satellite-hits = Hits †
satellite-footer-turn = turn { $turn }
satellite-given-up = ({ $cartridge })
satellite-last-blow = Last blow
satellite-shot = Shot
satellite-barrage-name = Barrage { $number }
satellite-barrages-name = Barrages
satellite-barrages-unlock = one die or more with the number
satellite-barrages-effect = a target for each of them
satellite-three-of-a-kind-name = Three of a kind
satellite-three-of-a-kind-unlock = three equal
satellite-three-of-a-kind-effect = burst: four neighbours
satellite-four-of-a-kind-name = Four of a kind
satellite-four-of-a-kind-unlock = four equal
satellite-four-of-a-kind-effect = burst: three by three
satellite-full-house-name = Full house
satellite-full-house-unlock = three equal and two equal
satellite-full-house-effect = burst: two along diagonals
satellite-small-straight-name = Small straight
satellite-small-straight-unlock = four in sequence
satellite-small-straight-effect = beam: row or column
satellite-large-straight-name = Large straight
satellite-large-straight-unlock = five in sequence
satellite-large-straight-effect = beam: row and column
satellite-salvo-name = Salvo
satellite-salvo-unlock = five equal
satellite-salvo-effect = ten shots, one by one
satellite-hazard-name = Hazard
satellite-hazard-unlock = any dice
satellite-hazard-effect = a hit fells the building
satellite-pieces-title = Satellite Salvo: pieces to cut out
satellite-divider = Divider
satellite-divider-note = one for each player
satellite-divider-how = Print on stiff paper. Cut along the solid lines, score the dashed ones and fold both wings towards you. Stand the divider in front of your sheets, with this side towards you.
satellite-pieces = Buildings and tokens
satellite-pieces-note = for one player
satellite-pieces-how = Print on stiff paper, and cut along the lines. The pieces fit the planets of the sheets on paper of the same size. Lay your buildings on Planet in secret. You may turn them, and turn them over to mirror them. Lay a token on each sector that is fired at, on Planet and on Targeting.
satellite-tokens-damage = Damage: { $count } tokens
satellite-tokens-miss = Misses: { $count } tokens
satellite-token-damage = hit
satellite-token-miss = miss

## Pieces to cut out
d10-title = Two ten-sided dice
d10-note = A to J, and 1 to 10
d10-how = Print on stiff paper. Cut along the solid lines, score the dashed ones and fold them away from you; glue each tab under the edge that it meets. One die gives the column, the other the row. The numbers of opposite faces add up to 11; A to J count as 1 to 10.
cutout-cut = cut
cutout-fold = fold
cutout-quarter = quarter: do not cut
piecepack-title = A piecepack
piecepack-tiles-title = Piecepack: tiles
piecepack-tiles-note = 24 tiles
piecepack-tiles-how = Print on stiff paper. Cut each pair of squares out in one piece, fold it and glue it back to back: four quarters on one side, value and suit on the other. A coin fits on each quarter. N is the null, A the ace.
piecepack-coins-title = Piecepack: coins
piecepack-coins-note = 24 coins
piecepack-coins-how = Cut each pair out in one piece, fold it between the circles and glue it back to back: the value on one side, the suit on the other. The short mark at the edge shows the direction of a coin. N is the null, A the ace.
piecepack-dice-title = Piecepack: dice
piecepack-dice-note = 4 dice
piecepack-dice-how = Print on stiff paper. Cut along the solid lines, score the dashed ones and fold them away from you; glue each tab under the edge that it meets. N is the null, A the ace.

## Advanced Battleships
advanced-title = Advanced Battleships
advanced-own = Own map
advanced-own-note = my ships and weapons
advanced-other = Enemy map
advanced-other-note = what I have tried and seen
advanced-footer-map = map { $map }
advanced-footer-turn = turn { $turn }
advanced-points = Points and reports
advanced-points-blank = { $points } points each
advanced-points-spent = ____ for weapons, ____ left
advanced-points-resupply = and { $points } more in each turn
advanced-points-left = { $left } of { $points } points left
advanced-weapon = Weapon
advanced-price = Points
advanced-bought = Bought; cross out what is gone
advanced-salvo = Salvo
advanced-salvo-effect = three shots at three squares; bought when it is fired
advanced-gun = Anti-aircraft gun
advanced-gun-effect = on land; shoots down a bomber sent to its square, or a recce plane sent there or beside it
advanced-recce = Recce plane
advanced-recce-effect = on land or the carrier; the 3×3 squares are described to you
advanced-bomber = Bomber
advanced-bomber-effect = on land or the carrier; everything in 3×3 squares is hit
advanced-nuclear-bomber = Nuclear bomber
advanced-nuclear-bomber-effect = on land or the carrier; everything in 5×5 squares is hit, and no gun reaches it
advanced-log = Reports
advanced-number = No.
advanced-who = Who
advanced-operation = Operation
advanced-report = Report († sunk)
advanced-mine = I
advanced-theirs = they
advanced-shot-down = shot down
advanced-passed = pass
advanced-passed-over = passed over
advanced-nothing = nothing
advanced-order-any = any
advanced-order-bombers = bombers
advanced-order-recce = recce
advanced-order-hold = hold
advanced-short-carrier = Ca
advanced-short-battleship = Ba
advanced-short-cruiser = Cr
advanced-short-destroyer = De
advanced-short-submarine = Su

## Lines to fill in
line-name = Name
line-date = Date
line-place = Place

## Move card
card-title = Move card
card-note = fill in, cut out, and post
card-game = Game
card-move = Move
card-date = Date
card-shots = My shots
card-with = With (cartridge, weapon)
card-answer = Answer to your last shots
card-message = Message
card-to = To
card-from = From
card-stamp = stamp

## Class set
class-title = SALVO for 2 voices: class set
class-pack = pack { $number } of { $packs }

## Advanced Battleships: boxes, hits and legend
advanced-more = more than fits here: ________
advanced-gone = { $gone } of { $count } are gone
advanced-hits-shared = { $class } ({ $ships } ships: { $hits } hits)
advanced-legend = Marks on the maps
advanced-sign-land = land
advanced-sign-ship = own ship; with ⊗ where it is hit
advanced-sign-weapon = own weapon: A gun, R recce plane, B bomber, N nuclear bomber
advanced-sign-gone = own weapon that is used or destroyed
advanced-sign-miss = struck, and certainly nothing was hit
advanced-sign-hit = struck, and certainly hit
advanced-sign-number = struck by the operation with this number: its report does not say which of its squares were hit
advanced-sign-seen = seen by my recce plane: a ship (Ca, Ba, Cr, De, Su) or a weapon (A, R, B, N)
advanced-sign-seen-hit = seen by my recce plane: this part of the ship was hit already
advanced-sign-seen-empty = seen by my recce plane: no ship and no weapon

## Descriptions of drawings, for readers who hear a sheet
tag-code = QR code of { $address }
tag-ship = Ship from { $first } to { $last }
tag-ship-sunk = Sunk ship from { $first } to { $last }
tag-shot = shot
tag-hit = hit
tag-out = { $label }, crossed out
tag-land = Land: { $cells }
tag-boxes = { $n ->
    [one] 1 box
   *[other] { $n } boxes
}
tag-boxes-ticked = { $n ->
    [one] 1 box
   *[other] { $n } boxes
}, { $ticked } ticked
tag-sunk = sunk
tag-given-up = given up
tag-building = Building on { $cells }
tag-building-destroyed = Destroyed building on { $cells }
tag-pattern = { $name }: row and column { $cells }
tag-reach = Reach, by row and column: { $cells }. Targets: { $targets }.
tag-die = Net of a die with the values { $values }
tag-coin = Coin: { $value }
tag-tile = Tile: { $value }
tag-tokens = { $count } tokens: { $name }
