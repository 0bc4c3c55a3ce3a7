//! `broadside`: the service and its tools, in one binary.

/// What one thread has asked for another gives back, thousands of times a second: the system's allocator makes them wait
/// for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    broadside::cli::run()
}
