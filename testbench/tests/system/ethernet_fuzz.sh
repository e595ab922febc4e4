#!/bin/sh
# Mutated frames with a good FCS at the receivers of Ethernet ports are dropped and counted, and the
# traffic goes on: some of those of testbench/bench/ethernet, which notices when a receiver no
# longer asks for the session (that, and four nodes at 40 Gbit/s, in `make test-long`).
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
program=${BANKLOOM:-$root/build/bankloom}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

mutated=12000 mix=10 sections=fuzz bars=7
[ -z "$BL_LONG" ] || mutated=30000 mix=40 sections='fuzz fuzz_mutations' bars=8
# shellcheck disable=SC2086
OPT=-O1 MUTATED=$mutated MIXES=$mix CSV=$work/fuzz.csv ONLY='the session' testbench/bench/ethernet \
    --build "${program%/*}" $sections >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
[ "$(grep -c ',yes$' "$work/fuzz.csv")" -ge $bars ] ||
    { cat "$work/said"; echo "FAIL there are few bars"; exit 1; }
