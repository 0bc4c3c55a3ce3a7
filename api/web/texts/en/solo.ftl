# Texts of Solo Salvo.

ship-dinghy = Dinghy
ship-submarine = Submarine
ship-cruiser = Cruiser

solo-suns = Suns
solo-moons = Moons
solo-crowns = Crowns
solo-arms = Arms
solo-sea = The sea
solo-row-upper = { $suit }, upper
solo-row-lower = { $suit }, lower
solo-ship = { $ship } of { $suit }
solo-last = in the last volley
solo-legend = The number is the length of the ship. Dashed on red: hit · • miss · framed: the last volley.
solo-lends = { $suit } number the columns, and have no ships.

solo-predict-hint = Which suit will be the last one afloat? Your prediction begins the game. After that, the fleets cannot change.
solo-predict-choose = Choose a suit
solo-predict = Predict { $suit }
solo-volley = Fire a volley
solo-run-out = Play to the end

solo-heads = heads
solo-tails = tails
solo-heads-rows = Heads: the shots fall in the upper rows.
solo-tails-rows = Tails: the shots fall in the lower rows.
solo-volley-number = Volley { $volley }
solo-volleys = All volleys ({ $count })
solo-number = No.
solo-coin = Coin
solo-not-fired = not fired
solo-hits-one = hit, { $suit }
solo-hits-last = hit, the last coin of { $suit }

solo-suits = Suits
solo-suit = Suit
solo-hits = Coins hit
solo-of = { $hit } of { $coins }
solo-state = State
solo-afloat = afloat
solo-sunk = sunk
solo-chance = Chance at the beginning
solo-your-prediction = predicted

solo-predicted = { $name } predicted { $suit }.
solo-fired = Volley { $volley }: { $coin }, { $dice }.
solo-hit = Hit: { $suits }.
solo-no-hit = No hit.
solo-out = { $suit } are sunk.

option-solo-lends = Suit without ships, which numbers the columns
option-solo-lends-suns = Suns
option-solo-lends-moons = Moons
option-solo-lends-crowns = Crowns
option-solo-lends-arms = Arms
option-solo-wumpuses = Wumpuses: six dinghies for each suit
option-solo-order = Suits from the top
