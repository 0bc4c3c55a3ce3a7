# Che cosa dicono le lettere delle regole, in italiano: perché qualcosa è rifiutato, che cosa si piazza, che cosa si può scegliere.

## Ciò che non viene fatto, e che cosa andrebbe bene. La riga, poi il perché
refused-line = riga { $line }, `{ $words }`: { $why }
refused-words = `{ $words }`: { $why }
refused-otherwise = così non si può fare; a un programma si direbbe, in inglese: “{ $detail }”
refused-too-often = è stato chiesto troppo spesso: scrivi di nuovo fra qualche ora

## In ogni partita
refused-over = la partita è finita: non si può più fare nulla
refused-turn = tocca a un altro giocatore: aspetta la mail che dice che tocca a te
refused-not-begun = la partita non è ancora cominciata: comincia quando tutti i posti sono presi e tutti hanno piazzato
refused-not-begun-alone = la partita non è ancora cominciata: prima piazza le flotte, poi prevedi un seme con PREDICT, e comincia
refused-begun = la partita è già cominciata: posti e piazzamenti restano come sono
refused-out = hai lasciato questa partita
refused-lost = hai perso e sei fuori dalla battaglia: gli altri continuano
refused-no-such-seat = questo posto nella partita non c’è: i posti vanno da 1 a { $last }
refused-seat-taken = il posto è preso
refused-draw-offered = puoi proporre la patta una volta da un tuo turno al successivo, e l’hai già fatto: aspetta il tuo prossimo turno
refused-draw-stands = la patta è già stata proposta: ACCEPT DRAW o DECLINE DRAW, oppure aspetta la risposta
refused-no-draw = nessuno ha proposto la patta: DRAW la propone
refused-own-draw = hai già accettato la patta: la risposta tocca agli altri
refused-not-late = a nessuno è scaduto il tempo
refused-moved = la prima mossa è già stata fatta, e una partita si annulla solo prima: abbandona con RESIGN, o proponi la patta con DRAW
refused-moved-alone = la prima mossa è già stata fatta, e una partita si annulla solo prima: lasciala con LEAVE, che puoi scrivere in ogni momento
refused-unknown-move = questa mossa nella partita non c’è: chi gioca da solo scrive LEAVE, gli altri RESIGN
refused-placements = hai piazzato { $most } volte, e di più non si può
refused-departures = da questa partita i giocatori se ne sono andati { $most } volte, e nessun altro può entrare: gioca in un’altra
refused-last = questo dipende dal caso, fa finire la partita o ha una risposta legata a un segreto: ciò che segue scrivilo in un’altra mail
refused-actions = in una partita una mail fa al massimo { $most } cose: scrivi le altre in un’altra mail
refused-setting = { $setting } non va bene; le regole lo spiegano in inglese: “{ $detail }”

## Con posti, messaggi e nuove partite
refused-not-seated = non hai un posto in questa partita
refused-already-seated = hai già un posto in questa partita
refused-no-free-seat = in questa partita non c’è un posto libero per te
refused-not-found = per te questa partita non c’è più
refused-seated = hai un posto in questa partita: lasciala con LEAVE, o abbandona con RESIGN
refused-no-challenge = in questa partita nessuno ti ha sfidato
refused-creator = chi ha creato una partita non la lascia: annullala con ABORT
refused-not-creator = un posto è libero, perciò solo chi ha creato la partita la annulla: lasciala con LEAVE
refused-no-rematch = la rivincita si può chiedere quando la partita è finita; una partita annullata non ha rivincita
refused-queue = possono aspettare al massimo { $first } mosse, e così sarebbero { $second }: ritirale con QUEUE OFF, o scrivi meno righe
refused-rematch-gone = un giocatore di questa partita non ha più un account: crea con NEW una partita con altri
refused-rematch-blocked = un giocatore di questa partita non accetta sfide da te: crea con NEW una partita con altri
refused-rematch-off = la rivincita di questa partita è stata annullata, e ce n’è una sola: crea con NEW un’altra partita
refused-alone = in una partita per uno non c’è nessun altro: con NOTE tieni un appunto per te
refused-unwelcome = chi ha creato questa partita non gioca con te: cercane un’altra
refused-messages = in una partita puoi scrivere { $first } messaggi in 24 ore, e li hai già scritti: scrivi il prossimo più tardi
refused-prose = scrivi da 1 a { $first } caratteri, senza caratteri di controllo
refused-bot-games = hai { $first } partite con i bot non ancora finite, il massimo consentito: finiscine prima una
refused-no-bots = questo server non ha partite con i bot: scegli un’altra partita
refused-no-bot = non ci sono bot per { $first }: togli BOT
refused-games = { $first } partite create da te non sono ancora cominciate, e di più non si può: aspetta altri giocatori, o annullane qualcuna con ABORT
refused-challenges = si possono fare { $first } sfide al giorno, e quelle di oggi le hai fatte: aspetta, oppure fai una partita con posti OPEN
refused-invitations = per posta si mandano { $first } inviti al giorno, e i tuoi di oggi sono già partiti: invita altri domani
refused-no-opponents = in una partita per uno non ci sono avversari: togli WITH
refused-opponents = con { $first } posti gli avversari sono al massimo { $second }: togli gli altri
refused-private = nessuno potrebbe trovare un posto libero in una partita privata: di’ dopo WITH per chi è ogni posto, o scrivi PUBLIC
refused-same-player = un giocatore ha un posto solo in una partita: indica un altro giocatore
refused-no-player = questo giocatore non ha più un account: indica un altro giocatore
refused-blocked = questo giocatore non accetta sfide da te: indica un altro giocatore
refused-our-address = da questo indirizzo parte la nostra posta: indica quello di qualcuno che gioca
refused-own-address = questo indirizzo è il tuo: indica quello di un altro giocatore
refused-same-address = un giocatore ha un posto solo in una partita: indica un altro indirizzo

## Caselle e flotte
refused-off-map = { $cell } è fuori dalla mappa, che finisce in { $last }
refused-called = in { $cell } si è già sparato: indica una casella dove non è ancora successo
refused-twice = { $cell } c’è due volte: una basta
refused-cells = le caselle indicate sono { $found }: devono essere esattamente { $wanted }
refused-no-class = la flotta non ha { $class }: le sue navi sono { $known }
refused-off-grid = { $class } (lunghezza { $length }) non ci sta in { $at } { $heading }: la mappa finisce in { $last }, e una nave si indica con la casella più a sinistra o più in alto
refused-overlap = anche una nave più in alto nell’elenco copre { $cell }: le navi possono toccarsi, mai sovrapporsi
refused-count = di { $class } ne piazzi { $found }: la flotta ne ha esattamente { $wanted }

## Classic
refused-rewrites = hai riscritto la salva di questo giro { $most } volte, e di più non si può: aspetta l’altro giocatore
refused-round = la salva è per il giro { $meant }, e siamo al giro { $now }: guarda la mail più recente e scrivi di nuovo
refused-no-rounds = in questa partita non ci sono giri: togli ROUND

## Voices
refused-matrix = questa matrice non c’è: usa un numero da 1 a { $last }, o la ricetta di una fatta da te
refused-matrix-size = la matrice ha { $size } righe: la mappa ne ha 10, e altrettante ne deve avere la matrice
refused-no-dice = in questa partita non ci sono dadi: con FIRE spari in una casella a scelta
refused-axes-due = i dadi sono tirati: di’ prima con AXES X o AXES Y quale asse dà il primo
refused-cell-due = i dadi sono tirati, e nella loro casella si è già sparato: con FIRE spara in una di quelle fra cui puoi scegliere
refused-roll-first = dove cade un colpo lo dicono i dadi: tirali con ROLL
refused-nothing-rolled = non ci sono dadi tirati di cui scegliere gli assi: prima ROLL
refused-not-open = in { $cell } adesso non si può sparare: scegli una delle caselle dove si può
refused-not-called = non hai annunciato un colpo { $shot }: indicane uno tuo
refused-not-answered = non hai risposto a un colpo { $shot }: indicane uno a cui hai risposto
refused-direction = un’indicazione è una riga di al massimo { $most } caratteri, senza caratteri di controllo
refused-changes = in questo turno hai cambiato voci, assi e indicazioni { $most } volte, e di più non si può: aspetta il prossimo turno
refused-no-say = hai perso la flotta: se finire qui lo decide chi gioca ancora
refused-end-offered = puoi proporre di finire una volta in ogni tuo turno, e l’hai già fatto: aspetta il tuo prossimo turno
refused-end-stands = è già stato proposto di finire: ACCEPT END o DECLINE END, oppure aspetta la risposta
refused-no-end = nessuno ha proposto di finire: OFFER END lo propone
refused-own-end = hai già accettato di finire: la risposta tocca agli altri

## Changes of the score after the end
refused-only-score = la partita è finita: puoi cambiare solo la partitura, con DIRECT e con VOICE FOR un colpo
refused-score-late = la partitura si poteva cambiare per { $first } giorni dopo la fine, fino a { $second }
refused-score-closed = hai chiuso la tua parte della partitura
refused-score-changes = dopo la fine puoi cambiare la partitura { $first } volte: cambi rimasti: { $second }

## Solo
refused-lends = { $suit } presta le sue monete per numerare le colonne e non ha navi: combattono { $fighting }
refused-dinghies = in questa partita ogni seme ha sei navi DINGHY e nessuna nave { $class }
refused-off-sea = { $class } (lunghezza { $length }) non ci sta in { $at } { $heading }: il mare finisce in { $last }, e una nave si indica con la casella più a sinistra, o con la più alta se sta in verticale
refused-coin = anche una nave più in alto nell’elenco ha una moneta in { $cell }: in una casella ce n’è una, e le diagonali si incrociano solo fra le caselle
refused-suit-count = di { $suit } { $class } ne piazzi { $found }: il seme ne ha esattamente { $wanted }
refused-not-fighting = { $suit } presta le sue monete e non combatte: prevedi uno fra { $fighting }
refused-predicted = hai già previsto { $suit }: la previsione resta, e così le flotte
refused-predict-first = nessun seme è ancora stato previsto: prevedine uno con PREDICT, e la partita comincia

## Satellite
shape-outpost = due settori affiancati
shape-relay = tre settori in fila
shape-bunker = tre settori ad angolo
shape-reactor = un quadrato di quattro settori
shape-hangar = quattro settori in fila
shape-citadel = tre settori in fila e uno accanto a quello di mezzo
refused-building-twice = { $building } è piazzato due volte: ogni edificio c’è una volta sola
refused-building-missing = manca { $building }: piazza ognuno dei sei edifici una volta
refused-shape = questi settori non fanno { $building }: copre { $shape }, e si può girare e specchiare
refused-building-overlap = anche un edificio più in alto nell’elenco copre { $cell }: gli edifici possono toccarsi, mai sovrapporsi
refused-off-planet = { $cell } è fuori dal pianeta, che finisce in { $last }: la lettera è la riga, il numero la colonna
refused-due-roll = il turno comincia con i dadi: tirali con ROLL
refused-due-fire = i dadi sono tirati: usa con USE una cartuccia che sbloccano
refused-due-give-up = i dadi sono tirati e non sbloccano nessuna cartuccia rimasta: rinuncia a una con GIVE UP
refused-due-salvo = { $n ->
    [one] la salva continua: con SHOOT spara ancora a un bersaglio
   *[other] la salva continua: con SHOOT spara a un bersaglio dopo l’altro, ancora { $n }
}
refused-due-shoot = i due arsenali sono vuoti e non si tirano dadi: con SHOOT spara a un bersaglio
refused-due-destruct = { $n ->
    [one] i due arsenali sono vuoti: con DESTRUCT indica un bersaglio
   *[other] i due arsenali sono vuoti: con DESTRUCT indica { $n } bersagli
}
refused-due-nothing = non c’è nulla da fare
refused-no-rolls = i dadi sono stati tirati tre volte, e di più non si può: usa con USE ciò che sbloccano, o rinuncia con GIVE UP a una cartuccia se non sbloccano nulla
refused-nothing-kept = è il primo tiro del turno, e non c’è ancora nulla da tenere: ROLL
refused-no-die = non c’è un dado { $position }: i cinque dadi hanno i posti da 1 a 5
refused-kept-twice = il dado { $position } è tenuto due volte: indica ogni posto una volta
refused-all-kept = tutti e cinque i dadi sono tenuti: togli quelli da tirare di nuovo, o usa con USE ciò che i dadi sbloccano
refused-spent = { $cartridge } è consumata: restano { $left }
refused-locked = i dadi non sbloccano { $cartridge }: sbloccano { $unlocked }
refused-locked-all = i dadi non sbloccano { $cartridge }: non sbloccano nessuna di quelle rimaste, perciò rinuncia a una con GIVE UP
refused-must-fire = si rinuncia a una cartuccia solo se i dadi non ne sbloccano nessuna: usa con USE una fra { $unlocked }
refused-targets = i bersagli indicati sono { $found }: devono essere esattamente { $most }
refused-targets-between = i bersagli indicati sono { $found }: devono essere da { $least } a { $most }
refused-hit-before = { $cell } è già stato colpito: scegli un bersaglio che non lo è
refused-no-beam = SMALL STRAIGHT va lungo la riga o la colonna del bersaglio: di’ quale, con ROW o COLUMN
refused-needless-beam = { $cartridge } non ha una direzione da scegliere: togli ROW o COLUMN

## Advanced
refused-aground = { $class } starebbe su terra in { $cell }: le navi stanno solo in acqua
refused-plane-at-sea = { $weapon } non può stare in { $cell }: gli aerei stanno su terra o sulla propria portaerei
refused-gun-at-sea = { $weapon } non può stare in { $cell }: i cannoni stanno su terra
refused-square-taken = in { $cell } c’è già un’arma: ce ne sta una per casella
refused-hit-deck = { $cell } è una parte colpita della portaerei: gli aerei si comprano su terra o su una parte intatta
refused-plane-order = { $weapon } non riceve ordini, solo i cannoni: togli l’ordine
refused-too-dear = i punti non bastano: ne servono { $cost } e ne restano { $points }
refused-no-resupply = in questa partita non ci sono rifornimenti: le armi si comprano solo con il piazzamento
refused-no-plane = in { $cell } non c’è un tuo aereo che non sia già stato mandato o distrutto: indicane uno che c’è
refused-just-bought = { $weapon } in { $cell } è stato comprato in questo turno: si può mandare dal tuo prossimo turno
refused-no-gun = in { $cell } non c’è un tuo cannone che non abbia già sparato o non sia distrutto: indicane uno che c’è
refused-orders = in questo turno hai dato { $most } ordini, e di più non si può: aspetta il prossimo turno

## Che cosa si piazza
placing-cells = { $n ->
    [one] una casella
   *[other] { $n } caselle
}
placing-squares = { $n ->
    [one] una casella
   *[other] { $n } caselle
}
placing-coins = { $n ->
    [one] una moneta
   *[other] { $n } monete
}
placing-points = { $n ->
    [one] un punto
   *[other] { $n } punti
}
placing-each = { $ships } navi, { $covers } ciascuna
placing-ships = Piazzi tutte queste navi; ognuna si indica con la casella più a sinistra o più in alto, ACROSS (orizzontale) o DOWN (verticale). La mappa ha le colonne da A a { $column } e le righe da 1 a { $row }; le navi possono toccarsi, mai sovrapporsi.
placing-voices = Puoi scegliere anche le matrici delle tue due mappe (PLACE BATTLE e PLACE TACTICAL con un numero da 1 a 10, o una ricetta) e i bordi da cui rispondi (PLACE VOICE LEFT TOP). Ciò che non dici lo decide la sorte.
placing-suits = Ognuno dei semi { $fighting } ha tutte queste navi; { $lends } presta le sue monete e non ne ha.
placing-sea = Il mare ha due righe per ogni seme, UPPER (sopra) e LOWER (sotto), dall’alto per { $rows }; le sue colonne sono { $columns }. Due monete non stanno mai nella stessa casella; una nave può stare nelle righe di qualunque seme.
placing-sea-ships = Una nave si indica con la casella più a sinistra, o con la più alta se è DOWN, e con la direzione: ACROSS (orizzontale), DOWN (verticale), DIAGONAL DOWN (in diagonale verso il basso) o DIAGONAL UP (verso l’alto). Una DINGHY non ha bisogno di direzione.
placing-buildings = Piazzi questi sei edifici, ognuno indicato con tutti i suoi settori:
placing-planet = Si possono girare e specchiare, e possono toccarsi, ma non avere settori in comune. Il pianeta ha le righe da A a { $row } e le colonne da 1 a { $column }; qui la lettera è la riga.
placing-weapons = Con { $points } punti puoi comprare armi, quante vuoi di ogni tipo e una per casella. Ciò che resta paga le salve, un punto ciascuna.
placing-land = su terra
placing-deck = su terra o sulla tua portaerei
placing-resupply = Ogni tuo turno comincia con altri punti ({ $points }), e allora puoi comprare altre armi con BUY.
placing-orders = Le navi stanno in acqua. Un cannone può avere un ordine con ORDER: ANY (se non ne dai), BOMBERS, RECCE o HOLD.

## Quali giochi ci sono, e che cosa si può scegliere quando si crea una partita
games-there-are = Questi sono i giochi. Con HELP e il nome di un gioco ricevi i suoi comandi, e ciò che si può scegliere creando una partita con NEW:
summary-classic = Il Salvo con carta e matita per due: un colpo alla volta, o salva contro salva, con la risposta in totali per classe.
summary-voices = Una battaglia che è anche poesia sonora: salve tirate con i dadi da due a otto giocatori, ogni colpo suonato con i foni letti su matrici.
summary-solo = Un solitario per il piecepack: nascondi tre flotte in un mare, di’ quale sopravviverà, e lascia sparare i dadi.
summary-satellite = Due pianeti con edifici nascosti, e tredici cartucce ciascuno, sbloccate da cinque dadi: raffiche, scoppi, raggi e una salva di dieci.
summary-advanced = Battaglia navale per due su una mappa di terra e acqua: con i punti si comprano salve, aerei e cannoni antiaerei, e i rapporti danno solo totali.
settings-there-are = Che cosa si può scegliere in NEW { $game }, dopo il nome del gioco: ecco ciò che vale se non dici nulla (… se non c’è nulla), e poi che cos’altro si può scrivere.
setting-between = da { $least } a { $most }
option-classic-first = spara per primo chi fa di più con i dadi (roll), o tu che crei la partita (creator), o il tuo avversario (opponent)
option-classic-fleet = ciascuno ha navi di 5, 4, 3 e 2 caselle (standard), di 5, 3, 2 e 2 (two_destroyers), di 5, 4, 3, 3 e 2 (five_ships), o quelle che dici tu (custom)
option-classic-grid = la grandezza della mappa con fleet=custom; 10 per 10 se non dici nulla
option-classic-mode = un colpo a turno (single), o le salve di entrambi in segreto, che hanno effetto insieme (salvo)
option-classic-repeat_on_hit = se chi colpisce spara ancora, con mode=single
option-classic-ships = da 1 a 10 navi con fleet=custom; shots sono i colpi che una nave dà alla salva con mode=salvo
option-voices-aim = se a dire dove cade un colpo sono i dadi (dice) o chi spara (choice)
option-voices-axes = quando si dice quale dado dà quale asse, con aim=dice, prima o dopo il tiro
option-voices-engagement = se un colpo cade sulle mappe di tutti gli altri, o in ogni giro su quella di uno
option-voices-fleet = quante navi di ogni classe ha un giocatore
option-voices-interludes = se la partitura ha un segno fra un turno e l’altro
option-voices-rounds = dopo quanti giri la partita finisce; se non lo dici, finisce quando resta una sola flotta
option-voices-seats = quanti giocano
option-solo-lends = il seme che presta le sue monete per numerare le colonne, e non combatte
option-solo-order = i semi nel mare dall’alto in basso, tutti e quattro
option-solo-wumpuses = se ogni seme ha sei DINGHY invece delle navi
option-satellite-columns = quante colonne ha un pianeta
option-satellite-endgame = quando i due arsenali sono vuoti si conta ciò che è distrutto (ceasefire), si continua un colpo alla volta (desperation), si riempiono di nuovo (reloaded), o ciascuno ha un ultimo colpo (self_destruct)
option-satellite-rows = quante righe ha un pianeta
option-advanced-fleet = quante navi di ogni classe ha un giocatore
option-advanced-map-terrain = oppure una mappa tua: da 10 a 26 righe dall’alto, fra virgolette, separate da virgole senza spazi; tutte della stessa lunghezza, da 10 a 26 caratteri, # per la terra e ~ per l’acqua (le mail li disegnano come ^ e .)
option-advanced-map-columns = la grandezza di una mappa fatta da una parola
option-advanced-map-seed = la parola, da 1 a 40 lettere, cifre e trattini; è sorteggiata se non la dai
option-advanced-points = quanti punti ha un giocatore per armi e salve
option-advanced-resupply = con quanti punti in più comincia ogni turno

## Pagina con le regole di un gioco
rules-page-pack = Stampa queste regole con i fogli (PDF)
rules-page-numbered = Le regole esatte, con i loro numeri
rules-page-numbers = Un rifiuto indica il numero della regola su cui si fonda. Queste regole sono in inglese.
rules-page-language = Italiano
