# Every command of the project; `make help` lists them.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
TARGET := $(or $(CARGO_TARGET_DIR),target)
STAMPS := $(VENV)/stamps
ENGINE := $(TARGET)/release/rummy-engine

# The files that the wheel is made of.
SOURCES := Cargo.toml Cargo.lock pyproject.toml README.md $(shell find src python -type f -not -name '*.pyc')

# Reads a dependency group of pyproject.toml, for versions of pip that cannot.
group = $(shell $(BIN)/python tools/group.py $(1))

FIND_PYTHON = for p in $$PYTHON python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$p; break; fi; done

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Silences a notice of Material about its future (see pyproject.toml); a build must be free of warnings.
export NO_MKDOCS_2_WARNING := 1

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{printf "  make %-12s %s\n", $$1, $$2}'

.PHONY: demo
demo: $(STAMPS)/wheel ## Build, install, and solve the worked examples and the self-play positions
	@$(BIN)/rummy-fast demo tests/data/selfplay.jsonl

.PHONY: test
test: fmt-check web-if-possible lint test-rust test-python ## Check formats, lint, and run the Rust tests and the Python tests against the installed wheel

.PHONY: fmt
fmt: $(STAMPS)/lint ## Format everything
	cargo fmt
	cargo fmt --manifest-path fuzz/Cargo.toml
	cargo fmt --manifest-path web/wasm/Cargo.toml
	$(BIN)/ruff format
	$(BIN)/ruff check --fix --exit-zero --quiet

.PHONY: fmt-check
fmt-check: $(STAMPS)/lint ## Check the formatting
	cargo fmt --check
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	cargo fmt --check --manifest-path web/wasm/Cargo.toml
	$(BIN)/ruff format --check

.PHONY: lint
lint: $(STAMPS)/lint $(STAMPS)/wheel ## Run clippy, ruff, mypy, pyright, stubtest and zizmor
	cargo clippy --locked --all-targets -- -D warnings
	PYO3_PYTHON=$(abspath $(BIN)/python) cargo clippy --locked --all-targets --features python,serde -- -D warnings
	# Each feature alone, and none.
	for feature in "" parallel bots matches serde protocol; do \
		cargo clippy --locked --no-default-features --features "$$feature" -- -D warnings || exit 1; done
	cargo clippy --locked --manifest-path web/wasm/Cargo.toml --target-dir $(TARGET) -- -D warnings
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m mypy.stubtest rummy_fast._core --allowlist tests/stubtest_allowlist.txt
	$(BIN)/zizmor --offline --quiet --persona pedantic .github

.PHONY: test-rust
test-rust: ## Run the Rust tests, including those in the documentation
	cargo test --locked --features serde

.PHONY: test-python
test-python: $(STAMPS)/test $(STAMPS)/wheel $(ENGINE) ## Run the Python tests against the installed wheel
	$(BIN)/pytest
	# Thread safety: run each of these tests in four threads at once.
	$(BIN)/pytest -q --parallel-threads=4 tests/test_answers.py tests/test_values.py tests/test_verdict.py tests/test_notation.py tests/test_round.py

.PHONY: docs
docs: web-if-possible $(STAMPS)/docs $(STAMPS)/wheel ## Build the documentation site in site/; warnings are errors
	$(BIN)/mkdocs build --strict

.PHONY: docs-serve
docs-serve: $(STAMPS)/docs $(STAMPS)/wheel ## Serve the documentation site while you write it
	$(BIN)/mkdocs serve --strict --watch python --watch examples

.PHONY: docs-fill
docs-fill: $(STAMPS)/test $(STAMPS)/wheel ## Update the tables and charts of the documentation
	$(BIN)/python tools/fill_docs.py
	$(BIN)/python tools/plots.py

.PHONY: soak
soak: $(STAMPS)/test $(STAMPS)/wheel soak-rounds ## Compare fast, reference and brute force on 200,000 small positions, try extreme decks, and play 100,000 rounds
	$(BIN)/python tests/soak.py
	$(BIN)/python tests/extremes.py

.PHONY: soak-whole
soak-whole: $(STAMPS)/test $(STAMPS)/wheel ## Compare fast and reference on 20,000 random positions of the whole deck
	$(BIN)/python tests/soak_whole.py $(POSITIONS)

.PHONY: soak-core
soak-core: ## Compare the core with brute force on about a million small positions, under every joker rule
	RUMMY_FAST_POSITIONS=$(or $(POSITIONS),80) cargo test --release --locked --test brute --test many_jokers --test candidates -- --nocapture

.PHONY: soak-rounds
soak-rounds: ## Play 100,000 seeded rounds under every preset, checking every turn
	RUMMY_FAST_ROUNDS=$(or $(ROUNDS),100000) cargo test --release --locked --test round -- --nocapture rounds_end

.PHONY: fuzz
fuzz: $(STAMPS)/fuzz $(STAMPS)/wheel ## Run all fuzz targets for SECONDS=300 in total (fuzz/README.md)
	$(BIN)/python tools/fuzz.py --seconds $(or $(SECONDS),300)

.PHONY: fuzz-corpus
fuzz-corpus: $(STAMPS)/wheel ## Rebuild the fuzz corpora from seeds and findings, minimized
	$(BIN)/python tools/fuzz_seeds.py
	$(BIN)/python tools/fuzz.py --corpus

.PHONY: bench
bench: $(STAMPS)/bench $(STAMPS)/wheel $(ENGINE) ## Measure ours, the reference and the peer in one run, and update docs/performance.md
	$(BIN)/python benches/ratios.py --document
	$(BIN)/python tools/plots.py

.PHONY: bench-worst
bench-worst: $(STAMPS)/bench $(STAMPS)/wheel ## Find the slowest of 100,000 random crowded positions
	$(BIN)/python benches/ratios.py --only slowest --crowded 100000 --document

.PHONY: bench-phases
bench-phases: $(STAMPS)/venv ## Count the instructions of a solve by phase (needs valgrind)
	$(BIN)/python benches/phases.py

.PHONY: bench-env
bench-env: $(STAMPS)/test $(STAMPS)/wheel ## Measure the environment with PettingZoo's benchmark, and how often its list of plays is complete
	$(BIN)/python benches/env.py

.PHONY: bench-serve
bench-serve: $(STAMPS)/test $(STAMPS)/wheel ## Load the server with 1,000 sockets, and kill it 50 times under load
	$(BIN)/python benches/serve.py

.PHONY: words
words: $(STAMPS)/words ## Collect the sentences for people, and update and compile the catalogs
	PYTHONPATH=tools $(BIN)/pybabel --quiet extract
	$(BIN)/pybabel --quiet update
	$(BIN)/python tools/catalogs.py
	$(BIN)/pybabel --quiet compile --statistics

.PHONY: stub
stub: $(STAMPS)/wheel ## Copy the docstrings of the compiled module into its stub
	$(BIN)/python tools/stub.py

.PHONY: pictures
pictures: $(STAMPS)/wheel ## Draw the pictures of the documentation
	$(BIN)/python tools/pictures.py

.PHONY: wheel
wheel: $(STAMPS)/wheel ## Build the wheel and install it

.PHONY: engine
engine: $(ENGINE) ## Build the binary rummy-engine

.PHONY: web
web: $(STAMPS)/web ## Build the page with the engine as WebAssembly in web/dist/ (says what to install)

# Without what compiles to WebAssembly, one line says what to install, and the tests of the page are skipped.
.PHONY: web-if-possible
web-if-possible: $(STAMPS)/words
	@! $(BIN)/python tools/web.py --check || $(MAKE) --no-print-directory web

.PHONY: npm
npm: $(STAMPS)/web ## Pack the npm package of the JavaScript client in target/npm/
	@mkdir -p $(TARGET)/npm
	$(BIN)/python tools/web.py --pack $(TARGET)/npm

.PHONY: web-agreement
web-agreement: $(STAMPS)/web $(ENGINE) ## Play 200 rounds natively and as WebAssembly in Node, and compare every turn
	RUMMY_ENGINE=$(ENGINE) node tests/web/agreement.mjs $(or $(ROUNDS),200)

.PHONY: client-types
client-types: $(STAMPS)/wheel ## Write the types of the JavaScript client from the schema of the protocol
	$(BIN)/python tools/client_types.py

.PHONY: wheels
wheels: $(STAMPS)/dist ## Build, check and test what is released: wheel and source in dist/ (PYTHONS=...)
	$(BIN)/python tools/wheels.py test $(PYTHONS:%=--python %)

.PHONY: wheels-peer
wheels-peer: $(STAMPS)/dist ## Compare the sizes of wheel and installation with the peer's
	$(BIN)/python tools/wheels.py peer

.PHONY: audit
audit: $(STAMPS)/audit ## Check the workflows, and the licenses, bans and sources of the crates (needs cargo-deny)
	$(BIN)/actionlint -shellcheck $(BIN)/shellcheck
	cargo deny --locked check bans licenses sources

.PHONY: advisories
advisories: $(STAMPS)/audit $(STAMPS)/wheel ## Check crates and packages for known vulnerabilities (needs cargo-deny and the network)
	cargo deny --locked check advisories
	$(BIN)/pip freeze --exclude rummy_fast > $(STAMPS)/installed.txt
	$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement $(STAMPS)/installed.txt

.PHONY: third-party
third-party: $(STAMPS)/venv ## Write THIRD-PARTY.md: the licenses of the linked crates
	$(BIN)/python tools/third_party.py

.PHONY: clean
clean: ## Remove what was built
	rm -rf $(VENV) $(TARGET) site dist web/dist python/rummy_fast/serve/page

# If a tool is missing, say in one line what to install.
cargo = $(or $(shell command -v cargo),$(error cargo is missing: install Rust 1.95 or later, https://rustup.rs))
python = $(or $(shell $(FIND_PYTHON)),$(error Python 3.11 or later with its venv module is missing: install it, https://www.python.org/downloads/))

$(STAMPS)/venv:
	@$(if $(cargo),$(python) -m venv $(VENV))
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/build: $(STAMPS)/venv pyproject.toml
	$(BIN)/pip install --quiet "maturin>=1.16,<2.0"
	@touch $@

$(STAMPS)/wheel: $(STAMPS)/build $(SOURCES)
	@echo "building the wheel (the first time takes a minute or two)$(if $(cargo),)"
	@rm -rf $(TARGET)/wheels
	@$(BIN)/maturin build --quiet --release --interpreter $(BIN)/python --out $(TARGET)/wheels
	@$(BIN)/pip install --quiet "$$(echo $(TARGET)/wheels/*.whl)[arena,cli,engine,play,serve]"
	@$(BIN)/pip install --quiet --force-reinstall --no-deps $(TARGET)/wheels/*.whl
	@touch $@

$(ENGINE): $(SOURCES)
	@echo "building rummy-engine"
	@cargo build --quiet --release --locked --bin rummy-engine
	@touch $@

# The page is only copied; cargo knows whether the module, which takes minutes, must be built again.
$(STAMPS)/web: $(STAMPS)/words $(SOURCES) $(shell find web -type f -not -path 'web/dist/*') tools/web.py
	@echo "building the page (the first time takes a few minutes)"
	@$(BIN)/python tools/web.py --target $(TARGET)/web
	@touch $@

# Built and checked once for each state of the sources; the tests run every time.
$(STAMPS)/dist: $(STAMPS)/wheels $(SOURCES) LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md CHANGELOG.md tools/wheels.py
	@echo "building for release (the first time takes a few minutes)$(if $(cargo),)"
	@$(BIN)/python tools/wheels.py build
	@$(BIN)/python tools/wheels.py check
	@$(BIN)/python tools/wheels.py source
	@touch $@

$(STAMPS)/test $(STAMPS)/lint $(STAMPS)/bench $(STAMPS)/fuzz $(STAMPS)/words $(STAMPS)/docs $(STAMPS)/wheels $(STAMPS)/audit: $(STAMPS)/venv pyproject.toml tools/group.py

$(STAMPS)/docs:
	$(BIN)/pip install --quiet $(call group,docs)
	@touch $@

$(STAMPS)/test: $(STAMPS)/docs
	$(BIN)/pip install --quiet $(call group,test)
	@touch $@

$(STAMPS)/lint: $(STAMPS)/test
	$(BIN)/pip install --quiet $(call group,lint)
	@touch $@

$(STAMPS)/bench: $(STAMPS)/test
	$(BIN)/pip install --quiet $(call group,bench)
	@touch $@

$(STAMPS)/fuzz: $(STAMPS)/test
	$(BIN)/pip install --quiet $(call group,fuzz)
	@touch $@

$(STAMPS)/words $(STAMPS)/wheels $(STAMPS)/audit:
	$(BIN)/pip install --quiet $(call group,$(@F))
	@touch $@
