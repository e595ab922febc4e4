#!/bin/sh
# The network port over the ring segmented bus, whose ring Icarus simulates gate by gate: every case
# but the one that it does not keep, and every fault noticed but the one that only that case would
# tell.
cd "$(dirname "$0")/../../conformance" || exit 2
export LIMIT=300
faults="drop swap duplicate bit lost_end early_end wrong_lane wrong_source mix_epochs never_ready"
faults="$faults half_rate ignore_select lost_last withdraw fill"
echo "skipped: slow_receiver and the fault block_others: that case does not hold over the bus" \
    "(docs/rsb.md, A pipeline over the bus)"
SHAPES=4 ./run --carrier rsb && ./run --carrier --faults rsb || exit 1
SHAPES="4x2 4x4" ./run rsb random stalls all_to_all hot_spot epochs barrier broadcast allreduce \
    select &&
    SHAPES=4x2 FAULTS="$faults" ./run --faults rsb random stalls all_to_all epochs select
