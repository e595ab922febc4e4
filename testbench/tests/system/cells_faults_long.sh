#!/bin/sh
# 10^7 cells over links that flip bits in data, headers and on the wire back: each comes once, in
# its order and unchanged. Ten seeds: SEEDS="1 2 3 4 5 6 7 8 9 10" testbench/bench/cells faults.
# seconds: 600
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo 'skipped: no Verilator'; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
CSV=$work/csv testbench/bench/cells --build "$(dirname "${BANKLOOM:-build/bankloom}")" faults
