# Texts of SALVO for 2 voices.

ship-carrier = Carrier
ship-battleship = Battleship
ship-destroyer = Destroyer
ship-patrol = Patrol boat
ship-submarine = Submarine

voices-matrices = Sounds of your maps
voices-matrices-hint = Each map has a matrix of a hundred phones. The battle map sounds your answers, the tactical map your calls.
voices-battle = Matrix of the battle map
voices-tactical = Matrix of the tactical map
voices-drawn = drawn
voices-voice = Your voice
voices-voice-hint = An answer sounds a row, then a column, from an edge up to the square. You can change the edges later.
voices-row = Row
voices-row-left = from the left
voices-row-right = from the right
voices-row-dice = by dice
voices-column = Column
voices-column-top = from the top
voices-column-bottom = from the bottom
voices-column-dice = by dice

voices-round = Round { $round }.
voices-round-of = Round { $round } of { $rounds }.
voices-shots-yours =
    { $count ->
        [one] You have one shot left.
       *[other] You have { $count } shots left.
    }
voices-shots =
    { $count ->
        [one] { $name } to fire: one shot left.
       *[other] { $name } to fire: { $count } shots left.
    }
voices-targets = The shots fall on: { $names }.
voices-rolled-by = Dice ({ $name }):
voices-dice = Dice: { $first } and { $second }.
voices-roll = Roll one shot
voices-roll-all = Roll all shots
voices-choose-axes = Which die gives the column?
voices-first-x = The first: { $cell }
voices-first-y = The second: { $cell }
voices-again-row = You have fired at { $cell } before. Choose another square of its row on a tactical map, then fire.
voices-again-column = You have fired at { $cell } before. Choose another square of its column on a tactical map, then fire.
voices-fire = Choose a square on a tactical map, then fire.

voices-offer_end = Offer to end and count
voices-accept_end = Accept: end and count
voices-decline_end = Decline the offer
sure-voices-offer_end = Offer to end the battle now? The most ships afloat win.
sure-voices-accept_end = End the battle now? The most ships afloat win.
voices-end-offer = An offer to end the battle and count: { $name }. Agreed: { $names }.

voices-stage = The score
voices-stage-shot = Shot { $shot }
voices-silence = Nothing has sounded yet.
voices-calls = Call: { $name }
voices-answers = Answer: { $name }
voices-as-in = as in
voices-phone = phone { $phone }
voices-from-left = row from the left: { $phones }
voices-from-right = row from the right: { $phones }
voices-from-top = column from the top: { $phones }
voices-from-bottom = column from the bottom: { $phones }
voices-hit = hit
voices-miss = miss
voices-hit-sunk = hit, { $ship } sunk
voices-cue-hummed_anthem = hummed anthem
voices-cue-shanty = shanty
voices-cue-sonar_ping = sonar ping
voices-shot-before = Shot before
voices-shot-after = Shot after
voices-shot = Shot
voices-speak = Speak
voices-speech-near = A voice of your browser comes only close to the phones.
voices-no-voice = Your browser has no English voice, so it cannot speak the phones.
voices-perform = Perform the score

voices-direct-call = Direction for your call
voices-direct-answer = Direction for your answer
voices-save = Save
voices-saved = Saved.
voices-parts = Your part of this shot
voices-standing = Your voice and your dice
voices-voice-later = Your later answers
voices-voice-secret = Only you know this choice.
voices-voice-shot = Your answer to shot { $shot }
voices-voice-announced = Everybody learns of this change.
voices-voice-after = The score keeps your last choice.
voices-axes = The first die gives
voices-axis-x = the column (A–J)
voices-axis-y = the row (1–10)

voices-maps = Maps
voices-map-battle = Your battle map
voices-map-battle-of = Battle map: { $name }
voices-map-tactical = Tactical map: { $name }
voices-map-matrix = { " " }· matrix { $matrix }
voices-shot-by = shot { $shot } ({ $name })
voices-cell-offered = a square that the dice offer
voices-sunk = Sunk: { $ships }.
voices-out = Out of the battle.

voices-first-rolls = Dice: { $rolls }.
voices-log-rolled = { $name } must choose: { $choice }.
voices-log-axes = { $x } or { $y }
voices-log-again = { $cell } was fired at before
voices-log-fired = Shot { $shot }: { $name } called { $cell } with { $phone }.
voices-log-answer = { $name }: { $report }.
voices-log-axes_set = The first die now gives { $axis }.
voices-log-voice_set = { $name }: answers now sound the row { $row } and the column { $column }.
voices-log-revoiced = { $name } changed the answer to shot { $shot }.
voices-log-directed =
    { $part ->
        [call] { $name }, call of shot { $shot }: “{ $text }”
       *[answer] { $name }, answer to shot { $shot }: “{ $text }”
    }
voices-log-undirected =
    { $part ->
        [call] { $name } removed the direction for the call of shot { $shot }.
       *[answer] { $name } removed the direction for the answer to shot { $shot }.
    }
voices-log-end_offered = { $name } offered to end the battle and count.
voices-log-end_accepted = { $name } agreed to end the battle and count.
voices-log-end_declined = { $name } declined to end the battle.

option-voices-seats = Players
option-voices-aim = How a square is chosen
option-voices-aim-dice = By two dice
option-voices-aim-choice = By the player
option-voices-axes = When a die gets its axis
option-voices-axes-before_roll = Before the roll
option-voices-axes-after_roll = After the roll
option-voices-engagement = Shots in a game for more than two
option-voices-engagement-simultaneous = At all others
option-voices-engagement-round_robin = At one after the other
option-voices-rounds = Rounds (empty: until one fleet is left)
option-voices-interludes = Cues between turns
option-voices-fleet = Fleet
option-voices-fleet-carrier = Carriers (5)
option-voices-fleet-battleship = Battleships (4)
option-voices-fleet-destroyer = Destroyers (3)
option-voices-fleet-patrol = Patrol boats (2)
option-voices-fleet-submarine = Submarines (1)
