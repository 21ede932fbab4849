# Vanguard. `make play` to play, `make test` to check everything, `make help` for the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
STATIC := src/vanguard/server/static/index.html
GAMES  ?= 200
CASES  ?= 100000
ODDS   ?= 2000
CRASHES ?= 100
ATTACKS ?= 2000
PORT   ?= 8000

RUN_TIME  := $(VENV)/.installed-run
TEST_TIME := $(VENV)/.installed-test

# The table in the browser is built when web/ is there; the command line plays without it.
ifneq ($(wildcard web/package.json),)
WEB        := $(STATIC)
WEB_SOURCE := $(shell find web \( -path web/node_modules -o -path web/dist -o -path web/test-results \) -prune -o -type f -print)
endif

.DEFAULT_GOAL := help
.PHONY: help install play test lint format types unit web-test system fast plain bench digest fuzz clauses lines mutants pictures lock clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' Makefile

# ---------------------------------------------------------------- set-up

install: $(TEST_TIME) $(WEB)  ## set everything up: environment, locked packages, the table

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Vanguard needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(RUN_TIME): requirements/run.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(TEST_TIME): requirements/test.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ $(RUN_TIME)

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "The table in the browser needs Node.js 20 or newer (npm) to be built." >&2; exit 1; }
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(STATIC): web/node_modules/.installed $(WEB_SOURCE)
	cd web && npm run build -- --outDir ../src/vanguard/server/static --emptyOutDir
	@touch $@

# ---------------------------------------------------------------- play

play: $(RUN_TIME) $(WEB)  ## play in the browser: opens the table
	$(BIN)/vanguard serve --open --port $(PORT)

# ---------------------------------------------------------------- check

test: install system lint types unit web-test  ## everything continuous integration checks
	@echo "All checks passed."

# Debian's chromium drives the browser tests and a C compiler the compiled engine; nothing is installed where we may not.
system:
	@missing=""; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || missing="chromium fonts-dejavu-core"; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	if [ -z "$$missing" ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	else echo "The tests need these packages, please install them: $$missing" >&2; exit 1; fi

lint: $(TEST_TIME)  ## ruff: rules and layout
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(TEST_TIME)  ## ruff: put the layout right
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

types: $(TEST_TIME)  ## mypy --strict, of tools and benches as well: no test runs all of them
	$(BIN)/mypy --strict src tools bench

# By stealing: the tests of a file stay with one worker, and what they share is worked out once.
unit: $(TEST_TIME) $(WEB)
	$(BIN)/pytest -n 2 --dist worksteal -q --no-header

web-test: $(WEB)
ifneq ($(WEB),)
	cd web && npm run check && npm test
endif

lines: $(TEST_TIME)  ## what each rulebook costs, in lines of code by part and per clause
	@$(BIN)/python tools/lines.py

clauses: $(TEST_TIME)  ## which rules are proven by tests, and which are not
	@$(BIN)/python tools/clauses.py

fuzz: $(TEST_TIME)  ## random games under every contract, geometry, odds and server at length: make fuzz GAMES=2000 CASES=100000 ODDS=2000
	$(BIN)/python tools/fuzz.py --games $(GAMES) --cases $(CASES) --odds $(ODDS)
	VANGUARD_CRASHES=$(CRASHES) $(BIN)/pytest -q -o faulthandler_timeout=7200 tests/server/test_crash.py
	VANGUARD_ATTACKS=$(ATTACKS) $(BIN)/pytest -q -o faulthandler_timeout=7200 tests/attacks

mutants: $(TEST_TIME)  ## break every rule a little and see whether its tests notice: make mutants RULEBOOK=… CLAUSE=… SAMPLE=…
	$(BIN)/python tools/mutants.py $(addprefix --rulebook ,$(RULEBOOK)) $(addprefix --clause ,$(CLAUSE)) \
	  $(addprefix --sample ,$(SAMPLE)) $(addprefix --seed ,$(SEED)) $(if $(SUGGEST),--suggest) $(if $(AGAIN),--again) \
	  $(if $(REST),--rest) $(if $(CLAUSE)$(SAMPLE)$(AGAIN)$(REST),,--keep)

# ---------------------------------------------------------------- speed

fast: $(TEST_TIME)  ## compile the engine in place with mypyc, and show that it plays the same games
	$(BIN)/python tools/compile_engine.py compile
	$(MAKE) --no-print-directory digest

plain:  ## back to plain Python
	$(PYTHON) tools/compile_engine.py clean

digest: $(TEST_TIME)  ## the same seeded games, plain and as installed, must have one digest
	$(BIN)/python tools/one_digest.py --compare-with-plain

bench: $(TEST_TIME) $(WEB)  ## the figures we promise, measured here
	$(BIN)/python tools/bench.py

# ---------------------------------------------------------------- care

# Hashes for every platform; no package host is named, so that a mirror serves as well.
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --upgrade \
        --no-annotate --custom-compile-command "make lock" --quiet
pictures: $(TEST_TIME) $(WEB)  ## every page at four widths, light and dark, into build/pictures: look at them
	$(BIN)/python tools/pictures.py

lock: $(TEST_TIME)  ## renew the lock files
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) --extra build --output-file requirements/run.lock
	$(LOCK) --extra build --extra test --output-file requirements/test.lock

clean: plain  ## remove what was built; the environment stays
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/vanguard/server/static
