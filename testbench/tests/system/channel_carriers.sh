#!/bin/sh
# Channels over carriers: bundles over the full mesh with channels beside them; in `make test-long`
# channels alone over Ethernet, the full mesh, and serial cores that damage words and go down, which
# wire_carrier_long.sh drives without channels, and bundles over Ethernet.
# seconds: 12
cd "$(dirname "$0")/../../.." || exit 2
for carrier in ${BL_LONG:+ethernet mesh wire_lossy}; do
    LIMIT=300 testbench/conformance/run --channels $carrier || exit 1
done
JOINED=1 LIMIT=300 testbench/conformance/run --bundles mesh || exit 1
[ -z "$BL_LONG" ] || LIMIT=300 testbench/conformance/run --bundles ethernet || exit 1
