//! Compiles the libraries of `faults/`, which tests load into the program with `LD_PRELOAD`.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it"));
    for name in ["clock", "shim"] {
        let source = format!("faults/{name}.c");
        println!("cargo::rerun-if-changed={source}");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(out.join(name).with_extension("so"))
            .args([&source, "-ldl"])
            .status();
        assert!(built.expect("`cc` is installed").success(), "{source} does not compile");
    }
}
