# Deutsche Texte von E-Mails über die Regeln: Gründe für Ablehnungen, Hilfe zum Aufstellen und Einstellungen.

## Ablehnungen: die Zeile, der Grund, und was stattdessen geht
refused-line = Zeile { $line }, `{ $words }`: { $why }
refused-words = `{ $words }`: { $why }
refused-otherwise = das geht nicht; Programme bekommen diesen Fehler: „{ $detail }“
refused-too-often = zu viele Anfragen: versuch es in ein paar Stunden noch einmal

## In jedem Spiel
refused-over = die Partie ist zu Ende: in ihr geht nichts mehr
refused-turn = ein anderer ist am Zug: warte auf die E-Mail, die sagt, dass du dran bist
refused-not-begun = die Partie hat noch nicht begonnen: sie beginnt, wenn alle Plätze besetzt sind und alle aufgestellt haben
refused-not-begun-alone = die Partie hat noch nicht begonnen: stell deine Flotten auf, und sag dann mit PREDICT eine Farbe voraus
refused-begun = die Partie hat begonnen: Plätze und Aufstellungen stehen jetzt fest
refused-out = du hast diese Partie verlassen
refused-lost = du hast verloren und bist nicht mehr im Gefecht: die anderen spielen weiter
refused-no-such-seat = so einen Platz hat diese Partie nicht: ihre Plätze sind 1 bis { $last }
refused-seat-taken = der Platz ist besetzt
refused-draw-offered = du hast schon Remis angeboten: das nächste Mal kannst du es ab deinem nächsten Zug
refused-draw-stands = ein Remis ist schon angeboten: ACCEPT DRAW oder DECLINE DRAW, oder warte auf die Antwort
refused-no-draw = kein Remis ist angeboten: DRAW bietet eines an
refused-own-draw = du hast dem Remis schon zugestimmt: die anderen müssen antworten
refused-not-late = niemandes Zeit ist abgelaufen
refused-moved = der erste Zug ist gemacht, und die Partie kann nicht mehr abgesagt werden: gib mit RESIGN auf, oder biete mit DRAW Remis an
refused-moved-alone = der erste Zug ist gemacht, und die Partie kann nicht mehr abgesagt werden: verlass sie jederzeit mit LEAVE
refused-unknown-move = so einen Zug hat diese Partie nicht: allein kannst du sie mit LEAVE verlassen, sonst mit RESIGN aufgeben
refused-placements = du hast { $most }-mal aufgestellt, und öfter geht es nicht
refused-departures = { $most }-mal hat jemand diese Partie verlassen, und niemand kann mehr dazukommen: such eine andere Partie
refused-last = das hängt vom Zufall oder von einem Geheimnis ab, oder beendet die Partie: schreib, was danach kommt, in einer anderen E-Mail
refused-actions = eine E-Mail kann in einer Partie höchstens { $most } Dinge tun: schreib den Rest in einer anderen
refused-setting = Einstellung { $setting }: { $detail }

## Bei Plätzen, Nachrichten und neuen Partien
refused-not-seated = du hast in dieser Partie keinen Platz
refused-already-seated = du bist schon in dieser Partie
refused-no-free-seat = diese Partie hat keinen freien Platz für dich
refused-not-found = diese Partie steht dir nicht mehr offen
refused-seated = du hast in dieser Partie einen Platz: nimm stattdessen LEAVE oder RESIGN
refused-no-challenge = in dieser Partie fordert dich niemand heraus
refused-creator = du hast diese Partie angelegt und kannst sie nicht verlassen: sag sie mit ABORT ab
refused-not-creator = ein Platz ist frei, und nur wer die Partie angelegt hat, kann sie absagen: verlass sie mit LEAVE
refused-no-rematch = nur eine beendete Partie kann eine Revanche haben, keine abgesagte
refused-queue = höchstens { $first } Züge können warten, und das wären { $second }: nimm sie mit QUEUE OFF zurück, oder schreib weniger Zeilen
refused-rematch-gone = ein Spieler dieser Partie hat kein Konto mehr: leg mit NEW eine Partie mit anderen an
refused-rematch-blocked = ein Spieler dieser Partie nimmt keine Herausforderungen von dir an: leg mit NEW eine Partie mit anderen an
refused-rematch-off = die Revanche dieser Partie wurde abgesagt, und es gibt nur eine: leg mit NEW eine Partie an
refused-alone = eine Partie für einen hat keine Nachrichten: schreib dir mit NOTE eine Notiz
refused-unwelcome = wer diese Partie angelegt hat, nimmt dich nicht an: such eine andere Partie
refused-messages = in einer Partie gehen { $first } Nachrichten in 24 Stunden: schreib die nächste später
refused-prose = schreib 1 bis { $first } Zeichen, ohne Steuerzeichen
refused-bot-games = du hast { $first } laufende Partien mit Bots, und mehr geht nicht: beende zuerst eine
refused-no-bots = dieser Server hat keine Partien mit Bots: wähl eine andere Partie
refused-no-bot = für { $first } gibt es keine Bots: lass BOT weg
refused-games = { $first } Partien, die du angelegt hast, haben noch nicht begonnen, und mehr geht nicht: warte auf Spieler, oder sag welche mit ABORT ab
refused-challenges = du hast die Grenze von { $first } Herausforderungen am Tag erreicht: warte, oder leg eine Partie mit OPEN an
refused-invitations = du hast die Grenze von { $first } Einladungen am Tag per E-Mail erreicht: lade morgen weitere ein
refused-no-opponents = eine Partie für einen hat keine Gegner: lass WITH weg
refused-opponents = bei { $first } Plätzen gehen höchstens { $second } Gegner: lass die anderen weg
refused-private = einen freien Platz in einer privaten Partie findet niemand: nenn nach WITH für jeden Platz jemanden, oder schreib PUBLIC
refused-same-player = jeder hat in einer Partie einen Platz: nenn jemand anderen
refused-no-player = dieser Spieler hat kein Konto mehr: nenn jemand anderen
refused-blocked = dieser Spieler nimmt keine Herausforderungen von dir an: nenn jemand anderen
refused-our-address = das ist eine Adresse des Servers: nenn die Adresse eines Spielers
refused-own-address = das ist deine eigene Adresse: nenn die Adresse eines anderen Spielers
refused-same-address = jeder hat in einer Partie einen Platz: nenn eine andere Adresse

## Felder und Flotten
refused-off-map = { $cell } liegt außerhalb der Karte, die bei { $last } endet
refused-called = auf { $cell } wurde schon geschossen: nenn ein anderes Feld
refused-twice = { $cell } ist zweimal genannt: nenn jedes einmal
refused-cells = genannt sind { $found } Felder: es müssen genau { $wanted } sein
refused-no-class = die Flotte hat keine Klasse { $class }: ihre Schiffe sind { $known }
refused-off-grid = { $class } ({ $length } lang) passt nicht auf { $at } { $heading }: die Karte endet bei { $last }, und ein Schiff heißt nach seinem Feld ganz links oder ganz oben
refused-overlap = ein Schiff weiter oben in der Liste liegt auch auf { $cell }: Schiffe dürfen sich berühren, aber nie überdecken
refused-count = du stellst { $found } × { $class } auf: die Flotte hat genau { $wanted }

## Classic
refused-rewrites = du hast die Salve dieser Runde { $most }-mal neu geschrieben, und öfter geht es nicht: warte auf den anderen
refused-round = die Salve ist für Runde { $meant }, aber jetzt ist Runde { $now }: sieh in die neueste E-Mail, und schreib noch einmal
refused-no-rounds = diese Partie hat keine Runden: lass ROUND weg

## Voices
refused-matrix = so eine Matrix gibt es nicht: nimm eine Zahl von 1 bis { $last } oder ein Rezept
refused-matrix-size = die Matrix hat { $size } Reihen: es müssen 10 sein, wie auf der Karte
refused-no-dice = diese Partie wird ohne Würfel gespielt: schieß mit FIRE auf ein Feld deiner Wahl
refused-axes-due = du hast gewürfelt: sag zuerst mit AXES X oder AXES Y, welche Achse der erste Würfel gibt
refused-cell-due = auf das gewürfelte Feld wurde schon geschossen: schieß mit FIRE auf eines der Felder, die du wählen kannst
refused-roll-first = wohin ein Schuss fällt, sagen die Würfel: wirf sie mit ROLL
refused-nothing-rolled = vor dem Wurf kannst du keine Achse wählen: zuerst ROLL
refused-not-open = auf { $cell } kannst du jetzt nicht schießen: wähl eines der erlaubten Felder
refused-not-called = Schuss { $shot } hast du nicht angesagt: nenn einen, den du angesagt hast
refused-not-answered = Schuss { $shot } hast du nicht beantwortet: nenn einen, den du beantwortet hast
refused-direction = eine Anweisung ist eine Zeile von höchstens { $most } Zeichen, ohne Steuerzeichen
refused-changes = du hast in diesem Zug Stimmen, Achsen und Anweisungen { $most }-mal geändert, und öfter geht es nicht: warte auf den nächsten Zug
refused-no-say = du hast deine Flotte verloren: nur wer noch spielt, entscheidet, ob hier Schluss ist
refused-end-offered = du hast in diesem Zug schon angeboten aufzuhören: warte auf deinen nächsten Zug
refused-end-stands = das Ende ist schon angeboten: ACCEPT END oder DECLINE END, oder warte auf die Antwort
refused-no-end = kein Ende ist angeboten: OFFER END bietet es an
refused-own-end = du hast dem Ende schon zugestimmt: die anderen müssen antworten

## Änderungen der Partitur nach dem Ende
refused-only-score = die Partie ist zu Ende: nur ihre Partitur kann sich noch ändern, mit DIRECT und mit VOICE FOR und einem Schuss
refused-score-late = die Partitur konnte nach dem Ende { $first } Tage lang geändert werden, bis { $second }
refused-score-closed = du hast deinen Teil der Partitur abgeschlossen
refused-score-changes = nach dem Ende kannst du die Partitur { $first }-mal ändern: übrig sind { $second }

## Solo
refused-lends = { $suit } leiht seine Münzen her, um die Spalten zu nummerieren, und hat keine Schiffe: es kämpfen { $fighting }
refused-dinghies = in dieser Partie hat jede Farbe sechs Beiboote und kein Schiff der Klasse { $class }
refused-off-sea = { $class } ({ $length } lang) passt nicht auf { $at } { $heading }: die See endet bei { $last }, und ein Schiff heißt nach seinem Feld ganz links, oder ganz oben, wenn es senkrecht liegt
refused-coin = ein Schiff weiter oben in der Liste hat auch auf { $cell } eine Münze: auf ein Feld passt eine Münze, und Diagonalen dürfen sich nur zwischen Feldern kreuzen
refused-suit-count = du stellst { $found } × { $suit } { $class } auf: die Farbe hat genau { $wanted }
refused-not-fighting = { $suit } leiht seine Münzen her und kämpft nicht: sag eine davon voraus: { $fighting }
refused-predicted = du hast { $suit } vorausgesagt: Voraussage und Flotten stehen jetzt fest
refused-predict-first = du hast noch keine Farbe vorausgesagt: PREDICT und eine Farbe beginnt die Partie

## Satellite
shape-outpost = zwei Sektoren nebeneinander
shape-relay = drei Sektoren in einer Linie
shape-bunker = drei Sektoren um eine Ecke
shape-reactor = ein Quadrat aus vier Sektoren
shape-hangar = vier Sektoren in einer Linie
shape-citadel = drei Sektoren in einer Linie und einer neben dem mittleren
refused-building-twice = { $building } steht zweimal da: stell jedes Gebäude einmal auf
refused-building-missing = { $building } fehlt: stell jedes der sechs Gebäude einmal auf
refused-shape = diese Sektoren ergeben kein Gebäude { $building }: das sind { $shape }, gedreht oder gespiegelt
refused-building-overlap = ein Gebäude weiter oben in der Liste steht auch auf { $cell }: Gebäude dürfen sich berühren, aber nie überdecken
refused-off-planet = { $cell } liegt außerhalb des Planeten, der bei { $last } endet: der Buchstabe ist die Reihe, die Zahl die Spalte
refused-due-roll = der Zug beginnt mit den Würfeln: wirf sie mit ROLL
refused-due-fire = du hast gewürfelt: setz mit USE eine Kartusche ein, die die Würfel freischalten
refused-due-give-up = die Würfel schalten keine der übrigen Kartuschen frei: gib eine mit GIVE UP auf
refused-due-salvo = { $n ->
    [one] die Salve geht weiter: schieß mit SHOOT auf noch ein Ziel
   *[other] die Salve geht weiter: schieß mit SHOOT auf noch { $n } Ziele, eines nach dem anderen
}
refused-due-shoot = beide Arsenale sind leer, und es wird nicht gewürfelt: schieß mit SHOOT auf ein Ziel
refused-due-destruct = { $n ->
    [one] beide Arsenale sind leer: DESTRUCT, und nenn ein Ziel
   *[other] beide Arsenale sind leer: DESTRUCT, und nenn { $n } Ziele
}
refused-due-nothing = jetzt ist nichts zu tun
refused-no-rolls = du hast dreimal gewürfelt, und öfter geht es nicht: setz mit USE ein, was die Würfel freischalten, oder gib mit GIVE UP eine Kartusche auf, wenn sie keine freischalten
refused-nothing-kept = das ist der erste Wurf des Zuges, und es gibt noch nichts zu behalten: ROLL
refused-no-die = einen Würfel { $position } gibt es nicht: die fünf Würfel haben die Nummern 1 bis 5
refused-kept-twice = Würfel { $position } ist zweimal behalten: nenn jeden einmal
refused-all-kept = alle fünf Würfel sind behalten: lass die weg, die du noch einmal wirfst, oder setz mit USE ein, was die Würfel freischalten
refused-spent = { $cartridge } ist verbraucht: übrig sind { $left }
refused-locked = die Würfel schalten { $cartridge } nicht frei: sie schalten { $unlocked } frei
refused-locked-all = die Würfel schalten { $cartridge } nicht frei: sie schalten keine frei, die noch da ist, also gib mit GIVE UP eine auf
refused-must-fire = eine Kartusche aufgeben kannst du nur, wenn die Würfel keine freischalten: setz mit USE eine davon ein: { $unlocked }
refused-targets = genannt sind { $found } Ziele: es müssen genau { $most } sein
refused-targets-between = genannt sind { $found } Ziele: es müssen { $least } bis { $most } sein
refused-hit-before = { $cell } ist schon getroffen: wähl ein anderes Ziel
refused-no-beam = SMALL STRAIGHT geht die Reihe oder die Spalte des Ziels entlang: sag mit ROW oder COLUMN, welche
refused-needless-beam = bei { $cartridge } gibt es keine Richtung zu wählen: lass ROW oder COLUMN weg

## Advanced
refused-aground = { $class } läge auf { $cell } an Land: Schiffe liegen nur im Wasser
refused-plane-at-sea = { $weapon } kann nicht auf { $cell } stehen: Flugzeuge stehen an Land oder auf deinem eigenen Träger
refused-gun-at-sea = { $weapon } kann nicht auf { $cell } stehen: Flak steht an Land
refused-square-taken = auf { $cell } steht schon eine Waffe: auf ein Feld passt nur eine
refused-hit-deck = { $cell } ist ein getroffener Teil des Trägers: kauf Flugzeuge an Land oder auf einen Teil, der nicht getroffen ist
refused-plane-order = { $weapon } nimmt keine Befehle an, nur Flak: lass den Befehl weg
refused-too-dear = zu wenig Punkte: das kostet { $cost }, und du hast { $points }
refused-no-resupply = diese Partie hat keinen Nachschub: Waffen kaufst du nur beim Aufstellen
refused-no-plane = auf { $cell } hast du kein Flugzeug, oder es ist unterwegs oder zerstört: nenn ein anderes
refused-just-bought = du hast { $weapon } auf { $cell } in diesem Zug gekauft: losschicken kannst du es ab deinem nächsten Zug
refused-no-gun = auf { $cell } hast du keine Flak, oder sie hat schon geschossen oder ist zerstört: nenn eine andere
refused-orders = du hast in diesem Zug { $most } Befehle gegeben, und mehr geht nicht: warte auf den nächsten Zug

## Hilfe zum Aufstellen
placing-cells = { $n ->
    [one] ein Feld
   *[other] { $n } Felder
}
placing-squares = { $n ->
    [one] ein Feld
   *[other] { $n } Felder
}
placing-coins = { $n ->
    [one] eine Münze
   *[other] { $n } Münzen
}
placing-points = { $n ->
    [one] ein Punkt
   *[other] { $n } Punkte
}
placing-each = { $ships } Schiffe, je { $covers }
placing-ships = Stell alle diese Schiffe auf. Nenn für jedes sein Feld ganz links oder ganz oben, und sag ACROSS (waagrecht) oder DOWN (senkrecht). Die Karte hat die Spalten A bis { $column } und die Reihen 1 bis { $row }. Schiffe dürfen sich berühren, aber nicht überdecken.
placing-voices = Du kannst auch die Matrizen deiner beiden Karten wählen (PLACE BATTLE und PLACE TACTICAL mit einer Zahl von 1 bis 10 oder einem Rezept) und die Ränder, von denen du antwortest (PLACE VOICE LEFT TOP). Was du weglässt, ist zufällig.
placing-suits = Jede der Farben { $fighting } hat alle diese Schiffe; { $lends } leiht seine Münzen her und hat keine.
placing-sea = Die See hat zwei Reihen für jede Farbe, UPPER (oben) und LOWER (unten), von oben: { $rows }. Ihre Spalten sind { $columns }. Auf ein Feld passt nur eine Münze; ein Schiff darf in den Reihen jeder Farbe liegen.
placing-sea-ships = Nenn ein Schiff nach seinem Feld ganz links, oder ganz oben, wenn es senkrecht liegt (DOWN). Es liegt ACROSS, DOWN, DIAGONAL DOWN oder DIAGONAL UP. Ein Beiboot (DINGHY) braucht keine Richtung.
placing-buildings = Stell diese sechs Gebäude auf, und nenn alle Sektoren von jedem:
placing-planet = Du darfst sie drehen und spiegeln. Sie dürfen sich berühren, aber keinen Sektor teilen. Der Planet hat die Reihen A bis { $row } und die Spalten 1 bis { $column }; hier ist der Buchstabe die Reihe.
placing-weapons = Du kannst für { $points } Punkte Waffen kaufen: von jeder so viele, wie du willst, aber nur eine auf ein Feld. Der Rest bezahlt Salven, je einen Punkt.
placing-land = an Land
placing-deck = an Land oder auf deinem Träger
placing-resupply = Jeder deiner Züge beginnt mit { $points } Punkten mehr, und dann kannst du mit BUY weitere Waffen kaufen.
placing-orders = Schiffe liegen im Wasser. Eine Flak kann mit ORDER einen Befehl haben: ANY (alle Flugzeuge, wenn nichts dasteht), BOMBERS, RECCE oder HOLD.

## Spiele und die Einstellungen einer neuen Partie
games-there-are = Das sind die Spiele. Schreib HELP und den Namen eines Spiels, um seine Befehle zu bekommen, und seine Einstellungen für NEW:
summary-classic = Das Salvo für zwei auf Papier: Schuss um Schuss, oder Salve gegen Salve mit der Summe je Klasse als Antwort.
summary-voices = Eine Schlacht, die auch ein Lautgedicht ist: gewürfelte Salven für zwei bis acht, jeder Schuss erklingt als Laute aus Spielmatrizen.
summary-solo = Eine Patience für das Piecepack: versteck drei Flotten in einer See, sag voraus, welche überlebt, und lass die Würfel schießen.
summary-satellite = Zwei Planeten mit versteckten Gebäuden, und je dreizehn Kartuschen, die fünf Würfel freischalten: Sperrfeuer, Explosionen, Strahlen und eine Salve von zehn.
summary-advanced = Schiffe versenken für zwei auf einer Karte mit Land und Wasser: Punkte kaufen Salven, Flugzeuge und Flak, und Meldungen sind Summen.
settings-there-are = Einstellungen für NEW { $game }, hinter dem Namen des Spiels: jede mit ihrer Vorgabe (…, wenn es keine gibt), und dann die möglichen Werte.
setting-between = { $least } bis { $most }
option-classic-first = den ersten Schuss hat, wer höher würfelt, du, weil du die Partie anlegst, oder dein Gegner
option-classic-fleet = jeder hat Schiffe von 5, 4, 3 und 2 Feldern (standard), von 5, 3, 2 und 2 (two_destroyers), von 5, 4, 3, 3 und 2 (five_ships), oder die, die du aufzählst (custom)
option-classic-grid = die Größe der Karte mit fleet=custom; ohne Angabe 10 mal 10
option-classic-mode = abwechselnd je ein Schuss, oder je eine geheime Salve; beide gelten gleichzeitig
option-classic-repeat_on_hit = ob ein Treffer noch einen Schuss gibt, mit mode=single
option-classic-ships = 1 bis 10 Schiffe mit fleet=custom; shots ist, was ein Schiff mit mode=salvo zur Salve beiträgt
option-voices-aim = ob Würfel sagen, wohin ein Schuss fällt, oder der Spieler wählt
option-voices-axes = wann du sagst, welcher Würfel welche Achse gibt, mit aim=dice
option-voices-engagement = ob ein Schuss auf die Karten aller anderen fällt, oder in jeder Runde auf eine davon
option-voices-fleet = wie viele Schiffe jeder Klasse ein Spieler hat
option-voices-interludes = ob die Partitur ein Zeichen zwischen den Zügen hat
option-voices-rounds = die Zahl der Runden; ohne sie endet die Partie, wenn nur eine Flotte übrig ist
option-voices-seats = wie viele spielen
option-solo-lends = die Farbe, die ihre Münzen zum Nummerieren der Spalten herleiht und nicht kämpft
option-solo-order = die Farben von oben nach unten, alle vier
option-solo-wumpuses = ob jede Farbe sechs Beiboote statt ihrer Schiffe hat
option-satellite-columns = wie viele Spalten ein Planet hat
option-satellite-endgame = wenn beide Arsenale leer sind, wird gezählt, was zerstört ist (ceasefire), es geht Schuss um Schuss weiter (desperation), beide werden wieder gefüllt (reloaded), oder jeder hat einen letzten Schlag (self_destruct)
option-satellite-rows = wie viele Reihen ein Planet hat
option-advanced-fleet = wie viele Schiffe jeder Klasse ein Spieler hat
option-advanced-map-terrain = oder eine eigene Karte: 10 bis 26 Reihen von oben, in Anführungszeichen, durch Kommas ohne Leerzeichen getrennt; alle gleich lang, 10 bis 26 Zeichen, # für Land und ~ für Wasser (E-Mails zeichnen sie als ^ und .)
option-advanced-map-columns = die Größe einer Karte, die aus einem Startwert entsteht
option-advanced-map-seed = der Startwert: 1 bis 40 Buchstaben, Ziffern und Bindestriche; zufällig, wenn du keinen nennst
option-advanced-points = wie viele Punkte ein Spieler für Waffen und Salven hat
option-advanced-resupply = wie viele Punkte jeder Zug dazugibt

## Seite mit den Regeln eines Spiels
rules-page-pack = Diese Regeln mit den Blättern drucken (PDF)
rules-page-numbered = Die genauen Regeln mit ihren Nummern
rules-page-numbers = Eine Ablehnung nennt die Nummer der Regel, auf der sie beruht. Diese Regeln sind auf Englisch.
rules-page-language = Deutsch
