# The texts of mails in English.

## The mail that asks whether an address is right
confirm-subject = Is this your address? ({ $service })
confirm-why = Somebody who plays on { $service } has named this address as the one to send game mail to.
confirm-open = If that was you, answer this mail with YES, or open this page and press the button on it:
confirm-button = Yes, write to me here
confirm-code = Or, where you play through a program that asks for it, give it this code:
confirm-until = One of the three is enough, within two days. Before that nothing else is sent here.
confirm-not-you = If it was not you, do nothing, and you will hear no more of it. If you want to be sure that nobody here has mail sent to this address again:
confirm-never = Never write to this address

## Pages that links in mails lead to
page-confirm-title = Is this your address?
page-confirm = { $name } wants to get game mail at { $address }.
page-confirmed-title = Thank you
page-confirmed = This address is confirmed. You will be written to when it is your turn.
page-waits-title = Thank you
page-waits = This address is confirmed. The address before has been told, and can stop the change for a while; until then mail goes there.
page-taken-title = This address is taken
page-taken = It is the address of another account. Delete the mailbox there first, then ask for another confirmation.
page-elsewhere = Nothing is confirmed yet: write YES from the address that our mail went to, or open the page that is named in it.
page-stale-title = This link does nothing any more
page-stale = It was not copied whole, or it was used already, or it is older than two days. If the address is not confirmed yet, put it into your mailbox once more, and another mail comes.
page-no-link-title = This link leads nowhere
page-no-link = It was not copied whole. Open it in the mail itself; or answer that mail with SET MAIL OFF, or with NEVER if you play nothing here.
page-off-title = No more game mail?
page-off = You will not be written to about your games any more. They go on all the same, and your time in them runs. SET MAIL EACH, in answer to the newest mail of a game, turns mail on again at any time.
page-off-button = Stop game mail
page-turned-off-title = Game mail is off
page-turned-off = You will not be written to about your games any more. They go on all the same, and your time in them runs. SET MAIL EACH, in answer to the newest mail of a game, turns mail on again.
page-never-title = Never write to this address?
page-never = Whoever names this address here will have nothing sent to it, neither confirmations nor invitations. If you play here with it yourself, mail about your own games goes on: SET MAIL OFF in answer to one of those mails ends it, and so does the link at their end.
page-never-button = Never write to this address
page-refused-title = No more confirmations or invitations
page-refused = Nothing is sent to this address any more because somebody has named it. If you play here with it yourself, mail about your own games goes on: SET MAIL OFF in answer to one of those mails ends it, and so does the link at their end.

## The mail with a code that gives a token
code-subject = A new token ({ $service })
code-why = A new token was asked for, for the account on { $service } that gets its game mail at this address. A token is what a program plays with in your name.
code-open = If that was you, open this page and press the button on it. The token is shown there once:
code-button = Give me a token
code-code = Or give this code to the program that asks for it:
code-until = Both are good for one hour, and once. Tokens that you have stay as they are.
code-not-you = If it was not you, do nothing: nobody gets a token without this mail. Do not pass it on. If others keep asking, have no more of these sent:
code-never = No more codes to this address
page-code-title = A new token?
page-code = The token is shown once. Whoever has it plays in your name: keep it as you would keep a key.
page-token-title = Your new token
page-token = { $token }
page-token-stale-title = This link does nothing any more
page-token-stale = It was not copied whole, or it was used already, or it is older than an hour. If you still need a token, ask for another.

page-strangers-title = No more challenges by strangers?
page-strangers = You will have no mail about challenges by players whom you have not played with. Mail about your games goes on, and such challenges still stand in programs.
page-strangers-button = No more of these
page-no-strangers-title = No more challenges by strangers
page-no-strangers = You will have no mail about challenges by players whom you have not played with. A program that sets your mailbox can turn it on again.
page-codes-title = No more codes?
page-codes = Nobody will have codes for a new token sent to this address any more by asking for them here. You can still have one if you write TOKEN in answer to a mail of your games.
page-codes-button = No more codes
page-no-codes-title = No more codes are sent
page-no-codes = This server sends codes to this address only if you ask by mail. That ends when the address is confirmed anew.

# Tells a confirmed address that another is to take its place.
notice-subject = Your address is about to change ({ $service })
notice-change = With a token of your account on { $service }, somebody has named { $address } as the new address of your mailbox. The change takes effect on { $date }.
notice-delete = With a token of your account on { $service }, somebody has deleted your mailbox. This address is forgotten on { $date }.
notice-yes = If that was you, there is nothing to do.
notice-no = If it was not you, open this page before then and press the button on it:
notice-button = Keep this address
notice-then = Then somebody else has a token of yours. Ask for a new token with this address, and revoke the tokens that you do not know with it.
notice-foot = This is written to your confirmed address for each change, whatever you have chosen for game mail.
page-keep-title = Keep this address?
page-keep = The address of your mailbox stays as it is, and so does the mailbox.
page-keep-button = Keep this address
page-kept-title = Your address stays
page-kept = Nothing is changed. If it was not you who asked for the change, somebody else has a token of yours: ask for a new token with this address, and revoke those that you do not know with it.
page-late-title = There is nothing to stop
page-late = No change of this address waits: it was stopped, or it has taken effect.

## The mail that invites to a game
invite-anybody = Somebody
invite-subject = An invitation to a game of { $game } ({ $service })
invite-why = { $who } invites you to a game of { $game } on { $service }. It can be played from your mail alone, a line for a move, as in FIRE A5.
invite-days = { $n ->
    [one] The invitation stands for one day.
   *[other] The invitation stands for { $n } days.
}
invite-how = Answer this mail with one of these at the top, line for line:
invite-code = ACCEPT also confirms that this is your address, and makes you an account if it has none. Should you play through a program already, this code takes the seat there:
invite-not-you = If you do not know who this is, do nothing, and you will hear no more of it. If you want to be sure that nobody here has mail sent to this address again:
invite-only = Answer the invitation first, with one of these. Below ACCEPT you can also place by hand; moves you write in answer to the mails that come then:
newcomer-game = You are invited to a game of { $game }:
newcomer-place = Before it begins, everybody places; nobody else sees where.
newcomer-then = Everything that is to be placed has to be there, in one mail; without it ACCEPT takes the seat, and you place in answer to the mail that comes then. Each turn comes as a mail that says what can be answered, as in FIRE A5.
newcomer-more = HELP { $name } has all commands of the game sent to you, and what can be set in one.
does-accept-by-hand = you play, with your ships placed as you like, a line for each
does-accept-buildings = you play, with your buildings placed as you like, a line for each
invite-gone = This invitation is good no more: it was taken back, or is too old, or somebody has the seat, or the game is over.
invite-gone-account = Your address has an account here all the same now. A mail to { $address } with the line HELP begins the next game.
invite-last = Many of your mails about this invitation were answered: from now on only those are that take the seat or decline it. If no answer comes to an ACCEPT, you do not have the seat.
invite-declined = You have declined. Nothing more of this game is sent to you.
invite-accepted-before = You have accepted this invitation. Answer the newest mail of the game.
declined-by-mail = { $reason ->
    [none] { $address } does not want to play.
   *[given] { $address } does not want to play: { $reason }.
}
invitation-expired = { $n ->
    [one] { $address } has not answered your invitation within a day: it stands no more.
   *[other] { $address } has not answered your invitation within { $n } days: it stands no more.
}
invited-somebody = Whoever you invited
declined-seat = Seat { $number } is free again: a new code for it is given where the game was made, or ABORT calls the game off.
does-name = below ACCEPT: what you are called
does-accept-placed = you play, with everything placed at random
does-never = nobody has mail sent to you again; mail about games of your own goes on, until you write SET MAIL OFF
answer-code-sent = A mail with a code is on its way to you.

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
weapon-gun = anti-aircraft gun
weapon-recce = recce plane
weapon-bomber = bomber
weapon-nuclear_bomber = nuclear bomber

## Subjects
subject-challenge = { $who } challenges you to { $plain }
subject-rematch = { $who } asks for a rematch: { $plain }
subject-place = Place your fleet: { $game }
subject-place-fleets = Place your fleets: { $game }
subject-place-buildings = Place your buildings: { $game }
subject-turn = Your turn: { $game }
subject-reminder = Your time runs short: { $game }
subject-message = { $who } writes: { $game }
subject-news = News of { $game }
subject-restored = Restored from a backup: { $game }
subject-waiting = Waiting for others: { $game }
subject-refused = Nothing was done: { $game }
subject-strangers = Challenges by players you have not played with ({ $service })
subject-somebody = Somebody you have not played with
subject-digest = { $n ->
    [0] News of your games ({ $service })
    [one] One game waits for you ({ $service })
   *[other] { $n } games wait for you ({ $service })
}

## What a letter begins with
opening-challenge = { $who } challenges you to a game of { $game }.
opening-rematch = { $who } asks for a rematch: the same game of { $game } again, { $n ->
    [2] with the seats swapped
   *[other] each of you one seat further on
}. You played it before as game { $id }.
opening-place = Everybody has sat down. Place your fleet, and the game begins.
opening-place-buildings = Everybody has sat down. Place your buildings, and the game begins.
opening-place-alone = Place your fleets; then say which suit you expect to survive, and the battle begins.
opening-turn = It is your turn.
opening-waiting = The game waits for somebody to sit down.
opening-others = The game waits for { $who }.
went-back = The server was restored from a backup on { $at }. This game is back where it was on { $last }, after event { $number }. What came later did not happen, and mail about it no longer counts.
moves-repeat = The same moves lead to the same rolls and answers as before.
opening-on = The game goes on.
opening-over = This game is over. { $result }.
draw-stands = { $name } offers a draw.
digest-opening = { $n } of your games have news; { $waiting ->
    [0] none waits for you.
    [1] one waits for you.
   *[other] { $waiting } wait for you.
}
status-opening = { $n } of your games are on; { $waiting ->
    [0] none waits for you.
    [1] one waits for you.
   *[other] { $waiting } wait for you.
}
strangers-opening = { $n ->
    [one] A player challenges you whom you have not played with.
   *[other] Players challenge you whom you have not played with, to { $n } games.
} There is no more than one mail a day about such challenges.
strangers-more = { $n ->
    [one] There is one more such challenge.
   *[other] There are { $n } more such challenges.
}
strangers-foot = This page has no more mail about challenges by players whom you have not played with sent to you, with a click:
strangers-stop = No more challenges by strangers
digest-answer = Answers for this game go to { $address } and nowhere else.
declined = { $reason ->
    [none] { $name } does not want to play.
   *[given] { $name } does not want to play: { $reason }.
}
decline-later = no time now; another time perhaps
decline-too_fast = the clock leaves too little time
decline-too_slow = the clock leaves too much time
decline-other_ruleset = another game would be welcome
decline-other_options = other settings would be welcome
# Of no reason nothing is said.
decline-other = none
writes-earlier = { $n ->
    [one] An earlier message is left out here.
   *[other] { $n } earlier messages are left out here.
}
writes = { $name } writes:
what-happened = What happened:
what-you-can-do = What you can answer:
how-to-answer = Write commands at the top of an answer to this mail, one a line; the cells are examples. They are taken all together or not at all, and you are told which.
foot-game = This is about game { $id } on { $service }. An answer to this mail plays in your name: forward it to nobody.
foot-more-game = HELP on a line of its own has all commands sent to you, STATUS tells how this game stands. SET MAIL DIGEST, SET MAIL REMINDERS or SET MAIL OFF says how often you are written to. This page stops game mail with a click:
foot-more = HELP on a line of its own has all commands sent to you, STATUS tells how your games stand. SET MAIL DIGEST, SET MAIL REMINDERS or SET MAIL OFF says how often you are written to. This page stops game mail with a click:
foot-off = Stop game mail

## Fair play
fair-keep = Keep this mail until the game is over. The server has committed itself to what is secret now; once that is opened, it has to agree with these:
fair-seed = commitment to the seed that all luck is drawn from: { $hash }
fair-placement = { $me ->
    [yes] commitment to what you have placed: { $hash }
   *[no] commitment to what { $name } has placed: { $hash }
}
fair-rules = The rules are here, wherever this server can be reached with a browser:
fair-rules-link = The rules of { $game }
fair-record = The whole game goes along as a file, with everything that was secret in it. The program that this server runs checks it, on any machine:
fair-record-how = Compare the commitments that it prints with those that you were told to keep, and the shots with those that you know of. POST /v1/verify ({ $docs }) checks it too; docs/fairness.md of Broadside tells how a program of your own can.

## How a game ended
result-won = You won
result-lost = You lost
result-draw = A draw
result-all-lose = Everybody lost
result-off = Called off
reason-off = The game was called off; nothing of it is revealed.
reason-fleet-sunk = Every ship of one player is sunk.
reason-both-fleets-sunk = Both fleets went down in the same round.
reason-resigned = The loser gave up.
reason-timed-out = The loser’s time ran out.
reason-agreed = The players agreed on it.
reason-rounds-over = The agreed rounds are over.
reason-prediction-right = The suit that you predicted has survived.
reason-prediction-wrong = Another suit has survived than the one you predicted.
reason-buildings-destroyed = Every building of one player is destroyed.
reason-ceasefire = Both arsenals are empty, and what was destroyed was counted.
reason-self-destruct = The last blow of both players has failed.
reason-exhausted = Nobody can do anything any more.

## What has happened
news-earlier = { $n ->
    [one] One thing before that, which is left out here.
   *[other] { $n } things before that, which are left out here.
}
news-fired = { $me ->
    [yes] You fired at { $cells }: { $report }.
   *[no] { $name } fired at { $cells }: { $report }.
}
news-first = { $me ->
    [yes] You begin.
   *[no] { $name } begins.
}
news-first-rolled = Rolled for it: { $rolls }.
news-joined = { $me ->
    [yes] You sat down.
   *[no] { $name } sat down.
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
    [yes] You gave up.
   *[no] { $name } gave up.
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
    [yes] You turned the draw down.
   *[no] { $name } turned the draw down.
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
news-cancelled-late = Nobody came in time: the game is called off.
news-written = { $me ->
    [yes] You have written your salvo.
   *[no] { $name } has written a salvo.
}
news-round = Round { $number }.
news-predicted = { $me ->
    [yes] You predicted that the { $suit } survive.
   *[no] { $name } predicted that the { $suit } survive.
}
news-volley = { $me ->
    [yes] Volley { $number }: { $report }.
   *[no] Volley { $number } of { $name }: { $report }.
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
    [yes] You were passed over.
   *[no] { $name } was passed over.
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
sign-shot = * = shot, not known what it met
sign-struck = * = shot or bombed, not known what was met
sign-empty = - = seen from the air, nothing there
sign-land = : = land
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
fact-axes = Your dice show { $dice }: choose. With AXES X they are { $x }, with AXES Y they are { $y }.
fact-cell = You have rolled { $rolled }, which was fired at before: choose another cell with FIRE, out of { $cells }.
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
fact-keep = KEEP takes the values of the dice that stay, KEEP DICE their places from 1 to 5: any of them, but not all.
fact-unlocked = Your dice unlock, for USE: { $cartridges }.
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
fact-planes = SEND takes one of your planes, and no points: { $uses }.
fact-buy = BUY takes any of these, as often as your points allow: { $uses }.
fact-guns = ORDER takes one of your guns ({ $uses }) and one of ANY, BOMBERS, RECCE and HOLD; it takes no points and ends no turn.
term-no-clock = No clock
term-days = { $n ->
    [one] One day a turn
   *[other] { $n } days a turn
}
term-bank = { $bank } hours for the whole game, and { $more } more after each turn

## What commands do
does-accept = you play
does-decline = you do not
does-rematch = ask { $others } for the same game again, { $n ->
    [2] with the seats swapped
   *[other] each of you one seat further on
}; whoever is asked may accept or decline
does-say = write to the others
does-place-random = everything at random
does-place = ship by ship, a line for each
does-place-building = building by building, a line for each
does-place-all = ship by ship, and the weapons you buy, a line for each
does-fire-one = fire at a cell of your choice
does-fire = fire at cells of your choice
does-rewrite = write another salvo in place of yours
does-roll = roll the dice
does-keep = roll again, but keep these
does-roll-all = all shots that are left
does-choose-axes = say which die is the column
does-accept-end = agree to end the game
does-decline-end = play on
does-predict = say which suit will survive
does-volley = roll and fire once
does-run-out = fire to the end
does-leave = leave the game
does-abort = call the game off
does-use = fire a cartridge
does-give-up = give one up for a single shot
does-shoot = shoot at a sector
does-destruct = strike the last blow
does-salvo = fire three shots
does-send = send a plane
does-buy = buy a weapon
does-order = give a gun an order
does-pass = do nothing
does-accept-draw = agree to the draw
does-decline-draw = play on

## Answers to mail that came in
answer-taken = This was done:
answer-fine = This would be done, and nothing of it was:
answer-errors = Your mail was not carried out:
answer-nothing-done = Nothing was done. Write again, with all that is to be done: a mail is taken whole or not at all.
answer-nothing = There is no command in your mail, apart from what it quotes.
answer-help = Write HELP to be told what can be written.
answer-unknown-key = The address that you wrote to is not one of yours: each mail that you get has its own to be answered to.
answer-several-keys = You wrote to the addresses of several turns at once, and it cannot be told which of them you mean.
answer-turn-over = That turn is over, and nothing of your mail was done. How the game stands now is told below: answer this mail, and none of an earlier turn.
answer-old-key = The mail that you answered is too old for that, and nothing of your mail was done: old mails get into other hands. Answer this one, or the newest of a game, and write it again.
answer-no-key = A mail came from your address that does not answer one of ours. Anybody can write your address as the sender, so nothing of it was done. Answer the newest mail of a game to play it, or this one for what needs no game: HELP says what that is.
answer-no-more = To be written to no more:
answer-off = No more mail
answer-struck = Something in your mail is struck out or hidden, and only you see that. Write again, without what is not meant.
answer-missed = This was not done after all:
answer-too-much = these are several things of which one might be done without the others: write a mail for each
answer-last = Many of your mails that changed no game were answered today: until tomorrow those in which nothing is like a command are not answered any more. Those with commands are, and you are told if that ends as well.
answer-last-commands = So many of your mails were answered today that until tomorrow only those are by which something is done in a game. If no answer comes, nothing was done in any: commands are read all the same, and the next mail of your turn shows how the game stands.
answer-last-keyless = So many mails from your address that answer none of ours came today that further ones are not answered until tomorrow. Those that answer one of ours are.
answer-commands = A command a line; capitals and small letters are the same. Here is an example of each, with what it does and, where that leaves something open, how it is written: what is in capitals as it stands, what is in brackets if it is wanted.
answer-never = From now on nothing is sent to you that you do not ask for. The game goes on all the same, and your time in it runs. If that is not what you meant, answer with SET MAIL EACH.
answer-notes = You have noted:
answer-no-notes = You have noted nothing on this game.
answer-no-sheet = SHEET { $wanted }: this game has { $names }, or SHEET alone for all
answer-nobody-called = you have played with nobody called { $name }: name an address instead
answer-several-called = you have played with several called { $name }: name an address instead
answer-name = a name has 1 to 40 characters, no control characters and no space at either end
answer-no-code = three codes a day go to an address, and so many have gone to yours: ask for another tomorrow
answer-foot = { $service } answers what comes from your address.
answer-no-games = You have no game going on. NEW makes one; HELP says how.
answer-rematch-made = { $n ->
    [1] The same game is made again.
   *[other] The same game is made again, { $n ->
        [2] with the seats swapped
       *[other] each of you one seat further on
    }, and you sit in it. { $others } may accept or decline, and you are told; once everybody has accepted, placing begins.
}
answer-rematch-joined = The same game was made again before you asked ({ $others }): you have sat down in that one.

## What commands do, in the words of the engine
help-makes-a-game = makes a game
help-asks-how-things-stand = asks how things stand
help-asks-for-the-commands = asks for the commands
help-says-how-often-to-be-written-to = says how often to be written to
help-says-whether-sheets-are-sent = says whether sheets are sent
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

help-kinds = { $says }. { $n ->
    [one] The only kind here is { $kinds }
   *[other] The kinds here are { $kinds }
}
# Only where the language has words of its own for commands.
help-or = { $says }. Also: { $line }

## How commands are written, in the words of the engine
form-new-game-with-address-name-or-open-option-value-days-1-to-14-public-or-private = NEW game [WITH address, name or OPEN] [option=value] [DAYS 1 to 14] [PUBLIC or PRIVATE]
form-help-game = HELP [game]
form-set-mail-each-digest-reminders-or-off = SET MAIL EACH, DIGEST, REMINDERS or OFF
form-set-sheets-on-or-off = SET SHEETS ON or OFF
form-set-language-english-or-italian = SET LANGUAGE ENGLISH or ITALIAN
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

## What is wrong with a line, in the words of the engine
wrong-line = line { $line }: `{ $word }` { $problem }
wrong-command = is no command here
wrong-command-nearest = is no command here: was { $nearest } meant?
wrong-further = and further lines that begin with no command
wrong-possible = What can be written here now, for example: { $lines }. HELP lists all commands.
wrong-words = { $place ->
    [above] Words of your own need SAY before them if others are to read them, or NOTE if only you are. Write the commands first, and END on a line of its own below them: what stands under that is not read.
   *[below] Words of your own need SAY before them if others are to read them, or NOTE if only you are. Below a line END nothing is read, nor below a line of two hyphens (--), with which a signature begins.
}
wrong-no-game = goes with a game, and none is meant here: write it in answer to a message of that game
wrong-unknown = is not { $what }: use one of { $known }
wrong-unknown-nearest = is not { $what }: was { $nearest } meant? Or use one of { $known }
wrong-missing = lacks { $what }: write it as in { $example }
wrong-surplus = is more than can be said here: leave it out, or write it as in { $example }
wrong-cell = is not a cell: write a column letter and a row number, as in B4
wrong-sector = is not a sector: write a row letter and a column number, as in B4
wrong-off-map = is off the map, which ends at { $last }
wrong-number = is not { $what }: write a number from { $least } to { $most }
wrong-twice = is said twice: leave one of the two out
wrong-unclosed = begins a quotation that does not end: put a quotation mark behind it, or leave the first one out
wrong-in-comment = begins a comment, and what follows it would be left unread: write a line for each command, and put spaces between cells
wrong-exclaimed = would end all mail to you, and reads like an answer to somebody: write NEVER with no mark behind it if it is meant, or SAY before what the others are to read
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
wrong-seed = is no seed: write 1 to 128 printable ASCII characters
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
what-a-number-of-days = a number of days
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
what-the-place-of-a-die = the place of a die
what-the-square-it-is-sent-to = the square it is sent to
what-the-suit-of-a-row = the suit of a row
what-what-a-die-shows = what a die shows
what-what-can-be-offered = what can be offered
what-what-is-placed = what is placed
