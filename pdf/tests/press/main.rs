//! Tests of the press with real PDF tools.
