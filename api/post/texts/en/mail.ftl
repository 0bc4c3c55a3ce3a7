# Texts of English emails.

## Email that asks if an address is correct
confirm-subject = Is this your address? ({ $service })
confirm-why = Somebody who plays on { $service } has entered this address for their game mail.
confirm-open = If that was you, reply to this email with YES, or open this page and press the button:
confirm-button = Yes, send mail here
confirm-code = Or, if you play through a program that asks for a code, give it this one:
confirm-until = Do one of the three within two days. Until then, no other mail is sent here.
confirm-not-you = If it was not you, ignore this email, and you will get no more about it. To block all mail that others request for this address:
confirm-never = Never write to this address

## Pages of the links in emails
page-confirm-title = Is this your address?
page-confirm = { $name } wants to get game mail at { $address }.
page-confirmed-title = Thank you
page-confirmed = This address is confirmed. You will get an email when it is your turn.
page-waits-title = Thank you
page-waits = This address is confirmed. Your previous address has been notified, and can stop the change for a while. Until the change takes effect, mail goes there.
page-taken-title = This address is taken
page-taken = It belongs to another account. Delete the mailbox of that account first, then request another confirmation.
page-elsewhere = Nothing is confirmed yet: reply YES from the address that our email went to, or open the page that it links to.
page-stale-title = This link has expired
page-stale = It is older than two days, was already used, or was not copied completely. If the address is not confirmed yet, enter it in your mailbox again to get another email.
page-no-link-title = This link is not valid
page-no-link = It was not copied completely. Open it from the email itself, or reply to that email with SET MAIL OFF, or with NEVER if you do not play here.
page-off-title = Stop game mail?
page-off = You will get no more mail about your games. The games continue, and your time in them keeps running. To turn mail on again at any time, reply SET MAIL EACH to the newest email of a game.
page-off-button = Stop game mail
page-turned-off-title = Game mail is off
page-turned-off = You will get no more mail about your games. The games continue, and your time in them keeps running. To turn mail on again, reply SET MAIL EACH to the newest email of a game.
page-never-title = Never write to this address?
page-never = Nothing will be sent to this address, whoever enters it: no confirmations and no invitations. If you play here with this address yourself, you still get mail about your own games. To stop that, reply to one of those emails with SET MAIL OFF, or use the link at its end.
page-never-button = Never write to this address
page-refused-title = No more confirmations or invitations
page-refused = Nothing more is sent to this address, whoever enters it. If you play here with this address yourself, you still get mail about your own games. To stop that, reply to one of those emails with SET MAIL OFF, or use the link at its end.

## Email with a code for a new token
code-subject = A new token ({ $service })
code-why = A new token was requested for the account on { $service } that gets its game mail at this address. Programs use a token to play in your name.
code-open = If that was you, open this page and press the button. The page shows the token once:
code-button = Get a token
code-code = Or give this code to the program that asks for it:
code-until = Both expire in one hour, and work only once. Your other tokens stay valid.
code-not-you = If it was not you, ignore this email: nobody gets a token without it. Do not forward it. To stop these emails if others keep requesting them:
code-never = No more codes to this address
page-code-title = A new token?
page-code = The token is shown once. Anybody who has it can play in your name, so keep it safe, like a key.
page-token-title = Your new token
page-token = { $token }
page-token-stale-title = This link has expired
page-token-stale = It is older than an hour, was already used, or was not copied completely. If you still need a token, request another one.

page-strangers-title = Stop mail about challenges from strangers?
page-strangers = You will get no mail about challenges from players you have not played with. Mail about your games continues, and programs still show such challenges.
page-strangers-button = Stop this mail
page-no-strangers-title = Mail about challenges from strangers is off
page-no-strangers = You will get no mail about challenges from players you have not played with. A program that sets your mailbox can turn it on again.
page-codes-title = No more codes?
page-codes = Nobody will be able to have codes for new tokens sent to this address by requesting them here. You can still get a code: reply TOKEN to an email about your games.
page-codes-button = No more codes
page-no-codes-title = No more codes are sent
page-no-codes = This server sends codes to this address only if you ask by mail. This lasts until the address is confirmed again.

# Notice to a confirmed address that it will be replaced or deleted.
notice-subject = Your address is about to change ({ $service })
notice-change = Somebody with a token of your account on { $service } has entered { $address } as the new address of your mailbox. The change takes effect on { $date }.
notice-delete = Somebody with a token of your account on { $service } has deleted your mailbox. This address will be erased on { $date }.
notice-yes = If that was you, you do not need to do anything.
notice-no = If it was not you, open this page before then and press the button:
notice-button = Keep this address
notice-then = In that case, somebody else has a token of yours. Request a new token with this address, and use that token to revoke the ones that you do not know.
notice-foot = Your confirmed address gets this notice for each change, whatever your settings for game mail are.
page-keep-title = Keep this address?
page-keep = Your mailbox and its address will stay as they are.
page-keep-button = Keep this address
page-kept-title = Your address stays the same
page-kept = Nothing has changed. If you did not request the change, somebody else has a token of yours: request a new token with this address, and use that token to revoke the ones that you do not know.
page-late-title = There is nothing to stop
page-late = No change of this address is pending: it was stopped, or it has taken effect.

## Email that invites to a game
invite-anybody = Somebody
invite-subject = An invitation to a game of { $game } ({ $service })
invite-why = { $who } invites you to a game of { $game } on { $service }. You can play it by email alone, with one line for each move, as in { $move }.
invite-days = { $n ->
    [one] The invitation is valid for one day.
   *[other] The invitation is valid for { $n } days.
}
invite-how = Reply to this email with one of these at the top, line for line:
invite-code = ACCEPT also confirms that this is your address, and creates an account for it if there is none. If you already play through a program, this code takes the seat there:
invite-not-you = If you do not know who this is, ignore this email, and you will get no more about it. To block all mail that others request for this address:
invite-only = You can place by hand below ACCEPT, and move in reply to the emails that come after that. First reply to the invitation, with one of these:
newcomer-game = You are invited to a game of { $game }:
newcomer-place = Before the game begins, everybody places. Nobody else sees where.
newcomer-then = If you place by hand, place everything in one email. ACCEPT alone takes the seat, and you place in reply to the next email. Each turn comes as an email that lists what you can reply, as in { $move }.
newcomer-more = HELP { $name } sends you all commands of the game, and the settings for a new one.
does-accept-by-hand = you play, with your ships placed as you like, one line for each
does-accept-by-hand-satellite = you play, with your buildings placed as you like, one line for each
invite-gone = This invitation is no longer valid: it was withdrawn or has expired, the seat is taken, or the game is over.
invite-gone-account = Your address now has an account here anyway. To begin another game, send an email with the line HELP to { $address }.
invite-last = You have received many replies about this invitation. From now on, only emails that take the seat or decline it get a reply. If you get no reply to an ACCEPT, you do not have the seat.
invite-declined = You have declined. You will get no more mail about this game.
invite-accepted-before = You have already accepted this invitation. Reply to the newest email of the game.
declined-by-mail = { $reason ->
    [none] { $address } does not want to play.
   *[given] { $address } does not want to play: { $reason }.
}
invitation-expired = { $n ->
    [one] { $address } did not answer your invitation within a day. It has expired.
   *[other] { $address } did not answer your invitation within { $n } days. It has expired.
}
invited-somebody = The person you invited
declined-seat = Seat { $number } is free again. Get a new code for it where the game was created, or call the game off with ABORT.
does-name = below ACCEPT: your name
does-accept-placed = you play, with everything placed at random
does-never = nobody can have mail sent to you again; mail about your own games continues until you send SET MAIL OFF
answer-code-sent = An email with a code is on its way to you.

## Times
date = { $weekday } { $day } { $month } { $year }, { $clock } UTC
date-days = Mon Tue Wed Thu Fri Sat Sun
date-months = January February March April May June July August September October November December
left-days = { $n ->
    [one] one day
   *[other] { $n } days
}
left-hours = { $n ->
    [one] one hour
   *[other] { $n } hours
}
left-less = less than an hour
until = You have until { $date } ({ $left }).

## Lists and names
list-and = { $first } and { $last }
seat = Player { $number }
game-classic = Salvo on paper
game-voices = SALVO for 2 voices
game-solo = Solo Salvo
game-satellite = Satellite Salvo
game-advanced = Advanced Battleships
game-with = { $game } with { $others }
class-carrier = carrier
class-battleship = battleship
class-cruiser = cruiser
class-destroyer = destroyer
class-patrol = patrol boat
class-submarine = submarine
suit-suns = suns
suit-moons = moons
suit-crowns = crowns
suit-arms = arms
half-upper = upper
half-lower = lower
coin-heads = heads
coin-tails = tails
weapon-gun = anti-aircraft gun
weapon-recce = recce plane
weapon-bomber = bomber
weapon-nuclear_bomber = nuclear bomber

## Subjects
subject-challenge = { $who } challenges you to { $plain }
subject-rematch = { $who } asks for a rematch: { $plain }
subject-place = Place your fleet: { $game }
subject-place-solo = Place your fleets: { $game }
subject-place-satellite = Place your buildings: { $game }
subject-turn = Your turn: { $game }
subject-reminder = Your time is running out: { $game }
subject-message = { $who } writes: { $game }
subject-news = News of { $game }
subject-draw = { $who } offers a draw: { $game }
subject-end = { $who } offers to end the game: { $game }
subject-restored = Restored from a backup: { $game }
subject-waiting = Waiting for others: { $game }
subject-refused = Nothing was done: { $game }
subject-strangers = Challenges from players you have not played with ({ $service })
subject-somebody = Somebody you have not played with
subject-digest = { $n ->
    [0] News of your games ({ $service })
    [one] One game waits for you ({ $service })
   *[other] { $n } games wait for you ({ $service })
}

## Beginnings of emails
opening-challenge = { $who } challenges you to a game of { $game }.
opening-rematch = { $who } asks for a rematch: the same game of { $game } again, { $n ->
    [2] with the seats swapped
   *[other] with each of you one seat further on
}. You played it before as game { $id }.
opening-place = All seats are taken. Place your fleet, and the game begins.
opening-place-satellite = All seats are taken. Place your buildings, and the game begins.
opening-place-alone = Place your fleets; then say which suit you expect to survive, and the battle begins.
opening-turn = It is your turn.
# In a reminder that the time is running out.
opening-reminder = It is your turn.
queue-dropped = This move that you wrote ahead of time did not fit any more, so it was not made:
queue-dropped-others = { $n ->
    [one] The move after it was dropped too.
   *[other] The { $n } moves after it were dropped too.
}
queue-waiting = { $n ->
    [one] This move waits for your turn:
   *[other] These moves wait for your turns, one for each:
}
queue-empty = No move of yours waits.
queue-tried = One of your moves was tried in this turn already, so the next one waits for your next turn. To move now, write the move without QUEUE.
opening-waiting = The game is waiting for somebody to join.
opening-others = The game is waiting for { $who }.
went-back = The server was restored from a backup on { $at }. This game is back as it was on { $last }, after event { $number }. Later events did not happen, and mail about them no longer counts.
moves-repeat = The same moves will lead to the same rolls and results as before.
opening-on = The game goes on.
opening-over = This game is over. { $result }.
draw-stands = { $name } offers a draw.
digest-opening = { $n } of your games have news; { $waiting ->
    [0] none waits for you.
    [1] one waits for you.
   *[other] { $waiting } wait for you.
}
status-opening = { $n } of your games are in progress; { $waiting ->
    [0] none waits for you.
    [1] one waits for you.
   *[other] { $waiting } wait for you.
}
strangers-opening = { $n ->
    [one] A player you have not played with challenges you.
   *[other] Players you have not played with challenge you to { $n } games.
} You get at most one email a day about such challenges.
strangers-more = { $n ->
    [one] There is one more such challenge.
   *[other] There are { $n } more such challenges.
}
strangers-foot = One click on this page stops mail about challenges from players you have not played with:
strangers-stop = Stop mail about challenges from strangers
digest-answer = To reply about this game, write { $line } above your commands. Or write to the address of this game:
declined = { $reason ->
    [none] { $name } does not want to play.
   *[given] { $name } does not want to play: { $reason }.
}
decline-later = no time now; another time perhaps
decline-too_fast = the clock leaves too little time
decline-too_slow = the clock leaves too much time
decline-other_ruleset = another game would be welcome
decline-other_options = other settings would be welcome
# Value for which the text gives no reason.
decline-other = none
writes-earlier = { $n ->
    [one] An earlier message is left out here.
   *[other] { $n } earlier messages are left out here.
}
writes = { $name } writes:
what-happened = What happened:
what-you-can-do = What you can reply:
how-to-answer = Write commands at the top of a reply to this email, one per line; the cells are examples. Either all commands are carried out or none, and you are told which.
foot-game = This email is about game { $id } on { $service }. Anybody who replies to it plays in your name, so do not forward it.
foot-more-game = Reply HELP on a line of its own to get all commands, or STATUS to see how this game stands. SET MAIL DIGEST, SET MAIL REMINDERS or SET MAIL OFF sets how often you get mail. One click on this page stops game mail:
foot-more = Reply HELP on a line of its own to get all commands, or STATUS to see how your games stand. SET MAIL DIGEST, SET MAIL REMINDERS or SET MAIL OFF sets how often you get mail. One click on this page stops game mail:
foot-off = Stop game mail

## Fair play
fair-keep = Keep this email until the game is over. The server has committed to what is secret now. Once that is revealed, it must match these:
fair-seed = commitment to the seed of all random numbers: { $hash }
fair-placement = { $me ->
    [yes] commitment to your placement: { $hash }
   *[no] commitment to the placement of { $name }: { $hash }
}
fair-rules = The rules come in reply to RULES. They are also here, if your browser can reach this server:
fair-rules-link = The rules of { $game }
fair-record = The record of the whole game is attached, with everything that was secret in it. The program that runs this server can check it, on any machine:
fair-record-how = Compare the commitments that it prints with those in the emails that you kept, and the shots with those that you know of. POST /v1/verify ({ $docs }) checks the record too; docs/fairness.md of Broadside explains how a program of your own can do this.

## Results of games
result-won = You won
result-lost = You lost
result-draw = A draw
result-all-lose = Everybody lost
result-off = Called off
reason-off = The game was called off. Its secrets are not revealed.
reason-fleet-sunk = Every ship of one player is sunk.
reason-both-fleets-sunk = Both fleets went down in the same round.
reason-resigned = The loser resigned.
reason-timed-out = The loser’s time ran out.
reason-agreed = The players agreed on it.
reason-rounds-over = The agreed rounds are over.
reason-prediction-right = The suit that you predicted survived.
reason-prediction-wrong = The suit that survived is not the one that you predicted.
reason-buildings-destroyed = Every building of one player is destroyed.
reason-ceasefire = Both arsenals are empty, and the damage was counted.
reason-self-destruct = The last blows of both players failed.
reason-exhausted = Nobody can do anything more.

## Events
news-earlier = { $n ->
    [one] One earlier event is left out here.
   *[other] { $n } earlier events are left out here.
}
news-fired = { $me ->
    [yes] You fired at { $cells }: { $report }.
   *[no] { $name } fired at { $cells }: { $report }.
}
news-first = { $me ->
    [yes] You begin.
   *[no] { $name } begins.
}
news-first-rolled = Rolls: { $rolls }.
news-joined = { $me ->
    [yes] You joined the game.
   *[no] { $name } joined the game.
}
news-left = { $me ->
    [yes] You left the game.
   *[no] { $name } left the game.
}
news-placed = { $me ->
    [yes] You have placed.
   *[no] { $name } has placed.
}
news-began = Everybody has placed: the game begins.
news-resigned = { $me ->
    [yes] You resigned.
   *[no] { $name } resigned.
}
news-timed-out = { $me ->
    [yes] Your time ran out.
   *[no] { $name }’s time ran out.
}
news-draw-offered = { $me ->
    [yes] You offered a draw.
   *[no] { $name } offers a draw.
}
news-draw-accepted = { $me ->
    [yes] You agreed to the draw.
   *[no] { $name } agreed to the draw.
}
news-draw-declined = { $me ->
    [yes] You declined the draw.
   *[no] { $name } declined the draw.
}
news-end-offered = { $me ->
    [yes] You offered to end the game here and count.
   *[no] { $name } offers to end the game here and count.
}
news-end-accepted = { $me ->
    [yes] You agreed to end the game.
   *[no] { $name } agreed to end the game.
}
news-end-declined = { $me ->
    [yes] You want to play on.
   *[no] { $name } wants to play on.
}
news-cancelled = { $me ->
    [yes] You called the game off.
   *[no] { $name } called the game off.
}
news-declined = { $me ->
    [yes] You declined.
   *[no] { $name } declined.
}
news-cancelled-plain = The game was called off.
news-cancelled-late = Nobody joined in time, so the game was called off.
news-written = { $me ->
    [yes] You have written your salvo.
   *[no] { $name } has written a salvo.
}
news-round = Round { $number }.
news-predicted = { $me ->
    [yes] You predicted that the { $suit } will survive.
   *[no] { $name } predicted that the { $suit } will survive.
}
news-volley = { $me ->
    [yes] Volley { $number } ({ $rolled }): { $report }.
   *[no] Volley { $number } of { $name } ({ $rolled }): { $report }.
}
news-volleys-empty = Volleys { $first }–{ $last }: nothing hit.
news-used = { $me ->
    [yes] You used { $cartridge } at { $cells }: { $report }.
   *[no] { $name } used { $cartridge } at { $cells }: { $report }.
}
news-gave-up = { $me ->
    [yes] You gave up { $cartridge } for a shot at { $cells }: { $report }.
   *[no] { $name } gave up { $cartridge } for a shot at { $cells }: { $report }.
}
news-arsenals-empty = Both arsenals are empty.
news-sent = { $me ->
    [yes] You sent a { $weapon } to { $cell }: { $report }.
   *[no] { $name } sent a { $weapon } to { $cell }: { $report }.
}
news-passed = { $me ->
    [yes] You passed.
   *[no] { $name } passed.
}
news-passed-over = { $me ->
    [yes] Your turn was skipped.
   *[no] { $name }’s turn was skipped.
}
word-hit = hit
word-miss = miss
word-nothing = nothing hit
word-sunk = sunk: { $ships }
word-hits-on = { $n ->
    [one] one hit on { $ship }
   *[other] { $n } hits on { $ship }
}
word-hit-at = hit at { $cells }
word-hit-suits = hit: { $suits }
word-suit-at = { $suit } at { $cell }
word-suit-sunk = { $suit } (the last)
word-destroyed = { $n ->
    [one] a building destroyed
   *[other] { $n } buildings destroyed
}
word-weapons-destroyed = { $n ->
    [one] { $weapon } destroyed
   *[other] { $n } × { $weapon } destroyed
}
word-rolled = { $coin }; { $dice }
word-shot-down = shot down
word-seen-by-sender = only its sender knows what it saw
word-saw = it saw { $what }
word-saw-nothing = it saw nothing

## Maps
map-waters = { $me ->
    [yes] Your side
   *[no] { $name }
}
map-sea = The sea
map-land = The map
map-suit = { $suit }: { $left } of { $all } afloat
map-destroyed = { $n ->
    [one] one building destroyed
   *[other] { $n } buildings destroyed
}
sign-ship = # = ship
sign-building = # = building
sign-hit = X = hit
sign-miss = o = miss
sign-shot = * = shot, result not known
sign-struck = * = shot or bombed, result not known
sign-empty = - = seen from the air, nothing there
sign-land = ^ = land
sign-water = . = water
sign-weapons = A = gun, R = recce, B = bomber, N = nuclear bomber
sign-suits = S, M, C, A = ships that fight for suns, moons, crowns, arms

## Facts
fact-sunk = { $me ->
    [yes] Your ships sunk so far: { $ships }.
   *[no] { $name }’s ships sunk so far: { $ships }.
}
fact-salvo = { $n ->
    [one] You have one shot in this round.
   *[other] You have { $n } shots in this round.
}
fact-written = Your salvo for this round: { $cells }. Until it is fired, another FIRE replaces it.
fact-written-for-good = Your salvo for this round: { $cells }.
fact-shots = { $n ->
    [one] You have one shot left in this turn.
   *[other] You have { $n } shots left in this turn.
}
fact-axes = Your dice show { $dice }. Choose: AXES X gives { $x }, AXES Y gives { $y }.
fact-cell = You rolled { $rolled }, which was already fired at. Choose another cell with FIRE, from { $cells }.
fact-round = This is round { $round } of { $rounds }.
fact-predicted = Predicted to survive: { $suit }.
fact-dice = Your dice: { $dice }.
fact-rolls = { $n ->
    [0] You cannot roll again.
    [one] You can roll once more.
   *[other] You can roll { $n } more times.
}
fact-targets = { $n ->
    [one] You have one target left to name.
   *[other] You have { $n } targets left to name.
}
fact-keep = KEEP takes the values of the dice that you keep, KEEP DICE their positions from 1 to 5. You can keep any of them, but not all.
fact-unlocked = Your dice unlock these cartridges for USE: { $cartridges }.
fact-most = up to { $most } targets
fact-locked = Your dice unlock none of your cartridges.
fact-arsenal = { $me ->
    [yes] Your cartridges: { $left }.
   *[no] { $name }’s cartridges: { $left }.
}
fact-arsenal-empty = none
fact-points = { $n ->
    [one] You have one point left. A salvo costs one.
   *[other] You have { $n } points left. A salvo costs one.
}
fact-planes = SEND uses one of your planes and costs no points: { $uses }.
fact-buy = BUY buys any of these, as often as your points allow: { $uses }.
fact-guns = ORDER takes one of your guns ({ $uses }) and one of ANY, BOMBERS, RECCE and HOLD. It costs no points and does not end your turn.
term-no-clock = No clock
term-days = { $n ->
    [one] One day a turn
   *[other] { $n } days a turn
}
term-bank = { $bank } hours for the whole game, and { $more } more after each turn
term-classic-mode-single = One shot each in turn
term-classic-mode-salvo = In each round, both players write a secret salvo; both take effect together
term-classic-fleet-standard = Each player has ships of 5, 4, 3 and 2 cells
term-classic-fleet-two_destroyers = Each player has ships of 5, 3, 2 and 2 cells
term-classic-fleet-five_ships = Each player has ships of 5, 4, 3, 3 and 2 cells
term-classic-fleet-custom = The ships are not the usual ones: they are listed when you place
term-classic-first-roll = The first shot goes to the higher roll
term-classic-first-creator = The player who created the game has the first shot
term-classic-first-opponent = The opponent of the player who created the game has the first shot
term-classic-repeat_on_hit-true = A hit gives another shot
term-classic-repeat_on_hit-false = A hit gives no other shot
term-voices-seats = { $n } players
term-voices-engagement-simultaneous = A shot falls on the maps of all others
term-voices-engagement-round_robin = In each round, a shot falls on the map of one other player
term-voices-rounds = { $n ->
    [one] The game ends after one round
   *[other] The game ends after { $n } rounds
}
term-voices-aim-dice = Dice decide where a shot falls
term-voices-aim-choice = Players choose where a shot falls, without dice
term-voices-axes-before_roll = You say before the roll which die gives which axis
term-voices-axes-after_roll = You say after the roll which die gives which axis
term-voices-interludes-true = The score has a cue between turns
term-voices-interludes-false = The score has no cue between turns
term-satellite-rows = Each planet has { $n } rows
term-satellite-columns = Each planet has { $n } columns
term-satellite-endgame-ceasefire = When both arsenals are empty, what was destroyed is counted
term-satellite-endgame-desperation = When both arsenals are empty, you go on shot by shot
term-satellite-endgame-reloaded = When both arsenals are empty, both are filled again
term-satellite-endgame-self_destruct = When both arsenals are empty, each player has one last blow
term-advanced-points = Each player has { $n } points for weapons and salvos
term-advanced-resupply = { $n ->
    [0] No turn adds points
    [one] Each turn adds one point
   *[other] Each turn adds { $n } points
}

## Effects of the suggested commands
does-accept = you play
does-decline = you do not play
does-rematch = ask { $others } for the same game again, { $n ->
    [2] with the seats swapped
   *[other] with each of you one seat further on
}; they can accept or decline
does-say = send a message to the others
does-direct = say how a call or an answer of yours is performed
does-direct-later = until { $date }: say how a call or an answer of yours is performed
does-set-voice = sound your answers, or one of them, from other edges
does-set-voice-later = until { $date }: sound one of your answers from other edges
does-place-random = place everything at random
does-place = place ship by ship, one line for each
does-place-satellite = place building by building, one line for each
does-place-advanced = place the ships and the weapons that you buy, one line for each
does-fire-one = fire at a cell of your choice
does-fire = fire at cells of your choice
does-rewrite = replace your salvo with another one
does-roll = roll the dice
does-keep = roll again, but keep these
does-roll-all = roll for all shots that are left
does-choose-axes = choose which die is the column
does-accept-end = agree to end the game
does-decline-end = play on
does-predict = predict which suit will survive
does-volley = roll and fire once
does-run-out = fire to the end
does-leave = leave the game
does-abort = call the game off
does-new-again = create the same game for somebody else
does-fire-satellite = fire a cartridge
does-give-up = give up a cartridge for a single shot
does-shoot = shoot at a sector
does-destruct = strike the last blow
does-salvo = fire three shots
does-send = send a plane
does-buy = buy a weapon
does-order = give a gun an order
does-pass = do nothing
does-accept-draw = agree to the draw
does-decline-draw = play on

## Replies to inbound mail
answer-taken = This was done:
answer-fine = This would be done. Nothing has been done yet:
answer-errors = Your email was not carried out:
answer-nothing-done = Nothing was done. Write again, with all your commands: an email is carried out as a whole or not at all.
answer-nothing = Your email contains no command, apart from the text that it quotes.
answer-help = Reply HELP to get a list of the commands.
answer-unknown-key = The address that you wrote to is not one of yours: each email that you get has its own reply address.
answer-several-keys = You wrote to the reply addresses of several turns at once, so it is not clear which of them you mean.
answer-turn-over = That turn is over, so nothing in your email was done. The current state of the game is below. Reply to this email, not to one of an earlier turn.
answer-old-key = The email that you replied to is too old for that, so nothing in your email was done: old emails can get into the wrong hands. Reply to this email, or to the newest one of a game, and send your commands again.
answer-game-unnamed = It is not certain which game your email is about, so nothing in it was done.
answer-game-several = Your email names several games, so nothing in it was done. An email is about one game: send an email for each.
answer-game-unknown = No game has the number that your email names, so nothing in it was done.
answer-name-the-game = To say which game you mean, write its line above your commands, and send all of them again in reply to this email:
answer-no-key = We got an email from your address that is not a reply to one of ours. Anybody can forge your address as the sender, so nothing in it was done. To play, reply to the newest email of a game. For commands that need no game, reply to this email: HELP lists them.
answer-no-more = To get no more mail:
answer-off = Stop mail
answer-struck = Some text in your email is struck out or hidden, and only you can see that. Write again, without the text that you do not mean.
answer-missed = This was not done after all:
answer-too-much = these are several steps, and one might be done without the others: send an email for each
answer-last = You have received many replies today to emails that changed no game. Until tomorrow, emails that contain nothing like a command get no reply. Emails with commands still do, and you will be told if that ends too.
answer-last-commands = You have received very many replies today. Until tomorrow, only emails that do something in a game get one. If you get no reply, nothing was done in any game. Your commands are still read, and the next email of your turn shows how the game stands.
answer-last-keyless = Too many emails from your address today were not replies to ours. Further ones get no reply until tomorrow. Emails that reply to one of ours still do.
answer-commands = Write one command per line, in capitals or small letters. Below is an example of each command, what it does and, if it has variants, how to write it: words in capitals as they are, parts in brackets only if you want them.
answer-never = From now on, you get only mail that you ask for. The game continues, and your time in it keeps running. If that is not what you meant, reply SET MAIL EACH.
answer-notes = Your notes on this game:
answer-no-notes = You have no notes on this game.
answer-no-sheet = SHEET { $wanted }: this game has { $names }, or SHEET alone for all
answer-nobody-called = you have played with nobody called { $name }: write an address instead
answer-several-called = you have played with several people called { $name }: write an address instead
answer-name = a name has 1 to 40 characters, no control characters and no space at either end
answer-no-code = an address gets three codes a day, and yours has had them: ask for another tomorrow
answer-foot = { $service } replies to emails from your address.
answer-no-games = You have no games in progress. NEW creates one; HELP explains how.
answer-rematch-made = { $n ->
    [1] The same game was created again.
   *[other] The same game was created again, { $n ->
        [2] with the seats swapped
       *[other] with each of you one seat further on
    }, and you have a seat in it. { $others } can accept or decline, and you will be told. Once everybody has accepted, placing begins.
}
answer-rematch-joined = This rematch was created before you asked ({ $others }). You have joined it.

## What has happened
history-title = What has happened
history-line = { $number }. { $line } ({ $date })
history-none = There is no such event: the newest has the number { $last }.
history-earlier = The events before number { $first } are left out: HISTORY 1 begins with the first.
history-later = HISTORY { $next } continues.
history-board = BOARD { $number } shows the maps as they were after that event; any number works from the one with which play began.
board-title = The maps after event { $number } of { $last }
board-no-maps = There are no maps of yours in this game.
board-none = There is no board after event { $number }: play began with event { $first }, and the newest is { $last }. HISTORY lists the events.
board-not-yet = There is no board after event { $number }: play has not begun.
boards-left-out = { $n ->
    [one] One line with BOARD is left out here, because an answer has at most { $most } of them. Send it in another email.
   *[other] { $n } lines with BOARD are left out here, because an answer has at most { $most } of them. Send them in another email.
}

## Open seats
open-none = There is no game that you could join now. NEW CLASSIC WITH OPEN creates one for others to join; NEW CLASSIC WITH BOT CASUAL begins one against the computer.
open-list = These games have a free seat for you, the newest first. Reply with the line of one of them:
open-line = { $game }, with { $who }. { $terms }.
open-somebody = somebody
open-more = There are more. LIST and the name of a game lists those of one kind.
join-unknown = JOIN { $code }: no such game is open, and no seat has this code. LIST shows the games that you can join
join-several = JOIN { $code }: several games have this number: write the whole id of the game

## Vacations
vacation-title = Your vacations
vacation-none = You have taken no vacation and planned none.
vacation-item = from { $from } until { $until }
vacation-allowance = { $year }: { $days } of { $of } days left
vacation-how = During a vacation your clocks stand still in all games, and the other players see that you are away. VACATION UNTIL and a date, or VACATION DAYS and a number, begins one now; FROM and a date begins it later. VACATION OFF ends it. Days are counted in UTC.
vacation-not-here = this server has no vacations
vacation-no-end = you have no vacation that could end
vacation-no-such-day = there is no such day in the calendar
vacation-past = a vacation cannot begin in the past: leave FROM out to begin it now
vacation-short = a vacation lasts at least an hour: end it later
vacation-far = a vacation must end by { $until }: end it earlier
vacation-overlap = you are away from { $from } until { $until } already: choose another time, or write VACATION OFF first
vacation-too-long = { $year } has only { $days } days of vacation left: take a shorter one
vacation-many = you have taken as many vacations as possible since last year began

## Accounts by mail
sign-up-subject = Do you want to play?
sign-up-why = { $service } got an email from this address, which has no account here. { $service } is a server for games of hidden fleets that are played by email. If you want to play, reply to this email:
sign-up-yes-line = YES
sign-up-yes = you get an account, and an email that says how to find a game
sign-up-name-line = YES
    NAME Ada
sign-up-yes-name = the same, with the name that others see
sign-up-until = The offer is valid for seven days. { $service } keeps your email for at most seven days, for some weeks a hash of your address that counts such offers, and nothing else about you.
sign-up-not-you = If you did not write to { $service }, ignore this email: somebody may have used your address. Nothing more follows.
sign-up-never = To get no such email ever again, reply NEVER, or use the link below.
sign-up-hint = Your reply was not a plain YES, so nothing was done, and you have no account yet. To begin, reply to this email with YES alone on the first line:
sign-up-hint-last = This is the last such answer: further replies without YES get none.
welcome = Welcome, { $name }! You have an account, and this mailbox belongs to it. Reply with one of these lines to begin:
welcome-list = lists games with a free seat
welcome-bot = begins a game against the computer
welcome-open = creates a game that anybody may join
welcome-invite = invites somebody by email
welcome-rules = lists the games, and sends the rules of one
welcome-name = sets the name that others see
welcome-help = lists all commands
welcome-stop = ends your account
welcome-not-done = These lines of your reply were not carried out, because only YES, NAME and SET LANGUAGE count in it. If they are commands, send them again in a reply to this email:
stop-how = STOP ends your account for good. You resign all games that you are playing, and leave those that have not begun. Your name, your mailbox, your notes and the text of your messages are deleted. Nobody can undo this. If you only want less mail, use SET MAIL OFF instead. To end your account, reply with this line:
stop-does = ends your account
stop-until = The code is valid until the end of tomorrow (UTC).
stop-wrong-code = STOP needs the code from the email that answers STOP, and that email is from today or yesterday: write STOP alone to get it
farewell-subject = Your account on { $service } has ended
farewell = Your account is deleted, as you asked, and so is this address. You get no more mail. If you want to play again one day, write to { $service }: you will be offered a new account.
farewell-foot = This is the last email about your account.

## Rules
rules-which = RULES and the name of a game sends its rules. These are the games:
rules-intro = These are the rules for players with pencil and paper. Here the server does the work: it rolls the dice, keeps the sheets, gives the answers, and refuses what the rules do not allow.
rules-here-title = On this server
rules-here = You may RESIGN at any time. You may offer a draw (DRAW) when no offer is open, once from one of your turns to the next. If the game has a clock, a player whose time runs out is out of the game; if it runs out before everybody has placed, the game is called off. Until the first move, either side can call the game off with ABORT.
rules-here-alone = You may LEAVE at any time. If the game has a clock and your time runs out after the prediction, you lose.
rules-commands = HELP { $name } lists the commands, and the settings for a game of your own.
help-cartridges = What the cartridges need and hit:
help-rules = RULES { $name } sends the whole rules.

## Descriptions of the commands, identical to those of the engine
help-makes-a-game = makes a game
help-asks-how-things-stand = asks how things stand
help-asks-for-the-commands = asks for the commands
help-asks-for-the-rules-of-a-game = asks for the rules of a game
help-asks-for-what-has-happened-the-newest-or-from-an-event-on = asks for what has happened, the newest or from an event on
help-asks-for-the-maps-as-they-were-after-an-event-of-history = asks for the maps as they were after an event of HISTORY
help-makes-a-move-in-your-next-turn-or-now-if-it-is-your-turn-with-in-the-same-turn-as-the-line-above = makes a move in your next turn, or now if it is your turn; WITH: in the same turn as the line above
help-asks-for-the-moves-that-you-have-written-ahead = asks for the moves that you have written ahead
help-takes-back-the-moves-that-you-have-written-ahead = takes back the moves that you have written ahead
help-lists-the-games-that-you-can-join = lists the games that you can join
help-takes-a-seat-in-a-game-of-list-or-the-seat-of-a-code = takes a seat in a game of LIST, or the seat of a code
help-asks-for-your-vacations-and-how-much-you-have-left = asks for your vacations, and how much you have left
help-stops-your-clocks-until-the-end-of-a-day = stops your clocks until the end of a day
help-stops-your-clocks-for-some-days = stops your clocks for some days
help-ends-your-vacation = ends your vacation
help-ends-your-account-after-you-have-confirmed-it = ends your account, after you have confirmed it
help-says-how-often-to-be-written-to = says how often to be written to
help-says-whether-sheets-are-sent = says whether sheets are sent
help-says-how-many-hours-before-a-deadline-to-be-reminded = says how many hours before a deadline to be reminded
help-says-in-which-language-to-be-written-to = says in which language to be written to
help-asks-never-to-be-written-to-again = asks never to be written to again
help-asks-what-the-other-lines-would-do-and-does-nothing-of-it = asks what the other lines would do, and does nothing of it
help-ends-the-commands-what-follows-is-not-read = ends the commands: what follows is not read
help-takes-the-seat-of-an-invitation = takes the seat of an invitation
help-declines-an-invitation = declines an invitation
help-places-everything-at-random = places everything at random
help-adds-a-seed-of-one-s-own-to-a-placement = adds a seed of one's own to a placement
help-calls-a-game-off-before-its-first-move = calls a game off before its first move
help-asks-for-the-same-game-again = asks for the same game again
help-asks-for-the-sheets-of-the-game = asks for the sheets of the game
help-writes-to-the-other-players = writes to the other players
help-keeps-a-note-for-oneself = keeps a note for oneself
help-asks-for-what-you-have-noted = asks for what you have noted
help-offers-a-draw = offers a draw
help-agrees-to-a-draw = agrees to a draw
help-turns-a-draw-down = turns a draw down
help-leaves-a-game-before-play-begins = leaves a game before play begins
help-gives-the-game-up = gives the game up
help-leaves-the-game-which-calls-it-off = leaves the game, which calls it off
help-places-a-ship-by-its-first-cell = places a ship by its first cell
help-fires-at-one-cell-or-at-as-many-as-a-salvo-has-shots = fires at one cell, or at as many as a salvo has shots
help-chooses-the-matrix-of-the-battle-map = chooses the matrix of the battle map
help-chooses-that-of-the-tactical-map = chooses that of the tactical map
help-places-a-standing-voice = places a standing voice
help-rolls-for-a-shot = rolls for a shot
help-rolls-for-all-shots-that-are-left = rolls for all shots that are left
help-fires-at-a-cell-that-is-yours-to-choose = fires at a cell that is yours to choose
help-says-which-axis-the-first-die-gives = says which axis the first die gives
help-says-from-which-edges-to-answer-from-now-on-or-a-shot = says from which edges to answer, from now on or a shot
help-says-how-it-is-performed-with-for-the-text-it-takes-that-back = says how it is performed; with "" for the text it takes that back
help-offers-to-end-the-game-here-and-count = offers to end the game here and count
help-agrees-to-that = agrees to that
help-turns-it-down = turns it down
help-places-a-ship-by-its-leftmost-or-topmost-cell = places a ship by its leftmost or topmost cell
help-says-which-suit-will-survive-which-begins-the-game = says which suit will survive, which begins the game
help-rolls-and-fires-once = rolls and fires once
help-fires-to-the-end = fires to the end
help-places-a-building = places a building
help-rolls-all-five-dice = rolls all five dice
help-rolls-again-all-dice-but-some-of-these-values = rolls again all dice but some of these values
help-rolls-again-all-dice-but-those-in-these-places = rolls again all dice but those in these places
help-fires-a-cartridge = fires a cartridge
help-gives-a-cartridge-up-for-one-shot = gives a cartridge up for one shot
help-shoots-at-a-sector = shoots at a sector
help-strikes-the-last-blow = strikes the last blow
help-places-a-ship-by-its-first-square = places a ship by its first square
help-buys-a-weapon-and-places-it = buys a weapon and places it
help-fires-a-salvo-of-three-shots = fires a salvo of three shots
help-sends-a-plane = sends a plane
help-buys-a-weapon = buys a weapon
help-gives-a-gun-an-order = gives a gun an order
help-does-nothing = does nothing
help-says-what-you-are-called = says what you are called
help-asks-for-a-new-token-for-programs = asks for a new token for programs

# Free text in examples. The English texts are those of the notation.
example-decline = after the holidays
example-direct = falling, very slowly
example-note = the cruiser must be in row 7
example-say = well aimed
example-seed = my own luck

help-kinds = { $says }. { $n ->
    [one] The only kind here is { $kinds }
   *[other] The kinds here are { $kinds }
}
# Text for languages with command words of their own.
help-or = { $says }. Also: { $line }

## Syntax of the commands, identical to that of the engine
form-new-game-with-address-name-open-or-bot-random-casual-or-strong-option-value-days-1-to-14-public-or-private = NEW game [WITH address, name, OPEN, or BOT RANDOM, CASUAL or STRONG] [option=value] [DAYS 1 to 14] [PUBLIC or PRIVATE]
form-help-game = HELP [game]
form-rules-game = RULES [game]
form-history-number = HISTORY [number]
form-board-number = BOARD number
form-queue-with-move = QUEUE [WITH] move
form-list-game = LIST [game]
form-join-number-or-code = JOIN number or code
form-vacation-from-date-until-date = VACATION [FROM date] UNTIL date
form-vacation-from-date-days-number = VACATION [FROM date] DAYS number
form-stop-code = STOP [code]
form-set-mail-each-digest-reminders-or-off = SET MAIL EACH, DIGEST, REMINDERS or OFF
form-set-sheets-on-or-off = SET SHEETS ON or OFF
form-set-reminders-hours-or-default = SET REMINDERS hours or DEFAULT
form-set-language-english-german-or-italian = SET LANGUAGE ENGLISH, GERMAN or ITALIAN
form-name-text = NAME text
form-decline-later-too-fast-too-slow-other-ruleset-other-options-or-other-words = DECLINE [LATER, TOO FAST, TOO SLOW, OTHER RULESET, OTHER OPTIONS or OTHER] [: words]
form-seed-text = SEED text
form-sheet-kind = SHEET [kind]
form-say-text = SAY text
form-note-text = NOTE text
form-place-class-cell-across-or-down = PLACE class cell ACROSS or DOWN
form-fire-cells-round-n = FIRE cells [ROUND n]
form-place-battle-matrix = PLACE BATTLE matrix
form-place-tactical-matrix = PLACE TACTICAL matrix
form-place-voice-left-right-or-dice-and-top-bottom-or-dice = PLACE VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE
form-fire-cell = FIRE cell
form-axes-x-or-y = AXES X or Y
form-voice-left-right-or-dice-and-top-bottom-or-dice-for-shot = VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE [FOR shot]
form-direct-call-or-answer-shot-text = DIRECT CALL or ANSWER shot text
form-place-suit-class-cell-across-down-diagonal-down-or-diagonal-up = PLACE suit class cell ACROSS, DOWN, DIAGONAL DOWN or DIAGONAL UP
form-predict-suit = PREDICT suit
form-place-building-sectors = PLACE building sectors
form-keep-values = KEEP values
form-keep-dice-positions = KEEP DICE positions
form-use-cartridge-row-or-column-at-sectors = USE cartridge [ROW or COLUMN] AT sectors
form-give-up-cartridge-at-sector = GIVE UP cartridge AT sector
form-shoot-sector = SHOOT sector
form-destruct-sectors = DESTRUCT sectors
form-place-class-square-across-or-down = PLACE class square ACROSS or DOWN
form-place-weapon-square-order-any-bombers-recce-or-hold = PLACE weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]
form-fire-squares = FIRE squares
form-send-weapon-square-to-square = SEND [weapon] [square] TO square
form-buy-weapon-square-order-any-bombers-recce-or-hold = BUY weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]
form-order-square-any-bombers-recce-or-hold = ORDER square ANY, BOMBERS, RECCE or HOLD

## Errors in a line, mostly identical to those of the engine
wrong-line = line { $line }: `{ $word }` { $problem }
wrong-command = is not a command here
wrong-command-nearest = is not a command here: was { $nearest } meant?
wrong-more-than-yes = begins with a yes and says more, so it is not clear: to play, write ACCEPT or YES alone on the line
wrong-more-than-no = begins with a no and says more, so it is not clear: to decline, write DECLINE alone on the line, or NO as the only line
wrong-further = and more lines that do not begin with a command
wrong-possible = Examples of what you can write here now: { $lines }. HELP lists all commands.
wrong-words = { $place ->
    [above] Begin a message to the others with SAY, and a note for yourself with NOTE. Write the commands first, and END on a line of its own below them: text below that line is not read.
   *[below] Begin a message to the others with SAY, and a note for yourself with NOTE. Text below a line END is not read, nor text below a line of two hyphens (--), which begins a signature.
}
wrong-no-game = goes with a game, and none is meant here: write it in answer to a message of that game
wrong-unknown = is not { $what }: use one of { $known }
wrong-unknown-nearest = is not { $what }: was { $nearest } meant? Or use one of { $known }
wrong-missing = lacks { $what }: write it as in { $example }
wrong-missing-one-of = lacks { $what }: use one of { $known }
wrong-surplus = is more than can be said here: leave it out, or write it as in { $example }
wrong-cell = is not a cell: write a column letter and a row number, as in B4
wrong-date = is not a date: write the year, the month and the day, as in 2027-08-20
wrong-seat-code = is not a code: copy the code, or the number of a game in LIST, as in JOIN 7c2f90ab
wrong-stop-code = is not a code of STOP: write STOP and the code from the email that answers STOP, or STOP alone to get that email
wrong-sector = is not a sector: write a row letter and a column number, as in B4
wrong-off-map = is off the map, which ends at { $last }
wrong-number = is not { $what }: write a number from { $least } to { $most }
wrong-twice = is said twice: leave one of the two out
wrong-unclosed = begins a quotation that does not end: put a quotation mark behind it, or leave the first one out
wrong-in-comment = begins a comment, and what follows it would be left unread: write a line for each command, and put spaces between cells
wrong-exclaimed = would end all mail to you, and reads like an answer to somebody: write NEVER with no mark behind it if it is meant, or SAY before what the others are to read
wrong-no-move-above = adds to the turn of the QUEUE line above, but no such line is above: leave WITH out, or write such a line above
wrong-takes-back-above = would take back the moves of the lines above: write QUEUE OFF above them
wrong-goes-on = may be the rest of the words in the line before, which is long enough to have been broken: put those words into quotation marks, or leave a line empty between the two if this is a command
wrong-not-all-random = leaves everything to luck: leave it out, or else the other lines of PLACE
wrong-seed-alone = goes with a placement: add what is placed, as in PLACE RANDOM
wrong-long-line = begins a line of more than { $most } characters: shorten it
wrong-long-text = is more than is read at once: write at most { $lines } commands and { $characters } characters, and END behind the last
wrong-no-such-plane = is not there to be sent: name one that you have, and its square
wrong-several-planes = stands on { $squares }: say which is sent, as in { $example }
wrong-nothing-sent = says where to, but not what: write it as in SEND BOMBER R2 TO F7
wrong-another-plane = is where a { $stands } stands, not a { $named }: name the square of the plane that is meant
wrong-new-game = says nothing of a new game: name an address, OPEN, DAYS and a number, PUBLIC, PRIVATE, or a setting as in mode=salvo
wrong-setting = is not right: { $detail }
wrong-seed = is not a seed: write 1 to 128 printable ASCII characters
wrong-sheet = is not the name of a sheet: write SHEET alone for those of the game
wrong-no-dice = cannot be kept, for no dice lie there yet: write ROLL
wrong-not-left = is not left to keep: the dice lie as { $dice }. DICE and their places do as well
wrong-more-than-roll = is more than ROLL takes: write ROLL for all five dice, or say which stay, as in KEEP 3 3 5
wrong-row-twice = is for the row too: say TOP, BOTTOM or DICE for the column
wrong-column-twice = is for the column too: say LEFT, RIGHT or DICE for the row
wrong-axis-twice = is given by the first die: the second gives the other axis
wrong-matrix = names no matrix: { $detail }
wrong-json = is followed by no JSON: close what is opened, as in order=["suns","arms"]
what-on-or-off = ON or OFF
what-the-level-of-a-bot = the level of a bot
what-a-building = a building
what-a-cadence = a cadence
what-a-cartridge = a cartridge
what-a-cell = a cell
what-a-class-of-ships = a class of ships
what-a-column = a column
what-a-command = a command
what-a-direction = a direction
what-a-game = a game
what-a-half = a half
what-a-language = a language
what-a-matrix = a matrix
what-a-move = a move
what-a-number-of-days = a number of days
what-a-number-of-hours = a number of hours
what-a-part = a part
what-a-round = a round
what-a-sector = a sector
what-a-seed = a seed
what-a-setting = a setting
what-a-ship-or-a-weapon = a ship or a weapon
what-a-shot = a shot
what-a-suit = a suit
what-a-way-to-lie = a way to lie
what-a-weapon = a weapon
what-an-axis = an axis
what-an-edge = an edge
what-an-order = an order
what-something-to-say = something to say
what-the-dice-that-stay = the dice that stay
what-a-date = a date
what-the-number-of-a-game-or-a-code = the number of a game, or a code
what-the-number-of-an-event = the number of an event
what-the-place-of-a-die = the place of a die
what-the-square-it-is-sent-to = the square it is sent to
what-the-suit-of-a-row = the suit of a row
what-what-a-die-shows = what a die shows
what-what-can-be-offered = what can be offered
what-what-is-placed = what is placed

poem-sounds = How it sounds: the number of the shot, the call, and the answers. → and ← are rows, ↓ and ↑ are columns.
poem-key = The phones, as in: { $words }.
poem-battle = Your battle map sounds your answers. It has game-matrix { $name }:
poem-tactical = Your tactical map sounds your calls. It has game-matrix { $name }:
