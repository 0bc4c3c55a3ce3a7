//! Rights of tokens, in one table. `docs/tokens.md` has the same table. A test compares it with the
//! answers of the server to every operation with every kind of token.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use serde::{Deserialize, Serialize};

/// Permission of a token.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read everything that the player may see.
    Read,
    /// Do everything that the player may do. Includes `read`.
    Play,
}

/// Right that an operation demands of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Right to see everything that the player may see.
    Read,
    /// Right to do everything that the player may do in games, and to manage tokens that do not
    /// outlive this one.
    Play,
    /// Right to change things that outlive a token: the mailbox (a way to a new token), webhooks,
    /// and the account itself.
    Account,
}

/// Player who acts with a token.
#[derive(Clone, Debug)]
pub struct TokenHolder {
    pub player_id: String,
    pub token_id: String,
    pub scopes: Vec<Scope>,
    /// Time from which the token grants no access; `None` if it does not end. Tokens that it
    /// creates do not outlive it.
    pub ends_at: Option<Time>,
}

impl TokenHolder {
    pub fn new(token: &TokenRow) -> Self {
        Self {
            player_id: token.player_id.clone(),
            token_id: token.id.clone(),
            scopes: scopes_of(token),
            ends_at: token.ends_at,
        }
    }
}

/// Properties of a token that decide on its rights. The origin of a token (a player, a rotation or
/// a recovery) makes no difference. A person who redeems a code from a mail has shown that they
/// read the confirmed address, and the service has no other way to know its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TokenTraits {
    /// True if the token has the scope `play`.
    plays: bool,
    /// True if the token ends, because it expires or was rotated.
    ends: bool,
}

impl TokenTraits {
    fn from_token(token: &TokenRow) -> Self {
        Self { plays: scopes_of(token).contains(&Scope::Play), ends: token.ends_at.is_some() }
    }
}

/// Looks up a right in the table.
fn is_allowed(right: Right, token: TokenTraits) -> bool {
    match (right, token) {
        (Right::Read, _)
        | (Right::Play, TokenTraits { plays: true, .. })
        | (Right::Account, TokenTraits { plays: true, ends: false }) => true,
        (Right::Play | Right::Account, TokenTraits { plays: false, .. })
        | (Right::Account, TokenTraits { ends: true, .. }) => false,
    }
}

pub fn scopes_of(token: &TokenRow) -> Vec<Scope> {
    token
        .scopes
        .split(' ')
        .map(|name| if name == "play" { Scope::Play } else { Scope::Read })
        .collect()
}

/// Returns scopes as they are stored, in a fixed order.
pub(crate) fn encode_scopes(scopes: &[Scope]) -> String {
    let names = [(Scope::Read, "read"), (Scope::Play, "play")];
    let granted: Vec<_> =
        names.iter().filter(|(scope, _)| scopes.contains(scope)).map(|(_, name)| *name).collect();
    granted.join(" ")
}

/// Checks that a token has a right.
///
/// # Errors
/// Fails if the token lacks the scope, or if it ends although the effect of the operation does not.
pub fn check_right(right: Right, token: &TokenRow) -> Result<(), AppError> {
    let traits = TokenTraits::from_token(token);
    if is_allowed(right, traits) {
        return Ok(());
    }
    let detail = match token.ends_at {
        Some(at) if traits.plays => format!(
            "this token ends at {at}, but the effect of this request would stay: use a token with the scope `play` \
                that does not expire"
        ),
        _ => "this token lacks the scope `play`: use one that has it".to_owned(),
    };
    Err(AppError::new(ErrorKind::Forbidden, detail))
}

/// Checks that a player may rename, rotate or revoke one of their tokens: the one that they act
/// with, and tokens that do not outlive it.
///
/// # Errors
/// Fails if the other token outlives it.
pub(crate) fn check_can_manage(holder: &TokenHolder, other: &TokenRow) -> Result<(), AppError> {
    let never = Time(i64::MAX);
    // A rotated token is judged by its original expiry, which its successor has too.
    if holder.token_id == other.id
        || other.expires_at.unwrap_or(never) <= holder.ends_at.unwrap_or(never)
    {
        return Ok(());
    }
    let detail = "that token outlives the one that you use: use that token itself, or one that lasts as long";
    Err(AppError::new(ErrorKind::Forbidden, detail))
}

/// Checks that a token may create one with these scopes.
///
/// # Errors
/// Fails if the token lacks one of them.
pub(crate) fn check_can_grant(granting: &[Scope], wanted: &[Scope]) -> Result<(), AppError> {
    // `play` includes `read`.
    if granting.contains(&Scope::Play) || wanted.iter().all(|scope| granting.contains(scope)) {
        Ok(())
    } else {
        Err(AppError::field(
            "scopes",
            "a token cannot grant a scope that it lacks: leave `play` out",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_needs_its_scope_and_the_account_a_token_that_does_not_end() {
        let tokens = [
            TokenTraits { plays: false, ends: true },
            TokenTraits { plays: false, ends: false },
            TokenTraits { plays: true, ends: true },
            TokenTraits { plays: true, ends: false },
        ];
        for (right, allowed) in [
            (Right::Read, [true, true, true, true]),
            (Right::Play, [false, false, true, true]),
            (Right::Account, [false, false, false, true]),
        ] {
            assert_eq!(tokens.map(|token| is_allowed(right, token)), allowed, "{right:?}");
        }
    }

    #[test]
    fn a_token_grants_no_scope_that_it_lacks() {
        for (own, wanted, is_granted) in [
            (Scope::Read, Scope::Read, true),
            (Scope::Play, Scope::Read, true),
            (Scope::Play, Scope::Play, true),
            (Scope::Read, Scope::Play, false),
        ] {
            let checked = check_can_grant(&[own], &[wanted]);
            assert_eq!(checked.is_ok(), is_granted, "{own:?} {wanted:?}");
        }
    }
}
