#!/bin/sh
# Channels over carriers: the full mesh, Ethernet, and, in `make test-long`, serial cores that
# damage words and go down, which wire_carrier.sh drives without channels; bundles of them over the
# full mesh with channels beside them, and in `make test-long` over Ethernet, whose channels are
# tried here.
# seconds: 700
cd "$(dirname "$0")/../../.." || exit 2
for carrier in mesh ethernet ${BL_LONG:+wire_lossy}; do
    LIMIT=300 testbench/conformance/run --channels $carrier || exit 1
done
JOINED=1 LIMIT=300 testbench/conformance/run --bundles mesh || exit 1
[ -z "$BL_LONG" ] || LIMIT=300 testbench/conformance/run --bundles ethernet || exit 1
