# Two commands do everything on a fresh machine with Python and the package index: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test types tests long-test peer-test lint browser-test conformance client-test shelf-test extensions man record bench lock build clean

demo: $(READY)
	$(BIN)/python -m scripts.demo

# Types are checked beside the tests: one checker and two workers leave no core idle.
test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory --jobs 2 types tests

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/pytest -n auto --dist worksteal -m "not browser and not long"

# What takes longest: random requests and attacks, whole installations, and every rule above the stores on PostgreSQL as well.
long-test: $(READY)
	$(BIN)/pytest -n auto --dist worksteal -m long

# Needs Debian's packages and the npm registry, once: a browser, and the rules of accessibility.
browser-test: $(READY)
	command -v chromium || { apt-get update --quiet && apt-get install --yes --no-install-recommends chromium; }
	test -e .browser/node_modules/axe-core || npm install --silent --prefix .browser axe-core@4.14.0
	$(BIN)/pytest tests/web

# Needs the npm registry, once.
conformance: $(READY)
	cd tests && ../$(BIN)/python -m servers.conformance.suite
	$(BIN)/pytest tests/servers/conformance

# Stores made by the programs themselves, then imported; needs the package index and the npm registry, once. What cannot be had is
# skipped with its reason.
peer-test: $(READY)
	SIMONIDES_PEER_TEST=1 $(BIN)/pytest -p no:xdist -rs tests/peers/real

# Needs the toolchains of each language and its registry, once; what is missing is skipped with its reason.
client-test: $(READY)
	SIMONIDES_CLIENT_TEST=1 $(BIN)/pytest -rs tests/clients

lint: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

# The versions and hashes that development uses; needs uv.
lock:
	uv pip compile pyproject.toml --quiet --all-extras --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate --output-file requirements-dev.lock

# The recorded session of the README.
record: $(READY)
	$(BIN)/python -m scripts.record

# The manual page and the completions of shells, made from the commands; the wheel takes them along.
man: $(READY)
	$(BIN)/python -m scripts.shelves.manual

# The wheel and the source distribution; beside them the bill of what they need, the bundle for desktop programs, and what each package costs on the disk.
build: $(READY) man
	rm -rf build dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m scripts.sbom dist/simonides.cdx.json
	$(BIN)/python -m scripts.shelves.bundle dist/*.whl
	$(BIN)/python -m scripts.shelves.sizes dist/*.whl

# Every file for the shelves of others, tried by the programs that read it; needs the npm registry, once.
shelf-test: $(READY)
	test -e .shelves/node_modules/.bin/mcpb || npm install --silent --prefix .shelves \
		@anthropic-ai/mcpb@2.1.2 @anthropic-ai/claude-code@2.1.325 @google/gemini-cli@0.61.0 @openai/codex@0.166.0
	$(BIN)/pytest -p no:xdist -rs tests/shelves

# The extensions for Codex and Gemini CLI and the entry of the MCP registry, made from the plugin.
extensions: $(READY)
	$(BIN)/python -m scripts.shelves.extensions

# What runs is compiled then; most of what is installed never runs.
$(READY): pyproject.toml requirements-dev.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --requirement requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $(READY)

clean:
	rm -rf $(VENV) .clients .peers .shelves build dist share src/*.egg-info
