# Texts of Advanced Battleships.

ship-carrier = Carrier
ship-battleship = Battleship
ship-cruiser = Cruiser
ship-submarine = Submarine
ship-destroyer = Destroyer
advanced-short-carrier = Ca
advanced-short-battleship = Ba
advanced-short-cruiser = Cr
advanced-short-destroyer = De
advanced-short-submarine = Su

advanced-land = land
advanced-water = water
advanced-struck = struck, nothing hit
advanced-open = struck by operation { $number }, result not known
advanced-seen = seen by a recce plane
advanced-seen-empty = no ship and no weapon
advanced-reached = in reach of this plane
advanced-status-used = used
advanced-status-destroyed = destroyed
advanced-ordered-to = order: { $order }

advanced-gun = Anti-aircraft gun
advanced-recce = Recce plane
advanced-bomber = Bomber
advanced-nuclear_bomber = Nuclear bomber
advanced-gun-stands = On land.
advanced-plane-stands = On land or the Carrier.
advanced-gun-effect = Shoots down a bomber in its square, or a recce plane there or beside it.
advanced-recce-effect = Describes 3×3 squares to you.
advanced-bomber-effect = Hits everything in 3×3 squares.
advanced-nuclear_bomber-effect = Hits everything in 5×5 squares, and no gun reaches it.
advanced-weapon-at = { $weapon } { $cell }
advanced-order = Fires at
advanced-order-any = any plane
advanced-order-bombers = bombers only
advanced-order-recce = recce planes only
advanced-order-hold = nothing (holds fire)

advanced-step-ships = Step 1: the ships
advanced-step-weapons = Step 2: the weapons
advanced-to-weapons = On to the weapons
advanced-to-ships = Back to the ships
advanced-points-why = A salvo costs one point when you fire it, so keep some.
advanced-too-dear = You have not enough points: { $weapon }.
advanced-random-kit = Random weapons
advanced-arming-hint = Choose a weapon, then a square of the map. Choose a weapon on the map to remove it. If several guns can fire, the first of this list does.
advanced-first = First
advanced-first-of = Put first: { $weapon }
advanced-remove = Remove
advanced-remove-of = Remove: { $weapon }

advanced-operation = Operation
advanced-mode-salvo = Salvo
advanced-mode-send = Send a plane
advanced-mode-buy = Buy a weapon
advanced-mode-order = Give an order
advanced-mode-pass = Pass
advanced-salvo-hint = A salvo costs one point. Mark { $count } squares on the other map ({ $marked } marked). The report is a total.
advanced-choose-plane = Choose a plane.
advanced-send-hint = Mark the middle square on the other map.
advanced-send = Send { $plane } to { $to }
advanced-choose-weapon = Choose a weapon.
advanced-buy-hint = Mark its square on your map. A new plane can be sent from your next turn on.
advanced-buy = Buy { $weapon } for { $at }
advanced-choose-gun = Choose a gun.
advanced-order-hint = An order costs no turn, and nobody else learns of it.
advanced-order-now = Now it fires at: { $order }
advanced-order-send = Give the order
advanced-pass-hint = You do nothing in this turn.
advanced-pass = Pass this turn

advanced-legend = Marks on the maps
advanced-sign-water = water
advanced-sign-land = land
advanced-sign-ship = ship
advanced-sign-weapon = weapon: A gun, R recce plane, B bomber, N nuclear bomber
advanced-sign-gone = weapon that is used or destroyed, or part of a ship that is hit
advanced-sign-hit = certainly hit
advanced-sign-miss = struck, and certainly nothing was hit
advanced-sign-number = struck by the operation with this number: its report does not say which squares were hit
advanced-sign-seen = seen by a recce plane: a ship (Ca, Ba, Cr, De, Su) or a weapon
advanced-sign-seen-empty = seen by a recce plane: no ship and no weapon

advanced-open-reports = Reports that leave squares open, by the numbers on the map of { $name }
advanced-reports = Damage so far
advanced-fleet = Of the fleet of
advanced-class = { $ships } × { $ship } ({ $length })
advanced-total-sunk = { $count } sunk
advanced-total-ready = { $count } ready
advanced-total-destroyed = { $count } destroyed
advanced-points-left = Points left

advanced-fired = { $name } fired a salvo at { $cells }: { $result }.
advanced-sent = { $name } sent a plane ({ $weapon }{ $from }) to { $to }: { $result }.
advanced-sent-from = {" "}from { $cell }
advanced-shot-down = shot down
advanced-saw = saw { $things }
advanced-saw-nothing = saw no ship and no weapon
advanced-saw-secret = returned with a description
advanced-bought = { $name } bought { $weapon } for { $cell }.
advanced-ordered = { $name }: the gun { $cell } now fires at { $order }.
advanced-passed = { $name } passed.
advanced-passed-over = { $name }: passed over, without points and planes.
advanced-sunk = { $ship } sunk
advanced-nothing = nothing was hit

option-advanced-points = Points of each player
option-advanced-resupply = More points in each turn
option-advanced-fleet = Fleet
option-advanced-fleet-carrier = Carriers (5 squares)
option-advanced-fleet-battleship = Battleships (4 squares)
option-advanced-fleet-cruiser = Cruisers (3 squares)
option-advanced-fleet-destroyer = Destroyers (2 squares)
option-advanced-fleet-submarine = Submarines (1 square)
option-advanced-map = Map
option-advanced-map-columns = Columns
option-advanced-map-rows = Rows
option-advanced-map-seed = Seed of the map
option-advanced-map-drawn = The server draws the seed
option-advanced-map-version = Version of the recipe

advanced-points =
    { $count ->
        [one] { $count } point left.
       *[other] { $count } points left.
    }
advanced-resupply = Each turn brings { $count } more.
advanced-price =
    { $count ->
        [one] { $weapon }, { $count } point
       *[other] { $weapon }, { $count } points
    }
advanced-total-hits =
    { $count ->
        [one] { $count } hit
       *[other] { $count } hits
    }
advanced-hits =
    { $count ->
        [one] one hit on { $ship }
       *[other] { $count } hits on { $ship }
    }
advanced-lost =
    { $count ->
        [one] { $weapon } destroyed
       *[other] { $count } × { $weapon } destroyed
    }
