# The front door. `make` alone shows what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash
SECONDS ?= 60

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  \033[1m%-14s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install what building and running needs (apt), where it is missing
	@scripts/setup.sh run

.PHONY: setup-test
setup-test:
	@scripts/setup.sh run test web-test

.PHONY: build
build: setup ## Build for development
	swift build

.PHONY: web
web: ## Make the web app (scripts/web.sh); the next build compiles it in
	@scripts/setup.sh web
	@$(MAKE) --no-print-directory web-core
	@scripts/web.sh

.PHONY: web-test
web-test: ## Test the web app: types, units, and its flows in Chromium and Firefox, on the files that `make web` made
	@scripts/setup.sh run web web-test
	swift build --product daybook
	scripts/web-test.sh

.PHONY: run
run: setup ## Set up, build with the web app and serve on the embedded PostgreSQL
	@$(MAKE) --no-print-directory web || echo "run: the web app could not be made, for the reason above; everything else is served"
	swift build -c release --product daybook
	exec .build/release/daybook serve

.PHONY: test
test: setup-test ## Set up and pass the gate: format, build, every test in Swift, documents, journeys, the app in Chromium, calendars
	scripts/test.sh

.PHONY: quick
quick: setup-test ## Before a commit: build and test the rooms that changed and what stands on them, in five minutes
	@scripts/test.sh quick

.PHONY: check
check: ## At every save: format, floor plan, house rules, the web app's types and units, in a minute
	@scripts/test.sh check

.PHONY: format
format: ## Format the Swift sources in place
	swift format format --in-place --recursive --parallel Package.swift Sources Tests Plugins Examples

.PHONY: format-check
format-check: ## Fail where a source is not formatted
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Examples

.PHONY: documentation
documentation: ## Build the SDK's DocC catalogue into .build/documentation, where docc is
	scripts/documentation.sh

.PHONY: apple-floor
apple-floor: ## Check that the SDK names nothing newer than iOS 17 and macOS 14, by the compiler
	scripts/apple-floor.sh

.PHONY: public-face
public-face: ## Write down what other packages see of the libraries, in Tests/Fixtures/public-face.txt
	DAYBOOK_WRITE_PUBLIC_FACE=1 swift test --enable-swift-testing --disable-xctest --filter PublicFaceTests

.PHONY: documents
documents: setup-test ## Run every command and request that the documents show, and the journeys
	swift build
	Tests/Documents/documents.py
	Tests/Journeys/run.py

.PHONY: caldav-clients
caldav-clients: ## Run every CalDAV client that runs here, Thunderbird too, against a real server
	@scripts/setup.sh run test clients
	swift build --product daybook
	EDITORS_EDITS=10000 Tests/CalDAV/run.py
	Tests/CalDAV/run.py thunderbird

.PHONY: fuzz
fuzz: setup-test ## Fuzz the HTTP parser for SECONDS (60)
	scripts/fuzz.sh $(SECONDS)

.PHONY: schemathesis
schemathesis: setup-test ## Drive a real server from its API document for at most SECONDS (60), from SEED
	swift build
	SECONDS_IN_ALL=$(SECONDS) scripts/schemathesis.sh

.PHONY: generators
generators: setup-test ## Generate clients from the API document; nothing may be left out
	scripts/generators.sh

.PHONY: hostile
hostile: setup-test ## Send a real server what no schema describes for SECONDS (60), from SEED, watching time and memory
	swift build
	SECONDS_IN_ALL=0 HOSTILE_SECONDS=$(SECONDS) scripts/schemathesis.sh

.PHONY: simulate
simulate: setup-test ## Simulate devices, server and a failing network for SECONDS (60), from SEED
	swift build -c release --product daybook-simulate
	SECONDS=$(SECONDS) .build/release/daybook-simulate

.PHONY: chaos
chaos: setup-test ## Kill servers and PostgreSQL under devices on a bad network for SECONDS (60) each, from DAYBOOK_SEED
	swift build --build-tests
	DAYBOOK_CHAOS_SECONDS=$(SECONDS) swift test --skip-build --enable-swift-testing --disable-xctest --filter ChaosTests

.PHONY: mutations
mutations: setup-test ## Plant faults in the merge and wake them one by one; the tests must notice each
	scripts/mutations/run.py

.PHONY: proofs
proofs: setup-test ## Everything long, drawn anew, measured or of outside: browsers, clients, sanitizers, planted faults, simulation
	@scripts/setup.sh clients
	scripts/test.sh proofs

.PHONY: sanitize
sanitize: setup-test ## Run the engines' tests under AddressSanitizer and ThreadSanitizer
	scripts/sanitize.sh

.PHONY: bench
bench: ## Measure every scenario beside its ceiling; writes benchmarks/results.md
	@scripts/setup.sh run bench
	swift build -c release
	python3 benchmarks/run.py

.PHONY: soak
soak: ## Everyday use and attackers at once for SECONDS (3600 is the real one); the server must end with the memory it began with
	@scripts/setup.sh run bench
	swift build -c release --product daybook
	python3 benchmarks/soak.py --seconds $(SECONDS)

.PHONY: web-core
web-core: ## Compile the web app's core to WebAssembly, web/core/core.wasm
	@scripts/web-core.sh

.PHONY: containers
containers: ## Build the images, run them, and upgrade the compose stack under a writing device (podman)
	deploy/try.sh

.PHONY: release
release: setup ## Build dist/daybook with the Swift runtime linked in
	scripts/release.sh

.PHONY: dist
dist: ## Make what people install, in dist: a .deb, an archive, checksums, and a list of what is inside
	scripts/dist.sh

.PHONY: dist-check
dist-check: ## Install, upgrade, remove and purge the .deb on a bare Debian, and build it twice to the same bytes
	deploy/try-package.sh --twice

.PHONY: clean
clean: ## Remove what was built (never your data)
	rm -rf .build dist
