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
