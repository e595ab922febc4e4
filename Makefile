# bankloom: builds the compiler, the co-simulation library and the tests.
#   make              build/bankloom and its libraries; CFLAGS="-O2 -g" for a debugger
#   make test         every test; the last line is "N passed, N failed, N skipped"
#   make test-long    the same plus the slow ones (all published points, all shapes)
#   make bench            sort, boards, stg, rsb, memory, records and house: published figures beside what this machine measures; writes build/bench/NAME.csv
#   make bench NAME=sort  one of them
#   make bench NAME=shapes KEYS=2^18 MATCH='^2 '   the counting sort at 49 shapes, fused and not: hours; fewer records, some of them
#   make bench NAME=random SEED=1 COUNT=1000 JOBS=2   random programs: refused with a position, or right and clean; failing ones in build/random/SEED
#   make bench NAME=spellings SEED=1 COUNT=500   random programs and the same with their passes joined or taken apart: the same circuit
#   make bench NAME=random_faults MATCH=golden    faults put into the compiler: which random program finds each
#   make bench NAME=hub           hosts that write into each other's memory through hubs: the ports, chains of the engine, rings whose buffers are at their least
#   make bench NAME=house         the shape of the sources: circles of calls, who knows a network, whether each can be left out, where functions stand, long lines
#   make bench NAME=ethernet      reliable Ethernet ports against each other: faults, rates, incast, lost links, resets, parts taken out; 20 minutes to an hour
#   make bench NAME=cells         nodes with cells against each other: cycles of a link, uniform load of three networks, the counting sort, latency by load, area; some 20 minutes
#   make bench NAME=coe           DMA of host ports: random descriptors, a long message there and back, the counting sort's keys through the port, kernels from GPU to GPU, unreliable channels, a barrier, random kernels, faults at random moments, a bus that is watched
#   make bench NAME=prediction SEED=1 COUNT=200 JOBS=2   cycles predicted beside cycles measured, of
#                         pipelines drawn by the seed: a quarter of an hour to an hour; an interrupted one goes on
#   make bench NAME=pairs         every pair of features, in some 60 programs: built, elaborated and linted, or refused with a code (docs/pairs.md)
#   make bench NAME=records       pipelines beyond the counting sort against their bounds: a hash partition, numbers of nodes, stages of the user's own
#   make bench NAME=stg STG=DIR   the signal transition graphs of the repository and of DIR beside DIR's table; writes build/bench/stg.csv
#   make bench NAME=fuzz EXECUTIONS=10^6 TARGET="program stg"   inputs by libFuzzer (clang) under
#                         sanitizers: hours; make test replays the corpus that is kept of them
#   make bench NAME=wait BASE=COMMIT   the wait for the first result, and the simulation's speed, beside
#                         those of another commit, which is built for it; writes build/bench/wait.csv
#   make lint         every template and emitted file through Verilator, Icarus and Yosys
#   make sanitize     the same programs under address and undefined-behaviour sanitizers, in build/san: tests and simulations
#   make install PREFIX=/usr/local LIBDIR=$(PREFIX)/lib DESTDIR=, and make uninstall    CC, CPPFLAGS, CFLAGS, LDFLAGS and AR are honoured

CC      ?= cc
CFLAGS  ?= -O2
WARN    := -std=c11 -Wall -Wextra -Wpedantic
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
B       ?= build
NAME    ?= sort boards stg rsb memory records house

# On all processors, unless -j says otherwise; what benches and tests run starts its own make.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
endif
BY_ITSELF := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
VERSION := 0.1
# The library of host programs. Its number changes with what a program was compiled with.
DEVICE_SO := libbankloom-device.so.1
DEVICE_H  := $(addprefix compiler/runtime/bl_,device_registers.h device.h dma.h device_pipeline.h \
                 device_kernel.h device_chain.h chain_descriptor.h device_backend.h)

# Headers are included with their folder, but what host programs include: runtime/bl_device.h.
INCLUDES := -Icompiler -Icompiler/runtime -Itestbench -I$(B)/gen
DEFINES  := -D_GNU_SOURCE -DBL_VERSION='"$(VERSION)"'
BL_FLAGS := $(WARN) $(CFLAGS) $(SANITIZE) -pthread $(INCLUDES) $(DEFINES) $(CPPFLAGS) -MMD -MP
LINKED   := $(CFLAGS) $(SANITIZE) $(LDFLAGS)

CARRIED    := $(wildcard compiler/*/carried/*.[ch] compiler/*/*/carried/*.[ch] \
                         compiler/bus/model/*.[ch] compiler/bus/model/*/*.[ch])
COMPILER_C := $(filter-out compiler/runtime/% $(CARRIED), \
                  $(wildcard compiler/*/*.c compiler/*/*/*.c))
COST_C     := $(shell grep -l '^void bl_cost_' $(COMPILER_C))
SIMULATION := $(wildcard testbench/simulation/*/*.[ch] testbench/simulation/*/*/*.[ch])
RUNTIME_C  := $(wildcard compiler/runtime/*.c compiler/runtime/*/*.c)
SIM_C      := $(filter-out testbench/simulation/vpi/%,$(filter %.c,$(SIMULATION) $(CARRIED))) \
              $(RUNTIME_C)
UNIT_C     := $(wildcard testbench/tests/unit/test_*.c)
TOOL_C     := $(wildcard testbench/bench/tools/*.c)
FUZZ_C     := $(wildcard testbench/fuzz/target_*.c)

object   = $(patsubst %.c,$(B)/obj/%.o,$(1))
UNITS   := $(patsubst testbench/tests/unit/%.c,$(B)/unit/%,$(UNIT_C))
TOOLS   := $(patsubst testbench/bench/tools/%.c,$(B)/bench/%,$(TOOL_C))
REPLAYS := $(patsubst testbench/fuzz/target_%.c,$(B)/replay/%,$(FUZZ_C))
FUZZERS := $(patsubst testbench/fuzz/target_%.c,$(B)/fuzzer/%,$(FUZZ_C))
# C++ is linked into the program: to load its library takes a sixth of a check of an example.
LIBS    := -lcjson -lxxhash -Wl,-Bstatic -lcadical -lstdc++ -Wl,-Bdynamic -lm -pthread

.PHONY: failing replays fuzzers fuzzed
.PHONY: all units tested test test-long bench bench-names benched lint sanitized sanitize install uninstall clean
.SECONDARY:

all: $(B)/bankloom $(B)/libbl_sim.a $(B)/$(DEVICE_SO) $(B)/bankloom-device.3 $(if $(SANITIZE),,$(B)/verilated/version)

# What simulations that are loaded consist of; the library of host programs.
$(call object,$(SIM_C)): BL_FLAGS += -fPIC -fno-semantic-interposition

$(B)/obj/%.o: %.c Makefile | $(B)/gen/network_messages.def
	@mkdir -p $(@D)
	$(CC) $(BL_FLAGS) -c -o $@ $<

# Messages of the networks, each of which has them in its folder.
MESSAGES := $(sort $(wildcard compiler/network/*/messages.def))
$(B)/gen/network_messages.def: $(MESSAGES) $(wildcard compiler/network) Makefile
	@mkdir -p $(@D)
	cat $(MESSAGES) /dev/null >$@.new
	mv $@.new $@

# Emitted text that does not change, as a table in C: compiler/emit/parts.h.
TEXT := $(sort $(wildcard $(addprefix compiler/,emit/text/*.in emit/text/*/*.in network/*/text/*.in)))
$(B)/gen/parts.c: compiler/emit/embed.awk $(TEXT)
	@mkdir -p $(@D)
	awk -f $^ >$@.new
	mv $@.new $@

# Parameters and costs of the templates, as tables in C: compiler/templates/ranges.h and
# compiler/templates/cost.h. Folders are there for files that go.
$(B)/gen/ranges.c $(B)/gen/costs.c: $(B)/gen/%.c: compiler/templates/tables.awk $(COST_C) \
    $(wildcard rtl_templates/*/*.v) $(wildcard rtl_templates/*) $(sort $(dir $(COMPILER_C)))
	@mkdir -p $(@D)
	@LC_ALL=C awk -v table=$* -f $(filter %.awk %.c %.v,$^) >$@.new
	mv $@.new $@

GEN_O := $(patsubst %,$(B)/obj/gen/%.o,parts ranges costs)
$(GEN_O): $(B)/obj/gen/%.o: $(B)/gen/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(BL_FLAGS) -c -o $@ $<

$(B)/libbankloom.a: $(call object,$(COMPILER_C)) $(GEN_O)
	@rm -f $@
	$(AR) rcs $@ $^

$(B)/libbl_sim.a: $(call object,$(SIM_C))
	@rm -f $@
	$(AR) rcs $@ $^

# With what is public alone: the rest is hidden, or not the library's.
$(B)/$(DEVICE_SO): $(call object,$(RUNTIME_C))
	echo '{ global: bl_device_*; local: *; };' >$@.map
	$(CC) $(LINKED) -shared -pthread -Wl,-soname,$(DEVICE_SO) -Wl,--version-script=$@.map -o $@.new $^
	mv $@.new $@
	ln -sf $(DEVICE_SO) $(B)/libbankloom-device.so

$(B)/bankloom-device.3: compiler/runtime/man.awk $(DEVICE_H) Makefile
	@mkdir -p $(@D)
	LC_ALL=C awk -v version=$(VERSION) -f $(filter-out Makefile,$^) >$@.new
	mv $@.new $@

# Verilator's own library, as the Makefile of a bench would compile it: for the first run. A line with
# $(MAKE) is run by make -n too, where there is no folder yet.
$(B)/verilated/Makefile: compiler/emit/text/verilated.mk.in
	@mkdir -p $(@D)
	sed '1,/^@@ all/d' $< >$@

$(B)/verilated/version: $(B)/verilated/Makefile
	@rm -rf $@ $(@D)/run0 $(@D)/verilated0.*
	if [ -f $< ] && command -v verilator >/dev/null; then \
	    $(MAKE) -s -C $(@D) CXX=g++ OPT=-O2; fi
	if command -v verilator >/dev/null; then verilator --version >$@.new && mv $@.new $@; fi

$(B)/bankloom: $(call object,compiler/main.c) $(B)/libbankloom.a $(B)/libbl_sim.a
	$(CC) $(LINKED) -o $@ $^ $(LIBS)

$(B)/unit/%: $(B)/obj/testbench/tests/unit/%.o $(B)/libbankloom.a $(B)/libbl_sim.a
	@mkdir -p $(@D)
	$(CC) $(LINKED) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcmocka $(LIBS)

$(B)/bench/%: $(B)/obj/testbench/bench/tools/%.o $(B)/libbankloom.a $(B)/libbl_sim.a
	@mkdir -p $(@D)
	$(CC) $(LINKED) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS)

# A target of the fuzzer by itself, which runs files; and with libFuzzer, by clang.
FUZZ_PARTS = $(call object,testbench/fuzz/target_%.c testbench/fuzz/fuzz_common.c)
FUZZ_LIBS := $(B)/libbankloom.a $(B)/libbl_sim.a
$(B)/replay/%: $(FUZZ_PARTS) $(call object,testbench/fuzz/replay.c) $(FUZZ_LIBS)
	@mkdir -p $(@D)
	$(CC) $(LINKED) -o $@ $^ $(LIBS)

$(B)/fuzzer/%: $(FUZZ_PARTS) $(call object,testbench/fuzz/mutate.c) $(FUZZ_LIBS)
	@mkdir -p $(@D)
	$(CC) $(LINKED) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# What lets allocations and writes fail: testbench/fuzz/failures.
FAILING := $(B)/fuzz/failing_memory.so $(B)/fuzz/failing_writes
$(B)/fuzz/failing_memory.so: testbench/fuzz/failing_memory.c
	@mkdir -p $(@D)
	$(CC) $(WARN) $(CPPFLAGS) $(CFLAGS) -D_GNU_SOURCE -fPIC -shared $(LDFLAGS) -o $@ $< -ldl

$(B)/fuzz/failing_writes: testbench/fuzz/failing_writes.c
	@mkdir -p $(@D)
	$(CC) $(WARN) $(CPPFLAGS) $(CFLAGS) -D_GNU_SOURCE $(LDFLAGS) -o $@ $<

units: $(UNITS)
failing: all $(FAILING)
replays: $(REPLAYS)
fuzzers: $(FUZZERS)

# Unit tests that measure time are no good under sanitizers.
PLAIN := $(patsubst testbench/tests/unit/%.c,$(B)/unit/%, \
             $(shell grep -l '^/\* run_tests: without' $(UNIT_C)))
tested: all sanitized $(PLAIN) $(TOOLS) $(FAILING)

test: tested
	@$(BY_ITSELF) testbench/run_tests --build $(B) --sanitized

test-long: tested
	@$(BY_ITSELF) testbench/run_tests --build $(B) --sanitized --long

# Before anything is built for it.
BENCHES := boards cells coe estimate ethernet fuzz house hub memory pairs prediction random random_faults records rsb shapes sort spellings stg templates wait
NO_BENCH = $(filter-out $(BENCHES),$(NAME))
bench-names:
	@[ -z "$(NO_BENCH)" ] || { echo "make bench: there is no NAME=$(firstword $(NO_BENCH)); there are: $(BENCHES)" >&2; exit 2; }

bench: bench-names
	@$(MAKE) --no-print-directory benched

benched: all $(TOOLS)
	@failed=0; for name in $(NAME); do \
	    $(BY_ITSELF) testbench/bench/$$name --build $(B) || failed=1; done; exit $$failed

lint: all
	@BL_LONG=1 $(BY_ITSELF) testbench/lint --build $(B)

# The compiler and the harness with every check that the C compiler can put in. `make test` runs the unit and language tests on them, `make
# sanitize` those of the command line and of the simulation too, with the model and Verilator's library compiled alike.
SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
SAN_TESTS := build command_line explain explain_shapes frontend_golden frontend_input limits boards run
sanitized:
	@$(MAKE) -s B=$(B)/san CFLAGS="-O1 -g1" SANITIZE="$(SAN)" all units replays

# What clang makes for the fuzzer, with the coverage of branches, without that of comparisons, which
# doubles the time. testbench/bench/fuzz asks for it.
FUZZED := -fsanitize=float-cast-overflow,fuzzer-no-link -fno-sanitize-coverage=trace-cmp
fuzzed:
	@$(MAKE) -s B=$(B)/fuzz CC=clang CFLAGS="-O2 -g" SANITIZE="$(SAN) $(FUZZED)" fuzzers

sanitize: all sanitized $(PLAIN)
	@$(BY_ITSELF) testbench/run_tests --build $(B) --sanitized --only unit,lang,board
	@BL_SIM_OPT="-O1 $(SAN)" XDG_CACHE_HOME=$(abspath $(B)/san/cache) \
	    $(BY_ITSELF) testbench/run_tests --build $(B)/san --only system $(SAN_TESTS:%=--match /%.sh)

# Where things go may have blanks.
PLACE     := $(DESTDIR)$(PREFIX)
SHARE     := $(PLACE)/share
LIB       := $(DESTDIR)$(LIBDIR)
INSTALLED := $(SIMULATION) $(CARRIED) \
                 $(wildcard rtl_templates/*/*.v compiler/runtime/*.[ch] \
                 compiler/runtime/*/*.[ch] boards/*/*.* \
                 boards/*/models/*.v compiler/sweep/*.html examples/*/*.* examples/*/*/* \
                 docs/*.md docs/*.svg README.md)
install: all
	install -d "$(PLACE)/bin" "$(PLACE)/lib/bankloom" "$(SHARE)/man/man1"
	install -m 755 $(B)/bankloom "$(PLACE)/bin/bankloom"
	install -m 644 $(B)/libbl_sim.a "$(PLACE)/lib/bankloom/libbl_sim.a"
	install -d "$(PLACE)/include/bankloom" "$(LIB)/pkgconfig" "$(SHARE)/man/man3"
	install -m 644 $(DEVICE_H) "$(PLACE)/include/bankloom"
	install -m 644 $(B)/$(DEVICE_SO) "$(LIB)/$(DEVICE_SO)"
	ln -sf $(DEVICE_SO) "$(LIB)/libbankloom-device.so"
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(subst $(PREFIX)/,$${prefix}/,$(LIBDIR))|; s|@VERSION@|$(VERSION)|' \
	    compiler/runtime/bankloom-device.pc.in >"$(LIB)/pkgconfig/bankloom-device.pc"
	install -m 644 $(B)/bankloom-device.3 "$(SHARE)/man/man3/bankloom-device.3"
	[ ! -f $(B)/verilated/version ] || { install -d "$(PLACE)/lib/bankloom/verilated" && \
	    install -m 644 $(B)/verilated/verilated0.a $(B)/verilated/version "$(PLACE)/lib/bankloom/verilated"; }
	for f in $(INSTALLED); do \
	    install -D -m 644 $$f "$(SHARE)/bankloom/$$f" || exit 1; done
	install -m 644 docs/bankloom.1 "$(SHARE)/man/man1/bankloom.1"
	install -D -m 644 docs/completion/bankloom.bash \
	    "$(SHARE)/bash-completion/completions/bankloom"
	install -D -m 644 docs/completion/_bankloom "$(SHARE)/zsh/site-functions/_bankloom"
	install -D -m 644 docs/completion/bankloom.fish \
	    "$(SHARE)/fish/vendor_completions.d/bankloom.fish"
# What install has put there, with the folders that are bankloom's alone.
uninstall:
	rm -rf "$(SHARE)/bankloom" "$(PLACE)/lib/bankloom" "$(PLACE)/include/bankloom"
	rm -f "$(PLACE)/bin/bankloom" "$(LIB)/$(DEVICE_SO)" "$(LIB)/libbankloom-device.so" \
	    "$(LIB)/pkgconfig/bankloom-device.pc" \
	    "$(SHARE)/man/man1/bankloom.1" "$(SHARE)/man/man3/bankloom-device.3" \
	    "$(SHARE)/bash-completion/completions/bankloom" \
	    "$(SHARE)/zsh/site-functions/_bankloom" \
	    "$(SHARE)/fish/vendor_completions.d/bankloom.fish"

clean:
	rm -rf $(B)

-include $(shell [ -d $(B)/obj ] && find $(B)/obj -name '*.d')
