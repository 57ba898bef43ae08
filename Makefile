# make lab        open the lessons in JupyterLab
# make test       check everything: style, code, notebooks, and in a browser where there is one
# make notebooks  run every notebook from the top and store what it shows; their minutes in the README
# make html       the lessons as pages in build/html: sliders work, no kernel, no network
# make slides     the decks as slides in build/slides, likewise; DECK=45-minutes that one alone,
#                 NOTATION=my.toml in whose letters, WORDS=de in which language
# make course FROM=my.toml  a lecture from one file, in build/course: the deck, also as PDF, figures,
#                 article, talk, a picture to embed, sheets; see docs/course.md. ONLY=deck that alone
# make figures    every figure for print and web in build/figures, with a gallery
# make book       the course as one PDF in build/book (needs pdflatex)
# make notes      a sample article and sample slides in LaTeX, in build/notes (needs pdflatex);
#                 NOTATION=primal in whose symbols
# make site       the course as a site in build/site: the pages, and JupyterLite, with no server;
#                 the decks, printed too where Chromium is, and the book where pdflatex is
# make address TO=https://github.com/OWNER/NAME  let everything say that the project lives there
# make solutions  the exercises with their solutions, in build/solutions
# make proofs     every theorem checked by Coq, in build/proofs (needs Coq; says what to install)
# make memory     megabytes that a student's kernel needs, lesson by lesson
# make mutants    would the tests of the core and the theory notice a mistake? SAMPLE=25 tries 25 in
#                 each module (an hour; all of them take a day), ROOM=theory one room
# make many       the tests that draw random cases, on TIMES=50 times as many: 10,000 and more of each;
#                 all figures in every notation, all lessons in kernels, every deck whole and in
#                 part (weekly, and before a release)
# make compare    1,000 random cases each in scikit-learn, HiGHS and quadprog: do they find the same?
# make requirements  pin the newest versions of everything again

PYTHON ?= python3
BIN := .venv/bin
LESSONS := .venv/lessons-installed
TESTS := .venv/tests-installed
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test notebooks html slides course figures notes book site address solutions proofs memory \
	mutants many compare requirements clean
.DELETE_ON_ERROR:

lab: $(LESSONS)
	$(BIN)/jupyter lab $(AS_ROOT) $(firstword $(wildcard notebooks/00-start-here.ipynb) notebooks)

# The workers share the processors, so each computes in one thread.
test: $(TESTS)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto \
	  --dist loadfile --no-loadscope-reorder

notebooks: $(TESTS)
	$(BIN)/python -m tools.notebooks $(sort $(wildcard notebooks/*.ipynb))
	$(BIN)/python -m tools.readme

# Each requirements file is one extra of pyproject.toml with everything under it, pinned: for all
# supported versions of Python, or for the one that Binder uses, less what its image brings.
PIN := .venv/pin/bin/uv pip compile --quiet --no-header --no-annotate \
	--no-emit-package perceptron-lessons pyproject.toml
PIN_FOR_ALL := $(PIN) --upgrade --universal --python-version 3.11
PIN_FOR_BINDER := $(PIN) --python-platform linux \
	--python-version $(patsubst python-%,%,$(shell cat binder/runtime.txt))

requirements: $(TESTS)
	$(PYTHON) -m venv .venv/pin
	.venv/pin/bin/pip install --quiet uv
	$(PIN_FOR_ALL) --extra lessons --output-file requirements.txt
	$(PIN_FOR_ALL) --extra test --constraint requirements.txt --output-file requirements-test.txt
	$(PIN_FOR_BINDER) --extra notebooks --constraint requirements.txt \
	  | $(BIN)/python -m tools.binder_base > binder/pins.txt

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This project needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version 2>&1`." \
	       "Try for example: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

$(LESSONS): .venv/pyvenv.cfg requirements.txt pyproject.toml perceptron_core/__init__.py
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(TESTS): $(LESSONS) requirements-test.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements-test.txt
	touch $@

clean:
	rm -rf .venv

# What typesets formulas, turns slides, and checks (in the tests) that pages are accessible and that
# the JavaScript is sound: fetched here so that the pages need no network.
FRONT_END := build/front-end/node_modules
PUBLISH := $(BIN)/python -m publish
MATHJAX := --mathjax $(FRONT_END)/@mathjax/src/bundle

html: $(LESSONS) $(FRONT_END)
	$(PUBLISH) html --out build/html $(MATHJAX)

# A deck by its name, as 45-minutes, in the language of WORDS where there is one; or a file of one's own.
slides: $(LESSONS) $(FRONT_END)
	$(PUBLISH) slides --out build/slides $(MATHJAX) --reveal $(FRONT_END)/reveal.js \
	  $(if $(NOTATION),--notation $(NOTATION)) $(if $(WORDS),--words $(WORDS)) \
	  $(foreach deck,$(DECK),$(or $(wildcard $(deck)),$(if $(WORDS),$(wildcard \
	  slides/$(basename $(notdir $(WORDS)))/$(deck).md)),slides/$(deck).md))

# The packages of the tests bring what prints.
course: $(TESTS) $(FRONT_END)
	$(BIN)/perceptron course $(FROM) --force --out build/course/$(basename $(notdir $(FROM))) \
	  $(if $(ONLY),--only $(ONLY))

figures: $(LESSONS)
	$(BIN)/perceptron figures --force --format svg,pdf,png,pgf --out build/figures

notes: $(LESSONS)
	$(MAKE) --directory examples/lecture-notes PYTHON=$(CURDIR)/$(BIN)/python \
	  OUT=$(CURDIR)/build/notes $(if $(NOTATION),NOTATION=$(NOTATION))

book: $(LESSONS)
	$(PUBLISH) book --out build/book
	cd build/book && pdflatex -interaction=batchmode book.tex >/dev/null
	cd build/book && bibtex -terse book && pdflatex -interaction=batchmode book.tex >/dev/null
	cd build/book && makeindex -q book.idx && makeindex -q names.idx
	cd build/book && pdflatex -interaction=batchmode book.tex >/dev/null

site: $(TESTS) $(FRONT_END)
	$(BIN)/python -m tools.lite_site build/site
	$(PUBLISH) slides --out build/site/slides $(MATHJAX) --reveal $(FRONT_END)/reveal.js
	$(BIN)/python -m tools.print_decks build/site/slides
	@if command -v pdflatex >/dev/null; then $(MAKE) book && cp build/book/book.pdf build/site; \
	else echo "no pdflatex here: the site has no book" >&2; fi
	$(PUBLISH) html --out build/site $(MATHJAX) --lab --gallery svg,pdf,png,pgf,html

address: $(LESSONS)
	$(BIN)/python -m tools.address $(TO)

solutions: $(LESSONS)
	$(BIN)/python -m tools.exercises solutions build/solutions

proofs:
	$(MAKE) --directory proofs OUT=$(CURDIR)/build/proofs

memory: $(LESSONS)
	$(BIN)/python -m tools.memory

mutants: $(TESTS)
	$(PYTHON) -m venv .venv/mutants
	.venv/mutants/bin/pip install --quiet --disable-pip-version-check cosmic-ray
	.venv/mutants/bin/python -m tools.mutants --python $(BIN)/python \
	  $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(WITHIN),--within $(WITHIN)) $(if $(ROOM),--room $(ROOM)) $(if $(MODULE),--module $(MODULE))

# The tests that say how many random cases they draw: see tests/many.py.
TIMES ?= 50
many: $(TESTS)
	PERCEPTRON_TIMES=$(TIMES) $(BIN)/python -m pytest --quiet --numprocesses auto --timeout 0 \
	  $(sort $(shell grep -rl --include='test_*.py' '^from many import' tests))
	$(BIN)/python -m pytest --quiet --nbval --nbval-current-env --numprocesses auto --timeout 0 \
	  --dist loadfile notebooks

compare: $(TESTS)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --upgrade \
	  --target .venv/compare quadprog
	PYTHONPATH=.venv/compare $(BIN)/python -m tools.compare_with_others

$(FRONT_END): Makefile
	npm install --silent --no-audit --no-fund --prefix build/front-end \
	  @mathjax/src@4.1.0 @mathjax/mathjax-stix2-font@4.1.0 reveal.js@5.2.1 axe-core@4.14.1 esbuild@0.28.2 \
	  @biomejs/biome@2.6.8 typescript@7.0.2 \
	  @jupyter-widgets/base-manager@1.0.13 @jupyter-widgets/controls@5.0.13
	touch $@
