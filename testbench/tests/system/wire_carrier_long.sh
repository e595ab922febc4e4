#!/bin/sh
# Links over serial cores as a carrier: over cores that damage nothing they keep the rules, and over
# ones that damage words and go down, too. wire_mutants_long.sh shows that the second notices what
# is taken out.
# seconds: 20
cd "$(dirname "$0")/../../.." || exit 2
# four nodes over cores that damage nothing, a pair over the others; in `make test-long` both, twice
perfect=4 lossy=2
[ -z "$BL_LONG" ] || perfect='2 4' lossy='2 4'
SHAPES=$perfect testbench/conformance/run --carrier wire || exit 1
for seed in 1 ${BL_LONG:+2}; do
    SEED=$seed SHAPES=$lossy testbench/conformance/run --carrier wire_lossy random flood slow \
        bursts || exit 1
done
