#!/bin/sh
# Shapes of 2 to 16 nodes plan to one pass from the same source, with one, two and three columns,
# and no region is too large. One has no room for that: the widest with three columns on 16 nodes,
# whose reason is given.
set -u
examples=$(cd "$(dirname "$0")/../../../examples/counting_sort" && pwd)
failed=0
for file in counting_sort with_values three_columns; do
    for nodes in 2 4 8 16; do
        for channels in 2 4 8; do
            for width in 16 32 64; do
                plan=$("$BANKLOOM" explain "$examples/$file.loom" --nodes $nodes \
                    --channels $channels --width $width) || failed=1
                case $file-$nodes-$channels-$width-$plan in
                three_columns-16-8-64-*"a node takes about "*" ALMs, but "*"(A = 2)"*) ;;
                three_columns-16-8-64-*) echo "FAIL: the widest has no reason"; failed=1 ;;
                *"(A = 1)"*"$nodes x min($width B x $channels channels"*) ;;
                *) echo "FAIL: $file with $nodes nodes, $channels channels of $width bytes"; \
                    failed=1 ;;
                esac
            done
        done
    done
done
exit $failed
