//! Accounts.

mod accounts;
