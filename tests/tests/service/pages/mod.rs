//! Web pages.

pub(crate) mod docs_pages;
mod web_pages;
