# Testi della pagina iniziale.

home-guides = Guide (in inglese)
home-title = Battaglie navali, una mossa al giorno
home-about = Giochi di flotte nascoste, contro il computer o un amico: nel browser, per posta o su carta. Il server custodisce i segreti di ogni parte, e alla fine dimostra di essere stato onesto.
home-play = Gioca subito
home-play-about = Contro il computer, senza registrarti.
home-play-go = Comincia una partita
home-friend = Gioca con un amico
home-friend-about = Manda un link. Ognuno muove quando ha tempo.
home-friend-go = Invita un amico
home-sheets = Stampa i fogli
home-sheets-about = Mappe, regole, dadi e pezzi, per due persone a un tavolo o per una classe.
home-sheets-go = Scegli un foglio
home-client = Scrivi un client
home-client-about = Un bot o un’interfaccia tua, in qualsiasi linguaggio, dal documento OpenAPI.
home-client-go = Leggi la guida (in inglese)
home-client-reference = Riferimento dell’API
home-games = I giochi
missing-title = Questa pagina non esiste
missing-home = Alla pagina iniziale
