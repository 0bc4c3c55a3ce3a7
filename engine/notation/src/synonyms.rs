//! Synonyms of words: in English, and in Italian as printed on the sheets. Written examples use one word for each.

/// Name, its synonyms in English without spaces and hyphens, and its words in Italian.
type Synonyms = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Maximum number of words in a name: `three of a kind`.
pub(super) const LONGEST_NAME: usize = 4;

/// All synonyms. `END` has none, because many English messages begin with the Italian word `fine`.
const SYNONYMS: &[Synonyms] = &[
    // Commands.
    ("place", &["put"], &["piazza", "posiziona", "disponi"]),
    ("fire", &["salvo"], &["fuoco", "spara", "sparo"]),
    ("use", &["fire"], &["usa"]),
    ("roll", &[], &["tira", "lancia"]),
    ("keep", &[], &["tieni"]),
    ("give_up", &[], &["rinuncia"]),
    ("shoot", &[], &["colpisci"]),
    ("destruct", &["selfdestruct"], &["distruggi", "ultimo colpo"]),
    ("predict", &[], &["prevedo", "prevedi"]),
    ("volley", &[], &["salva", "raffica", "bordata"]),
    ("run_out", &["runtotheend"], &["fino alla fine"]),
    ("send", &[], &["manda", "invia"]),
    ("buy", &[], &["compra"]),
    ("order", &[], &["ordine", "ordina"]),
    ("pass", &[], &["passo", "passa"]),
    ("axes", &["axis"], &["assi"]),
    ("voice", &[], &["voce"]),
    ("direct", &["direction"], &["indicazione"]),
    ("resign", &["surrender"], &["abbandono"]),
    ("draw", &[], &["patta"]),
    ("offer", &["propose"], &["propongo", "proponi", "offro"]),
    ("accept", &["agree"], &["accetto", "accetta"]),
    ("decline", &["refuse"], &["rifiuto", "rifiuta"]),
    ("leave", &[], &["lascio", "lascia"]),
    ("abort", &["calloff"], &["annulla"]),
    ("rematch", &[], &["rivincita"]),
    ("new", &[], &["nuova", "nuova partita"]),
    ("status", &[], &["stato"]),
    ("sheet", &["sheets"], &["foglio", "fogli"]),
    ("help", &[], &["aiuto"]),
    ("preview", &[], &["prova", "anteprima"]),
    ("say", &["tell"], &["dico", "dici"]),
    ("note", &[], &["nota"]),
    ("set", &[], &["imposta"]),
    // `mai` alone is a common answer.
    ("never", &[], &["mai più", "mai piu"]),
    ("name", &["callme"], &["nome", "chiamami"]),
    ("seed", &[], &["seme"]),
    // Small words.
    ("random", &["atrandom"], &["a caso", "casuale"]),
    ("at", &["on"], &["in", "su"]),
    ("to", &[], &["a", "verso"]),
    ("from", &[], &["da"]),
    ("and", &["then"], &["e"]),
    ("with", &["against"], &["con", "contro"]),
    ("for", &[], &["per"]),
    ("all", &[], &["tutti", "tutto"]),
    ("dice", &["die", "positions"], &["dadi", "dado"]),
    ("shot", &[], &["colpo"]),
    ("round", &[], &["giro"]),
    // How things lie.
    ("across", &["horizontal", "horizontally"], &["orizzontale"]),
    ("down", &["vertical", "vertically", "downwards"], &["verticale"]),
    ("diagonal_down", &["diagonallydown", "downdiagonal"], &["diagonale giù", "diagonale giu"]),
    ("diagonal_up", &["diagonallyup", "updiagonal"], &["diagonale su"]),
    ("left", &[], &["sinistra"]),
    ("right", &[], &["destra"]),
    ("top", &[], &["alto"]),
    ("bottom", &[], &["basso"]),
    ("row", &[], &["riga"]),
    ("column", &[], &["colonna"]),
    ("upper", &[], &["superiore"]),
    ("lower", &[], &["inferiore"]),
    // Ships, weapons, buildings.
    ("carrier", &["aircraftcarrier"], &["portaerei"]),
    ("battleship", &[], &["corazzata"]),
    ("cruiser", &[], &["incrociatore"]),
    ("destroyer", &[], &["cacciatorpediniere"]),
    ("patrol", &["patrolboat"], &["pattugliatore"]),
    ("submarine", &[], &["sommergibile", "sottomarino"]),
    ("dinghy", &[], &["scialuppa"]),
    ("gun", &["antiaircraftgun"], &["cannone", "cannone antiaereo"]),
    ("recce", &["recceplane", "reconnaissanceplane"], &["ricognitore", "ricognitori"]),
    ("bomber", &[], &["bombardiere"]),
    ("nuclear_bomber", &[], &["bombardiere nucleare"]),
    ("bombers", &[], &["bombardieri"]),
    ("any", &[], &["tutti", "tutti gli aerei"]),
    ("hold", &["holdfire"], &["fermo"]),
    ("outpost", &[], &["avamposto"]),
    ("relay", &[], &["ripetitore"]),
    ("reactor", &[], &["reattore"]),
    ("citadel", &[], &["cittadella"]),
    // Cartridges.
    ("barrage_1", &[], &["raffica 1"]),
    ("barrage_2", &[], &["raffica 2"]),
    ("barrage_3", &[], &["raffica 3"]),
    ("barrage_4", &[], &["raffica 4"]),
    ("barrage_5", &[], &["raffica 5"]),
    ("barrage_6", &[], &["raffica 6"]),
    ("three_of_a_kind", &["3ofakind"], &["tris"]),
    ("four_of_a_kind", &["4ofakind"], &["poker"]),
    ("full_house", &[], &["full"]),
    ("small_straight", &[], &["scala piccola"]),
    ("large_straight", &[], &["scala grande"]),
    ("salvo", &[], &["salva"]),
    ("hazard", &[], &["azzardo"]),
    // Suits and faces.
    ("suns", &["sun"], &["soli", "sole"]),
    ("moons", &["moon"], &["lune", "luna"]),
    ("crowns", &["crown"], &["corone", "corona"]),
    ("arms", &[], &["armi"]),
    ("n", &["null"], &["nullo"]),
    ("a", &["ace"], &["asso"]),
    // Sounds.
    ("call", &[], &["chiamata"]),
    ("answer", &[], &["risposta"]),
    ("battle", &["battlemap", "battlematrix"], &["battaglia"]),
    ("tactical", &["tacticalmap", "tacticalmatrix"], &["tattica"]),
    // Settings of a player.
    ("english", &[], &["inglese"]),
    ("italian", &[], &["italiano"]),
    ("each", &["eachmove", "everymove"], &["ogni mossa"]),
    ("digest", &[], &["riepilogo", "riassunto"]),
    ("reminders", &[], &["promemoria"]),
    ("mail", &[], &["posta"]),
    ("sheets", &[], &["fogli"]),
    ("language", &[], &["lingua"]),
    ("on", &[], &["sì", "si"]),
    ("off", &[], &["no"]),
    // Settings of a new game.
    ("open", &[], &["aperto", "aperta"]),
    ("bot", &[], &[]),
    ("casual", &[], &["dilettante"]),
    ("strong", &[], &["forte"]),
    ("days", &[], &["giorni", "giorno"]),
    ("public", &[], &["pubblica", "pubblico"]),
    ("private", &[], &["privata", "privato"]),
];

/// Returns true if a word, or several words joined without ignored characters, means this name.
pub(super) fn means(word: &str, name: &str) -> bool {
    let joins = |other: &&str| other.split(' ').flat_map(str::chars).eq(word.chars());
    SYNONYMS.iter().any(|(known, english, italian)| {
        known.eq_ignore_ascii_case(name) && (english.contains(&word) || italian.iter().any(joins))
    })
}

/// Lists the words of commands that have Italian words, with those: for example `give_up` with `rinuncia`.
pub fn italian() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    SYNONYMS.iter().map(|(name, _, italian)| (*name, *italian)).filter(|(_, italian)| !italian.is_empty())
}

/// Translates the words in capitals of an example to Italian if there is a translation, and leaves the rest unchanged.
/// The parser reads the result as the same command.
pub fn in_italian(example: &str) -> String {
    let words: Vec<&str> = example.split(' ').collect();
    let mut line: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_NAME.min(words.len() - at);
        let named =
            (1..=longest).rev().find_map(|count| Some((called(&words[at..at + count].concat())?, count)));
        let (word, count) = named.unwrap_or_else(|| {
            // For example SUNS/UPPER/N.
            let parts = words[at].split('/').map(|part| called(part).unwrap_or_else(|| part.to_owned()));
            (parts.collect::<Vec<_>>().join("/"), 1)
        });
        line.push(word);
        at += count;
    }
    line.join(" ")
}

/// Returns the first Italian word for a word in capitals.
fn called(words: &str) -> Option<String> {
    let name = squeezed(words);
    let known = italian().find(|(known, _)| squeezed(known) == name && words.to_uppercase() == words);
    known.and_then(|(_, italian)| italian.first()).map(|word| word.to_uppercase())
}

/// Normalizes a name: case, hyphens and underscores do not matter.
pub(super) fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '-' | '_' | '\'' | '’')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_spelled_as_they_are_compared_and_none_is_listed_twice_for_a_name() {
        for (n, (name, english, italian)) in SYNONYMS.iter().enumerate() {
            assert!(SYNONYMS[..n].iter().all(|(before, ..)| before != name), "{name} is listed twice");
            let all: Vec<_> = english.iter().chain(*italian).collect();
            for (n, other) in all.iter().enumerate() {
                assert_eq!(squeezed(other), **other);
                assert_ne!(squeezed(name), **other);
                assert!(!all[..n].contains(other), "{other} is listed twice for {name}");
            }
            assert!(english.iter().all(|word| !word.contains(' ')), "{english:?}");
        }
    }
}
