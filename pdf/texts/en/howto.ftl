# Rules of the games for people who play on paper, in English. Text between *asterisks* is bold.

## Headings
howto-note = How to play
howto-need = What you need
howto-begin = Before the battle
howto-sea = The sea and the fleets
howto-turn = A turn
howto-round = Salvo: a round
howto-shot = Shot by shot: a turn
howto-volley = A volley
howto-cartridges = The cartridges
howto-report = The answer
howto-mark = Marks
howto-perform = The performance
howto-end = The end
howto-variations = Variations
howto-credits = Credits

## Credits
credits-classic = *Salvo on paper* is traditional.
credits-voices = *SALVO for 2 voices*, a score for performance.
credits-solo = *Solo Salvo* by Eric Witt.
credits-satellite = *Satellite Salvo* by Reluctant Pirate Games.
credits-advanced = *Advanced Battleships* after Hubert Phillips and Jonathan Palfrey.

## Salvo on paper
howto-classic-intro = Each of you hides a fleet on a grid and looks for the other’s fleet. Hit every cell of it before your own fleet is gone.
howto-classic-need-what = Two players with a pack like this one each, two pencils, a die, and something to hide the sheets from each other. Before you begin, choose one of two games. In *Salvo*, both of you fire a whole salvo in each round, and the answer is a total. In *Shot by shot*, you take turns with single shots, and each is answered at once.
howto-classic-begin-grid = *Self* is the sea of your own fleet. *Opponent* is the sea at which you fire. The name of a cell is the letter of its column and the number of its row: *F7* is in column F and row 7.
howto-classic-begin-fleet = In secret, draw your fleet on *Self*: a line around each ship, inside its cells. The list below the grid has the ships. A ship covers as many cells as it has boxes, in a straight line along a row or down a column. Ships may touch, but two ships never share a cell. The lists of both players must be the same.
howto-classic-begin-first = Each of you rolls a die, and the higher roll begins. After a tie, roll again. In Salvo, this only decides who reads out first. You may also agree who begins.
howto-classic-round-shots = *Count your shots.* The list says how many shots each ship gives in a round. You have the shots of all your ships that are afloat when the round begins.
howto-classic-round-write = *Write.* Both of you write a salvo in your logs, in secret: exactly as many cells as you have shots, all different, and none that you have called before. If fewer cells are left, write all of them. A salvo with too many cells or a wrong one does not count: correct it before anybody answers. You may change your salvo until both are ready.
howto-classic-round-read = *Read out.* One of you reads out all cells of the salvo, and then the other does the same. Answer only after that: both salvos take effect together.
howto-classic-round-answer = *Answer* with totals: how many hits on each class of ship, and which ships have sunk. Never say which cell was a hit. Two ships of the same class have one total. If nothing was hit, say “no hits”.
howto-classic-round-sink = A ship is *sunk* when all its cells are hit. It still fires in the round in which it sinks. It gives no shots from the next round on.
howto-classic-round-example = *Example.* Ada has seven shots and reads out B2, B5, C7, E5, F1, H8 and J4. Two of these cells are in Ben’s Battleship, and one is the last cell of his Destroyer. He says: “Two hits on the Battleship, one on the Destroyer, and the Destroyer is sunk.” Ada does not learn which cells they were.
howto-classic-shot-call = Take turns. In your turn, call one cell: “F7”. The other player says *hit* or *miss*.
howto-classic-shot-sunk = When the last cell of a ship is hit, and only then, the other player also names the ship: “Hit, the Cruiser is sunk.”
howto-classic-shot-once = Call each cell only once. If you call it again, the call does not count: call another cell.
howto-classic-mark-round = In Salvo, write the number of the round into the cells: your own salvo on *Opponent*, the other salvo on *Self*. Write both salvos with their totals in the log, and † for a ship that has sunk. For each hit, tick a box of that class in the list. Strike out a ship that has sunk.
howto-classic-mark-shot = In Shot by shot, put a cross into the cell, and a circle around the cross of a hit. Below *Self*, tick a box for each hit on that ship. Below *Opponent*, you do not know which ship you hit: tick a ship off when you hear that it is *sunk*. A sheet that is printed for Shot by shot has just one box for each ship there.
howto-classic-end-how = If all your ships are sunk, you have lost. If both of you lose your last ship in the same round of Salvo, the game is a draw. At any time, you may give up, or agree on a draw.
howto-classic-variations-fleet = *Other fleets.* The sheet can be printed with three fleets: ships of 5, 4, 3 and 2 cells; of 5, 3, 2 and 2; or of 5, 4, 3, 3 and 2. You may also write the same list of your own on both sheets: one to ten ships of one to six cells, on at most half of the grid. For Salvo, give each ship one to five shots, together at most a quarter of the cells of the grid. Ships of the same class are alike. The grid may have any size from 6×6 to 26×26.
howto-classic-variations-repeat = *Another shot after a hit.* In Shot by shot, fire again after each hit, until you miss.

## SALVO for 2 voices
howto-voices-intro = A battle of two hidden fleets in which every shot is sung, spoken, whispered or shouted. Ten-sided dice aim. The game-matrices say how each shot sounds.
howto-voices-need-what = Each of you needs a pack like this one: a *battle map* for your own fleet, a *tactical map* for your own shots, and the *pronunciation key*. You also need two pencils, something to hide your maps from each other, and two ten-sided dice, as on the last page. The maps of the two packs may have different game-matrices: you share only the coordinates.
howto-voices-need-phone = The sign in a cell is a *phone*: one sound of speech. The key has a word for each phone, and the letters in bold sound it.
howto-voices-begin-fleet = In secret, draw your fleet inside the cells of your battle map: *Carrier* 5 cells, *Battleship* 4, *Destroyer* 3, *Patrol* 2, *Submarine* 1. Ships lie in a straight line, along a row or down a column. They may touch, but two ships never share a cell.
howto-voices-begin-first = Each of you rolls a die, and the higher roll begins. After a tie, roll again. On all dice, 0 counts as 10, and A to J as 1 to 10.
howto-voices-turn-shots = You play in rounds, and each player has one turn in a round. In your turn, you have as many shots as you had *ships afloat when the round began*: five at first. A ship that sinks during a round costs its shot from the next round on.
howto-voices-turn-dice = For each shot, *roll one die* for the column (A to J, or 1 to 10) and *another one* for the row.
howto-voices-turn-again = If you have already fired at that cell, choose another cell of the same row at which you have not fired. If there is none, choose one in the same column. If there is none there either, roll again.
howto-voices-turn-call = *Call the cell* (“F7”), and sound the phone that stands there on your tactical map.
howto-voices-turn-answer = Your opponent finds the cell on their own battle map and *answers*: first the phones of its row, from the left or the right edge up to the cell, and then the phones of its column, from the top or the bottom edge up to the cell. They choose the edges freely. The phone in the cell itself is sounded both times.
howto-voices-turn-report = Then your opponent says *hit* or *miss*. When the last cell of a ship is hit, they say that it is *sunk*, and which ship it was.
howto-voices-turn-example = *Example.* Ada calls F7 and sounds her phone there. Ben answers from the left, with the six phones from A7 to F7, and then from the bottom, with the four phones from F10 to F7. He says: “Miss.”
howto-voices-mark-shots = Your own shots go on your tactical map, and your opponent’s shots go on your battle map. Put a cross in the lower right of the cell, so that the phone stays readable, and a circle around the cross of a hit.
howto-voices-mark-list = On your battle map, tick a box in the list for each hit on that ship, and strike out a ship that is sunk. On your tactical map, you do not know which ship you hit. So each ship has only one box there: tick it when you hear that the ship is *sunk*. The number next to the box is the number of its cells.
howto-voices-perform-how = The sounding is yours. Sound each phone as high or as low, as loud or as soft as you like. Stretch it, repeat it, stress it or take the stress away, and let one phone morph into the next. Listen to each other: the battle is the score, and the two of you are the piece.
howto-voices-end-how = If all your ships are sunk, you have lost, and the game ends at once. At any time, you may agree to end the game and count: the player with more ships afloat wins. If these are equal, the player with more cells that are not hit wins. If these are equal too, it is a draw. You may also give up.
howto-voices-variations-rounds = *A number of rounds.* Agree on 1 to 100 rounds before you begin. After the last round, count in the same way.
howto-voices-variations-seats = *Three to eight players.* The highest roll begins, and the turns go around the table. A player without ships is out and does not fire. The last fleet afloat wins. Agree on one of two ways to fire:
howto-voices-variations-all = *At all of them.* Each shot falls on the same cell of the map of every other player who is still in. Each of them answers, one after the other around the table. Write on your tactical map who was hit.
howto-voices-variations-one = *At one of them.* All shots of your turn go to one opponent: in the first round to the next player around the table, in the second round to the one after that, and so on. Count only those who are still in. If your target goes out, the rest of your shots go to the next player. Print a tactical map for each opponent: you may fire once at each cell of each of them.
howto-voices-variations-fleet = *Other fleets.* Agree on the number of ships of each class, from none to four, on at most 60 cells. Each ship afloat still gives one shot.
howto-voices-variations-axes = *The dice first.* Say only after the roll which die gives the column.
howto-voices-variations-aim = *Without dice.* Aim each shot at any cell at which you have not fired. The dice then only decide who begins.
howto-voices-variations-interludes = *Hums and sonar.* Between turns, sound a cue together: the first time hum an anthem, the second time sing a shanty, the third time sound the ping of a sonar, and then begin again.

## Solo Salvo
howto-solo-intro = A solitaire. You hide three fleets in one sea and predict which of them will survive. Then the dice fire, and you can only watch.
howto-solo-need-what = The sheet with the sea, a pencil, any coin to flip, and the four dice of a piecepack, one for each suit. The last pages are a piecepack to cut out. On the sheet, you need only its dice. Four ordinary dice in four colours do too: choose a suit for each, and let 6 be the null (N) and 1 the ace (A).
howto-solo-sea-rows = The sea has two rows for each suit, an upper and a lower one. From the top, the suits are *Suns*, *Moons*, *Crowns* and *Arms*. The columns are *N* (null), *A* (ace), *2*, *3*, *4* and *5*.
howto-solo-sea-suits = Suns, Moons and Crowns fight. Arms has no fleet, but its rows are part of the sea, and its die is rolled.
howto-solo-sea-ships = Place the fleets of the three suits. Each has a *Cruiser* of 3 coins, a *Submarine* of 2 and a *Dinghy* of 1. The coins of a ship lie in adjacent cells in a straight line: along a row, down a column, or *diagonally*. A ship may lie anywhere, also in the rows of another suit. Each cell holds at most one coin. Two diagonal ships may cross if they do not share a cell.
howto-solo-sea-draw = On the sheet, write the first letter of the suit into each cell of a ship, and draw a line around the ship. In these rules, each letter is a *coin*. With a piecepack, lay twelve tiles in four rows of three, quarters up, and the four ace tiles next to them in a column, suits up, to show the suits. Each tile has four quarters, and each quarter is a cell. The ships are coins, with the suit up. The coins of Arms number the columns.
howto-solo-sea-predict = *Predict* which of the three suits will survive, and write it down. From now on, you cannot change anything.
howto-solo-volley-roll = *Roll* the four dice and *flip* your coin. Each die is one shot into the two rows of its suit. The flip chooses the row, the same for all four: heads is upper, tails is lower. The face of the die is the column.
howto-solo-volley-hit = If a coin that is not hit yet lies in that cell, it is *hit*, for any suit. If not, nothing happens.
howto-solo-volley-order = Take the shots one after the other, from the top of the sea to the bottom. A suit is afloat as long as it has a coin that is not hit. Stop as soon as *only one suit is afloat*. The remaining dice do not count.
howto-solo-volley-example = *Example.* You throw heads, and Suns 3, Moons N, Crowns 5, Arms A. The first shot falls on Suns, upper row, column 3. A coin of the Moons’ Cruiser lies there, so it is hit. Then comes Moons, upper row, column N, and so on.
howto-solo-mark-how = Cross out each coin that is hit, or turn it over. Tick a box of its ship in the list, and strike out a suit when all its boxes are ticked. You may keep a log of the volleys: the coin, the four dice, and the letters of the suits hit, with † for a suit that has sunk.
howto-solo-end-how = The game ends when only one suit is afloat. If it is the suit that you predicted, you *win*. If it is another suit, you lose.
howto-solo-variations-wumpuses = *Wumpuses.* Each of the three suits has six Dinghies instead of its ships.
howto-solo-variations-order = *Another order.* Before you place the fleets, put the suits in any order from the top of the sea to the bottom.
howto-solo-variations-lends = *Another suit without a fleet.* Choose a suit other than Arms. This suit has no fleet, its coins number the columns, and Arms fights.

## Satellite Salvo
howto-satellite-intro = Each of you has a planet with six hidden buildings, and a satellite with thirteen cartridges. Dice decide which cartridges you can fire. Destroy every building on the other planet.
howto-satellite-need-what = Two players with a pack like this one each, two pencils, five ordinary dice, and the divider on the last pages, which hides your planet. You play with pencils. If you prefer, cut out the buildings and tokens, and lay them instead of drawing. Before you begin, agree on one of the four ways to end the game (see the end). The usual one is *Ceasefire*.
howto-satellite-begin-planet = *Planet* is your own planet, and *Targeting* is the other one. A square of a planet is a sector. Its name is the letter of its row and then the number of its column: *A9* is the end of the first row.
howto-satellite-begin-build = In secret, outline the six buildings on *Planet*, each of them once. The sheet shows their shapes. You may turn and mirror a building. Buildings may touch, but two buildings never share a sector.
howto-satellite-begin-first = Each of you rolls two dice, and the higher total begins. After a tie, roll again. Then you take turns.
howto-satellite-turn-roll = *Roll* the five dice. Then you may roll again up to twice, each time with as many of the dice as you like.
howto-satellite-turn-fire = *Fire* one cartridge that you have left and that the dice unlock. It is then spent: both of you tick its box. The page with the arsenal shows the dice that each cartridge needs, and its pattern. A dot in the pattern is a target.
howto-satellite-turn-contain = The dice unlock everything that they contain. Four equal dice and a full house also count as three equal dice. Five in sequence also count as four in sequence. Five equal dice also count as four and as three, and give the barrage of their number five targets. But five equal dice are not a full house, which needs two different numbers.
howto-satellite-turn-target = *Name the target.* It must be a sector without a mark on *Targeting*. The other sectors of a burst or a beam may have a mark, or lie beyond the edge: these are left out.
howto-satellite-turn-answer = *The answer.* For each new sector, the other player says hit or miss. Then they say how many buildings you have destroyed with it, but not which ones. A building is destroyed when all its sectors are hit.
howto-satellite-turn-give-up = If the dice unlock no cartridge that you have left, and only then, *give up* one cartridge of your choice. It is not fired, and you shoot at one sector only. Both of you write a dash (–) in its box instead of a tick. This cannot happen before you have spent your Hazard, because any dice unlock it.
howto-satellite-cartridges-barrage = A *Barrage* has one target for each die of its number, or fewer if you like. All targets are different. Name them together, and get the answers together.
howto-satellite-cartridges-burst = *Three of a kind* is a burst on the target and its four neighbours, *Four of a kind* on all eight sectors around it too, *Full house* on the target and two steps along each diagonal.
howto-satellite-cartridges-beam = *Small straight* is a beam along the whole row or the whole column of the target, and you say which. *Large straight* is a beam along both.
howto-satellite-cartridges-salvo = *Salvo* has ten shots. Name each target after the answer to the one before. After you have fired your Salvo, five equal dice unlock *any* cartridge that you have left, also a full house, a straight, or a barrage of any number with five targets. A Salvo that you gave up does not do this.
howto-satellite-cartridges-hazard = *Hazard* has one target. If it hits, the whole building is destroyed. The other player names its other sectors, and these count as hit.
howto-satellite-turn-example = *Example.* You roll 2 3 3 5 5, roll the 2 again and get a 3. This unlocks Full house, Three of a kind, Barrage 3 with up to three targets, Barrage 5 with up to two, and Hazard. You fire the full house at F5. The other player answers for F5, E4, D3, E6, D7, G4, H3, G6 and H7: “D3 and E4 are hits, the others are misses, and one building is destroyed.” Earlier shots had hit the rest of this building.
howto-satellite-mark-how = Mark ⊗ for a hit and o for a miss, or lay a token: your own shots on *Targeting*, the other player’s shots on *Planet*. Below *Planet*, tick a box for each building that you lose; below *Targeting*, for each one that you destroy. In the log, write the cartridge, its targets (and for a Small straight → for the row or ↓ for the column), the number of hits, and † for each building destroyed. A cartridge that was given up stands in brackets.
howto-satellite-end-how = If you destroy the last building of the other planet, you win at once, even in the middle of a Salvo. You may also give up, or agree on a draw. After thirteen turns each, both arsenals are empty. Then end the game in the way that you agreed on:
howto-satellite-end-ceasefire = *Ceasefire.* The player who has destroyed more buildings wins. If these are equal, the player who has hit more sectors of buildings wins. If these are equal too, both of you lose.
howto-satellite-end-desperation = *Desperation.* Go on taking turns, without dice and with one target each, until a planet has lost its last building.
howto-satellite-end-reloaded = *Reloaded.* Rub out the marks in the boxes: both arsenals are full again, and the special right after a Salvo must be earned again. Do this as many times as necessary, until a planet has lost its last building.
howto-satellite-end-self-destruct = *Self-destruct.* Each of you rolls two dice. After a tie, roll again. The player with the *lower* total goes first, and names that many targets together, or all sectors that are left if these are fewer. If this destroys the last building, that player wins. If not, the other player does the same with their own total. If this fails too, both of you lose.
howto-satellite-variations-planet = *Other planets.* On squared paper, use 8 to 16 rows and 8 to 16 columns, the same for both planets.

## Advanced Battleships
howto-advanced-intro = Two fleets hide in the water of the same map. You have points, and they buy guns, planes and salvos. Each weapon works once. Find and sink the other fleet.
howto-advanced-need-what = Two players with a pack like this one each, two pencils, a die, and something to hide the sheets from each other.
howto-advanced-begin-map = *The map.* Shaded squares are land, and all others are water. The four maps of your two packs must be the same: compare the name of the map at the foot of the sheets. If your maps are all water, agree on the land and shade the same squares on all four, a third to a half of them. The name of a square is its column and its row, as in *F7*.
howto-advanced-begin-ships = *The fleet.* In secret, outline your ships on your own map: one Carrier of 5 squares, one Battleship of 4, two Cruisers of 3, two Destroyers of 2 and two Submarines of 1. Ships lie only on water, in a straight line along a row or down a column. They may touch, but two ships never share a square.
howto-advanced-begin-buy = *The weapons.* You have { $points } points. In secret, buy guns and planes from the price list: tick a box for each, and write its letter into a square of your own map. Guns stand on land. Planes stand on land or on your Carrier. A square holds one weapon. The points that you keep pay for salvos.
howto-advanced-begin-first = Each of you rolls a die, and the higher roll begins. After a tie, roll again. Then you take turns.
howto-advanced-turn-one = In your turn, do *one* of these three things:
howto-advanced-turn-salvo = *Fire a salvo.* It costs one point. Name three different squares. They may have been hit before.
howto-advanced-turn-send = *Send a plane.* Say which kind it is, and to which square of the map it goes. Do not say where it stood. A *recce plane* looks at the 3×3 squares around this square, a *bomber* hits everything in the 3×3 squares, and a *nuclear bomber* hits everything in the 5×5 squares. Squares beyond the edge do not exist. Cross the plane out.
howto-advanced-turn-pass = *Pass.* You may do nothing, even if you could: say “pass”. If you have neither points nor planes, say so, and you are passed over.
howto-advanced-report-hit = *A hit* destroys what stands in the square: that part of a ship, and a weapon that is not used yet. A plane on a hit part of the Carrier is lost with it. A ship is *sunk* when all its squares are hit.
howto-advanced-report-total = *After a salvo or a bomb*, the other player gives a total: the hits on each class of ship, the weapons destroyed of each kind, and the classes of the ships sunk. They never say which square it was. Two Cruisers have one total. Parts that were hit before and used weapons are not mentioned. If there is no hit, the answer is “nothing”.
howto-advanced-report-recce = *After a recce plane*, the other player describes the squares one by one, row by row from the upper left: land or water, the class of a ship and whether that part is hit, and the weapons that are not used yet. Nothing is destroyed.
howto-advanced-report-gun = *Guns.* If a bomber is sent to the square of a gun that is not used yet, its owner may shoot the bomber down: nothing is hit. If a recce plane is sent to the square of the gun or to one of the eight squares around it, the owner may shoot it down: nothing is described. Say “shot down”, but not by which gun, and cross out that gun. No gun reaches a nuclear bomber. A gun that does not fire can be hit like any other weapon.
howto-advanced-report-example = *Example.* Ada sends a bomber to K7. Ben has no gun there. In the 3×3 squares around K7 are the last two parts of a Cruiser, and a recce plane. He says: “Two hits on a Cruiser, which is sunk, and one recce plane.” Ada does not learn which squares they were.
howto-advanced-mark-how = Write each operation of both players and its report in the log, with † for a ship sunk. On the enemy map, write the number of the operation into the squares that you fired at, and draw what your recce planes saw. When you can tell that a square was hit, or that nothing was hit there, write ⊗ or × instead of the number. On your own map, write ⊗ on a part of a ship that is hit, and cross out weapons that are used or destroyed. Tick hits in the lists of the fleets: of two enemy ships of a class, fill the first, then the second. Tick a box for each salvo that you fire. In the price list, cross out weapons that are gone.
howto-advanced-end-how = If all your ships are sunk, you have lost. If neither player has points or planes left, or if each has passed or been passed over ten times in a row, or if each has had 200 turns, the player with more ship squares that are not hit wins. If these are equal, it is a draw. You may also give up, or agree on a draw.
howto-advanced-variations-fleet = *Other fleets.* Agree on the number of ships of each class, from none to four.
howto-advanced-variations-points = *Other points.* Agree on 10 to 200 points each.
howto-advanced-variations-resupply = *Resupply.* Agree on 1 to 10 points that you receive at the start of each of your turns. You may then buy and place weapons in secret, and after that you act as usual. A gun can fire as soon as the turn is over, and a plane can be sent from your next turn on. A weapon that is used or destroyed frees its square, but no plane may be bought onto a hit part of the Carrier. Nobody is passed over, and the game does not end because points and planes are gone.
howto-advanced-variations-map = *Other maps.* A map has 10 to 26 rows and columns. You may draw your own, if there is enough water for the fleets.
howto-advanced-variations-orders = *Written orders.* Write an order next to each gun: any plane, bombers, recce planes, or hold fire. You may change it before the other player acts. If several guns could fire, the first one that you bought does.
