# Every target works from a fresh clone with git, make and a Python of at least 3.11, and is quick when nothing changed.
#
#   make demo     check the seed's case
#   make test     all that CI runs: ruff, mypy --strict, the tests
#   make fuzz     generated texts, the evaluator against the solver: THEORIES=10000 SEED=1
#   make hostile  damaged texts, each read or refused with a place: TEXTS=100000 SEED=1
#   make bench    how long things take, as ratios
#   make idle     drop or weaken each rule of the rulebook, one at a time, and tell what notices it
#   make mutants  make the evaluator and the encoder wrong in one place at a time, and tell what notices it: SAMPLE=300 SEED=1 (0: all)
#   make promote  accept today's reports as the exact ones in specs/**/*.out, and today's outputs in the pages
#   make clean    remove what these targets made

SHELL := /bin/sh
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
MUTATION := $(VENV)/.installed-mutation
# as installing does for a package that is not editable; Python itself may have been told to write no bytecode
COMPILE = @$(BIN)/python -m compileall -q model

.PHONY: demo test lint fuzz hostile idle mutants bench promote clean

demo: $(RUN)
	$(BIN)/checkspec specs/drain/ops-drain-01.drn

test: $(DEV)
	$(BIN)/ruff check model tests
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2

THEORIES ?= 10000
TEXTS ?= 100000
SAMPLE ?= 300
SEED ?= 1

fuzz: $(DEV)
	$(BIN)/python tests/fuzz/long.py --theories $(THEORIES) --seed $(SEED) --folder build/fuzz

hostile: $(DEV)
	$(BIN)/python tests/hostile/long.py --texts $(TEXTS) --seed $(SEED) --folder build/hostile

bench: $(RUN)
	$(COMPILE)
	$(BIN)/python tests/bench/bench.py

idle: $(RUN)
	$(BIN)/python tests/idle/run.py

mutants: $(MUTATION)
	$(BIN)/python tests/mutation/run.py --sample $(SAMPLE) --seed $(SEED)

promote: $(RUN)
	$(BIN)/python tests/promote.py
	$(BIN)/python tests/docs/refresh.py
	$(BIN)/python tests/docs/field.py

clean:
	rm -rf $(VENV) dist build .idle .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find model tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "checkspec needs Python 3.11 or later, and there is none on the PATH" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(COMPILE)
	@touch $@

$(DEV): pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(COMPILE)
	@touch $@ $(RUN)

$(MUTATION): pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	@touch $@
