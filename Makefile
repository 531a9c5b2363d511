# Two commands do everything on a fresh machine with Python and the package index: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint conformance bench clean

demo: $(READY)
	$(BIN)/python -m scripts.demo

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

# Needs the npm registry, once.
conformance: $(READY)
	cd tests && ../$(BIN)/python -m servers.conformance.suite
	$(BIN)/pytest tests/servers/conformance

lint: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,http,postgres]"
	touch $(READY)

clean:
	rm -rf $(VENV) build dist src/*.egg-info
