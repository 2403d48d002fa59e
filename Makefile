# `make demo` builds quarrel and shows three puzzles; `make test` runs the tests, `make test-all` the long ones, too.
# `make proofs`, `make solvers`, `make shells`, `make page` and `make cluster` install a checker of proofs, other solvers,
# shells, a browser and Slurm, run the tests that need them, and fail without them; `make tools` installs the first four.
# `make python` builds and tests the Python package; `make fuzz` and `make faults` hand the program what is broken. `make man`
# writes the manual's pages, and `make pictures` the pictures of the docs that need a browser.
#
# All use the same build of the C++.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := demo
.PHONY: demo test test-all tools cluster solvers proofs shells page python fuzz faults cnf-out notices pictures man build prepare
.PHONY: lint features
.PHONY: install-veripb install-solvers install-shells install-page

CARGO ?= cargo
BUILD := $(if $(filter /%,$(CARGO_TARGET_DIR)),,$(CURDIR)/)$(or $(CARGO_TARGET_DIR),target)
QUARREL := $(BUILD)/debug/quarrel

# Tools that are installed below the build folder are found first.
export PATH := $(BUILD)/veripb/bin:$(BUILD)/solvers/bin:$(PATH)
export NODE_PATH := $(BUILD)/page/node_modules

# What `prepare` has put into the build folder, if it had to.
ENVIRONMENT := $(BUILD)/libclang/environment
WITH_LIBCLANG := if [ -e "$(ENVIRONMENT)" ]; then . "$(ENVIRONMENT)"; fi

# A shell's function that installs a package of Debian if a program is missing: `apt PROGRAM PACKAGE`. If that needs root or
# apt, the package is named, and `installed` fails.
define APT
missing=
installed() { [ -z "$$missing" ]; }
apt() {
  if command -v "$$1" >/dev/null; then return; fi
  if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "$$1 is missing: install the package $$2" >&2
    missing=yes
    return
  fi
  echo "$$1 is missing: installing $$2"
  install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$$1" >/dev/null; }
  install "$$2" 2>/dev/null || { apt-get update -qq && install "$$2"; }
}
endef

demo: build
	@show() { printf '\n$$ quarrel %s\n' "$$*"; "$(QUARREL)" "$$@" --picture always; }
	show solve abbott-window --size 8
	show solve queens tests/boards/queens-8x8.sas --unique
	show solve gunport --size 8x10

build: prepare
	@$(WITH_LIBCLANG)
	$(CARGO) build --locked --bin quarrel

# Every test that takes less than a minute; those whose tool is missing are ignored, and said at the end.
test: prepare
	@$(WITH_LIBCLANG)
	tests/run quick

# The long tests as well.
test-all: test
	@$(WITH_LIBCLANG)
	tests/run long

# What tests need beyond cargo and a C++ compiler.
tools: install-veripb install-solvers install-shells install-page

# The checker of proofs, built from crates.io if it is not on the path, and what it says of ours.
proofs: prepare install-veripb
	@$(WITH_LIBCLANG)
	tests/run tools proofs

install-veripb: prepare
	@$(WITH_LIBCLANG)
	if ! command -v veripb >/dev/null; then
	  CARGO_TARGET_DIR="$(BUILD)/veripb/build" $(CARGO) install veripb --version 3.0.2 --locked --root "$(BUILD)/veripb"
	fi

# Other solvers, from Debian and PyPI, and round trips through them.
solvers: prepare install-solvers
	@$(WITH_LIBCLANG)
	tests/run tools solvers

install-solvers:
	@$(APT)
	apt cadical cadical
	apt minisat minisat
	apt picosat picosat
	apt cryptominisat5 cryptominisat
	apt glpsol glpk-utils
	apt cbc coinor-cbc
	apt clasp clasp
	apt lp_solve lp-solve
	apt python3 python3
	installed
	if ! python3 -c 'import pysat, highspy, pulp, pyomo, pyscipopt, ortools, mip, linopy, docplex, gurobipy' 2>/dev/null; then
	  python3 -c 'import ensurepip, venv' 2>/dev/null || { apt ensurepip python3-venv && installed; }
	  python3 -m venv "$(BUILD)/solvers"
	  "$(BUILD)/solvers/bin/python3" -m pip install --quiet --disable-pip-version-check python-sat highspy pulp pyomo pyscipopt ortools mip linopy docplex gurobipy
	  # A package brings a development version of CBC, which would go before the distribution's.
	  rm -f "$(BUILD)/solvers/bin/cbc"
	fi

# The shells in which completions are tried, a terminal, and what looks manual pages over.
shells: prepare install-shells
	@$(WITH_LIBCLANG)
	tests/run tools shells

install-shells:
	@$(APT)
	for program in bash zsh fish mandoc; do apt $$program $$program; done
	apt man man-db
	apt script bsdutils
	installed

# A browser without a window, in which sheets are played, what drives it, and what looks for barriers.
page: prepare install-page
	@$(WITH_LIBCLANG)
	tests/run tools page

install-page:
	@$(APT)
	apt chromium chromium
	apt node nodejs
	apt npm npm
	installed
	if ! node -e 'require("playwright-core"); require("axe-core")' 2>/dev/null; then
	  mkdir -p "$(BUILD)/page"
	  cp tests/page/package.json tests/page/package-lock.json "$(BUILD)/page"
	  npm ci --prefix "$(BUILD)/page" --silent --no-audit --no-fund
	fi

# Plans under a real scheduler: a Slurm of two nodes on this machine, which ends with the tests.
CLUSTER := $(BUILD)/cluster
cluster: prepare
	@$(WITH_LIBCLANG)
	tests/cluster/install.sh
	$(CARGO) test --locked --test tools --no-run
	tests/cluster/down.sh "$(CLUSTER)" 2>/dev/null || true
	trap 'tests/cluster/down.sh "$(CLUSTER)"' EXIT
	SLURM_NODE_MEM=8000 tests/cluster/up.sh "$(CLUSTER)"
	export SLURM_CONF="$(CLUSTER)/slurm.conf" QUARREL_CLUSTER="$(CLUSTER)"
	tests/run tools cluster

# The Python package, in a fresh environment. Without Python or maturin, says so.
python:
	@python/run

# A minute of broken inputs for every reader, with the overflow checks of the dev profile.
fuzz: prepare
	@$(WITH_LIBCLANG)
	$(CARGO) bench --profile dev --locked --bench fuzz

# A few kills, full disks and lying solvers of each kind.
faults: build
	@$(APT)
	apt python3 python3
	installed
	benches/faults/run --quick --program "$(QUARREL)"

# Writes the manual's pages to MANDIR.
MANDIR ?= $(HOME)/.local/share/man/man1
man: build
	@"$(QUARREL)" man --install "$(MANDIR)"

# Writes the reference exports anew.
cnf-out: prepare
	@$(WITH_LIBCLANG)
	UPDATE_EXPORTS=1 $(CARGO) test --locked --test program reference_exports

# Takes the pictures of the docs anew that are shots of a browser: the page with a hint, and from the RESULTS of
# `quarrel compare seed-gunport --results RESULTS` the growth of the formulations.
SHOTS := $(BUILD)/pictures
pictures: build install-page
	@mkdir -p "$(SHOTS)"
	"$(QUARREL)" convert queens tests/boards/queens-8x8.sas --to letters >"$(SHOTS)/monday.txt"
	"$(QUARREL)" show queens "$(SHOTS)/monday.txt" -o "$(SHOTS)/monday.html"
	node docs/pictures/make.cjs page "$(SHOTS)/monday.html" docs/pictures/page.png
	if [ -n "$(RESULTS)" ]; then
	  "$(QUARREL)" compare --report "$(RESULTS)" --html "$(SHOTS)/growth.html" >/dev/null
	  node docs/pictures/make.cjs growth "$(SHOTS)/growth.html" docs/pictures/gunport-formulations.png
	fi

# Writes THIRD-PARTY.md anew.
notices: prepare
	@$(WITH_LIBCLANG)
	UPDATE_NOTICES=1 $(CARGO) test --locked --test library notices

# Compiles the library, and the program if it has the feature for it, with each feature alone; and
# the units of the program without the others, which have to refuse what it lacks.
FEATURES := cli compare compress lp png records
LEAN := --package quarrel --no-default-features --features cli --locked
features: prepare
	@$(WITH_LIBCLANG)
	for feature in $(FEATURES); do
	  $(CARGO) clippy --package quarrel --lib --bins --no-default-features --features $$feature --locked -- -D warnings
	done
	$(CARGO) clippy $(LEAN) --lib --tests -- -D warnings
	$(CARGO) test $(LEAN) --config profile.dev.package.quarrel.opt-level=0 --lib refused

# Format, lints and documentation, each crate with and without its features, and whether the crates
# could be published (with cargo 1.90 or later). What is packaged is not built again: that takes minutes
# of C++.
lint: prepare features
	@$(WITH_LIBCLANG)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) clippy --workspace --lib --examples --no-default-features --locked -- -D warnings
	$(CARGO) clippy --package quarrel-encodings --lib --locked -- -D warnings
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
