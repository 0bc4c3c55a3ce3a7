# Texts of Salvo on paper.

ship-carrier = Carrier
ship-battleship = Battleship
ship-cruiser = Cruiser
ship-submarine = Submarine
ship-destroyer = Destroyer

classic-fire =
    { $count ->
        [one] Choose a square on the other map, then fire.
       *[other] Mark { $count } squares on the other map ({ $marked } marked), then fire.
    }
classic-rewrite = Your salvo is written: { $cells }. Until the others have written, you can replace it: mark { $count } squares.
classic-fired = { $name } → { $cell }: { $result }.
classic-hit = hit
classic-miss = miss
classic-sunk = { $ship } sunk
classic-written = { $name } wrote a salvo for round { $round }.
classic-salvo = { $name } fired at { $cells }: { $result }.
classic-hits =
    { $count ->
        [one] one hit on { $ship }
       *[other] { $count } hits on { $ship }
    }
classic-no-hits = no hits

option-classic-mode = Order of the shots
option-classic-mode-single = Shot by shot
option-classic-mode-salvo = Salvo against salvo
option-classic-fleet = Fleet
option-classic-fleet-standard = Four ships: 5, 4, 3, 2
option-classic-fleet-two_destroyers = Four ships: 5, 3, 2, 2
option-classic-fleet-five_ships = Five ships: 5, 4, 3, 3, 2
option-classic-fleet-custom = A fleet of one’s own
option-classic-first = First shot
option-classic-first-roll = By dice
option-classic-first-creator = You
option-classic-first-opponent = The opponent
option-classic-repeat_on_hit = Fire again after a hit
option-classic-grid = Map of a fleet of one’s own
option-classic-grid-columns = Columns
option-classic-grid-rows = Rows
option-classic-ships = Ships of a fleet of one’s own
option-classic-ships-class = Class, such as tug
option-classic-ships-length = Squares
option-classic-ships-shots = Shots per round
