# Texte der Blätter auf Deutsch. Text zwischen *Sternchen* ist fett.

## Auf jedem Blatt
footer = Broadside · { $sheet }
footer-matrix = Spielmatrix { $name }
footer-recipe = Rezept { $name }
footer-game = Broadside · { $sheet } · Partie { $game }
footer-round = Runde { $round }
page-of = { $page } / { $pages }

## Karten
battle-map = Gefechtskarte
battle-map-note = meine Flotte, die Schüsse des Gegners
tactical-map = Taktische Karte
tactical-map-note = meine Schüsse, die Flotte des Gegners
maps-title = SALVO
map-of-voice = { $map } · Stimme { $voice }
map-of-opponent = { $map }, Gegner { $number }
ship-carrier = Träger
ship-battleship = Schlachtschiff
ship-cruiser = Kreuzer
ship-destroyer = Zerstörer
ship-patrol = Patrouille
ship-submarine = U-Boot
ship-sunk = { $cells } · weg

## Antworten auf einen Schuss
answer-hit = Treffer
answer-miss = daneben

## Spielmatrizen
matrix-number = Spielmatrix { $number }
matrix-number-word = Spielmatrix { $number } · { $word }
matrix-made = Spielmatrix aus einem Rezept
matrix-sheet = SALVO für 2 Stimmen
matrices-title = Die zehn Spielmatrizen

## Lauttabelle
key-title = Lauttabelle
key-note = die fetten Buchstaben ergeben den Laut

## Das Heft
pack-title = SALVO für 2 Stimmen

## Salvo auf Papier
classic-title = Salvo auf Papier
classic-self = Ich
classic-self-note = meine Flotte, die Schüsse des Gegners
classic-opponent = Gegner
classic-opponent-note = meine Schüsse
classic-player = Spieler { $number }
classic-player-note = Schüsse von Spieler { $number }
classic-salvo = Salve von Spieler { $number }
classic-shot-of = Schuss von Spieler { $number }
classic-ship = { $class } · { $shots ->
    [one] 1 Schuss
   *[other] { $shots } Schüsse
}
classic-log = Runden
classic-round = Runde
classic-shot = Schuss
classic-salvo-name = Salve · { $name }
classic-shot-name = Schuss · { $name }
classic-mine = Meine Salve
classic-theirs = Gegnerische Salve
classic-my-shot = Mein Schuss
classic-their-shot = Gegnerischer Schuss
classic-answer = Antwort
classic-total = Summe († versenkt)

## Solo Salvo
solo-title = Solo Salvo
solo-note = Kopf: die oberen Reihen · Zahl: die unteren Reihen
solo-suns = Sonne
solo-moons = Mond
solo-crowns = Krone
solo-arms = Wappen
solo-upper = oben
solo-lower = unten
ship-dinghy = Beiboot
solo-dinghies = Beiboote
solo-predicts = Meine Voraussage:
solo-lends = { $suit }: nummeriert die Spalten
solo-log = Salven
solo-volley = Nr.
solo-coin = Wurf
solo-heads = Kopf
solo-tails = Zahl
solo-hit = Treffer († versenkt)

## Die Partitur
score-title = SALVO für { $voices } Stimmen
score-note = Partitur
score-voice = Stimme { $number }
score-turn = Runde { $round } · Zug { $turn } · { $voice }
score-sunk = { $report } · { $class } versenkt
score-hummed-anthem = gesummte Hymne
score-shanty = Shanty
score-sonar-ping = Sonar-Ping
score-continued = Fortsetzung folgt
score-silence = noch ist nichts erklungen
score-end = Ende
score-blank = Diese Seite ist leer, damit niemand mitten in einem Zug umblättern muss.
legend-call = Ansage: das Feld nennen, den Laut klingen lassen
legend-left = Antwort: die Reihe, vom linken Rand
legend-right = Antwort: die Reihe, vom rechten Rand
legend-top = dann die Spalte, vom oberen Rand
legend-bottom = dann die Spalte, vom unteren Rand
legend-report = Ergebnis nach der Antwort
legend-shot = Nummer des Schusses
legend-direction = wie das Folgende klingen soll
legend-cue = Zeichen für alle, nach dem Zug
legend-other = klein: was von den anderen zu hören ist

## Satellite Salvo
satellite-title = Satellite Salvo
satellite-note = ⊗ = Schaden, o = daneben
satellite-planet = Planet
satellite-planet-note = meine Gebäude, gegnerische Schüsse
satellite-targeting = Zielkarte
satellite-targeting-note = meine Schüsse
satellite-player = Spieler { $number }
satellite-player-planet = Planet von Spieler { $number }
satellite-player-note = Schüsse von Spieler { $number }
satellite-destroyed = Zerstört
satellite-lost = Verlorene Gebäude
satellite-building-outpost = Vorposten
satellite-building-relay = Relais
satellite-building-bunker = Bunker
satellite-building-reactor = Reaktor
satellite-building-hangar = Hangar
satellite-building-citadel = Zitadelle
satellite-arsenal = Arsenale: Verbrauchtes abhaken
satellite-mine = Ich
satellite-theirs = Gegner
satellite-log = Züge
satellite-log-note = eine Zeile für jede Runde
satellite-round = Runde
satellite-targets = Ziele
satellite-hits = Treffer †
satellite-footer-turn = Zug { $turn }
satellite-given-up = ({ $cartridge })
satellite-last-blow = Letzter Schlag
satellite-shot = Schuss
satellite-barrage-name = Sperrfeuer { $number }
satellite-barrages-name = Sperrfeuer
satellite-barrages-unlock = mindestens ein Würfel mit der Zahl
satellite-barrages-effect = ein Ziel für jeden davon
satellite-three-of-a-kind-name = Dreierpasch
satellite-three-of-a-kind-unlock = drei gleiche
satellite-three-of-a-kind-effect = Explosion: vier Nachbarn
satellite-four-of-a-kind-name = Viererpasch
satellite-four-of-a-kind-unlock = vier gleiche
satellite-four-of-a-kind-effect = Explosion: drei mal drei
satellite-full-house-name = Full House
satellite-full-house-unlock = drei gleiche und zwei gleiche
satellite-full-house-effect = Explosion: zwei diagonal
satellite-small-straight-name = Kleine Straße
satellite-small-straight-unlock = vier in Folge
satellite-small-straight-effect = Strahl: Reihe oder Spalte
satellite-large-straight-name = Große Straße
satellite-large-straight-unlock = fünf in Folge
satellite-large-straight-effect = Strahl: Reihe und Spalte
satellite-salvo-name = Salve
satellite-salvo-unlock = fünf gleiche
satellite-salvo-effect = zehn Schüsse, einzeln
satellite-hazard-name = Wagnis
satellite-hazard-unlock = jeder Wurf
satellite-hazard-effect = ein Treffer zerstört alles
satellite-pieces-title = Satellite Salvo: Ausschneidebogen
satellite-divider = Sichtschirm
satellite-divider-note = einer für jeden Spieler
satellite-divider-how = Auf festes Papier drucken. An den durchgezogenen Linien schneiden, die gestrichelten anritzen und beide Flügel zu dir falten. Stell den Schirm vor deine Blätter, mit dieser Seite zu dir.
satellite-pieces = Gebäude und Marker
satellite-pieces-note = für einen Spieler
satellite-pieces-how = Auf festes Papier drucken und an den Linien ausschneiden. Die Teile passen auf Planeten, die auf gleich großes Papier gedruckt sind. Leg deine Gebäude heimlich auf Planet: Du darfst sie drehen, und wenden, um sie zu spiegeln. Leg einen Marker auf jeden beschossenen Sektor, auf Planet und auf Zielkarte.
satellite-tokens-damage = Schaden: { $count } Marker
satellite-tokens-miss = Daneben: { $count } Marker
satellite-token-damage = trifft
satellite-token-miss = leer

## Teile zum Ausschneiden
d10-title = Zwei zehnseitige Würfel
d10-note = A bis J, und 1 bis 10
d10-how = Auf festes Papier drucken. An den durchgezogenen Linien schneiden, die gestrichelten anritzen und nach hinten falten; jede Lasche unter die Kante kleben, auf die sie trifft. Ein Würfel gibt die Spalte, der andere die Reihe. Gegenüberliegende Zahlen ergeben zusammen 11; A bis J zählen als 1 bis 10.
cutout-cut = schneiden
cutout-fold = falten
cutout-quarter = Viertel: nicht schneiden
piecepack-title = Ein Piecepack
piecepack-tiles-title = Piecepack: Platten
piecepack-tiles-note = 24 Platten
piecepack-tiles-how = Auf festes Papier drucken. Jedes Paar von Quadraten in einem Stück ausschneiden, falten und Rücken an Rücken kleben: vier Viertel auf der einen Seite, Wert und Farbe auf der anderen. Auf jedes Viertel passt eine Münze. N ist die Null, A das Ass.
piecepack-coins-title = Piecepack: Münzen
piecepack-coins-note = 24 Münzen
piecepack-coins-how = Jedes Paar in einem Stück ausschneiden, zwischen den Kreisen falten und Rücken an Rücken kleben: der Wert auf der einen Seite, die Farbe auf der anderen. Der kurze Strich am Rand zeigt die Richtung der Münze. N ist die Null, A das Ass.
piecepack-dice-title = Piecepack: Würfel
piecepack-dice-note = 4 Würfel
piecepack-dice-how = Auf festes Papier drucken. An den durchgezogenen Linien schneiden, die gestrichelten anritzen und nach hinten falten; jede Lasche unter die Kante kleben, auf die sie trifft. N ist die Null, A das Ass.

## Advanced Battleships
advanced-title = Advanced Battleships
advanced-own = Eigene Karte
advanced-own-note = meine Schiffe und Waffen
advanced-other = Feindkarte
advanced-other-note = was ich versucht und gesehen habe
advanced-footer-map = Karte { $map }
advanced-footer-turn = Zug { $turn }
advanced-points = Punkte und Meldungen
advanced-points-blank = je { $points } Punkte
advanced-points-spent = ____ für Waffen, ____ übrig
advanced-points-resupply = und { $points } mehr in jedem Zug
advanced-points-left = { $left } von { $points } Punkten übrig
advanced-weapon = Waffe
advanced-price = Punkte
advanced-bought = Gekauft: Verluste streichen
advanced-salvo = Salve
advanced-salvo-effect = drei Schüsse auf drei Felder; wird beim Schießen bezahlt
advanced-gun = Flak
advanced-gun-effect = an Land; holt einen Bomber auf ihrem Feld vom Himmel, oder einen Aufklärer dort oder daneben
advanced-recce = Aufklärer
advanced-recce-effect = an Land oder auf dem Träger; du erfährst, was auf 3×3 Feldern steht
advanced-bomber = Bomber
advanced-bomber-effect = an Land oder auf dem Träger; trifft alles auf 3×3 Feldern
advanced-nuclear-bomber = Atombomber
advanced-nuclear-bomber-effect = an Land oder auf dem Träger; trifft alles auf 5×5 Feldern, und keine Flak erreicht ihn
advanced-log = Meldungen
advanced-number = Nr.
advanced-who = Wer
advanced-operation = Aktion
advanced-report = Meldung († versenkt)
advanced-mine = ich
advanced-theirs = Gegner
advanced-shot-down = abgeschossen
advanced-passed = gepasst
advanced-passed-over = übergangen
advanced-nothing = nichts
advanced-order-any = alle
advanced-order-bombers = Bomber
advanced-order-recce = Aufklärer
advanced-order-hold = keine
advanced-short-carrier = Fl
advanced-short-battleship = Sc
advanced-short-cruiser = Kr
advanced-short-destroyer = Ze
advanced-short-submarine = UB

## Zum Ausfüllen
line-name = Name
line-date = Datum
line-place = Ort

## Zugkarte
card-title = Karte für einen Zug
card-note = ausfüllen, ausschneiden, abschicken
card-game = Partie
card-move = Zug
card-date = Datum
card-shots = Meine Schüsse
card-with = Mit (Kartusche, Waffe)
card-answer = Antwort auf deine letzten Schüsse
card-message = Nachricht
card-to = An
card-from = Von
card-stamp = Marke

## Klassensatz
class-title = SALVO für 2 Stimmen: Klassensatz
class-pack = Heft { $number } von { $packs }

## Advanced Battleships: Kästchen, Treffer und Legende
advanced-more = mehr als hier Platz hat: ________
advanced-gone = { $gone } von { $count } verloren
advanced-hits-shared = { $class } ({ $ships } Schiffe: { $hits } Treffer)
advanced-legend = Zeichen auf den Karten
advanced-sign-land = Land
advanced-sign-ship = eigenes Schiff; mit ⊗, wo es getroffen ist
advanced-sign-weapon = eigene Waffe: A Flak, R Aufklärer, B Bomber, N Atombomber
advanced-sign-gone = eigene Waffe, benutzt oder zerstört
advanced-sign-miss = angegriffen, und sicher nichts getroffen
advanced-sign-hit = angegriffen, und sicher getroffen
advanced-sign-number = angegriffen von der Aktion mit dieser Nummer: ihre Meldung sagt nicht, welche Felder getroffen wurden
advanced-sign-seen = von meinem Aufklärer gesehen: ein Schiff (Fl, Sc, Kr, Ze, UB) oder eine Waffe (A, R, B, N)
advanced-sign-seen-hit = von meinem Aufklärer gesehen: dieser Teil des Schiffs war schon getroffen
advanced-sign-seen-empty = von meinem Aufklärer gesehen: weder Schiff noch Waffe

## Beschreibungen der Zeichnungen, für alle, die ein Blatt hören
tag-code = QR-Code von { $address }
tag-ship = Schiff von { $first } bis { $last }
tag-ship-sunk = Versenktes Schiff von { $first } bis { $last }
tag-shot = Schuss
tag-hit = Treffer
tag-out = { $label }, gestrichen
tag-land = Land: { $cells }
tag-boxes = { $n ->
    [one] 1 Kästchen
   *[other] { $n } Kästchen
}
tag-boxes-ticked = { $n ->
    [one] 1 Kästchen
   *[other] { $n } Kästchen
}, { $ticked } abgehakt
tag-sunk = versenkt
tag-given-up = aufgegeben
tag-building = Gebäude auf { $cells }
tag-building-destroyed = Zerstörtes Gebäude auf { $cells }
tag-pattern = { $name }: Reihe und Spalte { $cells }
tag-reach = Reichweite, nach Reihe und Spalte: { $cells }. Ziele: { $targets }.
tag-die = Netz eines Würfels mit den Werten { $values }
tag-coin = Münze: { $value }
tag-tile = Platte: { $value }
tag-tokens = { $count } Marker: { $name }
