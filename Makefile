# Everything runs from the virtual environment .venv, which each target makes on first use.
# Needed: make, Python 3.11 or newer, and package registries that pip and, for developers, npm can reach. Nobody has to
# have Node: the one that pip installs checks and tests the browser client.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
GAME ?= bkg
# What the lab plays, and where it keeps it.
SCENARIO ?=
GAMES ?= 40
RUN ?= runs/$(GAME)$(addprefix -,$(SCENARIO))
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
# PYTHON=/path/to/python chooses one yourself.
PYTHON ?=
# Exact versions of all that developers install.
LOCK := requirements-dev.txt
# The tools of the browser client, which itself is made of nothing but its own files.
TYPESCRIPT := 5.9.3
AXE := 4.14.0
PRETTIER := 3.10.1
ESLINT := 10.15.0
JS := $(VENV)/js
JS_TOOLS := $(JS)/.$(TYPESCRIPT)-$(AXE)-$(PRETTIER)-$(ESLINT)
JS_MODULES := $(JS)/node_modules
# What prettier formats.
CLIENT := 'src/khalkhin/web/js/**/*.js' 'tests/web/**/*.js' eslint.config.js
NODE := $(BIN)/node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON

# Compiled modules are kept whatever the environment says: the tests start many processes, and each would compile anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal simulate report test check lint format corpus docs maps bench load attacks chaos pictures fuzz mutants lock venv clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## start the server and open the lobby in the browser
	@$(BIN)/khalkhin serve

terminal: $(VENV)/.play ## play Batalha de Khalkhin Gol in this terminal
	@$(BIN)/khalkhin play bkg

simulate: $(VENV)/.lab ## play GAMES games between computer players (GAME=bkg SCENARIO= GAMES=40)
	@$(BIN)/khalkhin simulate $(GAME) $(SCENARIO) --games $(GAMES) --out $(RUN)

report: $(VENV)/.lab ## what they say, on one page: report.html (the same GAME and SCENARIO)
	@$(BIN)/khalkhin report $(RUN) -o report.html

test: lint docs ## everything that must hold: lint, types, import contracts, docs, tests, rules coverage
	$(NODE) --test 'tests/web/**/*.test.js'
	$(BIN)/python -m pytest
	printf '%s\n' bkg kgw pbn sn | xargs -P 4 -I GAME $(BIN)/khalkhin rules GAME --coverage

# The quick half: what a change of rules, engine or server breaks first.
CHECKED := $(addprefix tests/,board engine records words inspect tiny bkg kgw pbn sn server corpus)
SLOWER := $(addprefix --ignore=tests/server/test_,leaks.py crash.py openapi.py art.py memory.py)

check: lint ## the quick half of the tests: rules, engine, server without a browser, sixteen games of the corpus
	$(BIN)/python -m pytest $(CHECKED) $(SLOWER) --ignore-glob='*/oracles/*' --ignore-glob='*/test_ai.py'

lint: $(VENV)/.dev $(JS_TOOLS) ## ruff, mypy, the import contracts; format, rules and types of the browser client
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node $(JS_MODULES)/prettier/bin/prettier.cjs --log-level warn --check $(CLIENT)
	$(BIN)/node $(JS_MODULES)/eslint/bin/eslint.js src/khalkhin/web/js tests/web
	$(BIN)/node $(JS_MODULES)/typescript/lib/tsc.js -p src/khalkhin/web/jsconfig.json

format: $(VENV)/.dev $(JS_TOOLS) ## write all code as ruff and prettier have it
	$(BIN)/ruff format --quiet .
	$(BIN)/node $(JS_MODULES)/prettier/bin/prettier.cjs --log-level warn --write $(CLIENT)

corpus: $(VENV)/.dev ## replay 120 whole games and ask the computer players 1,200 questions again: all as it was?
	$(BIN)/python -m tools.corpus check
	$(BIN)/python -m tools.corpus decisions

docs: $(VENV)/.docs ## the documentation as a site in build/docs, every link checked
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "build/docs/index.html can be opened as it is; its search needs a server: $(BIN)/python -m http.server --directory build/docs"

maps: $(VENV)/.dev ## paint the ground of all maps and the covers anew, after a change of a map or of the look
	$(BIN)/python -m khalkhin.render.ground all
	$(BIN)/python -m khalkhin.render.cover

bench: $(VENV)/.dev ## measure the engine
	$(BIN)/python -m benchmarks

load: $(VENV)/.dev ## measure the server with 200 games at once, and the table page
	$(BIN)/python -m benchmarks.load

attacks: $(VENV)/.dev ## attack a server of its own and tell what a bystander felt
	PYTHONPATH=src:. $(BIN)/python -m tests.attacks

chaos: $(VENV)/.dev ## let everything go wrong with a server for three minutes while people play, and prove that nothing is lost
	PYTHONPATH=src:. $(BIN)/python -m tests.chaos

pictures: $(VENV)/.dev ## take the pictures of the browser client for the docs anew
	PYTHONPATH=src $(BIN)/python -m tools.screenshots

fuzz: $(VENV)/.play ## five hundred random games, looking for dead ends
	$(BIN)/khalkhin fuzz bkg --games 500 --seed 1

mutants: $(VENV)/.dev ## break the rules of GAME one by one; the tests must notice (GAME=bkg)
	$(BIN)/python -m tools.mutants $(GAME)

lock: $(VENV)/.dev ## choose the versions in requirements-dev.txt anew
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@{ sed -n '/^#/p' $(LOCK); $(BIN)/uv pip compile --quiet --universal --upgrade --python-version 3.11 --extra dev \
		--no-header --annotation-style line pyproject.toml; } > $(LOCK).new && mv $(LOCK).new $(LOCK)

venv: $(VENV)/.dev $(JS_TOOLS) ## the virtual environment with all development tools

clean: ## remove the virtual environment and every cache
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment itself. Players need only the package; developers need its tools as well.
$(BIN)/python:
	@usable() { "$$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }; \
	found=; \
	for python in $(or $(PYTHON),$(PYTHONS)); do \
		if usable "$$python"; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Khalkhin needs Python 3.11 or newer with the modules venv and ensurepip. Tried: $(or $(PYTHON),$(PYTHONS))." >&2; \
		echo "Install one (on Debian and Ubuntu: python3 and python3-venv), or name one: make play PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$found" --version)"; \
	"$$found" -m venv --clear $(VENV)

$(VENV)/.play: pyproject.toml $(BIN)/python
	@echo "Installing khalkhin into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.lab: pyproject.toml $(BIN)/python
	@echo "Installing khalkhin and its lab into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lab]'
	@touch $@ $(VENV)/.play

$(VENV)/.docs: pyproject.toml $(LOCK) $(BIN)/python
	@echo "Installing khalkhin and what makes its documentation into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(LOCK) --editable '.[docs]'
	@touch $@ $(VENV)/.play

$(VENV)/.dev: pyproject.toml $(LOCK) $(BIN)/python
	@echo "Installing khalkhin and its development tools into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(LOCK) --editable '.[dev]'
	@touch $@ $(VENV)/.docs $(VENV)/.lab $(VENV)/.play

$(JS_TOOLS): | $(VENV)/.dev
	@echo "Installing TypeScript, axe-core, prettier and eslint into $(JS)"
	@rm -rf $(JS) && mkdir -p $(JS)
	@$(BIN)/npm install --prefix $(JS) --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error \
		typescript@$(TYPESCRIPT) axe-core@$(AXE) prettier@$(PRETTIER) eslint@$(ESLINT) >/dev/null
	@touch $@
