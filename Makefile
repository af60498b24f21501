# Every target sets up what it needs, so each works alone on a fresh clone.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
GAME   ?=

.PHONY: serve play test lint chromium bench verify clean

# A house with a table of every game, on http://localhost:8000; SERVE="--port 9000" gives it other words.
serve: $(VENV)/.ready-serve
	@$(BIN)/pitboss serve $(SERVE)

play: $(VENV)/.ready
	@$(BIN)/pitboss play $(GAME)

test: $(VENV)/.ready-dev lint chromium
	$(BIN)/pytest

# The pages are tested in a real browser; one is installed where that is possible, and missed out loud where not.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 || \
	      { apt-get update >/dev/null && apt-get install -y --no-install-recommends chromium >/dev/null; }; }; } || \
	  echo "There is no Chromium and it cannot be installed from here; the tests of the pages are skipped." \
	       "As root: apt-get install chromium" >&2

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo >$(VENV)/lint-imports.txt 2>&1 || { cat $(VENV)/lint-imports.txt; exit 1; }
	$(BIN)/bandit --quiet --recursive src --configfile pyproject.toml
	@# Fails on a known vulnerability; where the advisories cannot be reached it says so and goes on.
	@$(BIN)/pip-audit --local --progress-spinner off >$(VENV)/pip-audit.txt 2>&1 || true
	@! grep '^Found .* vulnerabilit' $(VENV)/pip-audit.txt || { cat $(VENV)/pip-audit.txt; exit 1; }
	@grep -q '^No known' $(VENV)/pip-audit.txt && ! grep -q 'could not be audited' $(VENV)/pip-audit.txt || \
	  echo "pip-audit could not reach the advisories of every package" >&2

bench: $(VENV)/.ready-bench
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/evaluators.py
	$(BIN)/python benchmarks/simulation.py 2
	$(BIN)/python benchmarks/craps.py
	$(BIN)/python benchmarks/service.py

# The long runs: every entry with many more rounds than `make test` deals, and the service killed eight hundred times.
verify: $(VENV)/.ready-dev
	PITBOSS_ROUNDS=20000 PITBOSS_ROLLS=200000 $(BIN)/pytest tests/test_random_play.py
	PITBOSS_EVERYWHERE=1 PITBOSS_HOUSE_ROUNDS=300 PITBOSS_FLIPS=3000 $(BIN)/pytest tests/test_house.py tests/test_audit.py tests/test_tampering.py
	PITBOSS_ROUNDS=20000 $(BIN)/pytest tests/test_api_leaks.py tests/test_api_commands.py tests/test_api_schemathesis.py
	PITBOSS_PAGE_ROUNDS=1000 $(BIN)/pytest tests/test_pages_leaks.py tests/test_pages_visits.py
	PITBOSS_CLICK_SECONDS=300 $(BIN)/pytest tests/test_pages_clicks.py
	PITBOSS_CRASHES=200 $(BIN)/pytest tests/test_crash.py
	PITBOSS_FLOOD_SECONDS=30 $(BIN)/pytest -n 0 tests/test_flood.py
	PITBOSS_FUZZ_SECONDS=600 $(BIN)/pytest -n 0 tests/test_fuzz.py
	PITBOSS_HANG_UPS=2000 PITBOSS_FULL_DISK=1 $(BIN)/pytest tests/test_hang_ups.py tests/test_stopping.py
	PITBOSS_FULL=1 $(BIN)/pytest tests/test_exact_caribbean_stud.py tests/test_analyze.py

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pitboss needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.ready-serve: $(VENV)/.ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[serve]'
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready-dev
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache build src/*.egg-info
