# make run       set up, judge all bundled solutions on all bundled problems, print the report's path
# make test      set up, lint, run the tests that take less than a third of a second each
# make test-long the tests that take longer; continuous integration runs them as well
# make test-all  set up, lint, run all tests, the slow ones too, in random order
# make lint      check style and types
# make bench     run the measurements

PYTHON ?= python3
BIN := .venv/bin
# A browser for the tests of the report, and the toolchains, as COMMAND=PACKAGE. Tests that lack one
# are skipped.
TESTED := chromium=chromium node=nodejs ruby=ruby perl=perl php=php-cli lua5.4=lua5.4 gawk=gawk \
	rustc=rustc javac=default-jdk-headless ghc=ghc ocamlopt=ocaml-nox guile=guile-3.0 csi=chicken-bin \
	zsh=zsh sed=sed jq=jq bc=bc dc=dc sqlite3=sqlite3 tsc=node-typescript
INSTALLED := .venv/installed
# Twice as many as cores: almost half of the tests' time is waiting.
TESTERS ?= $(shell expr 2 '*' $$(nproc))

.PHONY: run test test-long test-all lint bench setup clean

run: setup
	$(BIN)/judge run

test: setup $(INSTALLED)-test $(INSTALLED)-axe lint
	.ci/packages $(TESTED)
	$(BIN)/pytest -n $(TESTERS) --dist worksteal -p no:randomly -m "not long and not slow"

test-long: setup $(INSTALLED)-test $(INSTALLED)-axe
	.ci/packages $(TESTED)
	$(BIN)/pytest -n $(TESTERS) --dist worksteal -p no:randomly -m "long and not slow"

test-all: setup $(INSTALLED)-test $(INSTALLED)-axe lint
	.ci/packages $(TESTED)
	$(BIN)/pytest -n $(TESTERS) --dist worksteal

lint: $(INSTALLED)-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check judge tests
	$(BIN)/mypy --strict judge

bench: setup $(INSTALLED)-bench
	for script in tests/bench/*.py; do $(BIN)/python $$script || exit 1; done

# An editable installation is not compiled, and where PYTHONDONTWRITEBYTECODE is set it never would be.
setup: $(INSTALLED)
	@$(BIN)/python -m compileall -q judge
	@.ci/packages bwrap=bubblewrap cc=gcc c++=g++
	@test -e .venv/prepared || { $(BIN)/judge doctor --prepare > .venv/prepared || rm .venv/prepared; }

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || .ci/packages ensurepip=python3-venv
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(INSTALLED)-test: $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[test]"
	@touch $@

# Without npm or a network, the tests of accessibility are skipped.
$(INSTALLED)-axe: tests/package.json $(INSTALLED)
	@cp tests/package.json .venv/package.json
	@npm install --prefix .venv --silent --no-audit --no-fund --no-package-lock && touch $@ \
		|| echo "axe-core could not be installed: the tests of accessibility are skipped" >&2

$(INSTALLED)-bench: $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[test,bench]"
	@touch $@

clean:
	rm -rf .venv
