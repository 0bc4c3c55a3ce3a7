//! Tokens: the credentials of a player, one for each device or bot.

use broadside_domain::env::Env;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::TokenRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{MINUTE, Time};
use broadside_store::{CommitError, MAX_TOKENS, Write, retry_conflicts, tokens};
use serde::Deserialize;

use super::account::account_deleted;
use super::rights::{Scope, TokenHolder, check_can_grant, check_can_manage, encode_scopes};
use super::{App, validate_name};

/// Maximum lifetime of a token that expires, in days.
const MAX_LIFETIME_DAYS: u32 = 3650;
/// Time that a rotated token still works: for answers that get lost, and for programs that do not
/// have the new token yet.
const ROTATION_GRACE: i64 = 10 * MINUTE;

/// New token with its secret, which is shown only once.
pub struct IssuedToken {
    /// The token, as it is stored.
    pub row: TokenRow,
    /// The token itself.
    pub secret: Secret,
}

/// Properties of a new token.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TokenRequest, example = json!({"name": "scoreboard", "scopes": ["read"]}))]
pub struct NewToken {
    /// Name for the token: 1 to 40 characters, without control characters and without spaces at
    /// either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// Scopes of the token; `read` and `play` if left out.
    #[serde(default = "default_scopes")]
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// Days until the token expires, 1 to 3650. If left out, the token expires together with the
    /// token that you create it with, or never if that one does not expire.
    #[schema(minimum = 1, maximum = 3650, example = 90)]
    expires_in_days: Option<u32>,
}

fn default_scopes() -> Vec<Scope> {
    vec![Scope::Read, Scope::Play]
}

impl IssuedToken {
    /// Generates a token that does not expire.
    pub fn generate(env: &Env, player_id: &str, name: &str, scopes: &[Scope]) -> Self {
        let secret = Secret::generate(env, Purpose::Token);
        let row = TokenRow {
            id: env.new_id(),
            player_id: player_id.to_owned(),
            hash: secret.hash(),
            name: name.to_owned(),
            scopes: encode_scopes(scopes),
            created_at: env.now(),
            expires_at: None,
            ends_at: None,
            recovered: false,
            replaces: None,
        };
        Self { row, secret }
    }
}

impl App {
    /// Creates a token for another device or program of a player.
    ///
    /// # Errors
    /// If a property is not valid, the token would have more rights or live longer than the one
    /// that creates it, the player has too many tokens, or the store fails.
    pub async fn create_token(
        &self,
        holder: &TokenHolder,
        new: &NewToken,
    ) -> Result<IssuedToken, AppError> {
        let name = validate_name(&new.name)?;
        if new.scopes.is_empty() {
            let detail = "a token needs at least one scope: send `read`, `play` or both";
            return Err(AppError::field("scopes", detail));
        }
        check_can_grant(&holder.scopes, &new.scopes)?;
        let expires_at = expiry(self.env.now(), new.expires_in_days, holder.ends_at)?;
        let mut issued = IssuedToken::generate(&self.env, &holder.player_id, &name, &new.scopes);
        issued.row.expires_at = expires_at;
        issued.row.ends_at = expires_at;
        let add = tokens::Add { token: issued.row.clone() };
        self.commit_new_token(&holder.player_id, None, issued.row.created_at, add).await?;
        Ok(issued)
    }

    /// Returns the tokens of a player that have not expired, oldest first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn active_tokens(&self, player_id: &str) -> Result<Vec<TokenRow>, AppError> {
        self.active_tokens_at(player_id, self.env.now()).await
    }

    /// Revokes a token of a player.
    ///
    /// # Errors
    /// If the player has no such token, it outlives the one that they act with, or the store fails.
    pub async fn revoke_token(&self, holder: &TokenHolder, id: &str) -> Result<(), AppError> {
        let token = find_by_id(self.active_tokens(&holder.player_id).await?, id)?;
        check_can_manage(holder, &token)?;
        self.store.commit(tokens::Revoke { id: id.to_owned() }).await?;
        self.clear_token_cache();
        Ok(())
    }

    /// Renames a token of a player. Returns the token with the new name.
    ///
    /// # Errors
    /// If the name is not valid, the player has no such token, it outlives the one that they act
    /// with, or the store fails.
    pub async fn rename_token(
        &self,
        holder: &TokenHolder,
        id: &str,
        name: &str,
    ) -> Result<TokenRow, AppError> {
        let name = validate_name(name)?;
        let token = find_by_id(self.active_tokens(&holder.player_id).await?, id)?;
        check_can_manage(holder, &token)?;
        let rename = tokens::Rename { id: id.to_owned(), name: name.clone() };
        self.store.commit(rename).await.map_err(|error| match error {
            CommitError::Conflict => AppError::from_kind(ErrorKind::NotFound),
            CommitError::Failed(error) => AppError::from(error),
        })?;
        self.clear_token_cache();
        Ok(TokenRow { name, ..token })
    }

    /// Replaces a token of a player with a new one. The old one works for a few minutes more. Until
    /// the new one is used, the old one can be rotated again, because the response may have been
    /// lost: another token then takes the place of the new one.
    ///
    /// # Errors
    /// If the player has no such token, it outlives the one that they act with, it was replaced by
    /// a token that is in use, the player has too many tokens, or the store fails.
    pub async fn rotate_token(
        &self,
        holder: &TokenHolder,
        id: &str,
    ) -> Result<IssuedToken, AppError> {
        let now = self.env.now();
        let old = find_by_id(self.tokens_below_limit(&holder.player_id, now).await?, id)?;
        check_can_manage(holder, &old)?;
        let secret = Secret::generate(&self.env, Purpose::Token);
        let ends_at = Time(now.0 + ROTATION_GRACE).min(old.ends_at.unwrap_or(Time(i64::MAX)));
        let expires_at = old.expires_at;
        let row = TokenRow {
            id: self.env.new_id(),
            hash: secret.hash(),
            created_at: now,
            ends_at: expires_at,
            replaces: Some(old.id.clone()),
            ..old
        };
        let rotate = tokens::Rotate { id: id.to_owned(), ends_at, next: row.clone() };
        self.commit_new_token(&holder.player_id, Some(id), now, rotate).await?;
        self.clear_token_cache();
        Ok(IssuedToken { row, secret })
    }

    /// Returns the tokens of a player that have not expired at a time.
    async fn active_tokens_at(
        &self,
        player_id: &str,
        now: Time,
    ) -> Result<Vec<TokenRow>, AppError> {
        let mut tokens = self.store.tokens_of(player_id).await?;
        tokens.retain(|token| !token.has_expired(now));
        Ok(tokens)
    }

    /// Returns the tokens of a player that have not expired, if they can have another one.
    ///
    /// # Errors
    /// Fails if the player has the maximum of tokens.
    async fn tokens_below_limit(
        &self,
        player_id: &str,
        now: Time,
    ) -> Result<Vec<TokenRow>, AppError> {
        let tokens = self.active_tokens_at(player_id, now).await?;
        if tokens.len() < MAX_TOKENS {
            Ok(tokens)
        } else {
            let detail =
                format!("you have {MAX_TOKENS} tokens, which is the maximum: revoke one first");
            Err(AppError::new(ErrorKind::NotNow, detail))
        }
    }

    /// Commits a change that gives a player another token, created at a time, in place of an old
    /// one if `replaced_id` names it.
    ///
    /// # Errors
    /// Fails if the player has too many tokens, or if the player or the named token was deleted in
    /// the meantime.
    async fn commit_new_token(
        &self,
        player_id: &str,
        replaced_id: Option<&str>,
        created_at: Time,
        change: impl Write + Clone,
    ) -> Result<(), AppError> {
        retry_conflicts(|| async {
            // Use the same time as the change.
            let tokens = self.tokens_below_limit(player_id, created_at).await?;
            if let Some(id) = replaced_id {
                check_can_rotate(&tokens, id)?;
            }
            if self.store.try_commit(change.clone()).await? {
                return Ok(Some(()));
            }
            match self.find_player(player_id).await? {
                Some(_) => Ok(None),
                None => Err(account_deleted()),
            }
        })
        .await
    }
}

/// Computes the expiry of a new token from the requested days and from the expiry of the token that
/// creates it.
fn expiry(
    now: Time,
    days: Option<u32>,
    creator_ends_at: Option<Time>,
) -> Result<Option<Time>, AppError> {
    let Some(days) = days else { return Ok(creator_ends_at) };
    if !(1..=MAX_LIFETIME_DAYS).contains(&days) {
        let detail = format!("send 1 to {MAX_LIFETIME_DAYS} days, not {days}, or leave this out");
        return Err(AppError::field("expires_in_days", detail));
    }
    let at = now.plus_days(days);
    if let Some(end) = creator_ends_at.filter(|end| *end < at) {
        let detail = format!(
            "a token cannot outlive the token that creates it, which expires at {end}: send fewer days, or leave \
                this out"
        );
        return Err(AppError::field("expires_in_days", detail));
    }
    Ok(Some(at))
}

/// Checks that a token can be rotated. If it was rotated before, the token that replaced it must be
/// unused.
///
/// # Errors
/// Fails if there is no such token, or if another token has taken its place.
fn check_can_rotate(tokens: &[TokenRow], id: &str) -> Result<(), AppError> {
    let Some(token) = tokens.iter().find(|token| token.id == id) else {
        return Err(AppError::from_kind(ErrorKind::NotFound));
    };
    let has_unused_successor =
        tokens.iter().any(|successor| successor.replaces.as_deref() == Some(id));
    if token.is_rotated() && !has_unused_successor {
        let detail =
            "this token was replaced, and the new token is in use: use the new one, or rotate that";
        return Err(AppError::new(ErrorKind::Forbidden, detail));
    }
    Ok(())
}

fn find_by_id(tokens: Vec<TokenRow>, id: &str) -> Result<TokenRow, AppError> {
    tokens
        .into_iter()
        .find(|token| token.id == id)
        .ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_outlive_the_one_that_creates_it() {
        let now = Time(1_000);
        assert_eq!(expiry(now, None, None).unwrap(), None);
        assert_eq!(expiry(now, None, Some(Time(9))).unwrap(), Some(Time(9)));
        assert_eq!(expiry(now, Some(7), None).unwrap(), Some(now.plus_days(7)));
        assert_eq!(expiry(now, Some(7), Some(now.plus_days(7))).unwrap(), Some(now.plus_days(7)));
        for (days, creator_ends_at) in [(0, None), (3651, None), (8, Some(now.plus_days(7)))] {
            let refusal = expiry(now, Some(days), creator_ends_at).unwrap_err();
            assert_eq!(refusal.field_name(), "expires_in_days");
        }
    }
}
