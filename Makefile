# Every target sets up what it needs, so each works alone on a fresh clone.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# What is imported is compiled then; to compile all that is installed takes half a minute.
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
# uv installs in seconds what takes pip two minutes; where pip knows an index that uv does not, pip goes on.
UV     := $(BIN)/uv pip install --quiet --python $(BIN)/python --native-tls
GAME   ?=

# Many processes start while the tests run, and each would compile the whole package for itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve play test run read slowest lint types style layers security advisories chromium bench verify clean

# A house with a table of every game, on http://localhost:8000; SERVE="--port 9000" gives it other words.
serve: $(VENV)/.ready-serve
	@$(BIN)/pitboss serve $(SERVE)

play: $(VENV)/.ready
	@$(BIN)/pitboss play $(GAME)

# The linters run beside the tests, two things at a time. The tests are read once first, so that the workers need not
# each compile them. What bandit looks for ruff looks for too, but for its plugins: it comes with `make lint`, as do the
# advisories.
test: $(VENV)/.ready-dev chromium
	@$(MAKE) --no-print-directory --jobs 2 types style layers run

run: read
	$(BIN)/pytest

read: $(VENV)/.ready-dev
	@$(BIN)/pytest -n 0 --collect-only >$(VENV)/read.txt 2>&1 || { cat $(VENV)/read.txt; exit 1; }

# The fifty tests that take longest, by the clock.
slowest: $(VENV)/.ready-dev
	$(BIN)/pytest --durations 50

# The pages are tested in a real browser; one is installed where that is possible, and missed out loud where not.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 || \
	      { apt-get update >/dev/null && apt-get install -y --no-install-recommends chromium >/dev/null; }; }; } || \
	  echo "There is no Chromium and it cannot be installed from here; the tests of the pages are skipped." \
	       "As root: apt-get install chromium" >&2

lint: types style layers security advisories

types: $(VENV)/.ready-dev
	$(BIN)/mypy

style: $(VENV)/.ready-dev
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks

layers: $(VENV)/.ready-dev
	@$(BIN)/lint-imports --no-logo >$(VENV)/lint-imports.txt 2>&1 || { cat $(VENV)/lint-imports.txt; exit 1; }

security: $(VENV)/.ready-dev
	$(BIN)/bandit --quiet --recursive src --configfile pyproject.toml

# Fails on a known vulnerability; where the advisories cannot be reached it says so and goes on.
advisories: $(VENV)/.ready-dev
	@$(BIN)/pip-audit --local --progress-spinner off >$(VENV)/pip-audit.txt 2>&1 || true
	@! grep '^Found .* vulnerabilit' $(VENV)/pip-audit.txt || { cat $(VENV)/pip-audit.txt; exit 1; }
	@grep -q '^No known' $(VENV)/pip-audit.txt && ! grep -q 'could not be audited' $(VENV)/pip-audit.txt || \
	  echo "pip-audit could not reach the advisories of every package" >&2

bench: $(VENV)/.ready-bench
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/evaluators.py
	$(BIN)/python benchmarks/simulation.py 2
	$(BIN)/python benchmarks/craps.py
	$(BIN)/python benchmarks/solves.py
	$(BIN)/python benchmarks/service.py

# What `make test` shows of one entry of a script, or in one browser, is shown of all with PITBOSS_EVERYWHERE; what takes
# minutes to count or to compile is counted with PITBOSS_FULL.
WIDE   := $(shell grep -lE '^from (house_fixtures|tampered) import' tests/test_*.py | grep -v test_pages)
DEEP   := $(shell grep -lw PITBOSS_FULL tests/test_*.py)

# The long runs: every entry with many more rounds than `make test` deals, and the service killed eight hundred times.
verify: lint
	PITBOSS_ROUNDS=20000 PITBOSS_ROLLS=200000 PITBOSS_HANDS=5000 $(BIN)/pytest tests/test_random_play.py tests/test_pots_against_pokerkit.py
	PITBOSS_EVERYWHERE=1 PITBOSS_HOUSE_ROUNDS=300 PITBOSS_FLIPS=3000 $(BIN)/pytest $(WIDE) tests/test_audit.py
	PITBOSS_ROUNDS=20000 $(BIN)/pytest tests/test_api_leaks.py tests/test_api_commands.py tests/test_api_schemathesis.py
	PITBOSS_EVERYWHERE=1 PITBOSS_PAGE_ROUNDS=1000 $(BIN)/pytest tests/test_pages*.py
	PITBOSS_EVERYWHERE=1 PITBOSS_CLICK_SECONDS=300 $(BIN)/pytest tests/test_pages_clicks.py
	PITBOSS_CRASHES=200 $(BIN)/pytest tests/test_crash.py
	PITBOSS_FLOOD_SECONDS=30 $(BIN)/pytest -n 0 tests/test_flood.py
	PITBOSS_FUZZ_SECONDS=600 $(BIN)/pytest -n 0 tests/test_fuzz.py
	PITBOSS_HANG_UPS=2000 PITBOSS_FULL_DISK=1 $(BIN)/pytest tests/test_hang_ups.py tests/test_stopping.py
	PITBOSS_PLAYED=20000 $(BIN)/pytest tests/test_poker_by_play.py
	PITBOSS_FULL=1 $(BIN)/pytest $(DEEP) tests/test_analyze.py

$(VENV)/.made: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pitboss needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@$(PIP) uv || true
	@touch $@

$(VENV)/.ready: $(VENV)/.made
	@$(UV) --editable . 2>$(VENV)/uv.txt || $(PIP) --editable .
	@touch $@

$(VENV)/.ready-serve: $(VENV)/.made
	@$(UV) --editable '.[serve]' 2>$(VENV)/uv.txt || $(PIP) --editable '.[serve]'
	@touch $@ $(VENV)/.ready

# Whoever tests has all that playing and serving need.
$(VENV)/.ready-dev: $(VENV)/.made
	@$(UV) --editable '.[dev]' 2>$(VENV)/uv.txt || $(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.ready $(VENV)/.ready-serve

$(VENV)/.ready-bench: $(VENV)/.ready-dev
	@$(UV) --editable '.[bench]' 2>$(VENV)/uv.txt || $(PIP) --editable '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache build src/*.egg-info
