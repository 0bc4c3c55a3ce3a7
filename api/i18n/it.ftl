# I testi dei messaggi in italiano.

## Il messaggio che chiede se un indirizzo è giusto
confirm-subject = È il tuo indirizzo? ({ $service })
confirm-why = Qualcuno che gioca su { $service } ha indicato questo indirizzo per ricevere la posta delle partite.
confirm-open = Se sei stato tu, apri questa pagina e premi il pulsante:
confirm-button = Sì, scrivetemi qui
confirm-code = Oppure, se giochi con un programma che lo chiede, dagli questo codice:
confirm-until = Valgono entrambi per due giorni. Fino ad allora qui non arriva altro.
confirm-not-you = Se non sei stato tu, non fare nulla: non ne saprai più niente. Se vuoi essere certo che questo server non scriva mai più a questo indirizzo:
confirm-never = Non scrivete mai a questo indirizzo

## Le pagine a cui portano i collegamenti nei messaggi
page-confirm-title = È il tuo indirizzo?
page-confirm = { $name } vuole ricevere la posta delle partite all’indirizzo { $address }.
page-confirmed-title = Grazie
page-confirmed = L’indirizzo è confermato. Ti scriveremo quando toccherà a te.
page-taken-title = Questo indirizzo è già in uso
page-taken = È l’indirizzo di un altro giocatore registrato. Prima cancella lì la casella, poi chiedi un’altra conferma.
page-stale-title = Questo collegamento non serve più
page-stale = Non è stato copiato per intero, è già stato usato o è troppo vecchio. Se ti serve ancora, chiedi un altro messaggio.
page-off-title = Niente più posta delle partite?
page-off = Non riceverai più messaggi sulle tue partite. Le partite continuano: il tempo corre, e si può giocare sul web. Puoi riattivare la posta in qualsiasi momento.
page-off-button = Basta posta delle partite
page-turned-off-title = La posta delle partite è disattivata
page-turned-off = Non riceverai più messaggi sulle tue partite.
page-never-title = Mai più messaggi a questo indirizzo?
page-never = A chiunque indichi qui questo indirizzo non verrà spedito nulla, né conferme né inviti.
page-never-button = Non scrivete mai a questo indirizzo
page-refused-title = Non riceverai più nulla
page-refused = Questo server non scrive più a questo indirizzo.

## Risposte alla posta ricevuta
answer-taken = È stato fatto:
answer-done = È stato fatto ciò che hai scritto.
answer-fine = Questo verrebbe fatto, e non ne è stato fatto nulla:
answer-errors = La tua mail non è stata eseguita:
answer-nothing-done = Non è stato fatto nulla. Scrivi di nuovo tutto ciò che va fatto: una mail vale per intero o non vale affatto.
answer-nothing = Nella tua mail non c’è alcun comando, oltre a ciò che cita.
answer-help = Scrivi AIUTO per sapere che cosa si può scrivere.
answer-unknown-key = L’indirizzo a cui hai scritto non è uno dei tuoi: ogni mail che ricevi ha il proprio, a cui rispondere.
answer-several-keys = Hai scritto agli indirizzi di più turni insieme, e non si può sapere quale intendi.
answer-turn-over = Quel turno è finito. Rispondi alla mail più recente della partita.
answer-commands = Un comando per riga; maiuscole e minuscole sono uguali. Per esempio:
answer-foot = { $service } risponde a ciò che arriva dal tuo indirizzo.
