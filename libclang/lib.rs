//! Nothing but a build script that looks for libclang.
//!
//! `rustsat-cadical` compiles two minutes of C++ and only then calls bindgen, which needs libclang
//! and clang's own headers. Cargo starts first what most other crates wait for. A build script of
//! quarrel itself is waited for by quarrel alone, so it came last, behind the C++; this crate's is
//! waited for by one crate more, as the C++ is, and is ready long before it.
