#!/bin/sh
# The network port over the ring segmented bus, whose ring Icarus simulates gate by gate: every case, and every fault noticed.
cd "$(dirname "$0")/../../conformance" || exit 2
export LIMIT=300
SHAPES="4x2 4x4" ./run rsb && SHAPES=4x2 ./run --faults rsb random stalls all_to_all slow_receiver epochs select
