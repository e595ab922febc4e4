#!/bin/sh
# Ethernet as a carrier: over a switch that loses nothing it keeps the rules, and over one that
# drops, damages, repeats and holds back frames, too; in `make test-long` also through a wide MAC.
# ethernet_mutants_long.sh shows that the second notices what is taken out.
cd "$(dirname "$0")/../../.." || exit 2
testbench/conformance/run --carrier ethernet &&
    testbench/conformance/run --carrier ethernet_lossy random ${BL_LONG:+slow} || exit 1
[ -z "$BL_LONG" ] || SHAPES=4 testbench/conformance/run --carrier ethernet_wide random slow
