//! Tests of text that continues on the lines below: broken by a mail program, or in quotation
//! marks.

use broadside_engine::game::RulesetId;
use broadside_notation as notation;

use crate::notation_common::{lines, refuses, view_of};

#[test]
fn the_possible_rest_of_a_broken_line_is_no_command() {
    let classic = view_of(RulesetId::Classic);
    let doubt = "may be the rest of the words in the line before";
    let broken = [
        ("SAY If you sink my carrier I shall have no other choice but to\nresign.", "resign."),
        ("NOTE she fires along the rim, and where she does not I would\nPass\nor so", "Pass"),
        ("DECLINE OTHER: some other time, before the holidays I had to\nleave", "leave"),
        ("dico se mi affondi la portaerei al prossimo turno allora io\nabbandono.", "abbandono."),
        ("PLACE RANDOM\nSEED when in doubt and far from every harbour there is\nDRAW", "DRAW"),
        (
            "FIRE A5 ; he fires back at once, whatever I do, and so I\n\u{200b}offer draw",
            "\u{200b}offer",
        ),
        ("# a comment may be as long as one wants, and be broken to\r\n  RESIGN", "RESIGN"),
        ("SAY I shall play this game as I have begun it, till its\nend.\nDear", "end."),
        ("SAY \"Good luck\", said Ben, and I thought by myself: one may\nresign", "resign"),
    ];
    for (text, word) in broken {
        let errors = notation::read(text, Some(&classic)).unwrap_err();
        assert_eq!(errors.len(), 1, "`{text}`: {errors:?}");
        assert!(
            errors[0].to_string().contains(doubt) && word.ends_with(errors[0].word()),
            "{}",
            errors[0]
        );
    }
    let voices = view_of(RulesetId::Voices);
    let direct = "DIRECT CALL 3 falling, very slowly, as if there were time\nroll";
    assert!(notation::read(direct, Some(&voices)).unwrap_err()[0].to_string().contains(doubt));

    // A line that is no command and does not resemble one continues the text above.
    let rests = [
        (
            "DICI Bene, ma io ho ancora la flotta quasi intera, cara Ada, e ti assicuro\nche stasera affondo la tua ultima nave\nfuoco A5 B6 C4",
            "SAY Bene, ma io ho ancora la flotta quasi intera, cara Ada, e ti assicuro che stasera affondo la tua ultima nave\nFIRE A5 B6 C4",
        ),
        (
            "SAY one line of more than forty-five characters, and one\nthat has more than forty-five characters as well, and\nthe rest",
            "SAY one line of more than forty-five characters, and one that has more than forty-five characters as well, and the rest",
        ),
        (
            "PLACE RANDOM\nSEED when in doubt and far from every harbour there is\nluck",
            "PLACE RANDOM\nSEED when in doubt and far from every harbour there is luck",
        ),
    ];
    for (text, written) in rests {
        assert_eq!(
            lines(text, Some(&classic)).map(|lines| lines.join("\n")),
            Ok(written.to_owned()),
            "`{text}`"
        );
    }
    // Common words that resemble commands continue a text.
    for word in ["and", "but", "not", "now", "see", "get", "first", "e", "nel", "forse"] {
        let text = format!(
            "SAY I have begun to think about it, and shall go on till\n{word} then we talk"
        );
        assert_eq!(notation::read(&text, Some(&classic)).map(|said| said.len()), Ok(1), "{word}");
    }
    // A line that may have been meant as a command, or as private, is not sent to others.
    for rest in [
        "FIER A5 B6 C4",
        "my battleship, which is at B4",
        "b4",
        "\"and so",
        "NTOE she is in the corner",
        "piaza a caso",
        "rifuto",
    ] {
        let text = format!("SAY I have begun to think about it, and shall go on till\n{rest}");
        let errors = notation::read(&text, Some(&classic)).unwrap_err();
        assert!(errors[0].to_string().contains(doubt), "{}", errors[0]);
    }

    // An empty line separates commands, a quotation mark ends a text, and mail programs do not
    // break short lines.
    let complete = [
        ("SAY If you sink my carrier I shall have no other choice but to\n \nRESIGN", 2),
        ("SAY \"If you sink my carrier I shall have no other choice but to\"\nRESIGN", 2),
        ("say good luck!\nfire a5 b6 c4", 2),
        (
            "PLACE BATTLESHIP A1 DOWN, CRUISER C1 ACROSS, SUBMARINE C3 ACROSS\nPLACE DESTROYER J9 DOWN",
            1,
        ),
        ("NOTE the first line of three, which has just so many let\n\nNOTE b\nNOTE c", 3),
    ];
    for (text, count) in complete {
        assert_eq!(
            notation::read(text, Some(&classic)).map(|said| said.len()),
            Ok(count),
            "`{text}`"
        );
    }
}

#[test]
fn words_in_quotation_marks_can_continue_on_the_next_lines() {
    let classic = view_of(RulesetId::Classic);
    let complete = [
        (
            "SAY \"If you sink my carrier\nI shall have no other choice\"\nRESIGN",
            "SAY If you sink my carrier I shall have no other choice\nRESIGN",
        ),
        (
            "NOTE “the rim, \r\n  and then\nthe middle” ; so far\nDRAW",
            "NOTE the rim, and then the middle\nDRAW",
        ),
        (
            "PLACE RANDOM\nSEED \"as luck\nwould have it\"",
            "PLACE RANDOM\nSEED as luck would have it",
        ),
    ];
    // The limit counts characters, not bytes.
    let [half, word] = ["è".repeat(990), "perché".repeat(10)];
    let long = (format!("SAY \"{half}\n{half}\""), format!("SAY {half} {half}"));
    let broken = (format!("SAY {word}\n{half}"), format!("SAY {word} {half}"));
    let complete =
        complete.iter().map(|(text, written)| ((*text).to_owned(), (*written).to_owned()));
    for (text, written) in &complete.chain([long, broken]).collect::<Vec<_>>() {
        assert_eq!(
            lines(text, Some(&classic)).map(|lines| lines.join("\n")),
            Ok(written.to_owned()),
            "`{text}`"
        );
    }
    let open = "begins a quotation that does not end";
    refuses(
        Some(&classic),
        &[
            // A closing quotation mark is missing: the lines below are private, or are commands.
            ("SAY \"hello\nNOTE my battleship is at A1\nSAY \"bye\"", "\"", open),
            ("SAY \"hello\nFIRE A5 B6 C4\nand so\"", "\"", open),
            ("SAY \"hello\nB6 C4\nand so\"", "\"", open),
            ("SAY \"hello\n\nand so\"", "\"", open),
            // The line is a command to create a game, even if its settings are invalid.
            ("SAY \"hello\nNEW CLASSIC mode=nonsense\nand so\"", "\"", open),
            (&format!("SAY \"{half}\n{half}\n{half}\""), "\"", open),
            ("SAY \"he said\nno\", and left", "\"", open),
            ("SAY \"hello\nand so", "\"", open),
        ],
    );
    // The line number of an error is still right.
    let errors = notation::read("SAY \"hello\nand so\"\nFIER A5", Some(&classic)).unwrap_err();
    assert_eq!(errors[0].line, 3);
}
