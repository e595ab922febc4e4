# Sections of testbench/bench/coe that run kernels, read by it with `.`: from GPU to GPU over two
# FPGAs and a switch, examples/pingpong. $build, $work and $csv are the bench's, `bar` that of
# bars.sh.
# shellcheck shell=sh disable=SC2154

# The models' part of a way, in ns, as the program gives them: a GPU's read and write, twice MAC,
# PHY and cable, the switch, and the shortest frame on two wires.
models_ns=$((1000 + 450 + 150 + 400 + 150 + 2 * 17))
core_mhz=222.5
published_us=5.04 ideal_us=3.02

# start_us ROUNDS WORDS: simulated, from the start of `start` to its end, of so many rounds
start_us() {
    "$work/pingpong/bench/pair_bench" --json --set rounds="$1",words="$2" >"$work/said" 2>&1 ||
        { cat "$work/said" >&2; return 1; }
    sed -n 's/.*"kernel": "start", "node": 0, "cycles": \([0-9]*\).*/\1/p' "$work/said" |
        awk -v mhz=$core_mhz '{ printf "%.6f", $1 / mhz }'
}

# way_us WORDS: one way, of rounds behind the first: a round is two ways
way_us() {
    first=$(start_us 1 "$1") && last=$(start_us 5 "$1") || return 1
    echo "$first $last" | awk '{ printf "%.4f", ($2 - $1) / 8 }'
}

pingpong() {
    if ! "$build/bankloom" build -q -o "$work/pingpong" examples/pingpong/pingpong.loom ||
        ! make -s -C "$work/pingpong/bench" pair_bench >"$work/said" 2>&1; then
        cat "$work/said"
        exit 2
    fi
    curve=$build/bench/coe_pingpong.csv
    echo 'bytes,one_way_us,models_us,logic_us,gbit' >"$curve"
    printf '\nGPU to GPU over two FPGAs, one way, simulated; published %s us for 4 B, ideal %s\n' \
        $published_us $ideal_us
    printf '%10s %12s %12s %12s %14s %12s\n' bytes 'one way us' 'models us' 'the rest us' \
        'the rest cyc.' Gbit/s
    words=1
    while [ $words -le 262144 ]; do
        us=$(way_us $words) || exit 2
        echo "$words $us" | awk -v models=$models_ns -v mhz=$core_mhz -v csv="$curve" '{
            rest = $2 - models / 1000; gbit = $1 * 32 / $2 / 1000
            printf "%10d %12.3f %12.3f %12.3f %14.1f %12.3f\n", 4 * $1, $2, models / 1000, rest,
                rest * mhz, gbit
            printf "%d,%.4f,%.4f,%.4f,%.4f\n", 4 * $1, $2, models / 1000, rest, gbit >>csv
        }'
        words=$((words * 4))
    done
    awk -f testbench/bench/coe_kernels/chart.awk "$curve" >"$build/bench/coe_pingpong.svg"
    of() { awk -F, -v bytes="$1" -v column="$2" '$1 == bytes { print $column }' "$curve"; }
    bar '4 B from GPU to GPU: all but the models' '<=' 45 \
        "$(of 4 4 | awk -v mhz=$core_mhz '{ printf "%.1f", $1 * mhz }')" 'cycles of 222.5 MHz'
    bar '4 B from GPU to GPU: one way' '<=' 2.4 "$(of 4 2)" us
    bar '4 KiB from GPU to GPU: over 4 B' '<=' 1.1 \
        "$(of 4096 2 | awk -v base="$(of 4 2)" '{ printf "%.3f", $1 - base }')" us
    bar '1 MiB from GPU to GPU: of 38.58 Gbit/s' '>=' 97 \
        "$(of 1048576 5 | awk '{ printf "%.2f", 100 * $1 / 38.58 }')" %
}

# mesh_us ROUNDS: of the node that takes longest
mesh_us() {
    "$build/bankloom" run examples/barrier/barrier.loom --keep "$work/barrier" --json \
        --set rounds="$1" >"$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
    sed -n 's/.*"kernel": "meet".*"cycles": \([0-9]*\).*/\1/p' "$work/said" |
        awk '$1 > most { most = $1 } END { print most }'
}

barrier() {
    first=$(mesh_us 1) && last=$(mesh_us 11) || exit 2
    # no figure where the rounds took no time
    us=$(echo "$first $last" | awk '$2 > $1 { printf "%.4f", ($2 - $1) / 10 / 300 }')
    printf '\nBarrier of 8 nodes, full mesh, links of 400 ns, simulated at 300 MHz: %s us\n' "$us"
    bar 'barrier of 8 nodes over links of 400 ns' '<=' 1.0 "$us" us
}

# One program: what its seed draws is accepted and equal to the golden model for three lengths, or
# refused with values for which the golden model stands still.
# try_program SEED SIMULATOR
try_program() {
    awk -v seed="$1" -f testbench/bench/coe_kernels/random.awk >"$work/random.loom"
    if ! "$build/bankloom" check "$work/random.loom" >"$work/said" 2>&1; then
        grep -q 'E0219: kernels can stand still: with n = ' "$work/said" || return 1
        refused=$((refused + 1))
        return 0
    fi
    accepted=$((accepted + 1))
    for n in 0 1 37; do
        "$build/bankloom" run "$work/random.loom" --sim "$2" --keep "$work/random" -q \
            --set n=$n >"$work/said" 2>&1 || return 1
    done
}

# PROGRAMS=N: so many with Icarus, a twentieth of them with Verilator as well
random() {
    programs=${PROGRAMS:-100} accepted=0 refused=0 wrong=0 seed=1
    printf '\nRandom programs of kernels over up to four channels, each with n = 0, 1 and 37\n'
    while [ $seed -le "$programs" ]; do
        try_program $seed icarus || { wrong=$((wrong + 1)); echo "seed $seed"; cat "$work/said"; }
        seed=$((seed + 1))
    done
    printf '%d accepted and equal, %d refused, %d wrong\n' $((accepted - wrong)) $refused $wrong
    bar 'random kernels: programs' '>=' 1000 "$programs" programs
    bar "random kernels: accepted of $programs" '>=' 50 $((100 * accepted / programs)) %
    bar 'random kernels: wrong' '<=' 0 $wrong programs
    accepted=0 wrong=0 seed=1
    while [ $seed -le $((programs / 20)) ]; do
        try_program $seed verilator || { wrong=$((wrong + 1)); cat "$work/said"; }
        seed=$((seed + 1))
    done
    bar "random kernels with Verilator: wrong of $accepted" '<=' 0 $wrong programs
}
