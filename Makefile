# Wend. Every target does its own set-up: packages are installed by name, and only those that are missing.
#
#   make            the command, optimised: build/wend
#   make demo       builds it and shows what it does, on a scene and a floor plan made by code
#   make test       the tests, about ten minutes; closes with the sum `N passed, N failed, N skipped`
#   make soak       every test in every configuration, MINUTES=60 (120 for every case at least once), and coverage
#   make bench      tables against Recast, CGAL and GEOS
#   make web        the npm package and the page, into build/web
#   make web-test   their tests, in node and in Chromium
#   make format     formats the sources
#   make docs       makes docs/reference.md and the manual's tables of findings from the headers
#   make install    installs what `make` built (PREFIX, DESTDIR)
#   make clean      removes build/

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
MINUTES ?= 60

.PHONY: build demo test soak bench web web-test format docs install clean

build:
	@scripts/setup build
	@scripts/configure release -DCMAKE_INSTALL_PREFIX="$(PREFIX)"
	@cmake --build build/release -j $(JOBS) -- --no-print-directory

demo: build
	@scripts/demo

test:
	@scripts/setup test
	@JOBS=$(JOBS) scripts/test

soak:
	@scripts/setup soak
	@JOBS=$(JOBS) scripts/soak $(MINUTES)

bench:
	@scripts/setup bench
	@JOBS=$(JOBS) scripts/bench

web:
	@scripts/setup web
	@JOBS=$(JOBS) scripts/web

web-test: build
	@scripts/setup web-test
	@JOBS=$(JOBS) scripts/web
	@scripts/web_test
	@scripts/web_test --page

format:
	@scripts/setup format
	@scripts/format

docs:
	@scripts/setup docs
	@scripts/reference

install: build
	@cmake --install build/release

clean:
	rm -rf build
