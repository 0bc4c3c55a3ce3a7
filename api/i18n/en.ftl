# The texts of mails in English.

## The mail that asks whether an address is right
confirm-subject = Is this your address? ({ $service })
confirm-why = Somebody who plays on { $service } has named this address as the one to send game mail to.
confirm-open = If that was you, open this page and press the button on it:
confirm-button = Yes, write to me here
confirm-code = Or, where you play through a program that asks for it, give it this code:
confirm-until = Both are good for two days. Until then nothing else is sent here.
confirm-not-you = If it was not you, do nothing, and you will hear no more of it. If you want to be sure that this server never writes to this address again:
confirm-never = Never write to this address

## Pages that links in mails lead to
page-confirm-title = Is this your address?
page-confirm = { $name } wants to get game mail at { $address }.
page-confirmed-title = Thank you
page-confirmed = This address is confirmed. You will be written to when it is your turn.
page-taken-title = This address is taken
page-taken = It is the address of another account. Delete the mailbox there first, then ask for another confirmation.
page-stale-title = This link does nothing any more
page-stale = It was not copied whole, or it was used already, or it is too old. If you still need it, ask for another mail.
page-off-title = No more game mail?
page-off = You will not be written to about your games any more. They go on: clocks run, and you can play on the web. You can have mail turned on again at any time.
page-off-button = Stop game mail
page-turned-off-title = Game mail is off
page-turned-off = You will not be written to about your games any more.
page-never-title = Never write to this address?
page-never = Whoever names this address here will not have anything sent to it, neither confirmations nor invitations.
page-never-button = Never write to this address
page-refused-title = You will not be written to again
page-refused = This server sends nothing to this address any more.

## Answers to mail that came in
answer-taken = This was done:
answer-done = What you wrote was done.
answer-fine = This would be done, and nothing of it was:
answer-errors = Your mail was not carried out:
answer-nothing-done = Nothing was done. Write again, with all that is to be done: a mail is taken whole or not at all.
answer-nothing = There is no command in your mail, apart from what it quotes.
answer-help = Write HELP to be told what can be written.
answer-unknown-key = The address that you wrote to is not one of yours: each mail that you get has its own to be answered to.
answer-several-keys = You wrote to the addresses of several turns at once, and it cannot be told which of them you mean.
answer-turn-over = That turn is over. Answer the newest mail of the game.
answer-commands = A command a line; capitals and small letters are the same. For example:
answer-foot = { $service } answers what comes from your address.
