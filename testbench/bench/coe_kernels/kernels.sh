# Sections of testbench/bench/coe that run kernels, read by it with `.`: from GPU to GPU over two
# FPGAs and a switch, examples/pingpong. $build, $work and $csv are the bench's, `bar` that of
# bars.sh.
# shellcheck shell=sh disable=SC2154

# The models' part of a way, in ns, as the program gives them: a GPU's read and write, twice MAC,
# PHY and cable, the switch, and the shortest frame on two wires.
read_ns=1000 write_ns=450 latency_ns=150 switch_ns=400 frame_ns=17
models_ns=$((read_ns + write_ns + 2 * latency_ns + switch_ns + 2 * frame_ns))
core_mhz=222.5
published_us=5.04 ideal_us=3.02

# make_pair FOLDER PROGRAM: the simulation of a ping-pong, which start_us and way_us then run
make_pair() {
    pair=$work/$1
    "$build/bankloom" build -q -o "$pair" "$2" >"$work/said" 2>&1 &&
        make -s -C "$pair/bench" pair_bench >"$work/said" 2>&1 || { cat "$work/said"; exit 2; }
}

# start_us ROUNDS WORDS: simulated, from the start of `start` to its end, of so many rounds
start_us() {
    "$pair/bench/pair_bench" --json --set rounds="$1",words="$2" >"$work/said" 2>&1 ||
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
    make_pair pingpong examples/pingpong/pingpong.loom
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
    through_controller
}

# shares US PLAIN_US: what a way through the controller consists of; PLAIN_US is one without it
shares() {
    awk -v all="$1" -v plain="$2" -v read=$read_ns -v write=$write_ns -v wires=$((2 * latency_ns)) \
        -v switch=$switch_ns -v frame=$((2 * frame_ns)) -v models=$models_ns '
        function row(part, ns, from) {
            printf "%-52s %8.0f ns %6.1f %%  %s\n", part, ns, ns / all / 10, from
        }
        BEGIN {
            row("read of the GPU", read, "assumed")
            row("write of the GPU", write, "assumed")
            row("MAC, PHY and cable, twice", wires, "assumed")
            row("switch", switch, "assumed")
            row("a frame of 64 bytes on two wires", frame, "the rate")
            row("descriptor controller, and a model of its movers", 1000 * (all - plain),
                "simulated; the movers are chosen")
            row("kernels, ports and Ethernet", 1000 * plain - models, "simulated")
            printf "%.1f %% of it are assumed times\n", (models - frame) / all / 10
        }'
}

# What a board needs below the host port is in no bar but this one.
through_controller() {
    sed 's|^// What a move ends|dma engine on pair { descriptor arria10; }\n&|' \
        examples/pingpong/pingpong.loom >"$work/controller.loom"
    make_pair controller "$work/controller.loom"
    us=$(way_us 1) || exit 2
    printf '\n4 B through the descriptor controller of the Arria 10, one way: %s us\n' "$us"
    shares "$us" "$(of 4 2)"
    bar "4 B from GPU to GPU through the Arria 10's controller" '<=' 2.45 "$us" us
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

# Rows of programs that were tried with this compiler, these templates and this generator stay, so
# that a run that was ended goes on. Sets $place and $rows.
random_place() {
    place=$build/random/kernels${KIND:+_$KIND}/$(cat "$build/bankloom" "$build/libbl_sim.a" \
        rtl_templates/*/*.v testbench/bench/coe_kernels/*random* | cksum | cut -d ' ' -f 1)
    rows=$place/rows
    [ ! -d "$rows" ] || return 0
    for opt in -O0 -Og; do
        mkdir -p "$place/lib$opt" && cp "$build/verilated/Makefile" "$place/lib$opt" &&
            make -s -C "$place/lib$opt" CXX=g++ OPT=$opt >"$work/said" 2>&1 ||
            { cat "$work/said"; return 1; }
    done
    mkdir "$rows"
}

# The seeds without a row, of these; each 15th is for Icarus as well.
random_left() {
    for i in $(seq "$1" "$2"); do
        [ -s "$rows/$i" ] && continue
        [ $((i % 15)) -eq 0 ] && echo "$i icarus" || echo "$i"
    done
}

# random [ASKED KIND]: programs that are asked, of a kind of random.awk's
random() {
    programs=${PROGRAMS:-${1:-100}} seed=${SEED:-1}
    asked=${1:-1000} name="random kernels${2:+ with $2}"
    export KIND="$2"
    last=$((seed + programs - 1))
    random_place || exit 2
    random_left "$seed" $last >"$work/left"
    [ ! -s "$work/left" ] || [ -x "$build/bench/kernel_stands" ] ||
        { echo "coe random: there is no $build/bench/kernel_stands: make it" >&2; exit 2; }
    xargs -P "${JOBS:-1}" -I '{}' \
        sh -c "exec testbench/bench/coe_kernels/one_random '$build' '$place' {}" <"$work/left"
    printf '\nRandom programs of kernels%s, up to four channels, n = 0, 1, 37; a quarter 150\n' \
        "${KIND:+ with $KIND}"
    # shellcheck disable=SC2046
    set -- $(for i in $(seq "$seed" $last); do cat "$rows/$i"; done | awk '
        { count[$2]++; seconds += $3; icarus += $2 == "accepted" && $4 == "icarus" }
        $2 == "wrong" { wrong = wrong " " $1 }
        END { print count["accepted"] + 0, count["refused"] + 0, count["wrong"] + 0, icarus + 0,
            int(seconds), wrong }')
    printf '%d accepted and equal, %d of them in Icarus as well, %d refused, %d wrong; %d s\n' \
        "$1" "$4" "$2" "$3" "$5"
    accepted=$1 icarus=$4 wrong=$3
    shift 5
    for i in "$@"; do
        echo "wrong: $place/$i.loom"
        tail -n 3 "$place/$i.said"
    done
    bar "$name: programs" '>=' "$asked" "$programs" programs
    bar "$name: accepted and equal in Verilator of $programs" '>=' 50 \
        $((100 * accepted / programs)) %
    bar "$name: in Icarus as well" '>=' $((programs / 20)) "$icarus" programs
    bar "$name: wrong" '<=' 0 "$wrong" programs
}

# Those whose kernels copy between the host's bus and the card.
random_copies() { random 300 copies; }
random_unreliable() { random 300 unreliable; }
