# Section of testbench/bench/coe that runs collectives, read by it with `.`: an allreduce of vectors
# in the memory of eight cards, examples/collectives/cards.loom. $build, $work and $csv are the
# bench's, `bar` that of bars.sh.
# shellcheck shell=sh disable=SC2154

link_gb=6.25 nodes=8 mesh_mhz=300
# What the model of a channel gives a reader and a writer together, in other banks: section `cards`.
channel_gb=13.8

# allreduce_us WORDS: simulated with the board's memory model, the node that takes longest
allreduce_us() {
    "$build/bankloom" run examples/collectives/cards.loom --keep "$work/allreduce" --json \
        --memory hbm2 --set n="$1" >"$work/said" 2>"$work/problems" ||
        { cat "$work/problems" >&2; return 1; }
    grep -q '"equal": true' "$work/said" || { echo 'not equal to the golden model' >&2; return 1; }
    sed -n 's/.*"kernel": "total".*"cycles": \([0-9]*\).*/\1/p' "$work/said" |
        awk -v mhz=$mesh_mhz '$1 > most { most = $1 } END { printf "%.3f", most / mhz }'
}

# Each edge carries a part twice, and each channel has one read and written.
allreduce() {
    curve=$build/bench/coe_allreduce.csv
    echo 'bytes,us,edges_us,memory_us,percent' >"$curve"
    printf '\nAllreduce of u32 in the memory of %d cards, links of %s GB/s, simulated at %d MHz\n' \
        $nodes $link_gb $mesh_mhz
    printf '%12s %12s %12s %12s %10s\n' 'bytes/node' us 'edges us' 'memory us' 'of bound'
    for words in 4096 65536 1048576 4194304; do
        us=$(allreduce_us $words) || exit 2
        echo "$words $us" | awk -v link=$link_gb -v nodes=$nodes -v channel=$channel_gb \
            -v csv="$curve" '{
            part = $1 * 4 / nodes
            edges = 2 * part / link / 1000; memory = 2 * part / channel / 1000
            bound = edges > memory ? edges : memory
            share = 100 * bound / $2
            printf "%12d %12.3f %12.3f %12.3f %9.2f%%\n", 4 * $1, $2, edges, memory, share
            printf "%d,%.3f,%.3f,%.3f,%.2f\n", 4 * $1, $2, edges, memory, share >>csv
        }'
    done
    bar 'allreduce of 16 MiB on 8 nodes: of the bound of edges and memory' '>=' 95 \
        "$(awk -F, '$1 == 16777216 { print $5 }' "$curve")" %
}
