#!/bin/sh
# seconds: 3
# Pairs of pins and clocks of boards/common with the models of the vendor's cells that they use:
# free of warnings, right, and seen to fail with wires swapped or cut and with broken models. The
# models never get into a project.
here=testbench/tests/system common=boards/common
models=$common/models/vendor_models.v
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; exit 1; }
# shellcheck disable=SC2120
bench() { # OPTIONS...: the last line of the bench
    iverilog -g2001 -o "$work/bench.vvp" -s tb_vendor_models -y "$work/broken" -y $common "$@" \
        "${cells:-$models}" $here/tb_vendor_models.v && timeout 60 vvp -n "$work/bench.vvp" |
        tail -n 1
}
ours() { for value in "$@"; do set -- "$@" "-Ptb_vendor_models.$value"; shift; done
    said=$(bench "$@"); }
good() { ours "$@"; [ "$said" = PASS ] || fail "$*: $said"; }
bad() { ours "$@"; case $said in FAIL*) ;; *) fail "not noticed: $* ($said)" ;; esac; }

good PAIRS=1
good PAIRS=5 MULTIPLY=6 OUT_0=4 OUT_1=128 OUT_2=1
good PAIRS=64 PERIOD=6667 MULTIPLY=39 DIVIDE=5 OUT_0=8 OUT_1=7 OUT_2=13
for wrong in 1 2 3 4; do bad BAD=$wrong; done
bad PAIRS=1 BAD=1
bad PAIRS=64 BAD=1
for module in bl_pair_in bl_pair_out; do
    for pairs in 0 515; do
        iverilog -g2001 -o "$work/bench.vvp" -s $module -P$module.PAIRS=$pairs $models \
            $common/$module.v >"$work/said" 2>&1 && fail "$module takes $pairs pairs"
        grep -q "${module}_illegal_PAIRS" "$work/said" || fail "$module: $(cat "$work/said")"
    done
done

# Broken models and modules.
broken() { # FILE EDIT
    mkdir "$work/broken" && sed "$2" "$1" >"$work/broken/$(basename "$1")" &&
        ! cmp -s "$1" "$work/broken/$(basename "$1")" || fail "no such place: $2"
    [ "$1" != $models ] || cells=$work/broken/vendor_models.v
    said=$(bench); case $said in FAIL*) ;; *) fail "not noticed: $2 ($said)" ;; esac
    rm -r "$work/broken"; cells=
}
broken $models 's/assign OB = ~I/assign OB = I/'
broken $models 's/assign O = (I ^ IB).*/assign O = IB;/'
broken $models 's/CLKFBOUT_MULT_F \*$/CLKFBOUT_MULT_F * 1.01 */'
broken $models 's/i == 1 ? 1.0 \* CLKOUT1_DIVIDE/i == 1 ? 1.0 * CLKOUT2_DIVIDE/'
broken $models 's/assign LOCKED = .*/assign LOCKED = running;/'
broken $models 's/ || stopped//'
broken $models 's/ || (periods > 0 .*)) begin/) begin/'
broken $common/bl_pair_in.v 's/IB(pin_n\[i\])/IB(pin_n[0])/'
broken $common/bl_pair_out.v 's/OB(pin_n\[i\])/OB(pin_n[PAIRS-1-i])/'
broken $common/bl_clock_mmcm.v 's/CLKFBIN(feedback_in)/CLKFBIN(1'"'"'b0)/'

# Every tool, with stubs of the cells where a tool makes hardware.
# From Verilator 5 on a file with delays needs an option that says what they mean.
delays=$(verilator --version | awk '$1 == "Verilator" && $2 + 0 >= 5 { print "--timing" }')
for module in bl_pair_in bl_pair_out bl_wire_in bl_wire_out bl_clock_pair bl_clock_mmcm; do
    file=$common/$module.v
    # shellcheck disable=SC2086
    {
        testbench/lint_verilator --top-module $module $here/vendor_cells.v $file
        testbench/lint_verilator --timescale 1ps/1ps $delays --top-module $module $models $file
        iverilog -g2001 -Wall -Wno-timescale -s $module -o "$work/bench.vvp" $models $file
        yosys -q -p "read_verilog $here/vendor_cells.v; blackbox; read_verilog $file;
            hierarchy -check -top $module; proc; check -assert"
    } >"$work/all" 2>&1 || fail "$module: $(cat "$work/all")"
    grep -v 'Replacing floating point parameter' "$work/all" && fail "$module: not clean"
done

# A project has the clock's buffer and MMCM, and neither the models nor any cell of theirs.
sed 's/net 156.25/net 100/' examples/counting_sort/three_clocks.loom >"$work/pll.loom"
"$BANKLOOM" build "$work/pll.loom" --board kc705 --nodes 2 --channels 1 --width 64 \
    -q -o "$work/built" >"$work/said" 2>&1 || fail "build: $(cat "$work/said")"
[ -f "$work/built/project/bl_clock_pair.v" ] && [ -f "$work/built/project/bl_clock_mmcm.v" ] ||
    fail "no pair of pins or no MMCM in the project"
find "$work/built" -name '*models*' | grep . && fail "models in a project"
grep -rlE '^ *module +(IBUFDS|OBUFDS|BUFG|MMCME2_BASE)' "$work/built" && fail "cells in a project"
exit 0
