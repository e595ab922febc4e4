#!/bin/sh
# seconds: 200
# The networks keep the contract of the port, and the bench that says so notices faults. Over the bus, gate by gate and so slow, two cases;
# networks_rsb_long.sh has them all.
cd "$(dirname "$0")/../../conformance" || exit 2
SHAPES="2x2 4x2" ./run mesh && SHAPES=2x2 ./run mesh_any && ./run --faults mesh &&
    SHAPES=4x2 ./run mesh_faster random stalls slow_receiver epochs select && SHAPES=2x2 ./run mesh_slower &&
    SHAPES=4x2 ./run rsb stalls barrier
