# Texts of Satellite Salvo.

satellite-building-outpost = Outpost
satellite-building-relay = Relay
satellite-building-bunker = Bunker
satellite-building-reactor = Reactor
satellite-building-hangar = Hangar
satellite-building-citadel = Citadel

satellite-own = Your planet
satellite-planet = Planet of { $name }
satellite-lost = { $planet }: { $count } of { $of } buildings destroyed
satellite-ruin = destroyed
satellite-reached = in reach of this shot
satellite-legend = ✕ hit · • miss · # known to be destroyed · grey: building · dashed: in reach of this shot. The letter of the row comes first.

satellite-dice = Dice
satellite-dice-of = Dice of { $name }: { $dice }
satellite-die = Die { $position }: { $face }
satellite-die-keep = Keep die { $position }:
satellite-kept = keep
satellite-rolls = roll
satellite-roll-first = Roll the dice
satellite-roll =
    { $count ->
        [0] Keep fewer dice to roll again
        [one] Roll { $count } die again
       *[other] Roll { $count } dice again
    }
satellite-roll-hint =
    { $count ->
        [one] You can roll once more. Choose the dice to keep.
       *[other] You can roll { $count } times more. Choose the dice to keep.
    }
satellite-choose = Cartridge to fire
satellite-choose-give-up = The dice unlock nothing: give up a cartridge
satellite-aim-fire =
    { $max ->
        [one] { $cartridge } – { $effect }. Mark a target on the other planet.
       *[other] { $cartridge } – { $effect }. Mark up to { $max } targets on the other planet ({ $marked } marked).
    }
satellite-aim-give_up = You lose { $cartridge }, and shoot at one sector. Mark it on the other planet.
satellite-aim-salvo = Salvo: { $left } shots left. Mark the next target on the other planet.
satellite-aim-shoot = Mark one target on the other planet.
satellite-aim-destruct = The last blow. Mark up to { $max } targets on the other planet ({ $marked } marked).
satellite-give-up = Give up { $cartridge } and shoot: { $cells }
satellite-beam = Direction of the beam
satellite-beam-row = along the row
satellite-beam-column = along the column

satellite-arsenals = Arsenals
satellite-cartridge = Cartridge
satellite-needs = Dice
satellite-does = Effect
satellite-state-loaded = loaded
satellite-state-used = – used
satellite-state-unlocked = ▶ unlocked
satellite-wild = { $name }: five equal dice unlock every cartridge.
satellite-barrage_1 = Barrage 1
satellite-barrage_1-needs = at least one 1
satellite-barrage_1-effect = a target for each 1
satellite-barrage_2 = Barrage 2
satellite-barrage_2-needs = at least one 2
satellite-barrage_2-effect = a target for each 2
satellite-barrage_3 = Barrage 3
satellite-barrage_3-needs = at least one 3
satellite-barrage_3-effect = a target for each 3
satellite-barrage_4 = Barrage 4
satellite-barrage_4-needs = at least one 4
satellite-barrage_4-effect = a target for each 4
satellite-barrage_5 = Barrage 5
satellite-barrage_5-needs = at least one 5
satellite-barrage_5-effect = a target for each 5
satellite-barrage_6 = Barrage 6
satellite-barrage_6-needs = at least one 6
satellite-barrage_6-effect = a target for each 6
satellite-three_of_a_kind = Three of a kind
satellite-three_of_a_kind-needs = three equal
satellite-three_of_a_kind-effect = the target and its four neighbours
satellite-four_of_a_kind = Four of a kind
satellite-four_of_a_kind-needs = four equal
satellite-four_of_a_kind-effect = the target and the eight sectors around it
satellite-full_house = Full house
satellite-full_house-needs = three of one number, two of another
satellite-full_house-effect = the target and two steps along each diagonal
satellite-small_straight = Small straight
satellite-small_straight-needs = four in sequence
satellite-small_straight-effect = the whole row or column of the target
satellite-large_straight = Large straight
satellite-large_straight-needs = five in sequence
satellite-large_straight-effect = the whole row and column of the target
satellite-salvo = Salvo
satellite-salvo-needs = five equal
satellite-salvo-effect = ten shots, one after the other
satellite-hazard = Hazard
satellite-hazard-needs = any
satellite-hazard-effect = one target; a hit destroys the whole building

satellite-rolled = { $name }, roll { $roll }: { $dice }.
satellite-rolled-kept = { $name }, roll { $roll }: { $dice }. Kept: { $kept }.
satellite-fired = { $name } fired { $cartridge } at { $targets }. { $result }.
satellite-gave-up = { $name } gave up { $cartridge } and shot at { $target }. { $result }.
satellite-shot = { $name } shot at { $target }. { $result }.
satellite-destructed = { $name }: last blow at { $targets }. { $result }.
satellite-empty = Both arsenals are empty. { $endgame }.
satellite-blow = { $name }: { $count } targets.
satellite-hits = Hit: { $sectors }
satellite-misses = Miss: { $sectors }
satellite-felled = Whole building: { $sectors }
satellite-nothing = No sector was hit for the first time
satellite-destroyed =
    { $count ->
        [one] A building is destroyed
       *[other] { $count } buildings are destroyed
    }

option-satellite-columns = Columns of each planet
option-satellite-rows = Rows of each planet
option-satellite-endgame = When both arsenals are empty
option-satellite-endgame-ceasefire = Ceasefire: who has destroyed more wins
option-satellite-endgame-desperation = Desperation: shot by shot to the end
option-satellite-endgame-reloaded = Reloaded: the arsenals are filled again
option-satellite-endgame-self_destruct = Self-destruction: one last blow each
