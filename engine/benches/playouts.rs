//! How many random games a second the engine plays.

fn main() {}
