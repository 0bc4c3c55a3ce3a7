# Texte der deutschen E-Mails.

## E-Mail mit der Frage, ob eine Adresse stimmt
confirm-subject = Ist das deine Adresse? ({ $service })
confirm-why = Jemand, der auf { $service } spielt, hat diese Adresse für seine Spielpost angegeben.
confirm-open = Wenn du das warst, antworte auf diese E-Mail mit JA, oder öffne diese Seite und drück den Knopf:
confirm-button = Ja, Post hierher
confirm-code = Oder gib diesen Code ein, wenn du mit einem Programm spielst, das danach fragt:
confirm-until = Tu eines davon innerhalb von zwei Tagen. Bis dahin kommt keine andere Post hierher.
confirm-not-you = Wenn du es nicht warst, tu nichts, und es kommt nichts mehr. So sperrst du alle Post, die andere an diese Adresse bestellen:
confirm-never = Nie an diese Adresse schreiben

## Seiten hinter den Links in E-Mails
page-confirm-title = Ist das deine Adresse?
page-confirm = { $name } möchte Spielpost an { $address } bekommen.
page-confirmed-title = Danke
page-confirmed = Diese Adresse ist bestätigt. Du bekommst eine E-Mail, wenn du am Zug bist.
page-waits-title = Danke
page-waits = Diese Adresse ist bestätigt. Deine bisherige Adresse hat eine Nachricht bekommen und kann die Änderung noch eine Weile aufhalten. Solange geht die Post dorthin.
page-taken-title = Diese Adresse ist vergeben
page-taken = Sie gehört zu einem anderen Konto. Lösch zuerst das Postfach dieses Kontos, und fordere dann eine neue Bestätigung an.
page-elsewhere = Noch ist nichts bestätigt: Antworte mit JA von der Adresse, an die unsere E-Mail ging, oder öffne die Seite, auf die sie verweist.
page-stale-title = Dieser Link gilt nicht mehr
page-stale = Er ist älter als zwei Tage, wurde schon benutzt oder nicht ganz kopiert. Wenn die Adresse noch nicht bestätigt ist, gib sie noch einmal in deinem Postfach an, und du bekommst eine neue E-Mail.
page-no-link-title = Dieser Link ist ungültig
page-no-link = Er wurde nicht ganz kopiert. Öffne ihn aus der E-Mail selbst, oder antworte auf diese E-Mail mit SET MAIL OFF, oder mit NEVER, wenn du hier nicht spielst.
page-off-title = Spielpost abbestellen?
page-off = Du bekommst keine Post mehr über deine Partien. Die Partien gehen weiter, und deine Zeit läuft. Um wieder Post zu bekommen, antworte irgendwann mit SET MAIL EACH auf die neueste E-Mail einer Partie.
page-off-button = Spielpost abbestellen
page-turned-off-title = Spielpost ist abbestellt
page-turned-off = Du bekommst keine Post mehr über deine Partien. Die Partien gehen weiter, und deine Zeit läuft. Um wieder Post zu bekommen, antworte mit SET MAIL EACH auf die neueste E-Mail einer Partie.
page-never-title = Nie an diese Adresse schreiben?
page-never = An diese Adresse wird nichts geschickt, wer auch immer sie angibt: keine Bestätigungen und keine Einladungen. Wenn du selbst mit dieser Adresse hier spielst, bekommst du weiter Post über deine eigenen Partien. Um auch das zu beenden, antworte auf eine dieser E-Mails mit SET MAIL OFF, oder nimm den Link an ihrem Ende.
page-never-button = Nie an diese Adresse schreiben
page-refused-title = Keine Bestätigungen und Einladungen mehr
page-refused = An diese Adresse wird nichts mehr geschickt, wer auch immer sie angibt. Wenn du selbst mit dieser Adresse hier spielst, bekommst du weiter Post über deine eigenen Partien. Um auch das zu beenden, antworte auf eine dieser E-Mails mit SET MAIL OFF, oder nimm den Link an ihrem Ende.

## E-Mail mit einem Code für ein neues Token
code-subject = Ein neues Token ({ $service })
code-why = Für das Konto auf { $service }, dessen Spielpost an diese Adresse geht, wurde ein neues Token angefordert. Mit einem Token spielen Programme in deinem Namen.
code-open = Wenn du das warst, öffne diese Seite und drück den Knopf. Die Seite zeigt das Token ein einziges Mal:
code-button = Token holen
code-code = Oder gib diesen Code dem Programm, das danach fragt:
code-until = Beide gelten eine Stunde und nur einmal. Deine anderen Tokens bleiben gültig.
code-not-you = Wenn du es nicht warst, tu nichts: Ohne diese E-Mail bekommt niemand ein Token. Leite sie nicht weiter. Wenn andere immer wieder solche E-Mails bestellen, beendest du das hier:
code-never = Keine Codes mehr an diese Adresse
page-code-title = Ein neues Token?
page-code = Das Token wird ein einziges Mal gezeigt. Wer es hat, kann in deinem Namen spielen: Heb es gut auf, wie einen Schlüssel.
page-token-title = Dein neues Token
page-token = { $token }
page-token-stale-title = Dieser Link gilt nicht mehr
page-token-stale = Er ist älter als eine Stunde, wurde schon benutzt oder nicht ganz kopiert. Wenn du noch ein Token brauchst, fordere ein neues an.

page-strangers-title = Post über Herausforderungen von Fremden abbestellen?
page-strangers = Du bekommst keine Post mehr über Herausforderungen von Spielern, mit denen du noch nie gespielt hast. Die Post über deine Partien geht weiter, und Programme zeigen solche Herausforderungen trotzdem.
page-strangers-button = Diese Post abbestellen
page-no-strangers-title = Post über Herausforderungen von Fremden ist abbestellt
page-no-strangers = Du bekommst keine Post mehr über Herausforderungen von Spielern, mit denen du noch nie gespielt hast. Ein Programm, das dein Postfach einstellt, kann sie wieder einschalten.
page-codes-title = Keine Codes mehr?
page-codes = Niemand kann dann mehr von hier aus Codes für neue Tokens an diese Adresse schicken lassen. Du selbst bekommst weiter einen: Antworte mit TOKEN auf eine E-Mail über deine Partien.
page-codes-button = Keine Codes mehr
page-no-codes-title = Es kommen keine Codes mehr
page-no-codes = Dieser Server schickt Codes nur noch an diese Adresse, wenn du per E-Mail darum bittest. Das gilt, bis die Adresse neu bestätigt wird.

# Nachricht an eine bestätigte Adresse, dass sie ersetzt oder gelöscht wird.
notice-subject = Deine Adresse wird bald geändert ({ $service })
notice-change = Jemand mit einem Token deines Kontos auf { $service } hat { $address } als neue Adresse deines Postfachs angegeben. Die Änderung gilt ab { $date }.
notice-delete = Jemand mit einem Token deines Kontos auf { $service } hat dein Postfach gelöscht. Diese Adresse wird am { $date } gelöscht.
notice-yes = Wenn du das warst, brauchst du nichts zu tun.
notice-no = Wenn du es nicht warst, öffne vorher diese Seite und drück den Knopf:
notice-button = Diese Adresse behalten
notice-then = Dann hat jemand anderes ein Token von dir. Fordere mit dieser Adresse ein neues Token an, und widerrufe damit alle, die du nicht kennst.
notice-foot = Deine bestätigte Adresse bekommt diese Nachricht bei jeder Änderung, egal wie du die Spielpost eingestellt hast.
page-keep-title = Diese Adresse behalten?
page-keep = Dein Postfach und seine Adresse bleiben, wie sie sind.
page-keep-button = Diese Adresse behalten
page-kept-title = Deine Adresse bleibt
page-kept = Es ändert sich nichts. Wenn du die Änderung nicht bestellt hast, hat jemand anderes ein Token von dir: Fordere mit dieser Adresse ein neues Token an, und widerrufe damit alle, die du nicht kennst.
page-late-title = Es gibt nichts aufzuhalten
page-late = Für diese Adresse steht keine Änderung aus: Sie wurde aufgehalten, oder sie gilt schon.

## E-Mail, die zu einer Partie einlädt
invite-anybody = Jemand
invite-subject = Einladung zu einer Partie { $game } ({ $service })
invite-why = { $who } lädt dich zu einer Partie { $game } auf { $service } ein. Zum Spielen genügt E-Mail, mit einer Zeile für jeden Zug, wie { $move }.
invite-days = { $n ->
    [one] Die Einladung gilt einen Tag.
   *[other] Die Einladung gilt { $n } Tage.
}
invite-how = Antworte auf diese E-Mail und schreib eines davon ganz nach oben, Zeile für Zeile:
invite-code = ACCEPT bestätigt auch, dass dies deine Adresse ist, und legt ein Konto dafür an, wenn es noch keines gibt. Wenn du schon mit einem Programm spielst, bekommst du den Platz dort mit diesem Code:
invite-not-you = Wenn du nicht weißt, wer das ist, tu nichts, und es kommt nichts mehr. So sperrst du alle Post, die andere an diese Adresse bestellen:
invite-only = Unter ACCEPT kannst du selbst aufstellen; deine Züge schreibst du als Antwort auf die E-Mails, die danach kommen. Antworte zuerst auf die Einladung, mit einem davon:
newcomer-game = Du bist zu einer Partie { $game } eingeladen:
newcomer-place = Vor dem Beginn stellen alle auf. Niemand sonst sieht, wo.
newcomer-then = Wenn du selbst aufstellst, dann alles in einer E-Mail. ACCEPT allein nimmt den Platz, und du stellst in der Antwort auf die nächste E-Mail auf. Jeder Zug kommt als E-Mail, die sagt, was du antworten kannst, wie { $move }.
newcomer-more = HELP { $name } schickt dir alle Befehle des Spiels und die Einstellungen für eine neue Partie.
does-accept-by-hand = du spielst, mit Schiffen, wo du sie willst, eine Zeile für jedes
does-accept-by-hand-satellite = du spielst, mit Gebäuden, wo du sie willst, eine Zeile für jedes
invite-gone = Diese Einladung gilt nicht mehr: Sie wurde zurückgezogen oder ist abgelaufen, der Platz ist vergeben, oder die Partie ist zu Ende.
invite-gone-account = Zu deiner Adresse gibt es hier jetzt trotzdem ein Konto. Um eine andere Partie zu beginnen, schick eine E-Mail mit der Zeile HELP an { $address }.
invite-last = Du hast zu dieser Einladung viele Antworten bekommen. Ab jetzt bekommen nur noch E-Mails eine Antwort, die den Platz nehmen oder ablehnen. Wenn auf ein ACCEPT keine Antwort kommt, hast du den Platz nicht.
invite-declined = Du hast abgelehnt. Über diese Partie kommt keine Post mehr.
invite-accepted-before = Du hast diese Einladung schon angenommen. Antworte auf die neueste E-Mail der Partie.
declined-by-mail = { $reason ->
    [none] { $address } möchte nicht spielen.
   *[given] { $address } möchte nicht spielen: { $reason }.
}
invitation-expired = { $n ->
    [one] { $address } hat deine Einladung einen Tag lang nicht beantwortet. Sie ist abgelaufen.
   *[other] { $address } hat deine Einladung { $n } Tage lang nicht beantwortet. Sie ist abgelaufen.
}
invited-somebody = Die Person, die du eingeladen hast,
declined-seat = Platz { $number } ist wieder frei. Hol dir einen neuen Code dafür, wo die Partie angelegt wurde, oder sag sie mit ABORT ab.
does-name = unter ACCEPT: dein Name
does-accept-placed = du spielst, und alles wird zufällig aufgestellt
does-never = niemand kann dir mehr Post schicken lassen; die Post über deine eigenen Partien geht weiter, bis du SET MAIL OFF schickst
answer-code-sent = Eine E-Mail mit einem Code ist unterwegs zu dir.

## Zeiten
date = { $weekday }, { $day }. { $month } { $year }, { $clock } UTC
date-days = Mo Di Mi Do Fr Sa So
date-months = Januar Februar März April Mai Juni Juli August September Oktober November Dezember
left-days = { $n ->
    [one] ein Tag
   *[other] { $n } Tage
}
left-hours = { $n ->
    [one] eine Stunde
   *[other] { $n } Stunden
}
left-less = weniger als eine Stunde
until = Du hast Zeit bis { $date } ({ $left }).

## Listen und Namen
list-and = { $first } und { $last }
seat = Spieler { $number }
game-classic = Salvo auf Papier
game-voices = SALVO für 2 Stimmen
game-solo = Solo Salvo
game-satellite = Satellite Salvo
game-advanced = Advanced Battleships
game-with = { $game } mit { $others }
class-carrier = Flugzeugträger
class-battleship = Schlachtschiff
class-cruiser = Kreuzer
class-destroyer = Zerstörer
class-patrol = Patrouillenboot
class-submarine = U-Boot
suit-suns = Sonne
suit-moons = Mond
suit-crowns = Krone
suit-arms = Wappen
half-upper = oben
half-lower = unten
coin-heads = Kopf
coin-tails = Zahl
weapon-gun = Flak
weapon-recce = Aufklärer
weapon-bomber = Bomber
weapon-nuclear_bomber = Atombomber

## Betreffzeilen
subject-challenge = { $who } fordert dich heraus: { $plain }
subject-rematch = { $who } möchte eine Revanche: { $plain }
subject-place = Stell deine Flotte auf: { $game }
subject-place-solo = Stell deine Flotten auf: { $game }
subject-place-satellite = Stell deine Gebäude auf: { $game }
subject-turn = Du bist am Zug: { $game }
subject-reminder = Deine Zeit läuft ab: { $game }
subject-message = { $who } schreibt: { $game }
subject-news = Neues von { $game }
subject-draw = { $who } bietet Remis an: { $game }
subject-end = { $who } möchte hier aufhören: { $game }
subject-restored = Aus einer Sicherung wiederhergestellt: { $game }
subject-waiting = Warten auf andere: { $game }
subject-refused = Nichts wurde ausgeführt: { $game }
subject-strangers = Herausforderungen von Spielern, mit denen du noch nie gespielt hast ({ $service })
subject-somebody = Jemand, mit dem du noch nie gespielt hast,
subject-digest = { $n ->
    [0] Neues von deinen Partien ({ $service })
    [one] Eine Partie wartet auf dich ({ $service })
   *[other] { $n } Partien warten auf dich ({ $service })
}

## Anfänge von E-Mails
opening-challenge = { $who } fordert dich zu einer Partie { $game } heraus.
opening-rematch = { $who } möchte eine Revanche: noch einmal dieselbe Partie { $game }, { $n ->
    [2] mit vertauschten Plätzen
   *[other] mit jedem einen Platz weiter
}. Ihr habt sie schon als Partie { $id } gespielt.
opening-place = Alle Plätze sind besetzt. Stell deine Flotte auf, und die Partie beginnt.
opening-place-satellite = Alle Plätze sind besetzt. Stell deine Gebäude auf, und die Partie beginnt.
opening-place-alone = Stell deine Flotten auf; sag dann, welche Farbe überleben wird, und die Schlacht beginnt.
opening-turn = Du bist am Zug.
# In einer Erinnerung, dass die Zeit abläuft.
opening-reminder = Du bist am Zug.
queue-dropped = Dieser Zug, den du im Voraus geschrieben hast, passte nicht mehr und wurde nicht gemacht:
queue-dropped-others = { $n ->
    [one] Auch der Zug danach wurde verworfen.
   *[other] Auch die { $n } Züge danach wurden verworfen.
}
queue-waiting = { $n ->
    [one] Dieser Zug wartet, bis du am Zug bist:
   *[other] Diese Züge warten, je einer für jedes Mal, wenn du am Zug bist:
}
queue-empty = Kein Zug von dir wartet.
queue-tried = In dieser Runde wurde schon einer deiner Züge versucht, also wartet der nächste, bis du wieder am Zug bist. Um jetzt zu ziehen, schreib den Zug ohne QUEUE.
opening-waiting = Die Partie wartet auf jemanden, der mitspielt.
opening-others = Die Partie wartet auf { $who }.
went-back = Der Server wurde aus einer Sicherung wiederhergestellt ({ $at }). Diese Partie ist wieder, wie sie nach Ereignis { $number } war ({ $last }). Was danach kam, ist nicht geschehen, und Post darüber gilt nicht mehr.
moves-repeat = Dieselben Züge führen zu denselben Würfen und Antworten wie zuvor.
opening-on = Die Partie geht weiter.
opening-over = Diese Partie ist zu Ende. { $result }.
draw-stands = { $name } bietet Remis an.
digest-opening = Es gibt Neues in { $n } deiner Partien; { $waiting ->
    [0] keine wartet auf dich.
    [1] eine wartet auf dich.
   *[other] { $waiting } warten auf dich.
}
status-opening = { $n } deiner Partien laufen; { $waiting ->
    [0] keine wartet auf dich.
    [1] eine wartet auf dich.
   *[other] { $waiting } warten auf dich.
}
strangers-opening = { $n ->
    [one] Ein Spieler, mit dem du noch nie gespielt hast, fordert dich heraus.
   *[other] Spieler, mit denen du noch nie gespielt hast, fordern dich zu { $n } Partien heraus.
} Über solche Herausforderungen kommt höchstens eine E-Mail am Tag.
strangers-more = { $n ->
    [one] Es gibt noch eine solche Herausforderung.
   *[other] Es gibt noch { $n } solche Herausforderungen.
}
strangers-foot = Ein Klick auf dieser Seite beendet die Post über Herausforderungen von Spielern, mit denen du noch nie gespielt hast:
strangers-stop = Keine Herausforderungen von Fremden
digest-answer = Um zu dieser Partie zu antworten, schreib { $line } über deine Befehle. Oder schreib an die Adresse dieser Partie:
declined = { $reason ->
    [none] { $name } möchte nicht spielen.
   *[given] { $name } möchte nicht spielen: { $reason }.
}
decline-later = jetzt keine Zeit; vielleicht ein andermal
decline-too_fast = die Uhr lässt zu wenig Zeit
decline-too_slow = die Uhr lässt zu viel Zeit
decline-other_ruleset = lieber ein anderes Spiel
decline-other_options = lieber andere Einstellungen
# Wert, zu dem der Text keinen Grund nennt.
decline-other = none
writes-earlier = { $n ->
    [one] Eine frühere Nachricht ist hier weggelassen.
   *[other] { $n } frühere Nachrichten sind hier weggelassen.
}
writes = { $name } schreibt:
what-happened = Was geschehen ist:
what-you-can-do = Was du antworten kannst:
how-to-answer = Schreib Befehle an den Anfang einer Antwort auf diese E-Mail, einen je Zeile; die Felder sind Beispiele. Es werden alle Befehle ausgeführt oder keiner, und du erfährst, was geschehen ist.
foot-game = Diese E-Mail betrifft die Partie { $id } auf { $service }. Wer auf sie antwortet, spielt in deinem Namen: Leite sie nicht weiter.
foot-more-game = Antworte mit HELP allein auf einer Zeile, um alle Befehle zu bekommen, oder mit STATUS, um zu sehen, wie diese Partie steht. SET MAIL DIGEST, SET MAIL REMINDERS oder SET MAIL OFF legt fest, wie oft du Post bekommst. Ein Klick auf dieser Seite bestellt die Spielpost ab:
foot-more = Antworte mit HELP allein auf einer Zeile, um alle Befehle zu bekommen, oder mit STATUS, um zu sehen, wie deine Partien stehen. SET MAIL DIGEST, SET MAIL REMINDERS oder SET MAIL OFF legt fest, wie oft du Post bekommst. Ein Klick auf dieser Seite bestellt die Spielpost ab:
foot-off = Spielpost abbestellen

## Ehrliches Spiel
fair-keep = Heb diese E-Mail auf, bis die Partie zu Ende ist. Der Server hat sich auf das festgelegt, was jetzt geheim ist. Sobald es aufgedeckt ist, muss es zu diesen Werten passen:
fair-seed = Festlegung auf den Startwert aller Zufallszahlen: { $hash }
fair-placement = { $me ->
    [yes] Festlegung auf deine Aufstellung: { $hash }
   *[no] Festlegung auf die Aufstellung von { $name }: { $hash }
}
fair-rules = Die Regeln kommen als Antwort auf RULES. Sie stehen auch hier, wenn dein Browser diesen Server erreicht:
fair-rules-link = Die Regeln von { $game }
fair-record = Im Anhang ist das Protokoll der ganzen Partie, mit allem, was darin geheim war. Das Programm dieses Servers kann es auf jedem Rechner prüfen:
fair-record-how = Vergleiche die Festlegungen, die es ausgibt, mit denen in den E-Mails, die du aufgehoben hast, und die Schüsse mit denen, die du kennst. Auch POST /v1/verify ({ $docs }) prüft das Protokoll; docs/fairness.md von Broadside erklärt, wie ein eigenes Programm das kann.

## Ergebnisse von Partien
result-won = Du hast gewonnen
result-lost = Du hast verloren
result-draw = Remis
result-all-lose = Alle haben verloren
result-off = Abgesagt
reason-off = Die Partie wurde abgesagt. Ihre Geheimnisse werden nicht aufgedeckt.
reason-fleet-sunk = Alle Schiffe eines Spielers sind versenkt.
reason-both-fleets-sunk = Beide Flotten sind in derselben Runde gesunken.
reason-resigned = Der Verlierer hat aufgegeben.
reason-timed-out = Die Zeit des Verlierers ist abgelaufen.
reason-agreed = Die Spieler haben sich darauf geeinigt.
reason-rounds-over = Die vereinbarten Runden sind vorbei.
reason-prediction-right = Die Farbe, die du vorausgesagt hast, hat überlebt.
reason-prediction-wrong = Eine andere Farbe hat überlebt als die, die du vorausgesagt hast.
reason-buildings-destroyed = Alle Gebäude eines Spielers sind zerstört.
reason-ceasefire = Beide Arsenale sind leer, und der Schaden wurde gezählt.
reason-self-destruct = Der letzte Schlag ist beiden Spielern misslungen.
reason-exhausted = Niemand kann noch etwas tun.

## Ereignisse
news-earlier = { $n ->
    [one] Ein früheres Ereignis ist hier weggelassen.
   *[other] { $n } frühere Ereignisse sind hier weggelassen.
}
news-fired = { $me ->
    [yes] Du hast auf { $cells } geschossen: { $report }.
   *[no] { $name } hat auf { $cells } geschossen: { $report }.
}
news-first = { $me ->
    [yes] Du beginnst.
   *[no] { $name } beginnt.
}
news-first-rolled = Würfe: { $rolls }.
news-joined = { $me ->
    [yes] Du spielst jetzt mit.
   *[no] { $name } spielt jetzt mit.
}
news-left = { $me ->
    [yes] Du hast die Partie verlassen.
   *[no] { $name } hat die Partie verlassen.
}
news-placed = { $me ->
    [yes] Du hast aufgestellt.
   *[no] { $name } hat aufgestellt.
}
news-began = Alle haben aufgestellt: Die Partie beginnt.
news-resigned = { $me ->
    [yes] Du hast aufgegeben.
   *[no] { $name } hat aufgegeben.
}
news-timed-out = { $me ->
    [yes] Deine Zeit ist abgelaufen.
   *[no] Die Zeit von { $name } ist abgelaufen.
}
news-draw-offered = { $me ->
    [yes] Du hast Remis angeboten.
   *[no] { $name } bietet Remis an.
}
news-draw-accepted = { $me ->
    [yes] Du hast das Remis angenommen.
   *[no] { $name } hat das Remis angenommen.
}
news-draw-declined = { $me ->
    [yes] Du hast das Remis abgelehnt.
   *[no] { $name } hat das Remis abgelehnt.
}
news-end-offered = { $me ->
    [yes] Du hast angeboten, hier aufzuhören und zu zählen.
   *[no] { $name } bietet an, hier aufzuhören und zu zählen.
}
news-end-accepted = { $me ->
    [yes] Du bist einverstanden, hier aufzuhören.
   *[no] { $name } ist einverstanden, hier aufzuhören.
}
news-end-declined = { $me ->
    [yes] Du möchtest weiterspielen.
   *[no] { $name } möchte weiterspielen.
}
news-cancelled = { $me ->
    [yes] Du hast die Partie abgesagt.
   *[no] { $name } hat die Partie abgesagt.
}
news-declined = { $me ->
    [yes] Du hast abgelehnt.
   *[no] { $name } hat abgelehnt.
}
news-cancelled-plain = Die Partie wurde abgesagt.
news-cancelled-late = Niemand hat rechtzeitig zugesagt, und die Partie wurde abgesagt.
news-written = { $me ->
    [yes] Du hast deine Salve geschrieben.
   *[no] { $name } hat eine Salve geschrieben.
}
news-round = Runde { $number }.
news-predicted = { $me ->
    [yes] Deine Voraussage: { $suit } wird überleben.
   *[no] Die Voraussage von { $name }: { $suit } wird überleben.
}
news-volley = { $me ->
    [yes] Salve { $number } ({ $rolled }): { $report }.
   *[no] Salve { $number } von { $name } ({ $rolled }): { $report }.
}
news-volleys-empty = Salven { $first }–{ $last }: nichts getroffen.
news-used = { $me ->
    [yes] Du hast { $cartridge } auf { $cells } eingesetzt: { $report }.
   *[no] { $name } hat { $cartridge } auf { $cells } eingesetzt: { $report }.
}
news-gave-up = { $me ->
    [yes] Du hast { $cartridge } für einen Schuss auf { $cells } aufgegeben: { $report }.
   *[no] { $name } hat { $cartridge } für einen Schuss auf { $cells } aufgegeben: { $report }.
}
news-arsenals-empty = Beide Arsenale sind leer.
news-sent = { $me ->
    [yes] { $weapon } von dir nach { $cell }: { $report }.
   *[no] { $weapon } von { $name } nach { $cell }: { $report }.
}
news-passed = { $me ->
    [yes] Du hast gepasst.
   *[no] { $name } hat gepasst.
}
news-passed-over = { $me ->
    [yes] Du wurdest übergangen.
   *[no] { $name } wurde übergangen.
}
word-hit = Treffer
word-miss = daneben
word-nothing = nichts getroffen
word-sunk = versenkt: { $ships }
word-hits-on = { $n ->
    [one] ein Treffer ({ $ship })
   *[other] { $n } Treffer ({ $ship })
}
word-hit-at = Treffer auf { $cells }
word-hit-suits = getroffen: { $suits }
word-suit-at = { $suit } auf { $cell }
word-suit-sunk = { $suit } (die letzte Münze)
word-destroyed = { $n ->
    [one] ein Gebäude zerstört
   *[other] { $n } Gebäude zerstört
}
word-weapons-destroyed = { $n ->
    [one] { $weapon } zerstört
   *[other] { $n } × { $weapon } zerstört
}
word-rolled = { $coin }; { $dice }
word-shot-down = abgeschossen
word-seen-by-sender = nur der Absender weiß, was zu sehen war
word-saw = zu sehen war { $what }
word-saw-nothing = zu sehen war nichts

## Karten
map-waters = { $me ->
    [yes] Deine Seite
   *[no] { $name }
}
map-sea = Die See
map-land = Die Karte
map-suit = { $suit }: { $left } von { $all } Münzen schwimmen
map-destroyed = { $n ->
    [one] ein Gebäude zerstört
   *[other] { $n } Gebäude zerstört
}
sign-ship = # = Schiff
sign-building = # = Gebäude
sign-hit = X = Treffer
sign-miss = o = daneben
sign-shot = * = Schuss, Ergebnis unbekannt
sign-struck = * = beschossen oder bombardiert, Ergebnis unbekannt
sign-empty = - = aus der Luft gesehen, dort ist nichts
sign-land = ^ = Land
sign-water = . = Wasser
sign-weapons = A = Flak, R = Aufklärer, B = Bomber, N = Atombomber
sign-suits = S, M, K, W = Schiffe für Sonne, Mond, Krone, Wappen

## Tatsachen
fact-sunk = { $me ->
    [yes] Von dir bisher versenkt: { $ships }.
   *[no] Von { $name } bisher versenkt: { $ships }.
}
fact-salvo = { $n ->
    [one] Du hast in dieser Runde einen Schuss.
   *[other] Du hast in dieser Runde { $n } Schüsse.
}
fact-written = Deine Salve für diese Runde: { $cells }. Bis sie abgefeuert wird, ersetzt ein neues FIRE sie.
fact-written-for-good = Deine Salve für diese Runde: { $cells }.
fact-shots = { $n ->
    [one] Du hast in diesem Zug noch einen Schuss.
   *[other] Du hast in diesem Zug noch { $n } Schüsse.
}
fact-axes = Deine Würfel zeigen { $dice }. Wähle: AXES X ergibt { $x }, AXES Y ergibt { $y }.
fact-cell = Du hast { $rolled } gewürfelt, und darauf wurde schon geschossen. Wähle mit FIRE ein anderes Feld: { $cells }.
fact-round = Dies ist Runde { $round } von { $rounds }.
fact-predicted = Voraussage: { $suit } überlebt.
fact-dice = Deine Würfel: { $dice }.
fact-rolls = { $n ->
    [0] Du kannst nicht noch einmal würfeln.
    [one] Du kannst noch einmal würfeln.
   *[other] Du kannst noch { $n }-mal würfeln.
}
fact-targets = { $n ->
    [one] Du hast noch ein Ziel zu nennen.
   *[other] Du hast noch { $n } Ziele zu nennen.
}
fact-keep = Nach KEEP stehen die Werte der Würfel, die du behältst, nach KEEP DICE ihre Stellen von 1 bis 5. Du kannst beliebige behalten, aber nicht alle.
fact-unlocked = Deine Würfel schalten diese Kartuschen für USE frei: { $cartridges }.
fact-most = bis zu { $most } Ziele
fact-locked = Deine Würfel schalten keine deiner Kartuschen frei.
fact-arsenal = { $me ->
    [yes] Deine Kartuschen: { $left }.
   *[no] Kartuschen von { $name }: { $left }.
}
fact-arsenal-empty = keine
fact-points = { $n ->
    [one] Du hast noch einen Punkt. Eine Salve kostet einen.
   *[other] Du hast noch { $n } Punkte. Eine Salve kostet einen.
}
fact-planes = SEND schickt eines deiner Flugzeuge los und kostet keine Punkte: { $uses }.
fact-buy = BUY kauft davon, so oft deine Punkte reichen: { $uses }.
fact-guns = ORDER gibt einer Flak ({ $uses }) einen Befehl: ANY, BOMBERS, RECCE oder HOLD. Das kostet keine Punkte und beendet deinen Zug nicht.
term-no-clock = Keine Uhr
term-days = { $n ->
    [one] Ein Tag für jeden Zug
   *[other] { $n } Tage für jeden Zug
}
term-bank = { $bank } Stunden für die ganze Partie, und nach jedem Zug { $more } mehr
term-classic-mode-single = Abwechselnd je ein Schuss
term-classic-mode-salvo = In jeder Runde schreiben beide eine geheime Salve; beide gelten gleichzeitig
term-classic-fleet-standard = Jeder hat Schiffe von 5, 4, 3 und 2 Feldern
term-classic-fleet-two_destroyers = Jeder hat Schiffe von 5, 3, 2 und 2 Feldern
term-classic-fleet-five_ships = Jeder hat Schiffe von 5, 4, 3, 3 und 2 Feldern
term-classic-fleet-custom = Die Schiffe sind andere als üblich: Sie werden beim Aufstellen aufgezählt
term-classic-first-roll = Den ersten Schuss hat, wer höher würfelt
term-classic-first-creator = Den ersten Schuss hat, wer die Partie angelegt hat
term-classic-first-opponent = Den ersten Schuss hat der Gegner dessen, der die Partie angelegt hat
term-classic-repeat_on_hit-true = Wer trifft, schießt noch einmal
term-classic-repeat_on_hit-false = Wer trifft, schießt nicht noch einmal
term-voices-seats = { $n } Spieler
term-voices-engagement-simultaneous = Ein Schuss fällt auf die Karten aller anderen
term-voices-engagement-round_robin = In jeder Runde fällt ein Schuss auf die Karte eines einzigen Gegners
term-voices-rounds = { $n ->
    [one] Die Partie endet nach einer Runde
   *[other] Die Partie endet nach { $n } Runden
}
term-voices-aim-dice = Wohin ein Schuss fällt, sagen die Würfel
term-voices-aim-choice = Wohin ein Schuss fällt, wählt der Spieler, ohne Würfel
term-voices-axes-before_roll = Welcher Würfel welche Achse gibt, sagst du vor dem Wurf
term-voices-axes-after_roll = Welcher Würfel welche Achse gibt, sagst du nach dem Wurf
term-voices-interludes-true = Die Partitur hat ein Zeichen zwischen den Zügen
term-voices-interludes-false = Die Partitur hat kein Zeichen zwischen den Zügen
term-satellite-rows = Jeder Planet hat { $n } Reihen
term-satellite-columns = Jeder Planet hat { $n } Spalten
term-satellite-endgame-ceasefire = Wenn beide Arsenale leer sind, wird gezählt, was zerstört ist
term-satellite-endgame-desperation = Wenn beide Arsenale leer sind, geht es Schuss um Schuss weiter
term-satellite-endgame-reloaded = Wenn beide Arsenale leer sind, werden sie wieder gefüllt
term-satellite-endgame-self_destruct = Wenn beide Arsenale leer sind, hat jeder einen letzten Schlag
term-advanced-points = Jeder hat { $n } Punkte für Waffen und Salven
term-advanced-resupply = { $n ->
    [0] Kein Zug bringt Punkte
    [one] Jeder Zug bringt einen Punkt mehr
   *[other] Jeder Zug bringt { $n } Punkte mehr
}

## Wirkung der vorgeschlagenen Befehle
does-accept = du spielst
does-decline = du spielst nicht
does-rematch = bitte { $others } noch einmal um dieselbe Partie, { $n ->
    [2] mit vertauschten Plätzen
   *[other] mit jedem einen Platz weiter
}; die Bitte kann angenommen oder abgelehnt werden
does-say = schreib den anderen
does-direct = sag, wie eine Ansage oder Antwort von dir klingen soll
does-direct-later = bis { $date }: sag, wie eine Ansage oder Antwort von dir klingen soll
does-set-voice = lass deine Antworten, oder eine davon, von anderen Rändern klingen
does-set-voice-later = bis { $date }: lass eine deiner Antworten von anderen Rändern klingen
does-place-random = stell alles zufällig auf
does-place = stell Schiff für Schiff auf, eine Zeile für jedes
does-place-satellite = stell Gebäude für Gebäude auf, eine Zeile für jedes
does-place-advanced = stell die Schiffe auf, und die Waffen, die du kaufst, eine Zeile für jedes
does-fire-one = schieß auf ein Feld deiner Wahl
does-fire = schieß auf Felder deiner Wahl
does-rewrite = ersetz deine Salve durch eine andere
does-roll = wirf die Würfel
does-keep = würfle noch einmal, aber behalte diese
does-roll-all = würfle für alle übrigen Schüsse
does-choose-axes = wähle, welcher Würfel die Spalte ist
does-accept-end = hör hier auf
does-decline-end = spiel weiter
does-predict = sag voraus, welche Farbe überlebt
does-volley = würfle und schieß einmal
does-run-out = schieß bis zum Ende
does-leave = verlass die Partie
does-abort = sag die Partie ab
does-new-again = leg die gleiche Partie für jemand anderen an
does-fire-satellite = feuere eine Kartusche ab
does-give-up = gib eine Kartusche für einen einzelnen Schuss auf
does-shoot = schieß auf einen Sektor
does-destruct = führ den letzten Schlag
does-salvo = gib drei Schüsse ab
does-send = schick ein Flugzeug los
does-buy = kauf eine Waffe
does-order = gib einer Flak einen Befehl
does-pass = tu nichts
does-accept-draw = nimm das Remis an
does-decline-draw = spiel weiter

## Antworten auf eingegangene Post
answer-taken = Das wurde ausgeführt:
answer-fine = Das würde ausgeführt. Noch ist nichts geschehen:
answer-errors = Deine E-Mail wurde nicht ausgeführt:
answer-nothing-done = Nichts wurde ausgeführt. Schreib noch einmal, mit allen Befehlen: Eine E-Mail wird ganz ausgeführt oder gar nicht.
answer-nothing = Deine E-Mail enthält keinen Befehl, außer dem Text, den sie zitiert.
answer-help = Antworte mit HELP, um alle Befehle zu bekommen.
answer-unknown-key = Die Adresse, an die du geschrieben hast, ist keine von deinen: Jede E-Mail, die du bekommst, hat ihre eigene Antwortadresse.
answer-several-keys = Du hast an die Antwortadressen mehrerer Züge zugleich geschrieben, und es ist nicht klar, welchen du meinst.
answer-turn-over = Dieser Zug ist vorbei, und nichts in deiner E-Mail wurde ausgeführt. Unten steht, wie die Partie jetzt steht. Antworte auf diese E-Mail, nicht auf eine zu einem früheren Zug.
answer-old-key = Die E-Mail, auf die du geantwortet hast, ist dafür zu alt, und nichts in deiner E-Mail wurde ausgeführt: Alte E-Mails können in falsche Hände geraten. Antworte auf diese E-Mail oder auf die neueste einer Partie, und schick deine Befehle noch einmal.
answer-game-unnamed = Es ist nicht sicher, um welche Partie es in deiner E-Mail geht. Nichts wurde ausgeführt.
answer-game-several = Deine E-Mail nennt mehrere Partien. Nichts wurde ausgeführt. In einer E-Mail geht es um eine Partie: schick für jede eine eigene.
answer-game-unknown = Keine Partie hat die Nummer, die deine E-Mail nennt. Nichts wurde ausgeführt.
answer-name-the-game = Um zu sagen, welche Partie du meinst, schreib ihre Zeile über deine Befehle, und schick alle noch einmal als Antwort auf diese E-Mail:
answer-no-key = Von deiner Adresse kam eine E-Mail, die auf keine von uns antwortet. Jeder kann deine Adresse als Absender fälschen, deshalb wurde nichts darin ausgeführt. Um zu spielen, antworte auf die neueste E-Mail einer Partie. Für Befehle, die keine Partie brauchen, antworte auf diese E-Mail: HELP zählt sie auf.
answer-no-more = So bekommst du keine Post mehr:
answer-off = Post abbestellen
answer-struck = In deiner E-Mail ist Text durchgestrichen oder versteckt, und nur du siehst das. Schreib noch einmal, ohne den Text, den du nicht meinst.
answer-missed = Das wurde doch nicht ausgeführt:
answer-too-much = das sind mehrere Schritte, und einer könnte ohne die anderen ausgeführt werden: schick für jeden eine E-Mail
answer-last = Du hast heute viele Antworten auf E-Mails bekommen, die in keiner Partie etwas geändert haben. Bis morgen bekommen E-Mails, die nichts enthalten, was einem Befehl ähnelt, keine Antwort. E-Mails mit Befehlen bekommen weiter eine, und du erfährst, wenn auch das endet.
answer-last-commands = Du hast heute sehr viele Antworten bekommen. Bis morgen bekommen nur noch E-Mails eine Antwort, die in einer Partie etwas tun. Wenn keine Antwort kommt, ist in keiner Partie etwas geschehen. Deine Befehle werden weiter gelesen, und die nächste E-Mail zu deinem Zug zeigt, wie die Partie steht.
answer-last-keyless = Zu viele E-Mails von deiner Adresse haben heute auf keine von uns geantwortet. Weitere bekommen bis morgen keine Antwort. E-Mails, die auf eine von uns antworten, bekommen weiter eine.
answer-commands = Schreib einen Befehl je Zeile, groß oder klein. Unten steht zu jedem Befehl ein Beispiel, was er tut und, wenn es Varianten gibt, wie er geschrieben wird: Wörter in Großbuchstaben, wie sie sind, Teile in Klammern nur, wenn du sie willst.
answer-never = Ab jetzt bekommst du nur noch Post, um die du bittest. Die Partie geht weiter, und deine Zeit läuft. Wenn du das nicht gemeint hast, antworte mit SET MAIL EACH.
answer-notes = Deine Notizen zu dieser Partie:
answer-no-notes = Zu dieser Partie hast du keine Notizen.
answer-no-sheet = SHEET { $wanted }: diese Partie hat { $names }, oder SHEET allein für alle
answer-nobody-called = du hast noch mit niemandem namens { $name } gespielt: schreib stattdessen eine Adresse
answer-several-called = du hast schon mit mehreren namens { $name } gespielt: schreib stattdessen eine Adresse
answer-name = ein Name hat 1 bis 40 Zeichen, keine Steuerzeichen und kein Leerzeichen am Anfang oder Ende
answer-no-code = eine Adresse bekommt drei Codes am Tag, und deine hatte sie schon: bitte morgen um einen neuen
answer-foot = { $service } antwortet auf E-Mails von deiner Adresse.
answer-no-games = Du hast keine laufenden Partien. NEW legt eine an; HELP erklärt, wie.
answer-rematch-made = { $n ->
    [1] Dieselbe Partie wurde noch einmal angelegt.
   *[other] Dieselbe Partie wurde noch einmal angelegt, { $n ->
        [2] mit vertauschten Plätzen
       *[other] mit jedem einen Platz weiter
    }, und du hast darin einen Platz. { $others } kann annehmen oder ablehnen, und du erfährst es. Wenn alle angenommen haben, wird aufgestellt.
}
answer-rematch-joined = Diese Revanche gab es schon, als du darum gebeten hast ({ $others }). Du spielst jetzt mit.
history-title = Was geschehen ist
history-line = { $number }. { $line } ({ $date })
history-none = Dieses Ereignis gibt es nicht: Das neueste hat die Nummer { $last }.
history-earlier = Die Ereignisse vor Nummer { $first } fehlen hier: HISTORY 1 beginnt mit dem ersten.
history-later = HISTORY { $next } setzt fort.
history-board = BOARD { $number } zeigt die Karten, wie sie nach diesem Ereignis waren; jede Nummer ab Spielbeginn ist möglich.
board-title = Die Karten nach Ereignis { $number } von { $last }
board-no-maps = In dieser Partie gibt es keine Karten von dir.
board-none = Nach Ereignis { $number } gibt es keine Karten: Die Partie begann mit Ereignis { $first }, und das neueste ist { $last }. HISTORY listet die Ereignisse auf.
board-not-yet = Nach Ereignis { $number } gibt es keine Karten: Die Partie hat noch nicht begonnen.
boards-left-out = { $n ->
    [one] Eine Zeile mit BOARD fehlt hier, weil eine Antwort höchstens { $most } hat. Schick sie in einer weiteren E-Mail.
   *[other] { $n } Zeilen mit BOARD fehlen hier, weil eine Antwort höchstens { $most } hat. Schick sie in einer weiteren E-Mail.
}
open-none = Gerade gibt es keine Partie, an der du teilnehmen kannst. NEW CLASSIC WITH OPEN legt eine an, zu der andere kommen können; NEW CLASSIC WITH BOT CASUAL beginnt eine gegen den Computer.
open-list = In diesen Partien ist ein Platz für dich frei, die neuesten zuerst. Antworte mit der Zeile von einer:
open-line = { $game }, mit { $who }. { $terms }.
open-somebody = jemand
open-more = Es gibt mehr. LIST und der Name eines Spiels listet nur diese Art auf.
join-unknown = JOIN { $code }: Keine solche Partie ist offen, und kein Platz hat diesen Code. LIST zeigt die Partien, an denen du teilnehmen kannst
join-several = JOIN { $code }: Mehrere Partien haben diese Nummer: Schreib die ganze Kennung der Partie
vacation-title = Deine Urlaube
vacation-none = Du hast keinen Urlaub genommen und keinen geplant.
vacation-item = von { $from } bis { $until }
vacation-allowance = { $year }: noch { $days } von { $of } Tagen
vacation-how = Während eines Urlaubs stehen deine Uhren in allen Partien still, und die anderen sehen, dass du weg bist. VACATION UNTIL und ein Datum, oder VACATION DAYS und eine Zahl, beginnt einen sofort; FROM und ein Datum beginnt ihn später. VACATION OFF beendet ihn. Die Tage zählen in UTC.
vacation-not-here = auf diesem Server gibt es keinen Urlaub
vacation-no-end = du hast keinen Urlaub, der enden könnte
vacation-no-such-day = diesen Tag gibt es im Kalender nicht
vacation-past = ein Urlaub kann nicht in der Vergangenheit beginnen: Lass FROM weg, damit er jetzt beginnt
vacation-short = ein Urlaub dauert mindestens eine Stunde: Beende ihn später
vacation-far = ein Urlaub muss bis { $until } enden: Beende ihn früher
vacation-overlap = du bist schon von { $from } bis { $until } weg: Wähle eine andere Zeit, oder schreib zuerst VACATION OFF
vacation-too-long = { $year } hat nur noch { $days } Urlaubstage: Nimm einen kürzeren Urlaub
vacation-many = du hast seit Anfang des letzten Jahres so viele Urlaube genommen, wie möglich sind
sign-up-subject = Möchtest du spielen?
sign-up-why = { $service } hat eine E-Mail von dieser Adresse bekommen, die hier kein Konto hat. { $service } ist ein Server für Spiele mit versteckten Flotten, die man per E-Mail spielt. Wenn du mitspielen möchtest, antworte auf diese E-Mail:
sign-up-yes-line = JA
sign-up-yes = du bekommst ein Konto, und eine E-Mail, die sagt, wie du eine Partie findest
sign-up-name-line = JA
    NAME Ada
sign-up-yes-name = dasselbe, mit dem Namen, den andere sehen
sign-up-until = Das Angebot gilt sieben Tage. { $service } bewahrt deine E-Mail höchstens sieben Tage auf, einige Wochen lang einen Hash deiner Adresse, der solche Angebote zählt, und sonst nichts über dich.
sign-up-not-you = Wenn du nicht an { $service } geschrieben hast, beachte diese E-Mail nicht: Jemand hat vielleicht deine Adresse benutzt. Es folgt nichts weiter.
sign-up-never = Wenn du nie wieder eine solche E-Mail bekommen möchtest, antworte mit NEVER, oder benutze den Link hier unten.
sign-up-hint = Deine Antwort war kein einfaches JA: Es wurde nichts ausgeführt, und du hast noch kein Konto. Um zu beginnen, antworte auf diese E-Mail mit JA, allein auf der ersten Zeile:
sign-up-hint-last = Das ist die letzte Antwort dieser Art: Weitere E-Mails ohne JA bekommen keine.
welcome = Willkommen, { $name }! Du hast ein Konto, und dieses Postfach gehört dazu. Antworte mit einer dieser Zeilen, um zu beginnen:
welcome-list = listet Partien mit einem freien Platz auf
welcome-bot = beginnt eine Partie gegen den Computer
welcome-open = legt eine Partie an, an der jeder teilnehmen kann
welcome-invite = lädt jemanden per E-Mail ein
welcome-rules = listet die Spiele auf, und schickt die Regeln von einem
welcome-name = legt den Namen fest, den andere sehen
welcome-help = listet alle Befehle auf
welcome-stop = beendet dein Konto
welcome-not-done = Diese Zeilen deiner Antwort wurden nicht ausgeführt, denn darin zählen nur JA, NAME und SET LANGUAGE. Wenn es Befehle sind, schick sie noch einmal als Antwort auf diese E-Mail:
stop-how = STOP beendet dein Konto für immer. Du gibst alle Partien auf, die du spielst, und verlässt die, die noch nicht begonnen haben. Dein Name, dein Postfach, deine Notizen und der Text deiner Nachrichten werden gelöscht. Niemand kann das rückgängig machen. Wenn du nur weniger Post willst, nimm stattdessen SET MAIL OFF. Um dein Konto zu beenden, antworte mit dieser Zeile:
stop-does = beendet dein Konto
stop-until = Der Code gilt bis zum Ende des morgigen Tages (UTC).
stop-wrong-code = STOP braucht den Code aus der E-Mail, die auf STOP antwortet, von heute oder gestern: Schreib STOP allein, um ihn zu bekommen
farewell-subject = Dein Konto auf { $service } ist beendet
farewell = Dein Konto ist gelöscht, wie du es wolltest, und diese Adresse auch. Du bekommst keine Post mehr. Wenn du eines Tages wieder spielen möchtest, schreib an { $service }: Dir wird ein neues Konto angeboten.
farewell-foot = Dies ist die letzte E-Mail zu deinem Konto.
rules-which = RULES und der Name eines Spiels schickt seine Regeln. Dies sind die Spiele:
rules-intro = Dies sind die Regeln für Spieler mit Stift und Papier. Hier macht der Server die Arbeit: Er würfelt, führt die Blätter, gibt die Antworten, und lehnt ab, was die Regeln nicht erlauben.
rules-here-title = Auf diesem Server
rules-here = Du kannst jederzeit aufgeben (RESIGN). Du kannst ein Remis anbieten (DRAW), wenn kein Angebot offen ist, einmal von einem deiner Züge zum nächsten. Wenn das Spiel eine Uhr hat, ist ausgeschieden, wessen Zeit abläuft; läuft sie ab, bevor alle aufgestellt haben, wird das Spiel abgesagt. Bis zum ersten Zug kann jede Seite das Spiel mit ABORT absagen.
rules-here-alone = Du kannst jederzeit aufhören (LEAVE). Wenn die Partie eine Uhr hat und deine Zeit nach der Voraussage abläuft, verlierst du.
rules-commands = HELP { $name } listet die Befehle auf, und die Einstellungen für eine eigene Partie.
help-cartridges = Was die Patronen brauchen und treffen:
help-rules = RULES { $name } schickt die ganzen Regeln.

## Beschreibungen der Befehle
help-makes-a-game = legt eine Partie an
help-asks-how-things-stand = fragt, wie es steht
help-asks-for-the-commands = fragt nach den Befehlen
help-asks-for-the-rules-of-a-game = fragt nach den Regeln eines Spiels
help-asks-for-what-has-happened-the-newest-or-from-an-event-on = fragt, was geschehen ist, das Neueste oder ab einem Ereignis
help-asks-for-the-maps-as-they-were-after-an-event-of-history = fragt nach den Karten, wie sie nach einem Ereignis von HISTORY waren
help-makes-a-move-in-your-next-turn-or-now-if-it-is-your-turn-with-in-the-same-turn-as-the-line-above = macht einen Zug, wenn du das nächste Mal am Zug bist, oder jetzt, wenn du es bist; WITH: im selben Zug wie die Zeile darüber
help-asks-for-the-moves-that-you-have-written-ahead = fragt nach den Zügen, die du im Voraus geschrieben hast
help-takes-back-the-moves-that-you-have-written-ahead = nimmt die Züge zurück, die du im Voraus geschrieben hast
help-lists-the-games-that-you-can-join = listet die Partien auf, an denen du teilnehmen kannst
help-takes-a-seat-in-a-game-of-list-or-the-seat-of-a-code = nimmt einen Platz in einer Partie von LIST, oder den Platz eines Codes
help-asks-for-your-vacations-and-how-much-you-have-left = fragt nach deinen Urlauben, und wie viel du noch hast
help-stops-your-clocks-until-the-end-of-a-day = hält deine Uhren bis zum Ende eines Tages an
help-stops-your-clocks-for-some-days = hält deine Uhren einige Tage an
help-ends-your-vacation = beendet deinen Urlaub
help-ends-your-account-after-you-have-confirmed-it = beendet dein Konto, nachdem du es bestätigt hast
help-says-how-often-to-be-written-to = sagt, wie oft du Post willst
help-says-whether-sheets-are-sent = sagt, ob Blätter mitgeschickt werden
help-says-how-many-hours-before-a-deadline-to-be-reminded = legt fest, wie viele Stunden vor einer Frist du erinnert wirst
help-says-in-which-language-to-be-written-to = sagt, in welcher Sprache du Post willst
help-asks-never-to-be-written-to-again = bittet, dir nie wieder zu schreiben
help-asks-what-the-other-lines-would-do-and-does-nothing-of-it = fragt, was die anderen Zeilen täten, und tut nichts davon
help-ends-the-commands-what-follows-is-not-read = beendet die Befehle: was folgt, wird nicht gelesen
help-takes-the-seat-of-an-invitation = nimmt den Platz einer Einladung
help-declines-an-invitation = lehnt eine Einladung ab
help-places-everything-at-random = stellt alles zufällig auf
help-adds-a-seed-of-one-s-own-to-a-placement = gibt einer Aufstellung einen eigenen Startwert mit
help-calls-a-game-off-before-its-first-move = sagt eine Partie vor ihrem ersten Zug ab
help-asks-for-the-same-game-again = bittet noch einmal um dieselbe Partie
help-asks-for-the-sheets-of-the-game = bittet um die Blätter der Partie
help-writes-to-the-other-players = schreibt den anderen
help-keeps-a-note-for-oneself = hebt eine Notiz für dich selbst auf
help-asks-for-what-you-have-noted = fragt nach deinen Notizen
help-offers-a-draw = bietet Remis an
help-agrees-to-a-draw = nimmt ein Remis an
help-turns-a-draw-down = lehnt ein Remis ab
help-leaves-a-game-before-play-begins = verlässt eine Partie, bevor sie beginnt
help-gives-the-game-up = gibt die Partie auf
help-leaves-the-game-which-calls-it-off = verlässt die Partie, die damit abgesagt ist
help-places-a-ship-by-its-first-cell = stellt ein Schiff mit seinem ersten Feld auf
help-fires-at-one-cell-or-at-as-many-as-a-salvo-has-shots = schießt auf ein Feld, oder auf so viele, wie eine Salve Schüsse hat
help-chooses-the-matrix-of-the-battle-map = wählt die Matrix der Gefechtskarte
help-chooses-that-of-the-tactical-map = wählt die der taktischen Karte
help-places-a-standing-voice = legt fest, von welchen Rändern du antwortest
help-rolls-for-a-shot = würfelt für einen Schuss
help-rolls-for-all-shots-that-are-left = würfelt für alle übrigen Schüsse
help-fires-at-a-cell-that-is-yours-to-choose = schießt auf ein Feld, das du wählen darfst
help-says-which-axis-the-first-die-gives = sagt, welche Achse der erste Würfel gibt
help-says-from-which-edges-to-answer-from-now-on-or-a-shot = sagt, von welchen Rändern geantwortet wird, ab jetzt oder bei einem Schuss
help-says-how-it-is-performed-with-for-the-text-it-takes-that-back = sagt, wie es klingen soll; mit "" als Text nimmt es das zurück
help-offers-to-end-the-game-here-and-count = bietet an, hier aufzuhören und zu zählen
help-agrees-to-that = nimmt das an
help-turns-it-down = lehnt das ab
help-places-a-ship-by-its-leftmost-or-topmost-cell = stellt ein Schiff mit seinem Feld ganz links oder ganz oben auf
help-says-which-suit-will-survive-which-begins-the-game = sagt, welche Farbe überlebt, und beginnt damit die Partie
help-rolls-and-fires-once = würfelt und schießt einmal
help-fires-to-the-end = schießt bis zum Ende
help-places-a-building = stellt ein Gebäude auf
help-rolls-all-five-dice = wirft alle fünf Würfel
help-rolls-again-all-dice-but-some-of-these-values = wirft alle Würfel noch einmal, außer solchen mit diesen Werten
help-rolls-again-all-dice-but-those-in-these-places = wirft alle Würfel noch einmal, außer denen an diesen Stellen
help-fires-a-cartridge = feuert eine Kartusche ab
help-gives-a-cartridge-up-for-one-shot = gibt eine Kartusche für einen Schuss auf
help-shoots-at-a-sector = schießt auf einen Sektor
help-strikes-the-last-blow = führt den letzten Schlag
help-places-a-ship-by-its-first-square = stellt ein Schiff mit seinem ersten Feld auf
help-buys-a-weapon-and-places-it = kauft eine Waffe und stellt sie auf
help-fires-a-salvo-of-three-shots = feuert eine Salve von drei Schüssen
help-sends-a-plane = schickt ein Flugzeug los
help-buys-a-weapon = kauft eine Waffe
help-gives-a-gun-an-order = gibt einer Flak einen Befehl
help-does-nothing = tut nichts
help-says-what-you-are-called = sagt, wie du heißt
help-asks-for-a-new-token-for-programs = bittet um ein neues Token für Programme

# Freier Text in Beispielen. Die englischen Texte sind die der Notation.
example-decline = nach den Ferien
example-direct = fallend, sehr langsam
example-note = der Kreuzer muss in Reihe 7 sein
example-say = gut gezielt
example-seed = mein eigener Zufall

help-kinds = { $says }. { $n ->
    [one] Hier gibt es nur { $kinds }
   *[other] Hier gibt es { $kinds }
}
# Text für Sprachen mit eigenen Befehlswörtern.
help-or = { $says }. Auf Deutsch: { $line }

## Wie Befehle geschrieben werden
form-new-game-with-address-name-open-or-bot-random-casual-or-strong-option-value-days-1-to-14-public-or-private = NEW Spiel [WITH Adresse, Name, OPEN, oder BOT RANDOM, CASUAL oder STRONG] [Einstellung=Wert] [DAYS 1 bis 14] [PUBLIC oder PRIVATE]
form-help-game = HELP [Spiel]
form-rules-game = RULES [Spiel]
form-history-number = HISTORY [Nummer]
form-board-number = BOARD Nummer
form-queue-with-move = QUEUE [WITH] Zug
form-list-game = LIST [Spiel]
form-join-number-or-code = JOIN Nummer oder Code
form-vacation-from-date-until-date = VACATION [FROM Datum] UNTIL Datum
form-vacation-from-date-days-number = VACATION [FROM Datum] DAYS Zahl
form-stop-code = STOP [Code]
form-set-mail-each-digest-reminders-or-off = SET MAIL EACH, DIGEST, REMINDERS oder OFF
form-set-sheets-on-or-off = SET SHEETS ON oder OFF
form-set-reminders-hours-or-default = SET REMINDERS Stunden oder DEFAULT
form-set-language-english-german-or-italian = SET LANGUAGE ENGLISH, GERMAN oder ITALIAN
form-name-text = NAME Text
form-decline-later-too-fast-too-slow-other-ruleset-other-options-or-other-words = DECLINE [LATER, TOO FAST, TOO SLOW, OTHER RULESET, OTHER OPTIONS oder OTHER] [: Worte]
form-seed-text = SEED Text
form-sheet-kind = SHEET [Art]
form-say-text = SAY Text
form-note-text = NOTE Text
form-place-class-cell-across-or-down = PLACE Klasse Feld ACROSS oder DOWN
form-fire-cells-round-n = FIRE Felder [ROUND Nummer]
form-place-battle-matrix = PLACE BATTLE Matrix
form-place-tactical-matrix = PLACE TACTICAL Matrix
form-place-voice-left-right-or-dice-and-top-bottom-or-dice = PLACE VOICE LEFT, RIGHT oder DICE, und TOP, BOTTOM oder DICE
form-fire-cell = FIRE Feld
form-axes-x-or-y = AXES X oder Y
form-voice-left-right-or-dice-and-top-bottom-or-dice-for-shot = VOICE LEFT, RIGHT oder DICE, und TOP, BOTTOM oder DICE [FOR Schuss]
form-direct-call-or-answer-shot-text = DIRECT CALL oder ANSWER Schuss Text
form-place-suit-class-cell-across-down-diagonal-down-or-diagonal-up = PLACE Farbe Klasse Feld ACROSS, DOWN, DIAGONAL DOWN oder DIAGONAL UP
form-predict-suit = PREDICT Farbe
form-place-building-sectors = PLACE Gebäude Sektoren
form-keep-values = KEEP Werte
form-keep-dice-positions = KEEP DICE Stellen
form-use-cartridge-row-or-column-at-sectors = USE Kartusche [ROW oder COLUMN] AT Sektoren
form-give-up-cartridge-at-sector = GIVE UP Kartusche AT Sektor
form-shoot-sector = SHOOT Sektor
form-destruct-sectors = DESTRUCT Sektoren
form-place-class-square-across-or-down = PLACE Klasse Feld ACROSS oder DOWN
form-place-weapon-square-order-any-bombers-recce-or-hold = PLACE Waffe Feld [ORDER ANY, BOMBERS, RECCE oder HOLD]
form-fire-squares = FIRE Felder
form-send-weapon-square-to-square = SEND [Waffe] [Feld] TO Feld
form-buy-weapon-square-order-any-bombers-recce-or-hold = BUY Waffe Feld [ORDER ANY, BOMBERS, RECCE oder HOLD]
form-order-square-any-bombers-recce-or-hold = ORDER Feld ANY, BOMBERS, RECCE oder HOLD

## Fehler in einer Zeile
wrong-line = Zeile { $line }: `{ $word }` { $problem }
wrong-command = ist hier kein Befehl
wrong-command-nearest = ist hier kein Befehl: war { $nearest } gemeint?
wrong-more-than-yes = beginnt mit einem Ja und sagt noch mehr, das ist nicht eindeutig: schreib ACCEPT oder JA allein auf die Zeile, um zu spielen
wrong-more-than-no = beginnt mit einem Nein und sagt noch mehr, das ist nicht eindeutig: schreib DECLINE allein auf die Zeile, um abzulehnen, oder NEIN als einzige Zeile
wrong-further = und weitere Zeilen, die nicht mit einem Befehl beginnen
wrong-possible = Beispiele für das, was du hier jetzt schreiben kannst: { $lines }. HELP zählt alle Befehle auf.
wrong-words = { $place ->
    [above] Beginne eine Nachricht an die anderen mit SAY, und eine Notiz für dich mit NOTE. Schreib die Befehle zuerst, und darunter END allein auf einer Zeile: Text unter dieser Zeile wird nicht gelesen.
   *[below] Beginne eine Nachricht an die anderen mit SAY, und eine Notiz für dich mit NOTE. Text unter einer Zeile END wird nicht gelesen, ebenso wenig Text unter einer Zeile aus zwei Strichen (--), mit der eine Signatur beginnt.
}
wrong-no-game = gehört zu einer Partie, und hier ist keine gemeint: schreib es als Antwort auf eine E-Mail dieser Partie
wrong-unknown = passt hier nicht, erwartet wird { $what }: nimm { $known }
wrong-unknown-nearest = passt hier nicht, erwartet wird { $what }: war { $nearest } gemeint? Oder nimm { $known }
wrong-missing = ist unvollständig, es fehlt { $what }: schreib es wie in { $example }
wrong-missing-one-of = ist unvollständig, es fehlt { $what }: nimm { $known }
wrong-surplus = ist mehr, als hier stehen kann: lass es weg, oder schreib es wie in { $example }
wrong-cell = ist kein Feld: schreib den Buchstaben der Spalte und die Nummer der Reihe, wie in B4
wrong-date = ist kein Datum: Schreib Jahr, Monat und Tag, wie in 2027-08-20
wrong-seat-code = ist kein Code: Kopiere den Code, oder die Nummer eines Spiels aus LIST, wie in JOIN 7c2f90ab
wrong-stop-code = ist kein Code von STOP: schreib STOP und den Code aus der E-Mail, die auf STOP antwortet, oder STOP allein, um diese E-Mail zu bekommen
wrong-sector = ist kein Sektor: schreib den Buchstaben der Reihe und die Nummer der Spalte, wie in B4
wrong-off-map = liegt außerhalb der Karte, die bei { $last } endet
wrong-number = passt hier nicht, erwartet wird { $what }: schreib eine Zahl von { $least } bis { $most }
wrong-twice = steht zweimal da: lass eines davon weg
wrong-unclosed = beginnt ein Zitat, das nicht endet: setz ein Anführungszeichen dahinter, oder lass das erste weg
wrong-in-comment = beginnt einen Kommentar, und was folgt, bliebe ungelesen: schreib für jeden Befehl eine Zeile, und Leerzeichen zwischen die Felder
wrong-exclaimed = würde alle Post an dich beenden und klingt wie eine Antwort an jemanden: schreib NEVER ohne Zeichen dahinter, wenn es so gemeint ist, oder SAY vor das, was die anderen lesen sollen
wrong-no-move-above = gehört zum Zug der QUEUE-Zeile darüber, und es gibt keine: lass WITH weg, oder schreib eine solche Zeile darüber
wrong-takes-back-above = würde die Züge der Zeilen darüber zurücknehmen: schreib QUEUE OFF über sie
wrong-goes-on = gehört vielleicht zu den Worten in der Zeile davor, die lang genug ist, um umbrochen zu sein: setz diese Worte in Anführungszeichen, oder lass eine Zeile dazwischen leer, wenn dies ein Befehl ist
wrong-not-all-random = überlässt alles dem Zufall: lass es weg, oder sonst die anderen Zeilen mit PLACE
wrong-seed-alone = gehört zu einer Aufstellung: schreib dazu, was aufgestellt wird, wie in PLACE RANDOM
wrong-long-line = beginnt eine Zeile von mehr als { $most } Zeichen: kürze sie
wrong-long-text = ist mehr, als auf einmal gelesen wird: schreib höchstens { $lines } Befehle und { $characters } Zeichen, und END hinter den letzten
wrong-no-such-plane = ist nicht da, um losgeschickt zu werden: nenn eines, das du hast, und sein Feld
wrong-several-planes = steht auf { $squares }: sag, welches losfliegt, wie in { $example }
wrong-nothing-sent = sagt, wohin, aber nicht, was: schreib es wie in SEND BOMBER R2 TO F7
wrong-another-plane = ist, wo { $stands } steht, nicht { $named }: nenn das Feld des Flugzeugs, das du meinst
wrong-new-game = sagt nichts über eine neue Partie: nenn eine Adresse, OPEN, DAYS und eine Zahl, PUBLIC, PRIVATE, oder eine Einstellung wie mode=salvo
wrong-setting = stimmt nicht: { $detail }
wrong-seed = ist kein Startwert: schreib 1 bis 128 druckbare ASCII-Zeichen
wrong-sheet = ist nicht der Name eines Blatts: schreib SHEET allein für die Blätter der Partie
wrong-no-dice = kann nicht behalten werden, denn es liegen noch keine Würfel da: schreib ROLL
wrong-not-left = ist nicht mehr da: die Würfel zeigen { $dice }. DICE und ihre Stellen gehen auch
wrong-more-than-roll = ist mehr, als zu ROLL gehört: schreib ROLL für alle fünf Würfel, oder sag, welche liegen bleiben, wie in KEEP 3 3 5
wrong-row-twice = ist auch für die Reihe: sag TOP, BOTTOM oder DICE für die Spalte
wrong-column-twice = ist auch für die Spalte: sag LEFT, RIGHT oder DICE für die Reihe
wrong-axis-twice = gibt schon der erste Würfel: der zweite gibt die andere Achse
wrong-matrix = nennt keine Matrix: { $detail }
wrong-json = braucht JSON dahinter: schließ, was offen ist, wie in order=["suns","arms"]
what-on-or-off = ON oder OFF
what-the-level-of-a-bot = die Stufe eines Bots
what-a-building = ein Gebäude
what-a-cadence = eine Häufigkeit
what-a-cartridge = eine Kartusche
what-a-cell = ein Feld
what-a-class-of-ships = eine Schiffsklasse
what-a-column = eine Spalte
what-a-command = ein Befehl
what-a-direction = eine Anweisung
what-a-game = ein Spiel
what-a-half = eine Hälfte
what-a-language = eine Sprache
what-a-matrix = eine Matrix
what-a-move = ein Zug
what-a-number-of-days = eine Zahl von Tagen
what-a-number-of-hours = eine Zahl von Stunden
what-a-part = ein Teil
what-a-round = eine Runde
what-a-sector = ein Sektor
what-a-seed = ein Startwert
what-a-setting = eine Einstellung
what-a-ship-or-a-weapon = ein Schiff oder eine Waffe
what-a-shot = ein Schuss
what-a-suit = eine Farbe
what-a-way-to-lie = eine Lage
what-a-weapon = eine Waffe
what-an-axis = eine Achse
what-an-edge = ein Rand
what-an-order = ein Flakbefehl
what-something-to-say = etwas zu sagen
what-the-dice-that-stay = die Würfel, die liegen bleiben
what-a-date = ein Datum
what-the-number-of-a-game-or-a-code = die Nummer eines Spiels, oder ein Code
what-the-number-of-an-event = die Nummer eines Ereignisses
what-the-place-of-a-die = die Stelle eines Würfels
what-the-square-it-is-sent-to = das Zielfeld
what-the-suit-of-a-row = die Farbe einer Reihe
what-what-a-die-shows = das, was ein Würfel zeigt
what-what-can-be-offered = etwas, das man anbieten kann
what-what-is-placed = etwas zum Aufstellen

poem-sounds = Wie es klingt: die Nummer des Schusses, die Ansage und die Antworten. → und ← sind Reihen, ↓ und ↑ sind Spalten.
poem-key = Die Laute, wie in: { $words }.
poem-battle = Deine Gefechtskarte gibt deinen Antworten den Klang. Sie hat Spielmatrix { $name }:
poem-tactical = Deine taktische Karte gibt deinen Ansagen den Klang. Sie hat Spielmatrix { $name }:
