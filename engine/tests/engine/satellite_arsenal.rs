//! Tests of `satellite`: what dice unlock, and how cartridges are spent (T5, T8, T9).

use broadside_engine::ruleset::RefusalKind;
use broadside_engine::satellite::{Cartridge, Dice};
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

use crate::common::{ada, ben};
use crate::satellite::{
    act, all_but, arranged, change_state, loaded, refuse, refused, rolled, tokens, turn,
};

/// Returns all rolls of five dice.
fn every_roll() -> impl Iterator<Item = [u8; 5]> {
    (0..7_776_u32).map(|n| std::array::from_fn(|die| (n / 6_u32.pow(die as u32) % 6) as u8 + 1))
}

/// Returns true if the dice contain these faces, each on a different die.
fn contain(dice: [u8; 5], faces: &[u8]) -> bool {
    let mut left = dice.to_vec();
    faces.iter().all(|face| match left.iter().position(|die| die == face) {
        Some(at) => {
            left.remove(at);
            true
        }
        None => false,
    })
}

/// Returns the maximum number of targets of a cartridge as stated by T5, T8 and T9, `None` if it is
/// locked. Depends only on what the dice must contain.
fn stated(cartridge: &str, dice: [u8; 5], wild: bool) -> Option<u8> {
    let any = |all: &[Vec<u8>]| all.iter().any(|faces| contain(dice, faces));
    let equal = |count| (1..=6).map(|face| vec![face; count]).collect::<Vec<_>>();
    if wild && any(&equal(5)) {
        return Some(if cartridge.starts_with("barrage") { 5 } else { 1 });
    }
    let unlocked = match cartridge {
        "three_of_a_kind" => any(&equal(3)),
        "four_of_a_kind" => any(&equal(4)),
        "full_house" => (1..=6).any(|a| (1..=6).any(|b| a != b && contain(dice, &[a, a, a, b, b]))),
        "small_straight" => any(&[vec![1, 2, 3, 4], vec![2, 3, 4, 5], vec![3, 4, 5, 6]]),
        "large_straight" => any(&[vec![1, 2, 3, 4, 5], vec![2, 3, 4, 5, 6]]),
        "salvo" => any(&equal(5)),
        "hazard" => true,
        barrage => {
            let number: u8 = barrage.strip_prefix("barrage_").unwrap().parse().unwrap();
            return (1..=5).rev().find(|&count| contain(dice, &vec![number; usize::from(count)]));
        }
    };
    unlocked.then_some(1)
}

#[test]
fn t5_t8_t9_all_7776_rolls_unlock_the_stated_cartridges() {
    let mut unlocked = [0_u32; 13];
    for faces in every_roll() {
        let dice = Dice::new(faces).unwrap();
        for (n, cartridge) in Cartridge::ALL.into_iter().enumerate() {
            for wild in [false, true] {
                let max_targets = cartridge.targets(&dice, wild);
                assert_eq!(
                    max_targets,
                    stated(cartridge.as_str(), faces, wild),
                    "{cartridge} {faces:?} {wild}"
                );
            }
            unlocked[n] += u32::from(cartridge.targets(&dice, false).is_some());
        }
    }
    // Numbers of rolls known from the dice game with the same combinations: 7,776 − 5⁵ for a face;
    // 1,656 for three equal or better; 156 for four; 300 full houses; 1,200 small straights or
    // better; 240 large ones; 6 of five equal.
    assert_eq!(unlocked, [4651, 4651, 4651, 4651, 4651, 4651, 1656, 156, 300, 1200, 240, 6, 7776]);
}

#[test]
fn t5_a_fired_cartridge_is_spent_in_public() {
    let mut play = rolled([2, 2, 5, 5, 5]);
    assert_eq!(
        loaded(&play),
        [
            ("barrage_2", 2),
            ("barrage_5", 3),
            ("three_of_a_kind", 1),
            ("full_house", 1),
            ("hazard", 1)
        ]
        .map(|(name, max)| (name.to_owned(), max))
    );
    act(&mut play, ada(), "fire barrage_5 M1 M2");
    for viewer in [Viewer::Seat(ada()), Viewer::Seat(ben()), Viewer::Public] {
        let arsenal = play.view(viewer)["sides"][0]["arsenal"].to_string();
        assert!(!arsenal.contains("barrage_5"), "{arsenal}");
    }
    let mut again = change_state(&play, |rules| {
        rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 1, "dice": [5, 5, 5, 1, 1]});
    });
    let (rule, field, text) = refused(&mut again, "fire barrage_5 M3");
    assert_eq!((rule, field.as_str()), ("T5", "cartridge"));
    assert!(text.contains("`barrage_5` is spent: those left are barrage_1, "), "{text}");
}

#[test]
fn t5_only_unlocked_cartridges_can_be_fired() {
    let mut play = rolled([2, 2, 5, 5, 1]);
    for locked in
        ["barrage_3", "three_of_a_kind", "four_of_a_kind", "full_house", "large_straight", "salvo"]
    {
        let (rule, field, text) = refused(&mut play, &format!("fire {locked} M1"));
        assert_eq!((rule, field.as_str()), ("T5", "cartridge"));
        assert!(text.contains("they unlock barrage_1, barrage_2, barrage_5, hazard"), "{text}");
    }
}

#[test]
fn t5_a_barrage_takes_from_one_target_up_to_one_for_each_die() {
    for (targets, right) in [("", false), ("M1", true), ("M1 M2 M3", true), ("M1 M2 M3 M4", false)]
    {
        let line = format!("fire barrage_2 {targets}");
        let mut play = rolled([2, 2, 2, 5, 1]);
        if right {
            act(&mut play, ada(), &line);
        } else {
            let (rule, field, text) = refused(&mut play, &line);
            assert_eq!((rule, field.as_str()), ("T5", "targets"));
            assert!(text.contains("1 to 3"), "{text}");
        }
    }
    let (rule, field, text) = refused(&mut rolled([2, 2, 2, 5, 1]), "fire barrage_2 M1 M2 M1");
    assert_eq!((rule, field.as_str()), ("T5", "targets[2]"));
    assert!(text.contains("named twice"), "{text}");
    // At most as many targets as there are open sectors, here two.
    let left = all_but(13, 9, "A1 A2");
    let mut play = arranged(&json!({}), [2, 2, 2, 5, 1], |rules| {
        rules["operations"] = json!([tokens(1, &left)])
    });
    assert_eq!(loaded(&play)[1], ("barrage_2".to_owned(), 2));
    assert_eq!(refused(&mut play, "fire barrage_2 A1 A2 M1").1, "targets");
    let heard = act(&mut play, ada(), "fire barrage_2 A1 A2");
    assert!(heard.iter().any(|said| said.starts_with("finished")), "{heard:?}");
}

#[test]
fn t5_other_cartridges_have_one_target_and_the_small_straight_a_direction() {
    let mut play = rolled([1, 2, 3, 4, 5]);
    for line in [
        "fire hazard M1 M2",
        "fire hazard",
        "fire large_straight M1 M2",
        "fire small_straight row M1 M2",
    ] {
        let (rule, field, text) = refused(&mut play, line);
        assert_eq!((rule, field.as_str()), ("T5", "targets"));
        assert!(text.contains("exactly 1"), "{text}");
    }
    let (rule, field, text) = refused(&mut play, "fire small_straight M1");
    assert_eq!((rule, field.as_str()), ("T5", "beam"));
    assert!(text.contains("`row` or the `column`"), "{text}");
    for line in ["fire large_straight row M1", "fire hazard column M1"] {
        let (rule, field, text) = refused(&mut play, line);
        assert_eq!((rule, field.as_str()), ("T5", "beam"));
        assert!(text.contains("leave `beam` out"), "{text}");
    }
}

#[test]
fn t5_a_cartridge_is_given_up_only_if_the_dice_unlock_none() {
    let dice = [2, 2, 5, 5, 1];
    let without_hazard = |left: Value| move |rules: &mut Value| rules["sides"][0]["arsenal"] = left;
    // The hazard fits any dice.
    let mut play = arranged(&json!({}), dice, without_hazard(json!(["salvo", "hazard"])));
    let (rule, field, text) = refused(&mut play, "give_up salvo M1");
    assert_eq!((rule, field.as_str()), ("T5", ""));
    assert!(text.contains("fire one of hazard"), "{text}");
    // So does a barrage if one die has its number.
    let mut play = arranged(&json!({}), dice, without_hazard(json!(["barrage_1", "salvo"])));
    assert!(refused(&mut play, "give_up salvo M1").2.contains("fire one of barrage_1"));

    let mut play = arranged(&json!({}), dice, without_hazard(json!(["barrage_6", "salvo"])));
    assert!(loaded(&play).is_empty());
    let legal = play.legal(ada());
    assert_eq!(
        (&legal[1]["type"], &legal[1]["cartridges"]),
        (&json!("give_up"), &json!(["barrage_6", "salvo"]))
    );
    let (_, field, text) = refused(&mut play, "fire salvo M1");
    assert_eq!(field, "cartridge");
    assert!(text.contains("give one up"), "{text}");
    assert_eq!(refused(&mut play, "give_up hazard M1").1, "cartridge");
    let (_, _, text) = refused(&mut play, "shoot M1");
    assert!(text.contains("unlock no cartridge that is left: give one up"), "{text}");
    // After three rolls a cartridge can be given up too.
    let mut rolled = change_state(&play, |rules| rules["stage"]["rolls"] = json!(3));
    let (rule, _, text) = refused(&mut rolled, "roll 1");
    assert!(rule == "T4" && text.contains("or give a cartridge up if they unlock none"), "{text}");
    assert_eq!(refused(&mut play, "give_up salvo N1").0, "T1");
    assert_eq!(act(&mut play, ada(), "give_up salvo A1"), ["seat 1 gives up salvo at A1: hit"]);
    let side = &play.view(Viewer::Public)["sides"][0];
    // A salvo given up does not make five equal dice unlock everything.
    assert_eq!((&side["arsenal"], &side["wild"]), (&json!(["barrage_6"]), &json!(false)));
    assert_eq!(json!(play.game.to_move()), json!([2]));
}

#[test]
fn t5_a_cartridge_that_is_given_up_hits_its_one_target_only() {
    let only = |rules: &mut Value| rules["sides"][0]["arsenal"] = json!(["large_straight"]);
    let mut play = arranged(&json!({}), [2, 2, 5, 5, 1], only);
    assert_eq!(
        act(&mut play, ada(), "give_up large_straight E7"),
        ["seat 1 gives up large_straight at E7: hit"]
    );
    assert_eq!(play.view(Viewer::Public)["sides"][1]["hits"], json!(["E7"]));
    assert_eq!(play.view(Viewer::Public)["sides"][1]["misses"], json!([]));
}

#[test]
fn t5_a_salvo_is_ten_shots_each_reported_before_the_next() {
    let mut play = rolled([6, 6, 6, 6, 6]);
    let number = turn(&play)["number"].clone();
    assert_eq!(act(&mut play, ada(), "fire salvo A1"), ["seat 1 fires salvo at A1: A1 hit"]);
    for (left, sector) in (1..=9).rev().zip(["A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "B1"])
    {
        let now = turn(&play);
        assert_eq!(
            (&now["phase"], &now["remaining_targets"], &now["number"]),
            (&json!("salvo"), &json!(left), &number)
        );
        assert_eq!(json!(play.game.to_move()), json!([1]));
        for line in ["roll", "fire hazard M1", "destruct M1"] {
            let refused = refuse(&mut play, ada(), line);
            assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("T5")));
            assert!(refused.detail.contains(&format!("{left} more")), "{}", refused.detail);
        }
        assert_eq!(refused(&mut play, "shoot A1").0, "T6");
        assert_eq!(
            refuse(&mut play, ben(), &format!("shoot {sector}")).kind,
            RefusalKind::OutOfTurn
        );
        let result = if sector == "A2" { "hit; 1 destroyed" } else { "miss" };
        assert_eq!(
            act(&mut play, ada(), &format!("shoot {sector}")),
            [format!("seat 1 shoots at {sector}: {result}")]
        );
    }
    assert_eq!(json!(play.game.to_move()), json!([2]));
    assert_eq!(refuse(&mut play, ben(), "shoot M1").rule, Some("T4"));
    assert_eq!(play.view(Viewer::Public)["sides"][0]["wild"], true);
}

#[test]
fn t8_dice_unlock_all_cartridges_that_they_contain() {
    let names = |dice| loaded(&rolled(dice)).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(
        names([4, 4, 4, 4, 1]),
        ["barrage_1", "barrage_4", "three_of_a_kind", "four_of_a_kind", "hazard"]
    );
    assert_eq!(
        names([4, 4, 4, 1, 1]),
        ["barrage_1", "barrage_4", "three_of_a_kind", "full_house", "hazard"]
    );
    let five = [
        "barrage_2",
        "barrage_3",
        "barrage_4",
        "barrage_5",
        "barrage_6",
        "small_straight",
        "large_straight",
        "hazard",
    ];
    assert_eq!(names([6, 5, 4, 3, 2]), five);
    assert_eq!(
        loaded(&rolled([3, 3, 3, 3, 3])),
        [
            ("barrage_3", 5),
            ("three_of_a_kind", 1),
            ("four_of_a_kind", 1),
            ("salvo", 1),
            ("hazard", 1)
        ]
        .map(|(name, max)| (name.to_owned(), max))
    );
    let (rule, _, text) = refused(&mut rolled([3, 3, 3, 3, 3]), "fire full_house M1");
    assert_eq!(rule, "T5");
    assert!(text.contains("do not unlock `full_house`"), "{text}");
}

#[test]
fn t9_once_the_own_salvo_is_fired_five_equal_unlock_everything_that_is_left() {
    let wild = |rules: &mut Value| {
        rules["sides"][0]["arsenal"] =
            json!(["barrage_1", "barrage_3", "full_house", "small_straight", "large_straight"]);
        rules["sides"][0]["wild"] = json!(true);
    };
    let mut play = arranged(&json!({}), [3, 3, 3, 3, 3], wild);
    assert_eq!(
        loaded(&play),
        [
            ("barrage_1", 5),
            ("barrage_3", 5),
            ("full_house", 1),
            ("small_straight", 1),
            ("large_straight", 1)
        ]
        .map(|(name, max)| (name.to_owned(), max))
    );
    act(&mut play, ada(), "fire barrage_1 M1 M2 M3 M4 M5");
    // Four equal dice are nothing special.
    let mut play = arranged(&json!({}), [3, 3, 3, 3, 1], wild);
    assert_eq!(loaded(&play).len(), 2);
    assert_eq!(refused(&mut play, "fire full_house M1").0, "T5");
    // The opponent's salvo does not count.
    let others = |rules: &mut Value| {
        rules["sides"][0]["arsenal"] = json!(["barrage_1", "full_house"]);
        rules["sides"][1]["wild"] = json!(true);
    };
    assert!(loaded(&arranged(&json!({}), [3, 3, 3, 3, 3], others)).is_empty());
}
