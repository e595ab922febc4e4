#!/bin/sh
# seconds: 15
# An exchange by a function with fewer or more values than there are nodes or channels delivers
# every record where the golden model does: crossbar and exchange in one pass, in two, and with the
# sizes of a histogram, fused and as written, also of columns that travel apart. Without BL_LONG two
# small shapes, in Icarus, beside those of random.sh; with it all, in Verilator.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0

# program COLUMNS PASSES: f is the function of the exchange
program() {
    cat >"$work/$name.loom" <<END
const BITS = $bits;
cluster k { board stratix10_mx2100; nodes $nodes; clock core 150 MHz;
    memory { channels $((2 * channels)); width 32 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 300 ns; } }
record row { $1 }
pipeline p(rows: row) on k { let f = key[3 +: BITS]; $2 }
END
}
matches() { # FUSE VERSIONS
    "$BANKLOOM" run -q "$work/$name.loom" --fuse "$1" --keys $keys --key-bits 12 $simulator \
        >"$work/said" 2>&1
    grep -q "matches the golden model ($2 column" "$work/said" && return
    echo "FAIL $name: $nodes nodes, $channels channels, f of $bits bits, --fuse $1"
    cat "$work/said"
    failed=1
}
refused() { # FUSE CODE
    "$BANKLOOM" check "$work/$name.loom" --fuse "$1" >"$work/said" 2>&1 &&
        { echo "FAIL $name: accepted"; failed=1; }
    grep -q "error $2" "$work/said" && return
    echo "FAIL $name: $nodes nodes, $channels channels, f of $bits bits, --fuse $1: no $2"
    cat "$work/said"
    failed=1
}
# common divisor of nodes and channels: of as many values a channel holds the records of one node
common() {
    divisor=$nodes
    while [ $((nodes % divisor)) -ne 0 ] || [ $((channels % divisor)) -ne 0 ]; do \
        divisor=$((divisor - 1)); done
    echo $divisor
}
shape() { # NODES CHANNELS BITS
    nodes=$1 channels=$2 bits=$3
    name=one_pass
    program 'key: u32;' 'pass { read key -> crossbar(f) -> alltoallv(f) -> write key2 }'
    matches all 1
    name=two_passes
    program 'key: u32;' \
        'pass { read key -> crossbar(f) -> write key1 }
        pass { read key1 -> alltoallv(f) -> write key2 }'
    matches none 2
    name=with_sizes
    program 'key: u32;' \
        'pass { read key -> histogram(f) as h } pass { read key -> crossbar(f) -> write key1 }
        pass { read key1 -> alltoallv(f, h) -> write key2 }'
    matches none 2
    matches all 1
    [ "$4" ] || return 0
    name=apart
    program 'key: u32; value: u32;' \
        'pass { read key -> histogram(f) as h } pass { read key -> table(f) as t }
        pass { read key -> crossbar(t) -> write key1 }
        pass { read key -> table(f) as u } pass { read value -> crossbar(u) -> write value1 }
        pass { read key1 -> alltoallv(f, h) -> write key2 }
        pass { read value1 -> alltoallv(f, h) -> write value2 }'
    # A channel that holds the records of several nodes needs the column that says which.
    if [ "$((1 << bits))" -gt "$(common)" ] && [ "$nodes" -gt "$(common)" ]; then refused none \
        E1013; else matches none 4; fi
    # Between the histogram and the exchange the records may change channels: its counts are by
    # node, not by channel.
    name=moved_between
    program 'key: u32;' \
        'pass { read key -> histogram(f) as h }
        pass { read key -> crossbar(key[0 +: 2]) -> write key1 }
        pass { read key1 -> crossbar(f) -> write key2 }
        pass { read key2 -> alltoallv(f, h) -> write key3 }'
    matches none 3
}

if [ "$BL_LONG" ]; then
    simulator='' keys=300
    for nodes_channels in "1 1" "1 2" "1 8" "2 1" "2 2" "2 4" "2 8" "4 1" "4 2" "4 4" "4 8" "8 1" \
        "8 2" "8 4" "8 8" \
        "3 1" "3 2" "3 8" "5 4" "6 2" "6 4" "6 8" "12 8" "24 4"; do
        for bits in 0 1 2 3 4; do
            # shellcheck disable=SC2086
            shape $nodes_channels $bits apart
        done
    done
else
    simulator="--sim icarus" keys=150
    shape 2 4 0
    shape 3 2 2 apart
fi
[ $failed -eq 0 ] && echo ok
exit $failed
