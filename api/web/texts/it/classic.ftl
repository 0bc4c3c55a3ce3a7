# Testi di Salvo su carta.

ship-carrier = Portaerei
ship-battleship = Corazzata
ship-cruiser = Incrociatore
ship-submarine = Sommergibile
ship-destroyer = Cacciatorpediniere

classic-fire =
    { $count ->
        [one] Scegli una casella sull’altra mappa, poi spara.
       *[other] Segna { $count } caselle sull’altra mappa (segnate: { $marked }), poi spara.
    }
classic-rewrite = La tua salva è scritta: { $cells }. Finché gli altri non hanno scritto, puoi sostituirla: segna { $count } caselle.
classic-fired = { $name } → { $cell }: { $result }.
classic-hit = colpito
classic-miss = acqua
classic-sunk = affondamento: { $ship }
classic-written = { $name }: salva scritta per il turno { $round }.
classic-salvo = { $name } → { $cells }: { $result }.
classic-hits =
    { $count ->
        [one] un colpo su { $ship }
       *[other] { $count } colpi su { $ship }
    }
classic-no-hits = nessun colpo a segno

option-classic-mode = Ordine dei colpi
option-classic-mode-single = Colpo su colpo
option-classic-mode-salvo = Salva contro salva
option-classic-fleet = Flotta
option-classic-fleet-standard = Quattro navi: 5, 4, 3, 2
option-classic-fleet-two_destroyers = Quattro navi: 5, 3, 2, 2
option-classic-fleet-five_ships = Cinque navi: 5, 4, 3, 3, 2
option-classic-fleet-custom = Una flotta propria
option-classic-first = Primo colpo
option-classic-first-roll = Ai dadi
option-classic-first-creator = Tu
option-classic-first-opponent = L’avversario
option-classic-repeat_on_hit = Spara ancora dopo un colpo a segno
option-classic-grid = Mappa di una flotta propria
option-classic-grid-columns = Colonne
option-classic-grid-rows = Righe
option-classic-ships = Navi di una flotta propria
option-classic-ships-class = Classe, come tug
option-classic-ships-length = Caselle
option-classic-ships-shots = Colpi per turno
