//! An empty crate with a build script that looks for libclang.
//!
//! `rustsat-cadical` compiles C++ for two minutes before it calls bindgen, which needs libclang and
//! clang's own headers. Of several build scripts, Cargo starts the one first on which most crates
//! depend. On a build script of quarrel itself, only quarrel would depend, so it would run after
//! the C++. This crate has one more dependent, which are as many as the crate with the C++ has, and
//! the script of this crate finishes long before the C++.
