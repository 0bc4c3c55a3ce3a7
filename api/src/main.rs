//! `broadside`: the service and its tools, in one binary.

fn main() -> std::process::ExitCode {
    broadside::cli::run()
}
