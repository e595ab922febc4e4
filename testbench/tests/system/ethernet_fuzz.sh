#!/bin/sh
# Mutated frames with a good FCS at the receivers of Ethernet ports are dropped and counted, and the
# traffic goes on: some of those of testbench/bench/ethernet, which notices when a receiver no
# longer asks for the session.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
program=${BANKLOOM:-$root/build/bankloom}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

MUTATED=30000 MIXES=40 CSV=$work/fuzz.csv ONLY='the session' testbench/bench/ethernet \
    --build "${program%/*}" fuzz fuzz_mutations >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
[ "$(grep -c ',yes$' "$work/fuzz.csv")" -ge 8 ] ||
    { cat "$work/said"; echo "FAIL there are few bars"; exit 1; }
