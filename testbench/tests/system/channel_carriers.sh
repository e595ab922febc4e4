#!/bin/sh
# Channels over carriers: the full mesh, Ethernet, and serial cores that damage words and go down.
# seconds: 600
cd "$(dirname "$0")/../../.." || exit 2
for carrier in mesh ethernet wire_lossy; do
    LIMIT=300 testbench/conformance/run --channels $carrier || exit 1
done
