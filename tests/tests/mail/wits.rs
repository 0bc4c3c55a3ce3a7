//! A player who acts only on the text of a mail.

use broadside_tests::games::{Sequence, choose};
use broadside_tests::mail::Mail;

/// Returns `true` if a mail reports the end of the game, including an answer to the letter that
/// ended it.
pub(crate) fn is_over(mail: &Mail) -> bool {
    const ENDS: [&str; 12] = [
        "You won",
        "You lost",
        "A draw",
        "Everybody lost",
        "Hai vinto",
        "Hai perso",
        "Patta",
        "Hanno perso tutti",
        "Du hast gewonnen",
        "Du hast verloren",
        "Remis",
        "Alle haben verloren",
    ];
    let says = |begins: &&str| {
        mail.subject.starts_with(&format!("{begins}:"))
            || mail.text.lines().any(|line| line.starts_with(&format!("{begins}.")))
    };
    ENDS.iter().any(says)
}

/// Returns the commands that a mail offers.
pub(crate) fn offers(mail: &Mail) -> Vec<String> {
    const BEGINS: [&str; 4] = [
        "What you can reply:",
        "Che cosa puoi rispondere:",
        "Was du antworten kannst:",
        "Reply to this email with one of these at the top, line for line:",
    ];
    let says = |line: &&str| BEGINS.contains(line);
    let after = mail.text.lines().skip_while(|line| !says(line)).skip(1);
    let block =
        after.skip_while(|line| line.is_empty()).take_while(|line| line.starts_with("    "));
    let commands =
        block.filter_map(|line| line.strip_prefix("    ").filter(|rest| !rest.starts_with(' ')));
    commands.map(|line| line.split("  ").next().unwrap_or_default().to_owned()).collect()
}

/// Returns the answer that continues the game, if the mail asks for one.
pub(crate) fn answer(mail: &Mail, name: &str, luck: &mut Sequence) -> Option<String> {
    let offers = offers(mail);
    let find = |begins: &str| offers.iter().find(|offer| offer.starts_with(begins)).cloned();
    if let Some(accept) = find("ACCEPT") {
        // A guest is asked for a name.
        return Some(if find("NAME").is_some() {
            format!("{accept}\nNAME {name}")
        } else {
            accept
        });
    }
    if let Some(random) = find("PLACE RANDOM") {
        return Some(random);
    }
    if !["It is your turn.", "Tocca a te.", "Du bist am Zug."]
        .iter()
        .any(|words| mail.text.contains(words))
    {
        return None;
    }
    // A roll with a choice: the mail lists the cells, and it asks for axes only here. In other
    // cases axes could be set without end.
    let text = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |all: [&str; 3]| all.iter().any(|words| text.contains(words));
    if says(["Choose: AXES X gives", "scegli. Con AXES X", "Wähle: AXES X ergibt"]) {
        return Some(["AXES X", "AXES Y"][luck.below(2)].to_owned());
    }
    let any_cell = !says([
        "Choose another cell with FIRE",
        "scegli un’altra casella con FIRE",
        "Wähle mit FIRE ein anderes Feld",
    ]);
    if let Some((send, _)) = find("SEND")
        .filter(|_| luck.below(4) == 0)
        .as_deref()
        .and_then(|line| line.rsplit_once(' '))
    {
        let to = choose(1, unknown(mail), luck);
        return Some(format!("{send} {}", to.join("")));
    }
    if let Some(fire) = find("FIRE").filter(|_| any_cell) {
        // Take `FIRE A1 B1 ROUND 3` from the example with the same number of other cells.
        let (cells, round) = fire.split_once(" ROUND").unwrap_or((&fire, ""));
        let round = if round.is_empty() { String::new() } else { format!(" ROUND{round}") };
        let (count, unknown) = (cells.split(' ').count() - 1, unknown(mail));
        // If fewer unknown cells are left than shots, use those of the example.
        if unknown.len() < count {
            return Some(fire);
        }
        let cells = choose(count, unknown, luck);
        // Players write in their own language.
        let verb = match () {
            () if mail.text.contains("Tocca a te.") => "fuoco",
            () if mail.text.contains("Du bist am Zug.") => "Feuer",
            () => "FIRE",
        };
        return Some(format!("{verb} {}{round}", cells.join(" ")));
    }
    // Sometimes choose a slower action, which is possible only a few times.
    let slow = ["KEEP", "VOLLEY", "ROLL"]
        .iter()
        .find_map(|begins| find(begins))
        .filter(|_| luck.below(3) > 0);
    let likely = [
        "DESTRUCT", "SHOOT", "USE", "GIVE UP", "FIRE", "ROLL ALL", "ROLL", "PREDICT", "RUN OUT",
        "SEND", "PASS",
    ];
    let likely = slow.or_else(|| likely.iter().find_map(|begins| find(begins)));
    assert!(likely.is_some(), "nothing is offered in\n{}", mail.text);
    likely
}

/// Returns the unknown cells of the opponent's map, which is on the right.
fn unknown(mail: &Mail) -> Vec<String> {
    let is_head = |line: &&str| line.trim_start().starts_with("A B C");
    let head =
        mail.text.lines().find(is_head).unwrap_or_else(|| panic!("no map in\n{}", mail.text));
    let from = head.rfind('A').unwrap();
    let columns: Vec<_> = head[from..].split(' ').collect();
    let mut words_found = Vec::new();
    for row in mail.text.lines().skip_while(|line| !is_head(line)).skip(1) {
        let Some(number) = row.get(..2).and_then(|number| number.trim().parse::<u32>().ok()) else {
            break;
        };
        for (sign, column) in row[from..].split(' ').zip(&columns) {
            if [".", ":"].contains(&sign) {
                words_found.push(format!("{column}{number}"));
            }
        }
    }
    words_found
}
