#!/bin/sh
# seconds: 20
# The networks keep the contract of the port: each case at the smallest shape, and what is special
# about larger ones. That the bench notices faults, each with the case that finds it soonest, and
# more cases are for `make test-long`. All cases at the larger shapes are those of networks_long.sh;
# over the bus, gate by gate and so slow, networks_rsb_long.sh has them all.
cd "$(dirname "$0")/../../conformance" || exit 2
# below the port; over the bus in networks_rsb_long.sh
SHAPES=4 ./run --carrier mesh || exit 1
SHAPES=2x2 ./run mesh && SHAPES=4x2 ./run mesh stalls select &&
    SHAPES=3x2 ./run mesh random && SHAPES=2x2 ./run mesh_any random epochs select &&
    SHAPES=2x2 ./run mesh_faster random epochs && SHAPES=2x2 ./run mesh_slower random epochs &&
    PACKET=2 SHAPES=2x2 ./run mesh_slow all_to_all stalls &&
    SHAPES=2x2 ./run ethernet random epochs || exit 1
[ "$BL_LONG" ] || exit 0

noticed() { # SHAPE FAULTS CASE...
    shape=$1 faults=$2
    shift 2
    SHAPES=$shape FAULTS=$faults ./run --faults mesh "$@"
}
# with the ten faults of a carrier
SHAPES=2 ./run --carrier mesh && ./run --carrier --faults mesh || exit 1
SHAPES=3x2 ./run mesh all_to_all select && SHAPES=2x2 ./run mesh_any &&
    noticed 2x2 "drop swap duplicate bit lost_end wrong_source never_ready" random &&
    noticed 2x2 "lost_last withdraw fill" random &&
    noticed 2x2 "early_end wrong_lane half_rate" all_to_all && noticed 2x2 mix_epochs epochs &&
    noticed 2x2 block_others slow_receiver && noticed 4x2 ignore_select select &&
    ! PACKET=8 SHAPES=4x2 ./run mesh_slow all_to_all
