//! An empty crate with a build script that looks for libclang.
//!
//! `rustsat-cadical` compiles C++ for two minutes before it calls bindgen, which needs libclang and
//! clang's own headers. Cargo starts those build scripts first on which most crates depend. If this
//! script were the build script of quarrel itself, only quarrel would depend on it, so it would run
//! after the C++. As a crate of its own, the script has one more dependent, which is as many as the
//! C++ has, and it finishes long before the C++.
