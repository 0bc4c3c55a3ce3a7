# I testi dei messaggi in italiano.

## Il messaggio che chiede se un indirizzo è giusto
confirm-subject = È il tuo indirizzo? ({ $service })
confirm-why = Qualcuno che gioca su { $service } ha indicato questo indirizzo per ricevere la posta delle partite.
confirm-open = Se sei stato tu, rispondi SÌ a questa mail, oppure apri questa pagina e premi il pulsante:
confirm-button = Sì, scrivetemi qui
confirm-code = Oppure, se giochi con un programma che lo chiede, dagli questo codice:
confirm-until = Basta una delle tre cose, entro due giorni. Prima di allora qui non arriva altro.
confirm-not-you = Se non sei stato tu, non fare nulla, e non ti arriverà altro. Se vuoi essere certo che nessuno faccia più arrivare posta da qui a questo indirizzo:
confirm-never = Non scrivete mai a questo indirizzo

## Le pagine a cui portano i collegamenti nei messaggi
page-confirm-title = È il tuo indirizzo?
page-confirm = { $name } vuole ricevere la posta delle partite all’indirizzo { $address }.
page-confirmed-title = Grazie
page-confirmed = L’indirizzo è confermato. Ti scriveremo quando toccherà a te.
page-waits-title = Grazie
page-waits = Questo indirizzo è confermato. L’indirizzo di prima è stato avvisato e per un po’ può fermare il cambio; fino ad allora la posta arriva lì.
page-taken-title = Questo indirizzo è già in uso
page-taken = È l’indirizzo di un altro giocatore registrato. Prima cancella lì la casella, poi chiedi un’altra conferma.
page-elsewhere = Non è ancora confermato nulla: scrivi SÌ dall’indirizzo a cui è arrivato quel messaggio, o apri la pagina indicata lì.
page-stale-title = Questo collegamento non serve più
page-stale = Non è stato copiato per intero, è già stato usato o ha più di due giorni. Se l’indirizzo non è ancora confermato, indicalo di nuovo per la tua posta e arriverà un altro messaggio.
page-no-link-title = Questo collegamento non porta da nessuna parte
page-no-link = Non è stato copiato per intero. Aprilo dalla mail stessa; oppure rispondi a quella mail con SET MAIL OFF, o con NEVER se qui non giochi.
page-off-title = Niente più posta delle partite?
page-off = Non riceverai più messaggi sulle tue partite. Le partite continuano lo stesso, e il tuo tempo corre. SET MAIL EACH, in risposta alla mail più recente di una partita, riattiva la posta in qualsiasi momento.
page-off-button = Basta posta delle partite
page-turned-off-title = La posta delle partite è disattivata
page-turned-off = Non riceverai più messaggi sulle tue partite. Le partite continuano lo stesso, e il tuo tempo corre. SET MAIL EACH, in risposta alla mail più recente di una partita, riattiva la posta.
page-never-title = Mai più messaggi a questo indirizzo?
page-never = Chi indica qui questo indirizzo non vi farà più arrivare nulla, né conferme né inviti. Se con questo indirizzo giochi tu stesso, la posta delle tue partite continua: per farla cessare rispondi SET MAIL OFF a una di quelle mail, o segui il collegamento in fondo.
page-never-button = Non scrivete mai a questo indirizzo
page-refused-title = Niente più conferme né inviti
page-refused = A questo indirizzo non arriva più nulla per il solo fatto che qualcuno lo ha indicato. Se con questo indirizzo giochi tu stesso, la posta delle tue partite continua: per farla cessare rispondi SET MAIL OFF a una di quelle mail, o segui il collegamento in fondo.

## La mail con un codice che dà un token
code-subject = Un nuovo token ({ $service })
code-why = È stato chiesto un nuovo token per l’account su { $service } che riceve la posta di gioco a questo indirizzo. Con un token un programma gioca a tuo nome.
code-open = Se sei stato tu, apri questa pagina e premi il pulsante. Il token viene mostrato una volta sola:
code-button = Dammi un token
code-code = Oppure dai questo codice al programma che lo chiede:
code-until = Valgono entrambi un’ora, e una volta sola. I token che hai restano come sono.
code-not-you = Se non sei stato tu, non fare nulla: senza questa mail nessuno riceve un token. Non inoltrarla. Se altri continuano a chiederne, puoi non riceverne più:
code-never = Basta codici a questo indirizzo
page-code-title = Un nuovo token?
page-code = Il token viene mostrato una volta sola. Chi lo ha gioca a tuo nome: custodiscilo come una chiave.
page-token-title = Il tuo nuovo token
page-token = { $token }
page-token-stale-title = Questo collegamento non serve più
page-token-stale = Non è stato copiato per intero, o è già stato usato, o ha più di un’ora. Se il token ti serve ancora, chiedine un altro.

page-strangers-title = Basta sfide di sconosciuti?
page-strangers = Non riceverai più mail sulle sfide di giocatori con cui non hai mai giocato. Le mail delle tue partite continuano, e le sfide restano visibili nei programmi.
page-strangers-button = Basta di queste
page-no-strangers-title = Basta sfide di sconosciuti
page-no-strangers = Non riceverai più mail sulle sfide di giocatori con cui non hai mai giocato. Un programma che imposta la tua casella può riattivarle.
page-codes-title = Basta codici?
page-codes = Nessuno farà più arrivare a questo indirizzo codici per un nuovo token chiedendoli qui. Puoi sempre averne uno scrivendo TOKEN in risposta a una mail delle tue partite.
page-codes-button = Basta codici
page-no-codes-title = Niente più codici
page-no-codes = Questo server manda codici a questo indirizzo solo se li chiedi per posta, finché l’indirizzo non viene confermato di nuovo.

# Avvisa un indirizzo confermato che un altro prenderà il suo posto.
notice-subject = Il tuo indirizzo sta per cambiare ({ $service })
notice-change = Con un token del tuo account su { $service } è stato indicato { $address } come nuovo indirizzo della tua casella. Il cambio vale dal { $date }.
notice-delete = Con un token del tuo account su { $service } la tua casella è stata eliminata. Questo indirizzo viene dimenticato il { $date }.
notice-yes = Se sei stato tu, non c’è altro da fare.
notice-no = Se non sei stato tu, apri prima di allora questa pagina e premi il pulsante:
notice-button = Tieni questo indirizzo
notice-then = In quel caso qualcun altro ha un tuo token. Chiedi un nuovo token con questo indirizzo, e con quello revoca i token che non conosci.
notice-foot = Questo messaggio arriva al tuo indirizzo confermato per ogni cambio, qualunque cosa tu abbia scelto per la posta delle partite.
page-keep-title = Tenere questo indirizzo?
page-keep = L’indirizzo della tua casella resta com’è, e anche la casella.
page-keep-button = Tieni questo indirizzo
page-kept-title = Il tuo indirizzo resta
page-kept = Non cambia nulla. Se non sei stato tu a chiedere il cambio, qualcun altro ha un tuo token: chiedi un nuovo token con questo indirizzo, e con quello revoca i token che non conosci.
page-late-title = Non c’è nulla da fermare
page-late = Nessun cambio di questo indirizzo è in attesa: è stato fermato, o vale già.

## La mail che invita a una partita
invite-anybody = Qualcuno
invite-subject = Un invito a una partita di { $game } ({ $service })
invite-why = { $who } ti invita a una partita di { $game } su { $service }. Per giocare basta la posta: una riga per mossa, come in { $move }.
invite-days = { $n ->
    [one] L’invito vale un giorno.
   *[other] L’invito vale { $n } giorni.
}
invite-how = Rispondi a questa mail con una di queste scelte in cima, riga per riga:
invite-code = ACCEPT conferma anche che questo è il tuo indirizzo, e ti crea un account se non ne hai ancora uno. Se giochi già con un programma, prendi posto lì con questo codice:
invite-not-you = Se non sai di chi si tratta, non fare nulla, e non ti arriverà altro. Se vuoi essere certo che nessuno faccia più arrivare posta da qui a questo indirizzo:
invite-only = Rispondi prima all’invito, con una di queste scelte. Sotto ACCEPT puoi anche piazzare a mano; le mosse le scrivi in risposta alle mail che arriveranno poi:
newcomer-game = L’invito è a una partita di { $game }:
newcomer-place = Prima che cominci, tutti piazzano; nessun altro vede dove.
newcomer-then = Ciò che va piazzato deve esserci tutto, in una mail sola; altrimenti con ACCEPT prendi posto, e piazzi in risposta alla mail che arriva poi. Ogni turno arriva con una mail che dice che cosa si può rispondere, come { $move }.
newcomer-more = Con HELP { $name } ricevi tutti i comandi di questo gioco, e ciò che si può impostare in una partita.
does-accept-by-hand = accetti, con le navi piazzate come vuoi, una riga ciascuna
does-accept-by-hand-satellite = accetti, con gli edifici piazzati come vuoi, una riga ciascuno
invite-gone = Questo invito non vale più: è stato ritirato, o è troppo vecchio, o il posto è di qualcun altro, o la partita è finita.
invite-gone-account = Il tuo indirizzo ora ha comunque un account. La prossima partita comincia con una mail a { $address } con la riga HELP.
invite-last = Abbiamo già risposto a molte tue mail su questo invito: d’ora in poi si risponde solo a quelle con cui prendi posto o rifiuti. Se a un ACCEPT non arriva risposta, il posto non è tuo.
invite-declined = Hai rifiutato. Di questa partita non ti verrà mandato altro.
invite-accepted-before = Hai già accettato questo invito. Rispondi alla mail più recente della partita.
declined-by-mail = { $reason ->
    [none] { $address } non vuole giocare.
   *[given] { $address } non vuole giocare: { $reason }.
}
invitation-expired = { $n ->
    [one] { $address } non ha risposto al tuo invito entro un giorno: non vale più.
   *[other] { $address } non ha risposto al tuo invito entro { $n } giorni: non vale più.
}
invited-somebody = Chi hai invitato
declined-seat = Il posto { $number } è di nuovo libero: dove è stata creata la partita si ottiene un nuovo codice, oppure ABORT la annulla.
does-name = sotto ACCEPT: come ti chiami
does-accept-placed = accetti, con tutto piazzato a caso
does-never = nessuno ti farà più arrivare posta; quella delle tue partite continua, finché non scrivi SET MAIL OFF
answer-code-sent = Ti è stata mandata una mail con un codice.

## Tempi
date = { $weekday } { $day } { $month } { $year }, { $clock } UTC
date-days = lun mar mer gio ven sab dom
date-months = gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
left-days = { $n ->
    [one] un giorno
   *[other] { $n } giorni
}
left-hours = { $n ->
    [one] un’ora
   *[other] { $n } ore
}
left-less = meno di un’ora
until = Hai tempo fino a { $date } ({ $left }).

## Elenchi e nomi
list-and = { $first } e { $last }
seat = Giocatore { $number }
game-classic = Salvo su carta
game-voices = SALVO per 2 voci
game-solo = Solo Salvo
game-satellite = Satellite Salvo
game-advanced = Advanced Battleships
game-with = { $game } con { $others }
class-carrier = portaerei
class-battleship = corazzata
class-cruiser = incrociatore
class-destroyer = cacciatorpediniere
class-patrol = pattugliatore
class-submarine = sommergibile
suit-suns = soli
suit-moons = lune
suit-crowns = corone
suit-arms = armi
half-upper = superiore
half-lower = inferiore
coin-heads = testa
coin-tails = croce
weapon-gun = cannone antiaereo
weapon-recce = ricognitore
weapon-bomber = bombardiere
weapon-nuclear_bomber = bombardiere nucleare

## Oggetti
subject-challenge = { $who } ti sfida a { $plain }
subject-rematch = { $who } chiede la rivincita: { $plain }
subject-place = Piazza la flotta: { $game }
subject-place-solo = Piazza le flotte: { $game }
subject-place-satellite = Piazza gli edifici: { $game }
subject-turn = Tocca a te: { $game }
subject-reminder = Il tempo sta per scadere: { $game }
subject-message = { $who } scrive: { $game }
subject-news = Novità: { $game }
subject-draw = { $who } propone la patta: { $game }
subject-end = { $who } propone di finire qui: { $game }
subject-restored = Ripristinata: { $game }
subject-waiting = In attesa degli altri: { $game }
subject-refused = Non è stato fatto nulla: { $game }
subject-strangers = Sfide di giocatori con cui non hai mai giocato ({ $service })
subject-somebody = Qualcuno con cui non hai mai giocato
subject-digest = { $n ->
    [0] Novità delle tue partite ({ $service })
    [one] Una partita ti aspetta ({ $service })
   *[other] { $n } partite ti aspettano ({ $service })
}

## Con che cosa comincia una lettera
opening-challenge = { $who } ti sfida a una partita di { $game }.
opening-rematch = { $who } chiede la rivincita: la stessa partita di { $game } ancora una volta, { $n ->
    [2] a posti scambiati
   *[other] ognuno un posto più avanti
}. L’avete già giocata come partita { $id }.
opening-place = I posti sono tutti presi. Piazza la flotta, e la partita comincia.
opening-place-satellite = I posti sono tutti presi. Piazza gli edifici, e la partita comincia.
opening-place-alone = Piazza le flotte; poi di’ quale seme pensi che sopravviva, e la battaglia comincia.
opening-turn = Tocca a te.
# In un promemoria che il tempo sta per scadere.
opening-reminder = Tocca a te.
queue-dropped = Questa mossa, che avevi scritto in anticipo, non andava più bene, quindi non è stata fatta:
queue-dropped-others = { $n ->
    [one] Anche la mossa successiva è stata scartata.
   *[other] Anche le { $n } mosse successive sono state scartate.
}
queue-waiting = { $n ->
    [one] Questa mossa aspetta il tuo turno:
   *[other] Queste mosse aspettano i tuoi turni, una per turno:
}
queue-empty = Nessuna tua mossa è in attesa.
queue-tried = In questo turno una tua mossa è già stata provata, quindi la prossima aspetta il tuo prossimo turno. Per muovere adesso, scrivi la mossa senza QUEUE.
opening-waiting = La partita aspetta che qualcuno prenda posto.
opening-others = La partita aspetta { $who }.
went-back = Il server è stato ripristinato da una copia di sicurezza: { $at }. Questa partita è tornata a com’era dopo l’evento { $number }: { $last }. Ciò che è venuto dopo non è accaduto, e le mail che ne parlano non valgono più.
moves-repeat = Le stesse mosse portano agli stessi tiri e alle stesse risposte di prima.
opening-on = La partita continua.
opening-over = Questa partita è finita. { $result }.
draw-stands = { $name } propone la patta.
digest-opening = Ci sono novità in { $n } delle tue partite; { $waiting ->
    [0] nessuna ti aspetta.
    [1] una ti aspetta.
   *[other] { $waiting } ti aspettano.
}
status-opening = { $n } delle tue partite sono in corso; { $waiting ->
    [0] nessuna ti aspetta.
    [1] una ti aspetta.
   *[other] { $waiting } ti aspettano.
}
strangers-opening = { $n ->
    [one] Ti sfida un giocatore con cui non hai mai giocato.
   *[other] Ti sfidano giocatori con cui non hai mai giocato, a { $n } partite.
} Di queste sfide arriva al massimo una mail al giorno.
strangers-more = { $n ->
    [one] C’è un’altra sfida come queste.
   *[other] Ci sono altre { $n } sfide come queste.
}
strangers-foot = Questa pagina fa smettere con un clic le mail sulle sfide di giocatori con cui non hai mai giocato:
strangers-stop = Basta sfide di sconosciuti
digest-answer = Per rispondere su questa partita, scrivi { $line } sopra i tuoi comandi. Oppure scrivi all’indirizzo di questa partita:
declined = { $reason ->
    [none] { $name } non vuole giocare.
   *[given] { $name } non vuole giocare: { $reason }.
}
decline-later = adesso manca il tempo; forse un’altra volta
decline-too_fast = c’è troppo poco tempo per le mosse
decline-too_slow = c’è troppo tempo per le mosse
decline-other_ruleset = preferisce un altro gioco
decline-other_options = preferisce altre impostazioni
# Di nessuna ragione non si dice nulla.
decline-other = none
writes-earlier = { $n ->
    [one] Un messaggio precedente è omesso.
   *[other] { $n } messaggi precedenti sono omessi.
}
writes = { $name } scrive:
what-happened = Che cosa è successo:
what-you-can-do = Che cosa puoi rispondere:
how-to-answer = Scrivi i comandi in cima alla risposta a questo messaggio, uno per riga; le caselle sono esempi. I comandi vengono eseguiti tutti o nessuno, e ti viene detto com’è andata.
foot-game = Si tratta della partita { $id } su { $service }. Una risposta a questo messaggio gioca a nome tuo: non inoltrarlo a nessuno.
foot-more-game = Con HELP, da solo su una riga, ricevi tutti i comandi; con STATUS vedi come sta questa partita. Con SET MAIL DIGEST, SET MAIL REMINDERS o SET MAIL OFF scegli quanto spesso ricevere posta. Questa pagina ferma la posta delle partite con un clic:
foot-more = Con HELP, da solo su una riga, ricevi tutti i comandi; con STATUS vedi come stanno le tue partite. Con SET MAIL DIGEST, SET MAIL REMINDERS o SET MAIL OFF scegli quanto spesso ricevere posta. Questa pagina ferma la posta delle partite con un clic:
foot-off = Basta posta delle partite

## Gioco leale
fair-keep = Conserva questo messaggio fino alla fine della partita. Il server si è impegnato su ciò che ora è segreto: una volta svelato, dovrà corrispondere a questi valori:
fair-seed = impegno sul numero segreto da cui è tratta la sorte: { $hash }
fair-placement = { $me ->
    [yes] impegno su ciò che hai piazzato tu: { $hash }
   *[no] impegno su ciò che ha piazzato { $name }: { $hash }
}
fair-rules = Le regole arrivano rispondendo RULES. Sono anche qui, da dove si può raggiungere questo server con un browser:
fair-rules-link = Le regole di { $game }
fair-record = In allegato c’è l’intera partita, con tutto ciò che era segreto. Il programma di questo server la verifica, su qualsiasi computer:
fair-record-how = Confronta gli impegni che scrive con quelli che ti abbiamo detto di conservare, e i colpi con quelli che conosci. La verifica anche POST /v1/verify ({ $docs }); docs/fairness.md di Broadside spiega come può farlo un programma tuo.

## Com’è finita una partita
result-won = Hai vinto
result-lost = Hai perso
result-draw = Patta
result-all-lose = Hanno perso tutti
result-off = Annullata
reason-off = La partita è stata annullata; non se ne svela nulla.
reason-fleet-sunk = Tutte le navi di un giocatore sono affondate.
reason-both-fleets-sunk = Le due flotte sono affondate nello stesso giro.
reason-resigned = Chi ha perso ha abbandonato.
reason-timed-out = A chi ha perso è scaduto il tempo.
reason-agreed = I giocatori si sono accordati.
reason-rounds-over = I giri stabiliti sono finiti.
reason-prediction-right = È sopravvissuto il seme che avevi previsto.
reason-prediction-wrong = È sopravvissuto un seme diverso da quello che avevi previsto.
reason-buildings-destroyed = Tutti gli edifici di un giocatore sono distrutti.
reason-ceasefire = I due arsenali sono vuoti, e si è contato quel che è distrutto.
reason-self-destruct = L’ultimo colpo di entrambi i giocatori è fallito.
reason-exhausted = Nessuno può fare più nulla.

## Che cosa è successo
news-earlier = { $n ->
    [one] Un fatto precedente, qui omesso.
   *[other] { $n } fatti precedenti, qui omessi.
}
news-fired = { $me ->
    [yes] Hai sparato in { $cells }: { $report }.
   *[no] { $name } ha sparato in { $cells }: { $report }.
}
news-first = { $me ->
    [yes] Cominci tu.
   *[no] Comincia { $name }.
}
news-first-rolled = I dadi per cominciare: { $rolls }.
news-joined = { $me ->
    [yes] Hai preso posto.
   *[no] { $name } ha preso posto.
}
news-left = { $me ->
    [yes] Hai lasciato la partita.
   *[no] { $name } ha lasciato la partita.
}
news-placed = { $me ->
    [yes] Hai finito di piazzare.
   *[no] { $name } ha finito di piazzare.
}
news-began = Tutti hanno finito di piazzare: la partita comincia.
news-resigned = { $me ->
    [yes] Hai abbandonato.
   *[no] { $name } ha abbandonato.
}
news-timed-out = { $me ->
    [yes] Ti è scaduto il tempo.
   *[no] Il tempo di { $name } è scaduto.
}
news-draw-offered = { $me ->
    [yes] Hai proposto la patta.
   *[no] { $name } propone la patta.
}
news-draw-accepted = { $me ->
    [yes] Hai accettato la patta.
   *[no] { $name } ha accettato la patta.
}
news-draw-declined = { $me ->
    [yes] Hai rifiutato la patta.
   *[no] { $name } ha rifiutato la patta.
}
news-end-offered = { $me ->
    [yes] Hai proposto di finire qui e contare.
   *[no] { $name } propone di finire qui e contare.
}
news-end-accepted = { $me ->
    [yes] Hai accettato di finire qui.
   *[no] { $name } ha accettato di finire qui.
}
news-end-declined = { $me ->
    [yes] Vuoi continuare.
   *[no] { $name } vuole continuare.
}
news-cancelled = { $me ->
    [yes] Hai annullato la partita.
   *[no] { $name } ha annullato la partita.
}
news-declined = { $me ->
    [yes] Hai rifiutato.
   *[no] { $name } ha rifiutato.
}
news-cancelled-plain = La partita è stata annullata.
news-cancelled-late = Nessuno è venuto in tempo: la partita è annullata.
news-written = { $me ->
    [yes] Hai scritto la tua salva.
   *[no] { $name } ha scritto una salva.
}
news-round = Giro { $number }.
news-predicted = { $me ->
    [yes] Hai previsto che sopravvivano: { $suit }.
   *[no] { $name } ha previsto che sopravvivano: { $suit }.
}
news-volley = { $me ->
    [yes] Salva { $number } ({ $rolled }): { $report }.
   *[no] Salva { $number } di { $name } ({ $rolled }): { $report }.
}
news-volleys-empty = Salve { $first }–{ $last }: nessun colpo a segno.
news-used = { $me ->
    [yes] Hai usato { $cartridge } in { $cells }: { $report }.
   *[no] { $name } ha usato { $cartridge } in { $cells }: { $report }.
}
news-gave-up = { $me ->
    [yes] Hai rinunciato a { $cartridge } per un colpo in { $cells }: { $report }.
   *[no] { $name } ha rinunciato a { $cartridge } per un colpo in { $cells }: { $report }.
}
news-arsenals-empty = I due arsenali sono vuoti.
news-sent = { $me ->
    [yes] Hai mandato in { $cell } un { $weapon }: { $report }.
   *[no] { $name } ha mandato in { $cell } un { $weapon }: { $report }.
}
news-passed = { $me ->
    [yes] Hai passato.
   *[no] { $name } ha passato.
}
news-passed-over = { $me ->
    [yes] Il tuo turno è stato saltato.
   *[no] Il turno di { $name } è stato saltato.
}
word-hit = colpito
word-miss = acqua
word-nothing = nessun colpo a segno
word-sunk = { $n ->
    [one] nave affondata: { $ships }
   *[other] navi affondate: { $ships }
}
word-hits-on = { $n ->
    [one] un colpo su { $ship }
   *[other] { $n } colpi su { $ship }
}
word-hit-at = colpito in { $cells }
word-hit-suits = colpiti: { $suits }
word-suit-at = { $suit } in { $cell }
word-suit-sunk = { $suit } (l’ultima moneta)
word-destroyed = { $n ->
    [one] un edificio distrutto
   *[other] { $n } edifici distrutti
}
word-weapons-destroyed = { $n ->
    [one] { $weapon } distrutto
   *[other] { $n } × { $weapon } distrutti
}
word-rolled = { $coin }; { $dice }
word-shot-down = abbattuto
word-seen-by-sender = che cosa ha visto lo sa solo chi l’ha mandato
word-saw = ha visto { $what }
word-saw-nothing = non ha visto nulla

## Mappe
map-waters = { $me ->
    [yes] La tua parte
   *[no] { $name }
}
map-sea = Il mare
map-land = La mappa
map-suit = { $suit }: { $left } su { $all } a galla
map-destroyed = { $n ->
    [one] un edificio distrutto
   *[other] { $n } edifici distrutti
}
sign-ship = # = nave
sign-building = # = edificio
sign-hit = X = colpito
sign-miss = o = a vuoto
sign-shot = * = colpo di cui non si sa l’esito
sign-struck = * = colpo o bomba di cui non si sa l’esito
sign-empty = - = visto dall’alto, non c’è nulla
sign-land = ^ = terra
sign-water = . = acqua
sign-weapons = A = cannone, R = ricognitore, B = bombardiere, N = bombardiere nucleare
sign-suits = S, L, C, A = navi che combattono per soli, lune, corone, armi

## Fatti
fact-sunk = { $me ->
    [yes] Le tue navi affondate finora: { $ships }.
   *[no] Le navi di { $name } affondate finora: { $ships }.
}
fact-salvo = { $n ->
    [one] In questo giro hai un colpo.
   *[other] In questo giro hai { $n } colpi.
}
fact-written = La tua salva per questo giro: { $cells }. Finché non è sparata, un altro FIRE la sostituisce.
fact-written-for-good = La tua salva per questo giro: { $cells }.
fact-shots = { $n ->
    [one] In questo turno ti resta un colpo.
   *[other] In questo turno ti restano { $n } colpi.
}
fact-axes = I tuoi dadi mostrano { $dice }: scegli. Con AXES X sono { $x }, con AXES Y sono { $y }.
fact-cell = Hai tirato { $rolled }, dove si è già sparato: scegli un’altra casella con FIRE, fra { $cells }.
fact-round = È il giro { $round } di { $rounds }.
fact-predicted = Previsione: sopravvivono { $suit }.
fact-dice = I tuoi dadi: { $dice }.
fact-rolls = { $n ->
    [0] Non puoi più tirare.
    [one] Puoi tirare ancora una volta.
   *[other] Puoi tirare altre { $n } volte.
}
fact-targets = { $n ->
    [one] Ti resta un bersaglio da indicare.
   *[other] Ti restano { $n } bersagli da indicare.
}
fact-keep = KEEP vuole i valori dei dadi da tenere, KEEP DICE i loro posti da 1 a 5: quanti ne vuoi, ma non tutti.
fact-unlocked = I tuoi dadi sbloccano, per USE: { $cartridges }.
fact-most = fino a { $most } bersagli
fact-locked = I tuoi dadi non sbloccano nessuna delle tue cartucce.
fact-arsenal = { $me ->
    [yes] Le tue cartucce: { $left }.
   *[no] Le cartucce di { $name }: { $left }.
}
fact-arsenal-empty = nessuna
fact-points = { $n ->
    [one] Ti resta un punto. Una salva ne costa uno.
   *[other] Ti restano { $n } punti. Una salva ne costa uno.
}
fact-planes = Con SEND mandi uno dei tuoi aerei, senza spendere punti: { $uses }.
fact-buy = Con BUY compri una di queste armi, anche più volte, finché bastano i punti: { $uses }.
fact-guns = Con ORDER dai a uno dei tuoi cannoni ({ $uses }) un ordine fra ANY, BOMBERS, RECCE e HOLD; non costa punti e non chiude il turno.
term-no-clock = Senza limite di tempo
term-days = { $n ->
    [one] Un giorno per turno
   *[other] { $n } giorni per turno
}
term-bank = { $bank } ore per tutta la partita, e altre { $more } dopo ogni turno
term-classic-mode-single = Un colpo a testa, a turno
term-classic-mode-salvo = A ogni giro i due giocatori scrivono una salva segreta; le due salve valgono insieme
term-classic-fleet-standard = Ogni giocatore ha navi da 5, 4, 3 e 2 caselle
term-classic-fleet-two_destroyers = Ogni giocatore ha navi da 5, 3, 2 e 2 caselle
term-classic-fleet-five_ships = Ogni giocatore ha navi da 5, 4, 3, 3 e 2 caselle
term-classic-fleet-custom = Le navi non sono le solite: l’elenco arriva quando piazzi
term-classic-first-roll = Il primo colpo va a chi tira il numero più alto
term-classic-first-creator = Il primo colpo va a chi ha creato la partita
term-classic-first-opponent = Il primo colpo va all’avversario di chi ha creato la partita
term-classic-repeat_on_hit-true = Chi colpisce spara ancora
term-classic-repeat_on_hit-false = Chi colpisce non spara ancora
term-voices-seats = { $n } giocatori
term-voices-engagement-simultaneous = Un colpo cade sulle mappe di tutti gli altri
term-voices-engagement-round_robin = In ogni giro un colpo cade sulla mappa di un solo avversario
term-voices-rounds = { $n ->
    [one] La partita finisce dopo un giro
   *[other] La partita finisce dopo { $n } giri
}
term-voices-aim-dice = Dove cade un colpo lo decidono i dadi
term-voices-aim-choice = Dove cade un colpo lo sceglie il giocatore, senza dadi
term-voices-axes-before_roll = Quale dado dà quale asse si dice prima del tiro
term-voices-axes-after_roll = Quale dado dà quale asse si dice dopo il tiro
term-voices-interludes-true = La partitura ha un segnale tra un turno e l’altro
term-voices-interludes-false = La partitura non ha segnali tra un turno e l’altro
term-satellite-rows = Ogni pianeta ha { $n } righe
term-satellite-columns = Ogni pianeta ha { $n } colonne
term-satellite-endgame-ceasefire = Quando i due arsenali sono vuoti si conta quel che è distrutto
term-satellite-endgame-desperation = Quando i due arsenali sono vuoti si continua un tiro alla volta
term-satellite-endgame-reloaded = Quando i due arsenali sono vuoti tornano pieni
term-satellite-endgame-self_destruct = Quando i due arsenali sono vuoti ognuno ha un ultimo colpo
term-advanced-points = Ogni giocatore ha { $n } punti per armi e salve
term-advanced-resupply = { $n ->
    [0] Nessun turno dà punti
    [one] Ogni turno dà un altro punto
   *[other] Ogni turno dà altri { $n } punti
}

## Che cosa fanno i comandi
does-accept = accetti di giocare
does-decline = rifiuti
does-rematch = chiedi a { $others } la stessa partita ancora una volta, { $n ->
    [2] a posti scambiati
   *[other] ognuno un posto più avanti
}; chi riceve la richiesta può accettare o rifiutare
does-say = scrivi agli altri
does-direct = dici come si esegue una tua chiamata o risposta
does-direct-later = fino a { $date }: dici come si esegue una tua chiamata o risposta
does-set-voice = fai suonare le tue risposte, o una, da altri bordi
does-set-voice-later = fino a { $date }: fai suonare una tua risposta da altri bordi
does-place-random = tutto a caso
does-place = nave per nave, una riga ciascuna
does-place-satellite = edificio per edificio, una riga ciascuno
does-place-advanced = nave per nave, e le armi che compri, una riga ciascuna
does-fire-one = spari nella casella che scegli
does-fire = spari nelle caselle che scegli
does-rewrite = scrivi un’altra salva al posto della tua
does-roll = tiri i dadi
does-keep = tiri di nuovo i dadi, tranne questi
does-roll-all = tiri per tutti i colpi che restano
does-choose-axes = dici quale dado è la colonna
does-accept-end = accetti di finire qui
does-decline-end = continui a giocare
does-predict = dici quale seme sopravviverà
does-volley = tiri e spari una volta
does-run-out = spari fino alla fine
does-leave = lasci la partita
does-abort = annulli la partita
does-new-again = crei la stessa partita per qualcun altro
does-fire-satellite = usi una cartuccia
does-give-up = rinunci a una per un colpo solo
does-shoot = spari in un settore
does-destruct = sferri l’ultimo colpo
does-salvo = spari tre colpi
does-send = mandi un aereo
does-buy = compri un’arma
does-order = dai un ordine a un cannone
does-pass = non fai nulla
does-accept-draw = accetti la patta
does-decline-draw = continui a giocare

## Risposte alla posta ricevuta
answer-taken = È stato fatto:
answer-fine = Verrebbe fatto questo; per ora non è stato fatto nulla:
answer-errors = La tua mail non è stata eseguita:
answer-nothing-done = Non è stato fatto nulla. Scrivi di nuovo tutto ciò che va fatto: una mail vale per intero o non vale affatto.
answer-nothing = A parte ciò che cita, nella tua mail non c’è alcun comando.
answer-help = Scrivi HELP per sapere che cosa si può scrivere.
answer-unknown-key = L’indirizzo a cui hai scritto non è uno dei tuoi: ogni mail che ricevi ha il proprio, a cui rispondere.
answer-several-keys = Hai scritto agli indirizzi di più turni insieme, e non si può sapere quale intendi.
answer-turn-over = Quel turno è finito, e della tua mail non è stato fatto nulla. Qui sotto c’è come sta adesso la partita: rispondi a questa mail e non a quelle dei turni precedenti.
answer-old-key = La mail a cui hai risposto è troppo vecchia per questo, e della tua non è stato fatto nulla: le mail vecchie finiscono in altre mani. Rispondi a questa, o alla più recente di una partita, e riscrivi.
answer-game-unnamed = Non è certo a quale partita si riferisce la tua mail, e non è stato fatto nulla.
answer-game-several = La tua mail nomina più partite, e non è stato fatto nulla. Una mail riguarda una sola partita: mandane una per ciascuna.
answer-game-unknown = Nessuna partita ha il numero indicato nella tua mail, e non è stato fatto nulla.
answer-name-the-game = Per dire quale partita intendi, scrivi la sua riga sopra i tuoi comandi, e rimandali tutti in risposta a questa mail:
answer-no-key = Dal tuo indirizzo è arrivata una mail che non risponde a nessuna delle nostre. Chiunque può scrivere il tuo indirizzo come mittente, perciò non ne è stato fatto nulla. Per giocare rispondi alla mail più recente della partita, o a questa per ciò che non riguarda una partita: HELP dice che cosa.
answer-no-more = Per non ricevere più nulla:
answer-off = Basta mail
answer-struck = Nella tua mail c’è qualcosa di barrato o nascosto, e lo vedi solo tu. Scrivi di nuovo, senza ciò che non vale.
answer-missed = Questo alla fine non è stato fatto:
answer-too-much = sono più cose, e una potrebbe riuscire senza le altre: scrivi una mail per ciascuna
answer-last = Oggi abbiamo già risposto a molte tue mail che non hanno cambiato alcuna partita: fino a domani quelle in cui nulla somiglia a un comando restano senza risposta. A quelle con comandi si risponde, e se anche questo finisce te lo diciamo.
answer-last-commands = Oggi abbiamo già risposto a così tante tue mail che fino a domani si risponde solo a quelle che fanno qualcosa in una partita. Se non arriva risposta, in nessuna partita è stato fatto nulla: i comandi vengono letti lo stesso, e la prossima mail del tuo turno mostra come sta la partita.
answer-last-keyless = Oggi dal tuo indirizzo sono arrivate molte mail che non rispondono a nessuna delle nostre: fino a domani le altre mail di questo tipo restano senza risposta. A quelle che rispondono a una delle nostre si risponde.
answer-commands = Un comando per riga; maiuscole e minuscole sono uguali. Di ciascuno ecco un esempio, che cosa fa e, dove non basta, come si scrive: in maiuscolo ciò che va scritto così com’è, fra parentesi quadre ciò che si può omettere. Al posto delle parole inglesi vanno bene anche quelle italiane.
answer-never = D’ora in poi non ti verrà mandato nulla che tu non chieda. La partita continua lo stesso, e il tuo tempo corre. Se non era questo che volevi, rispondi con SET MAIL EACH.
answer-notes = I tuoi appunti:
answer-no-notes = Non hai appunti su questa partita.
answer-no-sheet = SHEET { $wanted }: questa partita ha { $names }; SHEET da solo li dà tutti
answer-nobody-called = non hai giocato con nessuno che si chiami { $name }: indica piuttosto un indirizzo
answer-several-called = hai giocato con più persone che si chiamano { $name }: indica piuttosto un indirizzo
answer-name = un nome ha da 1 a 40 caratteri, senza caratteri di controllo e senza spazi all’inizio o alla fine
answer-no-code = a un indirizzo vanno tre codici al giorno, e al tuo ne sono già andati altrettanti: chiedine un altro domani
answer-foot = { $service } risponde a ciò che arriva dal tuo indirizzo.
answer-no-games = Non hai partite in corso. NEW ne crea una; HELP dice come.
answer-rematch-made = { $n ->
    [1] La stessa partita è stata creata di nuovo.
   *[other] La stessa partita è stata creata di nuovo, { $n ->
        [2] a posti scambiati
       *[other] ognuno un posto più avanti
    }, e tu hai già il tuo. Chi riceve la richiesta ({ $others }) può accettare o rifiutare, e lo saprai; quando tutti hanno accettato si comincia a piazzare.
}
answer-rematch-joined = La stessa partita era già stata creata di nuovo prima che lo chiedessi tu ({ $others }): ora hai un posto in quella.

## What has happened
history-title = Che cosa è successo
history-line = { $number }. { $line } ({ $date })
history-none = Un tale evento non c’è: il più recente ha il numero { $last }.
history-earlier = Mancano gli eventi prima del numero { $first }: HISTORY 1 comincia dal primo.
history-later = HISTORY { $next } continua.
history-board = BOARD { $number } mostra le mappe come erano dopo quell’evento; va bene ogni numero da quello con cui è cominciato il gioco.
board-title = Le mappe dopo l’evento { $number } di { $last }
board-no-maps = In questa partita non hai mappe tue.
board-none = Dopo l’evento { $number } non ci sono mappe: il gioco è cominciato con l’evento { $first }, e il più recente è { $last }. HISTORY elenca gli eventi.
board-not-yet = Dopo l’evento { $number } non ci sono mappe: il gioco non è ancora cominciato.
boards-left-out = { $n ->
    [one] Una riga con BOARD è rimasta senza risposta, perché una risposta ne ha al massimo { $most }. Mandala in un’altra mail.
   *[other] { $n } righe con BOARD sono rimaste senza risposta, perché una risposta ne ha al massimo { $most }. Mandale in un’altra mail.
}

## Open seats
open-none = Adesso non c’è alcuna partita a cui tu possa partecipare. NEW CLASSIC WITH OPEN ne crea una a cui altri possono partecipare; NEW CLASSIC WITH BOT CASUAL ne comincia una contro il computer.
open-list = Queste partite hanno un posto libero per te, le più recenti per prime. Rispondi con la riga di una:
open-line = { $game }, con { $who }. { $terms }.
open-somebody = qualcuno
open-more = Ce ne sono altre. LIST e il nome di un gioco elenca quelle di un solo tipo.
join-unknown = JOIN { $code }: nessuna partita aperta ha questo numero, e nessun posto questo codice. LIST mostra le partite a cui puoi partecipare
join-several = JOIN { $code }: più partite hanno questo numero: scrivi tutto l’id della partita

## Vacations
vacation-title = Le tue vacanze
vacation-none = Non hai preso vacanze e non ne hai in programma.
vacation-item = dal { $from } al { $until }
vacation-allowance = { $year }: restano { $days } giorni su { $of }
vacation-how = Durante una vacanza i tuoi orologi sono fermi in tutte le partite, e gli altri vedono che non ci sei. VACATION UNTIL e una data, o VACATION DAYS e un numero, ne comincia una adesso; con FROM e una data comincia più tardi. VACATION OFF la finisce. I giorni sono contati in UTC.
vacation-not-here = su questo server non ci sono vacanze
vacation-no-end = non hai una vacanza che possa finire
vacation-no-such-day = nel calendario un tale giorno non c’è
vacation-past = una vacanza non può cominciare nel passato: senza FROM comincia adesso
vacation-short = una vacanza dura almeno un’ora: falla finire più tardi
vacation-far = una vacanza deve finire entro { $until }: falla finire prima
vacation-overlap = dal { $from } al { $until } sei già in vacanza: scegli altri giorni, o scrivi prima VACATION OFF
vacation-too-long = nel { $year } restano solo { $days } giorni di vacanza: prendine meno
vacation-many = dall’inizio dell’anno scorso hai preso tutte le vacanze possibili

## Accounts by mail
sign-up-subject = Vuoi giocare?
sign-up-why = A { $service } è arrivata una mail da questo indirizzo, che qui non ha un account. { $service } è un server per battaglie di flotte nascoste che si giocano per posta elettronica. Se vuoi giocare, rispondi a questa mail:
sign-up-yes-line = SÌ
sign-up-yes = hai un account, e una mail dice come trovare una partita
sign-up-name-line = SÌ
    NOME Ada
sign-up-yes-name = lo stesso, con il nome che vedono gli altri
sign-up-until = L’offerta vale sette giorni. { $service } conserva la tua email per sette giorni al massimo, per qualche settimana un hash del tuo indirizzo che conta queste offerte, e nient’altro di te.
sign-up-not-you = Se non hai scritto a { $service }, ignora questa mail: forse qualcuno ha usato il tuo indirizzo. Non seguirà altro.
sign-up-never = Se non vuoi ricevere mai più mail come questa, rispondi NEVER, o usa il link qui sotto.
sign-up-hint = La tua risposta non era un semplice SÌ: non è stato fatto nulla, e non hai ancora un account. Per cominciare rispondi a questa mail con SÌ, da solo sulla prima riga:
sign-up-hint-last = Questa è l’ultima risposta di questo tipo: ad altre mail senza SÌ non si risponde.
welcome = Ti diamo il benvenuto, { $name }! Hai un account, e questa casella ne fa parte. Per cominciare rispondi con una di queste righe:
welcome-list = elenca le partite con un posto libero
welcome-bot = comincia una partita contro il computer
welcome-open = crea una partita a cui chiunque può partecipare
welcome-invite = invita qualcuno per posta
welcome-rules = elenca i giochi, e manda le regole di uno
welcome-name = sceglie il nome che vedono gli altri
welcome-help = elenca tutti i comandi
welcome-stop = chiude il tuo account
welcome-not-done = Queste righe della tua risposta non sono state eseguite: in essa contano solo SÌ, NOME e SET LANGUAGE. Se sono comandi, mandale di nuovo in una risposta a questa mail:
stop-how = STOP chiude il tuo account per sempre. Ti arrendi in tutte le partite in corso, e lasci quelle non ancora cominciate. Il tuo nome, la tua casella, i tuoi appunti e il testo dei tuoi messaggi sono cancellati. Nessuno può annullarlo. Se vuoi soltanto meno posta, usa SET MAIL OFF. Per chiudere l’account rispondi con questa riga:
stop-does = chiude il tuo account
stop-until = Il codice vale fino alla fine di domani (UTC).
stop-wrong-code = STOP richiede il codice della mail che risponde a STOP, di oggi o di ieri: scrivi STOP da solo per riceverlo
farewell-subject = Il tuo account su { $service } è chiuso
farewell = Il tuo account è cancellato, come hai chiesto, e con esso questo indirizzo. Non riceverai altra posta. Se un giorno vuoi giocare di nuovo, scrivi a { $service }: ti verrà offerto un nuovo account.
farewell-foot = Questa è l’ultima mail sul tuo account.

## Rules
rules-which = RULES e il nome di un gioco ne mandano le regole. Questi sono i giochi:
rules-intro = Queste sono le regole per chi gioca con carta e matita. Qui fa tutto il server: tira i dadi, tiene i fogli, dà le risposte e rifiuta ciò che le regole non permettono.
rules-here-title = Su questo server
rules-here = Puoi arrenderti in ogni momento con RESIGN. Puoi proporre la patta (DRAW) quando non c’è un’altra proposta, una volta fra un tuo turno e il seguente. Se la partita ha un orologio, chi finisce il tempo è fuori dal gioco; se il tempo finisce prima che tutti abbiano piazzato, la partita è annullata. Fino alla prima mossa ognuno può annullare la partita con ABORT.
rules-here-alone = Puoi lasciare la partita in ogni momento con LEAVE. Se la partita ha un orologio e il tuo tempo finisce dopo la previsione, hai perso.
rules-commands = HELP { $name } elenca i comandi, e che cosa si può scegliere creando una partita.
help-cartridges = Che cosa richiedono le cartucce, e che cosa colpiscono:
help-rules = RULES { $name } manda tutte le regole.

## What commands do, in the words of the engine
help-makes-a-game = crea una partita
help-asks-how-things-stand = chiede come stanno le partite
help-asks-for-the-commands = chiede i comandi
help-asks-for-the-rules-of-a-game = chiede le regole di un gioco
help-asks-for-what-has-happened-the-newest-or-from-an-event-on = chiede ciò che è successo, di recente o da un evento in poi
help-asks-for-the-maps-as-they-were-after-an-event-of-history = chiede le mappe come erano dopo un evento di HISTORY
help-makes-a-move-in-your-next-turn-or-now-if-it-is-your-turn-with-in-the-same-turn-as-the-line-above = fa una mossa nel tuo prossimo turno, o subito se tocca a te; WITH: nello stesso turno della riga sopra
help-asks-for-the-moves-that-you-have-written-ahead = chiede le mosse che hai scritto in anticipo
help-takes-back-the-moves-that-you-have-written-ahead = ritira le mosse che hai scritto in anticipo
help-lists-the-games-that-you-can-join = elenca le partite a cui puoi partecipare
help-takes-a-seat-in-a-game-of-list-or-the-seat-of-a-code = prende un posto in una partita di LIST, o il posto di un codice
help-asks-for-your-vacations-and-how-much-you-have-left = chiede le tue vacanze, e quante ne restano
help-stops-your-clocks-until-the-end-of-a-day = ferma i tuoi orologi fino alla fine di un giorno
help-stops-your-clocks-for-some-days = ferma i tuoi orologi per alcuni giorni
help-ends-your-vacation = finisce la tua vacanza
help-ends-your-account-after-you-have-confirmed-it = chiude il tuo account, dopo una conferma
help-says-how-often-to-be-written-to = dice quanto spesso ricevere posta
help-says-whether-sheets-are-sent = dice se ricevere anche i fogli
help-says-how-many-hours-before-a-deadline-to-be-reminded = dice quante ore prima di una scadenza arrivano i promemoria
help-says-in-which-language-to-be-written-to = dice in che lingua ricevere posta
help-asks-never-to-be-written-to-again = chiede di non ricevere mai più posta
help-asks-what-the-other-lines-would-do-and-does-nothing-of-it = chiede che cosa farebbero le altre righe, senza farlo
help-ends-the-commands-what-follows-is-not-read = chiude i comandi: quel che segue non viene letto
help-takes-the-seat-of-an-invitation = accetta un invito
help-declines-an-invitation = rifiuta un invito
help-places-everything-at-random = piazza tutto a caso
help-adds-a-seed-of-one-s-own-to-a-placement = aggiunge al piazzamento un testo tuo, da cui dipende anche la sorte
help-calls-a-game-off-before-its-first-move = annulla una partita prima della prima mossa
help-asks-for-the-same-game-again = chiede la rivincita
help-asks-for-the-sheets-of-the-game = chiede i fogli della partita
help-writes-to-the-other-players = scrive agli altri giocatori
help-keeps-a-note-for-oneself = tiene un appunto per sé
help-asks-for-what-you-have-noted = chiede i propri appunti
help-offers-a-draw = propone la patta
help-agrees-to-a-draw = accetta la patta
help-turns-a-draw-down = rifiuta la patta
help-leaves-a-game-before-play-begins = lascia una partita prima che cominci
help-gives-the-game-up = abbandona la partita
help-leaves-the-game-which-calls-it-off = lascia la partita, che così è annullata
help-places-a-ship-by-its-first-cell = piazza una nave, indicata con la prima casella
help-fires-at-one-cell-or-at-as-many-as-a-salvo-has-shots = spara in una casella, o in tante quanti sono i colpi della salva
help-chooses-the-matrix-of-the-battle-map = sceglie la matrice della mappa di battaglia
help-chooses-that-of-the-tactical-map = sceglie quella della mappa tattica
help-places-a-standing-voice = piazza una voce fissa
help-rolls-for-a-shot = tira i dadi per un colpo
help-rolls-for-all-shots-that-are-left = tira i dadi per tutti i colpi che restano
help-fires-at-a-cell-that-is-yours-to-choose = spara in una casella a scelta
help-says-which-axis-the-first-die-gives = dice quale asse dà il primo dado
help-says-from-which-edges-to-answer-from-now-on-or-a-shot = dice da quali bordi rispondere, d’ora in poi o a un colpo
help-says-how-it-is-performed-with-for-the-text-it-takes-that-back = dice come si esegue; con "" al posto del testo lo ritira
help-offers-to-end-the-game-here-and-count = propone di finire qui e contare
help-agrees-to-that = accetta la proposta
help-turns-it-down = rifiuta la proposta
help-places-a-ship-by-its-leftmost-or-topmost-cell = piazza una nave, indicata con la casella più a sinistra o più in alto
help-says-which-suit-will-survive-which-begins-the-game = dice quale seme sopravviverà, e la partita comincia
help-rolls-and-fires-once = tira i dadi e spara una volta
help-fires-to-the-end = spara fino alla fine
help-places-a-building = piazza un edificio
help-rolls-all-five-dice = tira tutti e cinque i dadi
help-rolls-again-all-dice-but-some-of-these-values = tira di nuovo tutti i dadi tranne quelli con questi valori
help-rolls-again-all-dice-but-those-in-these-places = tira di nuovo tutti i dadi tranne quelli in questi posti
help-fires-a-cartridge = usa una cartuccia
help-gives-a-cartridge-up-for-one-shot = rinuncia a una cartuccia per un colpo
help-shoots-at-a-sector = spara in un settore
help-strikes-the-last-blow = sferra l’ultimo colpo
help-places-a-ship-by-its-first-square = piazza una nave, indicata con la prima casella
help-buys-a-weapon-and-places-it = compra un’arma e la piazza
help-fires-a-salvo-of-three-shots = spara una salva di tre colpi
help-sends-a-plane = manda un aereo
help-buys-a-weapon = compra un’arma
help-gives-a-gun-an-order = dà un ordine a un cannone
help-does-nothing = non fa niente
help-says-what-you-are-called = dice come ti chiami
help-asks-for-a-new-token-for-programs = chiede un nuovo token per i programmi

# Testo libero negli esempi. I testi inglesi sono quelli della notazione.
example-decline = dopo le vacanze
example-direct = cadendo, molto lentamente
example-note = l’incrociatore dev’essere nella riga 7
example-say = bel colpo
example-seed = la mia fortuna

help-kinds = { $says }. { $n ->
    [one] Qui c’è solo il foglio { $kinds }
   *[other] Qui ci sono i fogli: { $kinds }
}
help-or = { $says }. In italiano: { $line }

## How commands are written, in the words of the engine
form-new-game-with-address-name-open-or-bot-random-casual-or-strong-option-value-days-1-to-14-public-or-private = NEW gioco [WITH indirizzo, nome, OPEN, o BOT RANDOM, CASUAL o STRONG] [opzione=valore] [DAYS da 1 a 14] [PUBLIC o PRIVATE]
form-help-game = HELP [gioco]
form-rules-game = RULES [gioco]
form-history-number = HISTORY [numero]
form-board-number = BOARD numero
form-queue-with-move = QUEUE [WITH] mossa
form-list-game = LIST [gioco]
form-join-number-or-code = JOIN numero o codice
form-vacation-from-date-until-date = VACATION [FROM data] UNTIL data
form-vacation-from-date-days-number = VACATION [FROM data] DAYS numero
form-stop-code = STOP [codice]
form-set-mail-each-digest-reminders-or-off = SET MAIL EACH, DIGEST, REMINDERS o OFF
form-set-sheets-on-or-off = SET SHEETS ON o OFF
form-set-reminders-hours-or-default = SET REMINDERS ore o DEFAULT
form-set-language-english-german-or-italian = SET LANGUAGE ENGLISH, GERMAN o ITALIAN
form-name-text = NAME nome
form-decline-later-too-fast-too-slow-other-ruleset-other-options-or-other-words = DECLINE [LATER, TOO FAST, TOO SLOW, OTHER RULESET, OTHER OPTIONS o OTHER] [: parole]
form-seed-text = SEED testo
form-sheet-kind = SHEET [foglio]
form-say-text = SAY testo
form-note-text = NOTE testo
form-place-class-cell-across-or-down = PLACE classe casella ACROSS o DOWN
form-fire-cells-round-n = FIRE caselle [ROUND n]
form-place-battle-matrix = PLACE BATTLE matrice
form-place-tactical-matrix = PLACE TACTICAL matrice
form-place-voice-left-right-or-dice-and-top-bottom-or-dice = PLACE VOICE LEFT, RIGHT o DICE, e TOP, BOTTOM o DICE
form-fire-cell = FIRE casella
form-axes-x-or-y = AXES X o Y
form-voice-left-right-or-dice-and-top-bottom-or-dice-for-shot = VOICE LEFT, RIGHT o DICE, e TOP, BOTTOM o DICE [FOR colpo]
form-direct-call-or-answer-shot-text = DIRECT CALL o ANSWER colpo testo
form-place-suit-class-cell-across-down-diagonal-down-or-diagonal-up = PLACE seme classe casella ACROSS, DOWN, DIAGONAL DOWN o DIAGONAL UP
form-predict-suit = PREDICT seme
form-place-building-sectors = PLACE edificio settori
form-keep-values = KEEP valori
form-keep-dice-positions = KEEP DICE posti
form-use-cartridge-row-or-column-at-sectors = USE cartuccia [ROW o COLUMN] AT settori
form-give-up-cartridge-at-sector = GIVE UP cartuccia AT settore
form-shoot-sector = SHOOT settore
form-destruct-sectors = DESTRUCT settori
form-place-class-square-across-or-down = PLACE classe casella ACROSS o DOWN
form-place-weapon-square-order-any-bombers-recce-or-hold = PLACE arma casella [ORDER ANY, BOMBERS, RECCE o HOLD]
form-fire-squares = FIRE caselle
form-send-weapon-square-to-square = SEND [arma] [casella] TO casella
form-buy-weapon-square-order-any-bombers-recce-or-hold = BUY arma casella [ORDER ANY, BOMBERS, RECCE o HOLD]
form-order-square-any-bombers-recce-or-hold = ORDER casella ANY, BOMBERS, RECCE o HOLD

## What is wrong with a line, in the words of the engine
wrong-line = riga { $line }: `{ $word }` { $problem }
wrong-command = qui non è un comando
wrong-command-nearest = qui non è un comando: volevi dire { $nearest }?
wrong-more-than-yes = comincia con un sì e dice altro, quindi non è chiaro: per giocare scrivi ACCEPT o SÌ da solo sulla riga
wrong-more-than-no = comincia con un no e dice altro, quindi non è chiaro: per rifiutare scrivi DECLINE da solo sulla riga, o NO come unica riga
wrong-further = e altre righe che non cominciano con un comando
wrong-possible = Qui adesso si può scrivere, per esempio: { $lines }. HELP elenca tutti i comandi.
wrong-words = { $place ->
    [above] Davanti a parole tue metti SAY, se le devono leggere gli altri, o NOTE, se sono solo per te. Scrivi prima i comandi, e sotto END da solo su una riga: quel che viene dopo non viene letto.
   *[below] Davanti a parole tue metti SAY, se le devono leggere gli altri, o NOTE, se sono solo per te. Sotto una riga con END non viene letto nulla, e nemmeno sotto una riga con due trattini (--), con cui comincia una firma.
}
wrong-no-game = riguarda una partita, e qui non si sa quale: scrivilo in risposta a un messaggio di quella partita
wrong-unknown = non è { $what }: scegli tra { $known }
wrong-unknown-nearest = non è { $what }: volevi dire { $nearest }? Oppure scegli tra { $known }
wrong-missing = finisce prima di dire { $what }: scrivi come in { $example }
wrong-missing-one-of = finisce prima di dire { $what }: scegli tra { $known }
wrong-surplus = qui è di troppo: toglilo, oppure scrivi come in { $example }
wrong-cell = non è una casella: scrivi la lettera di una colonna e il numero di una riga, come in B4
wrong-date = non è una data: scrivi anno, mese e giorno, come in 2027-08-20
wrong-seat-code = non è un codice: copia il codice, o il numero di una partita di LIST, come in JOIN 7c2f90ab
wrong-stop-code = non è un codice di STOP: scrivi STOP e il codice della mail che risponde a STOP, o STOP da solo per ricevere quella mail
wrong-sector = non è un settore: scrivi la lettera di una riga e il numero di una colonna, come in B4
wrong-off-map = è fuori dalla mappa, che finisce in { $last }
wrong-number = non è { $what }: scrivi un numero da { $least } a { $most }
wrong-twice = c’è due volte: toglilo una volta
wrong-unclosed = apre le virgolette e non le chiude: mettile anche in fondo, o togli le prime
wrong-in-comment = comincia un commento, e ciò che segue non verrebbe letto: scrivi una riga per ogni comando, e separa le caselle con spazi
wrong-exclaimed = fermerebbe tutta la posta per te, e sembra una risposta a qualcuno: se lo vuoi davvero scrivi NEVER senza alcun segno dopo, altrimenti metti SAY davanti a ciò che gli altri devono leggere
wrong-no-move-above = si aggiunge al turno della riga QUEUE sopra, e non c’è: togli WITH, o scrivi sopra una riga così
wrong-takes-back-above = ritirerebbe le mosse delle righe sopra: scrivi QUEUE OFF prima di quelle
wrong-goes-on = potrebbe essere il seguito delle parole della riga prima, lunga abbastanza da essere stata spezzata: metti quelle parole tra virgolette, o lascia una riga vuota fra le due se questo è un comando
wrong-not-all-random = lascia tutto al caso: toglilo, oppure togli le altre righe di PLACE
wrong-seed-alone = va con un piazzamento: aggiungi che cosa si piazza, come in PLACE RANDOM
wrong-long-line = comincia una riga di più di { $most } caratteri: accorciala
wrong-long-text = è più di quanto si legga in una volta: scrivi al massimo { $lines } comandi e { $characters } caratteri, ed END dopo l’ultimo
wrong-no-such-plane = non si può mandare: indica un aereo che hai, e la sua casella
wrong-several-planes = sta in { $squares }: di’ quale mandare, come in { $example }
wrong-nothing-sent = dice dove, ma non che cosa: scrivi come in SEND BOMBER R2 TO F7
wrong-another-plane = è dove sta un { $stands }, non un { $named }: indica la casella dell’aereo che intendi
wrong-new-game = non dice nulla di una nuova partita: indica un indirizzo, OPEN, DAYS e un numero, PUBLIC, PRIVATE, o un’opzione come in mode=salvo
wrong-setting = non va bene; le regole lo spiegano in inglese: “{ $detail }”
wrong-seed = non va bene come testo per la sorte: scrivi da 1 a 128 caratteri ASCII stampabili
wrong-sheet = non è il nome di un foglio: scrivi solo SHEET per quelli della partita
wrong-no-dice = non si può tenere, perché non ci sono ancora dadi tirati: scrivi ROLL
wrong-not-left = non si può tenere: i dadi mostrano { $dice }. Vanno bene anche DICE e i loro posti
wrong-more-than-roll = è di troppo per ROLL: scrivi ROLL per tutti e cinque i dadi, o di’ quali restano, come in KEEP 3 3 5
wrong-row-twice = riguarda anch’esso la riga: di’ TOP, BOTTOM o DICE per la colonna
wrong-column-twice = riguarda anch’esso la colonna: di’ LEFT, RIGHT o DICE per la riga
wrong-axis-twice = lo dà il primo dado: il secondo dà l’altro asse
wrong-matrix = non indica una matrice: { $detail }
wrong-json = non è seguito da JSON: chiudi ciò che è aperto, come in order=["suns","arms"]
what-on-or-off = ON o OFF
what-the-level-of-a-bot = il livello di un bot
what-a-building = un edificio
what-a-cadence = una frequenza della posta
what-a-cartridge = una cartuccia
what-a-cell = una casella
what-a-class-of-ships = una classe di navi
what-a-column = una colonna
what-a-command = un comando
what-a-direction = un’indicazione
what-a-game = un gioco
what-a-half = una metà
what-a-language = una lingua
what-a-matrix = una matrice
what-a-move = una mossa
what-a-number-of-days = un numero di giorni
what-a-number-of-hours = un numero di ore
what-a-part = una parte
what-a-round = un giro
what-a-sector = un settore
what-a-seed = un testo per la sorte
what-a-setting = un’impostazione
what-a-ship-or-a-weapon = una nave o un’arma
what-a-shot = un colpo
what-a-suit = un seme
what-a-way-to-lie = una direzione
what-a-weapon = un’arma
what-an-axis = un asse
what-an-edge = un bordo
what-an-order = un ordine
what-something-to-say = qualcosa da scrivere
what-the-dice-that-stay = i dadi che restano
what-a-date = una data
what-the-number-of-a-game-or-a-code = il numero di una partita, o un codice
what-the-number-of-an-event = il numero di un evento
what-the-place-of-a-die = il posto di un dado
what-the-square-it-is-sent-to = la casella a cui va
what-the-suit-of-a-row = il seme di una riga
what-what-a-die-shows = ciò che mostra un dado
what-what-can-be-offered = ciò che si può proporre
what-what-is-placed = ciò che si piazza

poem-sounds = Come suona: il numero del colpo, la chiamata e le risposte. → e ← sono righe, ↓ e ↑ sono colonne.
poem-key = I foni, come nelle parole inglesi: { $words }.
poem-battle = La tua mappa di battaglia suona le tue risposte. Ha la matrice di gioco { $name }:
poem-tactical = La tua mappa tattica suona le tue chiamate. Ha la matrice di gioco { $name }:
