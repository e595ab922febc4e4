#!/bin/sh
# `bankloom graph`: the source for Graphviz names every pass, stage, version and buffer; of kernels
# every node, memory, channel and collective; every program that checks has a picture, random ones
# too; the pictures are well formed; errors.
set -u
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../../examples/counting_sort" && pwd)
keys=$examples/counting_sort.loom values=$examples/with_values.loom
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
count() { grep -c -- "$1" "$out/dot"; }

"$BANKLOOM" graph "$values" --dot --view before >"$out/dot" || fail "graph --view before"
[ "$(count 'subgraph cluster_before_p')" = 11 ] || fail "not eleven passes as written"
[ "$(count 'cluster_after')" = 0 ] || fail "the side after fusion is drawn"
[ "$(count 'shape=cylinder')" = 8 ] || fail "not eight versions"
[ "$(count 'style=dashed')" = 6 ] || fail "not four tables and two uses of the sizes"
[ "$(count 'dashed: from block RAM')" = 1 ] || fail "what dashed arrows mean is not reported"
"$BANKLOOM" graph "$keys" --dot --view after | grep -q dashed &&
    fail "dashed arrows are explained where there are none"
"$BANKLOOM" graph "$keys" --dot -o "$out/dot" -q || fail "graph --dot -o"
[ "$(count 'subgraph cluster_after_p')" = 1 ] || fail "not one pass as it runs"
for words in 'passes 1–6' 'peak 307.2 GB/s' '512 crosspoint queues of 32 × 32 bits' \
    '8 links × 6.25 GB/s' 'by node, channel'; do
    [ "$(count "$words")" -gt 0 ] || fail "the picture does not say \"$words\""
done
"$BANKLOOM" graph "$keys" --dot | cmp -s - "$out/dot" || fail "two runs differ"

# Each crossbar has its own queues: 4 channels towards 8 nodes, and 4 towards 4 channels.
"$BANKLOOM" graph "$keys" --dot --channels 4 --view after -o "$out/dot" -q ||
    fail "graph --channels 4"
grep 'label=.*crossbar(.*crosspoint' "$out/dot" >"$out/boxes"
[ "$(wc -l <"$out/boxes")" = 2 ] && [ "$(grep -o 'crosspoint queues' "$out/boxes" | wc -l)" = 2 ] &&
    [ "$(grep -o 'bank queues' "$out/boxes" | wc -l)" = 2 ] ||
    fail "not one line of queues for each crossbar"
sed -n 1p "$out/boxes" | grep -q '>256 crosspoint' || fail "the first crossbar has not its queues"
sed -n 2p "$out/boxes" | grep -q '>128 crosspoint' || fail "the second crossbar has not its queues"
"$BANKLOOM" graph "$keys" --dot --channels 1 >"$out/one" || fail "graph --channels 1"
grep -q '1 channel × ' "$out/one" && ! grep -q ' 1 channels × ' "$out/one" || fail "one channel"

# A stage of the user's own has a colour and says what it does; no box is without one.
stages=$examples/../stages
for program in "$stages/hash_partition.loom" "$stages/filter.loom" "$keys" "$values"; do
    "$BANKLOOM" graph "$program" --dot --fuse none -o "$out/dot" -q || fail "graph $program"
    grep -q '(null)' "$out/dot" && fail "$program: something has no words or no colour"
done
"$BANKLOOM" graph "$stages/hash_partition.loom" --dot -o "$out/dot" -q
grep 'fillcolor="#e4f1e6".*>hash<.*makes bucket' "$out/dot" >"$out/boxes" && [ -s "$out/boxes" ] ||
    fail "a stage that makes a column is not drawn as one"
"$BANKLOOM" graph "$stages/filter.loom" --dot -o "$out/dot" -q
grep -q 'fillcolor="#e4f1e6".*>below<.*drops records' "$out/dot" ||
    fail "nor one that drops records"

# Rates are those of `explain`: the slower memory's, the network's own.
sed -e 's/clock *core 150 MHz;/clock core 150 MHz; clock slow 75 MHz;/' \
    -e 's/burst *128 B;/& clock slow;/' "$keys" >"$out/slow.loom"
"$BANKLOOM" graph "$out/slow.loom" --dot --nodes 2 --channels 2 -o "$out/dot" -q ||
    fail "slow memory"
"$BANKLOOM" explain "$out/slow.loom" --nodes 2 --channels 2 >"$out/said" || fail "explain"
grep -q 'T = .* 2 x min(32 B x 2 channels x 75 MHz / 1, 9.6 GB/s' "$out/said" ||
    fail "no slow memory"
for words in '>2 channels × 2.4 GB/s<' '>2 links × 6.25 GB/s<' '>4.8 GB/s<' 'memory at 75 MHz'; do
    [ "$(count "$words")" -gt 0 ] || fail "slow memory: the picture does not say \"$words\""
done
[ "$(count '[^0-9.]4.8 GB/s</FONT></TD></TR></TABLE>>; p')" = \
    "$(count 'subgraph cluster_[a-z]*_p')" ] ||
    fail "slow memory: a pass takes another rate"
# A bus has no links.
"$BANKLOOM" graph "$examples/over_rsb.loom" --dot -o "$out/dot" -q || fail "over a bus"
rate=$("$BANKLOOM" explain "$examples/over_rsb.loom" |
    sed -n 's/.*T = .*, \([0-9.]* GB.s\) .*/\1/p')
[ "$rate" ] && [ "$(count ">$rate over rsb<")" -gt 0 ] ||
    fail "over a bus: not the rate of explain, $rate"
[ "$(count 'links × ')" = 0 ] || fail "over a bus: links are drawn"

# Kernels: a frame for each, a box for each collective in which every node has its place once, so
# that the edges are as many as nodes; what is alike at all nodes is said once.
"$BANKLOOM" graph "$examples/../collectives/collectives.loom" --dot -o "$out/dot" -q ||
    fail "graph of collectives"
[ "$(count 'subgraph cluster_k')" = 4 ] || fail "not a frame for each of four kernels"
for words in 'allreduce sum u32 gpu' 'allreduce limit u16 gpu' 'broadcast f32 gpu, from node 0' \
    'scatter u32 gpu → gpu, from node 0' 'gather u32 gpu → gpu, to node 0'; do
    [ "$(count ">$words<")" = 1 ] || fail "collectives: not one box \"$words\""
done
[ "$(count '^    [km].*:t[0-3]:n \[\|^    b.*:t[0-3]:n \[')" = 20 ] ||
    fail "not an edge for each node to each of five collectives"
[ "$(count '  n × 4 B.l  4.82 GB/s')" = 4 ] ||
    fail "a collective's size and rate are not said once"
# A kernel without arguments has no second word in its frame.
cat >"$out/alone.loom" <<'END'
cluster c { board kc705; nodes 1; clock core 100 MHz; host { bus pcie; gpus 1; } }
kernel k on c () { read gpu(0, 8) -> write host(0, 8); }
END
"$BANKLOOM" graph "$out/alone.loom" --dot | grep -q '<FONT[^>]*></FONT>' && fail 'an empty font'
"$BANKLOOM" graph "$examples/../allreduce/allreduce.loom" --dot -o "$out/dot" -q
[ "$(count 'right: u32, node 0 → 1, 1 → 2, 2 → 3, 3 → 0, bytes B<')" = 1 ] ||
    fail "no channel"
[ "$(count ' part, own → sum')" = 1 ] && [ "$(count '>add<')" = 4 ] ||
    fail "no module at each node"

# Every program that checks has a picture: those of the benches of random programs, of pipelines and
# of kernels, which say nothing of the options that they are run with.
root=$here/../../..
mkdir "$out/random"
python3 -B "$root/testbench/random/main.py" --seed 44 --count 30 --print |
    awk -v out="$out/random" '
    /^\/\/ program [0-9]+ of seed/ { folder = out "/p" $3; system("mkdir " folder); next }
    /^\/\/ [A-Za-z_0-9]+\.[a-z]+$/ { close(file); file = folder "/" $2; next }
    { print >file }'
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    mkdir "$out/random/k$seed"
    cp "$root"/examples/allreduce/add.[vc] "$out/random/k$seed"
    awk -v seed=$seed -f "$root/testbench/bench/coe_kernels/random.awk" \
        >"$out/random/k$seed/program.loom"
done
drawn=0
for folder in "$out"/random/*; do
    if "$BANKLOOM" graph "$folder/program.loom" --dot -o "$out/dot" -q 2>"$out/err"; then
        drawn=$((drawn + 1))
        grep -q '(null)' "$out/dot" && fail "$folder: something has no words"
        [ $((drawn % 6)) -ne 0 ] || ! command -v dot >/dev/null ||
            dot -Tsvg -o "$out/random.svg" "$out/dot" || fail "$folder: dot failed"
    else
        "$BANKLOOM" check -q "$folder/program.loom" >/dev/null 2>&1 &&
            { cat "$out/err"; fail "$folder checks and has no picture"; }
    fi
done
[ $drawn -ge 30 ] || fail "only $drawn random programs have a picture"

# refused STATUS OPTIONS...: the words on stderr are in $out/err
refused() {
    status=$1; shift
    "$BANKLOOM" graph "$@" >"$out/stdout" 2>"$out/err"
    got=$?
    [ $got = "$status" ] || fail "graph $*: status $got, wanted $status"
    [ -s "$out/err" ] && [ ! -s "$out/stdout" ] ||
        fail "graph $*: the message is not on stderr alone"
}
refused 2 "$keys" -o "$out/picture.bmp"
refused 2 "$keys" --view above
refused 1 "$out/none.loom" -o "$out/picture.svg"
mkdir "$out/empty"
PATH=$out/empty refused 1 "$keys" -o "$out/picture.svg"
grep -q 'apt-get install graphviz' "$out/err" || fail "a missing dot is not named with its package"

if command -v dot >/dev/null; then
    for program in "$keys" "$values" "$examples/../shuffle/shuffle.loom"; do
        for options in '--view both' '--view before' '--view after' '--fuse table,histogram' \
            '--fuse table,histogram,eop'; do
            # shellcheck disable=SC2086
            "$BANKLOOM" graph "$program" $options -o "$out/picture.svg" -q || fail "graph $options"
            awk -f "$here/svg_arrows.awk" "$out/picture.svg" >"$out/crossed"
            [ ! -s "$out/crossed" ] || { cat "$out/crossed"; fail "$program $options"; }
        done
    done
    # A wrapped title is centred: no line of it begins with a blank.
    "$BANKLOOM" graph "$keys" -o "$out/picture.svg" -q
    grep -q '>channel) as sizes<' "$out/picture.svg" ||
        fail "the wrapped title of the histogram is not in the middle"
    "$BANKLOOM" graph "$values" --fuse table,histogram -o "$out/picture.svg" -q ||
        fail "graph -o picture.svg"
    grep -q '</svg>' "$out/picture.svg" || fail "the picture is not whole"
    [ "$(grep -c '<g id="clust' "$out/picture.svg")" = 21 ] ||
        fail "not 2 sides and 11 + 8 passes in the SVG"
    refused 1 "$keys" -o "$out/nowhere/picture.svg"
    [ "$(ls "$out" | grep -c 'picture.svg.')" = 0 ] || fail "something is left beside the picture"
    # Of kernels, too; and where dot cannot lead its arrows as curves, they are straight.
    for program in barrier/barrier collectives/collectives allreduce/allreduce pingpong/pingpong; do
        "$BANKLOOM" graph "$examples/../$program.loom" -o "$out/picture.svg" -q || fail "$program"
        awk -f "$here/svg_arrows.awk" "$out/picture.svg" >"$out/crossed"
        [ ! -s "$out/crossed" ] || { cat "$out/crossed"; fail "$program"; }
    done
    mkdir "$out/dots"
    real=$(command -v dot)
    cat >"$out/dots/dot" <<END
#!/bin/sh
case " \$* " in *-Gsplines=line*) exec "$real" "\$@" ;; esac
echo 'Error: lost k2_0 k5_0 edge' >&2; exit 1
END
    chmod +x "$out/dots/dot"
    PATH=$out/dots:$PATH "$BANKLOOM" graph "$keys" -o "$out/straight.svg" -q &&
        grep -q '</svg>' "$out/straight.svg" || fail "a picture that dot cannot draw with curves"
    # The picture in the documentation is what the command draws; fonts of this machine may move
    # things, the words stay.
    "$BANKLOOM" graph "$keys" -o "$out/fusion.svg" -q
    words() { grep -o '>[^<]*</text>' "$1" | sort; }
    words "$out/fusion.svg" >"$out/drawn"
    words "$examples/../../docs/fusion.svg" >"$out/documented"
    [ -s "$out/drawn" ] && cmp -s "$out/drawn" "$out/documented" ||
        fail "docs/fusion.svg is not what bankloom graph draws"
    "$BANKLOOM" graph "$examples/../pingpong/pingpong.loom" -o "$out/kernels.svg" -q
    words "$out/kernels.svg" >"$out/drawn"
    words "$examples/../../docs/kernels.svg" >"$out/documented"
    [ "$(grep -c 'ping: f32\|start' "$out/drawn")" = 2 ] && cmp -s "$out/drawn" "$out/documented" ||
        fail "docs/kernels.svg is not what bankloom graph draws"
else echo "skipped: dot is missing, no picture drawn"
fi
exit $failed
