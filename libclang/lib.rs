//! An empty crate with a build script that looks for libclang.
//!
//! `rustsat-cadical` compiles C++ for two minutes before it calls bindgen, which needs libclang and
//! clang's own headers. Cargo first starts build scripts on which most crates depend. Only quarrel
//! depends on its own build script, so that would run after the C++. This crate has one more
//! dependent, as many as the C++, and its script finishes long before.
