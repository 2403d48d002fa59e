//! Tells the program which commit and profile it is built from: lines of a comparison name them.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = packaged().or_else(checked_out).unwrap_or_default();
    println!("cargo::rustc-env=QUARREL_COMMIT={commit}");
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=QUARREL_PROFILE={profile}");
}

/// The commit of a package, which cargo writes into it.
fn packaged() -> Option<String> {
    let told = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = told.split_once("\"sha1\"")?;
    let sha = rest.split('"').nth(1)?;
    Some(sha.chars().take(12).collect())
}

/// The commit of a checkout; it is asked for again when the checkout moves.
fn checked_out() -> Option<String> {
    let root = git(&["rev-parse", "--show-prefix"])?;
    // Sources that were copied into another project's checkout have no commit of their own.
    if !root.is_empty() {
        return None;
    }
    for place in ["HEAD", "logs/HEAD"] {
        println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", place])?);
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(words: &[&str]) -> Option<String> {
    let told = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(told.stdout).ok()?;
    told.status.success().then(|| text.trim().to_owned())
}
