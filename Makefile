# Every target works on a machine that has Go and git.
GO ?= go
GOFUMPT  = $(GO) run mvdan.cc/gofumpt@v0.9.2
GOLANGCI = $(shell command -v golangci-lint || echo $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.6.2)

.PHONY: help build test race lint fmt docs fuzz oracle sweep-test sweep-bench e2e bench microbench gate learn sarif-check cover clean

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

build: ## build ./mcp-lint
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o mcp-lint ./cmd/mcp-lint

test: ## run all tests; lint runs vet with all its analyses
	$(GO) test -vet=off ./...
	cd internal/oracle && $(GO) test -vet=off ./registry

# The packages that start goroutines. Those of ./lint run all checks side by side on shared registries. RACE=./... takes all packages.
RACE ?= ./detect ./discover ./lint ./mcplint ./internal/scanservice ./internal/lsp ./internal/mcpserver ./internal/record ./internal/rest

race: ## run the tests of packages with goroutines under the race detector (needs a C compiler); SHORT=-short leaves out the largest inputs
	CGO_ENABLED=1 $(GO) test -race $(SHORT) -timeout 30m $(RACE)

lint: ## check the code with golangci-lint (built from source when it is not installed)
	$(GOLANGCI) run

fmt: ## format the code with gofumpt
	$(GOFUMPT) -w cmd config corpus detect discover e2e internal launch lint lock mcplint report rules sarif schemacheck sweep

docs: ## write the pages of the checks, the schema of the settings, and what commands print in the documents, anew
	$(GO) test ./internal/docs ./internal/api -count=1 -update
	$(GO) test ./report -count=1 -run TestGolden -update
	$(GO) test ./cmd/mcp-lint -count=1 -run 'TestConfigSchema|TestSessions' -update

fuzz: ## run every fuzz target for FUZZTIME (default 10s)
	GO="$(GO)" ./scripts/fuzz.sh $${FUZZTIME:-10s}

oracle: ## compare the lexers with tree-sitter, and server.json with the official schemas (needs a C compiler); FILES=folder compares the files in it too
	cd internal/oracle && $(GO) vet ./... && CGO_ENABLED=1 MCP_LINT_ORACLE_FILES='$(if $(FILES),$(abspath $(FILES)))' $(GO) test -count=1 -timeout 20m ./...

sweep-test: ## test the sweep of a registry, which is a module of its own
	cd sweep && $(GO) vet ./... && $(GO) test -count=1 ./...

sweep-bench: ## measure a sweep of SWEEP_DEFINITIONS definitions and SWEEP_ARCHIVES archives on one and on two cores
	cd sweep && $(GO) test -run '^$$' -bench . -benchtime 1x -timeout 2h ./cmd/sweep

e2e: ## run the end-to-end tests (needs node; installs the rest, on Debian as root); SHORT=-short leaves out what nightly runs
	./e2e/install.sh $(SHORT)
	$(GO) vet -tags e2e ./e2e
	$(GO) test -tags e2e -count=1 -timeout 25m $(SHORT) ./e2e

bench: ## measure how fast each part is and how time grows with the input; on a machine that does nothing else
	$(GO) test -run '^$$' -bench . -timeout 1h ./internal/bench

microbench: ## run the benchmarks of the packages
	$(GO) test -run '^$$' -bench . -benchmem $$($(GO) list ./... | grep -v /internal/bench)

gate: ## measure the checks on the labelled corpus and fail below the floors
	$(GO) run ./cmd/mcp-lint corpus gate

learn: ## learn the weights of the model anew; REAL=files of public definitions in corpus form, separated by commas
	$(GO) run ./internal/learn -real '$(REAL)' -out detect/model/weights.txt -report detect/model/REPORT.md

sarif-check: build ## validate the SARIF of the examples with GitHub's and Microsoft's rules (needs npm)
	mkdir -p dist
	./mcp-lint --fail-on never --output sarif=dist/examples.sarif ./examples/servers
	./scripts/sarif-check.sh dist/examples.sarif

cover: ## write coverage.out
	$(GO) test -coverprofile coverage.out ./... && $(GO) tool cover -func coverage.out | tail -1

clean: ## remove what was built
	rm -rf mcp-lint dist coverage.out
