#!/bin/sh
# Links over serial cores as a carrier: over cores that damage nothing they keep the rules, and over
# ones that damage words and go down, too. wire_mutants_long.sh shows that the second notices what
# is taken out.
# seconds: 90
cd "$(dirname "$0")/../../.." || exit 2
testbench/conformance/run --carrier wire || exit 1
for seed in 1 ${BL_LONG:+2}; do
    SEED=$seed testbench/conformance/run --carrier wire_lossy random flood slow bursts || exit 1
done
