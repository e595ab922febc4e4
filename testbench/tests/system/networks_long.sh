#!/bin/sh
# seconds: 400
# The mesh in every case at more shapes, on a faster clock too, and Ethernet; every fault is noticed
# when all cases are tried in their order.
cd "$(dirname "$0")/../../conformance" || exit 2
SHAPES="4x2 3x2 3x4 6x4" ./run mesh && ./run --faults mesh && SHAPES=3x2 ./run --faults mesh &&
    SHAPES="2x2 4x2" ./run mesh_faster random stalls slow_receiver epochs select &&
    SHAPES=2x2 ./run mesh_slower &&
    SEED=2 SHAPES=2x4 ./run mesh_slower random &&
    PACKET=2 SHAPES=4x2 ./run mesh_slow random all_to_all hot_spot && SHAPES=4x2 ./run rsb stalls &&
    ./run ethernet && SHAPES=4x2 ./run --faults ethernet && ./run --carrier --faults ethernet
