//! Looks for libclang and clang's own headers, and explains how to install them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HOW: &str = "\
Install it and build again:
  apt-get install libclang-dev        (Debian, Ubuntu, as root)
  make prepare                        (in a checkout of quarrel: as root or not)
or name its folder in LIBCLANG_PATH.";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LIBCLANG_PATH");
    println!("cargo::rerun-if-env-changed=BINDGEN_EXTRA_CLANG_ARGS");
    if let Err(error) = clang_sys::load() {
        println!("cargo::error=the build of quarrel needs libclang, which was not found: {error}");
        HOW.lines().for_each(|line| println!("cargo::error={line}"));
        return ExitCode::FAILURE;
    }
    if !has_headers() {
        println!(
            "cargo::warning=clang's own headers (stdbool.h) were not found: bindgen may fail."
        );
        HOW.lines().for_each(|line| println!("cargo::warning={line}"));
    }
    ExitCode::SUCCESS
}

/// Returns whether clang's own headers can be found: if the program `clang` is found, or if
/// `stdbool.h` is in a folder near libclang or in a folder that the environment names.
fn has_headers() -> bool {
    if clang_sys::support::Clang::find(None, &[]).is_some() {
        return true;
    }
    let named = std::env::var("BINDGEN_EXTRA_CLANG_ARGS").unwrap_or_default();
    let mut folders: Vec<PathBuf> = named
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("-I"))
        .map(PathBuf::from)
        .collect();
    if let Some(library) = clang_sys::get_library() {
        let beside = library.path().canonicalize().unwrap_or_else(|_| library.path().to_owned());
        folders.extend(beside.ancestors().skip(1).take(2).flat_map(versions));
    }
    folders.iter().any(|folder| folder.join("stdbool.h").is_file())
}

/// Returns the folders `clang/VERSION/include` and `lib/clang/VERSION/include` below a folder. They
/// are empty if there is no such folder.
fn versions(folder: &Path) -> Vec<PathBuf> {
    [folder.join("clang"), folder.join("lib/clang")]
        .iter()
        .filter_map(|clang| clang.read_dir().ok())
        .flat_map(|versions| versions.flatten().map(|version| version.path().join("include")))
        .collect()
}
