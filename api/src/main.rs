//! `broadside`: the service and its tools, in one binary.

/// Allocator of the process. Threads free memory that other threads have allocated, thousands of
/// times a second, and the system's allocator makes them wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    broadside::cli::run()
}
