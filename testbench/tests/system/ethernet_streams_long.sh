#!/bin/sh
# seconds: 25
# Streams over Ethernet: a few points of testbench/bench/ethernet_streams; shares of packets of
# unequal sizes in `make test-long`. What it notices is shown by ethernet_streams_mutants_long.sh.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
command -v verilator >/dev/null || { echo "skipped: no verilator"; exit 77; }
testbench/bench/ethernet_streams --build "$work" --short rates ${BL_LONG:+fair} latency \
    faults timeout
