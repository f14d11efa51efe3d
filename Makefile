# Two commands do everything on a fresh machine that has Python 3.11+ (with venv) and make:
#     make demo      see it work          make test      check it all
# Set-up is done once; it is repeated only when pyproject.toml changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
CORE   := $(VENV)/.core-installed
DEV    := $(VENV)/.dev-installed
PYTEST := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.PHONY: help demo install collect test pytest test-all test-targets test-versions test-lowest wheel release lint format docs pictures clean
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

help:
	@echo "make demo           set up, show the library and one robot, cross-check its formulations"
	@echo "make test           set up for development, run ruff, mypy and all tests in parallel"
	@echo "make test-all       the same with all random robots and combinations: for releases"
	@echo "make test-targets   tests of compiled code and simulations for the targets scalar and avx2"
	@echo "make test-versions  all tests with the newest dependencies for each installed Python, with the oldest for 3.11"
	@echo "make test-lowest    tests of each dependency with the oldest versions of all, for Python 3.11"
	@echo "make wheel          build wheel and sdist into dist/ and test the wheel outside the checkout"
	@echo "make release        the checklist of a release, without the upload"
	@echo "make lint           ruff and mypy only; make pytest: the tests only"
	@echo "make docs           run the code of all pages and build the documentation site into build/site"
	@echo "make pictures       make docs/pictures and docs/names.md again (needs Chromium)"
	@echo "make format         let ruff format the code and fix what it can"
	@echo "make clean          remove .venv, .versions, caches and demo/"

demo: $(CORE)
	@mkdir -p demo
	@echo "== armillary robots" && $(BIN)/armillary robots
	@echo "== armillary show panda" && $(BIN)/armillary show panda
	@echo "== armillary check panda" && $(BIN)/armillary check panda --output demo/check-panda.json
	@echo "== armillary cost panda" && $(BIN)/armillary cost panda --quantities inverse_dynamics,mass_matrix
	@echo "== armillary bench panda" && $(BIN)/armillary bench panda --seconds 0.5
	@echo "== examples/library_check.py" && $(BIN)/python examples/library_check.py demo/library-check.txt
	@echo "== armillary frequencies flexrob" && $(BIN)/armillary frequencies flexrob
	@echo "== armillary simulate examples/flexible_arm.toml" && $(BIN)/armillary simulate examples/flexible_arm.toml -o demo/flexible-arm.nc
	@echo "== armillary equations khatib-rr" && $(BIN)/armillary equations khatib-rr
	@echo "== armillary simulate examples/flexible_arm_without_motors.toml" && $(BIN)/armillary simulate examples/flexible_arm_without_motors.toml -o demo/flexible-arm-without-motors.nc
	@echo "== armillary show demo/flexible-arm.nc demo/flexible-arm-without-motors.nc -o demo/flexible-arm.html" && $(BIN)/armillary show demo/flexible-arm.nc demo/flexible-arm-without-motors.nc --title "A flexible arm with and without motors" -o demo/flexible-arm.html
	@echo
	@echo "The results are in demo/: check-panda.json, library-check.txt, flexible-arm.nc, flexible-arm-without-motors.nc and flexible-arm.html."
	@echo "Open demo/flexible-arm.html in a browser to see both arms move, with and without the dynamics of their motors."
	@echo "A live page of any robot or result: $(BIN)/pip install -e '.[view]' && $(BIN)/armillary show demo/flexible-arm.nc --live"

test: lint
	@$(MAKE) --no-print-directory pytest

# Tests start many programs: compiled modules are kept for these, whatever the environment says.
# Files in the order of tests/conftest.py. Those with most tests first would leave long ones for the end.
pytest: $(DEV)
	@$(PYTEST) -n auto --no-loadscope-reorder

# Compiled code and simulations for targets that are chosen explicitly, whatever CPU this is (ARMILLARY_TARGET).
TARGETS ?= scalar avx2
TARGETED := tests/compiler/test_kernel.py tests/compiler/test_emit_llvm.py tests/compiler/test_sincos.py \
	tests/compiler/test_compiled.py tests/integrators/test_lanes.py tests/simulation/test_stack.py \
	tests/drives/test_sticking.py
test-targets: $(DEV)
	@for target in $(TARGETS); do echo "== $$target"; ARMILLARY_TARGET=$$target $(PYTEST) -n auto $(TARGETED) || exit 1; done

collect: $(DEV)
	@$(PYTEST) --collect-only

install: $(DEV)

# All random robots, generated examples and combinations of parameters, of which a run takes a sample.
test-all:
	@ARMILLARY_TESTS=all $(MAKE) --no-print-directory test

test-versions:
	@$(PYTHON) .ci/versions.py

test-lowest:
	@$(PYTHON) .ci/versions.py --python 3.11 --only lowest --quick

wheel: $(DEV)
	@$(BIN)/python .ci/wheel.py --to dist

release: $(DEV)
	@$(BIN)/python .ci/release.py

lint: $(DEV)
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy

format: $(DEV)
	@$(BIN)/python -m ruff check --fix .
	@$(BIN)/python -m ruff format .

docs: $(DEV)
	@$(BIN)/python docs/website

pictures: $(DEV)
	@$(BIN)/python docs/pictures/make_pictures.py
	@$(BIN)/python docs/make_names.py

$(CORE): pyproject.toml | $(BIN)/python
	@echo "Installing Armillary into $(VENV) …"
	@$(PIP) install --editable .
	@touch $@

# What development needs holds what the demo needs. Modules are compiled when they are imported: most never are.
$(DEV): pyproject.toml | $(BIN)/python
	@echo "Installing Armillary and the tools for development into $(VENV) (a few minutes the first time) …"
	@$(PIP) install --no-compile --constraint .ci/constraints.txt --editable '.[dev]'
	@touch $(CORE) $@

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	    echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer, or say which one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Armillary needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	    echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu: apt install python3-venv"; exit 1; }

clean:
	rm -rf $(VENV) .versions demo build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +
