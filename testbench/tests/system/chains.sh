#!/bin/sh
# seconds: 8
# Passes are chains: crossbars one after the other, in front of an exchange and behind it, behind a
# table's; with a histogram in front; on as many nodes as channels, more, fewer, and one. All give
# what the golden model gives, fused or not.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
# Fewer keys are sooner simulated by Icarus than a model is compiled.
simulator='--sim icarus' keys=400
[ -z "$BL_LONG" ] || simulator='' keys=1500
more='pass { read key, value -> histogram(g) as h -> crossbar(f) -> crossbar(node)
    -> alltoallv(node) -> crossbar(g) -> crossbar(f)
        -> write a, b }
    pass { read value, mark -> crossbar(value[3]) -> crossbar(mark[1:0]) -> write c, d }
    pass { read d, c -> crossbar(node_of) -> write d1, c1 }
    pass { read c1, d1 -> alltoallv(node_of) -> crossbar(value[9:8]) -> write c2, d2 }'
tables='pass { read key -> table(f) as t }
pass { read value -> crossbar(t) -> crossbar(value[9:8]) -> crossbar(value[0]) -> write b }'

# matches NODES CHANNELS PASSES OPTIONS...
matches() {
    nodes=$1 channels=$2 passes=$3
    shift 3
    cat >"$work/p.loom" <<END
cluster small { board stratix10_mx2100; nodes $nodes; clock core 150 MHz;
    network full_mesh { link 6.25 GB/s; latency 400 ns; }
                memory { channels $((2 * channels)); width 16 B; strip 64; burst 64 B; } }
record item { key: u32; value: u32; mark: u32; }
pipeline chains(items: item) on small {
    let node = key[7:5]; let node_of = value[6:5]; let f = key[2:0]; let g = key[4:3];
    $passes
}
END
    # shellcheck disable=SC2086
    "$BANKLOOM" run -q "$work/p.loom" $simulator --keys $keys "$@" >"$work/said" 2>&1 ||
        fail "run $nodes $channels $*"
    grep -q 'matches the golden model' "$work/said" || fail "no match: $nodes $channels $*"
}
matches 2 4 "$more"
matches 4 2 "$more" --fuse none
matches 2 4 "$tables" --fuse none
if [ "$BL_LONG" ]; then
    matches 1 4 "$more" --fuse none
    for shape in '2 2' '8 2' '4 1' '2 8'; do
        for fuse in all none table,histogram; do
            # shellcheck disable=SC2086
            matches $shape "$more" --fuse $fuse
            # shellcheck disable=SC2086
            matches $shape "$tables" --fuse $fuse
        done
    done
fi
exit 0
