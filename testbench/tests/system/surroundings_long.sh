#!/bin/sh
# seconds: 20
# What the user's shell exports never reaches the tools that bankloom starts: every variable that
# the emitted Makefiles read, those of make itself, and what the tools obey.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "$*"; tail -n 20 "$work/said"; exit 1; }
export XDG_CACHE_HOME="$work/cache"
shape='--nodes 2 --channels 1 --width 16'

# Every name that is read as $(NAME) or ${NAME}, but what the shell itself gives its children.
# shellcheck disable=SC2086
"$BANKLOOM" build $sort $shape -q -o "$work/out" >"$work/said" 2>&1 || fail build
verilated=$(verilator --getenv VERILATOR_ROOT)/include/verilated.mk
read_by_make() {
    cat "$work/out/bench/Makefile" "$verilated" | tr ' \t()' '\n\n\n\n' |
        grep -xE '[A-Za-z_][A-Za-z_0-9]*' | grep -E '^[A-Z][A-Z_0-9]+$'
}
make_itself='MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES MAKELEVEL MAKEOVERRIDES MAKECMDGOALS
    MAKE_RESTARTS VPATH CURDIR'
compilers='CC CXX CPP AR AS LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS ARFLAGS TARGET_ARCH
    OUTPUT_OPTION GCC_EXEC_PREFIX COMPILER_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES'
tools='VERILATOR_ROOT VERILATOR_BIN VERILATOR_TEST_FLAGS SYSTEMC SYSTEMC_ARCH SYSTEMC_INCLUDE
    SYSTEMC_LIBDIR IVERILOG_ICONFIG VVP_EXTRA_ARGS VVP_WAIT_FOR_DEBUGGER IVL_WAIT_FOR_DEBUGGER
    YOSYS_COVER_FILE YOSYS_ABORT_ON_LOG_ERROR ABC GVBINDIR PERL5LIB PERL5OPT PYTHONHOME PYTHONPATH
    TAR_OPTIONS GREP_OPTIONS POSIXLY_CORRECT BASH_ENV ENV'
read_by_make >"$work/names"
for name in $make_itself $compilers $tools; do echo "$name"; done >>"$work/names"
grep -vxE 'PWD|PATH|HOME' "$work/names" | LC_ALL=C sort -u >"$work/exported"
for name in TRACE SIM VERILATOR OPT SIM_LIB VERILATED NODE HEADER HOST HOST_FLAGS OBJCACHE VM_SC; do
    grep -qx $name "$work/exported" || fail "not tried: $name"
done

# surrounded COMMAND...: with all of them set to what breaks whoever obeys
surrounded() {
    words=$(sed 's|.*|&=/nowhere/&|' "$work/exported")
    # shellcheck disable=SC2086
    timeout -k 5 120 env $words "$@" >"$work/said" 2>&1 </dev/null
}
# The check itself: make and Verilator do obey.
# shellcheck disable=SC2086
surrounded make -n -C "$work/out/bench" && fail "make obeys none of them"
surrounded verilator --version && fail "verilator obeys none of them"

for simulator in icarus verilator; do
    # shellcheck disable=SC2086
    surrounded "$BANKLOOM" run $sort $shape --keys 100 --sim $simulator --keep "$work/kept" ||
        fail "--sim $simulator is not what it is without them"
    grep -q 'matches the golden model' "$work/said" || fail "--sim $simulator: no result"
done
[ ! -e "$work/kept/bench/sort_bench_vcd" ] || fail "another kind of model was compiled"
surrounded "$BANKLOOM" graph $sort -o "$work/sort.svg" || fail graph
grep -q '</svg>' "$work/sort.svg" || fail "no picture"

# Options of make that would do something else in silence.
for flags in -n -e; do
    rm -rf "$work/kept"
    # shellcheck disable=SC2086
    GNUMAKEFLAGS=$flags MAKEFLAGS=$flags OPT=-Onone SIM=rope \
        "$BANKLOOM" run $sort $shape --keys 200 --sim icarus --keep "$work/kept" >"$work/said" \
            2>&1 ||
        fail "make $flags"
done

# Who calls make in the built folder gives settings behind it; what is exported is none.
TRACE=vcd SIM=rope NODE=none OPT=-Onone HOST=none SIM_LIB=none VERILATED=none HOST_FLAGS=none \
    make -n -C "$work/out/bench" >"$work/said" 2>&1 || fail "make by hand"
grep -qE 'none|rope|vcd' "$work/said" && fail "make by hand takes what is exported"
make -n -C "$work/out/bench" OPT=-Onone >"$work/said" 2>&1 && grep -q -e '-Onone' "$work/said" ||
    fail "make by hand takes no setting"

# What is for a run has a name of its own, and is part of what the cache asks.
for opt in -O0 -Onone; do
    # shellcheck disable=SC2086
    BL_SIM_OPT=$opt "$BANKLOOM" run $sort $shape --keys 200 --sim icarus >"$work/said" 2>&1
    echo $? >"$work/status.$opt"
done
[ "$(cat "$work/status.-O0")" = 0 ] || fail "BL_SIM_OPT=-O0"
[ "$(cat "$work/status.-Onone")" = 1 ] && grep -q -e '-Onone' "$work/said" ||
    fail "BL_SIM_OPT does not reach the compiler"

# A bench and a host program are the user's: they see everything.
cat >"$work/host.c" <<'C'
#include <stdlib.h>
#include <string.h>
#include "sort_host.h"
int main(void) {
    const char *said = getenv("MAKEFLAGS");
    return said && !strcmp(said, "kept") ? 0 : 3;
}
C
# shellcheck disable=SC2086
MAKEFLAGS=kept "$BANKLOOM" run $sort $shape --sim icarus --host "$work/host.c" >"$work/said" 2>&1 ||
    fail "a host program does not see the environment"
exit 0
