#!/bin/sh
# Two Ethernet ports against each other over wires that drop, damage, repeat and hold back frames:
# a few thousand frames of testbench/bench/ethernet of one word, with the least buffers. In `make
# test-long` full frames, several packets that are joined and a window of one, too, and that it
# notices when a port does not look at what its MAC says of a frame.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
program=${BANKLOOM:-$root/build/bankloom}
build=${program%/*}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

export OPT=-O1
mixes=short bars=19
[ -z "$BL_LONG" ] || mixes='short long mixed one' bars=30
FRAMES=4000 CSV=$work/right.csv MIXES=$mixes testbench/bench/ethernet --build "$build" right \
    >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
[ "$(grep -c ',yes$' "$work/right.csv")" -ge $bars ] ||
    { cat "$work/said"; echo "FAIL there are few bars"; exit 1; }
[ "$BL_LONG" ] || exit 0

cp -r rtl_templates "$work/rtl" || exit 2
sed -i "s/x_good     <= ~e_bad/x_good     <= 1'b1/" "$work/rtl/ethernet/bl_eth_receive.v"
FRAMES=4000 CSV=$work/broken.csv TEMPLATES=$work/rtl MIXES=long testbench/bench/ethernet \
    --build "$build" right >"$work/said" 2>&1 && { echo "FAIL the check is not missed"; exit 1; }
grep -q 'flip: faults of the model,.*,no$' "$work/broken.csv" ||
    { cat "$work/said"; echo "FAIL not noticed by what was damaged"; exit 1; }
