# Testi di SALVO per 2 voci.

ship-carrier = Portaerei
ship-battleship = Corazzata
ship-destroyer = Cacciatorpediniere
ship-patrol = Pattugliatore
ship-submarine = Sommergibile

voices-matrices = Suoni delle tue mappe
voices-matrices-hint = Ogni mappa ha una matrice di cento foni. La mappa di battaglia dà il suono alle tue risposte, la mappa tattica alle tue chiamate.
voices-battle = Matrice della mappa di battaglia
voices-tactical = Matrice della mappa tattica
voices-drawn = estratta a sorte
voices-voice = La tua voce
voices-voice-hint = Una risposta suona una riga, poi una colonna, da un bordo fino alla casella. Puoi cambiare i bordi più tardi.
voices-row = Riga
voices-row-left = da sinistra
voices-row-right = da destra
voices-row-dice = secondo i dadi
voices-column = Colonna
voices-column-top = dall’alto
voices-column-bottom = dal basso
voices-column-dice = secondo i dadi

voices-round = Giro { $round }.
voices-round-of = Giro { $round } di { $rounds }.
voices-shots-yours =
    { $count ->
        [one] Ti resta un colpo.
       *[other] Ti restano { $count } colpi.
    }
voices-shots =
    { $count ->
        [one] Tocca a { $name }: resta un colpo.
       *[other] Tocca a { $name }: restano { $count } colpi.
    }
voices-targets = I colpi cadono su: { $names }.
voices-rolled-by = Dadi ({ $name }):
voices-dice = Dadi: { $first } e { $second }.
voices-roll = Tira per un colpo
voices-roll-all = Tira per tutti i colpi
voices-choose-axes = Quale dado dà la colonna?
voices-first-x = Il primo: { $cell }
voices-first-y = Il secondo: { $cell }
voices-again-row = Hai già sparato in { $cell }. Scegli un’altra casella della sua riga su una mappa tattica, poi fai fuoco.
voices-again-column = Hai già sparato in { $cell }. Scegli un’altra casella della sua colonna su una mappa tattica, poi fai fuoco.
voices-fire = Scegli una casella su una mappa tattica, poi fai fuoco.

voices-offer_end = Proponi di finire e contare
voices-accept_end = Accetta: finite e contate
voices-decline_end = Rifiuta la proposta
sure-voices-offer_end = Proporre di finire ora la battaglia? Vince chi ha più navi a galla.
sure-voices-accept_end = Finire ora la battaglia? Vince chi ha più navi a galla.
voices-end-offer = Proposta di finire la battaglia e contare: { $name }. D’accordo: { $names }.

voices-stage = La partitura
voices-stage-shot = Colpo { $shot }
voices-silence = Non è ancora suonato nulla.
voices-calls = Chiamata: { $name }
voices-answers = Risposta: { $name }
voices-as-in = come in
voices-phone = fono { $phone }
voices-from-left = riga da sinistra: { $phones }
voices-from-right = riga da destra: { $phones }
voices-from-top = colonna dall’alto: { $phones }
voices-from-bottom = colonna dal basso: { $phones }
voices-hit = colpito
voices-miss = mancato
voices-hit-sunk = colpito e affondato: { $ship }
voices-cue-hummed_anthem = inno a bocca chiusa
voices-cue-shanty = canto di mare
voices-cue-sonar_ping = ping del sonar
voices-shot-before = Colpo prima
voices-shot-after = Colpo dopo
voices-shot = Colpo
voices-speak = Pronuncia
voices-speech-near = Una voce del tuo browser si avvicina soltanto ai foni.
voices-no-voice = Il tuo browser non ha una voce inglese, perciò non può pronunciare i foni.
voices-perform = Esegui la partitura

voices-direct-call = Indicazione per la tua chiamata
voices-direct-answer = Indicazione per la tua risposta
voices-save = Salva
voices-saved = Salvato.
voices-parts = La tua parte in questo colpo
voices-standing = La tua voce e i tuoi dadi
voices-voice-later = Le tue prossime risposte
voices-voice-secret = Solo tu conosci questa scelta.
voices-voice-shot = La tua risposta al colpo { $shot }
voices-voice-announced = Tutti vengono a sapere di questo cambiamento.
voices-voice-after = La partitura tiene la tua ultima scelta.
voices-axes = Il primo dado dà
voices-axis-x = la colonna (A–J)
voices-axis-y = la riga (1–10)

voices-maps = Mappe
voices-map-battle = La tua mappa di battaglia
voices-map-battle-of = Mappa di battaglia: { $name }
voices-map-tactical = Mappa tattica: { $name }
voices-map-matrix = { " " }· matrice { $matrix }
voices-shot-by = colpo { $shot } ({ $name })
voices-cell-offered = una casella che i dadi offrono
voices-sunk = Affondate: { $ships }.
voices-out = Fuori dalla battaglia.

voices-first-rolls = Dadi: { $rolls }.
voices-log-rolled = { $name }: scelta da fare: { $choice }.
voices-log-axes = { $x } o { $y }
voices-log-again = in { $cell } c’è già un colpo
voices-log-fired = Colpo { $shot }, { $name }: chiamata { $cell } con { $phone }.
voices-log-answer = { $name }: { $report }.
voices-log-axes_set = Ora il primo dado dà { $axis }.
voices-log-voice_set = { $name }: ora le risposte suonano la riga { $row } e la colonna { $column }.
voices-log-revoiced = { $name }: risposta al colpo { $shot } cambiata.
voices-log-directed =
    { $part ->
        [call] { $name }, chiamata del colpo { $shot }: «{ $text }»
       *[answer] { $name }, risposta al colpo { $shot }: «{ $text }»
    }
voices-log-undirected =
    { $part ->
        [call] { $name }: tolta l’indicazione per la chiamata del colpo { $shot }.
       *[answer] { $name }: tolta l’indicazione per la risposta al colpo { $shot }.
    }
voices-log-end_offered = { $name }: proposta di finire la battaglia e contare.
voices-log-end_accepted = { $name }: d’accordo a finire la battaglia e contare.
voices-log-end_declined = { $name }: proposta di finire la battaglia rifiutata.

option-voices-seats = Giocatori
option-voices-aim = Come si sceglie una casella
option-voices-aim-dice = Con due dadi
option-voices-aim-choice = La sceglie il giocatore
option-voices-axes = Quando un dado riceve il suo asse
option-voices-axes-before_roll = Prima del tiro
option-voices-axes-after_roll = Dopo il tiro
option-voices-engagement = Colpi in una partita per più di due
option-voices-engagement-simultaneous = Su tutti gli altri
option-voices-engagement-round_robin = Su uno dopo l’altro
option-voices-rounds = Giri (vuoto: finché resta una sola flotta)
option-voices-interludes = Segnali fra i turni
option-voices-fleet = Flotta
option-voices-fleet-carrier = Portaerei (5)
option-voices-fleet-battleship = Corazzate (4)
option-voices-fleet-destroyer = Cacciatorpediniere (3)
option-voices-fleet-patrol = Pattugliatori (2)
option-voices-fleet-submarine = Sommergibili (1)
