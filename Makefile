# `make demo` builds quarrel and shows three puzzles, `make test` runs every test, `make man` writes the
# manual's pages, `make solvers` installs other solvers and has them solve what quarrel exports, `make cluster`
# installs Slurm and works plans off under it, `make fuzz` and `make faults` hand it what is broken. All install
# what is missing and use the same build of the C++.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := demo
.PHONY: demo test cluster solvers proofs fuzz faults cnf-out notices man build prepare shells lint

CARGO ?= cargo
BUILD := $(abspath $(or $(CARGO_TARGET_DIR),target))
QUARREL := $(BUILD)/debug/quarrel

# What `prepare` has put into the build folder, if it had to.
ENVIRONMENT := $(BUILD)/libclang/environment
WITH_LIBCLANG := if [ -e "$(ENVIRONMENT)" ]; then . "$(ENVIRONMENT)"; fi

demo: build
	@show() { printf '\n$$ quarrel %s\n' "$$*"; "$(QUARREL)" "$$@" --picture always; }
	show solve abbott-window --size 8
	show solve queens tests/boards/queens-8x8.sas --unique
	show solve gunport --size 8x10

build: prepare
	@$(WITH_LIBCLANG)
	$(CARGO) build --locked

# Every test: those of a developer's laptop, then the long ones.
test: prepare shells
	@$(WITH_LIBCLANG)
	$(CARGO) test --workspace --locked
	$(CARGO) test --workspace --locked -- --ignored
	$(CARGO) test --package quarrel-encodings --lib --all-features --locked

# Other solvers, from Debian and PyPI as far as they can be had here, and round trips through them.
solvers: prepare
	@$(WITH_LIBCLANG)
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	  apt-get update -qq || echo "the list of packages is as it was"
	  for package in cadical minisat picosat cryptominisat glpk-utils coinor-cbc clasp; do
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$package >/dev/null ||
	      echo "$$package cannot be installed"
	  done
	fi
	if python3 -m venv "$(BUILD)/solvers" >/dev/null; then
	  "$(BUILD)/solvers/bin/python3" -m pip install --quiet --disable-pip-version-check python-sat highspy ||
	    echo "python-sat and highspy cannot be installed"
	fi
	PATH="$(BUILD)/solvers/bin:$$PATH" $(CARGO) test --locked --test solvers

# The checker of proofs, built from crates.io where it is not on the path, and what it says of ours.
proofs: prepare
	@$(WITH_LIBCLANG)
	if ! command -v veripb >/dev/null && ! [ -x "$(BUILD)/veripb/bin/veripb" ]; then
	  CARGO_TARGET_DIR="$(BUILD)/veripb/build" $(CARGO) install veripb --version 3.0.2 --locked --root "$(BUILD)/veripb"
	fi
	PATH="$(BUILD)/veripb/bin:$$PATH" VERIPB=veripb $(CARGO) test --locked --test proofs

# Plans under a real scheduler: a Slurm of two nodes on this machine, which ends with the tests.
CLUSTER := $(BUILD)/cluster
cluster: prepare
	@$(WITH_LIBCLANG)
	if ! tests/cluster/install.sh; then
	  echo "Slurm cannot be installed here: no tests under a scheduler"
	  exit 0
	fi
	$(CARGO) test --locked --test cluster --no-run
	tests/cluster/down.sh "$(CLUSTER)" 2>/dev/null || true
	trap 'tests/cluster/down.sh "$(CLUSTER)"' EXIT
	SLURM_NODE_MEM=8000 tests/cluster/up.sh "$(CLUSTER)"
	export SLURM_CONF="$(CLUSTER)/slurm.conf" QUARREL_CLUSTER="$(CLUSTER)"
	$(CARGO) test --locked --test cluster

# A minute of broken inputs for every reader, with the overflow checks of the dev profile.
fuzz: prepare
	@$(WITH_LIBCLANG)
	$(CARGO) bench --profile dev --locked --bench fuzz

# A few kills, full disks and lying solvers of each kind.
faults: build
	@if command -v python3 >/dev/null; then
	  benches/faults/run --quick --program "$(QUARREL)"
	else
	  echo "python3 is missing: no faults"
	fi

# Writes the manual's pages to MANDIR.
MANDIR ?= $(HOME)/.local/share/man/man1
man: build
	@"$(QUARREL)" man --install "$(MANDIR)"

# The shells in which completions are tried, and what looks manual pages over. Where they cannot be installed,
# the tests pass them over.
shells:
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi
	for program in zsh fish mandoc; do
	  if command -v $$program >/dev/null; then continue; fi
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$program >/dev/null 2>&1 ||
	    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$program >/dev/null; } ||
	    echo "$$program cannot be installed"
	done

# Writes the reference exports anew.
cnf-out: prepare
	@$(WITH_LIBCLANG)
	UPDATE_EXPORTS=1 $(CARGO) test --locked --test reference_exports

# Writes THIRD-PARTY.md anew.
notices: prepare
	@$(WITH_LIBCLANG)
	UPDATE_NOTICES=1 $(CARGO) test --locked --test notices

# Format, lints and documentation, each crate with and without its features, and whether the crates
# could be published (with cargo 1.90 or later). What is packaged is not built again: that takes minutes
# of C++.
lint: prepare
	@$(WITH_LIBCLANG)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) clippy --package quarrel --lib --no-default-features --locked -- -D warnings
	$(CARGO) clippy --package quarrel-encodings --all-targets --all-features --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	$(CARGO) publish --workspace --dry-run --no-verify --allow-dirty --locked

# Bindgen needs libclang and clang's own headers, and asks for them only after two minutes of C++;
# so they are looked for first. As root they come from the distribution; else from a wheel that
# is one shared library, unpacked in the build folder, with the headers of gcc.
prepare:
	@if [ -e "$(ENVIRONMENT)" ] || [ -n "$${LIBCLANG_PATH:-}" ]; then exit 0; fi
	found() {
	  { command -v clang || ls -d /usr/lib*/llvm*/lib*/clang/*/include/stdbool.h /usr/lib*/clang/*/include/stdbool.h; } >/dev/null 2>&1 &&
	  { ls -d /usr{,/local}/lib*{,/*}/libclang[.-]*so* /usr/lib*/llvm*/lib*/libclang[.-]*so* 2>/dev/null || true; } | grep -vq -- -cpp
	}
	if found; then exit 0; fi
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	  echo "libclang is missing: installing libclang-dev"
	  apt-get update -qq
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libclang-dev >/dev/null
	elif command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1; then
	  echo "libclang is missing: unpacking the wheel of libclang in $(BUILD)/libclang"
	  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --upgrade --target "$(BUILD)/libclang" libclang==14.0.6
	  ls "$(BUILD)/libclang/clang/native/"libclang* >/dev/null
	  printf 'export LIBCLANG_PATH="%s"\nexport BINDGEN_EXTRA_CLANG_ARGS="-I%s"\n' "$(BUILD)/libclang/clang/native" "$$(gcc -print-file-name=include)" > "$(ENVIRONMENT)"
	else
	  echo "libclang is missing. As root: apt-get install libclang-dev; or install pip for python3, and run make again." >&2
	  exit 1
	fi
