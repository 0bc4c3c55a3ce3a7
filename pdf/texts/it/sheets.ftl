# I testi dei fogli in italiano. Il testo fra *asterischi* è in grassetto.

## Su ogni foglio
footer = Broadside · { $sheet }
footer-matrix = matrice di gioco { $name }
footer-recipe = ricetta { $name }
footer-game = Broadside · { $sheet } · partita { $game }
footer-round = giro { $round }
page-of = { $page } / { $pages }

## Mappe
battle-map = Mappa di battaglia
battle-map-note = la mia flotta, i colpi dell’avversario
tactical-map = Mappa tattica
tactical-map-note = i miei colpi, la flotta avversaria
maps-title = SALVO
map-of-voice = { $map } · voce { $voice }
map-of-opponent = { $map }, avversario { $number }
ship-carrier = Portaerei
ship-battleship = Corazzata
ship-cruiser = Incrociatore
ship-destroyer = Cacciatorpediniere
ship-patrol = Pattugliatore
ship-submarine = Sommergibile
ship-sunk = { $cells } · affondata

## Che cosa si risponde a un colpo
answer-hit = colpito
answer-miss = acqua

## Matrici di gioco
matrix-number = Matrice di gioco { $number }
matrix-number-word = Matrice di gioco { $number } · { $word }
matrix-made = Matrice di gioco da una ricetta
matrix-sheet = SALVO per 2 voci
matrices-title = Le dieci matrici di gioco

## Chiave di pronuncia
key-title = Chiave di pronuncia
key-note = le lettere in grassetto danno il suono

## Il fascicolo
pack-title = SALVO per 2 voci

## Salvo su carta
classic-title = Salvo su carta
classic-self = Io
classic-self-note = la mia flotta, i colpi dell’avversario
classic-opponent = Avversario
classic-opponent-note = i miei colpi
classic-player = Giocatore { $number }
classic-player-note = colpi del giocatore { $number }
classic-salvo = Salva del giocatore { $number }
classic-shot-of = Colpo del giocatore { $number }
classic-ship = { $class } · { $shots ->
    [one] 1 colpo
   *[other] { $shots } colpi
}
classic-log = Giri
classic-round = Giro
classic-shot = Colpo
classic-salvo-name = Salva · { $name }
classic-shot-name = Colpo · { $name }
classic-mine = La mia salva
classic-theirs = La sua salva
classic-my-shot = Il mio colpo
classic-their-shot = Il suo colpo
classic-answer = Risposta
classic-total = Totale († affondata)

## Solo Salvo
solo-title = Solo Salvo
solo-note = testa: le righe superiori · croce: le righe inferiori
solo-suns = Soli
solo-moons = Lune
solo-crowns = Corone
solo-arms = Armi
solo-upper = superiore
solo-lower = inferiore
ship-dinghy = Scialuppa
solo-dinghies = Scialuppe
solo-predicts = Prevedo che resti a galla:
solo-lends = { $suit }: numerano le colonne
solo-log = Salve
solo-volley = N.
solo-coin = Moneta
solo-heads = testa
solo-tails = croce
solo-hit = Colpiti († fuori)

## La partitura
score-title = SALVO per { $voices } voci
score-note = Partitura
score-voice = Voce { $number }
score-turn = Giro { $round } · turno { $turn } · { $voice }
score-sunk = { $report } e affondato · { $class }
score-hummed-anthem = inno a bocca chiusa
score-shanty = canto di mare
score-sonar-ping = ping del sonar
score-continued = continua
score-silence = non è ancora suonato nulla
score-end = fine
score-blank = Questa pagina è vuota, perché non si debba voltare pagina durante un turno.
legend-call = chiamata: di’ la cella, fa’ suonare il fono
legend-left = risposta: la riga, dal bordo sinistro
legend-right = risposta: la riga, dal bordo destro
legend-top = poi la colonna, dal bordo superiore
legend-bottom = poi la colonna, dal bordo inferiore
legend-report = esito, dopo la risposta
legend-shot = numero del colpo
legend-direction = come far suonare ciò che segue
legend-cue = segnale per tutti, dopo il turno
legend-other = piccolo: ciò che si sente dagli altri

## Satellite Salvo
satellite-title = Satellite Salvo
satellite-note = ⊗ = danno, o = a vuoto
satellite-planet = Pianeta
satellite-planet-note = i miei edifici, i suoi colpi
satellite-targeting = Puntamento
satellite-targeting-note = i miei colpi
satellite-player = Giocatore { $number }
satellite-player-planet = Pianeta del giocatore { $number }
satellite-player-note = colpi del giocatore { $number }
satellite-destroyed = Distrutti
satellite-lost = Edifici persi
satellite-building-outpost = Avamposto
satellite-building-relay = Ripetitore
satellite-building-bunker = Bunker
satellite-building-reactor = Reattore
satellite-building-hangar = Hangar
satellite-building-citadel = Cittadella
satellite-arsenal = Arsenali: spunta ciò che è usato
satellite-mine = Io
satellite-theirs = Avversario
satellite-log = Turni
satellite-log-note = una riga per ogni giro
satellite-round = Giro
satellite-targets = Bersagli
satellite-hits = A segno †
satellite-footer-turn = turno { $turn }
satellite-given-up = ({ $cartridge })
satellite-last-blow = Ultimo colpo
satellite-shot = Tiro
satellite-barrage-name = Raffica { $number }
satellite-barrages-name = Raffiche
satellite-barrages-unlock = almeno un dado con il numero
satellite-barrages-effect = un bersaglio per ogni dado
satellite-three-of-a-kind-name = Tris
satellite-three-of-a-kind-unlock = tre dadi uguali
satellite-three-of-a-kind-effect = scoppio: i quattro vicini
satellite-four-of-a-kind-name = Poker
satellite-four-of-a-kind-unlock = quattro dadi uguali
satellite-four-of-a-kind-effect = scoppio: tre per tre
satellite-full-house-name = Full
satellite-full-house-unlock = tre uguali e due uguali
satellite-full-house-effect = scoppio: due in diagonale
satellite-small-straight-name = Scala piccola
satellite-small-straight-unlock = quattro in sequenza
satellite-small-straight-effect = raggio: riga o colonna
satellite-large-straight-name = Scala grande
satellite-large-straight-unlock = cinque in sequenza
satellite-large-straight-effect = raggio: riga e colonna
satellite-salvo-name = Salva
satellite-salvo-unlock = cinque dadi uguali
satellite-salvo-effect = dieci tiri, uno alla volta
satellite-hazard-name = Azzardo
satellite-hazard-unlock = qualsiasi tiro
satellite-hazard-effect = se colpisce, crolla tutto
satellite-pieces-title = Satellite Salvo: pezzi da ritagliare
satellite-divider = Schermo
satellite-divider-note = uno per ogni giocatore
satellite-divider-how = Stampare su cartoncino. Ritagliare lungo le linee continue, incidere quelle tratteggiate e piegare le due ali verso di sé. Mettere lo schermo in piedi davanti ai propri fogli, con questo lato verso di sé.
satellite-pieces = Edifici e segnalini
satellite-pieces-note = per un giocatore
satellite-pieces-how = Stampare su cartoncino e ritagliare lungo le linee. I pezzi hanno la misura dei pianeti dei fogli stampati su carta dello stesso formato. Disporre in segreto i propri edifici su Pianeta: si possono girare, e capovolgere per specchiarli. Mettere un segnalino su ogni settore a cui si spara, su Pianeta e su Puntamento.
satellite-tokens-damage = Danni: { $count } segnalini
satellite-tokens-miss = A vuoto: { $count } segnalini
satellite-token-damage = danno
satellite-token-miss = vuoto

## Pezzi da ritagliare
d10-title = Due dadi a dieci facce
d10-note = da A a J, e da 1 a 10
d10-how = Stampare su cartoncino. Ritagliare lungo le linee continue, incidere quelle tratteggiate e piegarle verso l’esterno; incollare ogni linguetta sotto il lato che incontra. Un dado dà la colonna, l’altro la riga. I numeri delle facce opposte danno 11; da A a J valgono da 1 a 10.
cutout-cut = ritagliare
cutout-fold = piegare
cutout-quarter = quarto: non tagliare
piecepack-title = Un piecepack
piecepack-tiles-title = Piecepack: tessere
piecepack-tiles-note = 24 tessere
piecepack-tiles-how = Stampare su cartoncino. Ritagliare ogni coppia di quadrati in un pezzo solo, piegarla e incollarla dorso contro dorso: quattro quarti da un lato, valore e seme dall’altro. Su ogni quarto sta una moneta. N è il nullo, A l’asso.
piecepack-coins-title = Piecepack: monete
piecepack-coins-note = 24 monete
piecepack-coins-how = Ritagliare ogni coppia in un pezzo solo, piegarla tra i cerchi e incollarla dorso contro dorso: il valore da un lato, il seme dall’altro. Il trattino sul bordo indica la direzione della moneta. N è il nullo, A l’asso.
piecepack-dice-title = Piecepack: dadi
piecepack-dice-note = 4 dadi
piecepack-dice-how = Stampare su cartoncino. Ritagliare lungo le linee continue, incidere quelle tratteggiate e piegarle verso l’esterno; incollare ogni linguetta sotto il lato che incontra. N è il nullo, A l’asso.

## Advanced Battleships
advanced-title = Advanced Battleships
advanced-own = Mappa propria
advanced-own-note = le mie navi e le mie armi
advanced-other = Mappa nemica
advanced-other-note = ciò che ho tentato e visto
advanced-footer-map = mappa { $map }
advanced-footer-turn = turno { $turn }
advanced-points = Punti e rapporti
advanced-points-blank = { $points } punti a testa
advanced-points-spent = ____ per le armi, ____ rimasti
advanced-points-resupply = e altri { $points } a ogni turno
advanced-points-left = { $left } punti su { $points } rimasti
advanced-weapon = Arma
advanced-price = Punti
advanced-bought = Acquisti: barrare le perdite
advanced-salvo = Salva
advanced-salvo-effect = tre colpi su tre caselle; si compra quando si spara
advanced-gun = Cannone antiaereo
advanced-gun-effect = a terra; abbatte un bombardiere mandato alla sua casella, o un ricognitore mandato lì o accanto
advanced-recce = Ricognitore
advanced-recce-effect = a terra o sulla portaerei; ti vengono descritte le 3×3 caselle
advanced-bomber = Bombardiere
advanced-bomber-effect = a terra o sulla portaerei; colpisce tutto in 3×3 caselle
advanced-nuclear-bomber = Bombardiere nucleare
advanced-nuclear-bomber-effect = a terra o sulla portaerei; colpisce tutto in 5×5 caselle, e nessun cannone lo raggiunge
advanced-log = Rapporti
advanced-number = N.
advanced-who = Chi
advanced-operation = Operazione
advanced-report = Rapporto († affondata)
advanced-mine = io
advanced-theirs = altro
advanced-shot-down = abbattuto
advanced-passed = passo
advanced-passed-over = turno saltato
advanced-nothing = nulla
advanced-order-any = tutti
advanced-order-bombers = bombardieri
advanced-order-recce = ricognitori
advanced-order-hold = fermo
advanced-short-carrier = Po
advanced-short-battleship = Co
advanced-short-cruiser = In
advanced-short-destroyer = Ca
advanced-short-submarine = So

## Lines to fill in
line-name = Nome
line-date = Data
line-place = Luogo

## Move card
card-title = Cartolina per una mossa
card-note = compila, ritaglia e spedisci
card-game = Partita
card-move = Mossa
card-date = Data
card-shots = I miei colpi
card-with = Con (cartuccia, arma)
card-answer = Risposta ai tuoi ultimi colpi
card-message = Messaggio
card-to = A
card-from = Da
card-stamp = francobollo

## Class set
class-title = SALVO per 2 voci: set per una classe
class-pack = fascicolo { $number } di { $packs }

## Advanced Battleships: caselle, colpi e legenda
advanced-more = oltre a queste: ________
advanced-gone = perdute { $gone } su { $count }
advanced-hits-shared = { $class } ({ $ships } navi: { $hits } colpi)
advanced-legend = Segni sulle mappe
advanced-sign-land = terra
advanced-sign-ship = nave propria; con ⊗ dove è colpita
advanced-sign-weapon = arma propria: A cannone, R ricognitore, B bombardiere, N bombardiere nucleare
advanced-sign-gone = arma propria usata o distrutta
advanced-sign-miss = attaccata, e certamente nulla è stato colpito
advanced-sign-hit = attaccata, e certamente colpita
advanced-sign-number = attaccata dall'operazione con questo numero: il rapporto non dice quali delle sue caselle sono state colpite
advanced-sign-seen = vista da un mio ricognitore: una nave (Po, Co, In, Ca, So) o un'arma (A, R, B, N)
advanced-sign-seen-hit = vista da un mio ricognitore: questa parte della nave era già colpita
advanced-sign-seen-empty = vista da un mio ricognitore: né navi né armi

## Descrizioni dei disegni, per chi ascolta un foglio
tag-code = Codice QR di { $address }
tag-ship = Nave da { $first } a { $last }
tag-ship-sunk = Nave affondata da { $first } a { $last }
tag-shot = colpo
tag-hit = colpito
tag-out = { $label }, cancellato
tag-land = Terra: { $cells }
tag-boxes = { $n ->
    [one] 1 casella
   *[other] { $n } caselle
}
tag-boxes-ticked = { $n ->
    [one] 1 casella
   *[other] { $n } caselle
}, { $ticked } segnate
tag-sunk = affondata
tag-given-up = rinunciata
tag-building = Edificio su { $cells }
tag-building-destroyed = Edificio distrutto su { $cells }
tag-pattern = { $name }: riga e colonna { $cells }
tag-reach = Portata, per riga e colonna: { $cells }. Bersagli: { $targets }.
tag-die = Sviluppo di un dado con i valori { $values }
tag-coin = Moneta: { $value }
tag-tile = Tessera: { $value }
tag-tokens = { $count } segnalini: { $name }
