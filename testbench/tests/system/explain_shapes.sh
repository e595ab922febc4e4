#!/bin/sh
# Every shape that the README promises plans to one pass from the same source, with one, two and
# three columns, and no region is too large.
set -u
examples=$(cd "$(dirname "$0")/../../../examples/counting_sort" && pwd)
failed=0
for file in counting_sort with_values three_columns; do
    for nodes in 2 4 8 16; do
        for channels in 2 4 8; do
            for width in 16 32 64; do
                plan=$("$BANKLOOM" explain "$examples/$file.loom" --nodes $nodes \
                    --channels $channels --width $width) || failed=1
                case $plan in
                *"(A = 1)"*"$nodes x min($width B x $channels channels"*) ;;
                *) echo "FAIL: $file with $nodes nodes, $channels channels of $width bytes"; \
                    failed=1 ;;
                esac
            done
        done
    done
done
exit $failed
