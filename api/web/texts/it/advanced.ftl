# Testi di Advanced Battleships.

ship-carrier = Portaerei
ship-battleship = Corazzata
ship-cruiser = Incrociatore
ship-submarine = Sommergibile
ship-destroyer = Cacciatorpediniere
advanced-short-carrier = Po
advanced-short-battleship = Co
advanced-short-cruiser = In
advanced-short-destroyer = Ca
advanced-short-submarine = So

advanced-land = terra
advanced-water = acqua
advanced-struck = attaccata, nulla colpito
advanced-open = attaccata dall’operazione { $number }, esito incerto
advanced-seen = vista da un ricognitore
advanced-seen-empty = né navi né armi
advanced-reached = raggiunta da questo aereo
advanced-status-used = usato
advanced-status-destroyed = distrutto
advanced-ordered-to = ordine: { $order }

advanced-gun = Cannone antiaereo
advanced-recce = Ricognitore
advanced-bomber = Bombardiere
advanced-nuclear_bomber = Bombardiere nucleare
advanced-gun-stands = A terra.
advanced-plane-stands = A terra o sulla Portaerei.
advanced-gun-effect = Abbatte un bombardiere nella sua casella, o un ricognitore lì o accanto.
advanced-recce-effect = Ti descrive 3×3 caselle.
advanced-bomber-effect = Colpisce tutto in 3×3 caselle.
advanced-nuclear_bomber-effect = Colpisce tutto in 5×5 caselle, e nessun cannone lo raggiunge.
advanced-weapon-at = { $weapon } { $cell }
advanced-order = Spara a
advanced-order-any = tutti gli aerei
advanced-order-bombers = solo bombardieri
advanced-order-recce = solo ricognitori
advanced-order-hold = nessuno (fermo)

advanced-step-ships = Passo 1: le navi
advanced-step-weapons = Passo 2: le armi
advanced-to-weapons = Avanti: le armi
advanced-to-ships = Indietro: le navi
advanced-points-why = Una salva costa un punto quando la spari: conservane qualcuno.
advanced-too-dear = Non hai abbastanza punti: { $weapon }.
advanced-random-kit = Armi a caso
advanced-arming-hint = Scegli un’arma, poi una casella della mappa. Scegli un’arma sulla mappa per toglierla. Se più cannoni possono sparare, spara il primo di questo elenco.
advanced-first = Per primo
advanced-first-of = Metti per primo: { $weapon }
advanced-remove = Togli
advanced-remove-of = Togli: { $weapon }

advanced-operation = Operazione
advanced-mode-salvo = Salva
advanced-mode-send = Manda un aereo
advanced-mode-buy = Compra un’arma
advanced-mode-order = Dai un ordine
advanced-mode-pass = Passa
advanced-salvo-hint = Una salva costa un punto. Segna { $count } caselle sull’altra mappa (segnate: { $marked }). Il rapporto è un totale.
advanced-choose-plane = Scegli un aereo.
advanced-send-hint = Segna la casella centrale sull’altra mappa.
advanced-send = Manda { $plane } in { $to }
advanced-choose-weapon = Scegli un’arma.
advanced-buy-hint = Segna la sua casella sulla tua mappa. Un aereo nuovo parte dal tuo prossimo turno.
advanced-buy = Compra { $weapon } per { $at }
advanced-choose-gun = Scegli un cannone.
advanced-order-hint = Un ordine non costa il turno, e nessun altro lo viene a sapere.
advanced-order-now = Ora spara a: { $order }
advanced-order-send = Dai l’ordine
advanced-pass-hint = In questo turno non fai nulla.
advanced-pass = Passa il turno

advanced-legend = Segni sulle mappe
advanced-sign-water = acqua
advanced-sign-land = terra
advanced-sign-ship = nave
advanced-sign-weapon = arma: A cannone, R ricognitore, B bombardiere, N bombardiere nucleare
advanced-sign-gone = arma usata o distrutta, o parte di nave colpita
advanced-sign-hit = certamente colpita
advanced-sign-miss = attaccata, e certamente nulla è stato colpito
advanced-sign-number = attaccata dall’operazione con questo numero: il rapporto non dice quali caselle sono state colpite
advanced-sign-seen = vista da un ricognitore: una nave (Po, Co, In, Ca, So) o un’arma
advanced-sign-seen-empty = vista da un ricognitore: né navi né armi

advanced-open-reports = Rapporti che lasciano caselle incerte, con i numeri sulla mappa di { $name }
advanced-reports = Danni finora
advanced-fleet = Della flotta di
advanced-class = { $ships } × { $ship } ({ $length })
advanced-total-sunk = affondate: { $count }
advanced-total-ready = pronti: { $count }
advanced-total-destroyed = distrutti: { $count }
advanced-points-left = Punti rimasti

advanced-fired = { $name }: salva su { $cells }: { $result }.
advanced-sent = { $name }: aereo ({ $weapon }{ $from }) in { $to }: { $result }.
advanced-sent-from = {" "}da { $cell }
advanced-shot-down = abbattuto
advanced-saw = ha visto { $things }
advanced-saw-nothing = non ha visto né navi né armi
advanced-saw-secret = è tornato con una descrizione
advanced-bought = { $name }: acquisto di { $weapon } per { $cell }.
advanced-ordered = { $name }: il cannone { $cell } ora spara a { $order }.
advanced-passed = { $name }: passo.
advanced-passed-over = { $name }: niente punti né aerei, turno saltato.
advanced-sunk = nave affondata: { $ship }
advanced-nothing = nulla è stato colpito

option-advanced-points = Punti di ogni giocatore
option-advanced-resupply = Altri punti a ogni turno
option-advanced-fleet = Flotta
option-advanced-fleet-carrier = Portaerei (5 caselle)
option-advanced-fleet-battleship = Corazzate (4 caselle)
option-advanced-fleet-cruiser = Incrociatori (3 caselle)
option-advanced-fleet-destroyer = Cacciatorpediniere (2 caselle)
option-advanced-fleet-submarine = Sommergibili (1 casella)
option-advanced-map = Mappa
option-advanced-map-columns = Colonne
option-advanced-map-rows = Righe
option-advanced-map-seed = Seme della mappa
option-advanced-map-drawn = Il server sceglie il seme
option-advanced-map-version = Versione della ricetta

advanced-points =
    { $count ->
        [one] { $count } punto rimasto.
       *[other] { $count } punti rimasti.
    }
advanced-resupply =
    { $count ->
        [one] Ogni turno ne porta un altro.
       *[other] Ogni turno ne porta altri { $count }.
    }
advanced-price =
    { $count ->
        [one] { $weapon }, { $count } punto
       *[other] { $weapon }, { $count } punti
    }
advanced-total-hits =
    { $count ->
        [one] { $count } colpo
       *[other] { $count } colpi
    }
advanced-hits =
    { $count ->
        [one] un colpo su { $ship }
       *[other] { $count } colpi su { $ship }
    }
advanced-lost =
    { $count ->
        [one] { $weapon }: distrutto
       *[other] { $count } × { $weapon }: distrutti
    }
