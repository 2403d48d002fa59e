//! Every format: writing and reading, and damage.
