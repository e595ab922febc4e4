/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one program. */
#include "emit_bench.h"
#include "text.h"

static const char settings[] =
    "# TRACE=1 compiles a model that can write waveforms; it is slower.\n"
    "# SIM=icarus runs the same bench on Icarus Verilog: slow, and a second opinion.\n"
    "# SIM_LIB, NODE and VERILATED name archives that are already compiled; by default they are compiled here.\n"
    "TRACE     ?= 0\n"
    "SIM       ?= verilator\n"
    "VERILATOR ?= verilator\n"
    "OPT       ?= -O2\n"
    "SIM_LIB   ?= sim/libbl_sim.a\n"
    "VERILATED ?= verilated$(TRACE).a\n"
    "NODE      ?= node$(TRACE).a\n"
    "ROOT      := $(if $(filter verilator,$(SIM)),$(shell $(VERILATOR) --getenv VERILATOR_ROOT))\n"
    "OBJ       := obj$(TRACE)\n"
    "MODEL     := $(OBJ)/V$(TOP)__ALL.a\n"
    "SIM_C     := $(notdir $(wildcard ../sim/*.c))\n"
    "RUNTIME   := verilated verilated_threads $(if $(filter 1,$(TRACE)),verilated_vcd_c)\n"
    "INCLUDES  := -I../sim -I../golden -I../host\n"
    "C_FLAGS   := -std=c11 -D_GNU_SOURCE -pthread $(OPT) $(INCLUDES)\n"
    "CXX_FLAGS := -std=c++17 -pthread $(OPT) $(INCLUDES) -isystem $(ROOT)/include -isystem $(ROOT)/include/vltstd \\\n"
    "             -I$(OBJ) -DVM_TRACE=$(TRACE) -DVM_TRACE_VCD=$(TRACE) -DVM_COVERAGE=0 -DVM_SC=0\n"
    "SIM_LIBS  := -lm\n\n"
    "ifeq ($(SIM),icarus)\n"
    "PROGRAM   := $(TOP)_bench_icarus\n"
    "CIRCUIT   := icarus_model.o\n"
    "BESIDE    := $(PROGRAM).vvp $(PROGRAM).vpi\n"
    "LINK      := $(CC)\n"
    "else\n"
    "PROGRAM   := $(TOP)_bench$(if $(filter 1,$(TRACE)),_trace)\n"
    "CIRCUIT   := $(NODE) $(VERILATED)\n"
    "LINK      := $(CXX)\n"
    "endif\n\n";

static const char rules[] =
    ".PHONY: all run clean\n\n"
    "all: $(PROGRAM) $(BESIDE)\n\n"
    "run: all\n\t./$(PROGRAM)\n\n"
    "$(OBJ)/V$(TOP).mk: ../rtl/files.f $(wildcard ../rtl/*.v)\n"
    "\t$(VERILATOR) --cc -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal --inline-mult 1 -fno-gate \\\n"
    "\t    --output-split 30000 --output-split-cfuncs 3000 \\\n"
    "\t    $(if $(filter 1,$(TRACE)),--trace --trace-underscore) --top-module $(TOP) --prefix V$(TOP) -Mdir $(OBJ) -F ../rtl/files.f\n\n"
    "$(MODEL): $(OBJ)/V$(TOP).mk\n"
    "\t$(MAKE) -s -C $(OBJ) -f V$(TOP).mk OPT_FAST=\"$(OPT)\" OPT_SLOW=-O0 OPT_GLOBAL=\"$(OPT)\"\n\n"
    "verilated$(TRACE).a: $(RUNTIME:%=run$(TRACE)/%.o)\n\t@rm -f $@\n\tar rcs $@ $^\n\n"
    "run$(TRACE)/%.o: $(ROOT)/include/%.cpp\n\t@mkdir -p $(@D)\n\t$(CXX) $(CXX_FLAGS) -c -o $@ $<\n\n"
    "sim/libbl_sim.a: $(SIM_C:%.c=sim/%.o)\n\t@rm -f $@\n\tar rcs $@ $^\n\n"
    "sim/%.o: ../sim/%.c $(wildcard ../sim/*.h)\n\t@mkdir -p $(@D)\n\t$(CC) $(C_FLAGS) -c -o $@ $<\n\n"
    "node$(TRACE).a: $(MODEL) shim$(TRACE).o\n\tcp $(MODEL) $@.new\n\tar rs $@.new shim$(TRACE).o\n\tmv $@.new $@\n\n"
    "shim$(TRACE).o: shim.cpp $(OBJ)/V$(TOP).mk\n\t$(CXX) $(CXX_FLAGS) -c -o $@ $<\n\n"
    "%.o: %.c\n\t$(CC) $(C_FLAGS) -c -o $@ $<\n\n"
    "%.o: ../golden/%.c\n\t$(CC) $(C_FLAGS) -c -o $@ $<\n\n"
    "%.o: ../host/%.c\n\t$(CC) $(C_FLAGS) -c -o $@ $<\n\n"
    "%.vvp: icarus_top.v ../rtl/files.f $(wildcard ../rtl/*.v)\n"
    "\tiverilog -g2001 -s bl_icarus -o $@.new icarus_top.v $$(sed 's|^|../rtl/|' ../rtl/files.f)\n\tmv $@.new $@\n\n"
    "%.vpi: bl_vpi.c\n\t$(CC) -std=c11 $(OPT) $$(iverilog-vpi --cflags) -fPIC -shared -o $@ $<\n\n"
    "$(PROGRAM): $(TOP)_bench.o $(TOP)_golden.o $(TOP)_host.o $(CIRCUIT) $(SIM_LIB)\n"
    "\t$(LINK) -pthread -o $@.new $^ $(SIM_LIBS)\n\tmv $@.new $@\n\n"
    "clean:\n\trm -rf obj0 obj1 run0 run1 sim *.o *.a *.vvp *.vpi $(TOP)_bench $(TOP)_bench_trace $(TOP)_bench_icarus\n";

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan) {
    bl_text_add(text, "# The bench of the pipeline %s: 'make run' simulates the cluster and compares with the golden model; './%s_bench --help' lists\n"
                      "# its options. Needs verilator and a C++ compiler. Written by bankloom.\n", plan->program->pipeline,
                          plan->program->pipeline);
    bl_text_add(text, "TOP       := %s\n", plan->program->pipeline);
    bl_text_bytes(text, settings, sizeof settings - 1);
    bl_text_bytes(text, rules, sizeof rules - 1);
}
