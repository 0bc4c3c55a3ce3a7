# Texts of the home page. The page itself has the same words, for readers without scripts.

home-guides = Guides
home-title = Sea battles, a move a day
home-about = Games of hidden fleets, against the computer or a friend: in the browser, by mail, or on paper. The server keeps each side’s secrets, and proves at the end that it was honest.
home-play = Play now
home-play-about = Against the computer, without an account.
home-play-go = Begin a game
home-friend = Play with a friend
home-friend-about = Send a link. Each of you moves when there is time.
home-friend-go = Invite a friend
home-sheets = Print sheets
home-sheets-about = Maps, rules, dice and pieces, for two people at a table or a class.
home-sheets-go = Choose a sheet
home-client = Write a client
home-client-about = A bot or a frontend of your own, in any language, from the OpenAPI document.
home-client-go = Read the guide
home-client-reference = API reference
home-games = The games
missing-title = There is no such page
missing-home = To the first page
