#!/bin/sh
# Two Ethernet ports against each other over wires that drop, damage, repeat and hold back frames:
# a few thousand frames of testbench/bench/ethernet, with the least buffers; and that it notices
# when a port does not look at what its MAC says of a frame.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
program=${BANKLOOM:-$root/build/bankloom}
build=${program%/*}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

FRAMES=4000 CSV=$work/right.csv testbench/bench/ethernet --build "$build" right \
    >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
[ "$(grep -c ',yes$' "$work/right.csv")" -ge 30 ] ||
    { cat "$work/said"; echo "FAIL there are few bars"; exit 1; }

cp -r rtl_templates "$work/rtl" || exit 2
sed -i "s/x_good     <= ~e_bad/x_good     <= 1'b1/" "$work/rtl/ethernet/bl_eth_receive.v"
FRAMES=4000 CSV=$work/broken.csv TEMPLATES=$work/rtl MIXES=long testbench/bench/ethernet \
    --build "$build" right >"$work/said" 2>&1 && { echo "FAIL the check is not missed"; exit 1; }
grep -q 'flip: faults of the model,.*,no$' "$work/broken.csv" ||
    { cat "$work/said"; echo "FAIL not noticed by what was damaged"; exit 1; }
