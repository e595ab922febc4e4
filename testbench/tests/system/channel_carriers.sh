#!/bin/sh
# Channels over carriers: the full mesh, Ethernet, and serial cores that damage words and go down;
# bundles of them over the first two.
# seconds: 700
cd "$(dirname "$0")/../../.." || exit 2
for carrier in mesh ethernet wire_lossy; do
    LIMIT=300 testbench/conformance/run --channels $carrier || exit 1
done
for carrier in mesh ethernet; do
    LIMIT=300 testbench/conformance/run --bundles $carrier || exit 1
done
