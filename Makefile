# `make` lists what there is to do. Set PORT to serve elsewhere, PYTEST_ARGS to pass options to pytest
# (`-n 0` for one process).
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PORT ?= 8501
COUNT ?= 200
SEED ?= 0
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# Bytecode is kept, also where the environment says no: else each process and each command that the tests
# start compiles everything again.
TEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --no-loadscope-reorder
IS_TOO_OLD := import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: help run test check format golden bench fuzz mutants system

help: ## List the targets
	@grep -hE '^[a-z]+:.* ## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.* ## (.*)/  make \1\t\2/' | expand -t 16

run: .venv/.runtime ## Start the planner (PORT=8501)
	@echo "Ostimate is at http://127.0.0.1:$(PORT) (Ctrl+C ends it)"
	@exec $(BIN)/python -m streamlit run app.py --server.port $(PORT)

test: .venv/.development system ## Run all tests but the long ones, setting up what they need
	$(TEST) -m "not long" $(PYTEST_ARGS)

check: .venv/.development system ## Run everything that a change must pass, with all tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} $(TEST) $(PYTEST_ARGS)

format: .venv/.development ## Format the code and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: .venv/.development ## Rewrite golden results, and pages and schemas that are made; review the diff
	$(BIN)/python -m pytest -m golden --rewrite-golden $(PYTEST_ARGS)

fuzz: .venv/.development ## Feed all readers with nonsense for a minute (FUZZ_SECONDS=60)
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} $(BIN)/python -m pytest -q -p no:randomly tests/fuzz $(PYTEST_ARGS)

mutants: .venv/.development system ## Break the code in places, and see whether tests notice (COUNT=200 SEED=0)
	PYTHONDONTWRITEBYTECODE= nice -n 19 $(BIN)/python -u -m tests.mutants --count $(COUNT) --seed $(SEED) $(MUTANTS)

bench: .venv/.development ## Measure speed
	$(BIN)/python -m pytest bench --benchmark-only -p no:randomly $(PYTEST_ARGS)

system:
	@.ci/system-packages tests

.venv/.made:
	@python=$$(for p in python3.11 python3; do \
		if "$$p" -c '$(IS_TOO_OLD)' 2>/dev/null; then echo "$$p"; break; fi; done); \
	if [ -z "$$python" ]; then echo "Ostimate needs Python 3.11 or later: apt-get install python3.11" >&2; exit 1; fi; \
	PYTHON="$$python" .ci/system-packages venv; \
	if [ ! -x $(BIN)/pip ]; then "$$python" -m venv --clear .venv; fi
	@touch $@

.venv/.runtime: requirements.txt constraints.txt .venv/.made
	@echo "Installing constraints.txt"
	@$(PIP) --require-hashes -r constraints.txt
	@touch $@

.venv/.development: requirements-dev.txt .venv/.runtime
	@echo "Installing requirements-dev.txt"
	@$(PIP) -r requirements-dev.txt
	@touch $@
