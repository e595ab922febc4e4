# Section `unreliable` of testbench/bench/coe, read by it with `.`: unreliable channels from a
# program, their rate by channels, payload and port, 4 bytes and area beside the reliable port's,
# and a million words with faults and for a receiver that is too slow. CHANNELS, PAYLOADS and PORTS
# choose others. $build and $work are the bench's, `bar` that of bars.sh.
# shellcheck shell=sh disable=SC2154

# unreliable_program CHANNELS PAYLOAD GBIT TARGET HOST: each channel from a memory channel of one
# node to TARGET of the other; a frame has room for the payload
unreliable_program() {
    last=$(($1 - 1))
    cat <<EOF
cluster pair {
    board   stratix10_mx2100;
    nodes   2;
    clock   core 222.5 MHz;
    clock   hbm 400 MHz;
    clock   mac 312.5 MHz;
    memory  { channels $(($1 > 2 ? $1 : 2)); width 32 B; strip 512; burst 128 B; clock hbm; }
    network ethernet {
        port $3 Gbit/s; frame $(($2 > 62 ? $2 + 34 : 96)) B; silence 20 us; clock mac;
    }
    host    { bus pcie; clock core; $5 }
}
EOF
    for i in $(seq 0 $last); do echo "channel c$i: f32 from 0 to 1 { unreliable; }"; done
    echo 'kernel give on pair node 0 (n: u32) {'
    for i in $(seq 0 $last); do echo "    read card$i(0, n) -> send c$i;"; done
    echo '}'
    echo 'kernel take on pair node 1 (n: u32) {'
    for i in $(seq 0 $last); do echo "    recv c$i -> write $4$i(0, n);"; done
    echo '}'
}

# unreliable_run UNITS [OPTIONS]: the cycles of the receiving kernel; what was said in $work/said
unreliable_run() {
    units=$1
    shift
    "$bankloom" run "$work/unreliable.loom" -q --keep "$work/unreliable" --set n="$units" "$@" \
        >"$work/said" 2>&1
    sed -n 's/^ *kernel take *node *1 *\([0-9]*\) cycles.*/\1/p' "$work/said"
}

# What was lost, in units of 4 bytes.
unreliable_lost() { awk '/^lost / { n += $7 } END { print n + 0 }' "$work/said"; }

# unreliable_rate CHANNELS PAYLOAD GBIT: of whole frames, by two lengths
unreliable_rate() {
    rm -rf "$work/unreliable"
    unreliable_program "$1" "$2" "$3" card 'memory 1 MiB;' >"$work/unreliable.loom"
    frames=$((65536 / $2 / $1))
    [ $frames -ge 2 ] || frames=2
    short=$(unreliable_run $((frames * $2 / 4)))
    lost=$(unreliable_lost)
    long=$(unreliable_run $((5 * frames * $2 / 4)))
    grep -q '^result *equal' "$work/said" || { tail -n 3 "$work/said"; lost=; }
    [ "$lost" ] && lost=$((lost + $(unreliable_lost)))
    set -- "$1" "$2" "$3" "$(echo "$1 $2 $3 $frames ${short:-0} ${long:-0}" | awk '{
        frame = $2 + 16 > 46 ? $2 + 16 : 46
        wire = $3 * $2 / (frame + 38); words = $1 * 32 * 8 * 0.2225
        limit = wire < words ? wire : words
        gbit = $6 > $5 ? $1 * 4 * $4 * $2 * 8 / (($6 - $5) / 0.2225) : 0
        printf "%.2f %.2f %.2f", limit, gbit, 100 * gbit / limit }')"
    # shellcheck disable=SC2086
    printf '%8s %8s %8s %10s %10s %8s %8s\n' "$3" "$1" "$2" $4 "${lost:--}"
    bar "unreliable: $3 Gbit/s: $1 channels of $2 B: of the limit" '>=' 99 \
        "$([ "$long" ] && echo "${4##* }")" %
    bar "unreliable: $3 Gbit/s: $1 channels of $2 B: lost" '<=' 0 "$lost" units
}

# unreliable_million NAME TARGET HOST [OPTIONS]: 10^6 words of 32 bytes on two channels
unreliable_million() {
    name=$1 target=$2 with=$3
    shift 3
    rm -rf "$work/unreliable"
    unreliable_program 2 1472 40 "$target" "$with" >"$work/unreliable.loom"
    cycles=$(unreliable_run "${UNITS:-4000000}" "$@")
    right=$(grep -c '^result *equal' "$work/said")
    [ "$right" = 1 ] || tail -n 5 "$work/said"
    printf '%-40s %12s cycles, %10s of %s units of 4 bytes lost\n' "$name" "${cycles:--}" \
        "$(unreliable_lost)" $((2 * ${UNITS:-4000000}))
    bar "unreliable: $name: equal to the golden model" '>=' 1 "$right" runs
    bar "unreliable: $name: lost counted and zero" '>=' 1 "$(unreliable_lost)" units
}

# unreliable_area PROGRAM: what a node takes, in ALMs
unreliable_area() {
    "$bankloom" explain "$1" | sed -n 's/.* about \([0-9]*\) of [0-9]* ALMs.*/\1/p' | head -n 1
}

# Four bytes there and back: examples/coe beside examples/pingpong.
unreliable_latency() {
    make_pair unreliable_ball examples/coe/coe.loom && lossy=$(way_us 1)
    make_pair reliable_ball examples/pingpong/pingpong.loom && sure=$(way_us 1)
    printf '\n4 B from GPU to GPU, send now, one way; and what a node takes, estimated:\n'
    printf '%-12s %10s us %10s ALMs\n' unreliable "$lossy" \
        "$(unreliable_area examples/coe/coe.loom)" reliable "$sure" \
        "$(unreliable_area examples/pingpong/pingpong.loom)"
    bar 'unreliable: 4 B from GPU to GPU: one way' '<=' "$sure" "$lossy" us
}

unreliable() {
    printf '\nUnreliable channels from card to card, kernels at 222.5 MHz; the limit is the less\n'
    printf 'of the wire, 54 B around a payload, and of 32 B a cycle and channel:\n'
    printf '%8s %8s %8s %10s %10s %8s %8s\n' Gbit/s channels payload limit measured % lost
    for port in ${PORTS:-40 100}; do
        for channels in ${CHANNELS:-1 2 4 8}; do
            for payload in ${PAYLOADS:-32 256 1472 8960}; do
                unreliable_rate "$channels" "$payload" "$port"
            done
        done
    done
    unreliable_latency
    printf '\n10^6 words of 32 B on two channels:\n'
    unreliable_million 'drops and flips of 1e-3' card 'memory 1 MiB;' --faults drop=1e-3,flip=1e-3
    unreliable_million 'a receiver that is too slow' gpu \
        'generation 3; lanes 4; gpus 2; gpu 16 MiB; memory 1 MiB;' --faults drop=1e-12
}
