//! The OpenAPI document.

mod document;
