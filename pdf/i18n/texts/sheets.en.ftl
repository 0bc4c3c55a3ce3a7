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
pack-note = How to play
howto-intro = A battle of two hidden fleets in which every shot is sung, spoken, whispered or shouted. Ten-sided dice aim; the game-matrices say how each shot sounds.
howto-need = What you need
howto-need-what = Each player has a pack like this one: a *battle map* for their own fleet, a *tactical map* for their own shots, and the *pronunciation key*. The two packs may have different matrices: all that you share is the coordinates. Two ten-sided dice, two pencils, and something to hide your maps from each other.
howto-begin = Before the battle
howto-begin-fleet = In secret, outline your fleet on your battle map: *Carrier* 5 cells, *Battleship* 4, *Destroyer* 3, *Patrol* 2, *Submarine* 1.
howto-begin-touch = Ships lie straight, across or down. They may touch, but never overlap.
howto-begin-first = Each rolls a die, and the higher fires first. On a tie, roll again.
howto-turn = A turn
howto-turn-shots = You play in rounds, and in each round both have a turn. You have as many shots as you had *ships afloat when the round began*: five at first. A ship lost in the middle of a round costs its shot from the next round on.
howto-turn-dice = For each shot *roll two dice*, one for the letter (1 is A, 10 or 0 is J) and one for the number. Say beforehand which is which.
howto-turn-call = *Call the cell* (“F 7”), and sound the phone that stands there on your tactical map.
howto-turn-answer = Your opponent finds the cell on their own battle map and *answers*: first the phones of its row, from the left or the right edge up to the cell; then those of its column, from the top or the bottom edge up to the cell. They choose the edges freely. The phone in the cell itself is sounded too.
howto-turn-report = Then comes the report: *hit* or *miss*. When the last cell of a ship is hit, your opponent says that it is *sunk*, and which it was.
howto-turn-again = If the dice give a cell you have fired at before, pick a fresh one in the same row; if the row is full, in the same column; if both are full, roll again.
howto-mark = Marks
howto-mark-how = Cross out each shot in the lower right of its cell, so that the phone stays readable, and put a circle around the cross of a hit. Tick off the hits in the list of the fleet, and strike a ship’s name through when it is sunk.
howto-end = The end
howto-end-how = The player who sinks the other’s whole fleet wins at once. Or agree on a number of rounds: then the player with more ships afloat wins; if equal, the one with more cells not hit; if that is equal too, it is a draw.
howto-end-perform = How high, how long, how loud and how often a phone is sounded is up to you. Listen to each other: the battle is the score, and the two of you are the piece.

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
solo-lends = { $suit }: coins of the columns
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
score-turn = Round { $round } · turn { $turn }
score-sunk = { $report } · { $class } sunk
score-hummed-anthem = hummed anthem
score-shanty = shanty
score-sonar-ping = sonar ping
score-continued = to be continued
score-silence = nothing has been sounded yet
score-end = end

## Satellite Salvo
satellite-title = Satellite Salvo
satellite-note = ⊗ = damage, o = miss
satellite-planet = Planet
satellite-planet-note = my buildings, their hits
satellite-targeting = Targeting
satellite-targeting-note = my hits
satellite-player = Player { $number }
satellite-player-planet = Planet of player { $number }
satellite-player-note = hits of player { $number }
satellite-destroyed = Destroyed
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

## Pieces to cut out
d10-title = Two ten-sided dice
d10-note = 1 to 10
d10-how = Print on stiff paper. Cut along the solid lines, score the dashed ones and fold them away from you; glue each tab under the edge that it meets. The numbers of opposite faces add up to 11.
cutout-cut = cut
cutout-fold = fold
cutout-quarter = quarter: do not cut
piecepack-title = A piecepack
piecepack-tiles-title = Piecepack: tiles
piecepack-tiles-note = 24 tiles
piecepack-tiles-how = Print on stiff paper. Cut each pair of squares out in one piece, fold it and glue it back to back: four quarters on one side, value and suit on the other. A coin lies on each quarter. The null has no value, A is the ace.
piecepack-coins-title = Piecepack: coins
piecepack-coins-note = 24 coins
piecepack-coins-how = Cut each pair out in one piece, fold it between the circles and glue it back to back: the value on one side, the suit on the other. The short mark at the edge shows the direction of a coin. The null has no value.
piecepack-dice-title = Piecepack: dice
piecepack-dice-note = 4 dice
piecepack-dice-how = Print on stiff paper. Cut along the solid lines, score the dashed ones and fold them away from you; glue each tab under the edge that it meets. The face without a value is the null, A is the ace.

## Advanced Battleships
advanced-title = Advanced Battleships
advanced-own = Own map
advanced-own-note = my ships and weapons
advanced-other = Enemy map
advanced-other-note = what I have tried and seen
advanced-footer-map = map { $map }
advanced-footer-turn = turn { $turn }
advanced-points = Points and reports
advanced-points-blank = 40 points each, unless agreed otherwise
advanced-points-left = { $left } of { $points } points left
advanced-weapon = Weapon
advanced-price = Points
advanced-bought = Bought; cross out what is gone
advanced-salvo = Salvo
advanced-salvo-effect = three shots at three squares; bought when it is fired
advanced-gun = Anti-aircraft gun
advanced-gun-effect = on land; shoots down a bomber in its square, or a recce plane there or beside it
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
