# Everything a developer runs. Each target sets up what it needs; nothing has to be done first.
.DEFAULT_GOAL := help
.PHONY: help play test lint bench chaos fuzz format messages setup browser screenshots
PYTHON := .venv/bin/python
LANGUAGES := fr es nl ru he
# Tests wait for browsers and workers as much as they count: one more than there are cores.
WORKERS := $(shell echo $$(($$(nproc) + 1)))

help:  ## What can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup:  ## The virtual environment with pinned dependencies, and the translations
	@scripts/setup.sh

browser: setup
	@scripts/browser.sh

play:  ## Run the site with worker and beat (PORT=8000)
	@scripts/setup.sh play
	@$(PYTHON) manage.py play

test: setup browser  ## Run all tests
	@$(PYTHON) -m pytest --numprocesses $(WORKERS) --dist worksteal --durations 10

lint: setup  ## Check style, types, layers, templates, scripts, migrations and production settings
	@scripts/lint.sh

bench: setup  ## Measure what is meant to be fast
	@$(PYTHON) -m tests.bench.qwirkle \
	  && $(PYTHON) -m tests.bench.shifting_stones \
	  && $(PYTHON) -m tests.bench.sweep \
	  && $(PYTHON) -m tests.bench.streams \
	  && $(PYTHON) -m tests.bench.moves \
	  && $(PYTHON) -m tests.bench.pool \
	  && $(PYTHON) -m tests.bench.pages \
	  && $(PYTHON) -m tests.bench.large \
	  && $(PYTHON) -m tests.bench.mail

chaos: setup  ## Kill workers at random while 300 games play themselves
	@CHAOS_GAMES=300 CHAOS_SECONDS=150 $(PYTHON) -m pytest -s -q tests/chaos

fuzz: setup  ## Send 20,000 senseless requests (FUZZ_REQUESTS, FUZZ_SEED, FUZZ_ROUND)
	@FUZZ_REQUESTS=$${FUZZ_REQUESTS:-20000} $(PYTHON) -m pytest -q --numprocesses $(WORKERS) --dist worksteal tests/fuzz

format: setup  ## Put code and templates into shape
	@.venv/bin/ruff format --quiet . && .venv/bin/ruff check --fix --quiet .

messages: setup  ## Collect the strings to translate (needs gettext)
	@$(PYTHON) manage.py makemessages --no-obsolete --no-location --ignore .venv --ignore var --ignore node_modules \
	  $(foreach language,$(LANGUAGES),--locale $(language))

screenshots: browser  ## Make the pictures in docs/ anew
	@$(PYTHON) scripts/screenshots.py
