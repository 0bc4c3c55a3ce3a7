//! Times at which a player wants reminders.

/// Maximum number of reminders of a turn.
pub const MAX_REMINDERS: usize = 3;
/// Maximum time between a reminder and the deadline, in hours: the longest turn.
pub const MAX_REMINDER_HOURS: u32 = 14 * 24;

/// Validates the hours before a deadline at which a player wants reminders, and puts the earliest
/// reminder first.
///
/// # Errors
/// If there are too many, or one is not within the limits: what would be right.
pub fn reminders(hours: &[u32]) -> Result<Vec<u32>, String> {
    let are_valid = hours.iter().all(|hours| (1..=MAX_REMINDER_HOURS).contains(hours));
    if hours.len() > MAX_REMINDERS || !are_valid {
        return Err(format!(
            "send at most {MAX_REMINDERS} numbers of hours before the deadline, from 1 to {MAX_REMINDER_HOURS}"
        ));
    }
    let mut hours = hours.to_vec();
    hours.sort_unstable_by(|one, other| other.cmp(one));
    hours.dedup();
    Ok(hours)
}
