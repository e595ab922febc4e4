# Section `moments` of testbench/bench/coe, read by it and by a test with `.`: something goes wrong
# at random moments of streams, a ping-pong and a ring. ROUNDS=N: in all, from SEED=N. $bankloom,
# $build, $work and $csv are the bench's, `bar` that of bars.sh, model_make that of tests/model.sh.
# shellcheck shell=sh disable=SC2154,SC2034

# The shapes in the order of moments.c.
moments_names='stream_one streams pingpong ring'

# moments_program NAME: on standard output. The network gives a peer up within 100 us.
moments_program() {
    case $1 in stream_one) nodes=1 ;; ring) nodes=5 ;; *) nodes=2 ;; esac
    echo "cluster one { board stratix10_mx2100; nodes $nodes; clock core 50 MHz;"
    echo '    host { bus pcie; memory 1 MiB; gpus 1; gpu 1 MiB; }'
    case $1 in stream*)
        echo '    memory { channels 2; width 32 B; strip 512; burst 128 B; }' ;;
    esac
    [ $nodes -eq 1 ] || echo '    clock mac 80 MHz;
    network ethernet { port 40 Gbit/s; width 512; clock mac; timeout 8 us; retries 10; }'
    echo '}'
    case $1 in
    stream_one)
        echo 'kernel copy on one (n: u32) { read card0(0, n) -> write gpu(0x40000, n); }
kernel back on one (n: u32) { read gpu(0, n) -> write gpu(0x80000, n); }' ;;
    streams)
        echo 'channel there: u32 from 0 to 1 { send now; }
channel back: u32 from 1 to 0 { send now; }
kernel near on one node 0 (n: u32) {
    read card0(0, n) -> send there;
    recv back -> write gpu(0x40000, n);
}
kernel far on one node 1 (n: u32) {
    read gpu(0, n) -> send back;
    recv there -> write gpu(0x40000, n);
}' ;;
    pingpong)
        echo 'channel ping: u32 from 0 to 1 { send now; }
channel pong: u32 from 1 to 0 { send now; }
kernel there on one node 0 (n: u32) {
    read gpu(0, n) -> send ping;
    recv pong -> write gpu(0x40000, n);
}
kernel back on one node 1 (n: u32) {
    recv ping -> write gpu(0x40000, n);
    read gpu(0x40000, n) -> send pong;
}' ;;
    ring)
        echo 'channel right: u32 from all to (node + 1) % nodes { send now; }
kernel around on one (n: u32) {
    read gpu(0, n) -> send right;
    recv right -> write gpu(0x40000, n);
}' ;;
    esac
}

# moments_make NAME FOLDER: the host program for it, in FOLDER/bench/host/moments; WORD... for make
moments_make() {
    moments_program "$1" >"$2.loom" && "$BANKLOOM" build -q -o "$2" "$2.loom" || return
    shift
    moments_folder=$1
    shift
    model_make "$moments_folder/bench" "$@" host-program \
        HOST="$PWD/testbench/bench/coe_kernels/moments.c"
}

# moments_run NUMBER FOLDER ROUNDS SEED: of the shape with that number. A card with memory has a
# port for errors that come later.
moments_run() {
    moments_memory=ideal
    ! grep -q 'memory { channels' "$2.loom" || moments_memory=ideal,late=1
    BL_SIM_THREADS=1 BL_SIM_MEMORY=$moments_memory timeout 3000 "$2/bench/host/moments" \
        "$1" "$3" "$4"
}

# A line for each shape and kind of fault, and the bars.
moments() {
    BANKLOOM=$build/bankloom
    # shellcheck source=/dev/null
    BL_SIM_OPT=-O1 && . testbench/tests/model.sh
    rounds=$((${ROUNDS:-2000} / 4)) number=0
    printf '\nSomething goes wrong at a random moment, then a reset, and a run that is right\n'
    printf '%-24s %-14s %6s %12s %12s %12s\n' shape what runs 'ended well' otherwise 'longest us'
    : >"$work/moments"
    for name in $moments_names; do
        moments_make "$name" "$work/$name" >"$work/said" 2>&1 || { tail -n 5 "$work/said"; exit 2; }
        moments_run $number "$work/$name" $rounds "${SEED:-1}" >"$work/said" ||
            tail -n 5 "$work/said"
        grep '^moments,' "$work/said" | tee -a "$work/moments" |
            awk -F, '{ printf "%-24s %-14s %6d %12d %12d %12.1f\n", $2, $3, $4, $5, $6, $7 }'
        number=$((number + 1))
    done
    longest() { awk -F, -v what="$1" '$3 ~ what && $7 > most { most = $7 } END { print most }' \
        "$work/moments"; }
    bar 'moments: runs with a fault' '>=' "${ROUNDS:-2000}" \
        "$(awk -F, '{ runs += $4 } END { print runs }' "$work/moments")" runs
    bar 'moments: waits that ended otherwise' '>=' $((rounds / 4)) \
        "$(awk -F, '{ waits += $6 } END { print waits }' "$work/moments")" waits
    bar 'moments: longest wait behind a reset' '<=' 100 "$(longest reset)" us
    bar 'moments: longest wait behind a cut link' '<=' 100 "$(longest cut)" us
    bar 'moments: longest wait behind an error answer or an abort' '<=' 150 \
        "$(longest 'answer|abort')" us
}
