# Testi di Solo Salvo.

ship-dinghy = Scialuppa
ship-submarine = Sommergibile
ship-cruiser = Incrociatore

solo-suns = Soli
solo-moons = Lune
solo-crowns = Corone
solo-arms = Armi
solo-sea = Il mare
solo-row-upper = { $suit }, sup.
solo-row-lower = { $suit }, inf.
solo-ship = { $ship } di { $suit }
solo-last = nell’ultima salva
solo-legend = Il numero è la lunghezza della nave. Tratteggiata sul rosso: colpita · • a vuoto · in cornice: l’ultima salva.
solo-lends = { $suit }: numerano le colonne, e non hanno navi.

solo-predict-hint = Quale seme resterà a galla per ultimo? La tua previsione comincia la partita. Da allora le flotte non cambiano più.
solo-predict-choose = Scegli un seme
solo-predict = Prevedi { $suit }
solo-volley = Spara una salva
solo-run-out = Gioca fino alla fine

solo-heads = testa
solo-tails = croce
solo-heads-rows = Testa: i colpi cadono nelle righe superiori.
solo-tails-rows = Croce: i colpi cadono nelle righe inferiori.
solo-volley-number = Salva { $volley }
solo-volleys = Tutte le salve ({ $count })
solo-number = N.
solo-coin = Moneta
solo-not-fired = non sparato
solo-hits-one = colpito, { $suit }
solo-hits-last = colpito, l’ultima moneta di { $suit }

solo-suits = Semi
solo-suit = Seme
solo-hits = Monete colpite
solo-of = { $hit } su { $coins }
solo-state = Stato
solo-afloat = a galla
solo-sunk = affondato
solo-chance = Probabilità all’inizio
solo-your-prediction = previsto

solo-predicted = { $name }: previsione { $suit }.
solo-fired = Salva { $volley }: { $coin }, { $dice }.
solo-hit = Colpiti: { $suits }.
solo-no-hit = Nessun colpo a segno.
solo-out = { $suit }: affondato.

option-solo-lends = Seme senza navi, che numera le colonne
option-solo-lends-suns = Soli
option-solo-lends-moons = Lune
option-solo-lends-crowns = Corone
option-solo-lends-arms = Armi
option-solo-wumpuses = Wumpus: sei scialuppe per ogni seme
option-solo-order = Semi dall’alto
