#!/bin/sh
# Nodes with the least buffers and sources that never rest, every pattern on every network: all
# cells come. Each of the networks is simulated, or its refusal is reported.
# seconds: 900
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo 'skipped: no Verilator'; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
CSV=$work/csv testbench/bench/cells --build "$(dirname "${BANKLOOM:-build/bankloom}")" still
status=$?
grep ',skipped$' "$work/csv" | sed 's/^/skipped: /'
exit $status
