//! Freshness of cached tokens and games. Every request asks for it, so each database has its own
//! statement.

use broadside_domain::game::Revision;
use broadside_domain::time::Time;

/// Current validity of a cached token and a cached game. Each of the two is optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// True if the token exists.
    pub token: bool,
    /// See [`broadside_domain::player::TokenRow::ends_at`].
    pub ends_at: Option<Time>,
    /// Revision of the game; `None` if there is no such game.
    pub revision: Option<Revision>,
}

/// Token, by its hash, and game to check.
pub type FreshnessKey = (Option<String>, Option<String>);

/// Index in the request, true if the token exists, its end, and the version and meta version of the
/// game.
pub(crate) type FreshnessRow = (i64, bool, Option<i64>, Option<i64>, Option<i64>);

/// Pairs each row with the key at its index.
pub(crate) fn pair_with_keys(
    keys: &[FreshnessKey],
    rows: Vec<FreshnessRow>,
) -> Vec<(FreshnessKey, Freshness)> {
    let mut pairs = Vec::new();
    for (index, token, ends_at, version, meta_version) in rows {
        let Some(key) = keys.get(index as usize) else { continue };
        let revision = version.zip(meta_version).map(|(version, meta_version)| Revision {
            version: version as u64,
            meta_version: meta_version as u64,
        });
        pairs.push((key.clone(), Freshness { token, ends_at: ends_at.map(Time), revision }));
    }
    pairs
}
