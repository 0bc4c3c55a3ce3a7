# Le regole dei giochi per chi gioca su carta, in italiano. Il testo fra *asterischi* è in grassetto.

## Titoli
howto-note = Come si gioca
howto-need = Che cosa serve
howto-begin = Prima della battaglia
howto-sea = Il mare e le flotte
howto-turn = Un turno
howto-round = Salvo: un giro
howto-shot = Colpo per colpo: un turno
howto-volley = Una salva
howto-cartridges = Le cartucce
howto-report = La risposta
howto-mark = Segni
howto-perform = L’esecuzione
howto-end = La fine
howto-variations = Varianti
howto-credits = Autori

## Autori
credits-classic = *Salvo su carta* è un gioco tradizionale.
credits-voices = *SALVO for 2 voices*, una partitura da eseguire.
credits-solo = *Solo Salvo* è di Eric Witt.
credits-satellite = *Satellite Salvo* è di Reluctant Pirate Games.
credits-advanced = *Advanced Battleships* segue Hubert Phillips e Jonathan Palfrey.

## Salvo su carta
howto-classic-intro = Ognuno nasconde una flotta su una griglia e cerca quella dell’altro. Colpisci tutte le sue caselle prima di perdere la tua flotta.
howto-classic-need-what = Due giocatori con un fascicolo come questo ciascuno, due matite, un dado e qualcosa che nasconda i fogli l’uno all’altro. Prima di cominciare scegliete uno di due giochi. In *Salvo* in ogni giro sparate entrambi un’intera salva, e la risposta è un totale. In *Colpo per colpo* sparate un colpo a turno, e la risposta viene subito.
howto-classic-begin-grid = *Io* è il mare della tua flotta. *Avversario* è il mare a cui spari. Il nome di una casella è la lettera della colonna con il numero della riga: *F7* è nella colonna F e nella riga 7.
howto-classic-begin-fleet = In segreto, disegna la tua flotta su *Io*: una linea intorno a ogni nave, dentro le sue caselle. Le navi sono nell’elenco sotto la griglia. Una nave copre tante caselle quanti sono i suoi quadretti, in linea retta lungo una riga o una colonna. Le navi possono toccarsi, ma due navi non hanno mai una casella in comune. Gli elenchi dei due giocatori devono essere uguali.
howto-classic-begin-first = Tirate un dado ciascuno: comincia chi fa di più. A parità si tira di nuovo. In Salvo questo decide soltanto chi legge per primo. Potete anche accordarvi su chi comincia.
howto-classic-round-shots = *Conta i colpi.* L’elenco dice quanti colpi dà ogni nave in un giro. Hai i colpi di tutte le tue navi che sono a galla all’inizio del giro.
howto-classic-round-write = *Scrivi.* Entrambi scrivete una salva nel registro, in segreto: tante caselle quanti sono i vostri colpi, tutte diverse, e nessuna che avete già chiamato. Se ne restano di meno, scrivetele tutte. Una salva con troppe caselle o con una sbagliata non vale: correggetela prima delle risposte. Potete cambiare la salva finché non siete pronti tutti e due.
howto-classic-round-read = *Leggi.* Uno legge tutte le caselle della sua salva, poi fa lo stesso l’altro. Rispondete soltanto dopo: le due salve hanno effetto insieme.
howto-classic-round-answer = *Rispondi* con i totali: quanti colpi a segno su ogni classe di navi, e quali navi sono affondate. Non dire mai quale casella era. Due navi della stessa classe hanno un solo totale. Se niente è colpito, di’ “nessun colpo a segno”.
howto-classic-round-sink = Una nave è *affondata* quando tutte le sue caselle sono colpite. Nel giro in cui affonda spara ancora. Dal giro seguente non dà più colpi.
howto-classic-round-example = *Esempio.* Ada ha sette colpi e legge B2, B5, C7, E5, F1, H8 e J4. Due di queste caselle sono nella Corazzata di Ben, e una è l’ultima del suo Cacciatorpediniere. Ben dice: «Due a segno sulla Corazzata, uno sul Cacciatorpediniere, e il Cacciatorpediniere è affondato.» Ada non viene a sapere quali caselle erano.
howto-classic-shot-call = Giocate a turno. Nel tuo turno chiama una casella: «F7». L’altro dice *colpito* o *acqua*.
howto-classic-shot-sunk = Quando è colpita l’ultima casella di una nave, e soltanto allora, l’altro dice anche quale nave era: «Colpito, l’Incrociatore è affondato.»
howto-classic-shot-once = Chiama ogni casella una volta sola. Se la chiami di nuovo, non vale: chiama un’altra casella.
howto-classic-mark-round = In Salvo scrivi il numero del giro nelle caselle: la tua salva su *Avversario*, la sua su *Io*. Scrivi nel registro le due salve con i loro totali, e † per una nave affondata. Per ogni colpo a segno spunta un quadretto di quella classe nell’elenco. Barra una nave affondata.
howto-classic-mark-shot = In Colpo per colpo fai una croce nella casella, e cerchia la croce di un colpo a segno. Sotto *Io* spunta un quadretto per ogni colpo su quella nave. Sotto *Avversario* non sai quale nave hai colpito: spunta una nave quando senti che è *affondata*. Un foglio stampato per Colpo per colpo ha lì un solo quadretto per nave.
howto-classic-end-how = Se tutte le tue navi sono affondate, hai perso. Se perdete entrambi l’ultima nave nello stesso giro di Salvo, è patta. In ogni momento puoi arrenderti, o potete accordarvi sulla patta.
howto-classic-variations-fleet = *Altre flotte.* Il foglio si può stampare con tre flotte: navi di 5, 4, 3 e 2 caselle; di 5, 3, 2 e 2; o di 5, 4, 3, 3 e 2. Potete anche scrivere lo stesso elenco vostro sui due fogli: da una a dieci navi di una fino a sei caselle, su metà della griglia al massimo. Per Salvo date a ogni nave da uno a cinque colpi, insieme al massimo un quarto delle caselle della griglia. Le navi della stessa classe sono uguali. La griglia può andare da 6×6 a 26×26.
howto-classic-variations-repeat = *Un altro colpo dopo un colpo a segno.* In Colpo per colpo spara di nuovo dopo ogni colpo a segno, finché non fai acqua.

## SALVO per 2 voci
howto-voices-intro = Una battaglia fra due flotte nascoste in cui ogni colpo si canta, si dice, si sussurra o si grida. I dadi a dieci facce prendono la mira. Le matrici di gioco dicono come suona ogni colpo.
howto-voices-need-what = A ognuno serve un fascicolo come questo: una *mappa di battaglia* per la propria flotta, una *mappa tattica* per i propri colpi e la *chiave di pronuncia*. Servono anche due matite, qualcosa che nasconda le mappe l’uno all’altro e due dadi a dieci facce, come sull’ultima pagina. Le mappe dei due fascicoli possono avere matrici diverse: in comune avete soltanto le coordinate.
howto-voices-need-phone = Il segno in una casella è un *fono*: un suono della lingua parlata. La chiave ha una parola inglese per ogni fono, e le lettere in grassetto danno il suono.
howto-voices-begin-fleet = In segreto, disegna le tue navi dentro le caselle della mappa di battaglia: *Portaerei* 5 caselle, *Corazzata* 4, *Cacciatorpediniere* 3, *Pattugliatore* 2, *Sommergibile* 1. Le navi stanno in linea retta, lungo una riga o una colonna. Possono toccarsi, ma due navi non hanno mai una casella in comune.
howto-voices-begin-first = Tirate un dado ciascuno: comincia chi fa di più. A parità si tira di nuovo. Su tutti i dadi lo 0 vale 10, e da A a J da 1 a 10.
howto-voices-turn-shots = Si gioca a giri, e in ogni giro ciascuno ha un turno. Nel tuo turno hai tanti colpi quante erano le tue *navi a galla all’inizio del giro*: cinque la prima volta. Una nave che affonda durante un giro fa perdere il suo colpo dal giro seguente.
howto-voices-turn-dice = Per ogni colpo *tira un dado* per la colonna (da A a J, o da 1 a 10) e *un altro* per la riga.
howto-voices-turn-again = Se hai già sparato a quella casella, scegline un’altra della stessa riga a cui non hai sparato. Se non ce n’è, scegline una nella stessa colonna. Se non ce n’è neanche lì, tira di nuovo.
howto-voices-turn-call = *Chiama la casella* («F7») e da’ voce al fono che vi si trova sulla tua mappa tattica.
howto-voices-turn-answer = L’avversario trova la casella sulla propria mappa di battaglia e *risponde*: prima i foni della sua riga, dal bordo sinistro o destro fino alla casella, poi i foni della sua colonna, dal bordo superiore o inferiore fino alla casella. I bordi sono a sua scelta. Il fono della casella stessa si pronuncia tutte e due le volte.
howto-voices-turn-report = Poi l’avversario dice *colpito* o *acqua*. Quando è colpita l’ultima casella di una nave, dice che è *affondata*, e quale nave era.
howto-voices-turn-example = *Esempio.* Ada chiama F7 e dà voce al suo fono. Ben risponde da sinistra, con i sei foni da A7 a F7, e poi dal basso, con i quattro foni da F10 a F7. Dice: «Acqua.»
howto-voices-mark-shots = I tuoi colpi vanno sulla mappa tattica, quelli dell’avversario sulla mappa di battaglia. Fai una croce in basso a destra nella casella, così che il fono resti leggibile, e cerchia la croce di un colpo a segno.
howto-voices-mark-list = Sulla mappa di battaglia spunta nell’elenco un quadretto per ogni colpo su quella nave, e barra una nave affondata. Sulla mappa tattica non sai quale nave hai colpito. Perciò lì ogni nave ha un quadretto solo: spuntalo quando senti che la nave è *affondata*. Il numero accanto al quadretto è il numero delle sue caselle.
howto-voices-perform-how = Il suono è tuo. Puoi dare a ogni fono l’altezza e la forza che vuoi. Puoi allungarlo, ripeterlo, accentarlo o togliergli l’accento, e trasformarlo poco a poco in quello che segue. Ascoltatevi: la battaglia è la partitura, e voi due siete il brano.
howto-voices-end-how = Se tutte le tue navi sono affondate, hai perso, e la partita finisce subito. In ogni momento potete accordarvi per finire e contare: vince chi ha più navi a galla; a parità, chi ha più caselle non colpite. Se anche quelle sono pari, è patta. Puoi anche arrenderti.
howto-voices-variations-rounds = *Un numero di giri.* Prima di cominciare accordatevi su 1 fino a 100 giri. Dopo l’ultimo giro contate allo stesso modo.
howto-voices-variations-seats = *Da tre a otto giocatori.* Comincia chi tira di più, e i turni girano intorno al tavolo. Chi non ha più navi è fuori e non spara. Vince l’ultima flotta a galla. Accordatevi su uno di due modi di sparare:
howto-voices-variations-all = *A tutti.* Ogni colpo cade sulla stessa casella della mappa di tutti gli altri che sono ancora in gioco. Rispondono tutti, uno dopo l’altro intorno al tavolo. Scrivi sulla mappa tattica chi hai colpito.
howto-voices-variations-one = *A uno solo.* Tutti i colpi del tuo turno vanno a un avversario: nel primo giro a chi ti segue intorno al tavolo, nel secondo giro a quello dopo, e così via. Conta soltanto chi è ancora in gioco. Se il tuo bersaglio esce, gli altri colpi vanno a chi lo segue. Stampa una mappa tattica per ogni avversario: puoi sparare una volta a ogni casella di ciascuno.
howto-voices-variations-fleet = *Altre flotte.* Accordatevi sul numero di navi di ogni classe, da nessuna a quattro, su 60 caselle al massimo. Ogni nave a galla dà sempre un colpo.
howto-voices-variations-axes = *Prima i dadi.* Di’ soltanto dopo il tiro quale dado dà la colonna.
howto-voices-variations-aim = *Senza dadi.* Spara ogni colpo a una casella qualsiasi a cui non hai ancora sparato. I dadi decidono soltanto chi comincia.
howto-voices-variations-interludes = *Inni e sonar.* Fra un turno e l’altro eseguite insieme un intermezzo: la prima volta un inno a bocca chiusa, la seconda un canto di mare, la terza il ping di un sonar, e poi da capo.

## Solo Salvo
howto-solo-intro = Un solitario. Nascondi tre flotte in un solo mare e prevedi quale resterà a galla. Poi sparano i dadi, e tu puoi soltanto guardare.
howto-solo-need-what = Il foglio con il mare, una matita, una moneta qualsiasi da lanciare e i quattro dadi di un piecepack, uno per ogni seme. Le ultime pagine sono un piecepack da ritagliare. Sul foglio ne servono soltanto i dadi. Vanno bene anche quattro dadi comuni di quattro colori: scegli un seme per ciascuno, e il 6 sia il nullo (N) e l’1 l’asso (A).
howto-solo-sea-rows = Il mare ha due righe per ogni seme, una superiore e una inferiore. Dall’alto, i semi sono *Soli*, *Lune*, *Corone* e *Armi*. Le colonne sono *N* (nullo), *A* (asso), *2*, *3*, *4* e *5*.
howto-solo-sea-suits = Soli, Lune e Corone combattono. Le Armi non hanno flotta, ma le loro righe fanno parte del mare, e il loro dado si tira.
howto-solo-sea-ships = Disponi le flotte dei tre semi. Ognuna ha un *Incrociatore* di 3 monete, un *Sommergibile* di 2 e una *Scialuppa* di 1. Le monete di una nave stanno in caselle vicine in linea retta: lungo una riga, lungo una colonna o *in diagonale*. Una nave può stare dovunque, anche nelle righe di un altro seme. In una casella sta una moneta sola. Due navi in diagonale possono incrociarsi se non hanno caselle in comune.
howto-solo-sea-draw = Sul foglio, scrivi l’iniziale del seme in ogni casella di una nave e traccia una linea intorno alla nave. In queste regole ogni lettera è una *moneta*. Con un piecepack, disponi dodici tessere in quattro file di tre, con i quarti in alto, e accanto in colonna le tessere dei quattro assi, con il seme in alto, che indicano i semi. Ogni tessera ha quattro quarti, e ogni quarto è una casella. Le navi sono monete con il seme in alto. Le monete delle Armi numerano le colonne.
howto-solo-sea-predict = *Prevedi* quale dei tre semi resterà a galla, e scrivilo. Da ora non puoi cambiare più nulla.
howto-solo-volley-roll = *Tira* i quattro dadi e *lancia* la tua moneta. Ogni dado è un colpo nelle due righe del suo seme. Il lancio sceglie la riga, la stessa per tutti e quattro: testa è la superiore, croce l’inferiore. La faccia del dado è la colonna.
howto-solo-volley-hit = Se in quella casella sta una moneta non ancora colpita, è *colpita*, di qualunque seme sia. Se no, non succede nulla.
howto-solo-volley-order = I colpi valgono uno dopo l’altro, dall’alto del mare verso il basso. Un seme è a galla finché ha una moneta non colpita. Fermati appena *un solo seme è a galla*. I dadi rimasti non contano.
howto-solo-volley-example = *Esempio.* Fai testa, e Soli 3, Lune N, Corone 5, Armi A. Il primo colpo cade su Soli, riga superiore, colonna 3. Lì c’è una moneta dell’Incrociatore delle Lune, che dunque è colpita. Poi viene Lune, riga superiore, colonna N, e così via.
howto-solo-mark-how = Barra ogni moneta colpita, o girala. Spunta un quadretto della sua nave nell’elenco, e barra un seme quando tutti i suoi quadretti sono spuntati. Puoi tenere un registro delle salve: la moneta, i quattro dadi e le iniziali dei semi colpiti, con † per un seme che esce.
howto-solo-end-how = La partita finisce quando un solo seme è a galla. Se è quello che hai previsto, hai *vinto*. Se è un altro, hai perso.
howto-solo-variations-wumpuses = *Wumpus.* Ognuno dei tre semi ha sei Scialuppe invece delle sue navi.
howto-solo-variations-order = *Un altro ordine.* Prima di disporre le flotte, metti i semi in un ordine qualsiasi dall’alto del mare verso il basso.
howto-solo-variations-lends = *Un altro seme senza flotta.* Scegli un seme diverso dalle Armi. Quel seme non ha flotta, le sue monete numerano le colonne, e le Armi combattono.

## Satellite Salvo
howto-satellite-intro = Ognuno ha un pianeta con sei edifici nascosti, e un satellite con tredici cartucce. I dadi decidono quali cartucce puoi sparare. Distruggi tutti gli edifici dell’altro pianeta.
howto-satellite-need-what = Due giocatori con un fascicolo come questo ciascuno, due matite, cinque dadi comuni e lo schermo delle ultime pagine, che nasconde il tuo pianeta. Si gioca con le matite. Se preferite, ritagliate gli edifici e i segnalini e metteteli al posto dei disegni. Prima di cominciare accordatevi su uno dei quattro modi di finire la partita (sono in fondo). Il solito è *Cessate il fuoco*.
howto-satellite-begin-planet = *Pianeta* è il tuo pianeta, e *Puntamento* è l’altro. Una casella di un pianeta è un settore. Il suo nome è la lettera della riga e poi il numero della colonna: *A9* è la fine della prima riga.
howto-satellite-begin-build = In segreto, traccia il contorno dei sei edifici su *Pianeta*, ciascuno una volta. Il foglio mostra le loro forme. Un edificio si può girare e specchiare. Gli edifici possono toccarsi, ma due edifici non hanno mai un settore in comune.
howto-satellite-begin-first = Tirate due dadi ciascuno: comincia chi ha la somma più alta. A parità si tira di nuovo. Poi giocate a turno.
howto-satellite-turn-roll = *Tira* i cinque dadi. Poi puoi tirare di nuovo, al massimo due volte, ogni volta tutti i dadi che vuoi.
howto-satellite-turn-fire = *Spara* una cartuccia che ti resta e che i dadi sbloccano. È poi usata: spuntate entrambi la sua casella. La pagina dell’arsenale mostra quali dadi servono per ogni cartuccia, e il suo disegno. Un punto nel disegno è un bersaglio.
howto-satellite-turn-contain = I dadi sbloccano tutto ciò che contengono. Quattro dadi uguali e un full valgono anche come tre uguali. Cinque in sequenza valgono anche come quattro in sequenza. Cinque uguali valgono anche come quattro e come tre, e danno cinque bersagli alla raffica del loro numero. Ma cinque dadi uguali non sono un full, che vuole due numeri diversi.
howto-satellite-turn-target = *Indica il bersaglio.* Deve essere un settore senza segno su *Puntamento*. Gli altri settori di uno scoppio o di un raggio possono avere un segno, o cadere oltre il bordo: questi si lasciano via.
howto-satellite-turn-answer = *La risposta.* Per ogni settore nuovo l’altro dice «a segno» o «a vuoto». Poi dice quanti edifici hai distrutto così, ma non quali. Un edificio è distrutto quando tutti i suoi settori sono colpiti.
howto-satellite-turn-give-up = Se i dadi non sbloccano nessuna cartuccia che ti resta, e soltanto allora, *rinuncia* a una cartuccia a tua scelta. La cartuccia non si spara, e tu spari a un settore solo. Nella sua casella scrivete entrambi un trattino (–) invece della spunta. Non può succedere prima che tu abbia usato l’Azzardo, perché lo sblocca qualsiasi tiro.
howto-satellite-cartridges-barrage = Una *Raffica* ha un bersaglio per ogni dado del suo numero, o meno se vuoi. I bersagli sono tutti diversi. Indicali insieme, e ricevi insieme le risposte.
howto-satellite-cartridges-burst = *Tris* è uno scoppio sul bersaglio e i suoi quattro vicini, *Poker* su tutti gli otto settori intorno, *Full* sul bersaglio e due passi lungo ogni diagonale.
howto-satellite-cartridges-beam = *Scala piccola* è un raggio lungo tutta la riga o tutta la colonna del bersaglio: lo dici tu. *Scala grande* è un raggio lungo entrambe.
howto-satellite-cartridges-salvo = *Salva* ha dieci tiri. Indica ogni bersaglio dopo la risposta al precedente. Dopo che hai sparato la tua Salva, cinque dadi uguali sbloccano *qualsiasi* cartuccia che ti resta, anche un full, una scala o una raffica di qualsiasi numero con cinque bersagli. Una Salva a cui hai rinunciato non vale.
howto-satellite-cartridges-hazard = *Azzardo* ha un bersaglio. Se è a segno, l’intero edificio è distrutto. L’altro ne indica gli altri settori, che contano come colpiti.
howto-satellite-turn-example = *Esempio.* Tiri 2 3 3 5 5, tiri di nuovo il 2 e fai un 3. Questi dadi sbloccano Full, Tris, Raffica 3 con tre bersagli al massimo, Raffica 5 con due al massimo, e Azzardo. Spari il full a F5. L’altro risponde per F5, E4, D3, E6, D7, G4, H3, G6 e H7: «D3 ed E4 a segno, gli altri a vuoto, un edificio distrutto.» Il resto di quell’edificio era già stato colpito.
howto-satellite-mark-how = Segna ⊗ per un tiro a segno e o per uno a vuoto, o metti un segnalino: i tuoi su *Puntamento*, quelli dell’altro su *Pianeta*. Sotto *Pianeta* spunta un quadretto per ogni edificio che perdi; sotto *Puntamento*, per ogni edificio che distruggi. Nel registro scrivi la cartuccia, i suoi bersagli (e per una Scala piccola → per la riga o ↓ per la colonna), il numero di quelli a segno, e † per ogni edificio distrutto. Una cartuccia a cui si è rinunciato sta fra parentesi.
howto-satellite-end-how = Se distruggi l’ultimo edificio dell’altro pianeta, vinci subito, anche a metà di una Salva. Puoi anche arrenderti, o potete accordarvi sulla patta. Dopo tredici turni ciascuno i due arsenali sono vuoti. Allora finite nel modo che avete scelto:
howto-satellite-end-ceasefire = *Cessate il fuoco.* Vince chi ha distrutto più edifici; a parità, chi ha colpito più settori di edifici. Se anche quelli sono pari, perdete entrambi.
howto-satellite-end-desperation = *Disperazione.* Continuate a turno, senza dadi e con un bersaglio alla volta, finché un pianeta non ha perso l’ultimo edificio.
howto-satellite-end-reloaded = *Ricarica.* Cancellate i segni nelle caselle: i due arsenali sono di nuovo pieni, e il diritto speciale dopo una Salva va guadagnato di nuovo. Fatelo quante volte serve, finché un pianeta non ha perso l’ultimo edificio.
howto-satellite-end-self-destruct = *Autodistruzione.* Tirate due dadi ciascuno. A parità si tira di nuovo. Comincia chi ha la somma *più bassa*: indica insieme altrettanti bersagli, o tutti i settori rimasti se sono di meno. Se così distrugge l’ultimo edificio, vince. Se no, l’altro fa lo stesso con la propria somma. Se non basta neanche questo, perdete entrambi.
howto-satellite-variations-planet = *Altri pianeti.* Su carta a quadretti usate da 8 a 16 righe e da 8 a 16 colonne, uguali per i due pianeti.

## Advanced Battleships
howto-advanced-intro = Due flotte si nascondono nell’acqua della stessa mappa. Con i punti si comprano cannoni, aerei e salve. Ogni arma funziona una volta sola. Trova e affonda l’altra flotta.
howto-advanced-need-what = Due giocatori con un fascicolo come questo ciascuno, due matite, un dado e qualcosa che nasconda i fogli l’uno all’altro.
howto-advanced-begin-map = *La mappa.* Le caselle tratteggiate sono terra, tutte le altre sono acqua. Le quattro mappe dei due fascicoli devono essere uguali: confrontate il nome della mappa in fondo ai fogli. Se le vostre mappe sono tutte d’acqua, accordatevi sulla terra e tratteggiate le stesse caselle su tutte e quattro, da un terzo a metà. Il nome di una casella è la colonna con la riga, come *F7*.
howto-advanced-begin-ships = *La flotta.* In segreto, traccia il contorno delle tue navi sulla mappa propria: una Portaerei di 5 caselle, una Corazzata di 4, due Incrociatori di 3, due Cacciatorpediniere di 2 e due Sommergibili di 1. Le navi stanno soltanto sull’acqua, in linea retta lungo una riga o una colonna. Possono toccarsi, ma due navi non hanno mai una casella in comune.
howto-advanced-begin-buy = *Le armi.* Hai { $points } punti. In segreto, compra cannoni e aerei dal listino: spunta un quadretto per ciascuno, e scrivi la sua lettera in una casella della mappa propria. I cannoni stanno a terra. Gli aerei stanno a terra o sulla tua Portaerei. In una casella sta un’arma sola. I punti che tieni pagano le salve.
howto-advanced-begin-first = Tirate un dado ciascuno: comincia chi fa di più. A parità si tira di nuovo. Poi giocate a turno.
howto-advanced-turn-one = Nel tuo turno fai *una* di queste tre cose:
howto-advanced-turn-salvo = *Spara una salva.* Costa un punto. Indica tre caselle diverse. Possono anche essere già colpite.
howto-advanced-turn-send = *Manda un aereo.* Di’ di che tipo è e a quale casella della mappa va. Non dire dove stava. Un *ricognitore* guarda le 3×3 caselle intorno a questa, un *bombardiere* colpisce tutto nelle 3×3 caselle, e un *bombardiere nucleare* colpisce tutto nelle 5×5 caselle. Oltre il bordo non ci sono caselle. Barra l’aereo.
howto-advanced-turn-pass = *Passa.* Puoi non fare nulla, anche se potresti: di’ «passo». Se non hai né punti né aerei, dillo: il tuo turno salta.
howto-advanced-report-hit = *Un colpo a segno* distrugge ciò che sta nella casella: quella parte di una nave, e un’arma non ancora usata. Un aereo su una parte colpita della Portaerei è perduto con essa. Una nave è *affondata* quando tutte le sue caselle sono colpite.
howto-advanced-report-total = *Dopo una salva o una bomba* l’altro dà un totale: i colpi a segno su ogni classe di navi, le armi distrutte di ogni tipo, e le classi delle navi affondate. Non dice mai quale casella era. Due Incrociatori hanno un solo totale. Le parti già colpite e le armi usate non si nominano. Se non c’è nulla, la risposta è «nulla».
howto-advanced-report-recce = *Dopo un ricognitore* l’altro descrive le caselle una per una, riga per riga dall’alto a sinistra: terra o acqua, la classe di una nave e se quella parte è colpita, e le armi non ancora usate. Nulla è distrutto.
howto-advanced-report-gun = *Cannoni.* Se un bombardiere è mandato alla casella di un cannone non ancora usato, chi ha il cannone può abbatterlo: nulla è colpito. Se un ricognitore è mandato alla casella del cannone o a una delle otto intorno, chi ha il cannone può abbatterlo: nulla è descritto. Di’ «abbattuto», ma non da quale cannone, e barra quel cannone. Nessun cannone raggiunge un bombardiere nucleare. Un cannone che non spara può essere colpito come ogni altra arma.
howto-advanced-report-example = *Esempio.* Ada manda un bombardiere a K7. Lì Ben non ha cannoni. Nelle 3×3 caselle intorno a K7 ci sono le ultime due parti di un Incrociatore e un ricognitore. Ben dice: «Due a segno su un Incrociatore, che è affondato, e un ricognitore.» Ada non viene a sapere quali caselle erano.
howto-advanced-mark-how = Scrivi nel registro ogni operazione dei due giocatori con il suo rapporto, e † per una nave affondata. Sulla mappa nemica scrivi il numero dell’operazione nelle caselle a cui hai sparato, e disegna ciò che hanno visto i tuoi ricognitori. Se capisci che una casella era un colpo a segno, o che lì non c’era nulla, scrivi ⊗ o × al posto del numero. Sulla mappa propria scrivi ⊗ su una parte colpita, e barra le armi usate o distrutte. Spunta i colpi a segno negli elenchi delle flotte (di due navi nemiche uguali prima l’una, poi l’altra), e un quadretto per ogni salva che spari. Nel listino barra le armi perdute.
howto-advanced-end-how = Se tutte le tue navi sono affondate, hai perso. Se nessuno dei due ha più punti né aerei, o se per entrambi il turno è passato o saltato dieci volte di seguito, o se ciascuno ha avuto 200 turni, vince chi ha più caselle di navi non colpite. A parità è patta. Puoi anche arrenderti, o potete accordarvi sulla patta.
howto-advanced-variations-fleet = *Altre flotte.* Accordatevi sul numero di navi di ogni classe, da nessuna a quattro.
howto-advanced-variations-points = *Altri punti.* Accordatevi su 10 fino a 200 punti a testa.
howto-advanced-variations-resupply = *Rifornimento.* Accordatevi su 1 fino a 10 punti che ricevi all’inizio di ogni tuo turno. Poi puoi comprare e disporre armi in segreto, e dopo giochi come al solito. Un cannone può sparare appena finisce il turno, e un aereo può partire dal tuo turno seguente. Un’arma usata o distrutta libera la sua casella, ma nessun aereo si compra su una parte colpita della Portaerei. Nessun turno salta, e la partita non finisce perché mancano punti e aerei.
howto-advanced-variations-map = *Altre mappe.* Una mappa ha da 10 a 26 righe e colonne. Potete disegnarne una voi, se c’è abbastanza acqua per le flotte.
howto-advanced-variations-orders = *Ordini scritti.* Scrivi un ordine accanto a ogni cannone: tutti gli aerei, bombardieri, ricognitori, o non sparare. Puoi cambiarlo prima che l’altro giochi. Se potrebbero sparare più cannoni, spara il primo che hai comprato.
