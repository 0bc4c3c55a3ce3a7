# Testi di Satellite Salvo.

satellite-building-outpost = Avamposto
satellite-building-relay = Ripetitore
satellite-building-bunker = Bunker
satellite-building-reactor = Reattore
satellite-building-hangar = Hangar
satellite-building-citadel = Cittadella

satellite-own = Il tuo pianeta
satellite-planet = Pianeta di { $name }
satellite-lost = { $planet }: { $count } edifici distrutti su { $of }
satellite-ruin = distrutto
satellite-reached = raggiunto da questo tiro
satellite-legend = ✕ colpito · • a vuoto · # distrutto di sicuro · grigio: edificio · tratteggio: raggiunto da questo tiro. La lettera della riga viene prima.

satellite-dice = Dadi
satellite-dice-of = Dadi di { $name }: { $dice }
satellite-die = Dado { $position }: { $face }
satellite-die-keep = Tieni il dado { $position }:
satellite-kept = tieni
satellite-rolls = lancia
satellite-roll-first = Lancia i dadi
satellite-roll =
    { $count ->
        [0] Tieni meno dadi per rilanciare
        [one] Rilancia { $count } dado
       *[other] Rilancia { $count } dadi
    }
satellite-roll-hint =
    { $count ->
        [one] Puoi lanciare ancora una volta. Scegli i dadi da tenere.
       *[other] Puoi lanciare ancora { $count } volte. Scegli i dadi da tenere.
    }
satellite-choose = Cartuccia da sparare
satellite-choose-give-up = I dadi non sbloccano nulla: rinuncia a una cartuccia
satellite-aim-fire =
    { $max ->
        [one] { $cartridge } – { $effect }. Segna un bersaglio sull’altro pianeta.
       *[other] { $cartridge } – { $effect }. Segna fino a { $max } bersagli sull’altro pianeta (segnati: { $marked }).
    }
satellite-aim-give_up = Perdi { $cartridge } e tiri a un solo settore. Segnalo sull’altro pianeta.
satellite-aim-salvo = Salva: restano { $left } tiri. Segna il prossimo bersaglio sull’altro pianeta.
satellite-aim-shoot = Segna un bersaglio sull’altro pianeta.
satellite-aim-destruct = L’ultimo colpo. Segna fino a { $max } bersagli sull’altro pianeta (segnati: { $marked }).
satellite-give-up = Rinuncia a { $cartridge } e tira: { $cells }
satellite-beam = Direzione del raggio
satellite-beam-row = lungo la riga
satellite-beam-column = lungo la colonna

satellite-arsenals = Arsenali
satellite-cartridge = Cartuccia
satellite-needs = Dadi
satellite-does = Effetto
satellite-state-loaded = carica
satellite-state-used = – usata
satellite-state-unlocked = ▶ sbloccata
satellite-wild = { $name }: cinque dadi uguali sbloccano ogni cartuccia.
satellite-barrage_1 = Raffica 1
satellite-barrage_1-needs = almeno un 1
satellite-barrage_1-effect = un bersaglio per ogni 1
satellite-barrage_2 = Raffica 2
satellite-barrage_2-needs = almeno un 2
satellite-barrage_2-effect = un bersaglio per ogni 2
satellite-barrage_3 = Raffica 3
satellite-barrage_3-needs = almeno un 3
satellite-barrage_3-effect = un bersaglio per ogni 3
satellite-barrage_4 = Raffica 4
satellite-barrage_4-needs = almeno un 4
satellite-barrage_4-effect = un bersaglio per ogni 4
satellite-barrage_5 = Raffica 5
satellite-barrage_5-needs = almeno un 5
satellite-barrage_5-effect = un bersaglio per ogni 5
satellite-barrage_6 = Raffica 6
satellite-barrage_6-needs = almeno un 6
satellite-barrage_6-effect = un bersaglio per ogni 6
satellite-three_of_a_kind = Tris
satellite-three_of_a_kind-needs = tre uguali
satellite-three_of_a_kind-effect = il bersaglio e i quattro vicini
satellite-four_of_a_kind = Poker
satellite-four_of_a_kind-needs = quattro uguali
satellite-four_of_a_kind-effect = il bersaglio e gli otto settori intorno
satellite-full_house = Full
satellite-full_house-needs = tre uguali e due uguali
satellite-full_house-effect = il bersaglio e due passi lungo ogni diagonale
satellite-small_straight = Scala piccola
satellite-small_straight-needs = quattro in sequenza
satellite-small_straight-effect = tutta la riga o la colonna del bersaglio
satellite-large_straight = Scala grande
satellite-large_straight-needs = cinque in sequenza
satellite-large_straight-effect = tutta la riga e la colonna del bersaglio
satellite-salvo = Salva
satellite-salvo-needs = cinque uguali
satellite-salvo-effect = dieci tiri, uno alla volta
satellite-hazard = Azzardo
satellite-hazard-needs = qualsiasi
satellite-hazard-effect = un bersaglio; se colpisce, distrugge tutto l’edificio

satellite-rolled = { $name }, lancio { $roll }: { $dice }.
satellite-rolled-kept = { $name }, lancio { $roll }: { $dice }. Tenuti: { $kept }.
satellite-fired = { $name }: { $cartridge } su { $targets }. { $result }.
satellite-gave-up = { $name }: rinuncia a { $cartridge }, tiro su { $target }. { $result }.
satellite-shot = { $name }: tiro su { $target }. { $result }.
satellite-destructed = { $name }: ultimo colpo su { $targets }. { $result }.
satellite-empty = Tutti e due gli arsenali sono vuoti. { $endgame }.
satellite-blow = { $name }: { $count } bersagli.
satellite-hits = A segno: { $sectors }
satellite-misses = A vuoto: { $sectors }
satellite-felled = Tutto l’edificio: { $sectors }
satellite-nothing = Nessun settore colpito per la prima volta
satellite-destroyed =
    { $count ->
        [one] Un edificio è distrutto
       *[other] { $count } edifici sono distrutti
    }

option-satellite-columns = Colonne di ogni pianeta
option-satellite-rows = Righe di ogni pianeta
option-satellite-endgame = Quando i due arsenali sono vuoti
option-satellite-endgame-ceasefire = Cessate il fuoco: vince chi ha distrutto di più
option-satellite-endgame-desperation = Disperazione: tiro per tiro fino alla fine
option-satellite-endgame-reloaded = Ricarica: gli arsenali si riempiono di nuovo
option-satellite-endgame-self_destruct = Autodistruzione: un ultimo colpo a testa
