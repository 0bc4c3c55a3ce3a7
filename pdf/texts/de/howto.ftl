# Regeln der Spiele für alle, die auf Papier spielen, auf Deutsch. Text zwischen *Sternchen* ist fett.

## Überschriften
howto-note = So wird gespielt
howto-need = Was ihr braucht
howto-begin = Vor der Schlacht
howto-sea = Die See und die Flotten
howto-turn = Ein Zug
howto-round = Salvo: eine Runde
howto-shot = Schuss um Schuss: ein Zug
howto-volley = Eine Salve
howto-cartridges = Die Kartuschen
howto-report = Die Antwort
howto-mark = Zeichen
howto-perform = Die Aufführung
howto-end = Das Ende
howto-variations = Varianten
howto-credits = Quellen

## Quellen
credits-classic = *Salvo auf Papier* ist überliefert.
credits-voices = *SALVO for 2 voices*, eine Partitur zum Aufführen.
credits-solo = *Solo Salvo* von Eric Witt.
credits-satellite = *Satellite Salvo* von Reluctant Pirate Games.
credits-advanced = *Advanced Battleships* nach Hubert Phillips und Jonathan Palfrey.

## Salvo auf Papier
howto-classic-intro = Jeder versteckt eine Flotte auf einem Raster und sucht die des anderen. Triff jedes ihrer Felder, bevor deine eigene Flotte versenkt ist.
howto-classic-need-what = Zwei Spieler mit je einem Heft wie diesem, zwei Bleistifte, ein Würfel und etwas, das die Blätter voreinander verbirgt. Wählt vorher eines von zwei Spielen. Bei *Salvo* feuert ihr in jeder Runde beide eine ganze Salve, und die Antwort ist eine Summe. Bei *Schuss um Schuss* schießt ihr abwechselnd, und jeder Schuss wird sofort beantwortet.
howto-classic-begin-grid = *Ich* ist die See deiner eigenen Flotte. *Gegner* ist die See, auf die du schießt. Ein Feld heißt nach dem Buchstaben seiner Spalte und der Nummer seiner Reihe: *F7* ist in Spalte F und Reihe 7.
howto-classic-begin-fleet = Zeichne heimlich deine Flotte auf *Ich*: um jedes Schiff eine Linie, innerhalb seiner Felder. Die Liste unter dem Raster nennt die Schiffe. Ein Schiff liegt auf so vielen Feldern, wie es Kästchen hat, gerade in einer Reihe oder Spalte. Schiffe dürfen sich berühren, aber nie ein Feld teilen. Beide Listen müssen gleich sein.
howto-classic-begin-first = Jeder würfelt, und der höhere Wurf beginnt. Bei Gleichstand würfelt ihr noch einmal. Bei Salvo entscheidet das nur, wer zuerst vorliest. Ihr könnt auch vereinbaren, wer beginnt.
howto-classic-round-shots = *Zähl deine Schüsse.* Die Liste sagt, wie viele Schüsse jedes Schiff in einer Runde gibt. Du hast die Schüsse aller deiner Schiffe, die zu Beginn der Runde schwimmen.
howto-classic-round-write = *Schreib.* Beide schreiben heimlich eine Salve auf: genau so viele Felder wie Schüsse, alle verschieden und keines, das du schon genannt hast. Sind weniger Felder übrig, schreib alle auf. Eine Salve mit zu vielen oder falschen Feldern gilt nicht: Berichtige sie, bevor jemand antwortet. Bis beide fertig sind, darfst du deine Salve ändern.
howto-classic-round-read = *Lies vor.* Einer liest alle Felder seiner Salve vor, dann der andere. Antwortet erst danach: Beide Salven gelten gleichzeitig.
howto-classic-round-answer = *Antworte* mit Summen: wie viele Treffer auf jede Schiffsklasse, und welche Schiffe versenkt sind. Sag nie, welches Feld ein Treffer war. Zwei Schiffe derselben Klasse haben eine Summe. Wurde nichts getroffen, sag „keine Treffer“.
howto-classic-round-sink = Ein Schiff ist *versenkt*, wenn alle seine Felder getroffen sind. In der Runde, in der es sinkt, feuert es noch. Ab der nächsten gibt es keine Schüsse mehr.
howto-classic-round-example = *Beispiel.* Ada hat sieben Schüsse und liest B2, B5, C7, E5, F1, H8 und J4 vor. Zwei dieser Felder gehören zu Bens Schlachtschiff, und eines ist das letzte Feld seines Zerstörers. Er sagt: „Zwei Treffer auf das Schlachtschiff, einer auf den Zerstörer, und der Zerstörer ist versenkt.“ Welche Felder es waren, erfährt Ada nicht.
howto-classic-shot-call = Ihr zieht abwechselnd. In deinem Zug nennst du ein Feld: „F7“. Der andere sagt *Treffer* oder *daneben*.
howto-classic-shot-sunk = Wenn das letzte Feld eines Schiffs getroffen ist, und nur dann, nennt der andere auch das Schiff: „Treffer, der Kreuzer ist versenkt.“
howto-classic-shot-once = Nenn jedes Feld nur einmal. Nennst du es noch einmal, gilt das nicht: Nenn ein anderes.
howto-classic-mark-round = Bei Salvo schreibst du die Nummer der Runde in die Felder: deine Salve auf *Gegner*, die andere auf *Ich*. Schreib beide Salven mit ihren Summen in die Liste der Runden, und † für ein versenktes Schiff. Hak für jeden Treffer ein Kästchen dieser Klasse ab. Streich ein versenktes Schiff.
howto-classic-mark-shot = Bei Schuss um Schuss machst du ein Kreuz in das Feld, und um das Kreuz eines Treffers einen Kreis. Unter *Ich* hakst du für jeden Treffer ein Kästchen des Schiffs ab. Unter *Gegner* weißt du nicht, welches Schiff du getroffen hast: Hak ein Schiff ab, wenn du hörst, dass es *versenkt* ist. Auf einem Blatt für Schuss um Schuss hat dort jedes Schiff nur ein Kästchen.
howto-classic-end-how = Sind alle deine Schiffe versenkt, hast du verloren. Verlieren beide ihr letztes Schiff in derselben Runde Salvo, ist es unentschieden. Jederzeit darfst du aufgeben, oder ihr einigt euch auf Remis.
howto-classic-variations-fleet = *Andere Flotten.* Das Blatt gibt es mit drei Flotten: Schiffe von 5, 4, 3 und 2 Feldern; von 5, 3, 2 und 2; oder von 5, 4, 3, 3 und 2. Ihr könnt auch auf beide Blätter dieselbe eigene Liste schreiben: ein bis zehn Schiffe von ein bis sechs Feldern, auf höchstens der Hälfte des Rasters. Gebt für Salvo jedem Schiff einen bis fünf Schüsse, zusammen höchstens ein Viertel der Felder. Schiffe derselben Klasse sind gleich. Das Raster darf jede Größe von 6×6 bis 26×26 haben.
howto-classic-variations-repeat = *Nach einem Treffer noch ein Schuss.* Bei Schuss um Schuss schießt du nach jedem Treffer noch einmal, bis du danebenschießt.

## SALVO für 2 Stimmen
howto-voices-intro = Eine Schlacht zweier versteckter Flotten, in der jeder Schuss gesungen, gesprochen, geflüstert oder gerufen wird. Zehnseitige Würfel zielen. Die Spielmatrizen sagen, wie jeder Schuss klingt.
howto-voices-need-what = Jeder braucht ein Heft wie dieses: eine *Gefechtskarte* für die eigene Flotte, eine *taktische Karte* für die eigenen Schüsse und die *Lauttabelle*. Dazu zwei Bleistifte, etwas, das die Karten voreinander verbirgt, und zwei zehnseitige Würfel wie auf der letzten Seite. Die Karten der beiden Hefte dürfen verschiedene Spielmatrizen haben: Gemeinsam habt ihr nur die Koordinaten.
howto-voices-need-phone = Das Zeichen in einem Feld ist ein *Laut*: ein Klang der Sprache. Die Tabelle hat für jeden Laut ein Wort, und die fetten Buchstaben darin ergeben ihn.
howto-voices-begin-fleet = Zeichne heimlich deine Flotte in die Felder deiner Gefechtskarte: *Träger* 5 Felder, *Schlachtschiff* 4, *Zerstörer* 3, *Patrouille* 2, *U-Boot* 1. Schiffe liegen gerade in einer Reihe oder Spalte. Sie dürfen sich berühren, aber nie ein Feld teilen.
howto-voices-begin-first = Jeder wirft einen Würfel, und der höhere Wurf beginnt. Bei Gleichstand würfelt ihr noch einmal. Auf allen Würfeln zählt 0 als 10, und A bis J als 1 bis 10.
howto-voices-turn-shots = Ihr spielt in Runden, und jeder hat in einer Runde einen Zug. In deinem Zug hast du so viele Schüsse, wie zu *Beginn der Runde Schiffe von dir schwammen*: am Anfang fünf. Ein Schiff, das in einer Runde sinkt, kostet seinen Schuss ab der nächsten.
howto-voices-turn-dice = *Wirf für jeden Schuss einen Würfel* für die Spalte (A bis J, oder 1 bis 10) und *einen zweiten* für die Reihe.
howto-voices-turn-again = Hast du auf dieses Feld schon geschossen, wähl ein anderes derselben Reihe, auf das du noch nicht geschossen hast. Gibt es keines, wähl eines in derselben Spalte. Gibt es auch dort keines, würfle noch einmal.
howto-voices-turn-call = *Sag das Feld an* („F7“), und lass den Laut klingen, der dort auf deiner taktischen Karte steht.
howto-voices-turn-answer = Dein Gegner sucht das Feld auf der eigenen Gefechtskarte und *antwortet*: zuerst mit den Lauten der Reihe, vom linken oder rechten Rand bis zum Feld, dann mit den Lauten der Spalte, vom oberen oder unteren Rand bis zum Feld. Die Ränder sind frei gewählt. Der Laut im Feld selbst klingt beide Male.
howto-voices-turn-report = Dann sagt dein Gegner *Treffer* oder *daneben*. Ist das letzte Feld eines Schiffs getroffen, sagt er, dass es *versenkt* ist und welches Schiff es war.
howto-voices-turn-example = *Beispiel.* Ada sagt F7 an und lässt ihren Laut klingen. Ben antwortet von links, mit den sechs Lauten von A7 bis F7, und dann von unten, mit den vier Lauten von F10 bis F7. Er sagt: „Daneben.“
howto-voices-mark-shots = Deine Schüsse kommen auf deine taktische Karte, die des Gegners auf deine Gefechtskarte. Mach ein Kreuz unten rechts in das Feld, damit der Laut lesbar bleibt, und um das Kreuz eines Treffers einen Kreis.
howto-voices-mark-list = Auf der Gefechtskarte hakst du für jeden Treffer ein Kästchen des Schiffs ab, und streichst ein versenktes Schiff. Auf der taktischen Karte weißt du nicht, welches Schiff du getroffen hast. Darum hat dort jedes nur ein Kästchen: Hak es ab, wenn du hörst, dass das Schiff *versenkt* ist. Die Zahl daneben ist die Zahl seiner Felder.
howto-voices-perform-how = Der Klang gehört dir. Lass jeden Laut so hoch oder tief, so laut oder leise klingen, wie du willst. Dehn ihn, wiederhol ihn, betone ihn oder nimm ihm die Betonung, und lass einen Laut in den nächsten übergehen. Hört einander zu: Die Schlacht ist die Partitur, und ihr zwei seid das Stück.
howto-voices-end-how = Sind alle deine Schiffe versenkt, hast du verloren, und das Spiel endet sofort. Jederzeit könnt ihr vereinbaren, aufzuhören und zu zählen: Wer mehr schwimmende Schiffe hat, gewinnt. Sind es gleich viele, gewinnt, wer mehr nicht getroffene Felder hat. Sind auch die gleich, ist es unentschieden. Du darfst auch aufgeben.
howto-voices-variations-rounds = *Eine Zahl von Runden.* Vereinbart vorher 1 bis 100 Runden. Nach der letzten zählt ihr ebenso.
howto-voices-variations-seats = *Drei bis acht Spieler.* Der höchste Wurf beginnt, und die Züge gehen um den Tisch. Wer keine Schiffe mehr hat, ist ausgeschieden und schießt nicht. Die letzte schwimmende Flotte gewinnt. Vereinbart, wie ihr schießt:
howto-voices-variations-all = *Auf alle.* Jeder Schuss fällt auf dasselbe Feld der Karten aller anderen, die noch dabei sind. Sie antworten nacheinander um den Tisch. Schreib auf deine taktische Karte, wer getroffen ist.
howto-voices-variations-one = *Auf einen.* Alle Schüsse deines Zuges gehen auf einen Gegner: in der ersten Runde auf den nächsten am Tisch, in der zweiten auf den übernächsten, und so weiter. Es zählt nur, wer noch dabei ist. Scheidet dein Ziel aus, gehen deine übrigen Schüsse auf den nächsten. Druck für jeden Gegner eine taktische Karte: Auf jedes Feld von jedem darfst du einmal schießen.
howto-voices-variations-fleet = *Andere Flotten.* Vereinbart die Zahl der Schiffe jeder Klasse, keines bis vier, auf höchstens 60 Feldern. Jedes schwimmende Schiff gibt weiter einen Schuss.
howto-voices-variations-axes = *Erst die Würfel.* Sag erst nach dem Wurf, welcher Würfel die Spalte gibt.
howto-voices-variations-aim = *Ohne Würfel.* Ziel mit jedem Schuss auf ein beliebiges Feld, auf das du noch nicht geschossen hast. Die Würfel entscheiden dann nur, wer beginnt.
howto-voices-variations-interludes = *Summen und Sonar.* Lasst zwischen den Zügen gemeinsam ein Zeichen klingen: beim ersten Mal summt eine Hymne, beim zweiten singt einen Shanty, beim dritten lasst ein Sonar pingen, und dann von vorn.

## Solo Salvo
howto-solo-intro = Eine Patience. Du versteckst drei Flotten in einer See und sagst voraus, welche überlebt. Dann schießen die Würfel, und du kannst nur zusehen.
howto-solo-need-what = Das Blatt mit der See, ein Bleistift, eine Münze zum Werfen und die vier Würfel eines Piecepacks, einer für jede Farbe. Auf den letzten Seiten ist ein Piecepack zum Ausschneiden. Auf dem Blatt brauchst du nur seine Würfel. Vier gewöhnliche Würfel in vier Farben gehen auch: Wähl für jeden eine Farbe, und nimm 6 als Null (N) und 1 als Ass (A).
howto-solo-sea-rows = Die See hat für jede Farbe zwei Reihen, eine obere und eine untere. Von oben sind die Farben *Sonne*, *Mond*, *Krone* und *Wappen*. Die Spalten sind *N* (Null), *A* (Ass), *2*, *3*, *4* und *5*.
howto-solo-sea-suits = Sonne, Mond und Krone kämpfen. Wappen hat keine Flotte, aber seine Reihen gehören zur See, und sein Würfel wird geworfen.
howto-solo-sea-ships = Stell die Flotten der drei Farben auf. Jede hat einen *Kreuzer* aus 3 Münzen, ein *U-Boot* aus 2 und ein *Beiboot* aus 1. Die Münzen eines Schiffs liegen auf benachbarten Feldern in gerader Linie: in einer Reihe, in einer Spalte oder *diagonal*. Ein Schiff darf überall liegen, auch in den Reihen einer anderen Farbe. Auf ein Feld passt höchstens eine Münze. Zwei diagonale Schiffe dürfen sich kreuzen, wenn sie kein Feld teilen.
howto-solo-sea-draw = Auf dem Blatt schreibst du den ersten Buchstaben der Farbe in jedes Feld eines Schiffs und ziehst eine Linie um das Schiff. In diesen Regeln ist jeder Buchstabe eine *Münze*. Mit einem Piecepack legst du zwölf Platten in vier Reihen zu drei, Viertel nach oben, und daneben als Spalte die vier Ass-Platten, Farbe nach oben, um die Farben zu zeigen. Jede Platte hat vier Viertel, und jedes Viertel ist ein Feld. Die Schiffe sind Münzen, Farbe nach oben. Die Münzen von Wappen nummerieren die Spalten.
howto-solo-sea-predict = *Sag voraus*, welche der drei Farben überlebt, und schreib es auf. Von jetzt an kannst du nichts mehr ändern.
howto-solo-volley-roll = *Wirf* die vier Würfel und *deine Münze*. Jeder Würfel ist ein Schuss in die zwei Reihen seiner Farbe. Die Münze wählt die Reihe, für alle vier dieselbe: Kopf ist oben, Zahl ist unten. Der Wert des Würfels ist die Spalte.
howto-solo-volley-hit = Liegt dort eine Münze, die noch nicht getroffen ist, ist sie *getroffen*, gleich welcher Farbe. Sonst geschieht nichts.
howto-solo-volley-order = Nimm die Schüsse nacheinander, von oben nach unten. Eine Farbe schwimmt, solange sie eine nicht getroffene Münze hat. Hör auf, sobald *nur eine Farbe schwimmt*. Die übrigen Würfel zählen nicht.
howto-solo-volley-example = *Beispiel.* Du wirfst Kopf, und Sonne 3, Mond N, Krone 5, Wappen A. Der erste Schuss fällt auf Sonne, obere Reihe, Spalte 3. Dort liegt eine Münze des Kreuzers von Mond, also ist sie getroffen. Dann kommt Mond, obere Reihe, Spalte N, und so weiter.
howto-solo-mark-how = Streich jede getroffene Münze, oder dreh sie um. Hak ein Kästchen ihres Schiffs ab, und streich eine Farbe, wenn alle ihre Kästchen abgehakt sind. Du kannst die Salven mitschreiben: die Münze, die vier Würfel und die Buchstaben der getroffenen Farben, mit † für eine versenkte.
howto-solo-end-how = Das Spiel endet, wenn nur eine Farbe schwimmt. Ist es die, die du vorausgesagt hast, *gewinnst* du. Ist es eine andere, verlierst du.
howto-solo-variations-wumpuses = *Wumpusse.* Jede der drei Farben hat sechs Beiboote statt ihrer Schiffe.
howto-solo-variations-order = *Andere Reihenfolge.* Bring die Farben vor dem Aufstellen in eine beliebige Reihenfolge von oben nach unten.
howto-solo-variations-lends = *Eine andere Farbe ohne Flotte.* Wähl eine andere Farbe als Wappen. Sie hat keine Flotte, ihre Münzen nummerieren die Spalten, und Wappen kämpft.

## Satellite Salvo
howto-satellite-intro = Jeder hat einen Planeten mit sechs versteckten Gebäuden und einen Satelliten mit dreizehn Kartuschen. Würfel entscheiden, welche Kartuschen du abfeuern kannst. Zerstör alle Gebäude auf dem anderen Planeten.
howto-satellite-need-what = Zwei Spieler mit je einem Heft wie diesem, zwei Bleistifte, fünf gewöhnliche Würfel und der Sichtschirm auf den letzten Seiten, der deinen Planeten verbirgt. Ihr spielt mit Bleistiften, oder schneidet die Gebäude und Marker aus und legt sie. Vereinbart vorher eines der vier Enden (siehe unten). Üblich ist *Waffenruhe*.
howto-satellite-begin-planet = *Planet* ist dein eigener Planet, *Zielkarte* der andere. Ein Quadrat eines Planeten ist ein Sektor. Er heißt nach dem Buchstaben seiner Reihe und dann der Nummer seiner Spalte: *A9* ist das Ende der ersten Reihe.
howto-satellite-begin-build = Umrande heimlich die sechs Gebäude auf *Planet*, jedes einmal. Das Blatt zeigt ihre Formen. Du darfst ein Gebäude drehen und spiegeln. Gebäude dürfen sich berühren, aber nie einen Sektor teilen.
howto-satellite-begin-first = Jeder wirft zwei Würfel, und die höhere Summe beginnt. Bei Gleichstand würfelt ihr noch einmal. Dann zieht ihr abwechselnd.
howto-satellite-turn-roll = *Wirf* die fünf Würfel. Dann darfst du bis zu zweimal noch einmal werfen, jedes Mal mit beliebig vielen der Würfel.
howto-satellite-turn-fire = *Feuere* eine Kartusche ab, die du noch hast und die die Würfel freischalten. Sie ist dann verbraucht: Beide haken ihr Kästchen ab. Die Seite mit dem Arsenal zeigt die Würfel, die jede Kartusche braucht, und ihr Muster. Ein Punkt im Muster ist ein Ziel.
howto-satellite-turn-contain = Die Würfel schalten alles frei, was sie enthalten. Vier gleiche und ein Full House zählen auch als drei gleiche. Fünf in Folge zählen auch als vier in Folge. Fünf gleiche zählen auch als vier und als drei, und geben dem Sperrfeuer ihrer Zahl fünf Ziele. Aber fünf gleiche sind kein Full House: Das braucht zwei verschiedene Zahlen.
howto-satellite-turn-target = *Nenn das Ziel.* Es muss ein Sektor ohne Zeichen auf *Zielkarte* sein. Die anderen Sektoren einer Explosion oder eines Strahls dürfen ein Zeichen haben oder jenseits des Randes liegen: Sie entfallen.
howto-satellite-turn-answer = *Die Antwort.* Für jeden neuen Sektor sagt der andere Treffer oder daneben. Dann sagt er, wie viele Gebäude du damit zerstört hast, aber nicht welche. Ein Gebäude ist zerstört, wenn alle seine Sektoren getroffen sind.
howto-satellite-turn-give-up = Schalten die Würfel keine Kartusche frei, die du noch hast, und nur dann, *gib* eine beliebige *auf*. Sie wird nicht abgefeuert, und du schießt nur auf einen Sektor. Beide schreiben in ihr Kästchen einen Strich (–) statt eines Hakens. Solange du dein Wagnis noch hast, kommt das nicht vor, denn jeder Wurf schaltet es frei.
howto-satellite-cartridges-barrage = Ein *Sperrfeuer* hat für jeden Würfel mit seiner Zahl ein Ziel, oder weniger, wenn du willst. Alle Ziele sind verschieden. Nenn sie zusammen, und hör die Antworten zusammen.
howto-satellite-cartridges-burst = *Dreierpasch* ist eine Explosion auf das Ziel und seine vier Nachbarn, *Viererpasch* auch auf alle acht Sektoren darum, *Full House* auf das Ziel und zwei Schritte auf jeder Diagonale.
howto-satellite-cartridges-beam = *Kleine Straße* ist ein Strahl durch die ganze Reihe oder die ganze Spalte des Ziels, und du sagst, welche. *Große Straße* ist ein Strahl durch beide.
howto-satellite-cartridges-salvo = *Salve* hat zehn Schüsse. Nenn jedes Ziel nach der Antwort auf das vorige. Nachdem du deine Salve abgefeuert hast, schalten fünf gleiche *jede* Kartusche frei, die du noch hast, auch ein Full House, eine Straße oder ein Sperrfeuer jeder Zahl mit fünf Zielen. Eine aufgegebene Salve bewirkt das nicht.
howto-satellite-cartridges-hazard = *Wagnis* hat ein Ziel. Trifft es, ist das ganze Gebäude zerstört. Der andere nennt dessen übrige Sektoren, und sie gelten als getroffen.
howto-satellite-turn-example = *Beispiel.* Du wirfst 2 3 3 5 5, wirfst die 2 noch einmal und bekommst eine 3. Das schaltet Full House, Dreierpasch, Sperrfeuer 3 mit bis zu drei Zielen, Sperrfeuer 5 mit bis zu zwei und Wagnis frei. Du feuerst das Full House auf F5. Der andere antwortet für F5, E4, D3, E6, D7, G4, H3, G6 und H7: „D3 und E4 sind Treffer, die anderen daneben, und ein Gebäude ist zerstört.“ Der Rest des Gebäudes war schon getroffen.
howto-satellite-mark-how = Zeichne ⊗ für einen Treffer und o für daneben, oder leg einen Marker: deine Schüsse auf *Zielkarte*, die des anderen auf *Planet*. Unter *Planet* hakst du für jedes verlorene Gebäude ein Kästchen ab, unter *Zielkarte* für jedes, das du zerstörst. In die Liste kommen die Kartusche, ihre Ziele (bei einer Kleinen Straße → für die Reihe oder ↓ für die Spalte), die Zahl der Treffer und † für jedes zerstörte Gebäude. Eine aufgegebene Kartusche steht in Klammern.
howto-satellite-end-how = Zerstörst du das letzte Gebäude des anderen Planeten, gewinnst du sofort, auch mitten in einer Salve. Du darfst auch aufgeben, oder ihr einigt euch auf Remis. Nach je dreizehn Zügen sind beide Arsenale leer. Dann endet das Spiel, wie ihr es vereinbart habt:
howto-satellite-end-ceasefire = *Waffenruhe.* Wer mehr Gebäude zerstört hat, gewinnt. Sind es gleich viele, gewinnt, wer mehr Sektoren von Gebäuden getroffen hat. Sind auch die gleich, verlieren beide.
howto-satellite-end-desperation = *Verzweiflung.* Zieht weiter abwechselnd, ohne Würfel und mit je einem Ziel, bis ein Planet sein letztes Gebäude verloren hat.
howto-satellite-end-reloaded = *Nachgeladen.* Radiert die Zeichen in den Kästchen aus: Beide Arsenale sind wieder voll, und das besondere Recht nach einer Salve muss neu verdient werden. Tut das so oft wie nötig, bis ein Planet sein letztes Gebäude verloren hat.
howto-satellite-end-self-destruct = *Selbstzerstörung.* Jeder wirft zwei Würfel. Bei Gleichstand würfelt ihr noch einmal. Die *niedrigere* Summe ist zuerst dran und nennt so viele Ziele zusammen, oder alle übrigen Sektoren, wenn es weniger sind. Zerstört das das letzte Gebäude, ist das Spiel gewonnen. Sonst tut der andere dasselbe mit der eigenen Summe. Misslingt auch das, verlieren beide.
howto-satellite-variations-planet = *Andere Planeten.* Nehmt auf kariertem Papier 8 bis 16 Reihen und 8 bis 16 Spalten, für beide Planeten gleich.

## Advanced Battleships
howto-advanced-intro = Zwei Flotten verstecken sich im Wasser derselben Karte. Ihr habt Punkte, und die kaufen Flak, Flugzeuge und Salven. Jede Waffe wirkt einmal. Finde und versenk die andere Flotte.
howto-advanced-need-what = Zwei Spieler mit je einem Heft wie diesem, zwei Bleistifte, ein Würfel und etwas, das die Blätter voreinander verbirgt.
howto-advanced-begin-map = *Die Karte.* Schattierte Felder sind Land, alle anderen Wasser. Die vier Karten eurer beiden Hefte müssen gleich sein: Vergleicht den Namen der Karte am Fuß der Blätter. Sind eure Karten ganz aus Wasser, vereinbart das Land und schattiert auf allen vier dieselben Felder, ein Drittel bis die Hälfte. Ein Feld heißt nach seiner Spalte und seiner Reihe, wie *F7*.
howto-advanced-begin-ships = *Die Flotte.* Umrande heimlich deine Schiffe auf deiner eigenen Karte: einen Träger von 5 Feldern, ein Schlachtschiff von 4, zwei Kreuzer von 3, zwei Zerstörer von 2 und zwei U-Boote von 1. Schiffe liegen nur im Wasser, gerade in einer Reihe oder Spalte. Sie dürfen sich berühren, aber nie ein Feld teilen.
howto-advanced-begin-buy = *Die Waffen.* Du hast { $points } Punkte. Kauf heimlich Flak und Flugzeuge aus der Preisliste: Hak für jedes Stück ein Kästchen ab, und schreib seinen Buchstaben in ein Feld deiner Karte. Flak steht an Land. Flugzeuge stehen an Land oder auf deinem Träger. Auf ein Feld passt eine Waffe. Die übrigen Punkte bezahlen Salven.
howto-advanced-begin-first = Jeder würfelt, und der höhere Wurf beginnt. Bei Gleichstand würfelt ihr noch einmal. Dann zieht ihr abwechselnd.
howto-advanced-turn-one = In deinem Zug tust du *eines* von diesen dreien:
howto-advanced-turn-salvo = *Eine Salve feuern.* Sie kostet einen Punkt. Nenn drei verschiedene Felder. Sie dürfen schon getroffen sein.
howto-advanced-turn-send = *Ein Flugzeug schicken.* Sag, welche Art es ist und auf welches Feld es fliegt, aber nicht, wo es stand. Ein *Aufklärer* sieht sich die 3×3 Felder um dieses Feld an, ein *Bomber* trifft alles auf den 3×3 Feldern, ein *Atombomber* alles auf den 5×5 Feldern. Felder jenseits des Randes gibt es nicht. Streich das Flugzeug.
howto-advanced-turn-pass = *Passen.* Du darfst nichts tun, auch wenn du könntest: Sag „ich passe“. Hast du weder Punkte noch Flugzeuge, sag es, und du wirst übergangen.
howto-advanced-report-hit = *Ein Treffer* zerstört, was auf dem Feld steht: den Teil eines Schiffs und eine noch nicht benutzte Waffe. Ein Flugzeug auf einem getroffenen Teil des Trägers ist mit verloren. Ein Schiff ist *versenkt*, wenn alle seine Felder getroffen sind.
howto-advanced-report-total = *Nach einer Salve oder Bombe* nennt der andere eine Summe: die Treffer auf jede Schiffsklasse, die zerstörten Waffen jeder Art und die Klassen der versenkten Schiffe. Er sagt nie, welches Feld es war. Zwei Kreuzer haben eine Summe. Schon getroffene Teile und benutzte Waffen werden nicht genannt. Ohne Treffer ist die Antwort „nichts“.
howto-advanced-report-recce = *Nach einem Aufklärer* beschreibt der andere die Felder einzeln, Reihe um Reihe von oben links: Land oder Wasser, die Klasse eines Schiffs und ob dieser Teil getroffen ist, und die noch nicht benutzten Waffen. Nichts wird zerstört.
howto-advanced-report-gun = *Flak.* Fliegt ein Bomber auf das Feld einer noch nicht benutzten Flak, darf ihr Besitzer ihn abschießen: Nichts wird getroffen. Fliegt ein Aufklärer auf das Feld der Flak oder auf eines der acht Felder darum, darf er ihn abschießen: Nichts wird beschrieben. Sag „abgeschossen“, aber nicht, von welcher Flak, und streich sie. Einen Atombomber erreicht keine Flak. Eine Flak, die nicht schießt, kann getroffen werden wie jede andere Waffe.
howto-advanced-report-example = *Beispiel.* Ada schickt einen Bomber nach K7. Ben hat dort keine Flak. Auf den 3×3 Feldern um K7 liegen die letzten zwei Teile eines Kreuzers und steht ein Aufklärer. Er sagt: „Zwei Treffer auf einen Kreuzer, er ist versenkt, und ein Aufklärer.“ Welche Felder es waren, erfährt Ada nicht.
howto-advanced-mark-how = Schreib jede Aktion beider Spieler mit ihrer Meldung in die Liste, mit † für ein versenktes Schiff. Auf der Feindkarte schreibst du die Nummer der Aktion in die beschossenen Felder und zeichnest ein, was deine Aufklärer gesehen haben. Steht fest, dass ein Feld getroffen wurde, oder dort nichts, schreib ⊗ oder × statt der Nummer. Auf deiner Karte schreibst du ⊗ auf den getroffenen Teil eines Schiffs und streichst benutzte oder zerstörte Waffen. Hak Treffer in den Listen der Flotten ab: von zwei gegnerischen Schiffen einer Klasse zuerst beim ersten. Hak für jede Salve ein Kästchen ab. Streich in der Preisliste verlorene Waffen.
howto-advanced-end-how = Sind alle deine Schiffe versenkt, hast du verloren. Hat keiner mehr Punkte oder Flugzeuge, oder hat jeder zehnmal in Folge gepasst oder wurde übergangen, oder war jeder 200-mal am Zug, gewinnt, wer mehr nicht getroffene Schiffsfelder hat. Sind es gleich viele, ist es unentschieden. Du darfst auch aufgeben, oder ihr einigt euch auf Remis.
howto-advanced-variations-fleet = *Andere Flotten.* Vereinbart die Zahl der Schiffe jeder Klasse, keines bis vier.
howto-advanced-variations-points = *Andere Punkte.* Vereinbart je 10 bis 200 Punkte.
howto-advanced-variations-resupply = *Nachschub.* Vereinbart 1 bis 10 Punkte, die du zu Beginn jedes deiner Züge bekommst. Du darfst dann heimlich Waffen kaufen und aufstellen, und danach ziehst du wie sonst. Eine Flak kann schießen, sobald der Zug vorbei ist, ein Flugzeug ab deinem nächsten Zug fliegen. Eine benutzte oder zerstörte Waffe macht ihr Feld frei, aber auf einen getroffenen Teil des Trägers darf kein Flugzeug gekauft werden. Niemand wird übergangen, und das Spiel endet nicht, weil Punkte und Flugzeuge fehlen.
howto-advanced-variations-map = *Andere Karten.* Eine Karte hat 10 bis 26 Reihen und Spalten. Ihr könnt eine eigene zeichnen, wenn genug Wasser für die Flotten da ist.
howto-advanced-variations-orders = *Schriftliche Befehle.* Schreib neben jede Flak einen Befehl: alle Flugzeuge, Bomber, Aufklärer oder Feuer halten. Du darfst ihn ändern, bevor der andere handelt. Könnten mehrere schießen, schießt die zuerst gekaufte.
