//! Rights of tokens: the one table of which token may do what. `docs/tokens.md` has the same table, which a test compares with the
//! answers of the server to every operation with every kind of token.

use super::tokens::Scope;
use crate::ambient::Time;
use crate::problem::{Kind, Problem};
use crate::store::TokenRow;

/// What an operation asks of the token that it is sent with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// To see what the player may see.
    Read,
    /// To do what the player may do in games, and to manage tokens as far as [`governs`] allows.
    Play,
    /// To change what outlives a token: the mailbox, which is a way to a new token, webhooks, and the account itself.
    Account,
}

/// What decides on the rights of a token. It makes no difference whether a player, a rotation or a recovery has made it: whoever
/// takes a token from a mail has shown that they read the confirmed address, and that is as much as the service knows of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// True if it has the scope `play`.
    plays: bool,
    /// True if it ends, since it expires or was rotated.
    ends: bool,
}

impl Standing {
    fn of(token: &TokenRow) -> Self {
        Self { plays: scopes(token).contains(&Scope::Play), ends: token.ends_at.is_some() }
    }
}

/// The table.
fn may(right: Right, token: Standing) -> bool {
    match (right, token) {
        (Right::Read, _)
        | (Right::Play, Standing { plays: true, .. })
        | (Right::Account, Standing { plays: true, ends: false }) => true,
        (Right::Play | Right::Account, Standing { plays: false, .. })
        | (Right::Account, Standing { ends: true, .. }) => false,
    }
}

/// The scopes of a token.
pub(super) fn scopes(token: &TokenRow) -> Vec<Scope> {
    token.scopes.split(' ').map(|name| if name == "play" { Scope::Play } else { Scope::Read }).collect()
}

/// Checks that a token has a right.
///
/// # Errors
/// If it lacks the scope, or ends although what is asked for does not.
pub(super) fn check(right: Right, token: &TokenRow) -> Result<(), Problem> {
    let standing = Standing::of(token);
    if may(right, standing) {
        return Ok(());
    }
    let detail = match token.ends_at {
        Some(at) if standing.plays => format!(
            "this token ends at {at}, and what you ask for would stay: use a token with the scope `play` that does not expire"
        ),
        _ => "this token lacks the scope `play`: use one that has it".to_owned(),
    };
    Err(Problem::new(Kind::Forbidden, detail))
}

/// Checks that a token may rename, rotate or revoke another of its player's: itself, and those that do not outlive it.
///
/// # Errors
/// If the other one outlives it.
pub(super) fn governs(token_id: &str, ends_at: Option<Time>, other: &TokenRow) -> Result<(), Problem> {
    let never = Time(i64::MAX);
    // A token that was rotated is judged by its life, which the one has that takes its place.
    if token_id == other.id || other.expires_at.unwrap_or(never) <= ends_at.unwrap_or(never) {
        return Ok(());
    }
    let detail = "that token outlives the one that you use: use that one itself, or one that lives as long";
    Err(Problem::new(Kind::Forbidden, detail))
}

/// Checks that a token may make one with these scopes.
///
/// # Errors
/// If it lacks one of them.
pub(super) fn grants(own: &[Scope], wanted: &[Scope]) -> Result<(), Problem> {
    // `play` includes `read`.
    let has = |scope: &Scope| own.contains(scope) || own.contains(&Scope::Play);
    match wanted.iter().all(has) {
        true => Ok(()),
        false => Err(Problem::field("scopes", "a token gives no scope that it lacks: leave out `play`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_asks_for_a_scope_and_what_stays_for_a_token_that_stays() {
        let standings = [(false, true), (false, false), (true, true), (true, false)];
        let row = |right| standings.map(|(plays, ends)| may(right, Standing { plays, ends }));
        assert_eq!(row(Right::Read), [true, true, true, true]);
        assert_eq!(row(Right::Play), [false, false, true, true]);
        assert_eq!(row(Right::Account), [false, false, false, true]);
    }

    #[test]
    fn a_token_gives_no_scope_that_it_lacks() {
        let (read, play) = (vec![Scope::Read], vec![Scope::Play]);
        for (own, wanted, given) in
            [(&read, &read, true), (&play, &read, true), (&play, &play, true), (&read, &play, false)]
        {
            assert_eq!(grants(own, wanted).is_ok(), given, "{own:?} {wanted:?}");
        }
    }
}
