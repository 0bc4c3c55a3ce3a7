//! What else a word may be called: in English, and in Italian as the sheets have it. Writing knows one word for each.

/// A name, and the ways in which it may be written besides, without spaces and hyphens. `END` has none: what would be `fine` in
/// Italian begins many a letter in English.
const SYNONYMS: &[(&str, &[&str])] = &[
    // Commands.
    ("place", &["put", "piazza", "posiziona", "disponi"]),
    ("fire", &["salvo", "fuoco", "spara", "sparo"]),
    ("use", &["fire", "usa"]),
    ("roll", &["tira", "lancia"]),
    ("keep", &["tieni"]),
    ("give_up", &["rinuncia"]),
    ("shoot", &["colpisci"]),
    ("destruct", &["selfdestruct", "distruggi", "ultimocolpo"]),
    ("predict", &["prevedo", "prevedi"]),
    ("volley", &["raffica", "bordata", "salva"]),
    ("run_out", &["runtotheend", "finoallafine"]),
    ("send", &["manda", "invia"]),
    ("buy", &["compra"]),
    ("order", &["ordina", "ordine"]),
    ("pass", &["passo", "passa"]),
    ("axes", &["axis", "assi"]),
    ("voice", &["voce"]),
    ("direct", &["direction", "indicazione"]),
    ("resign", &["surrender", "abbandono"]),
    ("draw", &["patta"]),
    ("offer", &["propose", "offro", "proponi", "propongo"]),
    ("accept", &["agree", "accetto", "accetta"]),
    ("decline", &["refuse", "rifiuto", "rifiuta"]),
    ("leave", &["lascio", "lascia"]),
    ("abort", &["calloff", "annulla"]),
    ("rematch", &["rivincita"]),
    ("new", &["nuova", "nuovapartita"]),
    ("status", &["stato"]),
    ("sheet", &["sheets", "foglio", "fogli"]),
    ("help", &["aiuto"]),
    ("preview", &["prova", "anteprima"]),
    ("say", &["tell", "dico", "dici"]),
    ("note", &["nota"]),
    ("set", &["imposta"]),
    // `mai` alone is what somebody answers.
    ("never", &["maipiù", "maipiu"]),
    ("name", &["nome", "callme", "chiamami"]),
    ("seed", &["seme"]),
    // Small words.
    ("random", &["atrandom", "casuale", "acaso"]),
    ("at", &["on", "in"]),
    ("to", &["verso"]),
    ("from", &["da"]),
    ("and", &["then"]),
    ("with", &["against", "con", "contro"]),
    ("for", &["per"]),
    ("all", &["tutti", "tutto"]),
    ("dice", &["die", "positions", "dadi", "dado"]),
    ("shot", &["colpo"]),
    ("round", &["giro"]),
    // How things lie.
    ("across", &["horizontal", "horizontally", "orizzontale"]),
    ("down", &["vertical", "vertically", "downwards", "verticale"]),
    ("diagonal_down", &["diagonallydown", "downdiagonal", "diagonalegiu", "diagonalegiù"]),
    ("diagonal_up", &["diagonallyup", "updiagonal", "diagonalesu"]),
    ("left", &["sinistra"]),
    ("right", &["destra"]),
    ("top", &["alto"]),
    ("bottom", &["basso"]),
    ("row", &["riga"]),
    ("column", &["colonna"]),
    ("upper", &["superiore"]),
    ("lower", &["inferiore"]),
    // Ships, weapons, buildings.
    ("carrier", &["aircraftcarrier", "portaerei"]),
    ("battleship", &["corazzata"]),
    ("cruiser", &["incrociatore"]),
    ("destroyer", &["cacciatorpediniere"]),
    ("patrol", &["patrolboat", "pattugliatore"]),
    ("submarine", &["sommergibile", "sottomarino"]),
    ("dinghy", &["scialuppa"]),
    ("gun", &["antiaircraftgun", "cannone", "cannoneantiaereo"]),
    ("recce", &["recceplane", "reconnaissanceplane", "ricognitore", "ricognitori"]),
    ("bomber", &["bombardiere"]),
    ("nuclear_bomber", &["bombardierenucleare"]),
    ("bombers", &["bombardieri"]),
    ("any", &["tutti", "tuttigliaerei"]),
    ("hold", &["holdfire", "fermo"]),
    ("outpost", &["avamposto"]),
    ("relay", &["ripetitore"]),
    ("reactor", &["reattore"]),
    ("citadel", &["cittadella"]),
    // Cartridges.
    ("barrage_1", &["raffica1"]),
    ("barrage_2", &["raffica2"]),
    ("barrage_3", &["raffica3"]),
    ("barrage_4", &["raffica4"]),
    ("barrage_5", &["raffica5"]),
    ("barrage_6", &["raffica6"]),
    ("three_of_a_kind", &["3ofakind", "tris"]),
    ("four_of_a_kind", &["4ofakind", "poker"]),
    ("full_house", &["full"]),
    ("small_straight", &["scalapiccola"]),
    ("large_straight", &["scalagrande"]),
    ("salvo", &["salva"]),
    ("hazard", &["azzardo"]),
    // Suits and faces.
    ("suns", &["sun", "soli", "sole"]),
    ("moons", &["moon", "lune", "luna"]),
    ("crowns", &["crown", "corone", "corona"]),
    ("arms", &["armi"]),
    ("n", &["null", "nullo"]),
    ("a", &["ace", "asso"]),
    // What is sounded.
    ("call", &["chiamata"]),
    ("answer", &["risposta"]),
    ("battle", &["battlemap", "battlematrix", "battaglia"]),
    ("tactical", &["tacticalmap", "tacticalmatrix", "tattica"]),
    // What is set.
    ("english", &["inglese"]),
    ("italian", &["italiano"]),
    ("each", &["eachmove", "everymove", "ognimossa"]),
    ("digest", &["riepilogo", "riassunto"]),
    ("reminders", &["promemoria"]),
    ("mail", &["posta"]),
    ("sheets", &["fogli"]),
    ("language", &["lingua"]),
    ("on", &["sì", "si"]),
    ("off", &["no"]),
    // What a new game is.
    ("open", &["aperto", "aperta"]),
    ("days", &["giorni", "giorno"]),
    ("public", &["pubblica", "pubblico"]),
    ("private", &["privata", "privato"]),
];

/// Whether a word, or some joined without what does not count, means this name.
pub(super) fn means(word: &str, name: &str) -> bool {
    SYNONYMS.iter().any(|(known, others)| known.eq_ignore_ascii_case(name) && others.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::words::squeezed;

    #[test]
    fn synonyms_are_spelled_as_they_are_compared_and_none_is_listed_twice_for_a_name() {
        for (n, (name, others)) in SYNONYMS.iter().enumerate() {
            assert!(SYNONYMS[..n].iter().all(|(before, _)| before != name), "{name} is listed twice");
            for other in *others {
                assert_eq!(squeezed(other), *other);
                assert_ne!(squeezed(name), *other);
            }
        }
    }
}
